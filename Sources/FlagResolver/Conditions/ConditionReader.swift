/// Checks the conditions of an entry that test more than the app version. ``ConditionEvaluator`` evaluates them.
///
/// ```json
/// { "platform": ["ios", "macos"], "osVersion": { "version": ">=17" }, "launches": { ">=": 5, "<": 10 } }
/// ```
///
/// The nesting of a condition is bounded: a list in a list and a `not` in a `not` are malformed. The nodes and bytes of the
/// tree are passed as spans; the tree is only for messages.
struct ConditionReader {
    let tree: JSONTree

    /// A problem at a node.
    struct Failure: Error {
        let problem: SettingProblem
        let node: Int
    }

    /// Reads the value of `when`, an object that maps attributes to conditions, into a table.
    func readAttributes(
        _ node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan, into table: inout ConditionTable
    ) throws(Failure) {
        guard nodes[node].kind == .object else {
            throw unexpected(node, #"an object of attributes and conditions, such as { "country": "DE" }"#)
        }
        var isEmpty = true
        try nodes.forEachMember(of: node) { (key) throws(Failure) in
            guard !nodes[key].isMetadata(in: bytes) else { return }
            isEmpty = false
            try table.append(key: key, nodes, bytes) { () throws(Failure) in try checkAttribute(key, nodes, bytes) }
        }
        if isEmpty { throw failure(.unexpected(found: "no attribute", expected: "at least one"), node) }
    }

    /// Checks the name of an attribute and the condition on it, by the node of the name.
    private func checkAttribute(_ key: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(Failure) {
        let value = key + 1
        switch nodes[key].withContent(in: bytes, { AttributeName($0) }) {
        case nil: throw failure(.badAttributeName(tree.string(at: key) ?? ""), key)
        case .appVersion?, .date?:
            guard isAbsenceTest(value, nodes, bytes) else {
                throw failure(.onlyAbsent(attribute: tree.string(at: key) ?? ""), value)
            }
            try checkObject(value, isInNot: false, nodes, bytes)
        case .targetingKey?, .attribute?:
            try checkCondition(value, isInList: false, isInNot: false, nodes, bytes)
        }
    }

    private func isAbsenceTest(_ node: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) -> Bool {
        nodes[node].kind == .object
            && nodes.containsMember(of: node) { ConditionMember(key: nodes[$0], in: bytes).isAbsent }
    }

    private func checkCondition(
        _ node: Int, isInList: Bool, isInNot: Bool, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) throws(Failure) {
        switch nodes[node].kind {
        case .true, .false, .number: return
        case .string: try checkText(node, nodes, "a string with at least one character")
        case .object: try checkObject(node, isInNot: isInNot, nodes, bytes)
        case .array where !isInList:
            try checkElements(node, nodes) { (element) throws(Failure) in
                try checkCondition(element, isInList: true, isInNot: isInNot, nodes, bytes)
            }
        case .array, .null:
            throw unexpected(
                node, "a string, a Boolean, a number, or an object with at least one of \(ConditionMember.names)")
        }
    }

    private func checkObject(
        _ node: Int, isInNot: Bool, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) throws(Failure) {
        var count = 0
        var hasAbsent = false
        try nodes.forEachMember(of: node) { (key) throws(Failure) in
            let value = key + 1
            switch ConditionMember(key: nodes[key], in: bytes) {
            case .metadata: return
            case .startsWith:
                try checkOneOrMore(value, nodes) { (element) throws(Failure) in
                    try checkText(element, nodes, "a prefix that is not empty")
                }
            case .order:
                guard nodes[value].kind == .number else { throw unexpected(value, "a number") }
            case .version:
                try checkOneOrMore(value, nodes) { (element) throws(Failure) in
                    try checkRequirement(nodes[element], element, bytes)
                }
            case .not:
                guard !isInNot else { throw failure(.notInNot, key) }
                try checkCondition(value, isInList: false, isInNot: true, nodes, bytes)
            case .absent:
                guard !isInNot else { throw failure(.absentInNot, key) }
                guard nodes[value].kind.isBool else { throw unexpected(value, "true or false") }
                hasAbsent = true
            case .other:
                throw failure(.unknownMember(tree.string(at: key) ?? "", expected: ConditionMember.names), key)
            }
            count += 1
            if hasAbsent, count > 1 { throw failure(.absentWithOthers, node) }
        }
        if count == 0 {
            throw failure(
                .unexpected(found: "an empty object", expected: "at least one of \(ConditionMember.names)"), node)
        }
    }

    /// Checks a value, or the elements of a list of such values.
    func checkOneOrMore(
        _ node: Int, _ nodes: Span<JSONNode>, _ check: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard nodes[node].kind == .array else { return try check(node) }
        try checkElements(node, nodes, check)
    }

    func checkElements(
        _ list: Int, _ nodes: Span<JSONNode>, _ check: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard Int(nodes[list].next) > list + 1 else {
            throw failure(.unexpected(found: "an empty array", expected: "at least one element"), list)
        }
        try nodes.forEachElement(of: list, check)
    }

    /// Checks a string, which must not be empty.
    func checkText(_ node: Int, _ nodes: Span<JSONNode>, _ expected: String) throws(Failure) {
        guard nodes[node].kind == .string else { throw unexpected(node, expected) }
        guard nodes[node].span.count > 2 else {
            throw failure(.unexpected(found: "an empty string", expected: expected), node)
        }
    }

    private func checkRequirement(_ requirement: JSONNode, _ node: Int, _ bytes: RawSpan) throws(Failure) {
        switch requirement.kind {
        case .string:
            do {
                _ = try requirement.versionSet(in: bytes)
            } catch {
                throw Failure(problem: .badRequirement(text: tree.string(at: node) ?? "", error: error), node: node)
            }
        case .number:
            let text = text(node)
            throw failure(
                .unexpected(found: "the number \(text)", expected: "a requirement in quotes, such as \">=\(text)\""),
                node)
        default: throw unexpected(node, #"a requirement such as ">=17""#)
        }
    }

    func text(_ node: Int) -> String { String(decoding: tree.text(of: node), as: UTF8.self) }

    func failure(_ problem: ConditionProblem, _ node: Int) -> Failure {
        Failure(problem: .condition(problem), node: node)
    }

    func unexpected(_ node: Int, _ expected: String) -> Failure {
        failure(.unexpected(found: tree.typeName(at: node), expected: expected), node)
    }
}

extension ConditionMember {
    fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }
}
