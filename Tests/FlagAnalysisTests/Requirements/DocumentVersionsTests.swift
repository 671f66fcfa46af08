import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct DocumentVersionsTests {
    private func versions(_ document: String) throws -> DocumentVersions {
        DocumentVersions(of: try SettingsDocument(parsing: Array(document.utf8), sourceName: "app.json"))
    }

    private func versions(requirements: [String], floor: String? = nil) throws -> DocumentVersions {
        let entries = requirements.map { #"{ "appVersion": \#($0), "value": 2 }"# }.joined(separator: ", ")
        let metadata = floor.map { #""$minimumVersion": "\#($0)", "# } ?? ""
        return try versions(#"{ \#(metadata)"a": { "defaultValue": 1, "valuesByVersion": [\#(entries)] } }"#)
    }

    @Test(
        arguments: [
            ([#"">=52920000""#], 1), ([#""52920000""#, #"">=52910000 <52920000""#], 1), ([#"">=1.4""#], 2),
            ([#"">=1.4""#, #"">=2""#], 2), ([#"">=1.4""#, #""2.0.1""#], 3), ([#"">=1.4.0.1""#], 3), ([#""1.x""#], 2),
            ([#""1.4.x""#], 3), ([#""*""#, #""7""#], 1), ([#"["5", ">=7.1"]"#], 2), ([#"">=\u0035""#], 1),
        ] as [([String], Int)])
    func `the style has as many components as the versions of the document, three at most`(
        _ requirements: [String], _ count: Int
    ) throws {
        try expectEqual(versions(requirements: requirements).style, VersionStyle(componentCount: count))
    }

    @Test func `the minimum version counts, and a document without versions has no style`() throws {
        try expectEqual(versions(requirements: [], floor: "52900000").style, VersionStyle(componentCount: 1))
        try expectEqual(versions(requirements: [#"">=5""#], floor: "1.4").style, VersionStyle(componentCount: 2))
        try expectNil(versions(requirements: [], floor: "next").style)
        try expectNil(versions(requirements: [#""*""#]).style)
        try expectNil(versions(#"{ "a": 1 }"#).style)
    }

    @Test(
        arguments: [
            ([#"">=52920000""#], true), ([#"">=52920000""#, #""7""#], true), ([#"">=1.4""#], false),
            ([#"">=5-beta""#], false), ([#""*""#], false), ([#"">=52920000""#, #"">=1.0.0""#], false),
        ] as [([String], Bool)])
    func `version codes are integers without pre-releases`(_ requirements: [String], _ areCodes: Bool) throws {
        try expectEqual(versions(requirements: requirements).areCodes, areCodes)
    }

    @Test func `text about several documents has the style of the most components`() throws {
        func document(_ requirement: String) throws -> SettingsDocument {
            let text =
                #"{ "a": { "defaultValue": 1, "valuesByVersion": [{ "appVersion": "\#(requirement)", "value": 2 }] } }"#
            return try SettingsDocument(parsing: Array(text.utf8), sourceName: "app.json")
        }
        expectEqual(VersionStyle.common([try document("7")]), VersionStyle(componentCount: 1))
        expectEqual(VersionStyle.common([try document("7"), try document("1.4"), try document("*")]).componentCount, 2)
        expectEqual(VersionStyle.common([try document("*")]), .standard)
        expectEqual(VersionStyle.common([]), .standard)
    }
}
