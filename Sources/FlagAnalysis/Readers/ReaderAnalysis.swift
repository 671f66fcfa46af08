package import FlagReaders
package import FlagResolver

/// What recorded releases get from the settings of a document that they cannot read everywhere.
///
/// For each recorded release and each case, this is what the typed read of a store gives:
///
/// 1. The first entry that matches and whose value has the type of the code wins, otherwise the default.
/// 2. If the default does not have the type, no entry counts. The document that the release has bundled decides, and then
///    the default in its code.
/// 3. An entry with a condition that is newer than the library of the release never matches.
package final class ReaderAnalysis {
    /// Where a value comes from that a release gets instead of one that it cannot read.
    package enum Source: Hashable, Sendable {
        /// An entry of the document, or its default.
        case document(Winner)
        /// The document that the release has bundled.
        case bundled
        case code
    }

    /// A value that some users of a release get.
    package struct Given: Sendable {
        package let source: Source
        /// `nil` if it is not known.
        package let value: JSONValue?
        /// The users in words; `nil` for all of them.
        package let users: String?
    }

    /// A value of the document that a release does not get as it is written.
    package struct Loss: Sendable {
        package enum Reason: Sendable {
            /// The value does not have the type.
            case unreadable(SettingProblem)
            /// The enum in the code has no such case.
            case unknownCase(String)
            /// The library does not know a condition of the entry.
            case newerCondition
        }

        /// What gives the value to other releases.
        package let winner: Winner
        package let reason: Reason
        package let read: TypedRead
        /// In ascending order.
        package var releases: [AppVersion]
        /// Where the releases would get the value.
        package var cases: [Case]
        /// What the releases get instead; none if they get the value, as the case of an enum for unknown strings.
        package var given: [Given]

        /// Whether the releases get a value that their code cannot read, and not one with a condition that keeps it from them.
        package var isUnreadable: Bool {
            if case .newerCondition = reason { false } else { !given.isEmpty }
        }
    }

    private let document: SettingsDocument
    private let readers: DocumentReaders
    private let floor: AppVersion?
    private let givenSpace: CaseSpace?
    private lazy var space = givenSpace ?? CaseSpace(document)
    private let fallbacks: ReaderFallbacks

    /// - Parameters:
    ///   - floor: Releases below it are not looked at; `nil` for all releases.
    ///   - space: A space whose first document this is; `nil` for one of its own.
    package init(
        _ document: SettingsDocument, _ readers: DocumentReaders, from floor: AppVersion?, in space: CaseSpace? = nil
    ) {
        givenSpace = space
        self.document = document
        self.readers = readers
        self.floor = floor
        fallbacks = ReaderFallbacks(readers)
    }

    // MARK: Values of the document

    /// The values of a setting that supported releases do not get as they are written.
    ///
    /// - Throws: A failure if the cases of the setting are too complex to be listed.
    package func losses(of setting: SettingIndex) throws(CaseSpace.Failure) -> [Loss] {
        var losses: [Loss] = []
        let recorded = readers.recorded
        for reading in recorded.readings(of: document.name(of: setting), from: floor) {
            let read = ReaderSetting(setting, of: document, as: reading.read.type, formatLevel: reading.formatLevel)
            guard !read.readable.isEverything else { continue }
            for loss in try self.losses(of: read, reading.read, recorded.releases(of: reading)) {
                Self.add(loss, to: &losses)
            }
        }
        return losses.sorted { $0.winner.leaf < $1.winner.leaf }
    }

    /// Adds a loss, or its releases to one that is otherwise the same.
    private static func add(_ loss: Loss, to losses: inout [Loss]) {
        let known = losses.firstIndex { other in
            other.winner == loss.winner && other.reason.isSame(as: loss.reason)
                && other.read.type.wrapped.name == loss.read.type.wrapped.name
                && other.given.elementsEqual(loss.given) { $0.isSame(as: $1) }
        }
        guard let known else {
            losses.append(loss)
            return
        }
        losses[known].releases = Set(losses[known].releases + loss.releases).sorted()
        losses[known].cases += loss.cases
    }

    /// The losses of releases that read a setting in the same way and know the same conditions.
    private func losses(
        of setting: ReaderSetting, _ read: TypedRead, _ releases: [RecordedReleases.Release]
    ) throws(CaseSpace.Failure) -> [Loss] {
        if let problem = setting.readable.problemOfDefault {
            return try releases.map { (release) throws(CaseSpace.Failure) in
                Loss(
                    winner: .default, reason: .unreadable(problem), read: read, releases: [release.version],
                    cases: [Case(versions: VersionSet(release.version), terms: [], decision: .yes)],
                    given: try fallback(document.name(of: setting.setting), read, release))
            }
        }
        guard !releases.isEmpty, let given = try setting.winners(in: space) else { return [] }
        let written = try space.winners(of: setting.setting)
        var losses: [Loss] = []
        for release in releases { losses += try self.losses(of: setting, read, release, written, given) }
        return losses
    }

    /// The losses of one release.
    ///
    /// - Parameters:
    ///   - written: What wins as the document is written, for every version.
    ///   - given: What wins for code of the type.
    private func losses(
        of setting: ReaderSetting, _ read: TypedRead, _ release: RecordedReleases.Release, _ written: CaseMap,
        _ given: CaseMap
    ) throws(CaseSpace.Failure) -> [Loss] {
        let readable = setting.readable
        let (map, pairs) = try space.pairs(written.decision(of: release), given.decision(of: release)) {
            (written: Winner, given: Winner) in written != given && readable.reason(of: written) != nil
        }
        var losses =
            readable.isUnlisted.isEmpty
            ? []
            : space.values(of: given.decision(of: release), as: Winner.self)
                .compactMap { winner -> Loss? in
                    guard let text = readable.isUnlisted[winner] else { return nil }
                    return Loss(
                        winner: winner, reason: .unknownCase(text), read: read, releases: [release.version], cases: [],
                        given: [])
                }
        for (index, cases) in try space.casesByValue(of: map, as: Int.self) {
            let pair = pairs[index]
            guard let reason = readable.reason(of: pair.left) else { continue }
            // With more than a few cases, the list would say less than their number.
            let texts = cases.prefix(Self.maximumCaseCount).map { space.text(of: $0) }
            let users =
                texts.contains(nil)
                ? nil : texts.compactMap { $0 }.joined(separator: "; ") + (cases.count > texts.count ? "; …" : "")
            let given = Given(source: .document(pair.right), value: setting.value(of: pair.right), users: users)
            let ofRelease = cases.map {
                Case(versions: VersionSet(release.version), terms: $0.terms, decision: .yes)
            }
            if let known = losses.firstIndex(where: { $0.winner == pair.left && !$0.given.isEmpty }) {
                losses[known].cases += ofRelease
                losses[known].given.append(given)
            } else {
                losses.append(
                    Loss(
                        winner: pair.left, reason: reason, read: read, releases: [release.version], cases: ofRelease,
                        given: [given]))
            }
        }
        return losses
    }

    private static let maximumCaseCount = 3

    /// What a release gets for a setting that the document does not have, or that it cannot read there at all.
    package func fallback(
        _ name: String, _ read: TypedRead, _ release: RecordedReleases.Release
    ) throws(CaseSpace.Failure) -> [Given] {
        try fallbacks.given(name, read, release)
    }
}

extension ReaderAnalysis.Loss.Reason {
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.unreadable(let problem), .unreadable(let otherProblem)): problem == otherProblem
        case (.unknownCase(let text), .unknownCase(let otherText)): text.hasSameBytes(as: otherText)
        case (.newerCondition, .newerCondition): true
        default: false
        }
    }
}

extension ReaderAnalysis.Given {
    func isSame(as other: Self) -> Bool {
        source == other.source && users == other.users && value == other.value
    }
}
