extension DecisionDiagram {
    /// There are more states, or steps from one to the next, than are allowed.
    struct StateLimit: Error {
        let kind: CaseLimit.Kind
        let limit: Int
        /// How many states, or nodes of the operands if all settings share the limit, test each axis.
        let countByAxis: [Int: Int]
    }

    /// The functions that a rule derives from lists of functions.
    ///
    /// A state is a list of decisions that the result still depends on. Equal states are computed once. The depth
    /// of recursion does not grow with the number of axes.
    ///
    /// - Parameters:
    ///   - count: How many functions to make.
    ///   - fixed: The given segments of some axes, by the indices of the axes. The result does not depend on these
    ///     axes.
    ///   - limit: The maximum number of states; `nil` for no limit, on steps either.
    ///   - operands: Appends the decisions that a result depends on, by the index of the result.
    ///   - reduce: Removes from a state what has no effect, and returns the decision if there is nothing else to decide.
    mutating func products(
        of count: Int, fixing fixed: [Int: Int32] = [:], limit: Int? = CaseLimit.stateCount,
        operands: (Int, inout [Decision]) -> Void, reducedBy reduce: (inout [Decision]) -> Decision?
    ) throws(StateLimit) -> [Decision] {
        // A nested product must find an empty table.
        var table = ProductTable()
        swap(&table, &products)
        defer {
            stateCount += table.states.count
            table.removeAll()
            swap(&table, &products)
        }
        var results: [ProductTable.Target] = []
        results.reserveCapacity(count)
        for index in 0..<count {
            table.operands.removeAll(keepingCapacity: true)
            operands(index, &table.operands)
            results.append(table.target(in: self, reduce))
        }
        table.rootCount = table.states.count
        var next = 0
        while next < table.states.count {
            if let limit, next >= limit || table.states.elementCount >= CaseLimit.operandCount {
                throw StateLimit(kind: .states, limit: CaseLimit.stateCount, countByAxis: table.countByAxis)
            }
            if limit != nil, stateCount >= maximum.states {
                throw StateLimit(
                    kind: .allStates, limit: maximum.states, countByAxis: nodeCountByAxis(below: table.roots))
            }
            try expand(next, in: &table, fixing: fixed, isLimited: limit != nil, reduce)
            next += 1
        }
        decide(&table)
        return results.map { table.decision(of: $0) }
    }

    /// Finds the states that follow a state, for each segment of its axis.
    private mutating func expand(
        _ state: Int, in table: inout ProductTable, fixing fixed: [Int: Int32], isLimited: Bool,
        _ reduce: (inout [Decision]) -> Decision?
    ) throws(StateLimit) {
        let axis = table.states.label(of: state)
        table.current.removeAll(keepingCapacity: true)
        table.cursors.removeAll(keepingCapacity: true)
        let segment = fixed.isEmpty ? nil : fixed[axis]
        for index in table.states.indices(of: state) {
            let operand = table.states.element(at: index)
            if self.axis(of: operand) != axis {
                table.current.append(operand)
            } else if let segment {
                table.current.append(decision(of: operand, for: segment))
            } else {
                let edges = edgeIndices(of: operand)
                table.cursors.append(
                    ProductTable.Cursor(operand: table.current.count, next: edges.lowerBound, end: edges.upperBound))
                table.current.append(operand)
            }
        }
        if segment == nil {
            if isLimited { try countSteps(in: &table) }
            appendTransitions(of: axis, to: &table, reduce)
        } else {
            table.appendTransition(from: 0, in: self, reduce)
        }
        table.transitionEnds.append(table.transitions.count)
    }

    /// Counts the steps from the state that is being expanded before they are made: for each edge, one for each operand,
    /// and a constant number for the transition.
    private mutating func countSteps(in table: inout ProductTable) throws(StateLimit) {
        let edgeCount = table.cursors.reduce(0) { $0 + $1.end - $1.next }
        let steps = Int64(edgeCount) * Int64(table.current.count + 10)
        table.stepCount += steps
        // What the limit of one setting does not count: the state is looked up in a table, and becomes a node of another one.
        stepCount += steps + Int64(edgeCount) * Self.stepsOfTransition + Self.stepsOfState
        if table.stepCount > CaseLimit.stepCount {
            throw StateLimit(kind: .steps, limit: CaseLimit.stepCount, countByAxis: table.countByAxis)
        }
        if stepCount > maximum.steps {
            throw StateLimit(
                kind: .allSteps, limit: Int(clamping: maximum.steps), countByAxis: nodeCountByAxis(below: table.roots))
        }
    }

    private static let stepsOfTransition: Int64 = 50
    private static let stepsOfState: Int64 = 300

    private mutating func appendTransitions(
        of axis: Int, to table: inout ProductTable, _ reduce: (inout [Decision]) -> Decision?
    ) {
        let segmentCount = segmentCount(of: axis)
        let buckets = knownBuckets.isEmpty ? nil : knownBuckets[axis]
        var segment: Int32 = 0
        while segment < segmentCount {
            var end = segmentCount
            for index in table.cursors.indices {
                let cursor = table.cursors[index]
                var next = cursor.next
                if next < cursor.end, edge(at: next).segment == segment {
                    table.current[cursor.operand] = edge(at: next).decision
                    next += 1
                    table.cursors[index].next = next
                }
                if next < cursor.end { end = min(end, edge(at: next).segment) }
            }
            if let buckets, (segment..<end).allSatisfy({ buckets[$0] != nil }) {
                for string in segment..<end {
                    appendTransition(from: string, buckets[string] ?? [:], to: &table, reduce)
                }
            } else {
                table.appendTransition(from: segment, in: self, reduce)
            }
            segment = end
        }
    }

    /// Adds the transition to the state for a string, whose buckets are known.
    private mutating func appendTransition(
        from segment: Int32, _ buckets: [Int: Int32], to table: inout ProductTable,
        _ reduce: (inout [Decision]) -> Decision?
    ) {
        let operands = table.current
        for index in operands.indices { table.current[index] = restricted(operands[index], to: buckets) }
        table.appendTransition(from: segment, in: self, reduce)
        table.current = operands
    }

    /// Turns states into nodes, those of later axes first: a state leads to states of later axes only.
    private mutating func decide(_ table: inout ProductTable) {
        table.decisions = Array(repeating: .no, count: table.states.count)
        for state in table.statesFromLastAxis {
            for index in table.transitionIndices(of: state) {
                let transition = table.transitions[index]
                appendEdge(from: transition.segment, to: table.decision(of: transition.target))
            }
            table.decisions[state] = finishNode(axis: table.states.label(of: state))
        }
    }
}

/// The states of a product, and how they follow each other.
struct ProductTable: ~Copyable {
    /// What a state becomes: a decision, or another state.
    enum Target: BitwiseCopyable {
        case decision(Decision)
        case state(Int32)
    }

    /// What follows a state for a segment of its axis, and those after it up to the next transition.
    struct Transition: BitwiseCopyable {
        let segment: Int32
        let target: Target
    }

    /// The next edge of an operand that tests the axis of a state.
    struct Cursor: BitwiseCopyable {
        let operand: Int
        var next: Int
        let end: Int
    }

    /// The operands of each state, labelled with the first axis that one of them tests.
    var states = UniqueLists<Decision>()
    /// How many states the functions begin with.
    var rootCount = 0
    var transitions: [Transition] = []
    /// Where the transitions of each state end.
    var transitionEnds: [Int] = []
    var decisions: [Decision] = []
    /// The number of steps so far. It has 64 bits everywhere, because the last state may exceed the limit by far.
    var stepCount: Int64 = 0

    /// The operands of the state that is being expanded, for the current segment.
    var current: [Decision] = []
    var cursors: [Cursor] = []
    /// The operands of the next target.
    var operands: [Decision] = []

    mutating func removeAll() {
        states.removeAll()
        transitions.removeAll(keepingCapacity: true)
        transitionEnds.removeAll(keepingCapacity: true)
        stepCount = 0
    }

    func transitionIndices(of state: Int) -> Range<Int> {
        (state == 0 ? 0 : transitionEnds[state - 1])..<transitionEnds[state]
    }

    /// The target of the state that has ``operands``.
    mutating func target(
        in diagram: borrowing DecisionDiagram, _ reduce: (inout [Decision]) -> Decision?
    ) -> Target {
        if let decision = reduce(&operands) { return .decision(decision) }
        var axis = Int.max
        for operand in operands {
            axis = min(axis, diagram.axis(of: operand))
            states.append(operand)
        }
        return .state(Int32(truncatingIfNeeded: states.finish(label: axis)))
    }

    /// Adds the transition to the state that has the operands ``current``.
    mutating func appendTransition(
        from segment: Int32, in diagram: borrowing DecisionDiagram, _ reduce: (inout [Decision]) -> Decision?
    ) {
        operands.removeAll(keepingCapacity: true)
        operands += current
        transitions.append(Transition(segment: segment, target: target(in: diagram, reduce)))
    }

    /// The operands of the states that the functions begin with.
    var roots: [Decision] { (0..<rootCount).flatMap { states[$0] } }

    /// The states, those of later axes first.
    var statesFromLastAxis: [Int] {
        (0..<states.count).sorted { states.label(of: $0) > states.label(of: $1) }
    }

    func decision(of target: Target) -> Decision {
        switch target {
        case .decision(let decision): decision
        case .state(let state): decisions[Int(state)]
        }
    }

    var countByAxis: [Int: Int] {
        var counts: [Int: Int] = [:]
        for state in 0..<states.count { counts[states.label(of: state), default: 0] += 1 }
        return counts
    }
}
