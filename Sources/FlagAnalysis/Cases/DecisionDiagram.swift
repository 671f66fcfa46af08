/// A function of the values on all axes: a leaf, which is a number, or a node that decides by the value on one axis.
///
/// Within a ``DecisionDiagram``, two functions are equal if and only if their decisions are.
package struct Decision: Hashable, Sendable, BitwiseCopyable {
    /// The index of a node; negative for leaves.
    fileprivate let code: Int32

    fileprivate init(code: Int32) {
        self.code = code
    }

    /// The constant function.
    ///
    /// - Parameter number: At least 0.
    package static func leaf(_ number: Int) -> Decision { Decision(code: ~Int32(truncatingIfNeeded: number)) }

    /// The number of a leaf; `nil` for a node.
    package var leaf: Int? { code < 0 ? Int(~code) : nil }

    /// The leaves of conditions.
    package static let no = leaf(0)
    package static let yes = leaf(1)
}

/// A question about a document that is too complex to be answered.
package struct CaseLimit: Error, Hashable, Sendable {
    /// What there were too many of.
    package enum Kind: Hashable, Sendable {
        case states
        case cases
        case conditions
    }

    package let kind: Kind
    /// The greatest number that is allowed.
    package let limit: Int
    /// The axes that contribute most.
    package let axes: [Axis]

    /// The greatest number of partial decisions about one setting.
    package static let stateCount = 250_000
    /// The greatest number of cases of one answer.
    package static let caseCount = 100_000
    /// The greatest number of conditions in the cases of one answer.
    package static let conditionCount = 2_000_000
    /// The greatest number of conditions that all partial decisions about one setting wait for.
    static let operandCount = 16_000_000
}

/// Functions of the values on all axes, as decision diagrams that share their equal parts.
///
/// The axes of a path are in ascending order. A node has no two neighbouring segments with the same decision, so that
/// equal functions have one representation.
struct DecisionDiagram {
    /// A decision for a segment and those after it, up to the next edge.
    struct Edge: Hashable, Sendable, BitwiseCopyable {
        let segment: Int32
        let decision: Decision
    }

    private struct Node: BitwiseCopyable {
        let axis: Int32
        let firstEdge: Int32
        let endOfEdges: Int32
    }

    private struct NodeKey: Hashable {
        let axis: Int32
        let edges: [Edge]
    }

    private var nodes: [Node] = []
    private var edges: [Edge] = []
    private var nodesByKey: [NodeKey: Decision] = [:]

    /// The segments that have one string, by the index of the axis, and the segments of its buckets, by their axes.
    ///
    /// A string decides its buckets, so that these are no choice of their own.
    private let knownBuckets: [Int: [Int32: [Int: Int32]]]

    /// How many segments each axis has.
    private let segmentCounts: [Int32]

    init(segmentCounts: [Int32] = [], knownBuckets: [Int: [Int32: [Int: Int32]]] = [:]) {
        self.segmentCounts = segmentCounts
        self.knownBuckets = knownBuckets
    }

    /// The index of the axis that a decision tests first; `Int.max` for a leaf.
    func axis(of decision: Decision) -> Int { decision.leaf == nil ? Int(nodes[Int(decision.code)].axis) : .max }

    /// How many segments an axis has.
    func segmentCount(of axis: Int) -> Int32 { segmentCounts[axis] }

    /// The edges of a node, in ascending order of their segments; none for a leaf.
    func edges(of decision: Decision) -> ArraySlice<Edge> {
        guard decision.leaf == nil else { return [] }
        let node = nodes[Int(decision.code)]
        return edges[Int(node.firstEdge)..<Int(node.endOfEdges)]
    }

    /// The decision for a segment of the axis that a node tests.
    func decision(of node: Decision, for segment: Int32) -> Decision {
        edges(of: node).last { $0.segment <= segment }?.decision ?? node
    }

    /// The node that decides by a set of segments.
    mutating func node(axis: Int, _ set: SegmentSet, inside: Decision, outside: Decision) -> Decision {
        var edges: [Edge] = []
        var end: Int32 = 0
        for range in set.ranges {
            if range.lowerBound > end { edges.append(Edge(segment: end, decision: outside)) }
            edges.append(Edge(segment: range.lowerBound, decision: inside))
            end = range.upperBound
        }
        if end < segmentCounts[axis] { edges.append(Edge(segment: end, decision: outside)) }
        return node(axis: axis, edges)
    }

    /// The node with some edges, which are in ascending order of their segments.
    mutating func node(axis: Int, _ candidates: [Edge]) -> Decision {
        let edges = Self.joined(withKnownBuckets(candidates, axis: axis))
        guard edges.count > 1 else { return edges.first?.decision ?? .no }
        let key = NodeKey(axis: Int32(truncatingIfNeeded: axis), edges: edges)
        if let known = nodesByKey[key] { return known }
        let decision = Decision(code: Int32(truncatingIfNeeded: nodes.count))
        let first = Int32(truncatingIfNeeded: self.edges.count)
        self.edges += edges
        nodes.append(
            Node(
                axis: key.axis, firstEdge: first, endOfEdges: Int32(truncatingIfNeeded: self.edges.count)))
        nodesByKey[key] = decision
        return decision
    }

    private static func joined(_ edges: [Edge]) -> [Edge] {
        var result: [Edge] = []
        for edge in edges where result.last?.decision != edge.decision { result.append(edge) }
        return result
    }
}

// MARK: Products

extension DecisionDiagram {
    /// The functions that a rule makes of some functions each.
    ///
    /// A state is a list of decisions that the result still depends on. States that are equal are computed once, and no
    /// recursion is as deep as there are axes.
    ///
    /// - Parameters:
    ///   - fixed: The only segments of some axes, by the indices of the axes, on which the result does not depend.
    ///   - reduce: Removes from a state what has no effect, and returns the decision if there is nothing else to decide.
    mutating func products(
        of roots: [[Decision]], fixing fixed: [Int: Int32] = [:], limit: Int = CaseLimit.stateCount,
        _ reduce: (inout [Decision]) -> Decision?
    ) throws(StateLimit) -> [Decision] {
        var states = States()
        var targets: [Target] = []
        targets.reserveCapacity(roots.count)
        for root in roots { targets.append(states.target(root, in: self, reduce)) }
        var next = 0
        while next < states.all.count {
            guard next < limit, states.operandCount < CaseLimit.operandCount else {
                throw StateLimit(statesByAxis: states.countByAxis)
            }
            expand(next, of: &states, fixing: fixed, reduce)
            next += 1
        }
        // A state leads to states of later axes only.
        let order = states.all.indices.sorted { states.all[$0].axis > states.all[$1].axis }
        var decisions = Array(repeating: Decision.no, count: states.all.count)
        func decision(of target: Target) -> Decision {
            switch target {
            case .decision(let decision): decision
            case .state(let index): decisions[index]
            }
        }
        for index in order {
            let state = states.all[index]
            decisions[index] = node(
                axis: state.axis,
                state.transitions.map { Edge(segment: $0.segment, decision: decision(of: $0.target)) })
        }
        return targets.map { decision(of: $0) }
    }

    /// There are more states than are allowed.
    struct StateLimit: Error {
        /// How many states decide by each axis.
        let statesByAxis: [Int: Int]
    }

    private enum Target {
        case decision(Decision)
        case state(Int)
    }

    private struct State {
        let axis: Int
        let operands: [Decision]
        var transitions: [(segment: Int32, target: Target)] = []
    }

    private struct States {
        var all: [State] = []
        var operandCount = 0
        private var numbers: [[Decision]: Int] = [:]

        mutating func target(
            _ operands: [Decision], in diagram: borrowing DecisionDiagram, _ reduce: (inout [Decision]) -> Decision?
        ) -> Target {
            var operands = operands
            if let decision = reduce(&operands) { return .decision(decision) }
            if let known = numbers[operands] { return .state(known) }
            let axis = operands.reduce(Int.max) { min($0, diagram.axis(of: $1)) }
            numbers[operands] = all.count
            operandCount += operands.count
            all.append(State(axis: axis, operands: operands))
            return .state(all.count - 1)
        }

        var countByAxis: [Int: Int] {
            var counts: [Int: Int] = [:]
            for state in all { counts[state.axis, default: 0] += 1 }
            return counts
        }
    }

    /// Finds the states that follow a state, for each segment of its axis.
    private mutating func expand(
        _ index: Int, of states: inout States, fixing fixed: [Int: Int32], _ reduce: (inout [Decision]) -> Decision?
    ) {
        let axis = states.all[index].axis
        var current = states.all[index].operands
        if let segment = fixed[axis] {
            current = current.map { self.axis(of: $0) == axis ? decision(of: $0, for: segment) : $0 }
            states.all[index].transitions = [(0, states.target(current, in: self, reduce))]
            return
        }
        var moving: [(position: Int, edges: ArraySlice<Edge>)] = []
        for (position, operand) in current.enumerated() where self.axis(of: operand) == axis {
            moving.append((position, edges(of: operand)))
        }
        var transitions: [(segment: Int32, target: Target)] = []
        var segment: Int32 = 0
        while segment < segmentCounts[axis] {
            for item in moving.indices where moving[item].edges.first?.segment == segment {
                if let edge = moving[item].edges.popFirst() { current[moving[item].position] = edge.decision }
            }
            let end = moving.reduce(segmentCounts[axis]) { min($0, $1.edges.first?.segment ?? $0) }
            for (start, buckets) in knownBuckets(from: segment, to: end, axis: axis) {
                let operands = buckets.isEmpty ? current : current.map { restricted($0, to: buckets) }
                transitions.append((start, states.target(operands, in: self, reduce)))
            }
            segment = end
        }
        states.all[index].transitions = transitions
    }
}

// MARK: Strings whose buckets are known

extension DecisionDiagram {
    /// Where segments with their own known buckets begin, if each of some neighbouring segments has one string;
    /// otherwise the first segment, whose buckets are open.
    private func knownBuckets(
        from first: Int32, to end: Int32, axis: Int
    ) -> [(segment: Int32, buckets: [Int: Int32])] {
        guard let buckets = knownBuckets[axis] else { return [(first, [:])] }
        var result: [(segment: Int32, buckets: [Int: Int32])] = []
        for segment in first..<end {
            guard let known = buckets[segment] else { return [(first, [:])] }
            result.append((segment, known))
        }
        return result
    }

    /// Edges in which a string has no edge of its own if its neighbours decide the same for the buckets of the string.
    ///
    /// So equal functions have one representation, whether conditions name the string or not.
    private mutating func withKnownBuckets(_ edges: [Edge], axis: Int) -> [Edge] {
        guard let buckets = knownBuckets[axis] else { return edges }
        var result = edges
        for (index, edge) in edges.enumerated() {
            let isOneSegment = index + 1 < edges.count && edges[index + 1].segment == edge.segment + 1
            guard isOneSegment, let fixed = buckets[edge.segment] else { continue }
            let neighbours = [index - 1, index + 1].filter { result.indices.contains($0) }
            if let same = neighbours.first(where: { restricted(result[$0].decision, to: fixed) == edge.decision }) {
                result[index] = Edge(segment: edge.segment, decision: result[same].decision)
            }
        }
        return result
    }

    /// A function of which some axes have a known segment.
    mutating func restricted(_ decision: Decision, to fixed: [Int: Int32]) -> Decision {
        guard decision.leaf == nil, !fixed.isEmpty else { return decision }
        let result = try? products(of: [[decision]], fixing: fixed, limit: .max) { operands in
            operands[0].leaf == nil ? nil : operands[0]
        }
        return result?.first ?? decision
    }
}
