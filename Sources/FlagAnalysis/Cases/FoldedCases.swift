import FlagResolver

/// The winners of a setting as readable rows: one for each region of the axes other than rollouts, which are part of the answer.
///
///     >=2.0.0, platform ios or macos   modern for 25 % of "checkout"; else legacy
///     otherwise                        legacy
package struct FoldedCases {
    /// The winners in a region.
    package struct Answer {
        /// The winner for everybody who is in no rollout; `nil` if none of them is selected.
        package let otherwise: Winner?
        /// The other winners, and for whom, such as `25 % of "checkout"`.
        package let shares: [(winner: Winner, text: String)]

        /// All winners.
        package var winners: [Winner] { shares.map(\.winner) + [otherwise].compactMap { $0 } }
    }

    package struct Row {
        /// The users of the region; `nil` for everybody.
        package let users: CaseSpace.Users?
        package let answer: Answer
    }

    package let rows: [Row]

    /// The largest number of rows for one setting that people read. Text shows more only on request.
    package static let maximumReadableCount = 20

    /// The rows of a setting. If the default wins in a region regardless of rollouts, its row is the last one.
    ///
    /// - Parameter users: Whom the rows are about, as a condition; `nil` for everybody.
    package init(_ function: SettingFunction, among users: CaseMap? = nil) throws(CaseSpace.Failure) {
        let space = function.space
        // The value is the winner, or none for those who are not selected.
        let selected = try space.selecting(users ?? VersionMap(.yes), in: function.winners)
        let base = Decision.always(Optional(Winner.default))
        let cases = try space.cases(of: selected, before: space.firstRolloutAxis)
        var order: [Decision] = []
        var counts: [Decision: Int] = [:]
        var answers: [Decision: Answer] = [:]
        for item in cases {
            if counts[item.decision] == nil {
                answers[item.decision] = try space.answer(item.decision)
                if answers[item.decision]?.winners.isEmpty ?? true { continue }
                order.append(item.decision)
            }
            counts[item.decision, default: 0] += 1
        }
        let last =
            counts[base] != nil ? base : order.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? base
        var rows: [Row] = []
        for item in cases where item.decision != last {
            guard let answer = answers[item.decision], !answer.winners.isEmpty else { continue }
            rows.append(Row(users: CaseSpace.Users(cases: [item], areOthers: false), answer: answer))
        }
        if let answer = answers[last], !answer.winners.isEmpty {
            let others = CaseSpace.Users(cases: cases.filter { $0.decision == last }, areOthers: true)
            rows.append(Row(users: rows.isEmpty ? nil : others, answer: answer))
        }
        self.rows = rows
    }
}

extension CaseSpace {
    /// A function for some users: its values, and none for all others.
    package func selecting(_ users: CaseMap, in map: CaseMap) throws(Failure) -> CaseMap {
        try combined(users, map) { (isSelected: Bool, value: Int) in isSelected ? value : nil }
    }

    /// The winners for the selected users, as a function of the targeting key and the rollouts.
    fileprivate func answer(_ decision: Decision) throws(Failure) -> FoldedCases.Answer {
        let otherwise = Winner?(leaf: leafWithoutRollouts(decision))
        let others = try mapped(VersionMap(decision)) { (winner: Winner?) in winner == otherwise ? nil : winner }
        return FoldedCases.Answer(
            otherwise: otherwise,
            shares: try casesByValue(of: others, as: Winner.self).map { winner, cases in
                (winner, cases.map { text(of: $0) ?? "" }.joined(separator: ", and for "))
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
