package import FlagResolver

/// A part of the case space in which a function is constant: a set of versions, and a set of segments for some axes.
package struct Case: Hashable, Sendable {
    package let versions: VersionSet
    /// The axes on which not every value is in the case, in ascending order.
    package let terms: [Term]
    /// What the function decides there: a leaf, or a function of later axes.
    package let decision: Decision

    package init(versions: VersionSet, terms: [Term], decision: Decision) {
        self.versions = versions
        self.terms = terms
        self.decision = decision
    }

    /// The value that a function has there; `nil` if it has none, or depends on later axes.
    package func value<Value: LeafValue>(as type: Value.Type = Value.self) -> Value? {
        decision.value(as: Value?.self) ?? nil
    }

    /// The segments of an axis, by its index.
    package struct Term: Hashable, Sendable {
        package let axis: Int
        package let segments: SegmentSet
    }
}

extension CaseSpace {
    /// A function as cases, which are disjoint, complete and nonempty.
    ///
    /// Equal functions have equal cases. They are ordered by the lowest versions, then by the segments of the axes.
    ///
    /// - Parameter end: The first axis on which the cases do not divide the function; `nil` to divide it on all axes.
    /// - Complexity: Linear in the number of cases of all nodes.
    package func cases(of map: CaseMap, before end: Int? = nil) throws(Failure) -> [Case] {
        do throws(CaseTable.Overflow) {
            return try caseTable.cases(of: map, before: end ?? lines.count, in: diagram)
        } catch {
            throw .limit(CaseLimit(kind: error.kind, limit: error.limit, countByAxis: error.countByAxis, of: lines))
        }
    }

    /// The cases of each value of a function, except those where it has none, in the order of their first cases.
    package func casesByValue<Value: LeafValue>(
        of map: CaseMap, as type: Value.Type = Value.self
    ) throws(Failure) -> [(value: Value, cases: [Case])] {
        var result: [(value: Value, cases: [Case])] = []
        var positions: [Value: Int] = [:]
        for item in try cases(of: map) {
            guard let value = item.value(as: Value.self) else { continue }
            if let position = positions[value] {
                result[position].cases.append(item)
            } else {
                positions[value] = result.count
                result.append((value, [item]))
            }
        }
        return result
    }

    /// The cases of a decision, for all versions.
    package func cases(of decision: Decision) throws(Failure) -> [Case] { try cases(of: VersionMap(decision)) }

    /// The first axis that rollouts depend on: that of the targeting key, or the first one of buckets.
    package var firstRolloutAxis: Int {
        lines.firstIndex { $0.axis >= .targetingKey } ?? lines.count
    }
}

/// Lists the cases of nodes, from the last axis to the first.
///
/// The cases of a node are those of its edges; those that differ only in the segments of the node's axis are joined.
struct CaseTable {
    /// There are too many cases.
    struct Overflow: Error {
        let kind: CaseLimit.Kind
        let limit: Int
        /// How many conditions, or nodes if all settings share the limit, test each axis.
        let countByAxis: [Int: Int]
    }

    /// The terms of a case, as the index of a list in ``termLists``, and what the function decides there.
    private struct Row: Hashable, Comparable, BitwiseCopyable {
        let terms: Int32
        let decision: Decision

        static func < (left: Row, right: Row) -> Bool {
            left.terms == right.terms ? left.decision < right.decision : left.terms < right.terms
        }
    }

    /// A row of one of a node's edges.
    private struct Part {
        let row: Row
        let number: Int
        let segments: Range<Int32>
    }

    private static let noTerms: Int32 = -1
    /// More terms than this are not kept for the next function.
    private static let maximumKeptTermCount = 1 << 16

    /// The terms of all cases, so that equal terms share memory. Their bounds, labelled with their axes, identify them.
    private var terms: [Case.Term] = []
    private var termBounds = UniqueLists<Int32>()

    /// Lists of terms: the index of the first term, then that of the list of the others; labelled with their number.
    private var termLists = UniqueLists<Int32>()

    /// The nodes of the current function.
    private var nodes = DecisionSet()
    /// The rows of the nodes, and where those of each node are, by its position in ``nodes``.
    private var rows: [Row] = []
    private var rowIndices: [Range<Int>] = []

    /// The number of conditions in all cases that were listed; the maximum once cases were refused because of it.
    var conditionCount = 0

    /// The rows of the edges of a node.
    private var parts: [Part] = []
    private var joinedRows: [(number: Int, row: Row)] = []

    mutating func cases(
        of map: CaseMap, before end: Int, in diagram: borrowing DecisionDiagram
    ) throws(Overflow) -> [Case] {
        if terms.count > Self.maximumKeptTermCount {
            terms.removeAll()
            termBounds.removeAll()
        }
        termLists.removeAll()
        rows.removeAll(keepingCapacity: true)
        nodes.removeAll()
        diagram.insertNodes(below: map.map(\.value), before: end, into: &nodes)
        rowIndices = Array(repeating: 0..<0, count: nodes.list.count)
        for node in diagram.fromLastAxis(nodes) { try list(node, in: diagram) }
        guard map.count > 1 else {
            let rows = rows(of: map.value(at: 0))
            conditionCount += try checkedConditionCount(of: rows, in: diagram)
            return rows.map {
                Case(versions: .all, terms: terms($0.terms), decision: $0.decision)
            }
        }
        var intervals: [Row: [VersionInterval]] = [:]
        var order: [Row] = []
        for segment in map {
            for row in rows(of: segment.value) {
                if intervals[row] == nil { order.append(row) }
                intervals[row, default: []].append(segment.interval)
            }
        }
        conditionCount += try checkedConditionCount(of: order[...], in: diagram)
        return order.map { row in
            Case(versions: VersionSet(intervals[row] ?? []), terms: terms(row.terms), decision: row.decision)
        }
    }

    private func rows(of decision: Decision) -> ArraySlice<Row> {
        nodes.position(of: decision).map { rows[rowIndices[$0]] } ?? [Row(terms: Self.noTerms, decision: decision)]
    }

    /// Lists the rows of a node in the order of their lowest segments.
    private mutating func list(_ node: Decision, in diagram: borrowing DecisionDiagram) throws(Overflow) {
        parts.removeAll(keepingCapacity: true)
        for index in diagram.edgeIndices(of: node) {
            let segments = diagram.segments(ofEdge: index, of: node)
            let decision = diagram.edge(at: index).decision
            if let position = nodes.position(of: decision) {
                for row in rowIndices[position] {
                    parts.append(Part(row: rows[row], number: parts.count, segments: segments))
                }
            } else {
                let row = Row(terms: Self.noTerms, decision: decision)
                parts.append(Part(row: row, number: parts.count, segments: segments))
            }
        }
        parts.sort { $0.row == $1.row ? $0.number < $1.number : $0.row < $1.row }
        let axis = diagram.axis(of: node)
        joinedRows.removeAll(keepingCapacity: true)
        var start = 0
        for index in parts.indices where index + 1 == parts.count || parts[index + 1].row != parts[start].row {
            let row = joined(start...index, axis: axis, diagram.segmentCount(of: axis))
            joinedRows.append((parts[start].number, row))
            start = index + 1
        }
        joinedRows.sort { $0.number < $1.number }
        let first = rows.count
        for joined in joinedRows { rows.append(joined.row) }
        if let position = nodes.position(of: node) { rowIndices[position] = first..<rows.count }
        try checkedConditionCount(of: rows[first...], in: diagram)
    }

    /// The row that joins the segments of an axis that have equal rows, which are adjacent ``parts``.
    private mutating func joined(_ range: ClosedRange<Int>, axis: Int, _ segmentCount: Int32) -> Row {
        let row = parts[range.lowerBound].row
        // Adjacent segments are one range.
        var isWhole = parts[range.lowerBound].segments.lowerBound == 0
        termBounds.append(parts[range.lowerBound].segments.lowerBound)
        for index in range {
            let end = parts[index].segments.upperBound
            guard index < range.upperBound else {
                isWhole = isWhole && end == segmentCount
                termBounds.append(end)
                break
            }
            let next = parts[index + 1].segments.lowerBound
            guard end != next else { continue }
            isWhole = false
            termBounds.append(end)
            termBounds.append(next)
        }
        guard !isWhole else {
            termBounds.discard()
            return row
        }
        let term = termBounds.finish(label: axis)
        if term == terms.count {
            terms.append(Case.Term(axis: axis, segments: SegmentSet(bounds: termBounds[term])))
        }
        termLists.append(Int32(truncatingIfNeeded: term))
        termLists.append(row.terms)
        let list = termLists.finish(label: termCount(row.terms) + 1)
        return Row(terms: Int32(truncatingIfNeeded: list), decision: row.decision)
    }

    private func termCount(_ list: Int32) -> Int { list == Self.noTerms ? 0 : termLists.label(of: Int(list)) }

    private func terms(_ list: Int32) -> [Case.Term] {
        var result: [Case.Term] = []
        result.reserveCapacity(termCount(list))
        var next = list
        while next != Self.noTerms {
            let indices = termLists.indices(of: Int(next))
            result.append(terms[Int(termLists.element(at: indices.lowerBound))])
            next = termLists.element(at: indices.lowerBound + 1)
        }
        return result
    }

    /// The number of conditions of some rows, if these are not too many.
    @discardableResult
    private mutating func checkedConditionCount(
        of rows: ArraySlice<Row>, in diagram: borrowing DecisionDiagram
    ) throws(Overflow) -> Int {
        let count = rows.reduce(0) { $0 + termCount($1.terms) }
        guard rows.count > CaseLimit.caseCount || count > CaseLimit.conditionCount else {
            guard count == 0 || conditionCount + count <= CaseLimit.allConditionCount else {
                // Otherwise each of thousands of settings would be tried, up to what is left.
                conditionCount = CaseLimit.allConditionCount
                throw Overflow(
                    kind: .allConditions, limit: CaseLimit.allConditionCount,
                    countByAxis: diagram.nodeCountByAxis(below: nodes.list))
            }
            return count
        }
        // Finding this out takes as long as many answers, so two such settings are enough.
        conditionCount = min(conditionCount + CaseLimit.conditionCount, CaseLimit.allConditionCount)
        let areTooManyCases = rows.count > CaseLimit.caseCount
        throw Overflow(
            kind: areTooManyCases ? .cases : .conditions,
            limit: areTooManyCases ? CaseLimit.caseCount : CaseLimit.conditionCount,
            countByAxis: countByAxis(of: rows.prefix(CaseLimit.caseCount)))
    }

    private func countByAxis(of rows: ArraySlice<Row>) -> [Int: Int] {
        var counts: [Int: Int] = [:]
        for row in rows {
            for term in terms(row.terms) { counts[term.axis, default: 0] += 1 }
        }
        return counts
    }
}
