import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct KeyConversionTests {
    struct Meal: Decodable, Equatable {
        let name: String
        let area: String
        let total: Int?
    }

    @Test func `a transformation applies to the keys that satisfy its predicate`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .transform(
            { String($0.dropFirst(3)).lowercased() },
            when: { key, _ in key.hasPrefix("str") }
        )
        let meal = try decoder.decode(Meal.self, from: Data(#"{"strName": "Soup", "strArea": "x", "total": 1}"#.utf8))
        expectEqual(meal, Meal(name: "Soup", area: "x", total: 1))
    }

    @Test func `a predicate gets the path of the object`() throws {
        struct Order: Decodable {
            let meal: Meal
            let total: Int

            private enum CodingKeys: String, CodingKey {
                case meal
                case total = "x_total"
            }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .transform(
            { String($0.dropFirst(2)) },
            when: { key, path in key.hasPrefix("x_") && path.map(\.stringValue) == ["meal"] }
        )
        let json = #"{"meal": {"x_name": "Soup", "area": "x", "x_total": 2}, "x_total": 3}"#
        let order = try decoder.decode(Order.self, from: Data(json.utf8))
        expectEqual(order.meal, Meal(name: "Soup", area: "x", total: 2))
        expectEqual(order.total, 3)
    }

    @Test func `in a composition, the second conversion gets the results of the first`() throws {
        let decoder = JSONDecoder()
        decoder.keyConversion = .lowerCamelCase
            .then(.transform({ String($0.dropFirst(3)) }, when: { key, _ in key.hasPrefix("str") }))
            .then(.lowerCamelCase)
            .then(.aliases(MealKeys.Aliases.self))
        let json = #"{"STR_NAME": "Soup", "str-area": "x", "WeirdTotal": 4}"#
        try expectEqual(decoder.decode(Meal.self, from: Data(json.utf8)), Meal(name: "Soup", area: "x", total: 4))
        expect(decoder.keyConversion != nil)
        decoder.keyConversion = nil
        #expect(throws: DecodingError.self) { try decoder.decode(Meal.self, from: Data(json.utf8)) }
    }

    enum MealKeys: String, TolerantCodingKey {
        case name, area, total

        enum Aliases: String, KeyAliases {
            case weirdTotal
            var target: MealKeys { .total }
        }
    }

    @Test func `a strategy that the app sets itself is used, whatever the document holds`() throws {
        struct Model: Decodable {
            let userId: Int?
            let xuserId: Int?
        }
        let decoder = JSONDecoder()
        decoder.keyConversion = .lowerCamelCase
        decoder.keyDecodingStrategy = .custom { DynamicKey("x" + ($0.last?.stringValue ?? "")) }
        expectNil(decoder.keyConversion)
        for json in [#"{"userId": 1}"#, #"{"userId": 1, "user_id": 2}"#] {
            let model = try decoder.decode(Model.self, resolvingConflictsIn: Data(json.utf8))
            expectNil(model.userId)
            expectEqual(model.xuserId, 1)
        }
        decoder.keyDecodingStrategy = .lowerCamelCase
        expect(decoder.keyConversion != nil)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        expectNil(decoder.keyConversion)
    }

    enum Room: String, Codable, CodingKeyRepresentable {
        case single = "single_room"
        case double = "double_room"
    }
    enum Floor: Int, Codable, CodingKeyRepresentable {
        case first = 1
        case second
    }

    struct Prices: Decodable {
        let roomPrices: [Room: Int]
        let oldPrices: [Room: Int]?
        let byFloor: [Floor: Int]
        let byName: [String: Int]
    }

    struct TolerantPrices: Decodable {
        let prices: [Room: Int]
        let oldPrices: [Room: Int]?

        enum CodingKeys: String, TolerantCodingKey {
            case prices, oldPrices
            enum Aliases: String, KeyAliases {
                case roomPrices
                var target: CodingKeys { .prices }
            }
        }
    }

    @Test func `the keys of a dictionary whose keys are an enum are not converted`() throws {
        let json = #"""
            {"room_prices": {"single_room": 1, "double_room": 2}, "by_floor": {"1": 3}, "by_name": {"single_room": 4}}
            """#
        let prices = try JSONDecoder.tolerant().decode(Prices.self, from: Data(json.utf8))
        expectEqual(prices.roomPrices, [.single: 1, .double: 2])
        expectNil(prices.oldPrices)
        expectEqual(prices.byFloor, [.first: 3])
        expectEqual(prices.byName, ["single_room": 4])
        let tolerant = try JSONDecoder.tolerant().decode(
            TolerantPrices.self,
            from: Data(#"{"room_prices": {"single_room": 1}, "old_prices": {"double_room": 5}}"#.utf8))
        expectEqual(tolerant.prices, [.single: 1])
        expectEqual(tolerant.oldPrices, [.double: 5])
    }

    @Test(arguments: [
        (#"{"prices": {"suite": 1}}"#, "prices.suite", "the key is not a value of Room"),
        (#"{"room_prices": {"suite": 1}}"#, "roomPrices.suite", "the key is not a value of Room"),
    ])
    func `a key that the enum does not have is an error at its place`(json: String, path: String, message: String) {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder.tolerant().decode(TolerantPrices.self, from: Data(json.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(context.codingPath.map(\.stringValue).joined(separator: "."), path)
        expectEqual(context.debugDescription, message)
    }
}
