import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SettingIssueTests {
    // Found by fuzzing: names of settings and members were printed unescaped.
    @Test(
        arguments: [#"a\nb"#, #"\u001b[31m"#, #"\u0000"#, #"\u007f"#, #"\u009b"#]
    )
    func `a description escapes control characters`(name: String) throws {
        let json = #"{"\#(name)": {"defaultValue": 1, "valuesByVersion": [{"\#(name)": 1, "value": 2}]}}"#
        let document = try SettingsDocument(parsing: [UInt8](json.utf8))
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder(appVersion: "1.4.0")
        decoder.settingIssues = collector
        _ = try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))
        let issues = document.issues + collector.issues
        expectEqual(issues.count, 2)
        for issue in issues {
            let controls = issue.description.unicodeScalars.filter { $0.properties.generalCategory == .control }
            expect(controls.isEmpty, "\(issue.description.debugDescription)")
        }
    }

    @Test(
        arguments: ["payments", "checkout.style", "größe", "a b"])
    func `a description has ordinary names unchanged`(name: String) throws {
        let document = try SettingsDocument(parsing: [UInt8](#"{"\#(name)": {"valuesByVersion": []}}"#.utf8))
        let issue = try #require(document.issues.first)
        expect(issue.description.hasPrefix("\(name) (line 1, "))
    }

    @Test(
        arguments: [
            ("appVersion", #""%""#, "requirement"), ("%", "1", "the entry has the unknown member"),
            ("when", #"{"country": {"version": "%"}}"#, "requirement"), ("from", #""%""#, ""),
        ])
    func `a message shows the beginning of a long text`(member: String, value: String, start: String) throws {
        let long = String(repeating: ">", count: 100_000)
        let conditions = #""\#(member.replacing("%", with: long))": \#(value.replacing("%", with: long))"#
        let document = try SettingsDocument(
            parsing: [UInt8](#"{"a": {"defaultValue": 1, "valuesByVersion": [{\#(conditions), "value": 2}]}}"#.utf8))
        let issue = try #require(document.issues.first)
        expect(issue.message.contains(start) && issue.message.contains(">>…"), "\(issue.message.prefix(300))")
        expect(issue.message.utf8.count < 500)
    }

    @Test func `a code is its identifier, also in JSON, and other libraries can add codes`() throws {
        let codes = [SettingIssue.Code.badRequirement, SettingIssue.Code(rawValue: "my-code")]
        let json = try JSONEncoder().encode(codes)
        expectEqual(String(decoding: json, as: UTF8.self), #"["bad-requirement","my-code"]"#)
        try expectEqual(JSONDecoder().decode([SettingIssue.Code].self, from: json), codes)
        expectEqual(SettingIssue.Code(rawValue: "type-mismatch"), .typeMismatch)
        expectEqual(Set(SettingIssue.Code.ofSettings.map(\.rawValue)).count, 13)
    }
}
