import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct LossyTests {
    struct Product: Codable, Hashable {
        let name: String
        let price: Double
    }

    struct Catalogue: Codable, Equatable {
        @Lossy var products: [Product]
        @Lossy var stock: [String: Int]
        @Lossy var tags: Set<String>?
    }

    @Test func `elements that cannot be read are left out, each with an issue and its path`() throws {
        let json = """
            {"products": [{"name": "a", "price": 1}, null, {"name": "b"}, 7, {"name": "c", "price": "x"}, {"name": "d", "price": 2}],
             "stock": {"z": null, "a": 1, "m": "x", "b": 2}, "tags": ["x", 1]}
            """
        let (catalogue, issues) = try decodeWithIssues(Catalogue.self, json)
        expectEqual(catalogue.products.map(\.name), ["a", "d"])
        expectEqual(catalogue.stock, ["a": 1, "b": 2])
        expectEqual(catalogue.tags, ["x"])
        expect(issues.allSatisfy { $0.code == .droppedElement })
        expectEqual(
            issues.map(\.path),
            [
                "products[1]", "products[2]", "products[3]", "products[4]", "stock.m", "stock.z", "tags[1]",
            ])
        expect(
            issues[3].message.hasPrefix(
                "the element cannot be read as Product and was left out (at products[4].price: "))
    }

    @Test func `a collection without bad elements is read completely and without issues`() throws {
        let json = #"{"products": [{"name": "a", "price": 1}], "stock": {}, "tags": null}"#
        let (catalogue, issues) = try decodeWithIssues(Catalogue.self, json, with: strict())
        expectEqual(catalogue.products, [Product(name: "a", price: 1)])
        expectNil(catalogue.tags)
        expect(issues.isEmpty)
        let again = try JSONDecoder().decode(Catalogue.self, from: JSONEncoder().encode(catalogue))
        expectEqual(again, catalogue)
    }

    @Test(
        arguments: [
            (#"{"products": [{"name": "a"}], "stock": {}}"#, "no key price at products.[0]"),
            (#"{"products": [null], "stock": {}}"#, "no value for"),
            (#"{"products": [], "stock": {"b": true, "a": "x"}}"#, "mismatch of Int at stock.a"),
        ])
    func `strict mode throws the error of the first bad element`(json: String, error: String) throws {
        try expect(decodingError(Catalogue.self, json, with: strict()).summary.hasPrefix(error))
    }

    @Test(
        arguments: [
            (#"{"stock": {}}"#, "no key products"), (#"{"products": null, "stock": {}}"#, "no value for"),
            (#"{"products": {}, "stock": {}}"#, "mismatch of"), (#"{"products": [], "stock": []}"#, "mismatch of"),
        ])
    func `the collection itself must be present and have the right type`(json: String, error: String) throws {
        try expect(decodingError(Catalogue.self, json).summary.hasPrefix(error))
    }

    @Test func `dictionaries may have any keys that are represented by text`() throws {
        enum Colour: String, Codable, CodingKeyRepresentable { case red, blue }
        struct Model: Decodable {
            @Lossy var byNumber: [Int: String]
            @Lossy var byColour: [Colour: Int]
        }
        let json = #"{"byNumber": {"1": "a", "two": "b", "3": "c"}, "byColour": {"red": 1, "green": 2}}"#
        let (model, issues) = try decodeWithIssues(Model.self, json)
        expectEqual(model.byNumber, [1: "a", 3: "c"])
        expectEqual(model.byColour, [.red: 1])
        expectEqual(issues.map(\.path), ["byNumber.two", "byColour.green"])
        expect(issues.first?.message.contains("its key is not of type Int") == true)
    }

    @Test func `each element is decoded once`() throws {
        let counter = Locked(0)
        struct Counted: Decodable {
            let value: Int
            init(from decoder: any Decoder) throws {
                let counter = decoder.userInfo[.counter] as? Locked<Int>
                counter?.withLock { $0 += 1 }
                value = try decoder.singleValueContainer().decode(Int.self)
            }
        }
        struct Model: Decodable { @Lossy var values: [Counted] }
        let decoder = JSONDecoder()
        decoder.userInfo[.counter] = counter
        let members = (0..<1_000).map { $0 % 3 == 0 ? "null" : "\($0)" }.joined(separator: ",")
        let model = try decoder.decode(Model.self, from: Data("{\"values\": [\(members)]}".utf8))
        expectEqual(model.values.count, 666)
        expectEqual(counter.withLock { $0 }, 1_000)
    }

    @Test func `lossy collections follow the decoder's strategies, and work under aliases and in settings`() throws {
        struct Model: Decodable {
            @Lossy var dates: [Date]
            @Lossy var names: [String]?
            let setting: PropertySetting<Lossy<[Int]>>

            enum CodingKeys: String, TolerantCodingKey {
                case dates, names, setting
                enum Aliases: String, KeyAliases {
                    case days, titles
                    var target: CodingKeys { self == .days ? .dates : .names }
                }
            }
        }
        let json =
            #"{"days": ["1970-01-02", "1970-02-30"], "titles": ["a", true], "setting": {"defaultValue": [1, "x"]}}"#
        let (model, issues) = try decodeWithIssues(Model.self, json, with: .tolerant(appVersion: "1"))
        expectEqual(model.dates, [Date(timeIntervalSince1970: 86_400)])
        expectEqual(model.names, ["a"])
        expectEqual(model.setting.value.wrappedValue, [1])
        expectEqual(issues.map(\.path), ["days[1]", "titles[1]", "setting.defaultValue[1]"])
        expect(issues.first?.message.contains("the day 30 is impossible, expected 1 to 28 in month 2 of 1970") == true)
    }

    struct Basket: Codable, Equatable {
        @Lossy var counts: [Int]?
        @Lossy var codes: Set<String>?
        @Lossy var prices: [String: Decimal]?
        @Lossy var rows: [[Bool]]?
        @Lossy var updates: [OptionalValue<Double>]?
        @Lossy var limits: [PropertySetting<Int>]?
        var nested: PropertySetting<Lossy<[Int]>>?
    }

    @Test(
        arguments: [
            (#"{"counts": ["1", 2, "3.0", 1.5, 4503599627370497.5]}"#, #"{"counts":[1,2,3]}"#, 2),
            (#"{"codes": [7, true]}"#, #"{"codes":["7"]}"#, 1),
            (#"{"prices": {"a": "1.5", "b": "1,5"}}"#, #"{"prices":{"a":1.5}}"#, 1),
            (#"{"rows": [["yes", 0], ["maybe"], [true]]}"#, #"{"rows":[[true,false],[true]]}"#, 1),
            (#"{"updates": ["2", null, "two"]}"#, #"{"updates":[2,null]}"#, 1),
            (
                #"{"limits": ["5", {"defaultValue": "6"}, []]}"#,
                #"{"limits":[{"defaultValue":5},{"defaultValue":6}]}"#, 1
            ),
            (#"{"nested": {"defaultValue": ["1", "x"]}}"#, #"{"nested":{"defaultValue":[1]}}"#, 1),
        ])
    func `elements are read leniently if the decoder is lenient, and left out if that fails, too`(
        json: String, encoded: String, issueCount: Int
    ) throws {
        let decoder = JSONDecoder(appVersion: "1")
        let (basketOfExactTypes, _) = try decodeWithIssues(Basket.self, json, with: decoder)
        decoder.lenientScalars = true
        let (basket, issues) = try decodeWithIssues(Basket.self, json, with: decoder)
        expect(basket != basketOfExactTypes)
        expectEqual(issues.count, issueCount)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(String(decoding: try encoder.encode(basket), as: UTF8.self), encoded)
        // What was encoded is read again without an issue, also in strict mode.
        try expectEqual(strict(decoder).decode(Basket.self, from: Data(encoded.utf8)), basket)
        #expect(throws: DecodingError.self) { try strict(decoder).decode(Basket.self, from: Data(json.utf8)) }
    }
}

extension CodingUserInfoKey {
    fileprivate static let counter = CodingUserInfoKey(rawValue: "counter") ?? .appVersion
}
