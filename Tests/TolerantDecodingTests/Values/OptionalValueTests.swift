import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct OptionalValueTests {
    struct Update: Codable, Equatable {
        var name: OptionalValue<String>?
        var age: OptionalValue<Int>?
        var tags: OptionalValue<[String]>?
    }

    @Test(
        arguments: [
            ("{}", Update()), (#"{"name":null}"#, Update(name: .null)),
            (#"{"name":"Zoe"}"#, Update(name: .value("Zoe"))),
            (#"{"age":null,"name":"Zoe","tags":[]}"#, Update(name: .value("Zoe"), age: .null, tags: .value([]))),
        ] as [(String, Update)])
    func `absent, null and value are distinguished, and encode as they were`(json: String, expected: Update) throws {
        let update = try JSONDecoder().decode(Update.self, from: Data(json.utf8))
        expectEqual(update, expected)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(String(decoding: try encoder.encode(update), as: UTF8.self), json)
    }

    struct Limits: SettingsModel, Codable {
        @Setting var limit = OptionalValue<Int>.value(7)
        @Setting @Lenient var size = OptionalValue<Int>.null
    }

    @Test(
        arguments: [
            ("{}", .value(7), .flagNotFound), (#"{"limit": null}"#, .null, nil), (#"{"limit": 3}"#, .value(3), nil),
            (#"{"limit": {"defaultValue": null}}"#, .null, nil), (#"{"limit": "x"}"#, .value(7), .typeMismatch),
        ] as [(String, OptionalValue<Int>, ResolutionErrorCode?)])
    func `a setting that is absent has its default, and its resolution says so`(
        json: String, limit: OptionalValue<Int>, errorCode: ResolutionErrorCode?
    ) throws {
        let limits = try JSONDecoder().decode(Limits.self, from: Data(json.utf8))
        expectEqual(limits.limit, limit)
        expectEqual(limits.$limit.errorCode, errorCode)
        try expectEqual(JSONDecoder().decode(Limits.self, from: JSONEncoder().encode(limits)).limit, limit)
    }

    @Test(
        arguments: ["1", "true", "[]", "{}"])
    func `a value of another type is an error, never null`(value: String) throws {
        let error = try decodingError([Update].self, "[{\"name\": \(value)}]")
        expect(error.summary.hasPrefix("mismatch of String at [0].name"))
    }

    @Test func `optional values work in generic and private models, in enums, and in settings`() throws {
        struct Generic<Value: Codable & Equatable>: Codable, Equatable { var value: OptionalValue<Value>? }
        struct Private: Decodable {
            let value: OptionalValue<Int>?
            private enum CodingKeys: String, CodingKey { case value = "v" }
        }
        enum Choice: Decodable { case one(value: OptionalValue<Int>?) }
        struct Settings: Decodable { let setting: PropertySetting<Generic<Int>> }
        let decoder = JSONDecoder(appVersion: "1")
        try expectEqual(decoder.decode(Generic<Int>.self, from: Data(#"{"value":null}"#.utf8)).value, .null)
        try expectNil(decoder.decode(Generic<Int>.self, from: Data("{}".utf8)).value)
        try expectEqual(decoder.decode(Private.self, from: Data(#"{"v":1}"#.utf8)).value, .value(1))
        guard case .one(let value) = try decoder.decode(Choice.self, from: Data(#"{"one":{"value":null}}"#.utf8)) else {
            return
        }
        expectEqual(value, .null)
        let settings = try decoder.decode(
            Settings.self, from: Data(#"{"setting":{"defaultValue":{"value":null}}}"#.utf8))
        expectEqual(settings.setting.value.value, .null)
    }

    struct Generic<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var value: Value?

        enum CodingKeys: String, TolerantCodingKey {
            case value
            enum Aliases: String, KeyAliases {
                case amount
                var target: CodingKeys { .value }
            }
        }
    }

    private typealias Text = OptionalValue<String>

    @Test(
        arguments: [
            ("{}", nil), (#"{"value": null}"#, .null), (#"{"amount": null}"#, .null), (#"{"Value": "x"}"#, .value("x")),
            (#"{"amount": "x"}"#, .value("x")),
        ] as [(String, OptionalValue<String>?)])
    func `in generic code, null is kept by models with tolerant keys`(
        json: String, expected: OptionalValue<String>?
    ) throws {
        let model = try JSONDecoder.tolerant().decode(Generic<Text>.self, from: Data(json.utf8))
        expectEqual(model.value, expected)
        let again = try JSONDecoder().decode(Generic<Text>.self, from: JSONEncoder().encode(model))
        expectEqual(again.value, expected)
        let plain = try JSONDecoder.tolerant().decode(Generic<String>.self, from: Data(json.utf8))
        expectEqual(plain.value, expected?.value)
    }

    @Test(arguments: ["value", "amount"])
    func `in generic code, null is kept by every decoder`(name: String) throws {
        let null = MinimalDecoder(value: .object([name: .null]))
        try expectEqual(Generic<OptionalValue<Int>>(from: null).value, .null)
        try expectNil(Generic<Int>(from: null).value)
    }

    @Test func `in generic code, ordinary keys do not tell null from a missing key, but a typealias does`() throws {
        struct Ordinary<Value: Decodable>: Decodable { let value: Value? }
        struct Named: Decodable { let value: Text? }
        let json = Data(#"{"value": null}"#.utf8)
        try expectNil(JSONDecoder().decode(Ordinary<Text>.self, from: json).value)
        try expectEqual(JSONDecoder().decode(Named.self, from: json).value, .null)
    }

    @Test func `the key must be present if the property is not optional`() throws {
        struct Model: Decodable { let value: OptionalValue<Int> }
        try expectEqual(JSONDecoder().decode(Model.self, from: Data(#"{"value":null}"#.utf8)).value, .null)
        try expect(decodingError(Model.self, "{}").summary.hasPrefix("no key value"))
    }

    @Test func `an update keeps, deletes or replaces the stored value`() {
        let stored: String? = "old"
        expectEqual(OptionalValue<String>?.none.applied(to: stored), "old")
        expectNil(OptionalValue<String>?.some(.null).applied(to: stored))
        expectEqual(OptionalValue<String>?.some(.value("new")).applied(to: stored), "new")
        expectEqual(OptionalValue.value("new").value, "new")
        expectNil(OptionalValue<String>.null.value)
    }
}
