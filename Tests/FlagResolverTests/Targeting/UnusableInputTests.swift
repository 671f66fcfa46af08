import FlagResolver
import Foundation
import TestSupport
import Testing

/// Values of a context that are there, and of another kind than conditions need.
struct UnusableInputTests {
    private static let document = #"""
        {"$attributes": {"userId": {"type": "string"}, "osVersion": {"type": "version"}, "beta": {"type": "boolean"},
            "launches": {"type": "integer"}},
         "s": {"defaultValue": 0, "valuesByVersion": [ENTRY]}}
        """#

    private static func document(_ entry: String) throws -> SettingsDocument {
        try SettingsDocument(parsing: Array(document.replacing("ENTRY", with: entry).utf8))
    }

    static let rows: [(entry: String, name: String, value: AttributeValue, path: String, message: String)] = [
        (
            #"{"rollout": {"percent": 100, "salt": "a", "by": "userId"}, "value": 1}"#, "userId", 12_345, "rollout.by",
            #"userId is a number, but a string is needed; "$attributes" declares a string: write it in quotation marks"#
        ),
        (
            #"{"when": {"osVersion": {"version": ">=17"}}, "value": 1}"#, "osVersion", AttributeValue(17.2) ?? 0,
            "when.osVersion",
            #"osVersion is a number, but a version is needed; "$attributes" declares a version: write it in quotation marks, such as "1.4.0""#
        ),
        (
            #"{"when": {"osVersion": {"version": ">=17"}}, "value": 1}"#, "osVersion", "latest", "when.osVersion",
            #"osVersion is a string that is not a version, but a version is needed; "$attributes" declares a version: write it in quotation marks, such as "1.4.0""#
        ),
        (
            #"{"when": {"beta": true}, "value": 1}"#, "beta", "true", "when.beta",
            #"beta is a string, but a Boolean is needed; "$attributes" declares a Boolean: write true or false, without quotation marks"#
        ),
        (
            #"{"when": {"launches": {">=": 5}}, "value": 1}"#, "launches", "7", "when.launches",
            #"launches is a string, but a number is needed; "$attributes" declares a number: write it without quotation marks"#
        ),
        (
            #"{"when": {"country": ["DE", 5]}, "value": 1}"#, "country", true, "when.country",
            "country is a Boolean, but a string or a number is needed"
        ),
        (
            #"{"when": {"country": {"startsWith": "D", "not": "DE"}}, "value": 1}"#, "country", 5, "when.country",
            "country is a number, but a string is needed"
        ),
        (
            #"{"when": {"country": {"not": "DE"}}, "value": 1}"#, "country", .version("1.0.0"), "when.country",
            "country is a version, but a string is needed"
        ),
        (
            #"{"when": {"targetingKey": 5}, "value": 1}"#, "targetingKey", "user", "when.targetingKey",
            "targetingKey is a string, but a number is needed"
        ),
    ]

    private func context(_ name: String, _ value: AttributeValue) -> EvaluationContext {
        var context = EvaluationContext(appVersion: "1.0.0")
        if name == "targetingKey" { context.targetingKey = value.asString } else { context[name] = value }
        return context
    }

    @Test(arguments: rows)
    func `a resolution has an issue with the kind found and the kind needed`(
        _ row: (entry: String, name: String, value: AttributeValue, path: String, message: String)
    ) throws {
        let document = try Self.document(row.entry)
        let context = context(row.name, row.value)
        let untyped = document.resolution(of: "s", for: context)
        let typed = document.snapshot(for: context).resolution(of: "s", default: -1)
        for issues in [untyped.issues, typed.issues] {
            expectEqual(issues.map(\.message), [row.message])
            expectEqual(issues.map(\.path), ["s.valuesByVersion[0].\(row.path)"])
            expectEqual(issues.map(\.code), [.unusableAttribute])
            expect(issues.first?.location != nil && issues.first?.entryIndex == 0)
        }
        // The answer is that for an absent value.
        expect(typed.value == 0 && typed.reason == .default && typed.errorCode == nil)
    }

    @Test(arguments: rows)
    func `a decoded setting has the issue, too`(
        _ row: (entry: String, name: String, value: AttributeValue, path: String, message: String)
    ) throws {
        let decoder = JSONDecoder()
        decoder.evaluationContext = context(row.name, row.value)
        let text = #"{"defaultValue": 0, "valuesByVersion": [\#(row.entry)]}"#
        let setting = try decoder.decode(PropertySetting<Int>.self, from: Data(text.utf8))
        expectEqual(setting.resolution.issues.map(\.path), ["valuesByVersion[0].\(row.path)"])
        // Without the document, nothing is declared.
        let message = row.message.split(separator: ";").first.map { String($0) }
        expectEqual(setting.resolution.issues.first?.message, message)
        expect(setting.value == 0 && setting.issues.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"when": {"country": "AT"}, "value": 1}"#, "country", "DE" as AttributeValue),
            (#"{"when": {"country": {"absent": true}}, "value": 1}"#, "country", 5),
            (#"{"when": {"country": {"absent": false}}, "value": 1}"#, "country", 5),
            (#"{"when": {"country": ["unknown", {"version": ">=17"}]}, "value": 1}"#, "country", "latest"),
            (#"{"when": {"osVersion": {"version": ">=17"}}, "value": 1}"#, "osVersion", "16.1"),
            (#"{"when": {"osVersion": {"version": ">=17"}}, "value": 1}"#, "osVersion", .version("16.1")),
            (#"{"when": {"country": {">=": 5, "startsWith": "D"}}, "value": 1}"#, "country", true),
            (#"{"when": {"other": "x"}, "value": 1}"#, "country", 5),
        ])
    func `a value of a kind that is tested, and an absent one, have no issue`(
        _ entry: String, _ name: String, _ value: AttributeValue
    ) throws {
        let resolution = try Self.document(entry).resolution(of: "s", for: context(name, value))
        expect(resolution.issues.isEmpty)
    }

    @Test(
        arguments: [
            (#""userId": [1]"#, "userId: found an array, expected a string, a Boolean or a number"),
            (#""targetingKey": 5"#, "targetingKey: found an integer, expected a string"),
            (#""date": 5"#, #"date: found an integer, expected a date-time such as "2026-12-01T00:00:00Z""#),
            (#""appVersion": 2"#, #"appVersion: found an integer, expected a version such as "1.4.0""#),
        ])
    func `a member of a context that cannot be read is not called absent`(_ member: String, _ message: String) throws {
        let document = try Self.document(
            #"""
            {"appVersion": ">=1", "rollout": [{"percent": 1, "salt": "a", "by": "userId"}, {"percent": 1, "salt": "b"}],
             "from": "2026-01-01T00:00:00Z", "value": 1}
            """#)
        var issues: [SettingIssue] = []
        let context = try EvaluationContext(parsing: Array("{\(member)}".utf8), issues: &issues)
        expect(document.resolution(of: "s", for: context).issues.map(\.message).contains(message))
        // A value that is set later replaces it.
        var other = context
        other.appVersion = "1.0.0"
        other.targetingKey = "u"
        other.date = .now
        other["userId"] = "u"
        expect(document.resolution(of: "s", for: other).issues.isEmpty)
        expectEqual(context, EvaluationContext())
    }

    @Test func `the conditions of required settings count, too`() throws {
        let text = #"""
            {"on": {"defaultValue": false, "valuesByVersion": [{"when": {"userId": "a"}, "value": true}]},
             "s": {"defaultValue": 0, "valuesByVersion": [{"requires": "on", "value": 1}]}}
            """#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let issues = document.resolution(of: "s", for: context("userId", 5)).issues
        expectEqual(issues.map(\.path), ["on.valuesByVersion[0].when.userId"])
    }
}
