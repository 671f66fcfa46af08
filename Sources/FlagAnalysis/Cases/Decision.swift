/// A function of the values on all axes: a leaf, which is a number, or a node that decides by the value on one axis.
///
/// Within a ``DecisionDiagram``, two functions are equal if and only if their decisions are.
package struct Decision: Hashable, Sendable, BitwiseCopyable {
    /// The index of a node; negative for leaves.
    private let code: Int32

    private init(code: Int32) {
        self.code = code
    }

    /// The function of a node.
    init(node: Int) {
        code = Int32(truncatingIfNeeded: node)
    }

    /// The constant function.
    ///
    /// - Parameter number: At least 0.
    package static func leaf(_ number: Int) -> Decision { Decision(code: ~Int32(truncatingIfNeeded: number)) }

    /// The number of a leaf; `nil` for a node.
    package var leaf: Int? { code < 0 ? Int(~code) : nil }

    package var isLeaf: Bool { code < 0 }

    /// An arbitrary total order, for sorting.
    static func < (left: Decision, right: Decision) -> Bool { left.code < right.code }

    /// The index of a node; `nil` for a leaf.
    var node: Int? { code < 0 ? nil : Int(code) }

    /// A small number of its own for each node and each leaf.
    fileprivate var number: Int { code < 0 ? 2 * Int(~code) + 1 : 2 * Int(code) }

    /// The leaves of conditions.
    package static let no = leaf(0)
    package static let yes = leaf(1)
}

extension Decision: ListElement {
    package var bits: UInt64 { UInt64(truncatingIfNeeded: code) }
}

/// A set of decisions in the order of their insertion. Its operations take constant time, without hashing.
struct DecisionSet {
    private(set) var list: [Decision] = []
    /// Where a decision is in ``list``, if that is the decision there; by ``Decision/number``.
    private var positions: [Int32] = []

    /// Adds a decision, and returns whether it is new.
    mutating func insert(_ decision: Decision) -> Bool {
        guard position(of: decision) == nil else { return false }
        while positions.count <= decision.number { positions.append(0) }
        positions[decision.number] = Int32(truncatingIfNeeded: list.count)
        list.append(decision)
        return true
    }

    /// Where a decision is in ``list``; `nil` if it is not in the set.
    func position(of decision: Decision) -> Int? {
        guard decision.number < positions.count else { return nil }
        let position = Int(positions[decision.number])
        return position < list.count && list[position] == decision ? position : nil
    }

    /// Removes all decisions, but keeps their memory for others.
    mutating func removeAll() { list.removeAll(keepingCapacity: true) }
}

/// For every version, a function of the other axes.
package typealias CaseMap = VersionMap<Decision>

/// A question about a document that is too complex to be answered.
package struct CaseLimit: Error, Hashable, Sendable {
    /// What there were too many of.
    package enum Kind: Hashable, Sendable {
        case states
        /// Steps from one partial decision to the next.
        case steps
        case cases
        case conditions
        /// Partial decisions about all settings.
        case allStates
        /// Steps between partial decisions about all settings.
        case allSteps
        /// Conditions in the cases of all settings.
        case allConditions
    }

    package let kind: Kind
    /// The maximum number that is allowed.
    package let limit: Int
    /// The axes of the setting that contribute most.
    package let axes: [Axis]
    /// How many axes of the setting contribute.
    package let axisCount: Int

    /// Whether all settings of a document exceed the limit together.
    package var isOfAllSettings: Bool {
        switch kind {
        case .states, .steps, .cases, .conditions: false
        case .allStates, .allSteps, .allConditions: true
        }
    }

    /// - Parameters:
    ///   - countByAxis: How much each axis contributes, by its index.
    ///   - lines: The axes of the space.
    init(kind: Kind, limit: Int, countByAxis: [Int: Int], of lines: [AxisLine]) {
        self.kind = kind
        self.limit = limit
        axisCount = countByAxis.count
        axes = countByAxis.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.namedAxisCount)
            .map { lines[$0.key].axis }
    }

    /// How many axes messages name.
    private static let namedAxisCount = 3

    /// The maximum number of partial decisions about one setting.
    package static let stateCount = 250_000
    /// The maximum number of cases of one answer.
    package static let caseCount = 100_000
    /// The maximum number of conditions in the cases of one answer.
    package static let conditionCount = 2_000_000
    /// The maximum number of partial decisions about all settings of one space, so that none takes longer than a
    /// few seconds.
    package static let allStateCount = 4 * stateCount
    /// The maximum number of conditions in all cases of one space, so that no document takes gigabytes.
    package static let allConditionCount = 2 * conditionCount
    /// The maximum number of operands of all partial decisions about one setting.
    static let operandCount = 16_000_000
    /// The maximum number of steps in which states about one setting are found, so that none takes longer than a second.
    static let stepCount = 100_000_000
    /// The maximum number of steps about all settings of one space. A step takes about a nanosecond.
    static let allStepCount = 16 * stepCount

    /// The share of the limits of all settings that each space of a document has.
    ///
    /// A large document is analysed in up to eight parts, each with a space of its own. Together, they may take little more
    /// than two spaces. The share depends on nothing but the number of settings.
    static func share(ofSettings count: Int) -> (states: Int, steps: Int64) {
        // The document of 10,000 settings for which there are measurements needs a third of the states.
        let fifths = [5, 5, 5, 3, 2][min(count / ConcurrentParts.leastSettingCount, 4)]
        return (allStateCount * fifths / 5, Int64(allStepCount) * Int64(fifths) / 5)
    }
}
