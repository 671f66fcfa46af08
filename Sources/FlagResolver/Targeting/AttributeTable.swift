/// The targeting key and the attributes of a context, also as the bytes that conditions test.
///
/// A context without a key and attributes has no table, so it is cheap to create and to copy.
final class AttributeTable: Sendable {
    /// The targeting key; `nil` if the context has none. It is never empty.
    let targetingKey: String?

    /// The attributes, ordered by the bytes of their names; no value is an empty string.
    let values: [NamedValue]

    /// The members of a JSON context that count as absent, because they cannot be read. They change no answer.
    let refused: [RefusedValue]

    /// The targeting key as conditions test it: as a string.
    let testedKey: Attribute?

    /// The attributes that can be tested.
    private let attributes: [Attribute]

    /// An attribute as the app sets it.
    struct NamedValue: Hashable, Sendable {
        let name: String
        let value: AttributeValue
    }

    /// A value that was given and could not be read.
    struct RefusedValue: Sendable {
        let name: String
        let problem: ConditionProblem
    }

    /// An attribute as conditions test it.
    struct Attribute: Sendable {
        fileprivate let name: [UInt8]

        let kind: Kind

        /// The bytes of the value: a string as it is, a number as JSON, and a version as its description.
        let text: [UInt8]

        /// The packed version, if the value is a version.
        let version: PackedVersion?
    }

    /// The kind of a value, which decides which conditions can hold.
    enum Kind: Sendable {
        case string
        case `false`
        case `true`
        case number
        case version
        /// A property of the context, which can only be tested for presence.
        case property
    }

    /// A property of the context, which can only be tested for presence.
    static let property = Attribute(name: [], kind: .property, text: [], version: nil)

    /// Creates a table; `nil` if it would be empty.
    ///
    /// - Parameters:
    ///   - targetingKey: The targeting key. The empty text counts as `nil`.
    ///   - values: The attributes, in the order of ``values``. Conditions cannot test an attribute with an invalid name.
    ///   - refused: The values that could not be read.
    init?(targetingKey: String?, _ values: [NamedValue], refused: [RefusedValue]) {
        let key = targetingKey.flatMap { $0.isEmpty ? nil : $0 }
        guard key != nil || !values.isEmpty || !refused.isEmpty else { return nil }
        self.refused = refused
        self.targetingKey = key
        self.values = values
        testedKey = key.map { Attribute(.string($0), named: "targetingKey") }
        let testable = values.filter { value in value.name.withUTF8Bytes { AttributeName($0) } == .attribute }
        attributes = testable.map { Attribute($0.value, named: $0.name) }
    }

    /// The attribute with a name; `nil` if it is absent.
    ///
    /// - Complexity: O(*n*) for *n* attributes.
    func attribute(named name: RawSpan) -> Attribute? {
        attributes.first { attribute in attribute.name.withRawSpan { $0.isEqual(to: name) } }
    }
}

extension AttributeTable.Attribute {
    fileprivate init(_ value: AttributeValue, named name: String) {
        self.name = Array(name.utf8)
        switch value {
        case .string(let string):
            kind = .string
            text = Array(string.utf8)
        case .boolean(let boolean):
            kind = boolean ? .true : .false
            text = []
        case .number(let number):
            kind = .number
            text = Array(number.canonicalText.utf8)
        case .version(let version):
            kind = .version
            text = Array(version.description.utf8)
        }
        version = value.asVersion?.packed
    }
}
