import FlagReaders
package import FlagResolver

/// A setting of a document as code of one type reads it, with a library of one format level: the winner for a reader.
///
/// Everything that is said about the value that a recorded release gets rests on it.
struct ReaderSetting {
    let document: SettingsDocument
    let setting: SettingIndex
    /// The side of the document in the spaces that it is asked about.
    let side: DocumentSide
    let type: ReaderType
    let readable: ReadableEntries

    init(
        _ setting: SettingIndex, of document: SettingsDocument, as type: ReaderType, formatLevel: Int,
        side: DocumentSide = .first
    ) {
        self.document = document
        self.setting = setting
        self.side = side
        self.type = type
        readable = ReadableEntries(type, formatLevel, setting, of: document)
    }

    /// For every version, the winner; `nil` if the default cannot be read, so that the document gives nothing.
    func winners(in space: CaseSpace) throws(CaseSpace.Failure) -> CaseMap? {
        guard readable.problemOfDefault == nil else { return nil }
        return try space.winners(of: setting, in: side, among: readable.areRead)
    }

    /// The value that a winner gives; `nil` if the default is missing.
    func value(of winner: Winner) -> JSONValue? {
        document.value(of: winner, in: setting).map { document.tree[$0] }
    }

    /// The same with where it is from.
    func given(by winner: Winner) -> ReaderAnalysis.Given {
        ReaderAnalysis.Given(source: .document(winner), value: value(of: winner), users: nil)
    }
}

/// Who wins for the recorded releases that read a setting, wherever that is not what the document says as it is written.
package struct ReleaseWinners {
    /// What releases with the same code and library get.
    struct Part {
        let read: TypedRead
        let setting: ReaderSetting
        /// In ascending order; at least one.
        let releases: [RecordedReleases.Release]
        /// For every version, the winner; `nil` if they cannot read the default, so that no entry counts.
        let winners: CaseMap?
    }

    let parts: [Part]
    private let space: CaseSpace

    /// - Parameters:
    ///   - floor: Releases below it are not looked at; `nil` for all releases.
    ///   - space: A space whose first document this is.
    package init(
        of setting: SettingIndex, in document: SettingsDocument, _ readers: DocumentReaders, from floor: AppVersion?,
        _ space: CaseSpace
    ) throws(CaseSpace.Failure) {
        self.space = space
        var parts: [Part] = []
        for reading in readers.recorded.readings(of: document.name(of: setting), from: floor) {
            let read = ReaderSetting(setting, of: document, as: reading.read.type, formatLevel: reading.formatLevel)
            guard !read.isAsWritten else { continue }
            let releases = readers.recorded.releases(of: reading)
            guard !releases.isEmpty else { continue }
            parts.append(
                Part(
                    read: reading.read, setting: read, releases: releases, winners: try read.winners(in: space)))
        }
        self.parts = parts
    }

    /// Releases that get the same values, which differ from those of the document as it is written.
    package struct Values: Sendable {
        /// In ascending order.
        package fileprivate(set) var releases: [AppVersion]
        /// The values of all users, in the order of their cases.
        package let given: [ReaderAnalysis.Given]
    }

    /// What releases get, wherever that is not what the document says as it is written.
    ///
    /// - Parameter readers: What the releases have without the document.
    package func values(_ readers: DocumentReaders) throws(CaseSpace.Failure) -> [Values] {
        let fallbacks = ReaderFallbacks(readers)
        var found: [Values] = []
        for part in parts {
            let (document, setting) = (part.setting.document, part.setting.setting)
            let written = document.loaded[setting].isUnresolvable ? nil : try space.winners(of: setting)
            for release in part.releases {
                let given: [ReaderAnalysis.Given]
                if let winners = part.winners?.decision(of: release) {
                    guard winners != written?.decision(of: release) else { continue }
                    given = space.values(of: winners, as: Winner.self).map { part.setting.given(by: $0) }
                } else {
                    given = try fallbacks.given(document.name(of: setting), part.read, release)
                }
                if let known = found.firstIndex(where: { $0.given.elementsEqual(given) { $0.isSame(as: $1) } }) {
                    if !found[known].releases.contains(release.version) {
                        found[known].releases.append(release.version)
                    }
                } else {
                    found.append(Values(releases: [release.version], given: given))
                }
            }
        }
        for index in found.indices { found[index].releases.sort() }
        return found
    }

    /// Whether an entry wins for some users of a release.
    func contains(entry: Int) -> Bool { !releases(getting: .entry(entry)).isEmpty }

    /// The releases of which some users get the value of a winner, in ascending order.
    package func releases(getting winner: Winner) -> [AppVersion] {
        var found: Set<AppVersion> = []
        for part in parts {
            guard let winners = part.winners else { continue }
            for release in part.releases
            where space.values(of: winners.decision(of: release), as: Winner.self).contains(winner) {
                found.insert(release.version)
            }
        }
        return found.sorted()
    }
}

extension ReaderSetting {
    /// Whether the code gets what the document says as it is written.
    var isAsWritten: Bool {
        guard readable.problemOfDefault == nil else { return false }
        let record = document.loaded[setting]
        return !record.isUnresolvable
            && zip(record.entries, readable.areRead).allSatisfy { entry, isRead in
                isRead == record.isEligible(document.loaded[entry], in: document.tree)
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

    /// Whether an entry has a condition that the library does not know.
    func hasNewerCondition(_ entry: Int) -> Bool {
        if case .newerCondition = entries[entry] { true } else { false }
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
