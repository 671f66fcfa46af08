package import FlagResolver

/// A value or an explicit null. As an optional property, `nil` means that the key was not sent.
///
/// ```swift
/// struct ProfileUpdate: Codable {
///     let nickname: OptionalValue<String>?
/// }
/// // {}                     nil               keep the nickname
/// // {"nickname": null}     .null             delete it
/// // {"nickname": "Zoe"}    .value("Zoe")     replace it
/// ```
///
/// 1. It works with synthesized `Decodable` and any coding keys. No `init(from:)` is needed.
/// 2. A value of another type than `Wrapped` is an error, never ``null``.
/// 3. Encoding writes what was decoded: nothing, null, or the value.
/// 4. If the property is not optional, the key must be present.
/// 5. Null is `nil` where the compiler does not choose the functions of this library: in a file that does not import
///    `TolerantDecoding`, and in a generic model whose property is a `Value?`, unless its coding keys conform to
///    ``TolerantCodingKey``.
/// 6. A setting always has a value, so declare it without the question mark: `@Setting var limit = OptionalValue<Int>.null`.
///    Whether the document has it is in its resolution: `$limit.errorCode`.
@frozen
public enum OptionalValue<Wrapped> {
    /// The key was sent with null.
    case null

    /// The key was sent with a value.
    case value(Wrapped)

    /// The value; `nil` for null.
    public var value: Wrapped? {
        switch self {
        case .null: nil
        case .value(let value): value
        }
    }
}

extension Optional {
    /// Applies an update to a stored value: a missing key keeps it, null deletes it, a value replaces it.
    ///
    /// ```swift
    /// profile.nickname = update.nickname.applied(to: profile.nickname)
    /// ```
    public func applied<Value>(to stored: Value?) -> Value? where Wrapped == OptionalValue<Value> {
        switch self {
        case nil: stored
        case .null?: nil
        case .value(let value)?: value
        }
    }
}

extension OptionalValue: Sendable where Wrapped: Sendable {}
extension OptionalValue: Equatable where Wrapped: Equatable {}
extension OptionalValue: Hashable where Wrapped: Hashable {}

extension OptionalValue: Decodable where Wrapped: Decodable {
    /// Decodes null or a value.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? .null : .value(decoder.value(of: Wrapped.self))
    }
}

extension OptionalValue: DecodableFromNumbers where Wrapped: DecodableFromNumbers {
    package static func value(of exact: OptionalValue<Wrapped.Exact>) -> OptionalValue {
        switch exact {
        case .null: .null
        case .value(let value): .value(Wrapped.value(of: value))
        }
    }
}

extension OptionalValue: Encodable where Wrapped: Encodable {
    /// Encodes null or the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

/// ``OptionalValue``, whatever it wraps.
private protocol ExplicitlyNullable {
    static var null: Self { get }
}

extension OptionalValue: ExplicitlyNullable {}

/// The value of a property that was sent with null: an ``OptionalValue``, or `nil`.
///
/// In generic code, the compiler does not see that the type is an ``OptionalValue``.
@usableFromInline
func explicitNull<Value>(of type: Value.Type) -> Value? {
    (type as? any ExplicitlyNullable.Type)?.null as? Value
}

extension KeyedDecodingContainer {
    /// Decodes null or a value; `nil` if the key was not sent.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public func decodeIfPresent<Value: Decodable>(
        _ type: OptionalValue<Value>.Type,
        forKey key: Key
    ) throws -> OptionalValue<Value>? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
