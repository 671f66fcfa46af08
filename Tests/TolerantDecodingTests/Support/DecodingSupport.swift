import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes text, and hands back the issues that were collected.
func decodeWithIssues<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    with decoder: JSONDecoder = JSONDecoder()
) throws -> (value: Value, issues: [SettingIssue]) {
    let collector = SettingIssueCollector()
    decoder.settingIssues = collector
    let value = try decoder.decode(type, from: Data(json.utf8))
    return (value, collector.issues)
}

/// The error that decoding text throws, or a failure if it throws none.
func decodingError<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    with decoder: JSONDecoder = JSONDecoder(),
    _ location: Testing.SourceLocation = #_sourceLocation
) throws -> DecodingError {
    try #require(throws: DecodingError.self, sourceLocation: location) {
        try decoder.decode(type, from: Data(json.utf8))
    }
}

/// A strict decoder.
func strict(_ decoder: JSONDecoder = JSONDecoder()) -> JSONDecoder {
    decoder.strictSettings = true
    return decoder
}

extension DecodingError {
    /// Kind, path and message on one line.
    var summary: String {
        switch self {
        case .typeMismatch(let type, let context): "mismatch of \(type) at \(Self.text(context))"
        case .valueNotFound(let type, let context): "no value for \(type) at \(Self.text(context))"
        case .keyNotFound(let key, let context): "no key \(key.stringValue) at \(Self.text(context))"
        case .dataCorrupted(let context): "corrupted at \(Self.text(context))"
        @unknown default: "unknown"
        }
    }

    /// The path, as issues show it.
    var path: String {
        let keys =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            @unknown default: [any CodingKey]()
            }
        return keys.reduce("") { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? "" : path + ".") + key.stringValue
        }
    }

    private static func text(_ context: Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return "\(path.joined(separator: ".")): \(context.debugDescription)"
    }
}
