#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder.KeyDecodingStrategy {
    /// Turns keys in any casing into lowerCamelCase: `user_id` and `UserID` into `userId`.
    ///
    /// ```swift
    /// decoder.keyDecodingStrategy = .lowerCamelCase
    /// ```
    ///
    /// 1. The rules are those of ``KeyConversion/lowerCamelCase``. Keys of `[String: T]` dictionaries stay as they are.
    /// 2. Conversions are remembered, up to a bound, for all decoders of the process together.
    /// 3. A strategy sees one key at a time. Of keys that become equal, `JSONDecoder` takes the first in the document
    ///    and says nothing, as with `convertFromSnakeCase`; decode with `decode(_:reconciling:)` to let the exact
    ///    spelling win and to be told.
    public static let lowerCamelCase = converting(.lowerCamelCase)

    /// Converts keys in a given way, which may be composed of several.
    public static func converting(_ conversion: KeyConversion) -> JSONDecoder.KeyDecodingStrategy {
        let convert = conversion.convert
        return .custom { path in
            guard let last = path.last else { return ConvertedKey(stringValue: "") }
            guard let converted = convert(last.stringValue, path.dropLast()) else { return last }
            return ConvertedKey(stringValue: converted)
        }
    }

    /// Transforms those keys for which a predicate holds; short for ``KeyConversion/transform(_:when:)``.
    public static func transform(
        _ transform: @escaping @Sendable (_ key: String) -> String,
        when predicate: @escaping @Sendable (_ key: String, _ path: [any CodingKey]) -> Bool
    ) -> JSONDecoder.KeyDecodingStrategy {
        converting(.transform(transform, when: predicate))
    }
}

extension JSONDecoder {
    /// How keys are converted before models look for theirs; `nil` for any strategy that was not set here.
    ///
    /// Setting it sets `keyDecodingStrategy`, and lets `decode(_:reconciling:)` know which keys become equal.
    public var keyConversion: KeyConversion? {
        get { userInfo[.keyConversion] as? KeyConversion }
        set {
            userInfo[.keyConversion] = newValue
            keyDecodingStrategy = newValue.map { .converting($0) } ?? .useDefaultKeys
        }
    }
}

/// The result of a conversion; small enough to be passed without a box on the heap.
struct ConvertedKey: CodingKey {
    let stringValue: String

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }

    var intValue: Int? { nil }
}
