import FlagResolver

extension PolicyProver {
    /// Proves that everybody's value only moves forward along a chain as a course advances.
    mutating func monotone(
        _ name: Expression.SettingName, over course: Policy.Course, _ chain: [Expression.Literal]
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let values = evaluator.values(of: name) else { return nil }
        var positions: [Winner: Int] = [:]
        for (position, literal) in chain.enumerated() {
            for winner in values.winners(of: literal) { positions[values.representatives[winner]] = position }
        }
        let violations =
            switch course {
            case .versions: try versionViolations(of: name, values.function, Chain(positions))
            case .time, .percentage: try userViolations(of: name, over: course, values.function, Chain(positions))
            }
        evaluator.warnOfMissing(chain, among: values, of: name)
        return Self.verdict(violations, over: .all)
    }

    /// How a value violates a chain.
    private enum ChainViolation: LeafValue {
        /// The value is not in the chain.
        case notInChain
        /// It comes before the value of this winner.
        case goesBack(from: Winner)

        init(leaf: Int) {
            self = Winner?(leaf: leaf).map { .goesBack(from: $0) } ?? .notInChain
        }

        var leaf: Int {
            switch self {
            case .notInChain: Winner?.none.leaf
            case .goesBack(let winner): Winner?.some(winner).leaf
            }
        }
    }

    /// The positions of values in a chain, by the first winners that give them.
    private struct Chain {
        private let positions: [Winner: Int]

        init(_ positions: [Winner: Int]) {
            self.positions = positions
        }

        /// The violation by a value that follows others; `nil` for none.
        ///
        /// - Parameter reached: The furthest value before it; `nil` for none.
        func violation(by value: Winner, after reached: Winner?) -> ChainViolation? {
            guard let position = positions[value] else { return .notInChain }
            return reached.flatMap { position < positions[$0] ?? 0 ? .goesBack(from: $0) : nil }
        }

        /// The furthest value after one more value.
        func furthest(_ value: Winner, _ reached: Winner?) -> Winner? {
            guard let position = positions[value] else { return reached }
            return reached.flatMap { position < positions[$0] ?? 0 ? $0 : nil } ?? value
        }
    }

    private func kind(of violation: ChainViolation?, _ function: SettingFunction) -> PolicyVerdict.Violation.Kind {
        switch violation {
        case .goesBack(let winner): .goesBack(from: function.jsonValue(of: winner))
        case .notInChain, nil: .notInChain
        }
    }

    /// The violations with rising versions.
    private func versionViolations(
        of name: Expression.SettingName, _ function: SettingFunction, _ chain: Chain
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        let map = try function.valueMap()
        var reached = VersionMap(Decision.no)
        var found: [Decision] = []
        for segment in map {
            let current = VersionMap(segment.value)
            found.append(try space.combined(current, reached, chain.violation).value(at: 0))
            reached = try space.combined(current, reached, chain.furthest)
        }
        var violations: [PolicyVerdict.Violation] = []
        for (segment, decision) in zip(map, found) where decision != .no {
            violations += try self.violations(decision, for: segment.interval, of: function) {
                (violation: ChainViolation?, value) in (name, kind(of: violation, function), value)
            }
        }
        return violations
    }

    /// The violations with passing dates, or with falling buckets of each salt.
    private func userViolations(
        of name: Expression.SettingName, over course: Policy.Course, _ function: SettingFunction, _ chain: Chain
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        let map = try function.valueMap()
        let tested = space.axes(of: map)
        // Values outside of the chain violate it whether or not anything varies.
        var found = try space.mapped(map) { (value: Winner) in chain.violation(by: value, after: nil) }
        for axis in tested.sorted() {
            let segments: [Int32]
            switch (space.lines[axis].axis, course) {
            case (.date, .time): segments = Array(1..<space.lines[axis].segmentCount)
            case (.bucket, .percentage): segments = (0..<space.lines[axis].segmentCount).reversed()
            default: continue
            }
            var reached = VersionMap(Decision.no)
            for segment in segments {
                let current = try space.fixing(FixedAxes(segments: [axis: segment]), in: map)
                let violation = try space.combined(current, reached, chain.violation)
                let here = VersionMap(space.path([Case.Term(axis: axis, segments: SegmentSet(segment))], yes: .yes))
                let restricted = try space.combined(here, violation) { (isHere: Bool, violation: ChainViolation?) in
                    isHere ? violation : nil
                }
                found = try space.combined(found, restricted) { (known: ChainViolation?, new: ChainViolation?) in
                    known ?? new
                }
                reached = try space.combined(current, reached, chain.furthest)
            }
        }
        if course == .time, let date = space.indices[.date] {
            // Without a date, no time passes.
            let present = space.lines[date].all.subtracting(SegmentSet(AxisLine.absent))
            let dated = VersionMap(space.path([Case.Term(axis: date, segments: present)], yes: .yes))
            found = try space.combined(dated, found) { (hasDate: Bool, violation: ChainViolation?) in
                hasDate ? violation : nil
            }
        }
        let (violating, pairs) = try space.pairs(found, function.winners) { (violation: ChainViolation?, _: Winner) in
            violation != nil
        }
        return try violations(violating) { (index: Int) in
            (name, kind(of: pairs[index].left, function), FoundValue(of: pairs[index].right, in: function))
        }
    }
}

extension CaseSpace {
    /// The axes on which a function depends, by their indices.
    fileprivate func axes(of map: CaseMap) -> Set<Int> {
        var nodes = DecisionSet()
        diagram.insertNodes(below: map.map(\.value), into: &nodes)
        return Set(nodes.list.map { diagram.axis(of: $0) })
    }
}
