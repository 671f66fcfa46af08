import FlagResolver
import Foundation
import TestSupport
import Testing

/// Every way to resolve a setting follows the one rule.
struct TargetingAgreementTests {
    private struct Model: Codable, Equatable {
        let s0: PropertySetting<Bool>?
        let s1: PropertySetting<Int>?
        let s2: PropertySetting<String>?
        let s3: PropertySetting<Bool>?

        /// Decodes each setting alone: a default of another type is an error of that setting.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            s0 = try? container.decode(PropertySetting<Bool>.self, forKey: .s0)
            s1 = try? container.decode(PropertySetting<Int>.self, forKey: .s1)
            s2 = try? container.decode(PropertySetting<String>.self, forKey: .s2)
            s3 = try? container.decode(PropertySetting<Bool>.self, forKey: .s3)
        }
    }

    @Test func `models, names, snapshots and untyped reads agree on random documents and contexts`() throws {
        var sample = TargetingSample(seed: 2_026)
        for _ in 0..<TestScale.rounds(400) {
            let json = sample.document()
            let document = try SettingsDocument(parsing: json)
            for _ in 0..<5 {
                let contextJSON = sample.context()
                let context = try EvaluationContext(json: contextJSON)
                let snapshot = document.snapshot(for: context)
                let model = try document.decode(Model.self, for: context)
                let comment: Comment = "\(json)\n\(contextJSON)"
                try agree(model.s0, "s0", false, document, snapshot, context, comment)
                try agree(model.s1, "s1", 7, document, snapshot, context, comment)
                try agree(model.s2, "s2", "none", document, snapshot, context, comment)
                try agree(model.s3, "s3", true, document, snapshot, context, comment)
            }
        }
    }

    /// One decoding for all contexts, and only values and entries are compared, so that there is time for many contexts.
    @Test func `a model, names and untyped reads agree in 100,000 random contexts`() throws {
        var sample = TargetingSample(seed: 2_027)
        let contexts = try (0..<TestScale.rounds(1_000)).map { _ in try EvaluationContext(json: sample.context()) }
        for _ in 0..<100 {
            let json = sample.document(settingCount: 2)
            let document = try SettingsDocument(parsing: json)
            let setting = try document.decode(Model.self, for: EvaluationContext()).s0
            for context in contexts {
                let value = document.value(for: "s0", context: context, default: false)
                let untyped = document.resolve(SettingIndex(0), for: context)
                guard let setting else {
                    if value { Issue.record("\(json)\n\(context)") }
                    continue
                }
                let typed = setting.resolved(for: context)
                if typed.value != value { Issue.record("\(typed), \(value)\n\(json)\n\(context)") }
                // An entry of another type is skipped by what is typed only.
                if untyped.kind.isBool,
                    typed.entryIndex != untyped.entry.map({ Int(document.loaded[$0].documentIndex) })
                {
                    Issue.record("\(typed), \(untyped)\n\(json)\n\(context)")
                }
            }
        }
    }

    private func agree<Value: Decodable & Sendable & Equatable>(
        _ setting: PropertySetting<Value>?, _ name: String, _ defaultValue: Value, _ document: SettingsDocument,
        _ snapshot: SettingsSnapshot, _ context: EvaluationContext, _ comment: Comment
    ) throws {
        let byName = snapshot.resolution(of: name, default: defaultValue)
        guard let setting else {
            expectEqual(byName.reason, .error, comment)
            return
        }
        for resolution in [setting.resolution, setting.resolved(for: context)] {
            expectEqual(resolution.value, byName.value, comment)
            expectEqual(resolution.reason, byName.reason, comment)
            expectEqual(resolution.errorCode, byName.errorCode, comment)
            expectEqual(resolution.entryIndex, byName.entryIndex, comment)
            expectEqual(resolution.entryName, byName.entryName, comment)
            expectEqual(resolution.requirement, byName.requirement, comment)
        }
        expectEqual(snapshot.value(for: name, default: defaultValue), byName.value, comment)
        // The untyped winner is the typed one, unless its value has another type.
        let untyped = document.resolution(of: name, for: context)
        if let entry = untyped.entryIndex, entry != byName.entryIndex {
            expect(byName.issues.contains { $0.entryIndex == entry && $0.code == .typeMismatch }, comment)
        } else {
            expect(untyped.entryIndex == byName.entryIndex && untyped.reason == byName.reason, comment)
        }
        expectEqual(snapshot.resolution(of: name).value, untyped.value, comment)
    }

    @Test func `what a model encodes has the same values in every context`() throws {
        var sample = TargetingSample(seed: 77)
        for _ in 0..<TestScale.rounds(200) {
            let json = sample.document()
            let document = try SettingsDocument(parsing: json)
            let model = try document.decode(Model.self, for: EvaluationContext(appVersion: "1.4.0"))
            let encoded = try SettingsDocument(parsing: [UInt8](JSONEncoder().encode(model)))
            let again = try encoded.decode(Model.self, for: EvaluationContext(appVersion: "1.4.0"))
            expectEqual(again, model, "\(json)")
            for _ in 0..<10 {
                let context = try EvaluationContext(json: sample.context())
                expectEqual(again.s0?.resolved(for: context).value, model.s0?.resolved(for: context).value, "\(json)")
                expectEqual(
                    again.s3?.resolved(for: context).entryName, model.s3?.resolved(for: context).entryName, "\(json)")
            }
        }
    }

    @Test(arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
    func `a key strategy does not change the names of attributes and settings`(
        _ strategy: JSONDecoder.KeyDecodingStrategy
    ) throws {
        struct Model: Decodable { let a: PropertySetting<Bool> }
        let document = try SettingsDocument(
            parsing: #"""
                {"a": {"defaultValue": false, "valuesByVersion": [
                    {"requires": "other_flag", "when": {"os_version": {"version": ">=17"}}, "value": true}]},
                 "other_flag": {"defaultValue": false, "valuesByVersion": [
                    {"when": {"is_new": {"$note_it": 1, "not": false}}, "value": true}]}}
                """#)
        let context = EvaluationContext(attributes: ["os_version": .version("17.1"), "is_new": true])
        let model = try document.decode(Model.self, for: context) {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = strategy
            return decoder
        }
        expect(model.a.value && model.a.issues.isEmpty)
        expect(model.a.resolution.reason == .targetingMatch && model.a.resolution.errorCode == nil)
    }

    @Test func `a merge patch changes conditions as RFC 7396 says`() throws {
        let document = try SettingsDocument(
            parsing: #"{"a": {"defaultValue": 0, "valuesByVersion": [{"when": {"c": "DE"}, "value": 1}]}, "b": true}"#)
        let context = EvaluationContext(attributes: ["c": "DE"])
        expectEqual(document.value(for: "a", context: context, default: 9), 1)
        let patched = try document.merging(
            patch: [UInt8](#"{"a": {"valuesByVersion": [{"requires": "b", "value": 2}]}}"#.utf8))
        expectEqual(patched.value(for: "a", context: context, default: 9), 2)
        let switchedOff = try patched.merging(patch: [UInt8](#"{"b": null}"#.utf8))
        expectEqual(switchedOff.value(for: "a", context: context, default: 9), 0)
        try expectEqual(switchedOff.decode([String: PropertySetting<Int>].self, for: context)["a"]?.value, 0)
    }

    @Test func `the reason says whether a rollout decided, and whether the version was missing`() throws {
        let document = try SettingsDocument(
            parsing: #"""
                {"split": {"defaultValue": 0, "valuesByVersion": [
                    {"name": "all", "rollout": {"percent": 100, "salt": "s"}, "value": 1}]},
                 "either": {"defaultValue": 0, "valuesByVersion": [
                    {"appVersion": "1", "value": 1}, {"when": {"c": {"absent": true}}, "value": 2}]},
                 "never": {"defaultValue": 0, "valuesByVersion": [{"when": {"c": 1}, "value": 1}]}}
                """#)
        let context = EvaluationContext(targetingKey: "u")
        let split = document.resolution(of: "split", for: context)
        expect(split.reason == .split && split.entryName == "all" && split.requirement == nil)
        let either = document.resolution(of: "either", for: context)
        expect(either.value?.int == 2 && either.reason == .error && either.errorCode == .invalidContext)
        expectEqual(either.issues.map(\.code), [.missingAppVersion])
        let never = document.resolution(of: "never", for: context)
        expect(never.value?.int == 0 && never.reason == .default && never.issues.isEmpty)
    }

    @Test func `a property list and strict decoding know conditions too`() throws {
        struct Model: Codable { let a: PropertySetting<Int> }
        let json = #"""
            {"a": {"defaultValue": 0, "valuesByVersion": [
                {"when": {"n": {">=": 5}, "b": true}, "rollout": {"percent": [0, 100], "salt": "s"},
                 "from": "2026-01-01T00:00:00Z", "value": 1}]}}
            """#
        let context = EvaluationContext(
            targetingKey: "u", date: Date(timeIntervalSince1970: 1_800_000_000), attributes: ["n": 7, "b": true])
        let decoder = JSONDecoder()
        decoder.strictSettings = true
        decoder.evaluationContext = context
        let model = try decoder.decode(Model.self, from: Data(json.utf8))
        expect(model.a.value == 1 && model.a.resolution.reason == .split)
        let list = try PropertyListEncoder().encode(model)
        let listDecoder = PropertyListDecoder()
        listDecoder.evaluationContext = context
        let decoded = try listDecoder.decode(Model.self, from: list)
        expect(decoded.a.value == 1 && decoded.a == model.a)
        expectEqual(decoded.a.valuesByVersion.first?.condition.from, "2026-01-01T00:00:00Z")
    }
}
