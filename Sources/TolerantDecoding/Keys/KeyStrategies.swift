import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder.KeyDecodingStrategy {
    /// Converts keys in any casing to lowerCamelCase: `user_id` and `UserID` to `userId`.
    ///
    /// ```swift
    /// decoder.keyDecodingStrategy = .lowerCamelCase
    /// ```
    ///
    /// 1. ``KeyConversion/lowerCamelCase`` has the rules. The keys of `[String: T]` dictionaries are not converted.
    /// 2. All decoders of a process share a bounded cache of conversions.
    /// 3. A strategy gets one key at a time. If several keys of an object become equal, `JSONDecoder` silently reads one of
    ///    them, as with `convertFromSnakeCase`: the first in the document or, before iOS 17 and macOS 14, any. With
    ///    `decode(_:resolvingConflictsIn:)` the exact spelling is read, and an issue names the others.
    public static let lowerCamelCase = convertKeys(with: .lowerCamelCase)

    /// Converts keys with a conversion, which may be composed of several.
    public static func convertKeys(with conversion: KeyConversion) -> JSONDecoder.KeyDecodingStrategy {
        let convert = conversion.convert
        return .custom { path in
            guard let last = path.last else { return DynamicKey("") }
            let key = last.stringValue
            if key == ConversionRequest.text, last is ConversionRequest { return ConversionAnswer(conversion) }
            return DynamicKey(convert(key, conversion.dependsOnPath ? path.dropLast() : []))
        }
    }

    /// Transforms the keys that satisfy a predicate; short for ``KeyConversion/transform(_:when:)``.
    public static func transform(
        _ transform: @escaping @Sendable (_ key: String) -> String,
        when predicate: @escaping @Sendable (_ key: String, _ path: [any CodingKey]) -> Bool
    ) -> JSONDecoder.KeyDecodingStrategy {
        convertKeys(with: .transform(transform, when: predicate))
    }
}

extension JSONDecoder {
    /// The conversion of keys; `nil` if `keyDecodingStrategy` is not one of this library.
    ///
    /// Setting this sets `keyDecodingStrategy`. It tells `decode(_:resolvingConflictsIn:)` which keys become equal.
    public var keyConversion: KeyConversion? {
        get {
            guard case .custom(let convert) = keyDecodingStrategy else { return nil }
            return (convert([ConversionRequest()]) as? ConversionAnswer)?.conversion
        }
        set { keyDecodingStrategy = newValue.map { .convertKeys(with: $0) } ?? .useDefaultKeys }
    }
}

/// A key that asks a strategy for its conversion. Other strategies convert it like any key.
private struct ConversionRequest: CodingKey {
    static let text = "keyConversion?"

    init() {}
    init?(stringValue: String) { return nil }
    init?(intValue: Int) { return nil }
    var stringValue: String { Self.text }
    var intValue: Int? { nil }
}

/// The answer to a ``ConversionRequest``.
private struct ConversionAnswer: CodingKey {
    let conversion: KeyConversion

    init(_ conversion: KeyConversion) {
        self.conversion = conversion
    }

    init?(stringValue: String) { return nil }
    init?(intValue: Int) { return nil }
    var stringValue: String { ConversionRequest.text }
    var intValue: Int? { nil }
}

extension JSONEncoder.KeyEncodingStrategy {
    /// Writes keys in snake_case: `userId` as `user_id`, `md5Hash` as `md5_hash`.
    ///
    /// The decoder's `lowerCamelCase` reads a lowerCamelCase key that this strategy has written as the same key again. An
    /// abbreviation in capitals is one word: `userID` is written as `user_id`, and read as `userId`.
    public static let snakeCase = separated(by: "_")

    /// Writes keys in dash-case: `userId` as `user-id`, `md5Hash` as `md5-hash`.
    ///
    /// The decoder's `lowerCamelCase` reads them as it reads those of ``snakeCase``.
    public static let dashCase = separated(by: "-")

    private static func separated(by separator: Unicode.Scalar) -> JSONEncoder.KeyEncodingStrategy {
        let cache = ConversionCache { KeyCasing.separated($0, by: separator) }
        return .custom { path in
            DynamicKey(cache.converted(path.last?.stringValue ?? ""))
        }
    }
}
