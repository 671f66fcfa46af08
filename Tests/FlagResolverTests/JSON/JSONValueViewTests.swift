import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the public view of a value gives: Swift values, equality and hash, text, and any encoder's output.
struct JSONValueViewTests {
    private static func value(_ text: String) throws -> JSONValue {
        try JSONTree(parsing: Array(text.utf8)).root
    }

    /// The views that apply to a value.
    private static func views(_ value: JSONValue) -> [String] {
        [
            value.isNull ? "null" : nil, value.bool.map { "bool \($0)" }, value.int.map { "int \($0)" },
            value.double.map { "double \($0)" }, value.string.map { "string \($0)" },
            value.array.map { "array \($0.count)" }, value.object.map { "object \($0.keys.sorted())" },
        ].compactMap { $0 }
    }

    @Test(
        arguments: [
            ("null", ["null"]), ("true", ["bool true"]), ("false", ["bool false"]),
            ("3", ["int 3", "double 3.0"]), ("3.0", ["int 3", "double 3.0"]), ("-2.5", ["double -2.5"]),
            ("9007199254740993", ["int 9007199254740993"]), ("1e400", []), ("18446744073709551616", []),
            ("\"a\\u0062\"", ["string ab"]), ("\"3\"", ["string 3"]),
            ("[]", ["array 0"]), ("[[1], 2]", ["array 2"]), ("{}", ["object []"]),
            ("{\"b\": 1, \"\\u0061\": {\"c\": 2}}", ["object [\"a\", \"b\"]"]),
        ])
    func `a value has the views of its type only`(_ text: String, _ expected: [String]) throws {
        guard let value = try? Self.value(text) else { return expect(expected.isEmpty) }
        if text == "18446744073709551616" {
            // 2^64 is a Double, and no Int.
            return expectEqual(Self.views(value), ["double 1.8446744073709552e+19"])
        }
        expectEqual(Self.views(value), expected)
    }

    @Test func `nested values are reached through the views`() throws {
        let value = try Self.value("{\"list\": [1, {\"deep\": [true]}]}")
        expect(value.object?["list"]?.array?.last?.object?["deep"]?.array?.first?.bool == true)
        expect(value.object?["missing"] == nil && value.array == nil)
    }

    @Test(
        arguments: [
            ("{ \"b\" : [ 1 , 2.50 ] , \"a\" : null }", "{\"b\":[1,2.50],\"a\":null}"),
            ("\"a\\/\\u0001é\"", "\"a/\\u0001é\""),
            ("[ ]", "[]"), (" 1E2 ", "1E2"),
        ])
    func `the description is JSON on one line`(_ text: String, _ expected: String) throws {
        try expectEqual(Self.value(text).description, expected)
    }

    @Test func `equal values have the same hash, whatever document and spelling they are in`() throws {
        let groups = [
            ["1", " 1 "], ["1.0", "1.00", "1e0", "10e-1"], ["0", "-0"], ["\"a\"", "\"\\u0061\""],
            ["{\"a\":1,\"b\":[2]}", "{ \"b\": [2], \"\\u0061\": 1 }"], ["[]"], ["{}"], ["null"], ["false"], ["[1,2]"],
            ["[2,1]"],
        ]
        for (index, group) in groups.enumerated() {
            for (otherIndex, other) in groups.enumerated() {
                for text in group {
                    for otherText in other {
                        let (left, right) = (try Self.value(text), try Self.value(otherText))
                        expectEqual((left == right), index == otherIndex, "\(text) \(otherText)")
                        if left == right { expectEqual(left.hashValue, right.hashValue, "\(text) \(otherText)") }
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            "null", "true", "-7", "9223372036854775807", "18446744073709551615", "0.25", "\"a\\nb\\\"\"", "[1,[],{}]",
            "{\"snake_key\":{\"Other-Key\":[null,false]}}",
        ])
    func `a value that is encoded and parsed again is the same value`(_ text: String) throws {
        let value = try Self.value(text)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try encoder.encode(["value": value])
        let again = try JSONTree(parsing: Array(data)).root.member(named: "value")
        expectEqual(again, value)
    }

    @Test func `an integer that no number of Swift equals cannot be encoded`() throws {
        let value = try Self.value("123456789012345678901")
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([value]) }
    }

    @Test func `a value outlives the document that it was read from`() throws {
        func read() throws -> JSONValue? {
            let text = "{\"limits\": {\"defaultValue\": {\"max\": [20]}}}"
            return try SettingsDocument(parsing: Array(text.utf8)).resolution(of: "limits", for: "1.0").value
        }
        try expectEqual(read()?.object?["max"]?.array?.first?.int, 20)
    }
}
