import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SettingsDocumentTests {
    @Test
    func `settings are named by their path, and scalars and arrays are constants`() throws {
        let document = try parse(
            """
            {
              "$schema": "x", "$version": 42,
              "payments": { "defaultValue": false },
              "checkout": { "$comment": "a group", "style": { "defaultValue": "legacy" }, "maxItems": 20,
                            "deep": { "list": [ { "defaultValue": 1 } ], "nothing": null, "empty": {} } },
              "a.b": true
            }
            """)
        expectEqual(
            document.names,
            [
                "payments", "checkout.style", "checkout.maxItems", "checkout.deep.list", "checkout.deep.nothing", "a.b",
            ])
        expectEqual(document.count, 6)
        expect(document.issues.isEmpty)
    }

    @Test
    func `names are compared byte by byte, so two spellings of one letter are two settings`() throws {
        let document = try parse("{\"caf\\u00e9\": 1, \"cafe\\u0301\": 2, \"__proto__\": 3, \"\": 4, \"\\u0024x\": 5}")
        let snapshot = document.snapshot(for: "1.0")
        expectEqual(snapshot.value(for: "caf\u{E9}", default: 0), 1)
        expectEqual(snapshot.value(for: "cafe\u{301}", default: 0), 2)
        expectEqual(snapshot.value(for: "__proto__", default: 0), 3)
        expectEqual(snapshot.value(for: "", default: 0), 4)
        expectEqual(document.count, 4)
    }

    @Test
    func `P6: metadata is read, and unknown metadata and values of another type are ignored`() throws {
        let document = try parse(
            #"{"$version": 7, "$minimumVersion": "1.2", "$minimumVersionSetting": "min", "$other": {"defaultValue": 1}}"#
        )
        expectEqual(document.documentVersion, 7)
        expectEqual(document.minimumVersion, "1.2.0")
        expectEqual(document.minimumVersionSetting, "min")
        expectEqual(document.count, 0)
        let odd = try parse(#"{"$version": "7", "$minimumVersion": 1.2, "$minimumVersionSetting": null}"#)
        expectNil(odd.documentVersion)
        expectNil(odd.minimumVersion)
        expectNil(odd.minimumVersionSetting)
        try expectNil(parse(#"{"g": {"$version": 7}}"#).documentVersion)
        try expectEqual(parse(#"{"$version": 20260314150926}"#).documentVersion, 20_260_314_150_926 as Int64)
    }

    @Test(
        "is refused as a whole for few reasons only",
        arguments: [
            ("", DocumentError.Code.jsonSyntax, 1, 1), ("{\"a\": 1,}", .jsonSyntax, 1, 8),
            ("{\"a\": 1, \"\\u0061\": 2}", .duplicateKey, 1, 10), ("[1]", .notAnObject, 1, 1),
            ("3", .notAnObject, 1, 1),
            ("{\"a\": {\"b\": 1},\n \"a.b\": 2}", .duplicateName, 2, 2),
            ("{\"a.b\": {\"defaultValue\": 1}, \"a\": {\"b\": {\"valuesByVersion\": []}}}", .duplicateName, 1, 36),
        ])
    func refusals(json: String, code: DocumentError.Code, line: Int, column: Int) {
        let error = #expect(throws: DocumentError.self) { try parse(json) }
        expectEqual(error?.code, code)
        expectEqual(error?.location.line, line)
        expectEqual(error?.location.column, column)
        expect(error?.message.isEmpty == false)
    }

    @Test
    func `an error names both locations of two settings with one name`() {
        let error = #expect(throws: DocumentError.self) { try parse("{\"a\": {\"b\": 1},\n \"a.b\": 2}") }
        expectEqual(error?.message, #"two settings have the name "a.b"; rename or delete one of them"#)
        expectEqual(error?.relatedLocation?.line, 1)
        expectEqual(error?.relatedLocation?.column, 8)
    }

    @Test(arguments: DocumentIssueCase.all)
    func `E2: a problem of one setting or entry is isolated and located`(issueCase: DocumentIssueCase) throws {
        let document = try parse("{\"good\": 1,\n \"bad\": \(issueCase.json),\n \"other\": {\"defaultValue\": 2}}")
        expectEqual(document.issues.map(\.description), issueCase.issues)
        expectEqual(document.issues.map(\.code), issueCase.codes)
        let snapshot = document.snapshot(for: "1.0")
        expectEqual(snapshot.value(for: "good", default: 0), 1)
        expectEqual(snapshot.value(for: "other", default: 0), 2)
        expectEqual(snapshot.value(for: "bad", default: -1), issueCase.value)
    }

    @Test
    func `a document is refused exactly when it exceeds a limit`() throws {
        let settings = #"{"a": 1, "b": {"defaultValue": 1}, "c": {"d": 1}}"#
        #expect(throws: Never.self) { try parse(settings, DocumentLimits(settingCount: 3)) }
        let tooMany = #expect(throws: DocumentError.self) { try parse(settings, DocumentLimits(settingCount: 2)) }
        expectEqual(tooMany?.code, .limit)
        expectEqual(tooMany?.location.column, 42)

        let entry = #"{"appVersion": "1.0", "value": 1}"#
        let entries = #"{"a": {"defaultValue": 1, "valuesByVersion": [\#(entry), 7, \#(entry)]}}"#
        #expect(throws: Never.self) { try parse(entries, DocumentLimits(entryCount: 3)) }
        let error = #expect(throws: DocumentError.self) { try parse(entries, DocumentLimits(entryCount: 2)) }
        expectEqual(error?.code, .limit)

        #expect(throws: Never.self) { try parse(settings, DocumentLimits(byteCount: settings.utf8.count)) }
        let large = #expect(throws: DocumentError.self) {
            try parse(settings, DocumentLimits(byteCount: settings.utf8.count - 1))
        }
        expectEqual(large?.code, .limit)
        #expect(throws: Never.self) { try parse(settings, DocumentLimits(depth: 2)) }
        #expect(throws: DocumentError.self) { try parse(settings, DocumentLimits(depth: 1)) }
        #expect(throws: Never.self) { try parse(settings, DocumentLimits(stringByteCount: 12)) }
        #expect(throws: DocumentError.self) { try parse(settings, DocumentLimits(stringByteCount: 11)) }
    }

    @Test(arguments: [19_999, 20_000, 20_001])
    func `the standard limits hold at their boundaries`(count: Int) throws {
        let json = "{" + (0..<count).map { "\"s\($0)\":0" }.joined(separator: ",") + "}"
        if count <= DocumentLimits.standard.settingCount {
            try expectEqual(parse(json).count, count)
        } else {
            #expect(throws: DocumentError.self) { try parse(json) }
        }
    }

    @Test
    func `a partial update is merged as RFC 7396 says, and the document does not change`() throws {
        let document = try parse(
            #"{"a": {"defaultValue": {"x": 1, "y": [1]}}, "b": {"c": 1, "d": 2}, "e": {"defaultValue": 1}}"#)
        let merged = try document.merging(
            patch: [UInt8](
                #"""
                {"a": {"defaultValue": {"y": null, "z": {"n": null, "m": "\u0041"}}}, "b": {"c": null}, "f": true,
                 "e": {"valuesByVersion": [{"appVersion": ">=2", "value": 5}]}}
                """#.utf8))
        expectEqual(merged.names, ["a", "b.d", "e", "f"])
        struct Value: Decodable, Equatable, Sendable {
            struct Inner: Decodable, Equatable { var m: String }
            var x: Int?
            var y: [Int]?
            var z: Inner?
        }
        let snapshot = merged.snapshot(for: "2.0")
        expectEqual(snapshot.value(for: "a", default: Value()), Value(x: 1, y: nil, z: Value.Inner(m: "A")))
        expectEqual(snapshot.value(for: "e", default: 0), 5)
        expectEqual(document.names, ["a", "b.c", "b.d", "e"])
        expectEqual(document.snapshot(for: "2.0").value(for: "e", default: 0), 1)
        #expect(throws: DocumentError.self) { try document.merging(patch: [UInt8]("{".utf8)) }
        #expect(throws: DocumentError.self) { try document.merging(patch: [UInt8]("[]".utf8)) }
    }

    private func parse(_ json: String, _ limits: DocumentLimits = .standard) throws -> SettingsDocument {
        try SettingsDocument(parsing: [UInt8](json.utf8), limits: limits)
    }

    @Test func `a document and a patch can be Data`() throws {
        let document = try SettingsDocument(parsing: Data(#"{"a": 1}"#.utf8))
        try expectEqual(document.merging(patch: Data(#"{"b": 2}"#.utf8)).names, ["a", "b"])
    }
}

/// A setting in which something is wrong, and what the document makes of it.
struct DocumentIssueCase: CustomTestStringConvertible, Sendable {
    let json: String
    let value: Int
    let codes: [SettingIssue.Code]
    let issues: [String]

    var testDescription: String { json }

    init(_ json: String, value: Int = -1, _ issues: (SettingIssue.Code, String)...) {
        self.json = json
        self.value = value
        codes = issues.map(\.0)
        self.issues = issues.map(\.1)
    }

    static let all: [DocumentIssueCase] = [
        DocumentIssueCase(
            #"{"valuesByVersion": [{"appVersion": "*", "value": 7}]}"#,
            (
                .missingDefault,
                #"bad (line 2, column 9): the setting has "valuesByVersion" and no "defaultValue"; add the value for all "#
                    + "other versions [missing-default]"
            )),
        DocumentIssueCase(
            #"{"defaultValue": "x", "type": "integer"}"#,
            (
                .typeMismatch,
                "bad.defaultValue (line 2, column 26): the value is a string, expected an integer as declared "
                    + "[type-mismatch]"
            )),
        DocumentIssueCase(
            #"{"defaultValue": 5, "type": "int"}"#, value: 5,
            (
                .badType,
                #"bad.type (line 2, column 37): "type" is "int", expected "boolean", "integer", "number", "string", "#
                    + #""array" or "object" [bad-type]"#
            )),
        DocumentIssueCase(
            #"{"defaultValue": 5, "valuesByVersion": {}}"#, value: 5,
            (
                .malformedEntry,
                #"bad.valuesByVersion (line 2, column 48): "valuesByVersion" is an object, expected an array of entries; "#
                    + "every version gets the default [malformed-entry]"
            )),
        DocumentIssueCase(
            #"{"defaultValue": 5, "valuesByVersion": [{"appVersion": 1.10, "value": 1}, {"appVersion": "*", "value": 6}]}"#,
            value: 6,
            (
                .numericVersion,
                #"bad.valuesByVersion[0].appVersion (line 2, column 64): "appVersion" is the number 1.10; numbers lose "#
                    + #"digits (1.10 reads as 1.1): write "1.10" [numeric-version]"#
            )),
        DocumentIssueCase(
            #"{"defaultValue": 5, "valuesByVersion": [{"appVersion": "*", "value": "6"}]}"#, value: 5,
            (
                .typeMismatch,
                "bad.valuesByVersion[0].value (line 2, column 78): the value is a string, expected an integer as the "
                    + "default is [type-mismatch]"
            )),
        DocumentIssueCase(
            #"{"defaultValue": 5, "valuesByVersion": [{"appVersion": "*", "value": 6, "os": 1}, {"value": 1}]}"#,
            value: 5,
            (
                .unknownCondition,
                #"bad.valuesByVersion[0].os (line 2, column 81): the entry has the unknown member "os"; it never matches, "#
                    + "because an unknown condition must not enable anything [unknown-member]"
            ),
            (
                .badRequirement,
                #"bad.valuesByVersion[1] (line 2, column 91): the entry has no condition; add one, such as "#
                    + #""appVersion": ">=1.4.0", or "*" for all versions [bad-requirement]"#
            )),
    ]
}
