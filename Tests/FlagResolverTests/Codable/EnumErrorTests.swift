import FlagResolver
import Foundation
import TestSupport
import Testing

/// What an error says about a value that is not a case of an enum.
struct EnumErrorTests {
    enum Style: String, Decodable, CaseIterable, Sendable { case legacy, modern, compact }
    enum Only: String, Decodable, CaseIterable, Sendable { case one }
    enum Unlisted: String, Decodable, Sendable { case one }
    enum Level: Int, Decodable, CaseIterable, Sendable {
        case low = 1
        case high
    }

    struct Model<Value: Decodable>: Decodable {
        let setting: PropertySetting<Value>
    }

    /// The message of the issue, and that of the error in strict mode.
    private func messages<Value: Decodable>(_ type: Value.Type, _ defaultValue: String, _ value: String) throws
        -> [String]
    {
        let json = Data(
            #"{"setting": {"defaultValue": \#(defaultValue), "valuesByVersion": [{"appVersion": "*", "value": \#(value)}]}}"#
                .utf8)
        let issues = SettingIssueCollector()
        let decoder = JSONDecoder()
        decoder.appVersion = "1"
        decoder.settingIssues = issues
        _ = try decoder.decode(Model<Value>.self, from: json)
        decoder.strictSettings = true
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Model<Value>.self, from: json) }
        let context: DecodingError.Context? = if case .dataCorrupted(let context) = error { context } else { nil }
        return issues.issues.map(\.message) + [context?.debugDescription ?? ""]
    }

    @Test func `it names the value and the cases, once`() throws {
        try expectEqual(
            messages(Style.self, #""legacy""#, #""baroque""#),
            [
                #"the value cannot be read as Style: found "baroque", expected "legacy", "modern" or "compact""#,
                #"found "baroque", expected "legacy", "modern" or "compact""#,
            ])
        try expectEqual(
            messages(Style?.self, #""legacy""#, #""a value b""#).last,
            #"found "a value b", expected "legacy", "modern" or "compact""#)
        try expectEqual(
            messages([Style].self, "[]", #"["modern", "x"]"#).last,
            #"found "x", expected "legacy", "modern" or "compact""#)
        try expectEqual(messages(Only.self, #""one""#, #""two""#).last, #"found "two", expected "one""#)
        try expectEqual(messages(Level.self, "1", "3").last, "found 3, expected 1 or 2")
    }

    @Test func `an enum that does not list its cases has its name`() throws {
        try expectEqual(
            messages(Unlisted.self, #""one""#, #""two""#).last, #"found "two", expected a case of Unlisted"#)
    }

    @Test func `a long value is shortened, and escaped as in JSON`() throws {
        let long = String(repeating: "x", count: 5_000)
        let message = try #require(try messages(Only.self, #""one""#, "\"\(long)\"").last)
        expect(message.count < 300)
        try expectEqual(messages(Only.self, #""one""#, #""\n""#).last, #"found "\n", expected "one""#)
    }
}
