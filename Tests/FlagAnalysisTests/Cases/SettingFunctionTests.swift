import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct SettingFunctionTests {
    private func function(_ setting: String) throws -> (SettingsDocument, SettingFunction?) {
        let document = try SettingsDocument(parsing: Array("{\"s\": \(setting)}".utf8))
        let settingIndex = try #require(document.index(named: "s"))
        return (document, try SettingFunction(of: settingIndex, in: CaseSpace(document)))
    }

    private func written(_ setting: String) throws -> [String] {
        let (document, function) = try function(setting)
        return (function?.valueSegments ?? []).map {
            "\($0.interval) = \(String(decoding: document.tree.text(of: $0.value), as: UTF8.self))"
        }
    }

    @Test func `a constant has one value for every version`() throws {
        try expectEqual(written("[1, 2]"), ["* = [1, 2]"])
    }

    @Test func `neighbours with equal values are one segment of values, however the values are spelt`() throws {
        let setting = #"""
            { "defaultValue": {"a": 1.0, "b": 2}, "valuesByVersion": [
                { "appVersion": ">=2", "value": {"b": 2, "a": 1} },
                { "appVersion": ">=1", "value": {"b": 2, "a": 1.00} } ] }
            """#
        try expectEqual(written(setting), ["<2.0.0 = {\"a\": 1.0, \"b\": 2}", ">=2.0.0 = {\"b\": 2, \"a\": 1}"])
        try expectEqual(function(setting).1?.segments?.count, 3)
    }

    @Test func `an entry with another type than the declared one never wins`() throws {
        let setting = #"""
            { "defaultValue": 1, "type": "integer", "valuesByVersion": [
                { "appVersion": ">=2", "value": "two" }, { "appVersion": ">=1", "value": 3 } ] }
            """#
        try expectEqual(written(setting), ["<1.0.0 = 1", ">=1.0.0 = 3"])
        try expectEqual(function(setting).1?.unreachableEntries, [0])
    }

    @Test func `a setting without a default has no function`() throws {
        let (_, none) = try function(#"{ "valuesByVersion": [ { "appVersion": "*", "value": 1 } ] }"#)
        expectNil(none)
    }

    @Test func `the function agrees with resolution for every version, on random settings`() throws {
        for seed in 1...UInt64(TestScale.rounds(500)) {
            var random = SeededRandom(seed: seed)
            let (document, function) = try function(RandomSetting.json(using: &random))
            guard let function else {
                expectNil(document.resolve(0, for: "1.0.0").value, "seed \(seed)")
                continue
            }
            let segments = try #require(function.segments)
            let valueSegments = try #require(function.valueSegments)
            for (left, right) in zip(segments, segments.dropFirst()) {
                expect(left.entry != right.entry, "seed \(seed)")
                expectEqual(left.interval.upper, right.interval.lower, "seed \(seed)")
            }
            for (left, right) in zip(valueSegments, valueSegments.dropFirst()) {
                expect(!document.tree.isEqual(left.value, to: document.tree, right.value), "seed \(seed)")
            }
            for version in RandomSetting.probes {
                let resolution = document.resolve(0, for: version)
                let segment = segments.first { $0.interval.contains(version) }
                expectEqual(segment?.entry, resolution.entry, "seed \(seed), version \(version)")
                expectEqual(segment?.value, resolution.value, "seed \(seed), version \(version)")
                expectEqual(function.segment(containing: version), segment, "seed \(seed), version \(version)")
                let valueSegment = try #require(valueSegments.first { $0.interval.contains(version) })
                let value = try #require(resolution.value)
                expect(
                    document.tree.isEqual(valueSegment.value, to: document.tree, value),
                    "seed \(seed), version \(version)")
            }
        }
    }

    @Test func `many entries that all differ cost no more than sorting them`() throws {
        let entries = (0..<10_000).map { "{\"appVersion\":\">=\($0 % 97).\($0)\",\"value\":\($0)}" }
        let (_, function) = try function(
            "{\"defaultValue\":-1,\"valuesByVersion\":[\(entries.joined(separator: ","))]}")
        expectEqual((function?.segments?.count ?? 0) + (function?.unreachableEntries.count ?? 0), 10_001)
    }
}
