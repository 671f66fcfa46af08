import FlagResolver

/// A single test in a condition on an attribute, such as a string, or a bound of numbers.
struct ConditionForm: Sendable {
    enum Kind: Sendable {
        case string
        case prefix
        case boolean
        case number
        case bound
        case version
    }

    let kind: Kind
    /// The node of the value to compare with.
    let node: Int

    /// All tests in a well-formed condition, in document order.
    static func forms(of condition: Int, in tree: JSONTree) -> [ConditionForm] {
        switch tree.kind(of: condition) {
        case .null: []
        case .true, .false: [ConditionForm(kind: .boolean, node: condition)]
        case .number: [ConditionForm(kind: .number, node: condition)]
        case .string: [ConditionForm(kind: .string, node: condition)]
        case .array: tree.elements(of: condition).flatMap { forms(of: $0, in: tree) }
        case .object:
            tree.members(of: condition).flatMap { forms(of: tree.conditionMember($0.key), $0.value, in: tree) }
        }
    }

    private static func forms(of member: ConditionMember, _ value: Int, in tree: JSONTree) -> [ConditionForm] {
        switch member {
        case .startsWith: tree.oneOrMore(value).map { ConditionForm(kind: .prefix, node: $0) }
        case .order: [ConditionForm(kind: .bound, node: value)]
        case .version: tree.oneOrMore(value).map { ConditionForm(kind: .version, node: $0) }
        case .not: forms(of: value, in: tree)
        case .absent, .metadata, .other: []
        }
    }
}

extension ConditionForm.Kind {
    /// One kind of test for each type of attributes. Versions are given as text, too.
    var type: Self {
        switch self {
        case .string, .prefix, .version: .string
        case .boolean: .boolean
        case .number, .bound: .number
        }
    }

    /// What is tested, for messages.
    func tested(isInteger: Bool) -> String {
        switch self {
        case .string, .prefix: "strings"
        case .boolean: "a Boolean"
        case .number, .bound: isInteger ? "a number with a fraction" : "numbers"
        case .version: "versions"
        }
    }
}

extension DeclaredAttributes.AttributeType {
    /// Whether a test can hold for values of the type.
    func contains(_ form: ConditionForm, in tree: JSONTree) -> Bool {
        switch (self, form.kind) {
        case (.string, .string), (.string, .prefix), (.boolean, .boolean), (.version, .version): true
        case (.number, .number), (.number, .bound): true
        case (.integer, .number), (.integer, .bound): tree.isIntegral(at: form.node)
        default: false
        }
    }

    /// The type with its article, for messages.
    var nameWithArticle: String {
        switch self {
        case .string: "a string"
        case .boolean: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .version: "a version"
        }
    }
}
