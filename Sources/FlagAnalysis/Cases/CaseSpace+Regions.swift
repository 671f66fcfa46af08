import FlagResolver

extension CaseSpace {
    /// The users of a region.
    package struct Users: Hashable, Sendable {
        package let cases: [Case]
        /// Whether they are everyone in no other region.
        let areOthers: Bool

        /// How many conditions the cases have.
        var conditionCount: Int { cases.reduce(0) { $0 + $1.terms.count } }
    }

    /// The users of a region in words; `otherwise` for everyone in no other region.
    package func text(of users: Users, _ length: TextLength = .short) -> String {
        users.areOthers ? "otherwise" : users.cases.first.flatMap { text(of: $0, length) } ?? ""
    }

    /// Users for whom a function is the same function of the version.
    struct Region<Value: LeafValue & Sendable> {
        /// `nil` for everybody.
        let users: Users?
        /// The value for every version.
        let values: VersionMap<Value>
        /// Equal for regions with the same values.
        let number: Int
    }

    /// The users, divided into regions that a function treats differently, in the order of their cases.
    func regions<Value>(of map: CaseMap, as type: Value.Type = Value.self) throws(Failure) -> [Region<Value>] {
        func value(_ decision: Decision) -> Value { decision.value() ?? Value(leaf: 0) }
        guard !map.hasOnlyLeaves else { return [Region(users: nil, values: map.mapped(value), number: 0)] }
        var distinct: [Decision] = []
        var positions: [Decision: Int] = [:]
        for segment in map where positions[segment.value] == nil {
            positions[segment.value] = distinct.count
            distinct.append(segment.value)
        }
        var tuples = UniqueLists<Decision>()
        let product = try products(
            of: VersionMap(distinct), operands: { $1 += $0 },
            reducedBy: { operands in
                guard operands.allSatisfy(\.isLeaf) else { return nil }
                for operand in operands { tuples.append(operand) }
                return .leaf(tuples.finish(label: 0))
            })
        let cases = try cases(of: product.value(at: 0))
        var caseCounts = Array(repeating: 0, count: tuples.count)
        for item in cases { caseCounts[item.decision.leaf ?? 0] += 1 }
        // The group that needs the most cases is `otherwise`; on a tie, the users about whom nothing is known.
        let unknown = leafWithoutRollouts(product.value(at: 0))
        func rank(_ tuple: Int) -> (Int, Int, Int) { (caseCounts[tuple], tuple == unknown ? 1 : 0, -tuple) }
        let last = caseCounts.indices.max { rank($0) < rank($1) } ?? 0
        let positionMap = map.mapped { positions[$0] ?? 0 }
        let values = caseCounts.indices.map { tuple in
            let first = tuples.indices(of: tuple).lowerBound
            return positionMap.mapped { value(tuples.element(at: first + $0)) }
        }
        var regions = cases.filter { $0.decision.leaf != last }.map { item in
            let tuple = item.decision.leaf ?? 0
            return Region(users: Users(cases: [item], areOthers: false), values: values[tuple], number: tuple)
        }
        let others = cases.filter { $0.decision.leaf == last }
        let users = regions.isEmpty ? nil : Users(cases: others, areOthers: true)
        regions.append(Region(users: users, values: values[last], number: last))
        return regions
    }
}
