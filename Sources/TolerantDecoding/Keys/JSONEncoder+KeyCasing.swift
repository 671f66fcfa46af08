#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONEncoder.KeyEncodingStrategy {
    /// Writes keys in snake_case: `userId` as `user_id`, `md5Hash` as `md5_hash`.
    ///
    /// The counterpart of the decoder's `lowerCamelCase`: every key that this strategy makes of a lowerCamelCase key is
    /// read as that key again. An abbreviation in capitals is one word: `userID` is written `user_id`, and read `userId`.
    public static let snakeCase = separated(by: "_")

    /// Writes keys in dash-case: `userId` as `user-id`, `md5Hash` as `md5-hash`.
    ///
    /// The counterpart of the decoder's `lowerCamelCase`, as ``snakeCase`` is.
    public static let dashCase = separated(by: "-")

    private static func separated(by separator: Unicode.Scalar) -> JSONEncoder.KeyEncodingStrategy {
        let cache = ConversionCache { KeyCasing.separated($0, by: separator) }
        return .custom { path in
            ConvertedKey(stringValue: path.last.map { cache.converted($0.stringValue) } ?? "")
        }
    }
}
