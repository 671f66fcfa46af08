package import FlagResolver

// # The case space
//
// A setting whose entries test more than the version is a function of several axes. Like every setting, it is a
// `VersionMap` along the version line. Its values there are decisions: functions of the other axes.
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
// | `CaseAxes` | the axes of one or two documents |
// | `CaseSpace` | the entries and settings of these documents as decisions |
// | `SettingFunction`, `Winner` | a setting, whatever its entries test: which of them wins in each case, and its value |
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
// 4. Its cases: (<2.0.0: legacy), (>=2.0.0, country not DE or AT: legacy), and so on. Cases that differ on one axis
//    only are joined.

/// The settings of one or two documents as functions of all axes that conditions test.
///
/// A space is used on one thread. Spaces on several threads share their ``CaseAxes``. The decisions of a setting whose
/// entries test only versions are leaves.
package final class CaseSpace {
    /// Why a question about a setting cannot be answered.
    package enum Failure: Error {
        /// The answer is too complex.
        case limit(CaseLimit)
        /// An attribute is tested both as a string and as a version, at these nodes.
        case mixedTypes(attribute: String, string: ConditionNode, version: ConditionNode)
        /// The setting has no value: its default is missing or has the wrong type.
        case unresolvable
        /// Conditions outside the document cannot be read, for example because together they are too long.
        case unreadable(reason: String)
    }

    /// The node of a condition.
    package struct ConditionNode: Sendable {
        package let side: DocumentSide
        package let node: Int
    }

    /// The documents and the axes, which other spaces may share.
    package let axes: CaseAxes
    /// Whether the app version is absent; otherwise it is any version.
    let isWithoutVersion: Bool
    var diagram: DecisionDiagram
    /// Memory that all lists of cases use, one after the other.
    var caseTable = CaseTable()
    /// Memory that all lists of conditions use, one after the other.
    var candidateLists = UniqueLists<Decision>()

    /// The segments that satisfy each condition, by its number; `nil` until they are needed.
    var conditionSegments: [SegmentSet?]
    /// Caches: each term in words, and as the JSON of a condition.
    var termTexts: [TextLength: [Case.Term: String]] = [:]
    var termConditions: [Case.Term: String] = [:]
    var trueSettings: [SettingOfSide: Result<CaseMap, Failure>] = [:]
    var trueSettingLists: [SettingsOfSide: Result<CaseMap, Failure>] = [:]

    struct SettingOfSide: Hashable {
        let side: DocumentSide
        let setting: SettingIndex
    }

    /// The space of one document, or of two.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the conditions.
    package convenience init(_ first: SettingsDocument, _ second: SettingsDocument? = nil) {
        self.init(CaseAxes(first, second))
    }

    /// - Parameter isWithoutVersion: Whether the space is that of contexts without an app version. Functions are then the
    ///   same for every version.
    package init(_ axes: CaseAxes, isWithoutVersion: Bool = false) {
        self.axes = axes
        self.isWithoutVersion = isWithoutVersion
        conditionSegments = Array(repeating: nil, count: axes.conditionCount)
        diagram = DecisionDiagram(
            segmentCounts: axes.lines.map(\.segmentCount), knownBuckets: axes.knownBuckets,
            settingCount: axes.sides.map(\.loaded.indices.count).max() ?? 0)
    }

    /// The axes in ascending order.
    package var lines: [AxisLine] { axes.lines }
    /// The index of each axis in ``lines``.
    var indices: [Axis: Int] { axes.indices }
    /// For each axis of buckets, the index of the axis of their keys.
    var keyAxes: [Int?] { axes.keyAxes }
    /// For each axis, why its conditions cannot be analysed; `nil` if they can.
    var mixedAxes: [Failure?] { axes.mixed }

    func side(_ side: DocumentSide) -> CaseAxes.Side {
        side == .first ? axes.sides[0] : axes.sides[axes.sides.count - 1]
    }
}
