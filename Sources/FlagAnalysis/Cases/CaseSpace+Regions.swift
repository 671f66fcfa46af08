import FlagResolver

extension CaseSpace {
    /// The users of a region.
    package struct Users: Hashable, Sendable {
        package let cases: [Case]
        /// Whether they are everyone in no other region.
        let areOthers: Bool
    }

    /// The users of a region in words; `otherwise` for everyone in no other region.
    package func text(of users: Users, _ length: TextLength = .short) -> String {
        users.areOthers ? "otherwise" : users.cases.first.flatMap { text(of: $0, length) } ?? ""
    }

    /// Users for whom a function is the same function of the version.
    struct Region {
        /// `nil` for everybody.
        let users: Users?
        /// The leaf for every version.
        let leaves: VersionMap<Int>
    }

    /// The users, divided into regions that a function treats differently, in the order of their cases.
    func regions(of map: CaseMap) throws(Failure) -> [Region] {
        var distinct: [Decision] = []
        var positions: [Decision: Int] = [:]
        for segment in map where positions[segment.value] == nil {
            positions[segment.value] = distinct.count
            distinct.append(segment.value)
        }
        var tuples: [[Int]] = []
        var numbers: [[Int]: Int] = [:]
        let product = try products(
            of: VersionMap(distinct), operands: { $1 += $0 },
            reducedBy: { operands in
                let leaves = operands.compactMap(\.leaf)
                guard leaves.count == operands.count else { return nil }
                let number = numbers[leaves] ?? tuples.count
                if number == tuples.count {
                    numbers[leaves] = number
                    tuples.append(leaves)
                }
                return .leaf(number)
            })
        let cases = try cases(of: product.value(at: 0))
        var casesOfTuple: [Int: [Case]] = [:]
        for item in cases { casesOfTuple[item.decision.leaf ?? 0, default: []].append(item) }
        // The group that needs the most cases is `otherwise`; on a tie, the users about whom nothing is known.
        let unknown = leafWithoutRollouts(product.value(at: 0))
        func rank(_ tuple: Int) -> (Int, Int, Int) {
            (casesOfTuple[tuple]?.count ?? 0, tuple == unknown ? 1 : 0, -tuple)
        }
        let last = casesOfTuple.keys.max { rank($0) < rank($1) } ?? 0
        func leaves(_ tuple: Int) -> VersionMap<Int> { map.mapped { tuples[tuple][positions[$0] ?? 0] } }
        var regions = cases.filter { $0.decision.leaf != last }.map { item in
            Region(users: Users(cases: [item], areOthers: false), leaves: leaves(item.decision.leaf ?? 0))
        }
        let others = regions.isEmpty ? nil : Users(cases: casesOfTuple[last] ?? [], areOthers: true)
        regions.append(Region(users: others, leaves: leaves(last)))
        return regions
    }
}
