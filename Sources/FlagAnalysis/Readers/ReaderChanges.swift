import FlagReaders
package import FlagResolver

/// A value that recorded releases get from one document, and another one that they get from a second document, as their code
/// reads both.
package struct ReaderChange: Sendable {
    /// In ascending order.
    package fileprivate(set) var releases: [AppVersion]
    /// The users of these releases, as cases of the space of both documents; empty for all of them.
    package let users: [Case]
    package let before: ReaderAnalysis.Given
    package let after: ReaderAnalysis.Given
    /// Whether both are the values that the documents give to these users as they are written.
    package let isAsWritten: Bool

    /// Whether one of the values is not known, so that they may be equal.
    package var isUncertain: Bool { before.value == nil || after.value == nil }

    /// The versions of the releases as a set.
    package var versions: VersionSet { VersionSet(releases.map { VersionInterval($0) }) }

    /// The same change for some users only.
    func with(users: [Case]) -> ReaderChange {
        ReaderChange(releases: releases, users: users, before: before, after: after, isAsWritten: isAsWritten)
    }
}

/// What changes for recorded releases if one document replaces another.
///
/// A release is a point on the version line, so what it gets from each document is known: the first matching entry that its
/// code and its library can read, or the default, or what it has without the document.
package final class ReaderChanges {
    private let old: SettingsDocument
    private let new: SettingsDocument
    private let readers: DocumentReaders
    private let floor: AppVersion?
    private let fallbacks: ReaderFallbacks
    private let space: CaseSpace
    /// The spaces of one of the documents and one that releases have bundled.
    private var bundledSpaces: [BundledPair: CaseSpace] = [:]

    private struct BundledPair: Hashable {
        let side: DocumentSide
        let bundled: ReaderRecord.Bundled?
    }

    /// - Parameters:
    ///   - floor: Releases below it are not looked at; `nil` for all releases.
    ///   - space: The space of both documents.
    package init(
        from old: SettingsDocument, to new: SettingsDocument, _ readers: DocumentReaders, from floor: AppVersion? = nil,
        in space: CaseSpace
    ) {
        self.old = old
        self.new = new
        self.readers = readers
        self.floor = floor
        self.space = space
        fallbacks = ReaderFallbacks(readers)
    }

    /// The recorded releases that read a setting, in ascending order.
    package func releases(reading name: String) -> [AppVersion] {
        readers.recorded.reads(of: name, from: floor).map(\.release.version)
    }

    /// The changes of a setting.
    ///
    /// - Throws: A failure if what a release gets is too complex to be compared.
    package func changes(of name: String) throws(CaseSpace.Failure) -> [ReaderChange] {
        var changes = ChangeList()
        for reading in readers.recorded.readings(of: name, from: floor) {
            func setting(_ document: SettingsDocument, _ side: DocumentSide) -> ReaderSetting? {
                document.index(named: name).map {
                    ReaderSetting($0, of: document, as: reading.read.type, formatLevel: reading.formatLevel, side: side)
                }
            }
            let comparison = Comparison(
                name: name, read: reading.read, old: try winners(setting(old, .first)),
                new: try winners(setting(new, .second)))
            changes.add(try self.changes(of: comparison, for: readers.recorded.releases(of: reading)))
        }
        return changes.all
    }

    /// A setting of one document, with its winners for code of one type.
    private struct ReadWinners {
        let setting: ReaderSetting
        let winners: CaseMap
        /// The winners as the document is written; `nil` if it has no value.
        let written: CaseMap?
    }

    /// What code of one type gets from the two documents; `nil` where a document gives it nothing.
    private struct Comparison {
        let name: String
        let read: TypedRead
        let old: ReadWinners?
        let new: ReadWinners?
    }

    private func winners(_ setting: ReaderSetting?) throws(CaseSpace.Failure) -> ReadWinners? {
        guard let setting, let winners = try setting.winners(in: space) else { return nil }
        let hasValue = !setting.document.loaded[setting.setting].isUnresolvable
        return ReadWinners(
            setting: setting, winners: winners,
            written: hasValue ? try space.winners(of: setting.setting, in: setting.side) : nil)
    }

    private func changes(
        of comparison: Comparison, for releases: [RecordedReleases.Release]
    ) throws(CaseSpace.Failure) -> [ReaderChange] {
        switch (comparison.old, comparison.new) {
        case (nil, nil): return []
        case (let old?, let new?): return try changes(from: old, to: new, comparison.read, releases)
        case (let old?, nil):
            return try changes(between: old, and: comparison, releases) { ($0, $1) }
        case (nil, let new?):
            return try changes(between: new, and: comparison, releases) { ($1, $0) }
        }
    }

    /// What both documents give to some releases.
    private struct Decisions: Hashable {
        let before: Decision
        let after: Decision
        var isAsWritten = false
    }

    /// The changes where both documents give releases a value.
    ///
    /// Most releases get the same from a document, so each pair of decisions is compared once.
    private func changes(
        from old: ReadWinners, to new: ReadWinners, _ read: TypedRead, _ releases: [RecordedReleases.Release]
    ) throws(CaseSpace.Failure) -> [ReaderChange] {
        var areEqual: [Decisions: Bool] = [:]
        var groups: [(decisions: Decisions, releases: [AppVersion])] = []
        for release in releases {
            var decisions = Decisions(before: old.winners[release], after: new.winners[release])
            if areEqual[decisions] == nil {
                areEqual[decisions] = try differences(decisions, old, new, read).pairs.isEmpty
            }
            guard areEqual[decisions] == false else { continue }
            decisions.isAsWritten =
                old.written?[release] == decisions.before && new.written?[release] == decisions.after
            if let known = groups.firstIndex(where: { $0.decisions == decisions }) {
                groups[known].releases.append(release.version)
            } else {
                groups.append((decisions, [release.version]))
            }
        }
        var changes: [ReaderChange] = []
        for (decisions, releases) in groups {
            let (map, pairs) = try differences(decisions, old, new, read)
            for (index, cases) in try space.casesByValue(of: map, as: Int.self) {
                changes.append(
                    ReaderChange(
                        releases: releases, users: Self.users(cases), before: old.setting.given(by: pairs[index].left),
                        after: new.setting.given(by: pairs[index].right), isAsWritten: decisions.isAsWritten))
            }
        }
        return changes
    }

    private func differences(
        _ decisions: Decisions, _ old: ReadWinners, _ new: ReadWinners, _ read: TypedRead
    ) throws(CaseSpace.Failure) -> (map: CaseMap, pairs: [CaseSpace.ValuePair<Winner, Winner>]) {
        try space.pairs(VersionMap(decisions.before), VersionMap(decisions.after)) { (left: Winner, right: Winner) in
            guard let one = old.setting.value(of: left), let other = new.setting.value(of: right) else { return true }
            return !read.type.readsSame(one, other)
        }
    }

    /// The changes where one document gives a release a value, and it falls back without the other one.
    ///
    /// - Parameter ordered: The values before and after, from that of the document and that without it.
    private func changes(
        between document: ReadWinners, and comparison: Comparison, _ releases: [RecordedReleases.Release],
        _ ordered: (ReaderAnalysis.Given, ReaderAnalysis.Given) -> (ReaderAnalysis.Given, ReaderAnalysis.Given)
    ) throws(CaseSpace.Failure) -> [ReaderChange] {
        var changes: [ReaderChange] = []
        for release in releases { changes += try self.changes(between: document, and: comparison, release, ordered) }
        return changes
    }

    private func changes(
        between document: ReadWinners, and comparison: Comparison, _ release: RecordedReleases.Release,
        _ ordered: (ReaderAnalysis.Given, ReaderAnalysis.Given) -> (ReaderAnalysis.Given, ReaderAnalysis.Given)
    ) throws(CaseSpace.Failure) -> [ReaderChange] {
        let winners = document.winners.decision(of: release)
        let (setting, read) = (document.setting, comparison.read)
        func change(_ winner: Winner, _ other: ReaderAnalysis.Given, _ users: [Case] = []) -> ReaderChange {
            let (before, after) = ordered(setting.given(by: winner), other)
            return ReaderChange(
                releases: [release.version], users: users, before: before, after: after, isAsWritten: false)
        }
        func changes(to other: ReaderAnalysis.Given) throws(CaseSpace.Failure) -> [ReaderChange] {
            let differing = try space.mapped(winners) { (winner: Winner) -> Winner? in
                guard let value = setting.value(of: winner), let known = other.value else { return winner }
                return read.type.readsSame(value, known) ? nil : winner
            }
            return try space.casesByValue(of: differing, as: Winner.self).map { winner, cases in
                change(winner, other, Self.users(cases))
            }
        }
        switch fallbacks.fallback(comparison.name, read, release) {
        case .code(let value):
            return try changes(to: ReaderAnalysis.Given(source: .code, value: value, users: nil))
        case .unreadableBundle:
            return try changes(to: ReaderAnalysis.Given(source: .bundled, value: nil, users: nil))
        case .bundled(let bundled, _):
            // Only a space of these two documents has the conditions of both.
            let pair = BundledPair(side: setting.side, bundled: release.bundled)
            let space = bundledSpaces[pair] ?? CaseSpace(setting.document, bundled.document)
            bundledSpaces[pair] = space
            let here = ReaderSetting(
                setting.setting, of: setting.document, as: read.type, formatLevel: release.formatLevel)
            let there = ReaderSetting(
                bundled.setting, of: bundled.document, as: read.type, formatLevel: release.formatLevel, side: .second)
            guard let one = try here.winners(in: space), let other = try there.winners(in: space) else { return [] }
            let (_, pairs) = try space.pairs(one.decision(of: release), other.decision(of: release)) {
                (left: Winner, right: Winner) in
                guard let one = here.value(of: left), let other = there.value(of: right) else { return true }
                return !read.type.readsSame(one, other)
            }
            return pairs.map { pair in
                change(
                    pair.left,
                    ReaderAnalysis.Given(source: .bundled, value: there.value(of: pair.right), users: nil))
            }
        }
    }

    /// Cases without the versions; none if they are everybody.
    private static func users(_ cases: [Case]) -> [Case] {
        cases.contains { $0.terms.isEmpty } ? [] : cases
    }
}

/// Changes of a setting, in which releases with the same change are joined.
private struct ChangeList {
    private(set) var all: [ReaderChange] = []

    mutating func add(_ changes: [ReaderChange]) {
        for change in changes {
            if let known = all.lastIndex(where: { $0.isSame(as: change) }) {
                all[known].releases = Set(all[known].releases + change.releases).sorted()
            } else {
                all.append(change)
            }
        }
    }
}

extension ReaderChange {
    fileprivate func isSame(as other: ReaderChange) -> Bool {
        isAsWritten == other.isAsWritten && users == other.users && before.isSame(as: other.before)
            && after.isSame(as: other.after)
    }
}

extension ReaderType {
    /// Whether code of this type gets equal values: `1` and `1.0` are equal numbers.
    func readsSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
        // Code of an optional type tells null from an object without members.
        guard !value.isNull, !other.isNull else { return value.isNull && other.isNull }
        switch wrapped {
        case .integer, .number:
            if let isLess = value.isLess(than: other), let isGreater = other.isLess(than: value) {
                return !isLess && !isGreater
            }
            return value == other
        case .array(let element):
            guard let one = value.array, let two = other.array, one.count == two.count else { return value == other }
            return zip(one, two).allSatisfy { element.readsSame($0, $1) }
        case .dictionary(let member):
            guard let one = value.object, let two = other.object, one.count == two.count else { return value == other }
            return one.allSatisfy { name, value in two[name].map { member.readsSame(value, $0) } ?? false }
        case .object(let members):
            guard value.kind == .object, other.kind == .object else { return value == other }
            // Members that the code does not know make no difference.
            return members.allSatisfy { member in
                let (one, two) = (value.member(named: member.name), other.member(named: member.name))
                guard let one, let two else { return (one?.isNull ?? true) && (two?.isNull ?? true) }
                return member.type.readsSame(one, two)
            }
        default: return value == other
        }
    }
}
