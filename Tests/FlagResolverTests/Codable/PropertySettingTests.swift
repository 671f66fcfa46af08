import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct PropertySettingTests {
    static let payments = """
        {
          "defaultValue": false,
          "valuesByVersion": [
            { "appVersion": ">=1.4.1 <1.4.3", "value": false },
            { "appVersion": ">=1.4.0", "value": true }
          ]
        }
        """

    @Test(
        arguments: [
            ("1.3.9", false, ResolutionReason.default, nil), ("1.4.0", true, .targetingMatch, 1),
            ("1.4.1", false, .targetingMatch, 0), ("1.4.2.9", false, .targetingMatch, 0),
            ("1.4.3-rc.1", false, .targetingMatch, 0), ("1.4.3", true, .targetingMatch, 1),
            ("99", true, .targetingMatch, 1),
        ] as [(String, Bool, ResolutionReason, Int?)])
    func `a setting has the value of the first entry that contains the app version, otherwise its default`(
        version: String, value: Bool, reason: ResolutionReason, entry: Int?
    ) throws {
        let setting = try decode(Bool.self, Self.payments, version: version)
        expectEqual(setting.value, value)
        expectEqual(setting.resolution.reason, reason)
        expectEqual(setting.resolution.entryIndex, entry)
        expect(setting.issues.isEmpty)
    }

    @Test func `a setting can be resolved for any other version`() throws {
        let setting = try decode(Bool.self, Self.payments, version: "1.4.0")
        expect(setting.resolved(for: "1.4.2").value == false)
        expectEqual(setting.resolved(for: "1.4.2").requirement?.description, ">=1.4.1 <1.4.3")
        expectEqual(setting.resolved(for: "1.0.0").reason, .default)
    }

    @Test(
        arguments: [true, false])
    func `the app version in userInfo is text or a version`(asText: Bool) throws {
        let decoder = JSONDecoder()
        let key = try #require(CodingUserInfoKey(rawValue: "appVersion"))
        decoder.userInfo[key] = asText ? "1.4.0" : AppVersion("1.4.0")
        let setting = try decoder.decode(PropertySetting<Bool>.self, from: Data(Self.payments.utf8))
        expect(setting.value)
        expectEqual(setting.appVersion, "1.4.0")
    }

    @Test(
        arguments: [
            (#"{"tier": 1e400}"#, "when.tier"), (#"{"tier": {"in": [1, 1e400]}}"#, "when.tier.in[1]"),
            ("1e400", "when"), (#"{"tier": -1e400}"#, "when.tier"),
        ])
    func `an issue calls a number in a condition that no Double represents out of range`(when: String, path: String)
        throws
    {
        let setting = try decode(
            Bool.self, #"{"defaultValue": true, "valuesByVersion": [{"when": \#(when), "value": false}]}"#, version: "1"
        )
        expect(setting.value)
        expectEqual(setting.issues.map(\.code), [.badCondition])
        expectEqual(setting.issues.map(\.path), ["valuesByVersion[0].\(path)"])
        expectEqual(
            setting.issues.map(\.message),
            [
                "found a number that is out of range, expected at most about 1.8e308 in magnitude"
            ])
    }

    @Test func `without a readable app version, a setting has its default and one issue`() throws {
        for (version, code) in [(nil, SettingIssue.Code.missingAppVersion), ("1..2", .unreadableAppVersion)] {
            let setting = try decode(Bool.self, Self.payments, version: version)
            expect(setting.value == false)
            expectEqual(setting.resolution.reason, .error)
            expectEqual(setting.resolution.errorCode, .invalidContext)
            expectEqual(setting.issues.map(\.code), [code])
            expectNil(setting.appVersion)
            expect(setting.resolved(for: "1.4.0").value)
        }
        let odd = JSONDecoder()
        odd.userInfo[.appVersion] = 1.4
        let setting = try odd.decode(PropertySetting<Bool>.self, from: Data(Self.payments.utf8))
        expectEqual(
            setting.issues.map(\.message),
            [
                "the app version in userInfo is of type Double, expected String or AppVersion"
            ])
    }

    @Test(
        arguments: ["1.4.0", "1..2"])
    func `the decoder's app version keeps its text`(version: String) {
        expectEqual(JSONDecoder(appVersion: version).appVersion.map { "\($0)" }, version)
    }

    @Test func `a setting without entries is static`() throws {
        for json in [#"{"defaultValue": 3}"#, #"{"defaultValue": 3, "valuesByVersion": null}"#, "3"] {
            let setting = try decode(Int.self, json, version: "1.0")
            expectEqual(setting.value, 3)
            expect(setting.valuesByVersion.isEmpty)
            expectEqual(setting.resolution.reason, .static)
        }
    }

    @Test(
        arguments: MalformedEntry.all)
    func `a malformed entry is skipped, and an issue says what is wrong and where`(malformed: MalformedEntry) throws {
        let json = """
            {"s": {"defaultValue": 0, "valuesByVersion":
              [{"appVersion": "1.0.0", "value": 1}, \(malformed.json), {"appVersion": "*", "value": 2}]}}
            """
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder(appVersion: "5.0")
        decoder.settingIssues = collector
        let setting = try #require(
            try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))["s"])
        expectEqual(setting.value, 2)
        expectEqual(setting.valuesByVersion.count, 2)
        expectEqual(setting.resolution.entryIndex, 2)
        expectEqual(setting.issues.map(\.code), [malformed.code])
        expectEqual(setting.issues.map(\.entryIndex), [1])
        expectEqual(setting.issues.map(\.path), ["s.valuesByVersion[1]" + malformed.member])
        expectEqual(setting.issues.map(\.message), [malformed.message])
        expectEqual(collector.takeIssues(), setting.issues)
        expect(collector.issues.isEmpty)

        decoder.strictSettings = true
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))
        }
        if malformed.code != .typeMismatch {
            expect(error.map { "\($0)" }?.contains(malformed.message) == true)
        }
    }

    @Test(
        arguments: [true, false])
    func `a default that is missing or has another type is an error`(isStrict: Bool) throws {
        let decoder = JSONDecoder(appVersion: "1.0")
        decoder.strictSettings = isStrict
        let missing = #"{"s": {"valuesByVersion": [{"appVersion": "*", "value": 1}]}}"#
        do {
            _ = try decoder.decode([String: PropertySetting<Int>].self, from: Data(missing.utf8))
            Issue.record("expected an error")
        } catch DecodingError.keyNotFound(let key, let context) {
            expectEqual(key.stringValue, "defaultValue")
            expectEqual(context.codingPath.map(\.stringValue), ["s"])
        }
        let wrong = #"{"s": {"defaultValue": "1", "valuesByVersion": [{"appVersion": "*", "value": 1}]}}"#
        do {
            _ = try decoder.decode([String: PropertySetting<Int>].self, from: Data(wrong.utf8))
            Issue.record("expected an error")
        } catch DecodingError.typeMismatch(_, let context) {
            expectEqual(context.codingPath.map(\.stringValue), ["s", "defaultValue"])
        }
    }

    @Test(
        arguments: ["{}", "1", #""x""#, "true"])
    func `valuesByVersion that is not an array is an issue, and an error in strict mode`(json: String) throws {
        let json = #"{"defaultValue": 7, "valuesByVersion": \#(json)}"#
        let setting = try decode(Int.self, json, version: "1.0")
        expectEqual(setting.value, 7)
        expectEqual(setting.issues.map(\.code), [.malformedEntry])
        expectEqual(setting.issues.map(\.path), ["valuesByVersion"])
        let decoder = JSONDecoder(appVersion: "1.0")
        decoder.strictSettings = true
        #expect(throws: DecodingError.self) {
            try decoder.decode(PropertySetting<Int>.self, from: Data(json.utf8))
        }
    }

    @Test func `a missing app version is an error in strict mode`() {
        let decoder = JSONDecoder()
        decoder.strictSettings = true
        #expect(throws: DecodingError.self) {
            try decoder.decode(PropertySetting<Bool>.self, from: Data(Self.payments.utf8))
        }
    }

    @Test func `an entry may name its value defaultValue and list its requirements`() throws {
        let json = #"""
            {"defaultValue": "a", "valuesByVersion": [
              {"appVersion": ["1.0.0", ">=3"], "defaultValue": "b", "description": "x", "$note": [1]},
              {"$x": null, "appVersion": "2.x", "value": "c"}
            ]}
            """#
        for (version, value) in [("1.0", "b"), ("1.1", "a"), ("2.9", "c"), ("3.0", "b"), ("3.0-rc", "a")] {
            let setting = try decode(String.self, json, version: version)
            expectEqual(setting.value, value, "version \(version)")
            expect(setting.issues.isEmpty)
        }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type,
        _ json: String,
        version: String?
    ) throws -> PropertySetting<Value> {
        let decoder = JSONDecoder()
        decoder.appVersion = version
        return try decoder.decode(PropertySetting<Value>.self, from: Data(json.utf8))
    }

    @Test(arguments: [#"{}"#, #"{"Defaultvalue": 1}"#, #"{"value": 1}"#])
    func `the error for an object that is not a setting names the missing member`(json: String) throws {
        let error = try #require(throws: DecodingError.self) { try decode(Int.self, json, version: "1") }
        expectEqual(error.settingIssueCode, .missingDefault)
        guard case .keyNotFound(let key, let context) = error else { throw error }
        expectEqual(key.stringValue, "defaultValue")
        expectEqual(
            context.debugDescription,
            #"found an object without "defaultValue", expected Int or a setting such as { "defaultValue": … }"#)
    }

    @Test func `only settings with entries need a version`() throws {
        let json = """
            {"bare": 1, "object": {"defaultValue": 1}, "empty": {"defaultValue": 1, "valuesByVersion": []},
             "entries": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "*", "value": 2}]}}
            """
        let decoder = JSONDecoder()
        let collector = SettingIssueCollector()
        decoder.settingIssues = collector
        _ = try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))
        expectEqual(collector.issues.map(\.path), ["entries"])
        decoder.strictSettings = true
        for text in ["1", #"{"defaultValue": 1}"#, #"{"defaultValue": 1, "valuesByVersion": []}"#] {
            try expectEqual(decoder.decode(PropertySetting<Int>.self, from: Data(text.utf8)).value, 1)
        }
        let error = try #require(throws: DecodingError.self) {
            try decoder.decode([String: PropertySetting<Int>].self, from: Data(json.utf8))
        }
        expectEqual(error.settingIssueCode, .missingAppVersion)
    }

    @Test(arguments: ["3", #"{"defaultValue": 3}"#])
    func `every form of a setting knows its version, and prints its value`(json: String) throws {
        let setting = try decode(Int.self, json, version: "1.4")
        expectEqual(setting.appVersion, "1.4")
        expectEqual("\(setting)", "3")
    }

    @Test(arguments: ["1e400", "-1e400", "1e19", "1.5"])
    func `a number that does not fit is described without internals`(number: String) throws {
        let json = #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "*", "value": \#(number)}, \#(number)]}"#
        let setting = try decode(Int.self, json, version: "1")
        expectEqual(
            setting.issues.map(\.message),
            [
                "the value cannot be read as Int: a number does not fit its type",
                #"found a number, expected an entry such as { "appVersion": ">=1.4.0", "value": … }"#,
            ])
        expectEqual(setting.issues.map(\.path), ["valuesByVersion[0].value", "valuesByVersion[1]"])
        for (json, path) in [(number, ["s"]), (#"{"defaultValue": \#(number)}"#, ["s", "defaultValue"])] {
            let error = try #require(throws: DecodingError.self) {
                try JSONDecoder().decode([String: PropertySetting<Int>].self, from: Data(#"{"s": \#(json)}"#.utf8))
            }
            expectEqual(error.settingIssueCode, .typeMismatch)
            guard case .dataCorrupted(let context) = error else { throw error }
            expectEqual(context.codingPath.map(\.stringValue), path)
            expectEqual(context.debugDescription, "the value cannot be read as Int: a number does not fit its type")
        }
    }

    @Test func `settings are equal if their defaults, entries and effective values are`() throws {
        let text =
            #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "2.0", "value": 2}, {"appVersion": "3.0", "value": 2}]}"#
        func setting(_ version: String, _ text: String) throws -> PropertySetting<Int> {
            try JSONDecoder(appVersion: version).decode(PropertySetting<Int>.self, from: Data(text.utf8))
        }
        let one = try setting("1.0", text)
        try expectEqual(one, setting("1.1", text))
        try expect(one != setting("2.0", text))
        // Another entry gives the same value.
        try expectEqual(setting("2.0", text), setting("3.0", text))
        try expectEqual(setting("2.0", text).hashValue, setting("3.0", text).hashValue)
        try expect(one != setting("1.0", "1"))
        try expectEqual(setting("1.0", "1"), PropertySetting(defaultValue: 1))
    }

    @Test func `a decoder takes a version, text, or neither`() throws {
        let json = Data(#"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2", "value": 2}]}"#.utf8)
        let decoder = JSONDecoder()
        decoder.appVersion = AppVersion("2.0")
        try expectEqual(decoder.decode(PropertySetting<Int>.self, from: json).value, 2)
        decoder.appVersion = "1.9"
        try expectEqual(decoder.decode(PropertySetting<Int>.self, from: json).value, 1)
        let text = "nonsense"
        decoder.appVersion = AppVersion(text)
        try expectEqual(decoder.decode(PropertySetting<Int>.self, from: json).issues.map(\.code), [.missingAppVersion])
        decoder.appVersion = text
        try expectEqual(
            decoder.decode(PropertySetting<Int>.self, from: json).issues.map(\.code), [.unreadableAppVersion])
    }
}

/// An entry that is to be skipped, and what the issue says.
struct MalformedEntry: CustomTestStringConvertible, Sendable {
    let json: String
    let code: SettingIssue.Code
    let member: String
    let message: String

    var testDescription: String { json }

    static let all: [MalformedEntry] = [
        MalformedEntry(
            json: #"{"appVersion": 1.4, "value": 9}"#,
            code: .numericVersion,
            member: ".appVersion",
            message: #""appVersion" is a number; numbers lose digits (1.10 reads as 1.1): put it in quotes"#),
        MalformedEntry(
            json: #"{"appVersion": ["1.0", 1.4], "value": 9}"#,
            code: .numericVersion,
            member: ".appVersion[1]",
            message: #""appVersion" is a number; numbers lose digits (1.10 reads as 1.1): put it in quotes"#),
        MalformedEntry(
            json: #"{"appVersion": [], "value": 9}"#,
            code: .badRequirement,
            member: ".appVersion",
            message: #""appVersion" is an empty array; add at least one requirement, or delete the entry"#),
        MalformedEntry(
            json: #"{"appVersion": [["*"]], "value": 9}"#,
            code: .badRequirement,
            member: ".appVersion[0]",
            message: #""appVersion" has an array inside an array; list all requirements in one array"#),
        MalformedEntry(
            json: #"{"appVersion": {"a": 1}, "value": 9}"#,
            code: .badRequirement,
            member: ".appVersion",
            message: #""appVersion" is an object, expected a requirement such as ">=1.4.0", or an array of them"#),
        MalformedEntry(
            json: #"{"appVersion": null, "value": 9}"#,
            code: .badRequirement,
            member: ".appVersion",
            message: #""appVersion" is null, expected a requirement such as ">=1.4.0", or an array of them"#),
        MalformedEntry(
            json: #"{"appVersion": true, "value": 9}"#,
            code: .badRequirement,
            member: ".appVersion",
            message: #""appVersion" is a boolean, expected a requirement such as ">=1.4.0", or an array of them"#),
        MalformedEntry(
            json: #"{"value": 9}"#,
            code: .badRequirement,
            member: "",
            message: #"the entry has no condition; add one, such as "appVersion": ">=1.4.0", or "*" for all versions"#),
        MalformedEntry(
            json: #"{"appVersion": "*"}"#,
            code: .missingValue,
            member: "",
            message: #"the entry has no "value"; add it, or delete the entry"#),
        MalformedEntry(
            json: #"{"appVersion": "*", "value": 9, "defaultValue": 9}"#,
            code: .conflictingValues,
            member: "",
            message: #"the entry has both "value" and "defaultValue"; keep one of them"#),
        MalformedEntry(
            json: #"{"appVersion": "*", "value": 9, "platform": "ios"}"#,
            code: .unknownCondition,
            member: ".platform",
            message: #"the entry has the unknown member "platform"; it never matches, because an unknown condition "#
                + "must not enable anything"),
        MalformedEntry(
            json: #""1.0""#,
            code: .malformedEntry,
            member: "",
            message: #"found a string, expected an entry such as { "appVersion": ">=1.4.0", "value": … }"#),
        MalformedEntry(
            json: "null",
            code: .malformedEntry,
            member: "",
            message: #"found null, expected an entry such as { "appVersion": ">=1.4.0", "value": … }"#),
        MalformedEntry(
            json: "[1]",
            code: .malformedEntry,
            member: "",
            message: #"found an array, expected an entry such as { "appVersion": ">=1.4.0", "value": … }"#),
    ]
}
