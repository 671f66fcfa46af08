import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CodingUserInfoKey {
    /// Whether scalars are read leniently: a `Bool`.
    ///
    /// This applies to settings, to scalars in ``Lossy``, and to models with ``TolerantCodingKey``; see ``Lenient`` for the
    /// spellings.
    /// `JSONDecoder` and `PropertyListDecoder` have a property `lenientScalars` for it.
    ///
    /// Use this constant: a key that you create with its raw value makes neither settings lenient nor numbers exact.
    public static let lenientScalars: CodingUserInfoKey = {
        LenientScalars.mayBeSet.withLock { $0 = true }
        LenientSettings.decoding.withLock { $0 = LenientSettingReader() }
        return LenientScalars.key
    }()
}

/// Whether decoders read scalars leniently.
@usableFromInline
enum LenientScalars {
    /// The same key as the public one, whose first use sets ``mayBeSet``.
    static let key = CodingUserInfoKey.readsLeniently

    /// Whether a decoder of this process may read scalars leniently.
    ///
    /// A container does not know its decoder. Without this, each number of each model would need a decoder of its own.
    fileprivate static let mayBeSet = Locked(false)

    /// Whether a value may consist of numbers that the decoder rounded, although it reads leniently.
    @inlinable
    static func mayRound(_ type: any Any.Type) -> Bool { type != String.self && type != Bool.self && isUsed }

    /// Whether the decoder may have rounded a number of a value.
    static func mayBeRounded<Value>(_ value: Value) -> Bool {
        switch value {
        case let value as Double: value.mayBeRoundedInteger
        case let value as Float: value.mayBeRoundedInteger
        default: value is any DecodableFromNumbers
        }
    }

    @usableFromInline static var isUsed: Bool { mayBeSet.withLock { $0 } }
}

extension JSONDecoder {
    /// Whether to read scalars as ``Lenient`` does, in models with ``TolerantCodingKey`` and in settings.
    ///
    /// This includes scalars in arrays, dictionaries, numbered families and ``OptionalValue``. Scalars in ``Lossy`` are read
    /// leniently in any model. In other models, declare each property as ``Lenient``. If your app has its own `decode` for a
    /// type, see ``TolerantCodingKey``.
    public var lenientScalars: Bool {
        get { userInfo.lenientScalars }
        set { userInfo.lenientScalars = newValue }
    }
}

extension PropertyListDecoder {
    /// Whether to read scalars as ``Lenient`` does, in models with ``TolerantCodingKey`` and in settings.
    ///
    /// This includes scalars in arrays, dictionaries, numbered families and ``OptionalValue``. Scalars in ``Lossy`` are read
    /// leniently in any model. In other models, declare each property as ``Lenient``. If your app has its own `decode` for a
    /// type, see ``TolerantCodingKey``.
    public var lenientScalars: Bool {
        get { userInfo.lenientScalars }
        set { userInfo.lenientScalars = newValue }
    }
}

extension [CodingUserInfoKey: any Sendable] {
    fileprivate var lenientScalars: Bool {
        get { self[LenientScalars.key] as? Bool ?? false }
        set { self[.lenientScalars] = newValue }
    }
}

/// Decodes the default and the entries of settings leniently.
private struct LenientSettingReader: LenientSettingDecoding {
    func setting<Value: Decodable>(
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
    /// Decodes the current value, leniently if it has another type and the decoder is set to.
    ///
    /// - Throws: The error of the first attempt, if there is no second one.
    func decodeValue<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: Value
        do {
            value = try singleValueContainer().decode(type)
        } catch {
            return try decodeLeniently(type, after: error)
        }
        return LenientScalars.mayRound(type) ? try exact(value) : value
    }

    /// A value that was decoded, unless the decoder reads leniently and rounded a number of it.
    func exact<Value: Decodable>(_ value: Value) throws -> Value {
        guard LenientScalars.mayBeRounded(value), userInfo[LenientScalars.key] as? Bool == true,
            try !singleValueContainer().isExact(value)
        else { return value }
        let error = SettingProblem.numberDoesNotFit(Value.self).decodingError(at: codingPath)
        return try decodeLeniently(Value.self, after: error)
    }

    /// Decodes the current value leniently after another attempt failed.
    ///
    /// - Throws: The error of the other attempt, if it was not about a type or the decoder does not read leniently.
    func decodeLeniently<Value: Decodable>(_ type: Value.Type, after error: any Error) throws -> Value {
        switch error {
        case DecodingError.typeMismatch, DecodingError.dataCorrupted: break
        case _ where SettingProblem.isAboutNumber(error): break
        default: throw error
        }
        guard let lenient = type as? any LenientlyDecodable.Type, userInfo[LenientScalars.key] as? Bool == true,
            let value = try lenient.init(leniently: self) as? Value
        else { throw SettingProblem.thrownError(for: error, decoding: type, at: codingPath) }
        return value
    }
}
