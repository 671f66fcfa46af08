import FlagResolver
import Foundation
import TestSupport
import Testing

struct PrerequisiteTests {
    /// A Boolean setting that is `true` if its prerequisites are.
    private func setting(_ name: String, requires: String) -> String {
        "\"\(name)\": {\"defaultValue\": false, \"valuesByVersion\": [{\"requires\": \(requires), \"value\": true}]}"
    }

    private func value(_ name: String, of settings: [String]) throws -> Bool {
        let document = try SettingsDocument(parsing: "{\(settings.joined(separator: ","))}")
        let context = EvaluationContext(appVersion: "1.0")
        let direct = document.value(for: name, context: context, default: false)
        expectEqual(document.snapshot(for: context).value(for: name, default: false), direct)
        expectEqual(document.resolution(of: name, for: context).value?.bool, direct)
        return direct
    }

    @Test(
        arguments: [
            (#""b": true"#, true), (#""b": false"#, false), (#""b": 1"#, false), (#""b": "true""#, false),
            (#""c": true"#, false),
            (#""b": { "defaultValue": true }"#, true), (#""b": { "valuesByVersion": [] }"#, false),
            (#""b": { "defaultValue": true, "type": "string" }"#, false), (#""b": { "c": true }"#, false),
            (#""b": { "defaultValue": false, "valuesByVersion": [{ "appVersion": "1.0", "value": true }] }"#, true),
            (#""b": { "defaultValue": true, "valuesByVersion": [{ "appVersion": "1.0", "value": null }] }"#, false),
            (
                #""b": { "defaultValue": true, "type": "boolean", "valuesByVersion": [{ "appVersion": "1.0", "value": 1 }] }"#,
                true
            ),
        ])
    func `a prerequisite holds while its setting is true`(_ required: String, _ expected: Bool) throws {
        try expectEqual(value("a", of: [setting("a", requires: #""b""#), required]), expected)
        try expectEqual(value("a", of: [required, setting("a", requires: #"["b"]"#)]), expected)
    }

    @Test func `every name of a list must be true, with full names`() throws {
        let group = #""g": { "x": true, "y": { "z": true } }"#
        try expect(value("a", of: [group, setting("a", requires: #"["g.x", "g.y.z"]"#)]))
        try expect(!value("a", of: [group, setting("a", requires: #"["g.x", "z"]"#)]))
        try expect(!value("a", of: [group, setting("a", requires: #"["g.x", "g.y"]"#)]))
    }

    @Test(arguments: [1, 2, 3, 50])
    func `entries of a cycle are malformed, those that lead into it are not`(_ length: Int) throws {
        let cycle = (0..<length).map { setting("s\($0)", requires: "\"s\(($0 + 1) % length)\"") }
        let document = try SettingsDocument(
            parsing: "{\((cycle + [setting("in", requires: "\"s0\"")]).joined(separator: ","))}")
        expectEqual(document.issues.map(\.code), Array(repeating: .circularRequires, count: length))
        expectEqual(document.issues.map(\.path), (0..<length).map { "s\($0).valuesByVersion[0].requires" })
        expect(document.resolution(of: "s0", for: "1.0").value?.bool == false)
        expectNil(document.resolution(of: "in", for: "1.0").entryIndex)
    }

    @Test func `only the entries that are part of a cycle are malformed`() throws {
        let document = try SettingsDocument(
            parsing: #"""
                {"a": {"defaultValue": 0, "valuesByVersion": [
                    {"appVersion": "1..", "value": 1}, {"requires": ["c", "b"], "value": 2}, {"requires": "c", "value": 3}]},
                 "b": {"defaultValue": false, "valuesByVersion": [
                    {"requires": "a", "unknown": 1, "value": true}, {"appVersion": "*", "value": true}]},
                 "c": true}
                """#)
        expectEqual(
            document.issues.map { "\($0.path) \($0.code.rawValue)" },
            [
                "a.valuesByVersion[0].appVersion bad-requirement", "a.valuesByVersion[1].requires[1] circular-requires",
                "b.valuesByVersion[0].unknown unknown-member",
            ])
        let resolution = document.resolution(of: "a", for: "1.0")
        expect(resolution.value?.int == 3 && resolution.entryIndex == 2)
        expectEqual(resolution.issues.count, 2)
    }

    @Test func `long chains and wide lists need no stack`() throws {
        let count = 15_000
        var settings = (0..<count).map { setting("s\($0)", requires: "\"s\($0 + 1)\"") }
        settings.append("\"s\(count)\": true")
        try expect(value("s0", of: settings))
        settings[count] = "\"s\(count)\": false"
        try expect(!value("s0", of: settings))
        let names = (0..<5_000).map { "\"t\($0)\"" }
        try expect(
            value(
                "all", of: names.map { "\($0): true" } + [setting("all", requires: "[\(names.joined(separator: ","))]")]
            ))
    }

    @Test func `many paths through the same settings cost what the settings cost`() throws {
        let layers = (0..<200).map { setting("s\($0)", requires: #"["s\#($0 + 1)", "s\#($0 + 2)"]"#) }
        try expect(value("s0", of: layers + [#""s200": true"#, #""s201": true"#]))
    }

    private struct Model: Codable, Equatable {
        let checkout: PropertySetting<Bool>
        let wallet: PropertySetting<Bool>
    }

    private static let json = #"""
        {"checkout": {"defaultValue": false, "valuesByVersion": [
            {"name": "with wallet", "requires": "wallet", "when": {"country": "DE"}, "value": true},
            {"requires": ["wallet", "checkout"], "value": true}]},
         "wallet": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]}}
        """#

    @Test func `a model that the document decodes knows the other settings`() throws {
        let document = try SettingsDocument(parsing: Self.json)
        var context = EvaluationContext(appVersion: "2.0", attributes: ["country": "DE"])
        let model = try document.decode(Model.self, for: context)
        expect(model.checkout.value)
        expectEqual(model.checkout.resolution.entryName, "with wallet")
        expectEqual(model.checkout.issues.map(\.code), [.circularRequires])
        expectEqual(model.checkout.valuesByVersion.map(\.condition.requires), [["wallet"]])
        context.appVersion = "1.0"
        expect(!model.checkout.resolved(for: context).value)
        context["country"] = "AT"
        context.appVersion = "2.0"
        expect(!model.checkout.resolved(for: context).value)
        // Another decoder has no document.
        let decoder = JSONDecoder()
        decoder.evaluationContext = EvaluationContext(appVersion: "2.0", attributes: ["country": "DE"])
        let alone = try decoder.decode(Model.self, from: Data(Self.json.utf8))
        expect(!alone.checkout.value)
        expectEqual(alone.checkout.issues.map(\.code), [.requiresWithoutDocument, .requiresWithoutDocument])
    }

    @Test func `what the document decodes encodes back, and decodes to the same`() throws {
        let document = try SettingsDocument(parsing: Self.json)
        let context = EvaluationContext(appVersion: "2.0", attributes: ["country": "DE"])
        let model = try document.decode(Model.self, for: context)
        let encoded = try SettingsDocument(parsing: [UInt8](JSONEncoder().encode(model)))
        expect(encoded.issues.isEmpty)
        let again = try encoded.decode(Model.self, for: context)
        expectEqual(again, model)
        expect(again.checkout.value && again.checkout.valuesByVersion.map(\.name) == ["with wallet"])
    }
}
