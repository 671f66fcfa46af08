/// Functions of the values on all axes, as decision diagrams that share equal parts.
///
/// The axes of a path are in ascending order. A node has no two neighbouring segments with the same decision, so that
/// equal functions have one representation.
struct DecisionDiagram: ~Copyable {
    /// A decision for a segment and those after it, up to the next edge.
    struct Edge: ListElement, Sendable {
        let segment: Int32
        let decision: Decision

        var bits: UInt64 { UInt64(UInt32(truncatingIfNeeded: segment)) << 32 | decision.bits & 0xFFFF_FFFF }
    }

    /// The edges of each node, labelled with its axis.
    private var nodes = UniqueLists<Edge>()

    /// The segments that have one string, by the index of the axis, and the segments of its buckets, by their axes.
    ///
    /// A string determines its buckets, so these do not vary independently.
    let knownBuckets: [Int: [Int32: [Int: Int32]]]

    /// How many segments each axis has.
    private let segmentCounts: [Int32]

    /// The edges of the node that is being built.
    private var edges: [Edge] = []

    /// Memory that all products use, one after the other.
    var products = ProductTable()

    /// The number of states of all products, and of the steps between them.
    var stateCount = 0
    var stepCount: Int64 = 0

    /// The maximum of both.
    let maximum: (states: Int, steps: Int64)

    /// The decisions that the current search has seen.
    private var seen = DecisionSet()

    /// - Parameter settingCount: The number of settings of the document, which decides how much one space may take.
    init(segmentCounts: [Int32] = [], knownBuckets: [Int: [Int32: [Int: Int32]]] = [:], settingCount: Int = 0) {
        maximum = CaseLimit.share(ofSettings: settingCount)
        self.segmentCounts = segmentCounts
        self.knownBuckets = knownBuckets
    }

    /// The index of the axis that a decision tests first; `Int.max` for a leaf.
    func axis(of decision: Decision) -> Int { decision.node.map { nodes.label(of: $0) } ?? .max }

    /// How many segments an axis has.
    func segmentCount(of axis: Int) -> Int32 { segmentCounts[axis] }

    /// The edges of a node, in ascending order of their segments; none for a leaf.
    func edges(of decision: Decision) -> ArraySlice<Edge> { decision.node.map { nodes[$0] } ?? [] }

    /// The edges of a node as indices for ``edge(at:)``; none for a leaf.
    func edgeIndices(of decision: Decision) -> Range<Int> { decision.node.map { nodes.indices(of: $0) } ?? 0..<0 }

    func edge(at index: Int) -> Edge { nodes.element(at: index) }

    /// The edges of a node with the segments that each one is for.
    func ranges(of decision: Decision) -> [(segments: Range<Int32>, decision: Decision)] {
        edgeIndices(of: decision).map { (segments(ofEdge: $0, of: decision), edge(at: $0).decision) }
    }

    /// The segments that an edge of a node is for.
    func segments(ofEdge index: Int, of node: Decision) -> Range<Int32> {
        let isLast = index + 1 == edgeIndices(of: node).upperBound
        return edge(at: index).segment..<(isLast ? segmentCount(of: axis(of: node)) : edge(at: index + 1).segment)
    }

    /// The decision for a segment of the axis that a node tests.
    ///
    /// - Complexity: O(log *n*) in the number of edges.
    func decision(of node: Decision, for segment: Int32) -> Decision {
        var (low, high) = (edgeIndices(of: node).lowerBound, edgeIndices(of: node).upperBound)
        guard low < high else { return node }
        while low + 1 < high {
            let middle = (low + high) / 2
            if edge(at: middle).segment <= segment { low = middle } else { high = middle }
        }
        return edge(at: low).decision
    }

    /// Adds the nodes that some decisions lead to.
    ///
    /// - Parameter end: Nodes of this axis and later ones are left out.
    func insertNodes(below roots: [Decision], before end: Int = .max, into nodes: inout DecisionSet) {
        var waiting = roots
        while let decision = waiting.popLast() {
            guard axis(of: decision) < end, nodes.insert(decision) else { continue }
            for index in edgeIndices(of: decision) { waiting.append(edge(at: index).decision) }
        }
    }

    /// How many of the nodes that some decisions lead to test each axis.
    func nodeCountByAxis(below roots: [Decision]) -> [Int: Int] {
        var nodes = DecisionSet()
        insertNodes(below: roots, into: &nodes)
        return nodes.list.reduce(into: [:]) { counts, node in
            if !node.isLeaf { counts[axis(of: node), default: 0] += 1 }
        }
    }

    /// Nodes, those of later axes first.
    func fromLastAxis(_ nodes: DecisionSet) -> [Decision] { nodes.list.sorted { axis(of: $0) > axis(of: $1) } }

    /// The leaves that some decisions lead to, each once, in the order of the segments.
    mutating func leaves(below roots: some BidirectionalCollection<Decision>) -> [Int] {
        seen.removeAll()
        var result: [Int] = []
        result.reserveCapacity(roots.count)
        var waiting = Array(roots.reversed())
        while let decision = waiting.popLast() {
            guard seen.insert(decision) else { continue }
            if let leaf = decision.leaf { result.append(leaf) }
            for index in edgeIndices(of: decision).reversed() { waiting.append(edge(at: index).decision) }
        }
        return result
    }

    /// The node that decides by a set of segments.
    mutating func node(axis: Int, _ set: SegmentSet, inside: Decision, outside: Decision) -> Decision {
        var end: Int32 = 0
        for index in 0..<set.rangeCount {
            let range = set.range(at: index)
            if range.lowerBound > end { appendEdge(from: end, to: outside) }
            appendEdge(from: range.lowerBound, to: inside)
            end = range.upperBound
        }
        if end < segmentCounts[axis] { appendEdge(from: end, to: outside) }
        return finishNode(axis: axis)
    }

    /// Adds an edge to the node that is being built. Edges come in ascending order of their segments.
    mutating func appendEdge(from segment: Int32, to decision: Decision) {
        edges.append(Edge(segment: segment, decision: decision))
    }

    /// Ends the node that is being built.
    mutating func finishNode(axis: Int) -> Decision {
        if knownBuckets[axis] != nil {
            let candidates = edges
            // Finding equal neighbours may build other nodes.
            edges.removeAll()
            edges = withKnownBuckets(candidates, axis: axis)
        }
        var last: Decision?
        for edge in edges {
            if edge.decision != last { nodes.append(edge) }
            last = edge.decision
        }
        edges.removeAll(keepingCapacity: true)
        if nodes.unfinishedCount > 1 { return Decision(node: nodes.finish(label: axis)) }
        nodes.discard()
        return last ?? .no
    }
}

// MARK: Strings whose buckets are known

extension DecisionDiagram {
    /// Edges in which a string has no edge of its own if its neighbours decide the same for the buckets of the string.
    ///
    /// Equal functions therefore have one representation, whether or not conditions name the string.
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

    /// A function with the segments of some axes given.
    mutating func restricted(_ decision: Decision, to fixed: [Int: Int32]) -> Decision {
        guard !decision.isLeaf, !fixed.isEmpty else { return decision }
        let result = try? products(of: 1, fixing: fixed, limit: nil) {
            $1.append(decision)
        } reducedBy: { operands in
            operands[0].isLeaf ? operands[0] : nil
        }
        return result?.first ?? decision
    }
}
