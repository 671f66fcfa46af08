/// Evaluates conditions on attributes, and rollouts, which ``ConditionReader`` has validated.
///
/// They are evaluated in place, on the nodes and bytes of the document.
extension EvaluationContext {
    private typealias Attribute = AttributeTable.Attribute

    /// Whether a condition on an attribute holds: a member of `when`, by the node of its key.
    func satisfies(conditionAt key: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) -> Bool {
        condition(key + 1, holdsFor: attribute(named: nodes[key], bytes), nodes, bytes)
    }

    /// Whether the value that a condition tests is absent or has a kind for which the condition can hold.
    func canUseInput(ofConditionAt key: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) -> Bool {
        guard let attribute = attribute(named: nodes[key], bytes) else { return true }
        let needed = AttributeKinds(ofCondition: key + 1, nodes, bytes)
        return needed.isEmpty || !needed.isDisjoint(with: AttributeKinds(of: attribute))
    }

    /// The attribute with the name that a string spells; `nil` if it is absent.
    private func attribute(named name: JSONNode, _ bytes: RawSpan) -> Attribute? {
        name.withContent(in: bytes) { name in
            switch AttributeName(checked: name) {
            case .appVersion: appVersion == nil ? nil : AttributeTable.property
            case .date: instant == nil ? nil : AttributeTable.property
            case .targetingKey: table?.testedKey
            case .attribute: table?.attribute(named: name)
            }
        }
    }

    /// Calls a closure with a string of the context as bytes; returns `nil` if an attribute is not a string.
    private func withString<Result>(_ attribute: Attribute?, _ body: (RawSpan) -> Result) -> Result? {
        guard let attribute, attribute.kind == .string else { return nil }
        return attribute.text.withRawSpan(body)
    }

    /// -1, 0 or 1 if a number of the context is less than, equal to, or greater than one of the document; `nil` if it is
    /// not a number.
    private func comparison(of attribute: Attribute?, with number: JSONNode, _ bytes: RawSpan) -> Int? {
        guard let attribute, attribute.kind == .number else { return nil }
        return attribute.text.withRawSpan { own in
            JSONDecimal(0..<own.byteCount, in: own).compare(to: JSONDecimal(number.span, in: bytes), in: own, bytes)
        }
    }

    private func condition(
        _ index: Int, holdsFor attribute: Attribute?, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) -> Bool {
        let node = nodes[index]
        switch node.kind {
        case .null: return false
        case .array:
            return nodes.containsElement(of: index) { condition($0, holdsFor: attribute, nodes, bytes) }
        case .object:
            return !nodes.containsMember(of: index) { !member($0, holdsFor: attribute, nodes, bytes) }
        case .true, .false:
            return attribute?.kind == (node.kind == .true ? .true : .false)
        case .string:
            return withString(attribute) { text in node.withContent(in: bytes) { $0.isEqual(to: text) } } ?? false
        case .number:
            return comparison(of: attribute, with: node, bytes) == 0
        }
    }

    private func member(
        _ key: Int, holdsFor attribute: Attribute?, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) -> Bool {
        let index = key + 1
        switch ConditionMember(key: nodes[key], in: bytes) {
        case .metadata: return true
        case .other: return false
        case .absent: return (attribute == nil) == (nodes[index].kind == .true)
        case .not:
            guard let attribute, isTested(attribute, by: index, nodes, bytes) else { return false }
            return !condition(index, holdsFor: attribute, nodes, bytes)
        case .order(let order):
            return comparison(of: attribute, with: nodes[index], bytes).map { order.contains(comparison: $0) } ?? false
        case .startsWith:
            return withString(attribute) { text in
                nodes.containsAny(of: index) { prefix in
                    nodes[prefix].withContent(in: bytes) { text.starts(with: $0) }
                }
            } ?? false
        case .version:
            guard let attribute, let version = attribute.version else { return false }
            return nodes.containsAny(of: index) { isVersion(attribute, version, satisfying: nodes[$0], bytes) }
        }
    }

    /// Whether an attribute is a version that satisfies a requirement of the document.
    private func isVersion(
        _ attribute: Attribute, _ version: PackedVersion, satisfying requirement: JSONNode, _ bytes: RawSpan
    ) -> Bool {
        guard let set = try? requirement.versionSet(in: bytes) else { return false }
        if let bounds = set.packedBounds { return bounds.contains(version) }
        let exactVersion = attribute.text.withRawSpan { try? AppVersion(utf8: Span(_bytes: $0)) }
        return exactVersion.map { set.contains($0) } ?? false
    }

    /// Whether a condition tests values of the attribute's type, so that its negation can hold for the attribute.
    private func isTested(
        _ attribute: Attribute, by index: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) -> Bool {
        switch nodes[index].kind {
        case .null: return false
        case .array: return nodes.containsElement(of: index) { isTested(attribute, by: $0, nodes, bytes) }
        case .true, .false: return attribute.kind == .true || attribute.kind == .false
        case .string: return attribute.kind == .string
        case .number: return attribute.kind == .number
        case .object:
            return nodes.containsMember(of: index) { key in
                switch ConditionMember(key: nodes[key], in: bytes) {
                case .order: attribute.kind == .number
                case .startsWith: attribute.kind == .string
                case .version: attribute.version != nil
                case .not, .absent, .metadata, .other: false
                }
            }
        }
    }
}

// MARK: Rollouts

extension EvaluationContext {
    /// Whether a rollout, or all rollouts of a list, include the key of the context.
    func isIncluded(inRollout node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) -> Bool {
        nodes[node].kind == .array
            ? !nodes.containsElement(of: node) { !isIncluded(inOneRollout: $0, nodes, bytes) }
            : isIncluded(inOneRollout: node, nodes, bytes)
    }

    /// Whether the keys of a rollout, or of a list of rollouts, are absent or strings.
    func canUseInput(ofRollout node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) -> Bool {
        !nodes.containsAny(of: node) { rollout in
            nodes.containsMember(of: rollout) { key in
                // The targeting key is always a string.
                guard case .by = RolloutMember(key: nodes[key], in: bytes) else { return false }
                return attribute(named: nodes[key + 1], bytes).map { $0.kind != .string } ?? false
            }
        }
    }

    private func isIncluded(inOneRollout rollout: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) -> Bool {
        var salt: Int?
        var percent: Int?
        var attribute = table?.testedKey
        nodes.forEachMember(of: rollout) { key in
            switch RolloutMember(key: nodes[key], in: bytes) {
            case .salt: salt = key + 1
            case .percent: percent = key + 1
            case .by: attribute = self.attribute(named: nodes[key + 1], bytes)
            case .metadata, .other: break
            }
        }
        guard let salt, let percent else { return false }
        let bucket = withString(attribute) { key in
            nodes[salt].withContent(in: bytes) { RolloutBucket.bucket(ofKey: key, salt: $0) }
        }
        guard let bucket else { return false }
        return nodes.containsSlice(ofPercent: percent, in: bytes) { $0.contains(bucket) }
    }
}
