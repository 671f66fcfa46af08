package import FlagResolver

// # The case space
//
// A setting whose entries test more than the version is a function of several axes. Along the version line it is a
// `VersionMap`, as every setting is. Its values there are decisions: functions of the other axes.
//
//     conditions ──► AxisLine ──────► DecisionDiagram ──► VersionMap<Decision> ──► CaseTable ──► commands
//     (JSON)         (cuts, segments) (one per entry)     (one per setting)        (answers)
//
// | type | what it is |
// |---|---|
// | `Axis`, `AxisLine` | an attribute, the date, the targeting key or the buckets of a salt, cut where conditions change |
// | `SegmentSet` | what a condition allows on one axis |
// | `Decision`, `DecisionDiagram` | functions of all axes; equal functions are equal decisions |
// | `CaseSpace` | the axes of one or two documents, and their entries and settings as decisions |
// | `CaseTable` | a function as a list of cases, which are disjoint, complete and canonical |
//
// # A worked example
//
//     { "defaultValue": "legacy", "valuesByVersion": [
//         { "appVersion": ">=2.0.0", "when": { "country": ["DE", "AT"] },
//           "rollout": { "percent": 25, "salt": "checkout" }, "value": "modern" } ] }
//
// 1. The axes are `country`, with the segments "absent", "false", "true", "numbers", "strings below AT", "AT", "strings
//    between AT and DE", "DE" and "strings above DE"; `targetingKey`, with "absent" and "strings"; and the buckets of
//    "checkout", with the segments 0–24,999 and 25,000–99,999.
// 2. The entry is a path: country AT or DE, then a targeting key, then a bucket below 25,000. Everything else leads to
//    "no".
// 3. Along the version line the setting is "default" below 2.0.0. From there on, it is the path of the entry, with
//    "entry 0" for yes and "default" for no.
// 4. Its cases: (<2.0.0: legacy), (>=2.0.0, country not DE or AT: legacy), and so on. Conditions that differ on one axis
//    only are joined.

/// For every version, a function of the other axes.
package typealias CaseMap = VersionMap<Decision>

/// The axes that the conditions of one or two documents test, and their settings as functions of all axes.
///
/// A setting whose entries test only versions has leaves as its decisions.
package final class CaseSpace {
    /// Why a question about a setting cannot be answered.
    package enum Failure: Error {
        /// The answer is too complex.
        case limit(CaseLimit)
        /// An attribute is tested both as a string and as a version, at these nodes.
        case mixedTypes(attribute: String, string: ConditionNode, version: ConditionNode)
        /// The setting has no value: its default is missing or has the wrong type.
        case unresolvable
    }

    /// The node of a condition.
    package struct ConditionNode: Sendable {
        package let side: DocumentSide
        package let node: Int
    }

    private let sides: [Side]
    /// Whether the app version is absent instead of any.
    private let isWithoutVersion: Bool
    /// The axes in ascending order.
    package let lines: [AxisLine]
    /// The index of each axis in ``lines``.
    let indices: [Axis: Int]
    private let mixedAxes: [Int: Failure]
    private(set) var diagram: DecisionDiagram
    private var sets: [SetKey: SegmentSet] = [:]
    private var areTrue: [SettingKey: Result<VersionMap<Decision>, Failure>] = [:]

    /// A document. It is a class, because copies of its tables are expensive.
    private final class Side {
        let loaded: LoadedSettings
        let tree: JSONTree

        init(loaded: LoadedSettings, tree: JSONTree) {
            self.loaded = loaded
            self.tree = tree
        }
    }

    private struct SetKey: Hashable {
        let axis: Int
        let condition: [UInt8]
    }

    private struct SettingKey: Hashable {
        let side: DocumentSide
        let setting: SettingIndex
    }

    /// The space of one document, or of two.
    ///
    /// - Parameter isWithoutVersion: Whether to answer for contexts without an app version; functions are then the same for
    ///   every version.
    /// - Complexity: O(*n* log *n*) in the size of the conditions.
    package init(_ first: SettingsDocument, _ second: SettingsDocument? = nil, isWithoutVersion: Bool = false) {
        self.isWithoutVersion = isWithoutVersion
        sides = ([first] + [second].compactMap { $0 }).map { Side(loaded: $0.loaded, tree: $0.tree) }
        var collector = CutCollector()
        for (index, side) in sides.enumerated() {
            collector.insert(side.loaded, side.tree, index == 0 ? .first : .second)
        }
        let axes = collector.cuts.keys.sorted()
        lines = axes.map { AxisLine($0, collector.cuts[$0] ?? ConditionCuts()) }
        indices = Dictionary(axes.enumerated().map { ($1, $0) }) { first, _ in first }
        mixedAxes = collector.mixedTypes(of: axes)
        diagram = DecisionDiagram(
            segmentCounts: lines.map(\.segmentCount), knownBuckets: Self.knownBuckets(of: lines))
    }

    private func side(_ side: DocumentSide) -> Side { side == .first ? sides[0] : sides[sides.count - 1] }

    /// The buckets of all strings that conditions name, on the axes whose values are keys.
    private static func knownBuckets(of lines: [AxisLine]) -> [Int: [Int32: [Int: Int32]]] {
        var result: [Int: [Int32: [Int: Int32]]] = [:]
        for (axis, line) in lines.enumerated() {
            guard case .bucket(let salt, let by) = line.axis,
                let key = lines.firstIndex(where: { $0.axis == Axis(attribute: by) })
            else { continue }
            for segment in lines[key].stringSegments {
                guard let text = lines[key].onlyString(of: segment) else { continue }
                let bucket = RolloutBucket.bucket(ofKey: String(decoding: text, as: UTF8.self), salt: salt)
                result[key, default: [:]][segment, default: [:]][axis] = line.segment(ofBucket: bucket)
            }
        }
        return result
    }
}

// MARK: Collecting cuts

/// Collects what the conditions of documents name on each axis.
private struct CutCollector {
    var cuts: [Axis: ConditionCuts] = [:]
    private var side = DocumentSide.first
    private var stringTests: [Axis: CaseSpace.ConditionNode] = [:]
    private var versionTests: [Axis: CaseSpace.ConditionNode] = [:]
    /// The conditions that were collected, so that those with equal texts are read once.
    private var known: [Axis: Set<[UInt8]>] = [:]

    mutating func insert(_ loaded: LoadedSettings, _ tree: JSONTree, _ side: DocumentSide) {
        self.side = side
        for targeting in loaded.targeting {
            guard let targeting else { continue }
            if let when = targeting.when {
                for (key, condition) in tree.members(of: when) where !tree.isMetadata(key: key) {
                    insert(condition, tree, named: tree.string(at: key) ?? "")
                }
            }
            for instant in [targeting.from, targeting.until].compactMap({ $0 }) {
                cuts[.date, default: ConditionCuts()].instants.insert(instant)
            }
            for rollout in targeting.rollout.map({ tree.rollouts(at: $0) }) ?? [] {
                let key = Axis(attribute: rollout.by)
                if cuts[key] == nil { cuts[key] = ConditionCuts() }
                let axis = Axis.bucket(salt: rollout.salt, by: rollout.by)
                for slice in rollout.slices {
                    cuts[axis, default: ConditionCuts()].buckets.formUnion([slice.lowerBound, slice.upperBound])
                }
            }
        }
    }

    private mutating func insert(_ condition: Int, _ tree: JSONTree, named name: String) {
        // Within the space there is always an app version.
        guard name != "appVersion" else { return }
        let axis = name == "date" ? Axis.date : Axis(attribute: name)
        guard known[axis, default: []].insert(tree.text(of: condition)).inserted else { return }
        var found = cuts.removeValue(forKey: axis) ?? ConditionCuts()
        found.insert(condition, of: tree)
        if let node = found.stringTest, stringTests[axis] == nil {
            stringTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        if let node = found.versionTest, versionTests[axis] == nil {
            versionTests[axis] = CaseSpace.ConditionNode(side: side, node: node)
        }
        cuts[axis] = found
    }

    /// The axes whose attributes are tested both as strings and as versions.
    func mixedTypes(of axes: [Axis]) -> [Int: CaseSpace.Failure] {
        var result: [Int: CaseSpace.Failure] = [:]
        for (index, axis) in axes.enumerated() {
            guard let string = stringTests[axis], let version = versionTests[axis] else { continue }
            result[index] = .mixedTypes(attribute: axis.description, string: string, version: version)
        }
        return result
    }
}

// MARK: Entries

extension CaseSpace {
    /// What an entry allows on each axis beside its versions and its prerequisites.
    private struct Terms {
        var sets: [Int: SegmentSet] = [:]
        /// Whether the entry names keys, so that some of their buckets are known.
        var namesKey = false
        /// Whether the entry cannot match because of the presence or absence of an app version.
        var isImpossible = false

        mutating func add(_ set: SegmentSet, _ axis: Int) {
            sets[axis] = sets[axis].map { $0.intersection(set) } ?? set
        }
    }

    private func terms(_ targeting: EntryTargeting, _ side: Side) throws(Failure) -> Terms {
        var terms = Terms()
        if let when = targeting.when {
            for (key, node) in side.tree.members(of: when) where !side.tree.isMetadata(key: key) {
                let name = side.tree.string(at: key) ?? ""
                if name == "appVersion" {
                    if side.tree.requiresAbsence(node) != isWithoutVersion { terms.isImpossible = true }
                    continue
                }
                let axis = name == "date" ? Axis.date : Axis(attribute: name)
                guard let index = indices[axis] else { continue }
                if let failure = mixedAxes[index] { throw failure }
                terms.add(segments(satisfying: node, side.tree, axis: index), index)
            }
        }
        if targeting.from != nil || targeting.until != nil, let date = indices[.date] {
            let line = lines[date]
            let first = targeting.from.map { line.segment(of: $0) } ?? 1
            let end = targeting.until.map { line.segment(of: $0) } ?? line.segmentCount
            terms.add(first < end ? SegmentSet(first..<end) : .none, date)
        }
        let rollouts = targeting.rollout.map { side.tree.rollouts(at: $0) } ?? []
        for rollout in rollouts {
            guard let key = indices[Axis(attribute: rollout.by)],
                let bucket = indices[.bucket(salt: rollout.salt, by: rollout.by)]
            else { continue }
            if let failure = mixedAxes[key] { throw failure }
            if let set = terms.sets[key], set != SegmentSet(lines[key].stringSegments) { terms.namesKey = true }
            let line = lines[bucket]
            let included = rollout.slices.map {
                line.segment(ofBucket: $0.lowerBound)..<line.segment(ofBucket: $0.upperBound)
            }
            terms.add(SegmentSet(included), bucket)
            terms.add(SegmentSet(lines[key].stringSegments), key)
        }
        return terms
    }

    /// The condition of an entry beside its versions and its prerequisites: a decision between yes and no.
    private func condition(_ targeting: EntryTargeting, _ side: Side, yes: Decision) throws(Failure) -> Decision {
        let terms = try terms(targeting, side)
        guard !terms.isImpossible else { return .no }
        guard terms.namesKey else { return path(terms.sets, yes: yes) }
        // The buckets of strings that the entry names are known, which a product finds out.
        let isBucket = { (axis: Int) in if case .bucket = self.lines[axis].axis { true } else { false } }
        let keys = path(terms.sets.filter { !isBucket($0.key) }, yes: yes)
        let buckets = path(terms.sets.filter { isBucket($0.key) }, yes: yes)
        return try products(of: [[keys, buckets]], DecisionDiagram.conjunction)[0]
    }

    /// What an entry allows on each axis that it tests, beside the versions and prerequisites; empty if nothing.
    func terms(of entry: EntryIndex, in side: DocumentSide = .first) throws(Failure) -> [Int: SegmentSet] {
        let document = self.side(side)
        return try document.loaded.targeting(of: entry).map { (targeting) throws(Failure) in
            try terms(targeting, document).sets
        } ?? [:]
    }

    /// The decision that is `yes` where the value of each axis is in its set.
    func path(_ terms: [Int: SegmentSet], yes: Decision) -> Decision {
        guard !terms.values.contains(where: \.isEmpty) else { return .no }
        return terms.sorted { $0.key > $1.key }.reduce(yes) { rest, term in
            diagram.node(axis: term.key, term.value, inside: rest, outside: .no)
        }
    }

    private func segments(satisfying condition: Int, _ tree: JSONTree, axis: Int) -> SegmentSet {
        let key = SetKey(axis: axis, condition: tree.text(of: condition))
        if let known = sets[key] { return known }
        let set = lines[axis].segments(satisfying: condition, of: tree)
        sets[key] = set
        return set
    }

    /// For every version, when an entry can win: a decision between no and yes.
    ///
    /// - Parameter yes: The decision where it can.
    package func condition(
        of entry: EntryIndex, in side: DocumentSide, yes: Decision = .yes
    ) throws(Failure) -> VersionMap<Decision> {
        var map = try conditionWithoutPrerequisites(of: entry, in: side, yes: yes)
        let loaded = self.side(side).loaded
        for index in loaded.targeting(of: entry)?.prerequisites ?? 0..<0 {
            guard let required = loaded.prerequisites[index].setting else { return VersionMap(.no) }
            let isTrue = try self.isTrue(required, in: side)
            map = try combined(map, isTrue, DecisionDiagram.conjunction)
        }
        return map
    }

    /// For every version, when the conditions of an entry other than its prerequisites hold.
    func conditionWithoutPrerequisites(
        of entry: EntryIndex, in side: DocumentSide = .first, yes: Decision = .yes
    ) throws(Failure) -> VersionMap<Decision> {
        let document = self.side(side)
        let loaded = document.loaded
        let testsVersion = loaded.targeting(of: entry)?.testsVersion ?? true
        if isWithoutVersion, testsVersion { return VersionMap(.no) }
        guard let targeting = loaded.targeting(of: entry) else {
            return VersionMap(loaded[entry].bounds.versions(sets: loaded.sets), inside: yes, outside: .no)
        }
        let versions = testsVersion ? loaded[entry].bounds.versions(sets: loaded.sets) : .all
        let condition = try condition(targeting, document, yes: yes)
        return VersionMap(versions, inside: condition, outside: .no)
    }
}

extension JSONTree {
    /// Whether a condition that tests only whether something is absent requires that it is.
    fileprivate func requiresAbsence(_ condition: Int) -> Bool {
        members(of: condition).contains { key, value in
            if case .absent = conditionMember(key) { kind(of: value) == .true } else { false }
        }
    }
}

// MARK: Settings

extension CaseSpace {
    /// For every version, which entry wins, as its index in the setting plus 1; 0 is the default.
    ///
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the number of different
    ///   states; see ``CaseLimit``.
    package func winners(of setting: SettingIndex, in side: DocumentSide = .first) throws(Failure)
        -> VersionMap<Decision>
    {
        let document = self.side(side)
        guard document.loaded.testsMoreThanVersion(setting) else {
            guard !isWithoutVersion else { return VersionMap(.no) }
            let record = document.loaded[setting]
            let versions = record.entries.map { entry in
                record.isEligible(document.loaded[entry], in: document.tree)
                    ? document.loaded[entry].bounds.versions(sets: document.loaded.sets) : .none
            }
            return VersionMap.firstMatch(of: versions).mapped { .leaf($0.map { $0 + 1 } ?? 0) }
        }
        return try firstMatch(of: conditions(of: setting, in: side))
    }

    /// When each entry of a setting can win: a decision between no and its index in the setting plus 1.
    ///
    /// An entry whose value does not have the declared type can never win.
    package func conditions(of setting: SettingIndex, in side: DocumentSide = .first) throws(Failure)
        -> [VersionMap<Decision>]
    {
        try resolvePrerequisites(of: setting, in: side)
        let document = self.side(side)
        let record = document.loaded[setting]
        var conditions: [VersionMap<Decision>] = []
        conditions.reserveCapacity(record.entries.count)
        for (index, entry) in record.entries.enumerated() {
            guard record.isEligible(document.loaded[entry], in: document.tree) else {
                conditions.append(VersionMap(.no))
                continue
            }
            conditions.append(try condition(of: entry, in: side, yes: .leaf(index + 1)))
        }
        return conditions
    }

    /// For every version, the first of some conditions that holds; no where none does.
    package func firstMatch(of conditions: [VersionMap<Decision>]) throws(Failure) -> VersionMap<Decision> {
        let conditions = conditions.map { $0.mapped { $0 == .no ? [] : [$0] } }
        let candidates = Self.candidates(conditions[...])
        let roots = candidates.indices.map { candidates.value(at: $0) }
        let decisions = try products(of: roots, DecisionDiagram.firstMatch)
        var next = 0
        // Each segment is mapped once, in ascending order.
        return candidates.mapped { _ in
            defer { next += 1 }
            return decisions[next]
        }
    }

    /// For every version, the conditions that can hold, in order, up to the first that always holds.
    private static func candidates(_ conditions: ArraySlice<VersionMap<[Decision]>>) -> VersionMap<[Decision]> {
        guard conditions.count > 1 else { return conditions.first ?? VersionMap([]) }
        let middle = conditions.startIndex + conditions.count / 2
        return candidates(conditions[..<middle]).combined(with: candidates(conditions[middle...])) { earlier, later in
            earlier.last?.leaf == nil ? earlier + later : earlier
        }
    }

    /// For every version, when a setting is `true`.
    func isTrue(_ setting: SettingIndex, in side: DocumentSide) throws(Failure) -> VersionMap<Decision> {
        let key = SettingKey(side: side, setting: setting)
        if let known = areTrue[key] { return try known.get() }
        let document = self.side(side)
        let record = document.loaded[setting]
        guard !record.isUnresolvable else {
            areTrue[key] = .success(VersionMap(.no))
            return VersionMap(.no)
        }
        var isTrue = [record.defaultKind == .true]
        for entry in record.entries { isTrue.append(document.loaded[entry].valueKind == .true) }
        let result: Result<VersionMap<Decision>, Failure>
        do throws(Failure) {
            let winners = try winners(of: setting, in: side)
            result = .success(try mapped(winners) { isTrue[$0] ? .yes : .no })
        } catch {
            result = .failure(error)
        }
        areTrue[key] = result
        return try result.get()
    }

    /// Computes the settings that a setting requires, directly or through others, without recursion.
    private func resolvePrerequisites(of setting: SettingIndex, in side: DocumentSide) throws(Failure) {
        let loaded = self.side(side).loaded
        guard !loaded.prerequisites.isEmpty else { return }
        var unresolved = loaded.prerequisites(of: setting)
        while let next = unresolved.last {
            let missing = loaded.prerequisites(of: next)
                .filter { areTrue[SettingKey(side: side, setting: $0)] == nil }
            if missing.isEmpty || areTrue[SettingKey(side: side, setting: next)] != nil {
                unresolved.removeLast()
                _ = try isTrue(next, in: side)
            } else {
                unresolved += missing
            }
        }
    }
}

// MARK: Functions

extension DecisionDiagram {
    /// The first condition that holds; its leaves other than ``Decision/no`` are the result. No condition: no.
    static func firstMatch(_ operands: inout [Decision]) -> Decision? {
        operands.removeAll { $0 == .no }
        if let end = operands.firstIndex(where: { $0.leaf != nil }) { operands.removeSubrange((end + 1)...) }
        return operands.count > 1 ? nil : operands.first ?? .no
    }

    /// The last of some conditions where all of them hold; otherwise no.
    static func conjunction(_ operands: inout [Decision]) -> Decision? {
        if operands.contains(.no) { return .no }
        let last = operands.last { $0.leaf != nil && $0 != .yes } ?? .yes
        operands.removeAll { $0.leaf != nil }
        if operands.isEmpty { return last }
        if last != .yes { operands.append(last) }
        return operands.count == 1 ? operands[0] : nil
    }
}

extension CaseSpace {
    func products(
        of roots: [[Decision]], fixing fixed: [Int: Int32] = [:], _ reduce: (inout [Decision]) -> Decision?
    ) throws(Failure) -> [Decision] {
        do throws(DecisionDiagram.StateLimit) {
            return try diagram.products(of: roots, fixing: fixed, reduce)
        } catch {
            let axes = error.statesByAxis.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
            throw .limit(
                CaseLimit(kind: .states, limit: CaseLimit.stateCount, axes: axes.map { lines[$0.key].axis }))
        }
    }

    /// A function of the leaves of a map.
    package func mapped(
        _ map: VersionMap<Decision>, _ transform: (Int) -> Decision
    ) throws(Failure) -> VersionMap<Decision> {
        try mapped(map, fixing: [:], transform)
    }

    /// A map whose result does not depend on some axes, because their segments are given.
    func fixing(
        _ segments: [Int: Int32], in map: VersionMap<Decision>
    ) throws(Failure) -> VersionMap<Decision> {
        try mapped(map, fixing: segments) { .leaf($0) }
    }

    private func mapped(
        _ map: VersionMap<Decision>, fixing fixed: [Int: Int32], _ transform: (Int) -> Decision
    ) throws(Failure) -> VersionMap<Decision> {
        let decisions = try products(of: map.indices.map { [map.value(at: $0)] }, fixing: fixed) { operands in
            operands[0].leaf.map(transform)
        }
        var next = 0
        return map.mapped { _ in
            defer { next += 1 }
            return decisions[next]
        }
    }

    /// A function of the leaves of two maps.
    package func combined(
        _ left: VersionMap<Decision>, _ right: VersionMap<Decision>, _ combine: (Int, Int) -> Decision
    ) throws(Failure) -> VersionMap<Decision> {
        try combined(left, right) { operands in
            guard let left = operands[0].leaf, let right = operands[1].leaf else { return nil }
            return combine(left, right)
        }
    }

    private func combined(
        _ left: VersionMap<Decision>, _ right: VersionMap<Decision>, _ reduce: (inout [Decision]) -> Decision?
    ) throws(Failure) -> VersionMap<Decision> {
        let pairs = left.combined(with: right) { [$0, $1] }
        let decisions = try products(of: pairs.indices.map { pairs.value(at: $0) }, reduce)
        var next = 0
        return pairs.mapped { _ in
            defer { next += 1 }
            return decisions[next]
        }
    }
}
