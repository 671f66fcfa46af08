import FlagResolver

/// A function as rows for people: one for each region of the axes other than rollouts, and the rollouts in its answer.
///
///     >=2.0.0, platform ios or macos   modern for 25 % of "checkout"; else legacy
///     otherwise                        legacy
package struct FoldedCases {
    /// The leaves that a function has in a region.
    package struct Answer {
        /// The leaf for everybody who is in no rollout.
        package let otherwise: Int
        /// The other leaves, and for whom, such as `25 % of "checkout"`.
        package let shares: [(leaf: Int, text: String)]

        /// All leaves.
        package var leaves: [Int] { shares.map(\.leaf) + [otherwise] }
    }

    package struct Row {
        /// The conditions in words; `otherwise` in the last of several rows, and `nil` for everybody.
        package let region: String?
        package let answer: Answer
    }

    package let rows: [Row]

    /// The rows of a function.
    ///
    /// - Parameter base: The leaf that the last row preferably has, such as that of the default.
    package init(_ map: CaseMap, in space: CaseSpace, base: Int) throws(CaseSpace.Failure) {
        let cases = try space.cases(of: map, before: space.firstRolloutAxis)
        var order: [Decision] = []
        var counts: [Decision: Int] = [:]
        for item in cases {
            if counts[item.decision] == nil { order.append(item.decision) }
            counts[item.decision, default: 0] += 1
        }
        var answers: [Decision: Answer] = [:]
        for decision in order { answers[decision] = try space.answer(decision) }
        let last =
            counts[.leaf(base)] != nil
            ? Decision.leaf(base) : order.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? .leaf(base)
        var rows: [Row] = []
        for item in cases where item.decision != last {
            guard let answer = answers[item.decision] else { continue }
            rows.append(Row(region: space.text(of: item), answer: answer))
        }
        if let answer = answers[last] { rows.append(Row(region: rows.isEmpty ? nil : "otherwise", answer: answer)) }
        self.rows = rows
    }
}

extension CaseSpace {
    /// The leaves of a function of the targeting key and the rollouts.
    fileprivate func answer(_ decision: Decision) throws(Failure) -> FoldedCases.Answer {
        let otherwise = leafWithoutRollouts(decision)
        // The leaf 0 is free for those who get what everybody else gets.
        let others = try mapped(VersionMap(decision)) { $0 == otherwise ? .no : .leaf($0 + 1) }
        return FoldedCases.Answer(
            otherwise: otherwise,
            shares: try casesByLeaf(of: others).map { leaf, cases in
                (leaf - 1, cases.map { text(of: $0) ?? "" }.joined(separator: ", and for "))
            })
    }

    /// The leaf for those of whom nothing is known: without attributes, date and key, or in the last bucket of each salt.
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
