import FlagReaders
import FlagResolver

/// What recorded releases get from a document, as rules report it.
struct CheckedReaders: Sendable {
    /// The values of a setting that some releases do not get.
    struct Setting: Sendable {
        let index: SettingIndex
        let losses: [ReaderAnalysis.Loss]
    }

    /// A setting that the document does not have, although releases read it, or may read it.
    struct Missing: Sendable {
        let name: String
        /// The recorded releases that get the same values, and what they get.
        let groups: [(releases: [AppVersion], given: [ReaderAnalysis.Given])]
        /// Whether the earlier revision has it.
        let isGone: Bool
        /// The recorded releases that get another value than at the earlier revision, or may get one.
        let losing: [AppVersion]
        /// Whether it is known that one of them gets another value.
        let losesKnownValue: Bool
    }

    private(set) var settings: [Setting] = []
    private(set) var missing: [Missing] = []
    /// The settings that no supported release reads.
    private(set) var unread: [SettingIndex] = []
    let coverage: ReaderCoverage

    init(_ document: CheckedDocument, _ readers: DocumentReaders) {
        let settings = document.settings
        coverage = readers.coverage(from: document.floor, of: document.releases)
        let analysis = ReaderAnalysis(settings, readers, from: document.floor)
        let isComplete = coverage.isComplete
        let required = isComplete ? Self.settingsUsed(by: settings) : []
        for index in settings.indices {
            if isComplete, !required.contains(index),
                readers.recorded.groups(reading: settings.name(of: index), from: document.floor).isEmpty
            {
                unread.append(index)
                continue
            }
            // `too-many-cases` reports a setting that cannot be analysed.
            let losses = (try? analysis.losses(of: index)) ?? []
            if !losses.isEmpty { self.settings.append(Setting(index: index, losses: losses)) }
        }
        missing = Self.missing(in: document, analysis, readers, isComplete: isComplete)
    }

    private static func missing(
        in document: CheckedDocument, _ analysis: ReaderAnalysis, _ readers: DocumentReaders, isComplete: Bool
    ) -> [Missing] {
        let settings = document.settings
        let groups = Self.groups(of: settings)
        // Code can read a group as a whole; what was a setting, it reads as one.
        func isMissing(_ name: String) -> Bool {
            settings.index(named: name) == nil
                && (!groups.contains(ExactText(name)) || document.previous?.index(named: name) != nil)
        }
        let changes = document.previous.map { previous in
            ReaderChanges(
                from: previous, to: settings, readers, from: document.floor, in: CaseSpace(previous, settings))
        }
        var missing = readers.recorded.names.filter(isMissing).compactMap { name in
            Missing(name, analysis, readers, from: document.floor, document.previous, changes)
        }
        // Releases of which it is not known what they read may read any setting.
        guard !isComplete, let previous = document.previous else {
            return missing.filter { !$0.isGone || !$0.losing.isEmpty }
        }
        let known = Set(missing.map { ExactText($0.name) })
        for index in previous.indices {
            let name = previous.name(of: index)
            guard isMissing(name), !known.contains(ExactText(name)) else { continue }
            missing.append(Missing(name: name, groups: [], isGone: true, losing: [], losesKnownValue: false))
        }
        return missing
    }

    /// The settings that others require, and the one that forces updates.
    private static func settingsUsed(by document: SettingsDocument) -> Set<SettingIndex> {
        var used = Set(document.loaded.prerequisites.compactMap(\.setting))
        if let name = document.minimumVersionSetting, let index = document.index(named: name) { used.insert(index) }
        return used
    }

    /// The names of all groups.
    private static func groups(of document: SettingsDocument) -> Set<ExactText> {
        var groups: Set<ExactText> = []
        for index in document.indices {
            let name = document.name(of: index)
            for end in name.utf8.indices.reversed() where name.utf8[end] == UInt8(ascii: ".") {
                // The outer groups are known, too.
                guard groups.insert(ExactText(String(name[..<end]))).inserted else { break }
            }
        }
        return groups
    }
}

extension CheckedReaders.Missing {
    /// - Returns: `nil` if no supported release reads the setting.
    fileprivate init?(
        _ name: String, _ analysis: ReaderAnalysis, _ readers: DocumentReaders, from floor: AppVersion?,
        _ previous: SettingsDocument?, _ changes: ReaderChanges?
    ) {
        var groups: [(releases: [AppVersion], given: [ReaderAnalysis.Given])] = []
        for (release, reads) in readers.recorded.reads(of: name, from: floor) {
            for way in reads.all {
                let given = (try? analysis.fallback(name, way, release)) ?? []
                if let known = groups.firstIndex(where: { $0.given.elementsEqual(given) { $0.isSame(as: $1) } }) {
                    if groups[known].releases.last != release.version { groups[known].releases.append(release.version) }
                } else {
                    groups.append(([release.version], given))
                }
            }
        }
        guard !groups.isEmpty else { return nil }
        self.name = name
        self.groups = groups
        isGone = previous?.index(named: name) != nil
        guard let changes else {
            (losing, losesKnownValue) = ([], false)
            return
        }
        do throws(CaseSpace.Failure) {
            let found = try changes.changes(of: name)
            losing = Set(found.flatMap(\.releases)).sorted()
            losesKnownValue = found.contains { !$0.isUncertain }
        } catch {
            // What is too complex to be compared leaves every release that reads the setting in doubt.
            losing = Set(groups.flatMap(\.releases)).sorted()
            losesKnownValue = false
        }
    }
}

extension CheckedDocument {
    /// What the recorded releases read; `nil` if the document is not compared with any.
    var readerResults: CheckedReaders? {
        // Without records, a setting that is gone may still be read by every listed release.
        let isCompared = previous != nil && releases != nil
        guard let readers = readers ?? (isCompared ? DocumentReaders(RecordedReleases([])) : nil) else { return nil }
        if let known = checkedReaders.withLock({ $0 }) { return known }
        let found = CheckedReaders(self, readers)
        checkedReaders.withLock { $0 = found }
        return found
    }
}

// MARK: Words

extension ReaderAnalysis.Given {
    /// `false from line 8`, `the default "legacy"`, `false from their code`
    ///
    /// - Parameters:
    ///   - line: The line of an entry, in words.
    ///   - their: The pronoun of the releases.
    func phrase(line: (Winner) -> String?, _ their: String) -> String {
        let text = value.map { $0.description.shortened(to: 60) }
        let source: String
        switch self.source {
        case .document(.default): source = text.map { "the default \($0)" } ?? "the default"
        case .document(let winner):
            source = (text ?? "a value") + (line(winner).map { " from \($0)" } ?? " from another entry")
        case .bundled:
            source =
                text.map { "\($0) from \(their) bundled document" }
                ?? "what \(their) bundled document says, which cannot be read here"
        case .code:
            source = text.map { "\($0) from \(their) code" } ?? "the default in \(their) code, which is not recorded"
        }
        return users.map { "\(source) (\($0))" } ?? source
    }
}

/// The releases of a finding, with the forms of words that depend on their number.
struct ReleasePhrase {
    let text: String
    private let isOne: Bool

    init(_ releases: [AppVersion]) {
        text = SettingProblem.listed(releases.map(\.description), "and")
        isOne = releases.count == 1
    }

    var read: String { isOne ? "reads" : "read" }
    var have: String { isOne ? "has" : "have" }
    var know: String { isOne ? "knows" : "know" }
    var they: String { isOne ? "it" : "they" }
    var get: String { isOne ? "gets" : "get" }
    var their: String { isOne ? "its" : "their" }
}
