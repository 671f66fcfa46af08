/// A value of a JSON document, of any type.
///
/// ```swift
/// let limits = snapshot.resolution(of: "limits").value
/// limits?.object?["maxItems"]?.int   // 20
/// limits?.string                     // nil: it is an object
/// print(limits ?? "none")            // {"maxItems":20,"currency":"EUR"}
/// ```
///
/// 1. A property that does not apply to the type of the value is `nil`. No type is coerced.
/// 2. `==` compares what values mean, even across documents: members in any order, strings by content, numbers by exact
///    value. An integer and a number with a fraction or an exponent differ: `1` is not `1.0`.
/// 3. A value refers to its document, and keeps it in memory. A copy costs one retain.
///
/// Standard: RFC 8259.
public struct JSONValue: Sendable {
    package let tree: JSONTree
    /// The index of the node in the tree.
    package let node: Int

    package var kind: JSONKind { tree.nodes[node].kind }

    /// The range of the text in the bytes of the tree, with the quotes of a string.
    package var span: Range<Int> { tree.nodes[node].span }

    /// The source of the value, and the location of its first byte there.
    ///
    /// - Complexity: That of ``JSONTree/location(at:)``.
    package var location: (sourceName: String, location: SourceLocation) { tree.location(at: span.lowerBound) }

    /// The text in the document. An object that a merge built has none, and is written compactly.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package var text: [UInt8] {
        guard tree.nodes[node].isMerged else { return [UInt8](tree.bytes[span]) }
        var writer = JSONWriter()
        writer.writeVerbatim(node, of: tree)
        return writer.bytes
    }
}

extension JSONValue: Equatable {
    /// Whether both are the same value.
    ///
    /// - Complexity: O(*n*) in the length of both texts, on average over the secrets of the hash.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        left.tree.isEqual(left.node, to: right.tree, right.node)
    }
}

extension JSONValue: Hashable {
    /// Hashes what the value means: equal values have the same hash, however they are written.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tree.canonicalText(of: node))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line without blanks. Members keep their order, numbers their spelling.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var description: String {
        var writer = JSONWriter()
        writer.write(node, of: tree)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

// MARK: Containers

extension JSONValue {
    /// The values of the members of an object by their keys; `nil` for other values.
    ///
    /// - Complexity: O(*m*) in the number of members.
    public var object: [String: JSONValue]? {
        guard kind == .object else { return nil }
        return Dictionary(members.map { ($0.key.string ?? "", $0.value) }) { first, _ in first }
    }

    /// The elements of an array, in document order; `nil` for other values.
    ///
    /// - Complexity: O(*m*) in the number of elements.
    public var array: [JSONValue]? {
        kind == .array ? Array(elements) : nil
    }

    /// The keys and values of an object.
    package struct Members: Sequence, IteratorProtocol, Sendable {
        fileprivate let tree: JSONTree
        fileprivate var nodes: JSONTree.Members

        package mutating func next() -> (key: JSONValue, value: JSONValue)? {
            nodes.next().map { (tree[$0.key], tree[$0.value]) }
        }
    }

    /// The elements of an array.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        fileprivate let tree: JSONTree
        fileprivate var nodes: JSONTree.Elements

        package mutating func next() -> JSONValue? { nodes.next().map { tree[$0] } }
    }

    /// The members of an object, in document order.
    package var members: Members { Members(tree: tree, nodes: tree.members(of: node)) }

    /// The elements of an array, in document order.
    package var elements: Elements { Elements(tree: tree, nodes: tree.elements(of: node)) }

    /// The value of the member with a name, compared as UTF-8 bytes; `nil` if the object has no such member.
    ///
    /// - Complexity: O(*m*) in the number of members.
    package func member(named name: String) -> JSONValue? {
        name.withUTF8Bytes { name in members.first { $0.key.isString(name) }?.value }
    }
}

// MARK: Scalars

extension JSONValue {
    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// The value of `true` or `false`.
    public var bool: Bool? { kind.isBool ? kind == .true : nil }

    /// Whether the value is a number without a fraction, in any spelling: `3`, `3.0`, `0.3e1`.
    package var isIntegral: Bool { decimal { number, _ in number.isIntegral } ?? false }

    /// The value of an integral number that fits an `Int`, in any spelling: `3`, `3.0`, `0.3e1`.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var int: Int? { integer() }

    /// The value of an integral number that fits an Int64, even where an Int has 32 bits.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package var int64: Int64? { integer() }

    /// The nearest `Double` to a number.
    ///
    /// An integer that no `Double` equals, such as 2^53 + 1, is `nil`: if it is an identifier, rounding it would
    /// change it. A number with a fraction or an exponent, such as `1e23`, is rounded.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var double: Double? { floatingPoint() }

    /// The value of an integral number that fits an integer type, in any spelling.
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        decimal { $0.integer(type, in: $1) } ?? nil
    }

    /// The nearest finite number of a floating-point type; `nil` for an integer that none equals.
    func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type = Number.self
    ) -> Number? {
        let isInteger = tree.nodes[node].isInteger
        let number = decimal { decimal, bytes -> Number? in
            guard !isInteger || decimal.fits(significantBits: Number.significandBitCount + 1, in: bytes) else {
                return nil
            }
            let number = decimal.nearest(type, in: bytes)
            return number.isFinite ? number : nil
        }
        return number ?? nil
    }

    /// Whether `JSONDecoder` reads a number as every ``NumberType`` by the rule, although it does not show how it is written.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    var isReadAlike: Bool {
        let isInteger = tree.nodes[node].isInteger
        return decimal { number, bytes in
            // A Float rounds an integer that has more digits.
            guard !number.isIntegral || number.fits(significantBits: Float.significandBitCount + 1, in: bytes) else {
                return false
            }
            guard !isInteger else { return true }
            // Up to 15 digits, a Double is integral only if the number is.
            guard number.digitCount <= 15, let exponent = number.leadingExponent else { return false }
            return number.isZero ? exponent == 0 : (-36..<15).contains(exponent)
        } ?? true
    }

    /// Whether a number is less than another one, by their exact values; `nil` unless both are numbers.
    ///
    /// - Complexity: O(*n*) in the length of both texts.
    package func isLess(than other: JSONValue) -> Bool? {
        decimal { number, bytes in
            other.decimal { number.compare(to: $0, in: bytes, $1) < 0 }
        } ?? nil
    }

    /// The content of a string, with its escapes resolved.
    public var string: String? {
        stringBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The UTF-8 bytes of the content of a string, with its escapes resolved.
    package var stringBytes: [UInt8]? {
        guard kind == .string else { return nil }
        var result: [UInt8] = []
        tree.bytes.withRawSpan { JSONStringContent.append(tree.nodes[node], in: $0, to: &result) }
        return result
    }

    /// The range of a string's content in the bytes of the tree; `nil` if it has escapes.
    package var plainContentRange: Range<Int>? {
        guard kind == .string, !tree.nodes[node].isEscaped else { return nil }
        return (span.lowerBound + 1)..<(span.upperBound - 1)
    }

    /// Whether the value is a string with a content, compared as UTF-8 bytes.
    package func isString(_ content: String) -> Bool {
        content.withUTF8Bytes { isString($0) }
    }

    private func isString(_ content: RawSpan) -> Bool {
        guard kind == .string else { return false }
        return tree.bytes.withRawSpan { JSONStringContent.isEqual(tree.nodes[node], in: $0, to: content) }
    }

    /// Calls a closure with the value of a number, and the bytes that contain it; `nil` for other values.
    private func decimal<Result>(_ body: (JSONDecimal, RawSpan) -> Result) -> Result? {
        guard kind == .number else { return nil }
        return tree.bytes.withRawSpan { body(JSONDecimal(span, in: $0), $0) }
    }
}

extension JSONValue: Encodable {
    /// Encodes the value with any encoder.
    ///
    /// 1. An object is encoded as a dictionary: a key strategy of the encoder does not change its keys.
    /// 2. A number without a fraction and an exponent is encoded as an integer if it fits 64 bits, any other number as the
    ///    nearest `Double`. How a `Double` such as `3.0` is written is up to the encoder.
    ///
    /// - Throws: `EncodingError.invalidValue` for an integer that fits neither 64 bits nor a `Double`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch kind {
        case .null: try container.encodeNil()
        case .false, .true: try container.encode(kind == .true)
        case .number: try encodeNumber(to: &container)
        case .string: try container.encode(string)
        case .array: try container.encode(array)
        case .object: try container.encode(object)
        }
    }

    private func encodeNumber(to container: inout any SingleValueEncodingContainer) throws {
        if tree.nodes[node].isInteger {
            if let number = int64 { return try container.encode(number) }
            if let number = UInt64(description) { return try container.encode(number) }
        }
        guard let number = double else {
            let message = "the number \(description) fits neither 64 bits nor a Double; write it as a string"
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: container.codingPath, debugDescription: message))
        }
        try container.encode(number)
    }
}
