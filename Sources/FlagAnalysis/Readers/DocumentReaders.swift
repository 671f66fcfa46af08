package import FlagReaders
package import FlagResolver

/// The recorded releases that a document is compared with.
package struct DocumentReaders: Sendable {
    package let recorded: RecordedReleases
    /// The document that a release has bundled; `nil` if it cannot be read.
    package let bundledDocument: @Sendable (ReaderRecord.Bundled) -> SettingsDocument?

    package init(
        _ recorded: RecordedReleases,
        bundledDocument: @escaping @Sendable (ReaderRecord.Bundled) -> SettingsDocument? = { _ in nil }
    ) {
        self.recorded = recorded
        self.bundledDocument = bundledDocument
    }

    /// The releases with some records as JSON; `nil` without records, or if one cannot be read.
    package init?(records: [String]) throws {
        guard !records.isEmpty else { return nil }
        var parser = ReaderRecordParser()
        var found: [ReaderRecord] = []
        for text in records {
            guard let record = parser.record(of: try JSONTree(parsing: Array(text.utf8))) else { return nil }
            found.append(record)
        }
        self.init(RecordedReleases(found))
    }

    /// What is known about the listed releases in a set of versions; `nil` for all versions.
    package func coverage(in versions: VersionSet?, of releases: ReleaseList?) -> ReaderCoverage {
        ReaderCoverage(recorded, releases) { versions?.contains($0) ?? true }
    }

    /// What is known about the releases that a document supports.
    package func coverage(from floor: AppVersion?, of releases: ReleaseList?) -> ReaderCoverage {
        ReaderCoverage(recorded, releases) { version in floor.map { version >= $0 } ?? true }
    }
}

/// Which of the supported releases have a record.
package struct ReaderCoverage: Sendable {
    /// The shipped releases from the floor up, and whether each has a complete record; `nil` without a list of releases.
    package let listed: [(release: ReleaseList.Release, isRecorded: Bool, isComplete: Bool)]?
    /// The recorded releases from the floor up.
    package let recordedCount: Int
    /// The supported releases whose records count as complete because a person says so.
    package let attested: [(version: AppVersion, attestation: ReaderRecord.Attestation)]

    init(_ recorded: RecordedReleases, _ releases: ReleaseList?, where isSupported: (AppVersion) -> Bool) {
        recordedCount = recorded.releases.count { isSupported($0.version) }
        attested = recorded.releases.filter { isSupported($0.version) }.compactMap { release in
            release.attestation.map { (release.version, $0) }
        }
        listed = releases?.shipped.filter { isSupported($0.version) }.map { release in
            let record = recorded.release(release.version)
            return (release, record != nil, record?.isComplete ?? false)
        }
    }

    /// The listed releases without a record.
    package var unrecorded: [ReleaseList.Release] { (listed ?? []).filter { !$0.isRecorded }.map(\.release) }

    /// The listed releases whose record does not list everything that they read.
    package var incomplete: [ReleaseList.Release] {
        (listed ?? []).filter { $0.isRecorded && !$0.isComplete }.map(\.release)
    }

    /// Whether every listed release has a complete record, and there is one.
    package var isComplete: Bool { listed.map { !$0.isEmpty && $0.allSatisfy { $0.isComplete } } ?? false }

    /// The listed releases of which it is not known what they read.
    package var unknown: [ReleaseList.Release] { (listed ?? []).filter { !$0.isComplete }.map(\.release) }

    /// `1.8.0 (12.5 % of installs) has no complete record`; `nil` if all have one.
    package var unknownPhrase: String? {
        guard let listed else { return "without a list of releases, it is not known which have no record" }
        guard !isComplete else { return nil }
        guard !listed.isEmpty else { return "no supported release is listed" }
        let share = InstallShare(of: unknown).map { " (\($0.phrase))" } ?? ""
        guard unknown.count <= Self.maximumListedCount else {
            return "\(unknown.count) of \(listed.count) supported releases\(share) have no complete record"
        }
        return "\(SettingProblem.listed(unknown.map { "\($0.version)" }, "and"))\(share) "
            + "\(unknown.count == 1 ? "has" : "have") no complete record"
    }

    private static let maximumListedCount = 4

    /// `2 of 4 releases are recorded; those without a record have 12.5 % of installs`
    package var phrase: String {
        attested.isEmpty ? recordedPhrase : "\(recordedPhrase); \(attestedPhrase)"
    }

    /// `1.9.0 is complete by the word of Ada: the package does not read settings`
    package var attestedPhrase: String {
        var groups: [(attestation: ReaderRecord.Attestation, versions: [String])] = []
        for (version, attestation) in attested {
            if let known = groups.firstIndex(where: { $0.attestation == attestation }) {
                groups[known].versions.append("\(version)")
            } else {
                groups.append((attestation, ["\(version)"]))
            }
        }
        return groups.map { group in
            let verb = group.versions.count == 1 ? "is" : "are"
            return
                "\(SettingProblem.listed(group.versions, "and")) \(verb) complete by the word of \(group.attestation.person): "
                + group.attestation.reason
        }.joined(separator: "; ")
    }

    private var recordedPhrase: String {
        guard let listed else {
            return
                "\(recordedCount) \(recordedCount == 1 ? "release is" : "releases are") recorded; without a list of releases,"
                + " it is not known which are not"
        }
        let count = listed.count { $0.isRecorded }
        let recorded = "\(count) of \(listed.count) supported releases \(count == 1 ? "is" : "are") recorded"
        guard !unrecorded.isEmpty, let share = InstallShare(of: unrecorded) else { return recorded }
        return "\(recorded); those without a record have \(share.phrase)"
    }
}
