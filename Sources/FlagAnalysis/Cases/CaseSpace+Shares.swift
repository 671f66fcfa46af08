import FlagResolver

extension CaseSpace {
    /// The largest share of users for whom a condition holds, among those whom rollouts alone tell apart: from 0 to 1.
    ///
    /// It is 1 if the condition holds for somebody whatever the rollouts are. Rollouts of several salts count as
    /// independent.
    package func largestShare(of condition: CaseMap) -> Double {
        var shares: [Decision: Double] = [:]
        for decision in nodesFromLastAxis(of: condition) {
            let edges = diagram.edges(of: decision)
            let axis = diagram.axis(of: decision)
            var largest = 0.0
            var sum = 0.0
            for index in edges.indices {
                let share = self.share(of: edges[index].decision, among: shares)
                let end = index + 1 < edges.endIndex ? edges[index + 1].segment : diagram.segmentCount(of: axis)
                largest = max(largest, share)
                if case .bucket = lines[axis].axis {
                    let first = lines[axis].buckets(of: edges[index].segment).lowerBound
                    let last = lines[axis].buckets(of: end - 1).upperBound
                    sum += share * Double(last - first) / Double(RolloutBucket.count)
                }
            }
            if case .bucket = lines[axis].axis { shares[decision] = sum } else { shares[decision] = largest }
        }
        return condition.reduce(0) { max($0, share(of: $1.value, among: shares)) }
    }

    private func share(of decision: Decision, among shares: [Decision: Double]) -> Double {
        decision.leaf.map { $0 == 0 ? 0 : 1 } ?? shares[decision] ?? 0
    }

    /// All nodes of a function, those of later axes first.
    private func nodesFromLastAxis(of map: CaseMap) -> [Decision] {
        var known: Set<Decision> = []
        var found: [Decision] = []
        var waiting = map.map(\.value)
        while let decision = waiting.popLast() {
            guard decision.leaf == nil, known.insert(decision).inserted else { continue }
            found.append(decision)
            waiting += diagram.edges(of: decision).map(\.decision)
        }
        return found.sorted { diagram.axis(of: $0) > diagram.axis(of: $1) }
    }
}
