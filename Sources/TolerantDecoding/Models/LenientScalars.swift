package import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CodingUserInfoKey {
    /// Whether models with ``TolerantCodingKey`` read scalars leniently: a `Bool`.
    ///
    /// Set the property `lenientScalars` of `JSONDecoder` or `PropertyListDecoder` instead where you can: it includes the
    /// values of settings, wherever they are.
    ///
    /// The raw value is `lenientScalars`.
    public static let lenientScalars = CodingUserInfoKey(settingsKey: "lenientScalars")
}

extension JSONDecoder {
    /// Whether to read scalars as ``Lenient`` does, in models with ``TolerantCodingKey`` and in settings.
    ///
    /// This includes scalars in arrays, dictionaries, numbered families and ``OptionalValue``. In other models, declare each
    /// property as ``Lenient``.
    public var lenientScalars: Bool {
        get { userInfo[.lenientScalars] as? Bool ?? false }
        set {
            userInfo[.lenientScalars] = newValue
            userInfo[.settingDecoding] = newValue ? LenientSettings() : nil
        }
    }
}

extension PropertyListDecoder {
    /// Whether to read scalars as ``Lenient`` does, in models with ``TolerantCodingKey`` and in settings.
    ///
    /// This includes scalars in arrays, dictionaries, numbered families and ``OptionalValue``. In other models, declare each
    /// property as ``Lenient``.
    public var lenientScalars: Bool {
        get { userInfo[.lenientScalars] as? Bool ?? false }
        set {
            userInfo[.lenientScalars] = newValue
            userInfo[.settingDecoding] = newValue ? LenientSettings() : nil
        }
    }
}

/// Decodes the default and the entries of settings leniently.
package struct LenientSettings: SettingDecoding {
    package init() {}

    package func setting<Value: Decodable>(
        of type: Value.Type, from decoder: any Decoder
    ) throws -> PropertySetting<Value>? {
        guard let type = type as? any LenientlyDecodable.Type else { return nil }
        return try Self.setting(type, from: decoder) as? PropertySetting<Value>
    }

    private static func setting<Value: LenientlyDecodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Any
    {
        try PropertySetting<Value>(leniently: decoder)
    }
}

extension Decoder {
    /// Whether the decoder reads scalars leniently.
    var readsScalarsLeniently: Bool {
        userInfo[.lenientScalars] as? Bool == true
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value and, if it has another type and the decoder is set to, decodes it again leniently.
    ///
    /// - Throws: The error of the first attempt, if there is no second one.
    func leniently<Value: Decodable, Result>(
        _ type: Value.Type,
        forKey key: Key,
        alias: String?,
        _ decode: () throws -> Result
    ) throws -> Result {
        do {
            return try decode()
        } catch {
            switch error {
            case DecodingError.typeMismatch, DecodingError.dataCorrupted: break
            default: throw error
            }
            guard let type = type as? any LenientlyDecodable.Type,
                try canonicalSuperDecoder(forKey: key).readsScalarsLeniently,
                let value = try lenientValue(type, forKey: key, alias: alias) as? Result
            else { throw error }
            return value
        }
    }

    private func lenientValue<Value: LenientlyDecodable>(
        _ type: Value.Type, forKey key: Key, alias: String?
    ) throws -> Value {
        guard let name = alias ?? (containsCanonicalKey(key) ? nil : convertedName(of: key)) else {
            return try Value(leniently: canonicalSuperDecoder(forKey: key))
        }
        return try decode(key, under: name) { try Value(leniently: $0) }
    }
}
