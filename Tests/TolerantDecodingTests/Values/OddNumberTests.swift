import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Numbers that `JSONDecoder` rounds, or for which it throws an internal error without a path.
struct OddNumberTests {
    struct Model: Decodable {
        let count: Int?
        @Lossy var list: [Int]?
        @Lenient var text: String?
        @Lenient var ratio: Double?
        @Lenient var isOn: Bool?
        let setting: PropertySetting<Int>?
        let day: Date?
        @NumberedFamily var sizes: [Int]

        enum CodingKeys: String, TolerantCodingKey {
            case count, list, text, ratio, isOn, setting, day
            case sizes = "size"
        }
    }

    @Test(arguments: ["1e400", "1.5"], ["count", "size1", "setting"])
    func `a number that does not fit is an error with its path`(number: String, name: String) throws {
        for (isLenient, message) in [
            (false, "the value cannot be read as Int: a number does not fit its type"),
            (true, "expected an integer from -"),
        ] {
            let decoder = JSONDecoder(appVersion: "1")
            decoder.lenientScalars = isLenient
            let error = try decodingError([Model].self, #"[{"\#(name)": \#(number)}]"#, with: decoder)
            expect(error.summary.contains(" at [0].\(name): "), "\(error.summary)")
            expect(error.summary.contains(message), "\(error.summary)")
            expectEqual(error.settingIssueCode, .typeMismatch)
            expect(!"\(error)".contains("numberIsNotRepresentableInSwift"))
        }
    }

    @Test(arguments: ["1e400", "1.5"])
    func `an element that does not fit is left out, and in strict mode an error with its path`(number: String) throws {
        let json = #"{"list": [1, \#(number)]}"#
        let (model, issues) = try decodeWithIssues(Model.self, json)
        expectEqual(model.list, [1])
        expectEqual(issues.map(\.path), ["list[1]"])
        expectEqual(
            issues.map(\.message),
            [
                "the element cannot be read as Int and was left out: a number does not fit its type"
            ])
        let error = try decodingError(Model.self, json, with: strict())
        expectEqual(
            error.summary, "corrupted at list.[1]: the value cannot be read as Int: a number does not fit its type")
    }

    @Test func `a zero with an exponent is zero for every type`() throws {
        let number = "0e5"
        let json = """
            {"count": \(number), "list": [\(number)], "text": \(number), "ratio": \(number), "isOn": \(number),
             "setting": \(number), "day": \(number), "size1": \(number)}
            """
        let model = try JSONDecoder.tolerant(appVersion: "1").decode(Model.self, from: Data(json.utf8))
        expect(model.count == 0 && model.list == [0] && model.sizes == [0])
        expect(model.text == "0" && model.ratio == 0 && model.isOn == false)
        expectEqual(model.setting?.value, 0)
        expectEqual(model.day, Date(timeIntervalSince1970: 0))
    }

    static let rounded = ["4503599627370497.5", "-0.9999999999999999999999", "2.00000000000000000000001", "1e-400"]

    @Test(arguments: rounded)
    func `a number that the decoder would round to an integer is none in lenient and lossy values`(number: String)
        throws
    {
        struct Integers: Decodable {
            @Lenient var one: Int?
            @Lenient var small: UInt8?
            @Lenient var list: [Int64]?
            @Lenient var map: [String: Int]?
            @Lenient var set: Set<Int>?
            @Lenient var setting: PropertySetting<Int>?
            @Lenient var explicit: OptionalValue<Int>?
        }
        for json in [
            #"{"one": #}"#, #"{"small": #}"#, #"{"list": [1, #]}"#, #"{"map": {"a": #}}"#, #"{"set": [2, #, 4]}"#,
            #"{"setting": #}"#,
            #"{"setting": {"defaultValue": #}}"#, #"{"explicit": #}"#,
        ].map({ $0.replacing("#", with: number) }) {
            let error = try decodingError(Integers.self, json)
            expect(error.summary.contains("expected an integer from "), "\(json): \(error.summary)")
            expectEqual(error.settingIssueCode, .typeMismatch)
        }
        let (model, issues) = try decodeWithIssues(Model.self, #"{"list": [1, \#(number), 3]}"#)
        expectEqual(model.list, [1, 3])
        expectEqual(
            issues.map(\.message),
            [
                "the element cannot be read as Int and was left out: a number does not fit its type"
            ])
    }

    struct Counts: Decodable {
        let count: Int?
        let small: Int8?
        let list: [Int]?
        let map: [String: UInt16?]?
        let set: Set<Int>?
        let explicit: OptionalValue<Int8>?
        let setting: PropertySetting<OptionalValue<Int8>>?
        @NumberedFamily var sizes: [Int]

        enum CodingKeys: String, TolerantCodingKey {
            case count, small, list, map, set, explicit, setting
            case sizes = "size"

            enum Aliases: String, KeyAliases {
                case number, wrapped
                var target: CodingKeys { self == .number ? .count : .explicit }
            }
        }
    }

    struct Count: Decodable {
        let count: Int
        enum CodingKeys: String, TolerantCodingKey { case count }
    }

    @Test(arguments: rounded)
    func `a number that the decoder would round to an integer is none if all scalars are lenient`(number: String) throws
    {
        let decoder = JSONDecoder()
        decoder.lenientScalars = true
        for (json, path) in [
            (#"{"count": #}"#, "count"), (#"{"small": #}"#, "small"), (#"{"list": [1, #]}"#, "list[1]"),
            (#"{"map": {"a": null, "b": #}}"#, "map.b"), (#"{"explicit": #}"#, "explicit"),
            (#"{"setting": #}"#, "setting"), (#"{"setting": {"defaultValue": #}}"#, "setting.defaultValue"),
            (#"{"set": [3, #, 5]}"#, "set[1]"), (#"{"size1": #}"#, "size1"), (#"{"number": #}"#, "number"),
            (#"{"wrapped": #}"#, "wrapped"),
        ] {
            let error = try decodingError(Counts.self, json.replacing("#", with: number), with: decoder)
            expect(error.summary.contains("expected an integer from "), "\(json): \(error.summary)")
            expectEqual(error.path, path)
        }
        #expect(throws: DecodingError.self) {
            try decoder.decode(Count.self, from: Data(#"{"count": \#(number)}"#.utf8))
        }
        let exact = try decoder.decode(
            Counts.self,
            from: Data(#"{"count": 1.0, "small": "2", "list": [3e0], "set": [9, 8.0], "size1": 4, "wrapped": 5}"#.utf8))
        expectEqual(exact.set, [8, 9])
        expect(exact.count == 1 && exact.small == 2 && exact.list == [3] && exact.sizes == [4])
        expectEqual(exact.explicit, .value(5))
    }

    @Test(arguments: ["0.9999999999999999999999", "1e-400", "1.0000000000000000000000001", "2"])
    func `a number that is only nearly 0 or 1 is no Boolean`(number: String) throws {
        let error = try decodingError(Model.self, #"{"isOn": \#(number)}"#)
        expect(error.summary.contains("expected true, false, 0, 1"))
        for (number, value) in [("0", false), ("1", true), ("1.0", true), ("0e5", false), ("10e-1", true)] {
            try expectEqual(JSONDecoder().decode(Model.self, from: Data(#"{"isOn": \#(number)}"#.utf8)).isOn, value)
        }
    }

    @Test(arguments: ["12345678901234567890123456789012345678901234567890", "1e-400", "1e400", "1e100"])
    func `a number whose digits the decoder drops is no text, and is not shown in messages`(number: String) throws {
        let error = try decodingError(Model.self, #"{"text": \#(number)}"#)
        expectEqual(
            error.summary,
            "mismatch of String at text: the value is a number with too many digits or too large an "
                + "exponent, expected a string, or a number")
        let other = try decodingError(Model.self, #"{"isOn": \#(number)}"#)
        expect(other.summary.contains("the value is a number with too many digits or too large an exponent"))
    }

    @Test(arguments: ["1e400", "-1e400"])
    func `explicit nulls and required keys have the path of a number that does not fit`(number: String) throws {
        struct Explicit: Decodable {
            let ratio: OptionalValue<Double>?
            let small: OptionalValue<Int8>?
        }
        struct Required: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: DynamicKey.self).required("n", as: Int.self)
            }
        }
        let message = "a number does not fit its type"
        for (json, path) in [
            (#"{"ratio": \#(number)}"#, "ratio"), (#"{"small": \#(number)}"#, "small"), (#"{"small": 300}"#, "small"),
            (#"{"small": 1e-400}"#, "small"),
        ] {
            let error = try decodingError(Explicit.self, json)
            expect(error.path == path && error.summary.hasSuffix(message), "\(error.summary)")
            expectEqual(error.settingIssueCode, .typeMismatch)
        }
        for number in [number, "1e-400", "4503599627370497.5"] {
            let error = try decodingError([Required].self, #"[{"n": \#(number)}]"#)
            expect(error.path == "[0].n" && error.summary.hasSuffix(message), "\(error.summary)")
        }
    }

    @Test(arguments: ["4503599627370497.5", "0.9999999999999999999999", "12345678901234567890.5"])
    func `the text of a number has all its digits`(number: String) throws {
        try expectEqual(JSONDecoder().decode(Model.self, from: Data(#"{"text": \#(number)}"#.utf8)).text, number)
        let error = try decodingError(Model.self, #"{"isOn": 4503599627370497.5}"#)
        expect(error.summary.hasPrefix("mismatch of Bool at isOn: the value is 4503599627370497.5, expected"))
    }

    @Test(arguments: [#"{"setting": {"Defaultvalue": 1}}"#, #"{"setting": {}}"#])
    func `an object that is no setting names the type of the model, lenient or not`(json: String) throws {
        for isLenient in [false, true] {
            let decoder = JSONDecoder(appVersion: "1")
            decoder.lenientScalars = isLenient
            let error = try decodingError(Model.self, json, with: decoder)
            expect(error.summary.contains(#"found an object without "defaultValue", expected Int or a setting"#))
        }
    }

    @Test func `a decoder without doubles and wide integers gives texts and numbers, and errors that name them`() throws
    {
        struct Flags: Decodable {
            @Lenient var text: String
            @Lenient var ratio: Double
            @Lenient var isOn: Bool
        }
        func decode(_ text: MinimalDecoder.Value, _ isOn: MinimalDecoder.Value) throws -> Flags {
            try Flags(from: MinimalDecoder(value: ["text": text, "ratio": 2, "isOn": isOn]))
        }
        let flags = try decode(12, 1)
        expect(flags.text == "12" && flags.ratio == 2 && flags.isOn)
        for (text, isOn, message) in [
            ([], 1, "the value is an array, expected a string"), ("x", 7, "the value is 7, expected true"),
        ] as [(MinimalDecoder.Value, MinimalDecoder.Value, String)] {
            let error = try #require(throws: DecodingError.self) { try decode(text, isOn) }
            expect(error.summary.contains(message), "\(error.summary)")
        }
    }
}
