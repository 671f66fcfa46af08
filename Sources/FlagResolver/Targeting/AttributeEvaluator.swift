/// Evaluates conditions on attributes, and rollouts. ``ConditionReader`` has checked them.
struct AttributeEvaluator {
    let tree: JSONTree
    let context: EvaluationContext

    /// Whether all conditions of an object hold, the value of `when`.
    func holds(_ when: Int) -> Bool {
        for (key, value) in tree.members(of: when) {
            guard tree.isMetadata(key: key) || condition(value, holdsFor: attribute(named: key)) else { return false }
        }
        return true
    }

    /// The attribute with the name that a string spells; `nil` if it is absent.
    private func attribute(named node: Int) -> AttributeValue? {
        tree.bytes.withRawSpan { bytes in
            tree.nodes[node].withContent(in: bytes) { name in
                switch AttributeName(name) {
                case .appVersion: context.appVersion.map { .version($0) }
                case .targetingKey: context.targetingKey.map { .string($0) }
                // Only the presence of a date can be tested.
                case .date: context.instant.map { _ in .boolean(true) }
                case .attribute: context.attribute(named: name)
                case nil: nil
                }
            }
        }
    }

    private func condition(_ node: Int, holdsFor value: AttributeValue?) -> Bool {
        switch tree.nodes[node].kind {
        case .null: return false
        case .array: return tree.elements(of: node).contains { condition($0, holdsFor: value) }
        case .object: return tree.members(of: node).allSatisfy { member($0.key, $0.value, holdsFor: value) }
        case .true, .false:
            guard case .boolean(let boolean) = value else { return false }
            return boolean == (tree.nodes[node].kind == .true)
        case .string:
            guard case .string(let text) = value else { return false }
            return tree.isString(at: node, equalTo: text)
        case .number:
            guard case .number(let number) = value else { return false }
            return comparison(of: number, with: node) == 0
        }
    }

    private func comparison(of number: AttributeNumber, with node: Int) -> Int {
        tree.bytes.withRawSpan { number.compare(to: tree.nodes[node].span, in: $0) }
    }

    private func member(_ key: Int, _ node: Int, holdsFor value: AttributeValue?) -> Bool {
        switch tree.bytes.withRawSpan({ ConditionMember(key: tree.nodes[key], in: $0) }) {
        case .metadata: return true
        case .other: return false
        case .absent: return (value == nil) == (tree.nodes[node].kind == .true)
        case .not: return value.map { isTested($0, by: node) && !condition(node, holdsFor: $0) } ?? false
        case .order(let order):
            guard case .number(let number) = value else { return false }
            return order.contains(comparison: comparison(of: number, with: node))
        case .startsWith:
            guard case .string(let text) = value else { return false }
            return any(of: node) { tree.isPrefix($0, of: text) }
        case .version:
            guard let version = value?.asVersion else { return false }
            return any(of: node) { (try? tree.versionSet(at: $0))?.contains(version) ?? false }
        }
    }

    private func any(of node: Int, _ holds: (Int) -> Bool) -> Bool {
        tree.nodes[node].kind == .array ? tree.elements(of: node).contains(where: holds) : holds(node)
    }

    /// Whether a condition tests values of a type, so that its negation can hold for them.
    private func isTested(_ value: AttributeValue, by node: Int) -> Bool {
        switch tree.nodes[node].kind {
        case .null: return false
        case .array: return tree.elements(of: node).contains { isTested(value, by: $0) }
        case .true, .false: if case .boolean = value { return true } else { return false }
        case .string: if case .string = value { return true } else { return false }
        case .number: if case .number = value { return true } else { return false }
        case .object:
            return tree.members(of: node).contains { key, _ in
                switch tree.bytes.withRawSpan({ ConditionMember(key: tree.nodes[key], in: $0) }) {
                case .order: if case .number = value { true } else { false }
                case .startsWith: if case .string = value { true } else { false }
                case .version: value.asVersion != nil
                case .not, .absent, .metadata, .other: false
                }
            }
        }
    }
}

// MARK: Rollouts

extension AttributeEvaluator {
    /// Whether a rollout, or all rollouts of a list, include the key of the context.
    func includes(_ node: Int) -> Bool {
        tree.nodes[node].kind == .array
            ? tree.elements(of: node).allSatisfy { includesKey($0) } : includesKey(node)
    }

    private func includesKey(_ rollout: Int) -> Bool {
        var salt: Int?
        var percent: Int?
        var key = context.targetingKey
        for member in tree.members(of: rollout) {
            switch tree.bytes.withRawSpan({ RolloutMember(key: tree.nodes[member.key], in: $0) }) {
            case .salt: salt = member.value
            case .percent: percent = member.value
            case .by: if case .string(let text) = attribute(named: member.value) { key = text } else { key = nil }
            case .metadata, .other: break
            }
        }
        guard let salt, let percent, let key, let text = tree.stringBytes(at: salt) else { return false }
        let bucket = RolloutBucket.bucket(ofKey: key, salt: text)
        return tree.bucketSlices(ofPercent: percent).contains { $0.contains(bucket) }
    }
}

extension JSONTree {
    /// The buckets of a `percent`, which must be well-formed: one range for each slice.
    package func bucketSlices(ofPercent node: Int) -> [Range<Int>] {
        guard kind(of: node) == .array else { return [0..<(bucketCount(ofPercentage: node) ?? 0)] }
        let list = Array(elements(of: node))
        if let first = list.first, kind(of: first) == .array { return list.flatMap { bucketSlices(ofPercent: $0) } }
        let bounds = list.map { bucketCount(ofPercentage: $0) ?? 0 }
        guard bounds.count == 2, bounds[0] <= bounds[1] else { return [] }
        return [bounds[0]..<bounds[1]]
    }

    /// Whether a text starts with the content of a string, compared by bytes.
    func isPrefix(_ node: Int, of text: String) -> Bool {
        bytes.withRawSpan { bytes in
            nodes[node].withContent(in: bytes) { prefix in
                text.withUTF8Bytes { text in
                    prefix.byteCount <= text.byteCount
                        && text.isEqual(at: 0, to: prefix, at: 0, count: prefix.byteCount)
                }
            }
        }
    }
}
