import FlagResolver

/// A function as readable rows: one for each region of the axes other than rollouts, which are part of the answer.
///
///     >=2.0.0, platform ios or macos   modern for 25 % of "checkout"; else legacy
///     otherwise                        legacy
package struct FoldedCases {
    /// The leaves that a function has in a region.
    package struct Answer {
        /// The leaf for everybody who is in no rollout; `nil` if none of them is selected.
        package let otherwise: Int?
        /// The other leaves, and for whom, such as `25 % of "checkout"`.
        package let shares: [(leaf: Int, text: String)]

        /// All leaves.
        package var leaves: [Int] { shares.map(\.leaf) + [otherwise].compactMap { $0 } }
    }

    package struct Row {
        /// The users of the region; `nil` for everybody.
        package let users: CaseSpace.Users?
        package let answer: Answer
    }

    package let rows: [Row]

    /// The rows of a function.
    ///
    /// - Parameters:
    ///   - base: The preferred leaf of the last row, such as that of the default.
    ///   - users: Whom the rows are about, as a condition; `nil` for everybody.
    package init(
        _ map: VersionMap<Decision>, in space: CaseSpace, base: Int, among users: CaseMap? = nil
    ) throws(CaseSpace.Failure) {
        // The leaf 0 is for those who are not selected.
        let shift = users == nil ? 0 : 1
        let selected = try users.map { (users) throws(CaseSpace.Failure) in try space.selecting(users, in: map) } ?? map
        let base = base + shift
        let cases = try space.cases(of: selected, before: space.firstRolloutAxis)
        var order: [Decision] = []
        var counts: [Decision: Int] = [:]
        var answers: [Decision: Answer] = [:]
        for item in cases {
            if counts[item.decision] == nil {
                answers[item.decision] = try space.answer(item.decision, shift)
                if answers[item.decision]?.leaves.isEmpty ?? true { continue }
                order.append(item.decision)
            }
            counts[item.decision, default: 0] += 1
        }
        let last =
            counts[.leaf(base)] != nil
            ? Decision.leaf(base) : order.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? .leaf(base)
        var rows: [Row] = []
        for item in cases where item.decision != last {
            guard let answer = answers[item.decision], !answer.leaves.isEmpty else { continue }
            rows.append(Row(users: CaseSpace.Users(cases: [item], areOthers: false), answer: answer))
        }
        if let answer = answers[last], !answer.leaves.isEmpty {
            let others = CaseSpace.Users(cases: cases.filter { $0.decision == last }, areOthers: true)
            rows.append(Row(users: rows.isEmpty ? nil : others, answer: answer))
        }
        self.rows = rows
    }
}

extension CaseSpace {
    /// A function for some users: its leaves plus 1, and 0 for all others.
    package func selecting(_ users: CaseMap, in map: CaseMap) throws(Failure) -> CaseMap {
        try combined(users, map) { $0 == 0 ? .no : .leaf($1 + 1) }
    }

    /// The leaves of a function of the targeting key and the rollouts.
    ///
    /// - Parameter shift: Subtracted from leaves. Lower leaves are for users who are not selected.
    fileprivate func answer(_ decision: Decision, _ shift: Int) throws(Failure) -> FoldedCases.Answer {
        let otherwise = leafWithoutRollouts(decision)
        // The leaf 0 is for those who are in no share.
        let others = try mapped(VersionMap(decision)) { $0 == otherwise || $0 < shift ? .no : .leaf($0 + 1) }
        return FoldedCases.Answer(
            otherwise: otherwise < shift ? nil : otherwise - shift,
            shares: try casesByLeaf(of: others).map { leaf, cases in
                (leaf - 1 - shift, cases.map { text(of: $0) ?? "" }.joined(separator: ", and for "))
            })
    }

    /// The leaf for users about whom nothing is known: without attributes, date and key, or in the last bucket of each
    /// salt.
    func leafWithoutRollouts(_ decision: Decision) -> Int {
        var next = decision
        while next.leaf == nil {
            let edges = diagram.edges(of: next)
            let edge = if case .bucket = lines[diagram.axis(of: next)].axis { edges.last } else { edges.first }
            next = edge?.decision ?? .no
        }
        return next.leaf ?? 0
    }
}
