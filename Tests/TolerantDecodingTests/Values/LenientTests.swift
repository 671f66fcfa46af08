import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct LenientTests {
    struct Generic<Value: LenientlyDecodable>: Decodable {
        @Lenient var value: Value
    }

    @Test func `in a generic model, the key of an optional value must be present`() throws {
        try expectNil(JSONDecoder().decode(Generic<Int?>.self, from: Data(#"{"value": null}"#.utf8)).value)
        try expectEqual(JSONDecoder().decode(Generic<Int?>.self, from: Data(#"{"value": "7"}"#.utf8)).value, 7)
        let error = try decodingError(Generic<Int?>.self, "{}")
        expect(error.summary.hasPrefix("no key value"), "\(error.summary)")
    }

    struct Flag: Decodable, Equatable { @Lenient var value: Bool }
    struct Number<Value: LenientlyDecodable & Equatable>: Decodable, Equatable { @Lenient var value: Value }

    @Test(
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true), (#""true""#, true),
            (#""FALSE""#, false), (#""Yes""#, true), (#""no""#, false), (#""on""#, true), (#""OFF""#, false),
            (#""y""#, true),
            (#""N""#, false), (#""1""#, true), (#""0""#, false),
        ])
    func `a Boolean is read in each of its spellings`(json: String, expected: Bool) throws {
        try expectEqual(JSONDecoder().decode(Flag.self, from: Data("{\"value\": \(json)}".utf8)).value, expected)
    }

    @Test(
        arguments: [
            ("2", "2"), ("-1", "-1"), ("1.5", "1.5"), (#""cheese""#, #""cheese""#), (#""""#, #""""#),
            (#"" true""#, #"" true""#),
            (#""t""#, #""t""#), (#""2""#, #""2""#), ("[]", "an array"), ("{}", "an object"),
        ])
    func `the error for any other Boolean says what was found and what was expected`(json: String, found: String) throws
    {
        let error = try decodingError([Flag].self, "[{\"value\": \(json)}]")
        expect(
            error.summary.hasPrefix(
                "mismatch of Bool at [0].value: the value is \(found), expected true, false, 0, 1, "))
    }

    @Test(
        arguments: [
            ("42", 42), (#""42""#, 42), (#""-7""#, -7), (#""+7""#, 7), (#""007""#, 7), (#""3.00""#, 3), ("3.0", 3),
            (#""127""#, 127), (#""128""#, nil), ("128", nil), (#""3.5""#, nil), ("1.5", nil), (#""1e2""#, nil),
            (#""""#, nil),
            (#"" 1""#, nil), (#""0x10""#, nil), (#""1_000""#, nil), (#""٣""#, nil), (#""--1""#, nil), (#""1.""#, nil),
            (#"".5""#, nil), ("true", nil), ("[]", nil), (#""99999999999999999999""#, nil),
        ] as [(String, Int8?)])
    func `an integer is read in its spellings, and nothing else`(json: String, expected: Int8?) throws {
        let data = Data("{\"value\": \(json)}".utf8)
        guard let expected else {
            let error = try decodingError(Number<Int8>.self, String(decoding: data, as: UTF8.self))
            expect(error.summary.hasPrefix("mismatch of Int8 at value: "))
            expect(error.summary.contains("expected an integer from -128 to 127"))
            return
        }
        try expectEqual(JSONDecoder().decode(Number<Int8>.self, from: data).value, expected)
    }

    @Test(
        arguments: [
            ("0.5", 0.5), (#""0.5""#, 0.5), (#""-1e3""#, -1000), (#""+2E-1""#, 0.2), (#""12""#, 12), (#""nan""#, nil),
            (#""inf""#, nil), (#""0x1p3""#, nil), (#""1e999""#, nil), (#""1,5""#, nil), (#""1e""#, nil), ("true", nil),
        ] as [(String, Double?)])
    func `a number is read in its spellings, and nothing else`(json: String, expected: Double?) throws {
        let data = Data("{\"value\": \(json)}".utf8)
        guard let expected else {
            try expect(
                decodingError(Number<Double>.self, String(decoding: data, as: UTF8.self)).summary.hasPrefix(
                    "mismatch of Double"))
            return
        }
        try expectEqual(JSONDecoder().decode(Number<Double>.self, from: data).value, expected)
    }

    @Test func `every type of integer and number is read leniently`() throws {
        func check<Value: LenientlyDecodable & Equatable & ExpressibleByIntegerLiteral>(_ type: Value.Type) throws {
            for json in [#"{"value": "12"}"#, #"{"value": 12}"#] {
                try expectEqual(JSONDecoder().decode(Number<Value>.self, from: Data(json.utf8)).value, 12, "\(type)")
            }
        }
        try check(Int.self)
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(UInt.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(Double.self)
        try check(Float.self)
    }

    @Test func `an optional property is nil only if the key is missing or null`() throws {
        struct Model: Codable, Equatable {
            @Lenient var flag: Bool?
            @Lenient var count: Int?
        }
        func decode(_ json: String) throws -> Model { try JSONDecoder().decode(Model.self, from: Data(json.utf8)) }
        try expectNil(decode("{}").flag)
        try expectEqual(decode(#"{"flag": null, "count": "5"}"#).count, 5)
        try expect(decode(#"{"flag": "yes"}"#).flag == true)
        try expect(decodingError(Model.self, #"{"flag": ""}"#).summary.hasPrefix("mismatch of Bool at flag"))
        let encoded = try JSONEncoder().encode(try decode(#"{"flag": "yes", "count": "5"}"#))
        try expectEqual(decode(String(decoding: encoded, as: UTF8.self)), decode(#"{"flag": true, "count": 5}"#))
    }

    @Test
    func `nothing is encoded for a property that is nil, by ordinary and tolerant keys, to JSON and property lists`()
        throws
    {
        struct Ordinary: Codable {
            @Lenient var flag: Bool?
            @Lossy var list: [Int]?
            @Lenient var pending: OptionalValue<Int>?
        }
        struct Tolerant: Codable {
            @Lenient var flag: Bool?
            @Lossy var list: [Int]?
            @Lenient var pending: OptionalValue<Int>?
            let pools: NumberedFamily<String>?
            enum CodingKeys: String, TolerantCodingKey {
                case flag, list, pending
                case pools = "pool"
            }
        }
        func expectNothing<Model: Codable>(_ type: Model.Type) throws {
            let model = try JSONDecoder().decode(type, from: Data("{}".utf8))
            expectEqual(String(decoding: try JSONEncoder().encode(model), as: UTF8.self), "{}")
            let list = try PropertyListEncoder().encode(model)
            try expectEqual(PropertyListDecoder().decode([String: Int].self, from: list), [:])
        }
        try expectNothing(Ordinary.self)
        try expectNothing(Tolerant.self)
    }

    @Test func `null and a missing key are errors if the property is not optional`() throws {
        try expect(decodingError(Flag.self, "{}").summary.hasPrefix("no key value"))
        let error = try decodingError(Flag.self, #"{"value": null}"#)
        expect(error.summary.hasPrefix("no value for Bool at value: found null, expected true, false"))
    }

    struct Account: Decodable, Equatable {
        let isActive: Bool
        let logins: Int
        let ratio: Double?
        let isNew: Bool?

        enum CodingKeys: String, TolerantCodingKey {
            case isActive, logins, ratio, isNew
            enum Aliases: String, KeyAliases {
                case active
                var target: CodingKeys { .isActive }
            }
        }
    }

    @Test func `a lenient decoder reads scalars leniently in models with tolerant keys, and in no others`() throws {
        struct Plain: Decodable { let isActive: Bool }
        let json = #"{"isActive": "yes", "logins": "12", "ratio": "0.5", "isNew": 0}"#
        let decoder = JSONDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode(Account.self, from: Data(json.utf8)) }
        decoder.lenientScalars = true
        let expected = Account(isActive: true, logins: 12, ratio: 0.5, isNew: false)
        try expectEqual(decoder.decode(Account.self, from: Data(json.utf8)), expected)
        try expect(decoder.decode(Account.self, from: Data(#"{"active": 1, "logins": 1}"#.utf8)).isActive)
        #expect(throws: DecodingError.self) { try decoder.decode(Plain.self, from: Data(json.utf8)) }
        let error = try decodingError(Account.self, #"{"active": "cheese", "logins": 1}"#, with: decoder)
        expect(error.summary.hasPrefix(#"mismatch of Bool at active: the value is "cheese""#))
        let conflict = try decodingError(
            Account.self, #"{"active": 1, "isActive": 1, "logins": 1}"#, with: strict(decoder))
        expect(conflict.summary.contains("are names of the same field"))
    }

    @Test func `a field with two names and a value of another type is one issue`() throws {
        let decoder = JSONDecoder()
        decoder.lenientScalars = true
        let json = #"{"active": "no", "isActive": "yes", "logins": "1"}"#
        let (account, issues) = try decodeWithIssues(Account.self, json, with: decoder)
        expect(account.isActive)
        expectEqual(issues.map(\.path), ["isActive"])
        expectEqual(issues.map(\.code), [.conflictingKeys])
    }

    @Test func `lenient scalars work in settings`() throws {
        let json = #"{"defaultValue": "off", "valuesByVersion": [{"appVersion": ">=2", "value": 1}]}"#
        let setting = try JSONDecoder(appVersion: "2").decode(
            PropertySetting<Lenient<Bool>>.self, from: Data(json.utf8))
        expect(setting.value.wrappedValue)
        expect(!setting.defaultValue.wrappedValue)
    }

    struct Shop: Codable, Equatable {
        var zip: String?
        var price: Decimal?
        var open: [Bool]?
        var stock: [String: Int]?
        var sale: OptionalValue<Bool>?

        enum CodingKeys: String, TolerantCodingKey { case zip, price, open, stock, sale }
    }

    @Test(
        arguments: [
            (#"{"zip": 12345}"#, Shop(zip: "12345")), (#"{"zip": 0.5}"#, Shop(zip: "0.5")),
            (#"{"zip": 18446744073709551615}"#, Shop(zip: "18446744073709551615")),
            (#"{"zip": 1234567890.123456789}"#, Shop(zip: "1234567890.123456789")),
            (#"{"price": "1.10"}"#, Shop(price: Decimal(string: "1.1"))),
            (#"{"price": "-12345678901234567890.5"}"#, Shop(price: Decimal(string: "-12345678901234567890.5"))),
            (#"{"open": ["yes", 0, true]}"#, Shop(open: [true, false, true])),
            (#"{"stock": {"a_b": "4", "c": 5}}"#, Shop(stock: ["a_b": 4, "c": 5])),
            (#"{"sale": "on"}"#, Shop(sale: .value(true))), (#"{"sale": null}"#, Shop(sale: .null)),
        ] as [(String, Shop)])
    func `strings, decimals, collections and optional values are read leniently`(json: String, expected: Shop) throws {
        try expectEqual(JSONDecoder.tolerant().decode(Shop.self, from: Data(json.utf8)), expected)
    }

    @Test(arguments: [#"{"zip": true}"#, #"{"price": "1,5"}"#, #"{"open": [2]}"#, #"{"sale": "cheese"}"#])
    func `other values of strings, decimals and collections are errors`(json: String) throws {
        let error = try decodingError(Shop.self, json, with: .tolerant())
        expectEqual(error.settingIssueCode, .typeMismatch)
    }

    @Test func `a setting of a lenient scalar reads its default and all its entries`() throws {
        struct Settings: Decodable {
            let dark: PropertySetting<Bool>
            let limit: PropertySetting<Int>?
            enum CodingKeys: String, TolerantCodingKey { case dark, limit }
        }
        let json = """
            {"dark": {"defaultValue": "no", "valuesByVersion": [{"appVersion": "<2", "value": "on"},
              {"appVersion": ">=2", "value": 7}]}, "limit": "12"}
            """
        let (settings, issues) = try decodeWithIssues(Settings.self, json, with: .tolerant(appVersion: "1"))
        expect(settings.dark.value && !settings.dark.defaultValue)
        expectEqual(settings.limit?.value, 12)
        expectEqual(issues.map(\.path), ["dark.valuesByVersion[1].value"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder(appVersion: "1").decode(Settings.self, from: Data(json.utf8))
        }
    }

    @Test(arguments: [(2, 2), (-7, -7), (0.1, Decimal(string: "0.1")), (1e20, Decimal(string: "1e20"))])
    func `a decimal number is read from property lists`(number: Double, expected: Decimal?) throws {
        struct Price: Decodable { @Lenient var price: Decimal }
        let real = try PropertyListEncoder().encode(["price": number])
        try expectEqual(PropertyListDecoder().decode(Price.self, from: real).price, expected)
        let text = try PropertyListEncoder().encode(["price": "\(number)"])
        try expectEqual(PropertyListDecoder().decode(Price.self, from: text).price, expected)
        try expectEqual(Price(from: MinimalDecoder(value: ["price": 2])).price, 2)
        for bad in [MinimalDecoder.Value.boolean(true), "x", []] {
            #expect(throws: DecodingError.self) { try Price(from: MinimalDecoder(value: ["price": bad])) }
        }
    }

    @Test(arguments: [UInt64.max, 7])
    func `a large integer of a property list is a decimal number`(number: UInt64) throws {
        struct Price: Decodable { @Lenient var price: Decimal }
        let list = try PropertyListEncoder().encode(["price": number])
        try expectEqual(PropertyListDecoder().decode(Price.self, from: list).price, Decimal(number))
    }

    @Test func `a wrapper prints its value`() {
        expectEqual("\(Lenient(wrappedValue: true)) \(Lossy(wrappedValue: [1, 2]))", "true [1, 2]")
    }
}
