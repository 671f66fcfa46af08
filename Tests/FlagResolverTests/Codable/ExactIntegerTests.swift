import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Numbers that `JSONDecoder` rounds to an integer.
struct ExactIntegerTests {
    static let rounded = [
        "4503599627370497.5", "-4503599627370497.5", "0.9999999999999999999999", "100.00000000000000000001", "1e-400",
        "-1e-400",
    ]
    static let exact = ["0", "-0", "0e5", "1e2", "12.00", "100", "1E+2", "-1e0", "127"]

    /// A type, the JSON of its value with a `#` for the number, and whether typed decoding and a snapshot give a value.
    struct Reading: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let json: @Sendable (String) -> String
        let verdicts: @Sendable (String) throws -> [Bool]

        init<Value: Decodable & Sendable>(_ template: String, _ fallback: Value) {
            testDescription = "\(Value.self)"
            let json: @Sendable (String) -> String = { template.replacing("#", with: $0) }
            self.json = json
            verdicts = { number in
                let text = json(number)
                let setting = #"{"defaultValue": \#(text)}"#
                let entry =
                    #"{"defaultValue": \#(json("1")), "valuesByVersion": [{"appVersion": ">=1", "value": \#(text)}]}"#
                let strict = JSONDecoder(appVersion: "1.0")
                strict.strictSettings = true
                func decodes(_ text: String, with decoder: JSONDecoder = JSONDecoder(appVersion: "1.0")) -> Bool {
                    (try? decoder.decode(PropertySetting<Value>.self, from: Data(text.utf8))) != nil
                }
                let tolerant = try JSONDecoder(appVersion: "1.0").decode(
                    PropertySetting<Value>.self, from: Data(entry.utf8))
                let snapshot = try SettingsDocument(parsing: #"{"a": \#(setting), "b": \#(entry)}"#).snapshot(
                    for: "1.0")
                return [
                    decodes(text), decodes(setting), decodes(entry, with: strict),
                    tolerant.issues.isEmpty && tolerant.resolution.entryIndex == 0,
                    snapshot.resolution(of: "a", default: fallback).reason != .error,
                    snapshot.resolution(of: "b", default: fallback).entryIndex == 0,
                ]
            }
        }
    }

    static let readings = [
        Reading("#", 0), Reading("#", Int8(0)), Reading("#", Int16(0)), Reading("#", Int32(0)), Reading("#", Int64(0)),
        Reading("#", Int?.none), Reading("[1, #]", [0]), Reading(#"{"a": #}"#, ["a": 0]),
        Reading("[[#], null]", [[Int]?.none]),
    ]

    @Test(arguments: readings)
    func `a number that is not integral is no integer, in whatever way it is read`(reading: Reading) throws {
        for number in Self.rounded {
            try expect(!reading.verdicts(number).contains(true), "\(reading.json(number))")
        }
        for number in Self.exact {
            try expect(!reading.verdicts(number).contains(false), "\(reading.json(number))")
        }
    }

    @Test func `unsigned integers are exact up to the largest`() throws {
        for number in ["18446744073709551615", "9223372036854775808", "0", "1e3"] {
            try expectEqual(Reading("#", UInt64(0)).verdicts(number), [true, true, true, true, true, true])
        }
        try expect(!Reading("#", UInt64(0)).verdicts("0.9999999999999999999999").contains(true))
        try expect(!Reading("#", UInt(0)).verdicts("4503599627370497.5").contains(true))
    }

    @Test func `the error and the issue name the path and the type`() throws {
        let json = #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=1", "value": 4503599627370497.5}]}"#
        let setting = try JSONDecoder(appVersion: "1.0").decode(
            [String: PropertySetting<Int>].self, from: Data(#"{"a": \#(json)}"#.utf8))
        expectEqual(
            setting["a"]?.issues.map(\.description),
            [
                "a.valuesByVersion[0].value: the value cannot be read as Int: a number does not fit its type [type-mismatch]"
            ])
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder(appVersion: "1.0").decode([PropertySetting<Int>].self, from: Data("[1e-400]".utf8))
        }
        expectEqual(error?.settingIssueCode, .typeMismatch)
    }

    @Test func `an integer is not rounded if its notation means another decimal number`() {
        // A decoder of YAML reads 0x1F and 1_000 as integers, and their first digits as decimal numbers.
        expect(!31.isRounded(from: 0))
        expect(!(-1_000).isRounded(from: -1))
        expect(7.isRounded(from: 7.5))
        expect((-1).isRounded(from: -0.25))
        expect(UInt64.max.isRounded(from: Decimal(string: "18446744073709551614.5") ?? 0))
    }

    @Test func `a decoder without decimal numbers still gives integers`() throws {
        let data = try PropertyListEncoder().encode(["a": 7, "b": -7])
        let settings = try PropertyListDecoder().decode([String: PropertySetting<Int>].self, from: data)
        expectEqual(settings.mapValues(\.value), ["a": 7, "b": -7])
    }
}
