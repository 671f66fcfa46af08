/// A value or an explicit null; as an optional property, `nil` means that the key was not sent.
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
/// 1. It works with synthesized `Decodable` and any coding keys; no `init(from:)` is needed.
/// 2. A value of another type than `Wrapped` is an error, never ``null``.
/// 3. It encodes back faithfully: nothing, null, or the value.
/// 4. As a property that is not optional, the key must be there.
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
    /// Applies an update to what is stored: a missing key keeps, null deletes, a value replaces.
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
    /// - Throws: `DecodingError` for anything that is neither.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
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

extension KeyedDecodingContainer {
    /// Decodes null or a value; `nil` where the key was not sent.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public func decodeIfPresent<Value: Decodable>(
        _ type: OptionalValue<Value>.Type,
        forKey key: Key
    ) throws -> OptionalValue<Value>? {
        contains(key) ? try plain(type, key) : nil
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes null or a value under the name, or an alias, of its key; `nil` where none of them was sent.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public func decodeIfPresent<Value: Decodable>(
        _ type: OptionalValue<Value>.Type,
        forKey key: Key
    ) throws -> OptionalValue<Value>? {
        if let alias = try alias(of: key) {
            return try decode(key, spelled: alias) { try $0.singleValueContainer().decode(type) }
        }
        return contains(key) ? try plain(type, key) : nil
    }
}
