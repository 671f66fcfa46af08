import FlagResolver

extension CaseSpace {
    /// The values that a function can have where everything but the buckets of rollouts is known.
    package struct PossibleValues {
        /// A function of the other axes, whose value is the index of a list of ``values``.
        package let map: CaseMap
        /// Lists of leaves, each in ascending order.
        package let values: [[Int]]
    }

    /// What a function can decide for any buckets. A key that conditions name has known buckets.
    ///
    /// - Parameter key: An attribute that is present, whose value decides nothing but buckets; `nil` if there is none.
    package func possibleValues(of map: CaseMap, given key: String?) throws(Failure) -> PossibleValues {
        var map = map
        if let key, let axis = indices[Axis(attribute: key)] {
            map = try fixing(FixedAxes(segments: [axis: lines[axis].stringSegments.lowerBound]), in: map)
        }
        let keyAxes = axes.knownBuckets.keys.sorted()
        var numbers: [[Int]: Int] = [:]
        var lists: [[Int]] = []
        var leaves: [Decision: Decision] = [:]
        for decision in functionsOfBuckets(below: map, keyAxes) {
            let values = diagram.leaves(below: [decision]).sorted()
            let number = numbers[values] ?? lists.count
            if number == lists.count {
                numbers[values] = number
                lists.append(values)
            }
            leaves[decision] = .always(number)
        }
        // A diagram does not tell a named key from others if the same function decides for both, with its own buckets.
        let namedKeys = keyAxes.map { axis in
            let named = SegmentSet((axes.knownBuckets[axis] ?? [:]).keys.map { $0..<($0 + 1) })
            return diagram.node(axis: axis, named, inside: .yes, outside: .no)
        }
        let result = try products(
            of: map,
            operands: { decision, operands in
                operands.append(decision)
                operands += namedKeys
            },
            reducedBy: { operands in
                guard operands[0].isLeaf || operands.dropFirst().allSatisfy(\.isLeaf) else { return nil }
                return leaves[operands[0]]
            })
        return PossibleValues(map: result, values: lists)
    }

    /// The decisions of a function where only buckets are left to decide, also those for the known buckets of named keys.
    private func functionsOfBuckets(below map: CaseMap, _ keyAxes: [Int]) -> [Decision] {
        let end = lines.firstIndex { if case .bucket = $0.axis { true } else { false } } ?? lines.count
        var found: [Decision] = []
        // A few decisions of thousands: a set that has a place for each of them would take longer.
        var known: Set<Decision> = []
        var waiting = map.map(\.value)
        while let decision = waiting.popLast() {
            guard known.insert(decision).inserted else { continue }
            guard diagram.axis(of: decision) < end else {
                found.append(decision)
                continue
            }
            for index in diagram.edgeIndices(of: decision) { waiting.append(diagram.edge(at: index).decision) }
        }
        for axis in keyAxes {
            for (_, buckets) in (axes.knownBuckets[axis] ?? [:]).sorted(by: { $0.key < $1.key }) {
                for decision in found {
                    let restricted = diagram.restricted(decision, to: buckets)
                    if known.insert(restricted).inserted { found.append(restricted) }
                }
            }
        }
        return found
    }
}
