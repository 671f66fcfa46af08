import FlagResolver
import Foundation
import TestSupport
import Testing

struct ContextFormTests {
    private func read(_ json: String) throws -> (context: EvaluationContext, issues: [String]) {
        var issues: [SettingIssue] = []
        let context = try EvaluationContext(parsing: [UInt8](json.utf8), issues: &issues)
        var issuesOfData: [SettingIssue] = []
        try expectEqual(EvaluationContext(parsing: Data(json.utf8), issues: &issuesOfData), context)
        expectEqual(issuesOfData, issues)
        return (context, issues.map { "\($0.path) \($0.code.rawValue)" })
    }

    @Test func `the JSON form`() throws {
        let (context, issues) = try read(
            #"{"targetingKey": "u1", "appVersion": "2.0.0", "date": "2026-12-01T00:00:00Z", "country": "DE", "n": 7, "b": true}"#
        )
        expect(issues.isEmpty)
        expectEqual(
            context,
            EvaluationContext(
                appVersion: "2.0.0", targetingKey: "u1", date: Date(timeIntervalSince1970: 1_796_083_200),
                attributes: ["country": "DE", "n": 7, "b": true]))
    }

    @Test(
        arguments: [
            ("a", "null"), ("a", "[]"), ("a", "{}"), ("appVersion", #""1..2""#), ("appVersion", "1.4"),
            ("targetingKey", "5"), ("date", #""2026-12-01""#), ("date", "5"), ("1a", #""x""#), ("a b", #""x""#),
            ("", #""x""#), ("ä", "1"),
        ])
    func `what cannot be tested counts as absent, with an issue`(_ name: String, _ value: String) throws {
        let (context, issues) = try read("{\"\(name)\": \(value)}")
        expectEqual(issues, ["\(name) bad-attribute"])
        expectEqual(context, EvaluationContext())
    }

    @Test(arguments: [#""a": """#, #""targetingKey": """#, #""appVersion": """#, #""date": """#])
    func `an empty string counts as absent, without an issue`(_ member: String) throws {
        let (context, issues) = try read("{\(member)}")
        expect(issues.isEmpty && context == EvaluationContext())
    }

    @Test(arguments: [#""targeting\u212aey""#, "\"targeting\u{212A}ey\""])
    func `a name that only looks like the targeting key is not it`(_ key: String) throws {
        let (context, issues) = try read(#"{"targetingKey": "u1", \#(key): "u2"}"#)
        expectEqual(issues.count, 1)
        expectEqual(context, EvaluationContext(targetingKey: "u1"))
    }

    @Test(arguments: ["", "[]", "1", "{", #"{"a":1,"a":2}"#])
    func `other texts are refused`(_ json: String) {
        #expect(throws: DocumentError.self) { try read(json) }
    }

    @Test func `attributes are set, read and removed by name`() {
        var context = EvaluationContext()
        context["b"] = 1
        context["a"] = "x"
        context["c"] = .version("1.2")
        context["d"] = AttributeValue(0.5)
        expectEqual(
            context.attributes.mapValues(\.description), ["a": #""x""#, "b": "1", "c": #""1.2.0""#, "d": "0.5"])
        context["a"] = ""
        context["b"] = nil
        context["d"] = AttributeValue(.infinity)
        expectEqual(context.attributes, ["c": .version("1.2")])
        context.targetingKey = ""
        expectNil(context.targetingKey)
        expectNil(EvaluationContext(targetingKey: "").targetingKey)
        expectEqual(EvaluationContext(attributes: ["a": ""]), EvaluationContext())
    }

    @Test func `contexts are equal if their attributes are, in any order and byte by byte`() {
        var one = EvaluationContext(attributes: ["a": 1, "b": "\u{E9}"])
        var other = EvaluationContext(attributes: ["b": "\u{E9}"])
        other["a"] = AttributeValue(1.0)
        expect(one == other && one.hashValue == other.hashValue)
        other["b"] = "e\u{301}"
        expect(one != other)
        one["b"] = "e\u{301}"
        expectEqual(one, other)
    }

    @Test(
        arguments: [
            ("5", "5"), ("5.0", "5"), ("-0", "0"), ("1e3", "1000"), ("0.1", "0.1"), ("1e-400", "1e-400"),
            ("123456789012345678901234567890", "1.2345678901234567890123456789e29"), ("2.5e-3", "0.0025"),
        ])
    func `a number is compared and printed by its exact value`(_ text: String, _ description: String) throws {
        let (context, _) = try read("{\"n\": \(text)}")
        try expectEqual(#require(context["n"]).description, description)
        try expectEqual(read("{\"n\": \(description)}").context, context)
    }
}
