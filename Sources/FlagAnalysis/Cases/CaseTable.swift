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
    /// A function as cases, which are disjoint and complete, and of which none is empty.
    ///
    /// Equal functions have equal cases. They are ordered by the lowest versions, then by the segments of the axes.
    ///
    /// - Parameter end: The axis from which on the cases do not divide the function; `nil` to divide it on all axes.
    /// - Complexity: Linear in the number of cases of all nodes.
    package func cases(of map: CaseMap, before end: Int? = nil) throws(Failure) -> [Case] {
        var table = CaseTable(diagram, end: end ?? lines.count)
        do throws(CaseTable.Overflow) {
            return try table.cases(of: map)
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

    /// The axis from which on rollouts decide: that of the targeting key, or the first one of buckets.
    package var firstRolloutAxis: Int {
        lines.firstIndex { $0.axis >= .targetingKey } ?? lines.count
    }
}

/// Lists the cases of nodes, from the last axis to the first.
///
/// The cases of a node are those of its edges; those that differ only in the segments of the node's axis are joined.
private struct CaseTable {
    private let diagram: DecisionDiagram
    private let end: Int

    /// There are too many cases.
    struct Overflow: Error {
        let kind: CaseLimit.Kind
        let limit: Int
        let axes: [Int]
    }

    /// A list of terms, as its first one and the number of the others, so that equal lists have equal numbers.
    private struct Terms: Hashable {
        let axis: Int
        let segments: SegmentSet
        let rest: Int
    }

    private struct Row: Hashable {
        let terms: Int
        let decision: Decision
    }

    private static let noTerms = -1

    private var allTerms: [Terms] = []
    private var numbers: [Terms: Int] = [:]
    private var termCounts: [Int] = []
    private var rows: [Decision: [Row]] = [:]

    init(_ diagram: DecisionDiagram, end: Int) {
        self.diagram = diagram
        self.end = end
    }

    mutating func cases(of map: CaseMap) throws(Overflow) -> [Case] {
        for decision in diagram.nodes(below: map.indices.map { map.value(at: $0) }, before: end) { try list(decision) }
        var intervals: [Row: [VersionInterval]] = [:]
        var order: [Row] = []
        for segment in map {
            for row in rowsOf(segment.value) {
                if intervals[row] == nil { order.append(row) }
                intervals[row, default: []].append(segment.interval)
            }
        }
        try check(order)
        return order.map { row in
            Case(versions: VersionSet(intervals[row] ?? []), terms: terms(row.terms), decision: row.decision)
        }
    }

    private func rowsOf(_ decision: Decision) -> [Row] {
        rows[decision] ?? [Row(terms: Self.noTerms, decision: decision)]
    }

    private mutating func list(_ node: Decision) throws(Overflow) {
        let axis = diagram.axis(of: node)
        var segments: [Row: SegmentSet] = [:]
        var order: [Row] = []
        for (range, decision) in diagram.ranges(of: node) {
            for row in rowsOf(decision) {
                if segments[row] == nil { order.append(row) }
                segments[row, default: .none].append(range)
            }
        }
        let all = SegmentSet(0..<diagram.segmentCount(of: axis))
        let joined = order.map { row in
            let set = segments[row] ?? .none
            return set == all
                ? row
                : Row(terms: number(of: Terms(axis: axis, segments: set, rest: row.terms)), decision: row.decision)
        }
        rows[node] = joined
        try check(joined)
    }

    private mutating func number(of terms: Terms) -> Int {
        if let known = numbers[terms] { return known }
        numbers[terms] = allTerms.count
        termCounts.append(1 + (terms.rest == Self.noTerms ? 0 : termCounts[terms.rest]))
        allTerms.append(terms)
        return allTerms.count - 1
    }

    private func terms(_ number: Int) -> [Case.Term] {
        var result: [Case.Term] = []
        var next = number
        while next != Self.noTerms {
            result.append(Case.Term(axis: allTerms[next].axis, segments: allTerms[next].segments))
            next = allTerms[next].rest
        }
        return result
    }

    private func check(_ rows: [Row]) throws(Overflow) {
        let termCount = rows.reduce(0) { $0 + ($1.terms == Self.noTerms ? 0 : termCounts[$1.terms]) }
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
