import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Key conversions")
struct KeyConversionTests {
    struct Meal: Decodable, Equatable {
        let name: String
        let area: String
        let total: Int?
    }

    @Test("transform a key when a predicate holds, and leave the others")
    func transformWhen() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .transform(
            { String($0.dropFirst(3)).lowercased() },
            when: { key, _ in key.hasPrefix("str") }
        )
        let meal = try decoder.decode(Meal.self, from: Data(#"{"strName": "Soup", "strArea": "x", "total": 1}"#.utf8))
        #expect(meal == Meal(name: "Soup", area: "x", total: 1))
    }

    @Test("see the path of the object that a key stands in")
    func path() throws {
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
        #expect(order.meal == Meal(name: "Soup", area: "x", total: 2))
        #expect(order.total == 3)
    }

    @Test("compose: the second sees what the first made of a key")
    func composition() throws {
        let decoder = JSONDecoder()
        decoder.keyConversion = .lowerCamelCase
            .then(.transform({ String($0.dropFirst(3)) }, when: { key, _ in key.hasPrefix("str") }))
            .then(.lowerCamelCase)
            .then(.aliases(Names.self))
        let json = #"{"STR_NAME": "Soup", "str-area": "x", "WeirdTotal": 4}"#
        #expect(try decoder.decode(Meal.self, from: Data(json.utf8)) == Meal(name: "Soup", area: "x", total: 4))
        #expect(decoder.keyConversion != nil)
        decoder.keyConversion = nil
        #expect(throws: DecodingError.self) { try decoder.decode(Meal.self, from: Data(json.utf8)) }
    }

    enum MealKeys: String, TolerantCodingKey {
        case name, area, total
    }

    enum Names: String, KeyAliases {
        case weirdTotal
        var target: MealKeys { .total }
    }
}
