/// Rollouts, schedules, prerequisites, and the label of an entry.
extension ConditionReader {
    /// Checks a rollout, or a list of rollouts.
    func checkRollout(_ node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(Failure) {
        try checkOneOrMore(node, nodes) { (rollout) throws(Failure) in try checkOneRollout(rollout, nodes, bytes) }
    }

    private func checkOneRollout(_ node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(Failure) {
        guard nodes[node].kind == .object else {
            throw unexpected(node, #"a rollout such as { "percent": 25, "salt": "checkout-2026" }"#)
        }
        var (hasSalt, hasPercent) = (false, false)
        try nodes.forEachMember(of: node) { (key) throws(Failure) in
            let value = key + 1
            switch RolloutMember(key: nodes[key], in: bytes) {
            case .metadata: break
            case .salt:
                try checkText(value, nodes, "a salt that is not empty")
                hasSalt = true
            case .percent:
                try checkPercent(value, nodes, bytes)
                hasPercent = true
            case .by:
                try checkText(value, nodes, "the name of an attribute, or \"targetingKey\"")
                let text = tree.string(at: value) ?? ""
                switch nodes[value].withContent(in: bytes, { AttributeName($0) }) {
                case .attribute?, .targetingKey?: break
                case .appVersion?, .date?: throw failure(.propertyNotAttribute(text), value)
                case nil: throw failure(.badAttributeName(text), value)
                }
            case .other:
                throw failure(.unknownMember(tree.string(at: key) ?? "", expected: #""percent", "salt" and "by""#), key)
            }
        }
        guard hasSalt else { throw failure(.missingSalt, node) }
        guard hasPercent else { throw failure(.missingPercent, node) }
    }

    private func checkPercent(_ node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(Failure) {
        guard nodes.isListOfSlices(node) else { return try checkShare(node, nodes, bytes) }
        try nodes.forEachElement(of: node) { (slice) throws(Failure) in
            guard nodes[slice].kind == .array else { throw unexpected(slice, "a slice such as [25, 50]") }
            try checkShare(slice, nodes, bytes)
        }
    }

    /// Checks a percentage, or a slice from one percentage to another.
    private func checkShare(_ node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(Failure) {
        guard nodes[node].kind == .array else {
            _ = try bucketCount(at: node, nodes, bytes)
            return
        }
        let bounds = Array(tree.elements(of: node))
        guard bounds.count == 2 else {
            throw failure(
                .unexpected(
                    found: bounds.isEmpty
                        ? "an empty array" : "an array with \(bounds.count) element\(bounds.count == 1 ? "" : "s")",
                    expected: "two percentages, such as [25, 50]"), node)
        }
        guard try bucketCount(at: bounds[0], nodes, bytes) <= bucketCount(at: bounds[1], nodes, bytes) else {
            throw failure(.reversedSlice(from: text(bounds[0]), to: text(bounds[1])), node)
        }
    }

    private func bucketCount(at node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(Failure) -> Int {
        guard nodes[node].kind == .number else {
            throw unexpected(node, "a percentage such as 25, or a slice [25, 50]")
        }
        guard let count = nodes[node].bucketCount(in: bytes) else { throw failure(.badPercentage(text(node)), node) }
        return count
    }

    /// Reads a date-time.
    func instant(at node: Int) throws(Failure) -> Instant {
        guard let text = tree.string(at: node) else {
            throw unexpected(node, #"a date-time such as "2026-12-01T00:00:00Z""#)
        }
        do {
            return try Instant(parsing: text)
        } catch {
            throw failure(.badInstant(text, error), node)
        }
    }

    /// Reads the names of prerequisites: one, or a list.
    func prerequisites(at node: Int, _ nodes: Span<JSONNode>) throws(Failure) -> [Int] {
        var names: [Int] = []
        try checkOneOrMore(node, nodes) { (name) throws(Failure) in
            try checkText(name, nodes, "the name of a setting")
            names.append(name)
        }
        return names
    }

    /// Checks the label of an entry.
    func checkName(_ node: Int, _ nodes: Span<JSONNode>) throws(Failure) {
        try checkText(node, nodes, "a name that is not empty")
    }
}
