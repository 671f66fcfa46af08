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
        var table = CaseTable(end: end ?? lines.count)
        do throws(CaseTable.Overflow) {
            return try table.cases(of: map, in: diagram)
        } catch {
            throw .limit(CaseLimit(kind: error.kind, limit: error.limit, axes: error.axes.map { lines[$0].axis }))
        }
    }

    /// The cases of each leaf of a function other than ``Decision/no``, in the order of their first cases.
    package func casesByLeaf(of map: CaseMap) throws(Failure) -> [(leaf: Int, cases: [Case])] {
        var result: [(leaf: Int, cases: [Case])] = []
        var positions: [Int: Int] = [:]
        for item in try cases(of: map) {
            guard let leaf = item.decision.leaf, leaf > 0 else { continue }
            if let position = positions[leaf] {
                result[position].cases.append(item)
            } else {
                positions[leaf] = result.count
                result.append((leaf, [item]))
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
private struct CaseTable {
    private let end: Int

    /// There are too many cases.
    struct Overflow: Error {
        let kind: CaseLimit.Kind
        let limit: Int
        let axes: [Int]
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

    /// Lists of terms, labelled with the axis of the first term: the index of the list of the others, then the bounds
    /// of the first term's segments.
    private var termLists = UniqueLists<Int32>()
    private var termCounts: [Int] = []
    private var rows: [Decision: [Row]] = [:]
    private var parts: [Part] = []
    /// The starts and ends, in turn, of the ranges of the row that is being joined.
    private var bounds: [Int32] = []

    init(end: Int) {
        self.end = end
    }

    mutating func cases(of map: CaseMap, in diagram: borrowing DecisionDiagram) throws(Overflow) -> [Case] {
        for node in diagram.nodes(below: map.map(\.value), before: end) { try list(node, in: diagram) }
        var intervals: [Row: [VersionInterval]] = [:]
        var order: [Row] = []
        for segment in map {
            for row in rows(of: segment.value) {
                if intervals[row] == nil { order.append(row) }
                intervals[row, default: []].append(segment.interval)
            }
        }
        try check(order)
        return order.map { row in
            Case(versions: VersionSet(intervals[row] ?? []), terms: terms(row.terms), decision: row.decision)
        }
    }

    private func rows(of decision: Decision) -> [Row] {
        rows[decision] ?? [Row(terms: Self.noTerms, decision: decision)]
    }

    /// Lists the rows of a node in the order of their lowest segments.
    private mutating func list(_ node: Decision, in diagram: borrowing DecisionDiagram) throws(Overflow) {
        let axis = diagram.axis(of: node)
        let segmentCount = diagram.segmentCount(of: axis)
        parts.removeAll(keepingCapacity: true)
        for (segments, decision) in diagram.ranges(of: node) {
            for row in rows(of: decision) { parts.append(Part(row: row, number: parts.count, segments: segments)) }
        }
        parts.sort { $0.row == $1.row ? $0.number < $1.number : $0.row < $1.row }
        var joined: [(number: Int, row: Row)] = []
        var start = 0
        for index in parts.indices where index + 1 == parts.count || parts[index + 1].row != parts[start].row {
            joined.append((parts[start].number, self.joined(parts[start...index], axis: axis, segmentCount)))
            start = index + 1
        }
        let result = joined.sorted { $0.number < $1.number }.map(\.row)
        rows[node] = result
        try check(result)
    }

    /// The row that joins the segments of an axis that have equal rows.
    private mutating func joined(_ parts: ArraySlice<Part>, axis: Int, _ segmentCount: Int32) -> Row {
        let row = parts[parts.startIndex].row
        bounds.removeAll(keepingCapacity: true)
        for part in parts {
            // Adjacent segments are one range.
            if bounds.last == part.segments.lowerBound {
                bounds.removeLast()
            } else {
                bounds.append(part.segments.lowerBound)
            }
            bounds.append(part.segments.upperBound)
        }
        if bounds.count == 2, bounds.first == 0, bounds.last == segmentCount { return row }
        termLists.append(row.terms)
        for bound in bounds { termLists.append(bound) }
        let number = termLists.finish(label: axis)
        if number == termCounts.count {
            termCounts.append(1 + (row.terms == Self.noTerms ? 0 : termCounts[Int(row.terms)]))
        }
        return Row(terms: Int32(truncatingIfNeeded: number), decision: row.decision)
    }

    private func terms(_ number: Int32) -> [Case.Term] {
        var result: [Case.Term] = []
        var next = number
        while next != Self.noTerms {
            let list = termLists[Int(next)]
            result.append(
                Case.Term(axis: termLists.label(of: Int(next)), segments: SegmentSet(bounds: list.dropFirst())))
            next = list.first ?? Self.noTerms
        }
        return result
    }

    private func check(_ rows: [Row]) throws(Overflow) {
        let termCount = rows.reduce(0) { $0 + ($1.terms == Self.noTerms ? 0 : termCounts[Int($1.terms)]) }
        guard rows.count > CaseLimit.caseCount || termCount > CaseLimit.conditionCount else { return }
        var counts: [Int: Int] = [:]
        for row in rows.prefix(CaseLimit.caseCount) {
            for term in terms(row.terms) { counts[term.axis, default: 0] += 1 }
        }
        let axes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
        let areTooManyCases = rows.count > CaseLimit.caseCount
        throw Overflow(
            kind: areTooManyCases ? .cases : .conditions,
            limit: areTooManyCases ? CaseLimit.caseCount : CaseLimit.conditionCount, axes: axes)
    }
}
