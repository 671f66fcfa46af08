import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct PropertySettingTypesTests {
    enum Style: String, Codable { case legacy, modern }

    struct Checkout: Codable, Equatable {
        var style: Style
        var steps: [Int]
        var hint: String?
    }

    @Test func `settings of Booleans, integers, doubles and strings round-trip`() throws {
        try expectRoundTrip("false", "true", as: Bool.self)
        try expectRoundTrip("1", "-9223372036854775808", as: Int.self)
        try expectRoundTrip("1", "18446744073709551615", as: UInt64.self)
        try expectRoundTrip("1", "255", as: UInt8.self)
        try expectRoundTrip("0.5", "3", as: Double.self)
        try expectRoundTrip(#""a""#, #""\u00e9\n""#, as: String.self)
    }

    @Test func `settings of dates, URLs, data and decimals round-trip`() throws {
        try expectRoundTrip("0", "1000.5", as: Date.self)
        try expectRoundTrip(#""https://a.example""#, #""https://b.example/x?y""#, as: URL.self)
        try expectRoundTrip(#""""#, #""AAEC""#, as: Data.self)
        try expectRoundTrip("0.1", "0.3", as: Decimal.self)
    }

    @Test func `settings of arrays, dictionaries, enumerations, structures and optionals round-trip`() throws {
        try expectRoundTrip("[]", "[1,2]", as: [Int].self)
        try expectRoundTrip("{}", #"{"a":1}"#, as: [String: Int].self)
        try expectRoundTrip(#""legacy""#, #""modern""#, as: Style.self)
        try expectRoundTrip(
            #"{"style":"legacy","steps":[]}"#, #"{"style":"modern","steps":[1],"hint":"x"}"#, as: Checkout.self)
        try expectRoundTrip("null", "true", as: Bool?.self)
        try expectRoundTrip("1", "null", as: Int?.self)
        try expectRoundTrip("[null]", "[1]", as: [Int?].self)
    }

    @Test func `a setting decodes from a bare value of any type`() throws {
        struct Config: Decodable {
            let count: PropertySetting<Int>
            let names: PropertySetting<[String]>
            let checkout: PropertySetting<Checkout>
            let nothing: PropertySetting<Bool?>
            let start: PropertySetting<Date>
            let map: PropertySetting<[String: Int]>
        }
        let json = """
            {"count": 3, "names": ["a"], "checkout": {"style": "modern", "steps": []}, "nothing": null,
             "start": "2026-11-21T00:00:00Z", "map": {"a": 1}}
            """
        let decoder = JSONDecoder(appVersion: "1.0")
        decoder.dateDecodingStrategy = .iso8601
        let config = try decoder.decode(Config.self, from: Data(json.utf8))
        expectEqual(config.count.value, 3)
        expectEqual(config.names.value, ["a"])
        expectEqual(config.checkout.value, Checkout(style: .modern, steps: [], hint: nil))
        expectNil(config.nothing.value)
        expectEqual(config.start.value, Date(timeIntervalSince1970: 1_795_219_200))
        expectEqual(config.map.value, ["a": 1])
        expectEqual(config.count.resolution.reason, .static)
        expect(config.count.issues.isEmpty)
    }

    @Test func `an entry whose value has another type is skipped and reported`() throws {
        let json = #"{"defaultValue": "legacy", "valuesByVersion": [{"appVersion": "*", "value": "future"}]}"#
        let setting = try JSONDecoder(appVersion: "1.0").decode(PropertySetting<Style>.self, from: Data(json.utf8))
        expectEqual(setting.value, .legacy)
        expectEqual(setting.issues.map(\.code), [.typeMismatch])
        expectEqual(setting.issues.map(\.path), ["valuesByVersion[0].value"])
    }

    @Test func `settings round-trip through property lists`() throws {
        let setting = PropertySetting<Int>(
            defaultValue: 1,
            valuesByVersion: [PropertyEntry(">=2", value: 2), PropertyEntry("1.x", value: 3)], appVersion: "1.5")
        let encoded = try PropertyListEncoder().encode(["s": setting])
        let decoder = PropertyListDecoder()
        decoder.userInfo[.appVersion] = "1.5"
        let decoded = try #require(try decoder.decode([String: PropertySetting<Int>].self, from: encoded)["s"])
        expectEqual(decoded, setting)
        expectEqual(decoded.value, 3)
    }

    @Test func `requirements are encoded as they were written`() throws {
        let json = #"{"defaultValue":1,"valuesByVersion":[{"appVersion":["1.0","v2"],"value":2}]}"#
        let setting = try JSONDecoder(appVersion: "2.0").decode(PropertySetting<Int>.self, from: Data(json.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(String(decoding: try encoder.encode(setting), as: UTF8.self), json)
    }

    /// Decodes a setting with a default and one entry, both as JSON, and encodes it back.
    private func expectRoundTrip<Value: Codable & Equatable>(
        _ defaultValue: String,
        _ value: String,
        as type: Value.Type,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let json =
            #"{"defaultValue": \#(defaultValue), "valuesByVersion": [{"appVersion": ">=2", "value": \#(value)}]}"#
        let setting = try JSONDecoder(appVersion: "2.0").decode(PropertySetting<Value>.self, from: Data(json.utf8))
        let expected = try JSONDecoder().decode(Value.self, from: Data(value.utf8))
        let fallback = try JSONDecoder().decode(Value.self, from: Data(defaultValue.utf8))
        expectEqual(setting.value, expected, sourceLocation: sourceLocation)
        expectEqual(setting.resolved(for: "1.0").value, fallback, sourceLocation: sourceLocation)
        expect(setting.issues.isEmpty, sourceLocation: sourceLocation)
        let encoded = try JSONEncoder().encode(setting)
        let again = try JSONDecoder(appVersion: "2.0").decode(PropertySetting<Value>.self, from: encoded)
        expectEqual(again, setting, sourceLocation: sourceLocation)
        expectEqual(again.value, expected, sourceLocation: sourceLocation)
    }
}
