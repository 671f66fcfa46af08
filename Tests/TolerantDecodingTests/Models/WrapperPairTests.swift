import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Each wrapper directly inside each other one: decoded by three decoders, and encoded back in the canonical form.
struct WrapperPairTests {
    /// A wrapper as a property with an alias.
    private struct Box<Value: Codable & Sendable>: Codable, Sendable {
        let x: Value

        enum CodingKeys: String, TolerantCodingKey {
            case x

            enum Aliases: String, KeyAliases {
                case otherName
                var target: CodingKeys { .x }
            }
        }
    }

    /// A wrapper as the element of a family whose prefix has an alias.
    private struct Family<Value: Codable & Sendable>: Codable, Sendable {
        @NumberedFamily var x: [Value]

        enum CodingKeys: String, TolerantCodingKey {
            case x

            enum Aliases: String, KeyAliases {
                case otherName
                var target: CodingKeys { .x }
            }
        }
    }

    private struct Flags: SettingsModel, Codable, Sendable {
        @Setting("x", aliases: "otherName") var x = 0
    }

    /// A type, what is decoded, and the JSON that is encoded. In what is decoded, `NAME` is each name of the property.
    struct Pair: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable (_ name: String) throws -> Void

        init<Model: Codable & Sendable>(_ type: Model.Type, _ json: String, encoded expected: String) {
            testDescription = "\(type)"
            check = { name in
                let json = json.replacing("NAME", with: name)
                let decoder = JSONDecoder.tolerant(appVersion: "1.0")
                let model = try decoder.decode(Model.self, from: Data(json.utf8))
                let encoded = try Self.text(model)
                expectEqual(encoded, expected)
                try expectEqual(Self.text(decoder.decode(Model.self, from: Data(encoded.utf8))), expected)
                let list = PropertyListDecoder()
                list.appVersion = "1.0"
                let listed = try list.decode(Model.self, from: PropertyListEncoder().encode(model))
                try expectEqual(Self.text(listed), expected)
                // Without a conversion of keys, only the names as they are declared are known.
                guard ["x", "otherName"].contains(name) else { return }
                let minimal = MinimalDecoder(
                    value: Self.value(of: try JSONTree(parsing: [UInt8](json.utf8)).root),
                    userInfo: [.appVersion: "1.0", .lenientScalars: true])
                try expectEqual(Self.text(Model(from: minimal)), expected)
            }
        }

        private static func text(_ model: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(model), as: UTF8.self)
        }

        private static func value(of json: JSONValue) -> MinimalDecoder.Value {
            switch json.kind {
            case .null: .null
            case .true, .false: .boolean(json.kind == .true)
            case .number: .integer(json.int ?? 0)
            case .string: .string(json.string ?? "")
            case .array: .array(json.elements.map { value(of: $0) })
            case .object:
                .object(Dictionary(json.members.map { ($0.key.string ?? "", value(of: $0.value)) }) { $1 })
            }
        }
    }

    private static func entries(_ value: String, default defaultValue: String) -> String {
        #"{"defaultValue":\#(defaultValue),"valuesByVersion":[{"appVersion":">=1","value":\#(value)}]}"#
    }

    static let pairs = [
        Pair(Box<OptionalValue<Lossy<[Int]>>>.self, #"{"NAME":[1,"a",2]}"#, encoded: #"{"x":[1,2]}"#),
        Pair(Box<OptionalValue<Lenient<Bool>>>.self, #"{"NAME":"yes"}"#, encoded: #"{"x":true}"#),
        Pair(
            Box<OptionalValue<PropertySetting<Int>>>.self, #"{"NAME":\#(entries("2", default: "1"))}"#,
            encoded: #"{"x":\#(entries("2", default: "1"))}"#),
        Pair(Box<OptionalValue<Family<Int>>>.self, #"{"NAME":{"NAME7":1}}"#, encoded: #"{"x":{"x7":1}}"#),
        Pair(Box<Lossy<[OptionalValue<Int>]>>.self, #"{"NAME":[1,"a"]}"#, encoded: #"{"x":[1]}"#),
        Pair(Box<Lossy<[Lossy<[Int]>]>>.self, #"{"NAME":[[1,"a"],"b",[2]]}"#, encoded: #"{"x":[[1],[2]]}"#),
        Pair(Box<Lossy<[Int]>>.self, #"{"NAME":["1","a",2]}"#, encoded: #"{"x":[1,2]}"#),
        Pair(
            Box<Lossy<[String: Bool]>>.self, #"{"NAME":{"a":"yes","b":2}}"#,
            encoded: #"{"x":{"a":true}}"#),
        Pair(Family<Lossy<Set<String>>>.self, #"{"NAME1":[7,[]]}"#, encoded: #"{"x1":["7"]}"#),
        Pair(Box<Lossy<[Lenient<Bool>]>>.self, #"{"NAME":["on","b",0]}"#, encoded: #"{"x":[true,false]}"#),
        Pair(
            Box<Lossy<[String: PropertySetting<Int>]>>.self, #"{"NAME":{"a":\#(entries("2", default: "1")),"b":[]}}"#,
            encoded: #"{"x":{"a":\#(entries("2", default: "1"))}}"#),
        Pair(
            Box<Lossy<[Family<Int>]>>.self, #"{"NAME":[{"NAME1":1},{"NAME1":[]},{"NAME2":"3"}]}"#,
            encoded: #"{"x":[{"x1":1},{"x2":3}]}"#),
        Pair(
            Box<PropertySetting<OptionalValue<Int>>>.self, #"{"NAME":\#(entries("2", default: "1"))}"#,
            encoded: #"{"x":\#(entries("2", default: "1"))}"#),
        Pair(
            Box<PropertySetting<Lossy<[Int]>>>.self, #"{"NAME":\#(entries("[1,[]]", default: "[]"))}"#,
            encoded: #"{"x":\#(entries("[1]", default: "[]"))}"#),
        Pair(
            Box<PropertySetting<Lenient<Bool>>>.self, #"{"NAME":\#(entries("\"yes\"", default: "0"))}"#,
            encoded: #"{"x":\#(entries("true", default: "false"))}"#),
        Pair(
            Box<PropertySetting<Family<Int>>>.self,
            #"{"NAME":\#(entries("{\"NAME1\":2}", default: "{\"NAME1\":1}"))}"#,
            encoded: #"{"x":\#(entries("{\"x1\":2}", default: "{\"x1\":1}"))}"#),
        Pair(Family<OptionalValue<Int>>.self, #"{"NAME2":"1","NAME1":2}"#, encoded: #"{"x1":2,"x2":1}"#),
        Pair(Family<Lossy<[Int]>>.self, #"{"NAME1":[1,"a"],"NAME10":[2]}"#, encoded: #"{"x1":[1],"x10":[2]}"#),
        Pair(Family<Lenient<Bool>>.self, #"{"NAME1":"yes","NAME2":0}"#, encoded: #"{"x1":true,"x2":false}"#),
        Pair(
            Family<PropertySetting<Lossy<[Int]>>>.self, #"{"NAME1":\#(entries("[1,[]]", default: "[]"))}"#,
            encoded: #"{"x1":\#(entries("[1]", default: "[]"))}"#),
        Pair(Family<Family<Int>>.self, #"{"NAME1":{"NAME2":5}}"#, encoded: #"{"x1":{"x2":5}}"#),
        Pair(Box<Lenient<OptionalValue<Bool>>>.self, #"{"NAME":"no"}"#, encoded: #"{"x":false}"#),
        Pair(
            Box<OptionalValue<Flags>>.self, #"{"NAME":{"NAME":1}}"#, encoded: #"{"x":{"x":{"defaultValue":1}}}"#),
        Pair(
            Box<Lossy<[Flags]>>.self, #"{"NAME":[{"NAME":\#(entries("2", default: "1"))},{}]}"#,
            encoded: #"{"x":[{"x":\#(entries("2", default: "1"))},{"x":{"defaultValue":0}}]}"#),
        Pair(Family<Flags>.self, #"{"NAME1":{"NAME":1}}"#, encoded: #"{"x1":{"x":{"defaultValue":1}}}"#),
        Pair(
            Box<PropertySetting<Flags>>.self, #"{"NAME":\#(entries("{\"NAME\":2}", default: "{}"))}"#,
            encoded: #"{"x":\#(entries("{\"x\":{\"defaultValue\":2}}", default: "{\"x\":{\"defaultValue\":0}}"))}"#),
    ]

    @Test(arguments: pairs, ["x", "X", "otherName", "other_name", "OTHER-NAME"])
    func `each wrapper inside each other reads every name, and encodes the canonical one`(
        pair: Pair, name: String
    ) throws {
        try pair.check(name)
    }
}
