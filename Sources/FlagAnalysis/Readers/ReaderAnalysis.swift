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
    }

    private let document: SettingsDocument
    private let readers: DocumentReaders
    private let floor: AppVersion?
    private let givenSpace: CaseSpace?
    private lazy var space = givenSpace ?? CaseSpace(document)
    private var bundledDocuments: [ReaderRecord.Bundled: (document: SettingsDocument, space: CaseSpace)] = [:]

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
    }

    // MARK: Values of the document

    /// The values of a setting that supported releases do not get as they are written.
    ///
    /// - Throws: A failure if the cases of the setting are too complex to be listed.
    package func losses(of setting: SettingIndex) throws(CaseSpace.Failure) -> [Loss] {
        var losses: [Loss] = []
        let recorded = readers.recorded
        for group in recorded.groups(reading: document.name(of: setting), from: floor) {
            for read in group.reads.all {
                for level in recorded.formatLevels {
                    let readable = ReadableEntries(read.type, level, setting, of: document)
                    guard !readable.isEverything else { continue }
                    let releases = group.releases.map { recorded.releases[$0] }.filter { $0.formatLevel == level }
                    for loss in try self.losses(of: setting, read, readable, releases) {
                        Self.add(loss, to: &losses)
                    }
                }
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
        of setting: SettingIndex, _ read: TypedRead, _ readable: ReadableEntries,
        _ releases: [RecordedReleases.Release]
    ) throws(CaseSpace.Failure) -> [Loss] {
        if let problem = readable.problemOfDefault {
            return try releases.map { (release) throws(CaseSpace.Failure) in
                Loss(
                    winner: .default, reason: .unreadable(problem), read: read, releases: [release.version],
                    cases: [Case(versions: VersionSet(release.version), terms: [], decision: .yes)],
                    given: try fallback(document.name(of: setting), read, release))
            }
        }
        guard !releases.isEmpty else { return [] }
        let written = try space.winners(of: setting)
        let given = try space.winners(of: setting, among: readable.areRead)
        var losses: [Loss] = []
        for release in releases { losses += try self.losses(of: setting, read, readable, release, written, given) }
        return losses
    }

    /// The losses of one release.
    ///
    /// - Parameters:
    ///   - written: What wins as the document is written, for every version.
    ///   - given: What wins for code of the type.
    private func losses(
        of setting: SettingIndex, _ read: TypedRead, _ readable: ReadableEntries, _ release: RecordedReleases.Release,
        _ written: CaseMap, _ given: CaseMap
    ) throws(CaseSpace.Failure) -> [Loss] {
        let (map, pairs) = try space.pairs(Self.decision(of: written, release), Self.decision(of: given, release)) {
            (written: Winner, given: Winner) in written != given && readable.reason(of: written) != nil
        }
        var losses =
            readable.isUnlisted.isEmpty
            ? []
            : space.values(of: Self.decision(of: given, release), as: Winner.self)
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
            let value = document.value(of: pair.right, in: setting)
            let given = Given(source: .document(pair.right), value: value.map { document.tree[$0] }, users: users)
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

    /// The decision of one release.
    static func decision(of map: CaseMap, _ release: RecordedReleases.Release) -> CaseMap {
        VersionMap(map.value(at: map.index(containing: release.version)))
    }

    // MARK: Without the document

    /// What a release gets for a setting that the document does not have, or that it cannot read there at all.
    package func fallback(
        _ name: String, _ read: TypedRead, _ release: RecordedReleases.Release
    ) throws(CaseSpace.Failure) -> [Given] {
        let ofCode = Given(source: .code, value: read.defaultValue, users: nil)
        guard let bundled = release.bundled else { return [ofCode] }
        guard let (document, space) = bundledDocument(bundled) else {
            return [Given(source: .bundled, value: nil, users: nil)]
        }
        guard let setting = document.index(named: name) else { return [ofCode] }
        let readable = ReadableEntries(read.type, release.formatLevel, setting, of: document)
        guard readable.problemOfDefault == nil else { return [ofCode] }
        let winners = Self.decision(of: try space.winners(of: setting, among: readable.areRead), release)
        var given: [Given] = []
        for winner in space.values(of: winners, as: Winner.self) {
            guard let node = document.value(of: winner, in: setting) else { continue }
            let value = document.tree[node]
            if !given.contains(where: { $0.value == value }) {
                given.append(Given(source: .bundled, value: value, users: nil))
            }
        }
        return given
    }

    private func bundledDocument(
        _ bundled: ReaderRecord.Bundled
    ) -> (document: SettingsDocument, space: CaseSpace)? {
        if let known = bundledDocuments[bundled] { return known }
        guard let document = readers.bundledDocument(bundled) else { return nil }
        bundledDocuments[bundled] = (document, CaseSpace(document))
        return bundledDocuments[bundled]
    }

    /// Whether a release gets, for some users, another value without the setting than an earlier document gives.
    ///
    /// - Returns: `nil` if what it gets is not known.
    package func losesValue(
        of name: String, _ read: TypedRead, _ release: RecordedReleases.Release, from previous: SettingsDocument
    ) throws(CaseSpace.Failure) -> Bool? {
        guard read.type != .any else { return nil }
        guard let setting = previous.index(named: name) else { return false }
        let readable = ReadableEntries(read.type, release.formatLevel, setting, of: previous)
        guard readable.problemOfDefault == nil else { return false }
        let bundled = release.bundled.map { readers.bundledDocument($0) }
        if case .some(.none) = bundled { return nil }
        if let document = bundled.flatMap({ $0 }), let other = document.index(named: name) {
            let others = ReadableEntries(read.type, release.formatLevel, other, of: document)
            if others.problemOfDefault == nil {
                let space = CaseSpace(previous, document)
                let (_, pairs) = try space.pairs(
                    Self.decision(of: space.winners(of: setting, among: readable.areRead), release),
                    Self.decision(of: space.winners(of: other, in: .second, among: others.areRead), release)
                ) { (old: Winner, new: Winner) in
                    guard let old = previous.value(of: old, in: setting), let new = document.value(of: new, in: other)
                    else { return true }
                    return !read.type.readsSame(previous.tree[old], document.tree[new])
                }
                return !pairs.isEmpty
            }
        }
        guard let value = read.defaultValue else { return nil }
        let space = CaseSpace(previous)
        let winners = Self.decision(of: try space.winners(of: setting, among: readable.areRead), release)
        return space.values(of: winners, as: Winner.self).contains { winner in
            previous.value(of: winner, in: setting).map { !read.type.readsSame(previous.tree[$0], value) } ?? true
        }
    }
}

/// The values of a setting that code of one type can get.
struct ReadableEntries {
    /// Why the default cannot be read; then no entry counts.
    let problemOfDefault: SettingProblem?
    /// For each well-formed entry, why it does not count; `nil` if it does.
    let entries: [ReaderAnalysis.Loss.Reason?]
    /// The strings that count, although the enum in the code has no case of its own for them.
    private(set) var isUnlisted: [Winner: String] = [:]

    init(_ type: ReaderType, _ formatLevel: Int, _ setting: SettingIndex, of document: SettingsDocument) {
        let record = document.loaded[setting]
        let tree = document.tree
        problemOfDefault =
            record.defaultValue == SettingRecord.missing
            ? .missingDefault : type.problem(reading: Int(record.defaultValue), of: tree)
        entries = document.loaded[record.entries].map { entry in
            if entry.targetingIndex != nil, formatLevel < FormatLevel.targeting { return .newerCondition }
            guard let problem = type.problem(reading: Int(entry.value), of: tree) else { return nil }
            if case .choice(let choice) = type.wrapped, !choice.isOpen, let text = tree.string(at: Int(entry.value)) {
                return .unknownCase(text)
            }
            return .unreadable(problem)
        }
        guard case .choice(let choice) = type.wrapped, choice.isOpen else { return }
        let cases = Set(choice.cases.map { ExactText($0) })
        let winners = [Winner.default] + entries.indices.filter { entries[$0] == nil }.map { .entry($0) }
        for winner in winners {
            guard let node = document.value(of: winner, in: setting), let text = tree.string(at: node) else { continue }
            if !cases.contains(ExactText(text)) { isUnlisted[winner] = text }
        }
    }

    /// For each well-formed entry, whether it counts.
    var areRead: [Bool] { entries.map { $0 == nil } }

    var isEverything: Bool { problemOfDefault == nil && isUnlisted.isEmpty && entries.allSatisfy { $0 == nil } }

    /// Why a value does not count; `nil` if it does.
    func reason(of winner: Winner) -> ReaderAnalysis.Loss.Reason? { winner.entry.flatMap { entries[$0] } }
}

extension SettingsDocument {
    /// The node of the value that a winner gives; `nil` if the default is missing.
    package func value(of winner: Winner, in setting: SettingIndex) -> Int? {
        guard let position = winner.entry else { return defaultValue(of: setting) }
        return Int(loaded[loaded[setting].entry(at: position)].value)
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
