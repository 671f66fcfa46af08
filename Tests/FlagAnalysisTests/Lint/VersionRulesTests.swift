import FlagAnalysis
import TestSupport
import Testing

struct VersionRulesTests {
    private let releases = "1.4.0\n1.4.2 40%\n2.0.0 60%\n2.1.0 planned\n"

    @Test(
        arguments: [
            ">=1.4.2", "<2.1.0", "1.4.x", "~1.4", "^2", "*", ">=0.0.0", "1.4.0 - 2.0.0", "<1.4.3-0", ">=2.1.0-0",
            "!=1.4.0",
            ">=v1.4.2+7", ">=2.1.1", ">=2.2.0", ">=3", "<3.0.0-0",
        ])
    func `a bound at a shipped or planned version is known`(_ requirement: String) throws {
        try expect(CheckedText(entries: [(requirement, "1")], releases: releases).findings(.unknownRelease).isEmpty)
    }

    @Test(
        arguments: [
            (">=1.4.1", "\">=1.4.2\" contains the same known versions"),
            ("<1.9 >=1.4.0", "\"<2.0.0 >=1.4.0\" contains the same known versions"),
            ("<=1.4.1", "\"<=1.4.0\" contains the same known versions"),
            (">1.9", "did you mean 1.4?"),
            ("1.4.1", "the known versions next to it are 1.4.0 and 1.4.2"),
            ("1.5.x", "the known versions next to it are 1.4.2 and 2.0.0"),
            (">=4", "the newest known version is 2.1"), ("=1.0", "add the older versions to the list of releases"),
            ("~1.9", "the known versions next to it are 1.4.2 and 2.0"),
            (">=1.7.0-0", "\">=2.0.0\" contains the same known versions"),
            ("<1.4.9-0", "\"<2.0.0\" contains the same known versions"),
        ] as [(String, String)])
    func `a bound at an unknown version comes with known ones`(_ requirement: String, _ help: String) throws {
        let checked = try CheckedText(entries: [(requirement, "1")], releases: releases)
        let finding = try #require(checked.findings(.unknownRelease).first)
        expectEqual(finding.help, help)
    }

    @Test(arguments: [("<1.4.0", true), ("1.3.9 || 1.2.x", true), ("<=1.4.0", false), ("*", false)])
    func `an entry wholly below the floor is no longer needed`(_ requirement: String, _ isBelow: Bool) throws {
        let text = """
            {"$minimumVersion": "1.4.0", "s": {"defaultValue": 0, "valuesByVersion": [
              {"appVersion": "\(requirement)", "value": 1}]}}
            """
        try expectEqual(CheckedText(text).findings(.belowFloor).isEmpty, !isBelow)
    }

    private func floor(_ entries: String, releases: String) throws -> [String] {
        let text = """
            {"$minimumVersionSetting": "f", "f": {"defaultValue": "1.4.0", "valuesByVersion": [\(entries)]}}
            """
        let checked = try CheckedText(text, releases: releases)
        return checked.findings(.forcedUpdateLockout).map {
            "\(checked.text($0.span)): \($0.message); \($0.help ?? "")"
        }
    }

    @Test func `a floor above every shipped version locks users out, and is reported with their versions`() throws {
        try expectEqual(
            floor(#"{"appVersion": "<2.0.0", "value": "2.1.0"}"#, releases: releases),
            [
                "\"2.1.0\": \"f\" requires 2.1.0 or newer for every version <2.0.0, but the newest shipped version is 2.0.0: "
                    + "users of these versions cannot update; require at most 2.0.0 until a newer version is shipped"
            ])
    }

    @Test func `a floor that can be reached, or that applies to no shipped version, is no finding`() throws {
        try expect(floor(#"{"appVersion": "<2.0.0", "value": "2.0.0"}"#, releases: releases).isEmpty)
        try expect(floor(#"{"appVersion": ">=2.0.1", "value": "2.1.0"}"#, releases: releases).isEmpty)
        try expect(floor(#"{"appVersion": "<2.0.0", "value": "2.1.0"}"#, releases: "2.1.0 planned").isEmpty)
    }
}
