/// The kinds of values for which a condition can hold.
///
/// A string that is a version has a kind of its own, because conditions on versions accept it, too.
package struct AttributeKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A string that is not a version.
    static let plainString = AttributeKinds(rawValue: 1)
    /// A string that is a version.
    static let versionString = AttributeKinds(rawValue: 2)
    /// A version that code sets.
    static let typedVersion = AttributeKinds(rawValue: 4)
    static let boolean = AttributeKinds(rawValue: 8)
    static let number = AttributeKinds(rawValue: 16)

    package static let string: AttributeKinds = [.plainString, .versionString]
    static let version: AttributeKinds = [.versionString, .typedVersion]
    static let all: AttributeKinds = [.string, .version, .boolean, .number]

    /// The kind of a value.
    init(of value: AttributeValue) {
        switch value {
        case .string: self = value.asVersion == nil ? .plainString : .versionString
        case .boolean: self = .boolean
        case .number: self = .number
        case .version: self = .typedVersion
        }
    }

    /// The kind of a value as conditions test it; none for a property of the context.
    init(of attribute: AttributeTable.Attribute) {
        switch attribute.kind {
        case .string: self = attribute.version == nil ? .plainString : .versionString
        case .false, .true: self = .boolean
        case .number: self = .number
        case .version: self = .typedVersion
        case .property: self = []
        }
    }

    /// Whether the kind of a value is among these.
    func contains(_ value: AttributeValue) -> Bool {
        // Whether a string is a version matters only if not every string will do.
        if case .string = value, contains(.string) { return true }
        return !isDisjoint(with: AttributeKinds(of: value))
    }

    /// The kinds of the values that a declared type has.
    init(of type: DeclaredAttributes.AttributeType) {
        switch type {
        case .string: self = .string
        case .boolean: self = .boolean
        case .integer, .number: self = .number
        case .version: self = .version
        }
    }
}

extension AttributeKinds: CustomStringConvertible {
    /// `a string`, `a string or a number`
    package var description: String {
        var names: [String] = []
        if contains(.plainString) {
            names.append("a string")
        } else if !isDisjoint(with: .version) {
            names.append("a version")
        }
        if contains(.boolean) { names.append("a Boolean") }
        if contains(.number) { names.append("a number") }
        return names.joined(separator: " or ")
    }
}

extension JSONTree {
    /// The kinds of present values for which a well-formed condition on an attribute can hold.
    ///
    /// It is empty if the condition holds only for an absent attribute, or for none.
    ///
    /// - Complexity: O(*n*) in the size of the condition.
    package func attributeKinds(ofCondition node: Int) -> AttributeKinds {
        nodes.withSpan { nodes in bytes.withRawSpan { AttributeKinds(ofCondition: node, nodes, $0) } }
    }
}

extension AttributeKinds {
    init(ofCondition index: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) {
        switch nodes[index].kind {
        case .null: self = []
        case .true, .false: self = .boolean
        case .string: self = .string
        case .number: self = .number
        case .array:
            var union: AttributeKinds = []
            _ = nodes.containsElement(of: index) {
                union.formUnion(AttributeKinds(ofCondition: $0, nodes, bytes))
                return false
            }
            self = union
        case .object:
            var common = AttributeKinds.all
            _ = nodes.containsMember(of: index) { key in
                common.formIntersection(AttributeKinds(ofMember: key, nodes, bytes))
                return false
            }
            self = common
        }
    }

    private init(ofMember key: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) {
        switch ConditionMember(key: nodes[key], in: bytes) {
        case .metadata: self = .all
        case .order: self = .number
        case .startsWith: self = .string
        case .version: self = .version
        case .not: self = AttributeKinds(ofCondition: key + 1, nodes, bytes)
        case .absent: self = nodes[key + 1].kind == .true ? [] : .all
        case .other: self = []
        }
    }
}
