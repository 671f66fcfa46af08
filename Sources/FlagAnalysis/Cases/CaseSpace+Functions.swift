import FlagResolver

extension DecisionDiagram {
    /// Decides for the first operand that is not ``Decision/no``; for ``Decision/no`` if there is none.
    static func firstMatch(_ operands: inout [Decision]) -> Decision? {
        var count = 0
        for index in operands.indices where operands[index] != .no {
            operands[count] = operands[index]
            count += 1
            if operands[index].isLeaf { break }
        }
        while operands.count > count { operands.removeLast() }
        return count > 1 ? nil : operands.first ?? .no
    }

    /// Decides for the last operand where all operands hold; otherwise for ``Decision/no``.
    static func conjunction(_ operands: inout [Decision]) -> Decision? {
        if operands.contains(.no) { return .no }
        let last = operands.last { $0.leaf != nil && $0 != .yes } ?? .yes
        operands.removeAll { $0.leaf != nil }
        if operands.isEmpty { return last }
        if last != .yes { operands.append(last) }
        return operands.count == 1 ? operands[0] : nil
    }
}

extension CaseSpace {
    /// For every version, the function that a rule derives from some functions; see
    /// ``DecisionDiagram/products(of:fixing:limit:operands:reducedBy:)``.
    ///
    /// - Parameter operands: Appends the functions that the result depends on, by the value of the map.
    func products<Value>(
        of map: VersionMap<Value>, fixing fixed: [Int: Int32] = [:], operands: (Value, inout [Decision]) -> Void,
        reducedBy reduce: (inout [Decision]) -> Decision?
    ) throws(Failure) -> CaseMap {
        try countSegments(map.count)
        do throws(DecisionDiagram.StateLimit) {
            let decisions = try diagram.products(
                of: map.count, fixing: fixed, operands: { operands(map.value(at: $0), &$1) }, reducedBy: reduce)
            return map.withValues(decisions)
        } catch {
            throw .limit(CaseLimit(kind: error.kind, limit: error.limit, countByAxis: error.countByAxis, of: lines))
        }
    }

    /// Counts the steps along the version line before they are made. Each takes as long as several steps of a diagram.
    private func countSegments(_ count: Int) throws(Failure) {
        diagram.stepCount += Int64(count + 1) * Self.stepsOfSegment
        guard diagram.stepCount > diagram.maximum.steps else { return }
        let limit = Int(clamping: diagram.maximum.steps)
        throw .limit(CaseLimit(kind: .allSteps, limit: limit, countByAxis: [:], of: lines))
    }

    private static let stepsOfSegment: Int64 = 100

    /// A function of the values of a map.
    package func mapped<Value: LeafValue>(
        _ map: CaseMap, _ transform: (Value) -> some LeafValue
    ) throws(Failure) -> CaseMap {
        func decision(_ leaf: Int) -> Decision { .always(transform(Value(leaf: leaf))) }
        guard !map.hasOnlyLeaves else { return map.mapped { decision($0.leaf ?? 0) } }
        return try products(of: map, operands: { $1.append($0) }, reducedBy: { $0[0].leaf.map { decision($0) } })
    }

    /// A map with the segments of some axes given, so that its result does not depend on them.
    package func fixing(_ axes: FixedAxes, in map: CaseMap) throws(Failure) -> CaseMap {
        guard !axes.segments.isEmpty else { return map }
        return try products(
            of: map, fixing: axes.segments, operands: { $1.append($0) }, reducedBy: { $0[0].isLeaf ? $0[0] : nil })
    }

    /// A function of the values of two maps.
    package func combined<Left: LeafValue, Right: LeafValue>(
        _ left: CaseMap, _ right: CaseMap, _ combine: (Left, Right) -> some LeafValue
    ) throws(Failure) -> CaseMap {
        func decision(_ left: Int, _ right: Int) -> Decision {
            .always(combine(Left(leaf: left), Right(leaf: right)))
        }
        guard !left.hasOnlyLeaves || !right.hasOnlyLeaves else {
            try countSegments(left.count + right.count)
            return left.combined(with: right) { decision($0.leaf ?? 0, $1.leaf ?? 0) }
        }
        return try product(left, right) { operands in
            guard let left = operands[0].leaf, let right = operands[1].leaf else { return nil }
            return decision(left, right)
        }
    }

    /// The function that a rule derives from two functions.
    func product(
        _ left: CaseMap, _ right: CaseMap, _ reduce: (inout [Decision]) -> Decision?
    ) throws(Failure) -> CaseMap {
        try products(
            of: left.combined(with: right) { Pair(left: $0, right: $1) },
            operands: { pair, operands in
                operands.append(pair.left)
                operands.append(pair.right)
            }, reducedBy: reduce)
    }

    private struct Pair: Equatable {
        let left: Decision
        let right: Decision
    }

    /// The pairs of values of two functions that satisfy a condition.
    ///
    /// - Returns: A function whose value is the index of the pair, or `nil` elsewhere; and the pairs.
    package func pairs<Left: LeafValue, Right: LeafValue>(
        _ left: CaseMap, _ right: CaseMap, where isIncluded: (Left, Right) -> Bool
    ) throws(Failure) -> (map: CaseMap, pairs: [ValuePair<Left, Right>]) {
        var pairs: [ValuePair<Left, Right>] = []
        var indices: [ValuePair<Left, Right>: Int] = [:]
        let map = try combined(left, right) { (left: Left, right: Right) -> Int? in
            guard isIncluded(left, right) else { return nil }
            let pair = ValuePair(left: left, right: right)
            if let known = indices[pair] { return known }
            indices[pair] = pairs.count
            pairs.append(pair)
            return pairs.count - 1
        }
        return (map, pairs)
    }

    /// The values of two functions for the same users.
    package struct ValuePair<Left: LeafValue, Right: LeafValue>: Hashable {
        package let left: Left
        package let right: Right
    }
}
