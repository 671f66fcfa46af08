/// Checks the conditions of an entry that test more than the app version. ``ConditionEvaluator`` evaluates them.
///
/// ```json
/// { "platform": ["ios", "macos"], "osVersion": { "version": ">=17" }, "launches": { ">=": 5, "<": 10 } }
/// ```
///
/// The nesting of a condition is bounded: a list in a list and a `not` in a `not` are malformed.
struct ConditionReader {
    private let tree: JSONTree

    init(tree: JSONTree) {
        self.tree = tree
    }

    /// A problem at a node.
    struct Failure: Error {
        let problem: SettingProblem
        let node: Int
    }

    /// Checks an object of conditions by attributes, the value of `when`.
    func checkAttributes(_ node: Int) throws(Failure) {
        guard tree.nodes[node].kind == .object else {
            throw unexpected(node, #"an object of attributes and conditions, such as { "country": "DE" }"#)
        }
        var isEmpty = true
        for (key, value) in tree.members(of: node) where !tree.isMetadata(key: key) {
            isEmpty = false
            switch attributeName(at: key) {
            case nil: throw failure(.badAttributeName(tree.string(at: key) ?? ""), key)
            case .appVersion?, .date?:
                guard isAbsenceTest(value) else {
                    throw failure(.onlyAbsent(attribute: tree.string(at: key) ?? ""), value)
                }
                try checkObject(value, isInNot: false)
            case .targetingKey?, .attribute?:
                try checkCondition(value, isInList: false, isInNot: false)
            }
        }
        if isEmpty { throw failure(.unexpected(found: "no attribute", expected: "at least one"), node) }
    }

    private func attributeName(at key: Int) -> AttributeName? {
        tree.bytes.withRawSpan { bytes in tree.nodes[key].withContent(in: bytes) { AttributeName($0) } }
    }

    private func isAbsenceTest(_ node: Int) -> Bool {
        tree.members(of: node).contains { member($0.key).isAbsent }
    }

    private func member(_ key: Int) -> ConditionMember {
        tree.bytes.withRawSpan { ConditionMember(key: tree.nodes[key], in: $0) }
    }

    private func checkCondition(_ node: Int, isInList: Bool, isInNot: Bool) throws(Failure) {
        switch tree.nodes[node].kind {
        case .true, .false, .number: return
        case .string: try checkText(node, "a string with at least one character")
        case .object: try checkObject(node, isInNot: isInNot)
        case .array where !isInList:
            try checkElements(node) { (element) throws(Failure) in
                try checkCondition(element, isInList: true, isInNot: isInNot)
            }
        case .array, .null:
            throw unexpected(node, "a string, a Boolean, a number, or an object with \(ConditionMember.names)")
        }
    }

    private func checkObject(_ node: Int, isInNot: Bool) throws(Failure) {
        var count = 0
        var hasAbsent = false
        for (key, value) in tree.members(of: node) {
            switch member(key) {
            case .metadata: continue
            case .startsWith:
                try checkOneOrMore(value) { (element) throws(Failure) in
                    try checkText(element, "a prefix that is not empty")
                }
            case .order:
                guard tree.nodes[value].kind == .number else { throw unexpected(value, "a number") }
            case .version:
                try checkOneOrMore(value) { (element) throws(Failure) in try checkRequirement(element) }
            case .not:
                guard !isInNot else { throw failure(.notInNot, key) }
                try checkCondition(value, isInList: false, isInNot: true)
            case .absent:
                guard !isInNot else { throw failure(.absentInNot, key) }
                guard tree.nodes[value].kind.isBool else { throw unexpected(value, "true or false") }
                hasAbsent = true
            case .other:
                throw failure(.unknownMember(tree.string(at: key) ?? "", expected: ConditionMember.names), key)
            }
            count += 1
            if hasAbsent, count > 1 { throw failure(.absentWithOthers, node) }
        }
        if count == 0 { throw failure(.unexpected(found: "an empty object", expected: ConditionMember.names), node) }
    }

    /// Checks a value, or the elements of a list of such values.
    private func checkOneOrMore(_ node: Int, _ check: (Int) throws(Failure) -> Void) throws(Failure) {
        guard tree.nodes[node].kind == .array else { return try check(node) }
        try checkElements(node, check)
    }

    private func checkElements(_ list: Int, _ check: (Int) throws(Failure) -> Void) throws(Failure) {
        var isEmpty = true
        for element in tree.elements(of: list) {
            isEmpty = false
            try check(element)
        }
        if isEmpty { throw failure(.unexpected(found: "an empty array", expected: "at least one element"), list) }
    }

    /// Checks a string, which must not be empty.
    private func checkText(_ node: Int, _ expected: String) throws(Failure) {
        guard tree.nodes[node].kind == .string else { throw unexpected(node, expected) }
        guard tree.nodes[node].span.count > 2 else {
            throw failure(.unexpected(found: "an empty string", expected: expected), node)
        }
    }

    private func checkRequirement(_ node: Int) throws(Failure) {
        switch tree.nodes[node].kind {
        case .string:
            do {
                _ = try tree.versionSet(at: node)
            } catch {
                throw Failure(problem: .badRequirement(text: tree.string(at: node) ?? "", error: error), node: node)
            }
        case .number:
            let text = String(decoding: tree.text(of: node), as: UTF8.self)
            throw failure(
                .unexpected(found: "the number \(text)", expected: "a requirement in quotes, such as \">=\(text)\""),
                node)
        default: throw unexpected(node, #"a requirement such as ">=17""#)
        }
    }

    private func failure(_ problem: ConditionProblem, _ node: Int) -> Failure {
        Failure(problem: .condition(problem), node: node)
    }

    private func unexpected(_ node: Int, _ expected: String) -> Failure {
        failure(.unexpected(found: tree.typeName(at: node), expected: expected), node)
    }
}

extension ConditionMember {
    fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }
}

// MARK: Rollouts, schedules, prerequisites

extension ConditionReader {
    /// Checks a rollout, or a list of rollouts.
    func checkRollout(_ node: Int) throws(Failure) {
        try checkOneOrMore(node) { (rollout) throws(Failure) in try checkOneRollout(rollout) }
    }

    private func checkOneRollout(_ node: Int) throws(Failure) {
        guard tree.nodes[node].kind == .object else {
            throw unexpected(node, #"a rollout such as { "percent": 25, "salt": "checkout-2026" }"#)
        }
        var (hasSalt, hasPercent) = (false, false)
        for (key, value) in tree.members(of: node) {
            switch tree.bytes.withRawSpan({ RolloutMember(key: tree.nodes[key], in: $0) }) {
            case .metadata: break
            case .salt:
                try checkText(value, "a salt that is not empty")
                hasSalt = true
            case .percent:
                try checkPercent(value)
                hasPercent = true
            case .by:
                try checkText(value, "the name of an attribute, or \"targetingKey\"")
                let name = tree.bytes.withRawSpan { bytes in
                    tree.nodes[value].withContent(in: bytes) { AttributeName($0) }
                }
                guard name == .attribute || name == .targetingKey else {
                    throw failure(.badAttributeName(tree.string(at: value) ?? ""), value)
                }
            case .other:
                throw failure(.unknownMember(tree.string(at: key) ?? "", expected: #""percent", "salt" and "by""#), key)
            }
        }
        guard hasSalt else { throw failure(.missingSalt, node) }
        guard hasPercent else { throw failure(.missingPercent, node) }
    }

    private func checkPercent(_ node: Int) throws(Failure) {
        guard let first = tree.elements(of: node).first(where: { _ in true }), tree.nodes[first].kind == .array else {
            return try checkShare(node)
        }
        try checkElements(node) { (slice) throws(Failure) in
            guard tree.nodes[slice].kind == .array else { throw unexpected(slice, "a slice such as [25, 50]") }
            try checkShare(slice)
        }
    }

    /// Checks a percentage, or a slice from one percentage to another.
    private func checkShare(_ node: Int) throws(Failure) {
        guard tree.nodes[node].kind == .array else {
            _ = try bucketCount(at: node)
            return
        }
        let bounds = Array(tree.elements(of: node))
        guard bounds.count == 2 else {
            throw failure(
                .unexpected(
                    found: "an array of \(bounds.count) elements", expected: "two percentages, such as [25, 50]"), node)
        }
        guard try bucketCount(at: bounds[0]) <= bucketCount(at: bounds[1]) else {
            throw failure(.reversedSlice(from: text(bounds[0]), to: text(bounds[1])), node)
        }
    }

    private func bucketCount(at node: Int) throws(Failure) -> Int {
        guard tree.nodes[node].kind == .number else {
            throw unexpected(node, "a percentage such as 25, or a slice [25, 50]")
        }
        guard let count = tree.bucketCount(ofPercentage: node) else { throw failure(.badPercentage(text(node)), node) }
        return count
    }

    private func text(_ node: Int) -> String { String(decoding: tree.text(of: node), as: UTF8.self) }

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
    func prerequisites(at node: Int) throws(Failure) -> [Int] {
        var names: [Int] = []
        try checkOneOrMore(node) { (name) throws(Failure) in
            try checkText(name, "the name of a setting")
            names.append(name)
        }
        return names
    }

    /// Checks the label of an entry.
    func checkName(_ node: Int) throws(Failure) {
        try checkText(node, "a name that is not empty")
    }
}

extension JSONTree {
    /// The buckets below a percentage; `nil` if it is not a number from 0 to 100 with at most three decimals.
    package func bucketCount(ofPercentage node: Int) -> Int? {
        bytes.withRawSpan { bytes in
            JSONDecimal(nodes[node].span, in: bytes).int64(timesTenTo: 3, in: bytes)
                .flatMap { (0...Int64(RolloutBucket.count)).contains($0) ? Int(truncatingIfNeeded: $0) : nil }
        }
    }
}
