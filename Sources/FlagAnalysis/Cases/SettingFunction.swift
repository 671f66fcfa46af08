package import FlagResolver

/// A setting as a function: which entry wins in each case, and which value it gives.
///
/// ```swift
/// let function = try SettingFunction(of: setting, in: CaseSpace(document))
/// for segment in function?.segments ?? [] { print(segment.interval, document.tree[segment.value]) }
/// ```
///
/// 1. For every context with an app version, its result is that of ``SettingsDocument/resolve(_:for:)``, computed exactly
///    and not sampled.
/// 2. The first axis is the version line. Most settings test nothing else: their decisions are leaves, which one sweep
///    finds.
package struct SettingFunction {
    package let space: CaseSpace
    /// For every version, the ``Winner`` as a function of the other axes.
    package private(set) var winners: CaseMap
    /// Whether no entry tests more than the version.
    package let testsOnlyVersion: Bool
    /// The setting; `nil` if the document does not have it.
    private let record: SettingRecord?
    private let side: DocumentSide
    /// The value of each winner: the default, then the entries. If the setting is unresolvable, the class of the default is
    /// ``noValue``, and its node is the setting itself.
    private var values: [ClassifiedValue]
    /// The values of the last winners, if the document does not have them.
    private var otherValues: [JSONValue] = []

    /// The class of the default of an unresolvable setting, whose default is missing or has the wrong type.
    static let noValue = -1

    /// The function of a setting that the document does not have: one value, which equals no other value.
    static func absent(in space: CaseSpace) -> SettingFunction { SettingFunction(absentIn: space) }

    private init(absentIn space: CaseSpace) {
        self.space = space
        winners = VersionMap(.always(Winner.default))
        testsOnlyVersion = true
        record = nil
        side = .first
        values = [ClassifiedValue(node: 0, valueClass: Self.noValue - 1)]
    }

    /// A setting of a document of the space; `nil` if it is unresolvable: its default is missing or has the wrong type.
    ///
    /// - Parameter axes: Axes on which a value is given; others vary.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the values' text. A setting
    ///   that tests more than the version is limited by ``CaseLimit``.
    package init?(
        of setting: SettingIndex, in space: CaseSpace, side: DocumentSide = .first, fixing axes: FixedAxes = .none
    ) throws(CaseSpace.Failure) {
        let document = space.side(side)
        guard !document[setting].isUnresolvable else { return nil }
        var classes = ValueClasses(of: document.tree)
        try self.init(of: setting, in: space, numbering: &classes, side: side)
        if !testsOnlyVersion { winners = try space.fixing(axes, in: winners) }
    }

    /// Any setting of a document of the space. Its values are numbered in document order, after the default.
    ///
    /// - Parameter classes: Passing them in reuses their memory, or numbers the values of two settings together.
    init(
        of setting: SettingIndex, in space: CaseSpace, numbering classes: inout ValueClasses,
        side: DocumentSide = .first
    ) throws(CaseSpace.Failure) {
        try self.init(
            of: setting, in: space, winners: space.winners(of: setting, in: side), numbering: &classes, side: side)
    }

    /// A setting whose winners are known.
    init(
        of setting: SettingIndex, in space: CaseSpace, winners: CaseMap, numbering classes: inout ValueClasses,
        side: DocumentSide = .first
    ) {
        let document = space.side(side)
        let record = document[setting]
        self.space = space
        self.winners = winners
        testsOnlyVersion = !document.testsMoreThanVersion(setting)
        self.record = record
        self.side = side
        var values: [ClassifiedValue] = []
        values.reserveCapacity(record.entries.count + 1)
        values.append(
            record.isUnresolvable
                ? ClassifiedValue(node: Int(record.node), valueClass: Self.noValue)
                : classes.classified(Int(record.defaultValue), in: side))
        for entry in record.entries { values.append(classes.classified(Int(document[entry].value), in: side)) }
        self.values = values
    }

    /// The same setting with other winners.
    ///
    /// - Parameter otherValues: Values that the document does not have. The winners that give them follow those of the document,
    ///   and no two of them are equal.
    func with(_ winners: CaseMap, giving otherValues: [JSONValue]) -> SettingFunction {
        var function = self
        function.winners = winners
        function.otherValues = otherValues
        for index in otherValues.indices {
            function.values.append(
                ClassifiedValue(node: Int(record?.node ?? 0), valueClass: Self.noValue - 2 - index))
        }
        return function
    }

    /// The same setting where a value is given on some axes.
    package func fixing(_ axes: FixedAxes) throws(CaseSpace.Failure) -> SettingFunction {
        var function = self
        function.winners = try space.fixing(axes, in: winners)
        return function
    }
}

extension SettingFunction {
    /// Whether the document does not have the setting.
    var isAbsent: Bool { record == nil }

    /// The well-formed entries of the setting.
    var entries: Range<EntryIndex> { record?.entries ?? EntryIndex(0)..<EntryIndex(0) }

    /// The entry that wins; `nil` for the default.
    package func entry(of winner: Winner) -> EntryIndex? {
        winner.entry.map { entries.lowerBound.advanced(by: $0) }
    }

    /// Whether the value of an entry has the declared type, so that the entry can win.
    func isEligible(_ entry: EntryIndex) -> Bool {
        let document = space.side(side)
        return record?.isEligible(document[entry], in: document.tree) ?? false
    }

    /// The node of the value that a winner gives; that of the setting, if the document does not have the value.
    package func value(of winner: Winner) -> Int { values[winner.leaf].node }

    /// The value that a winner gives.
    package func jsonValue(of winner: Winner) -> JSONValue {
        let other = winner.leaf - (values.count - otherValues.count)
        return other >= 0 ? otherValues[other] : space.side(side).tree[value(of: winner)]
    }

    /// Identifies the value that a winner gives: two values are equal if and only if their classes are.
    package func valueClass(of winner: Winner) -> Int { values[winner.leaf].valueClass }

    /// The value that a winner gives.
    func classifiedValue(of winner: Winner) -> ClassifiedValue { values[winner.leaf] }

    /// The winners in document order: the default, then the entries.
    var allWinners: some RandomAccessCollection<Winner> { values.indices.lazy.map { Winner(leaf: $0) } }

    /// For each winner, the first one that gives the same value and so stands for it.
    package func representatives() -> ValueRepresentatives {
        // Up to this many winners are compared in pairs, which is faster than hashing.
        guard values.count > 16 else {
            return ValueRepresentatives(
                winners: allWinners.map { winner in
                    let valueClass = valueClass(of: winner)
                    return allWinners.first { self.valueClass(of: $0) == valueClass } ?? winner
                })
        }
        var firsts: [Int: Winner] = [:]
        return ValueRepresentatives(
            winners: allWinners.map { winner in
                let valueClass = valueClass(of: winner)
                let first = firsts[valueClass] ?? winner
                firsts[valueClass] = first
                return first
            })
    }

    /// For every version, the value: the first winner that gives it.
    package func valueMap() throws(CaseSpace.Failure) -> CaseMap {
        let representatives = representatives()
        guard !representatives.areAllDistinct else { return winners }
        return try space.mapped(winners) { (winner: Winner) in representatives[winner] }
    }

    /// The nodes of the values that the setting has, each value once, in the order of its cases.
    package func distinctValues() -> [Int] {
        var known: Set<Int> = []
        return space.values(of: winners, as: Winner.self).filter { known.insert(valueClass(of: $0)).inserted }
            .map { value(of: $0) }
    }
}

/// For each winner of a setting, the first one that gives the same value.
package struct ValueRepresentatives {
    fileprivate let winners: [Winner]

    package subscript(winner: Winner) -> Winner { winners[winner.leaf] }

    /// Whether no two winners give the same value.
    fileprivate var areAllDistinct: Bool { winners.indices.allSatisfy { winners[$0].leaf == $0 } }
}
