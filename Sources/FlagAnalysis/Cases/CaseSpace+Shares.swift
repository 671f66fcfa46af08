import FlagResolver

extension CaseSpace {
    /// The largest share of users for whom a condition holds, among users who differ only in rollouts: from 0 to 1.
    ///
    /// It is 1 if the condition holds for some users regardless of rollouts. Rollouts of several salts count as
    /// independent.
    package func largestShare(of condition: CaseMap) -> ExactDecimal {
        var shares: [Decision: ExactDecimal] = [:]
        var nodes = DecisionSet()
        diagram.insertNodes(below: condition.map(\.value), into: &nodes)
        for decision in diagram.fromLastAxis(nodes) {
            let axis = diagram.axis(of: decision)
            var largest = ExactDecimal.zero
            var sum = ExactDecimal.zero
            for (segments, next) in diagram.ranges(of: decision) {
                let share = self.share(of: next, among: shares)
                largest = max(largest, share)
                if case .bucket = lines[axis].axis {
                    let first = lines[axis].buckets(of: segments.lowerBound).lowerBound
                    let last = lines[axis].buckets(of: segments.upperBound - 1).upperBound
                    sum = sum + share.multiplied(byBuckets: last - first)
                }
            }
            if case .bucket = lines[axis].axis { shares[decision] = sum } else { shares[decision] = largest }
        }
        return condition.reduce(.zero) { max($0, share(of: $1.value, among: shares)) }
    }

    private func share(of decision: Decision, among shares: [Decision: ExactDecimal]) -> ExactDecimal {
        decision.leaf.map { $0 == 0 ? .zero : .one } ?? shares[decision] ?? .zero
    }
}
