import FlagResolver
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Found by fuzzing: the name of a setting or of a member went into an issue's description as it was.
@Suite("The description of an issue")
struct IssueDescriptionTests {
    @Test(
        "escapes control characters, whoever raises the issue",
        arguments: [#"a\nb"#, #"\u001b[31m"#, #"\u0000"#, #"\u007f"#, #"\u009b"#]
    )
    func escapesControlCharacters(name: String) throws {
        let json = #"{"\#(name)": {"defaultValue": 1, "valuesByVersion": [{"\#(name)": 1, "value": 2}]}}"#
        let document = try SettingsDocument(parsing: [UInt8](json.utf8))
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder(appVersion: "1.4.0")
        decoder.settingIssues = collector
        _ = try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))
        let issues = document.issues + collector.issues
        #expect(issues.count == 2)
        for issue in issues {
            let controls = issue.description.unicodeScalars.filter { $0.properties.generalCategory == .control }
            #expect(controls.isEmpty, "\(issue.description.debugDescription)")
        }
    }

    @Test("leaves usual names as they are", arguments: ["payments", "checkout.style", "größe", "a b"])
    func leavesUsualNames(name: String) throws {
        let document = try SettingsDocument(parsing: [UInt8](#"{"\#(name)": {"valuesByVersion": []}}"#.utf8))
        let issue = try #require(document.issues.first)
        #expect(issue.description.hasPrefix("\(name) (line 1, "))
    }
}
