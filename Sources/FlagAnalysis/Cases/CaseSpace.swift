package import FlagResolver

// # The case space
//
// A setting whose entries test more than the version is a function of several axes. Along the version line it is a
// `VersionMap`, as every setting is. Its values there are decisions: functions of the other axes.
//
//     conditions ──► AxisLine ──────► DecisionDiagram ──► CaseMap ──────────► CaseTable ──► commands
//     (JSON)         (cuts, segments) (one per entry)     (one per setting)   (answers)
//
// | type | what it is |
// |---|---|
// | `Axis`, `AxisLine` | an attribute, the date, the targeting key or the buckets of a salt, cut where conditions change |
// | `SegmentSet` | what a condition allows on one axis |
// | `Decision`, `DecisionDiagram` | functions of all axes; equal functions are equal decisions |
// | `ProductTable`, `UniqueLists` | the work of combining functions; equal nodes and states are stored once |
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

    /// A document. It is a class, because copies of its tables are expensive.
    final class Side {
        let loaded: LoadedSettings
        let tree: JSONTree
        let conditions: NumberedConditions

        init(_ document: SettingsDocument, _ conditions: NumberedConditions) {
            loaded = document.loaded
            tree = document.tree
            self.conditions = conditions
        }

        /// The versions of an entry.
        func versions(of entry: EntryIndex) -> VersionSet { loaded[entry].bounds.versions(sets: loaded.sets) }
    }

    private let sides: [Side]
    /// Whether the app version is absent instead of any.
    let isWithoutVersion: Bool
    /// The axes in ascending order.
    package let lines: [AxisLine]
    /// The index of each axis in ``lines``.
    let indices: [Axis: Int]
    /// For each axis of buckets, the index of the axis of their keys.
    let keyAxes: [Int?]
    /// For each axis, why conditions on it cannot be answered.
    let mixedAxes: [Failure?]
    var diagram: DecisionDiagram

    /// The segments that satisfy each condition, by its number; `nil` until they are needed.
    var conditionSegments: [SegmentSet?]
    /// How terms are worded, and how entries state them.
    var termTexts: [Case.Term: String] = [:]
    var termConditions: [Case.Term: String] = [:]
    var trueSettings: [SettingOfSide: Result<CaseMap, Failure>] = [:]

    struct SettingOfSide: Hashable {
        let side: DocumentSide
        let setting: SettingIndex
    }

    /// The space of one document, or of two.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the conditions.
    package init(_ first: SettingsDocument, _ second: SettingsDocument? = nil) {
        isWithoutVersion = false
        var collector = CutCollector()
        var collected = [(first, collector.insert(first.loaded, first.tree, .first))]
        if let second { collected.append((second, collector.insert(second.loaded, second.tree, .second))) }
        let order = collector.axes.indices.sorted { collector.axes[$0] < collector.axes[$1] }
        var positions = order
        for (position, number) in order.enumerated() { positions[number] = position }
        sides = collected.map { Side($0, $1.renumberingAxes(positions)) }
        conditionSegments = Array(repeating: nil, count: collector.conditionCount)
        let axes = order.map { collector.axes[$0] }
        lines = order.map { AxisLine(collector.axes[$0], collector.cuts[$0]) }
        let indices = Dictionary(axes.enumerated().map { ($1, $0) }) { first, _ in first }
        self.indices = indices
        keyAxes = axes.map { axis in
            if case .bucket(_, let by) = axis { indices[Axis(attribute: by)] } else { nil }
        }
        mixedAxes = order.map { collector.mixedTypes(ofAxis: $0) }
        diagram = DecisionDiagram(
            segmentCounts: lines.map(\.segmentCount), knownBuckets: Self.knownBuckets(of: lines, keyAxes))
    }

    /// The space of the same documents for contexts without an app version. Functions are the same for every version.
    package init(withoutVersion other: CaseSpace) {
        isWithoutVersion = true
        sides = other.sides
        lines = other.lines
        indices = other.indices
        keyAxes = other.keyAxes
        mixedAxes = other.mixedAxes
        conditionSegments = other.conditionSegments
        diagram = DecisionDiagram(
            segmentCounts: lines.map(\.segmentCount), knownBuckets: other.diagram.knownBuckets)
    }

    func side(_ side: DocumentSide) -> Side { side == .first ? sides[0] : sides[sides.count - 1] }

    /// The buckets of all strings that conditions name, on the axes whose values are keys.
    private static func knownBuckets(of lines: [AxisLine], _ keyAxes: [Int?]) -> [Int: [Int32: [Int: Int32]]] {
        var result: [Int: [Int32: [Int: Int32]]] = [:]
        for (axis, line) in lines.enumerated() {
            guard case .bucket(let salt, _) = line.axis, let key = keyAxes[axis] else { continue }
            for segment in lines[key].stringSegments {
                guard let text = lines[key].onlyString(of: segment) else { continue }
                let bucket = RolloutBucket.bucket(ofKey: String(decoding: text, as: UTF8.self), salt: salt)
                result[key, default: [:]][segment, default: [:]][axis] = line.segment(ofBucket: bucket)
            }
        }
        return result
    }
}
