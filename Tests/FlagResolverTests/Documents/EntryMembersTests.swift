import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document and a decoder find the same problem in the same entry.
struct EntryMembersTests {
    private static let appVersions = [nil, "\"appVersion\": \"*\"", "\"appVersion\": \"oops\""]
    private static let values = [
        [], ["\"value\": 1"], ["\"defaultValue\": 1"], ["\"value\": 1", "\"defaultValue\": 2"],
        ["\"defaultValue\": 1", "\"value\": 2"],
    ]
    private static let others = [
        [], ["\"$note\": 1"], ["\"description\": \"d\""], ["\"platform\": \"ios\""], ["\"type\": \"integer\""],
        ["\"valuesByVersion\": []"], ["\"\": 1"], ["\"appversion\": \"*\""],
    ]

    /// Entries with every combination of members, each in two orders.
    private static let entries = appVersions.flatMap { version in
        values.flatMap { values in
            others.flatMap { others in
                let members = [version].compactMap { $0 } + values + others
                return [members, members.reversed()].map { "{\($0.joined(separator: ", "))}" }
            }
        }
    }

    @Test(arguments: entries)
    func `documents and Codable agree on what is wrong with an entry`(_ entry: String) throws {
        let json = "{\"s\": {\"defaultValue\": 0, \"valuesByVersion\": [\(entry)]}}"
        let document = try SettingsDocument(parsing: Array(json.utf8))
        let decoder = JSONDecoder()
        decoder.evaluationContext = EvaluationContext(appVersion: "1.0.0")
        let model = try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))
        let setting = try #require(model["s"])
        expectEqual(setting.issues.map(\.code), document.issues.map(\.code))
        expectEqual(setting.issues.map(\.message), document.issues.map(\.message))
        expectEqual(setting.issues.map(\.path), document.issues.map(\.path))
        expectEqual(setting.value, document.snapshot(for: "1.0.0").value(for: "s", default: -1))
    }
}
