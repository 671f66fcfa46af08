import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CodingUserInfoKey {
    /// Whether models with ``TolerantCodingKey`` read scalars leniently: a `Bool`.
    ///
    /// The raw value is `lenientScalars`.
    public static let lenientScalars = CodingUserInfoKey(settingsKey: "lenientScalars")
}

extension JSONDecoder {
    /// Whether models with ``TolerantCodingKey`` read Booleans and numbers as ``Lenient`` does.
    ///
    /// In other models, declare each property as ``Lenient``.
    public var lenientScalars: Bool {
        get { userInfo[.lenientScalars] as? Bool ?? false }
        set { userInfo[.lenientScalars] = newValue }
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a scalar; leniently, if the decoder is set to and the value has another type.
    func decodeScalar<Value: LenientlyDecodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let alias = try presentAlias(of: key)
        do {
            return try decode(type, forKey: key, alias: alias)
        } catch {
            return try decodeLeniently(type, forKey: key, alias: alias, after: error)
        }
    }

    /// Decodes a scalar, `nil` if it is missing or null; leniently, if the decoder is set to and it has another type.
    func decodeScalarIfPresent<Value: LenientlyDecodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let alias = try presentAlias(of: key)
        do {
            return try decodeIfPresent(type, forKey: key, alias: alias)
        } catch {
            return try decodeLeniently(type, forKey: key, alias: alias, after: error)
        }
    }

    /// Decodes a scalar leniently, if the decoder is set to and the error is about its type.
    ///
    /// - Throws: The given error if not.
    private func decodeLeniently<Value: LenientlyDecodable>(
        _ type: Value.Type,
        forKey key: Key,
        alias: String?,
        after error: any Error
    ) throws -> Value {
        switch error {
        case DecodingError.typeMismatch, DecodingError.dataCorrupted: break
        default: throw error
        }
        guard try superDecoder(forKey: key).userInfo[.lenientScalars] as? Bool == true else { throw error }
        if let alias { return try decode(key, under: alias) { try Value(leniently: $0) } }
        return try Value(leniently: superDecoder(forKey: key))
    }
}
