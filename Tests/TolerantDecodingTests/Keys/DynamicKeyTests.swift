import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DynamicKeyTests {
    struct Meal: Decodable {
        let id: Int
        let name: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: DynamicKey.self)
            id = try container.required("idMeal")
            name = try container.required("strMeal", as: String.self)
        }
    }

    @Test(
        arguments: [
            (#"{"strMeal": "x", "idmeal": 1}"#, #"; the nearest one is "idmeal""#),
            (#"{"strMeal": "x", "id_meal": 1, "idMea": 2}"#, #"; the nearest one is "id_meal""#),
            (#"{"strMeal": "x", "idMeals": 1}"#, #"; the nearest one is "idMeals""#),
            (#"{"strMeal": "x"}"#, "; no other key is like it"), ("{}", "; no other key is like it"),
        ])
    func `the error for a missing key has the path and names the nearest key of the object`(
        json: String, ending: String
    ) throws {
        let error = try decodingError([Meal].self, "[\(json)]")
        expectEqual(error.summary, #"no key idMeal at [0]: there is no key "idMeal""# + ending)
    }

    @Test func `a required key is read if present, and null is not a value`() throws {
        let meal = try JSONDecoder().decode(Meal.self, from: Data(#"{"idMeal": 5, "strMeal": "Soup"}"#.utf8))
        expectEqual(meal.id, 5)
        expectEqual(meal.name, "Soup")
        let error = try decodingError(Meal.self, #"{"idMeal": null, "strMeal": "Soup"}"#)
        expect(error.summary.hasPrefix("no value for Int at idMeal"))
    }

    @Test func `of ten thousand equally near keys, the alphabetically first is named`() throws {
        let members = (0..<10_000).map { "\"idMeal\($0)\": 1" }.shuffled().joined(separator: ",")
        let error = try decodingError(Meal.self, "{\(members)}")
        expect(error.summary.hasSuffix(#"the nearest one is "idMeal0""#))
    }

    @Test func `a dynamic key is any string or integer`() throws {
        expectEqual(DynamicKey("1"), 1)
        expectEqual(DynamicKey(1).intValue, 1)
        expectNil(DynamicKey("1").intValue)
        expectEqual(Set([DynamicKey(7), "7", DynamicKey(stringValue: "7"), DynamicKey(intValue: 7)]).count, 1)
    }
}
