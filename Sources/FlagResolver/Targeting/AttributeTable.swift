/// The targeting key and the attributes of a context, also in the form that conditions test: bytes and numbers.
///
/// Testing an attribute copies no string and counts no reference. A context without a key and attributes has no table, so
/// that it is cheap to make.
final class AttributeTable: Sendable {
    /// The attributes, ordered by the bytes of their names; none is an empty string.
    let values: [NamedValue]

    /// The names and texts of the attributes that can be tested.
    let bytes: [UInt8]

    private let attributes: [Attribute]

    /// Whether the first attribute is the targeting key, which is tested as a string.
    private let hasTargetingKey: Bool

    /// An attribute as the app sets it.
    struct NamedValue: Hashable, Sendable {
        let name: String
        let value: AttributeValue
    }

    /// An attribute, with the ranges of its name and text in ``bytes``. The text follows the name.
    struct Attribute: BitwiseCopyable {
        let kind: Kind

        /// Whether the value is a version, as conditions on versions test it.
        let isVersion: Bool

        fileprivate let start: UInt32
        fileprivate let startOfText: UInt32
        fileprivate let end: UInt32

        /// The version, if the value is one.
        let version: PackedVersion

        /// The range of the value: a string as it is, a number as JSON, and a version as its description.
        var text: Range<Int> { Int(startOfText)..<Int(end) }
    }

    /// What a value is; it decides which conditions can hold.
    enum Kind: UInt8, BitwiseCopyable {
        case string
        case `false`
        case `true`
        case number
        case version
        /// A property of the context of which only the presence can be tested.
        case property
    }

    /// A property of the context of which only the presence can be tested.
    static let property = Attribute(
        kind: .property, isVersion: false, start: 0, startOfText: 0, end: 0, version: .lowest)

    /// A table; `nil` if there is nothing in it.
    ///
    /// - Parameter values: The attributes, in the order of ``values``. No condition can test one with a name that is not that
    ///   of an attribute.
    init?(targetingKey: String?, _ values: [NamedValue]) {
        guard targetingKey != nil || !values.isEmpty else { return nil }
        var bytes: [UInt8] = []
        var attributes: [Attribute] = []
        if let targetingKey { attributes.append(Attribute(.string(targetingKey), named: "targetingKey", &bytes)) }
        for value in values where value.name.withUTF8Bytes({ AttributeName($0) }) == .attribute {
            attributes.append(Attribute(value.value, named: value.name, &bytes))
        }
        self.values = values
        self.bytes = bytes
        self.attributes = attributes
        hasTargetingKey = targetingKey != nil
    }

    /// The targeting key; `nil` if the context has none.
    var targetingKey: Attribute? { hasTargetingKey ? attributes.first : nil }

    /// The attribute with a name; `nil` if it is absent.
    ///
    /// - Complexity: O(*n*) for *n* attributes.
    func attribute(named name: RawSpan) -> Attribute? {
        bytes.withRawSpan { bytes in
            attributes.first { attribute in
                let count = Int(attribute.startOfText - attribute.start)
                return count == name.byteCount && bytes.isEqual(at: Int(attribute.start), to: name, at: 0, count: count)
            }
        }
    }
}

extension AttributeTable.Attribute {
    /// An attribute whose name and text are appended to the bytes of a table.
    fileprivate init(_ value: AttributeValue, named name: String, _ bytes: inout [UInt8]) {
        start = UInt32(truncatingIfNeeded: bytes.count)
        bytes.append(contentsOf: name.utf8)
        startOfText = UInt32(truncatingIfNeeded: bytes.count)
        switch value {
        case .string(let text):
            kind = .string
            bytes.append(contentsOf: text.utf8)
        case .boolean(let boolean): kind = boolean ? .true : .false
        case .number(let number):
            kind = .number
            bytes.append(contentsOf: number.canonicalText.utf8)
        case .version(let version):
            kind = .version
            version.write(to: &bytes)
        }
        end = UInt32(truncatingIfNeeded: bytes.count)
        let version = value.asVersion
        isVersion = version != nil
        self.version = version?.packed ?? .lowest
    }
}
