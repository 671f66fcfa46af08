import FlagResolver

extension PolicyProver {
    /// Proves that everybody's value only moves forward along a chain as a course advances.
    mutating func monotone(
        _ name: Expression.SettingName, over course: Policy.Course, _ chain: [Expression.Literal]
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let values = evaluator.values(of: name) else { return nil }
        let cases = values.cases
        var positions: [Int: Int] = [:]
        for (position, literal) in chain.enumerated() {
            for leaf in values.leaves(of: literal) { positions[values.representatives[Winner(leaf: leaf)].leaf] = position }
        }
        let violations =
            switch course {
            case .versions: try versionViolations(of: name, cases, Chain(positions))
            case .time, .percentage: try userViolations(of: name, over: course, cases, Chain(positions))
            }
        evaluator.warnOfMissing(chain, among: values, of: name)
        return Self.verdict(violations, over: .all)
    }

    /// The positions of values in a chain, by their leaves.
    private struct Chain {
        private let positions: [Int: Int]

        init(_ positions: [Int: Int]) {
            self.positions = positions
        }

        /// The violation by a value that follows others: 0 for none, 1 if it is not in the chain; if it goes back, the
        /// leaf that it goes back from plus 2.
        ///
        /// - Parameter reached: The leaf of the furthest value before it plus 1; 0 for none.
        func violation(by leaf: Int, after reached: Int) -> Decision {
            guard let position = positions[leaf] else { return .leaf(1) }
            guard reached > 0, position < positions[reached - 1] ?? 0 else { return .no }
            return .leaf(reached + 1)
        }

        /// The furthest value after one more value, as its leaf plus 1.
        func furthest(_ leaf: Int, _ reached: Int) -> Decision {
            guard let position = positions[leaf] else { return .leaf(reached) }
            return reached > 0 && position < positions[reached - 1] ?? 0 ? .leaf(reached) : .leaf(leaf + 1)
        }

        /// The leaf of the value from which a violation goes back; `nil` if the value is not in the chain.
        static func origin(of violation: Int) -> Int? { violation > 1 ? violation - 2 : nil }
    }

    private func kind(of violation: Int, _ cases: SettingFunction) -> PolicyVerdict.Violation.Kind {
        Chain.origin(of: violation).map { .goesBack(from: cases.value(of: Winner(leaf: $0))) } ?? .notInChain
    }

    /// The violations with rising versions.
    private func versionViolations(
        of name: Expression.SettingName, _ cases: SettingFunction, _ chain: Chain
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        let map = try cases.valueMap()
        var reached = VersionMap(Decision.no)
        var found: [Decision] = []
        for segment in map {
            let current = VersionMap(segment.value)
            found.append(try space.combined(current, reached) { chain.violation(by: $0, after: $1) }.value(at: 0))
            reached = try space.combined(current, reached) { chain.furthest($0, $1) }
        }
        var violations: [PolicyVerdict.Violation] = []
        for (segment, decision) in zip(map, found) where decision != .no {
            violations += try self.violations(decision, for: segment.interval, of: cases) { leaf, value in
                (name, kind(of: leaf, cases), value)
            }
        }
        return violations
    }

    /// The violations with passing dates, or with falling buckets of each salt.
    private func userViolations(
        of name: Expression.SettingName, over course: Policy.Course, _ cases: SettingFunction, _ chain: Chain
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        let map = try cases.valueMap()
        let tested = space.axes(of: map)
        // Values outside of the chain violate it whether or not anything varies.
        var found = try space.mapped(map) { chain.violation(by: $0, after: 0) }
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
                let violation = try space.combined(current, reached) { chain.violation(by: $0, after: $1) }
                let here = VersionMap(space.path([Case.Term(axis: axis, segments: SegmentSet(segment))], yes: .yes))
                let restricted = try space.combined(here, violation) { $0 == 0 ? .no : .leaf($1) }
                found = try space.combined(found, restricted) { $0 > 0 ? .leaf($0) : .leaf($1) }
                reached = try space.combined(current, reached) { chain.furthest($0, $1) }
            }
        }
        if course == .time, let date = space.indices[.date] {
            // Without a date, no time passes.
            let present = space.lines[date].all.subtracting(SegmentSet(AxisLine.absent))
            let dated = VersionMap(space.path([Case.Term(axis: date, segments: present)], yes: .yes))
            found = try space.combined(dated, found) { $0 == 0 ? .no : .leaf($1) }
        }
        let (pairs, values) = try space.pairs(found, cases.winners) { violation, _ in violation != 0 }
        return try violations(pairs) { number in
            let pair = values[number - 1]
            return (name, kind(of: pair.left, cases), cases.value(of: Winner(leaf: pair.right)))
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
