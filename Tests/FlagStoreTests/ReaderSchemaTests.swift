import FlagReaders
import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing
import TolerantDecoding

struct ReaderSchemaTests {
    enum Style: String, Decodable, CaseIterable, Sendable { case legacy, modern }
    enum Hidden: String, Decodable, Sendable { case secret }

    struct Limits: Codable, Equatable, Sendable {
        var rooms: Int
        var name: String?
        var codes: [Int8]
    }

    private func settings(_ schema: ReaderSchema) throws -> [String] {
        let tree = try JSONTree(parsing: [UInt8](schema.json))
        let settings = try #require(tree.member(named: "settings", of: 0))
        return tree.members(of: settings).map { "\(tree.string(at: $0.key) ?? ""): \(tree[$0.value])" }
    }

    @Test func `keys are recorded with their types and defaults`() throws {
        var schema = ReaderSchema(release: "2.0.1")
        let keys: [any DeclaredSetting] = [
            SettingKey("a", default: false), SettingKey("b.c", default: 900), SettingKey("d", default: UInt16(7)),
            SettingKey("e", default: 0.5), SettingKey("f", default: "x"), SettingKey("g", default: String?.none),
            SettingKey("h", default: [1]), SettingKey("i", default: ["k": true]),
            SettingKey("j", default: Style.modern),
            SettingKey("k", default: Hidden.secret), SettingKey("l", default: Limits(rooms: 1, name: nil, codes: [])),
            SettingKey("a", default: 1),
        ]
        schema.add(keys)
        let found = try settings(schema)
        expectEqual(
            found,
            [
                #"a: [{"type":"boolean","default":false},{"type":"integer","swift":"Int","default":1}]"#,
                #"b.c: {"type":"integer","swift":"Int","default":900}"#,
                #"d: {"type":"integer","swift":"UInt16","default":7}"#,
                #"e: {"type":"number","swift":"Double","default":0.5}"#, #"f: {"type":"string","default":"x"}"#,
                #"g: {"type":"string","optional":true,"default":null}"#,
                #"h: {"type":"array","elementType":{"type":"integer","swift":"Int"},"default":[1]}"#,
                #"i: {"type":"object","valueType":{"type":"boolean"},"default":{"k":true}}"#,
                #"j: {"type":"string","cases":["legacy","modern"],"default":"modern"}"#,
                #"k: {"type":"any","default":"secret"}"#,
                #"l: {"type":"object","members":{"rooms":{"type":"integer","swift":"Int"},"name":{"type":"string","optional":true},"codes":{"type":"array","elementType":{"type":"integer","swift":"Int8"}}},"default":{"codes":[],"rooms":1}}"#,
            ])
    }

    private static let values = [
        "true", "null", "0", "1.0", "3e2", "0.5", "9223372036854775808", #""legacy""#, #""modern""#, #""other""#, "[]",
        "[1]", "[1.5]", #"["a"]"#, "[null]", "{}", #"{"a": 1}"#, #"{"rooms": 1, "guests": 2}"#,
        #"{"rooms": "1", "guests": 2}"#, #"[{"id": 1}]"#,
    ]

    @Test func `generated keys read exactly the values that their records accept`() throws {
        var count = 0
        for key in Flags.all + Showcase.all {
            let key = try #require(key as? any TypedKey)
            count += try checkRecord(of: key)
        }
        expect(count >= 200)
    }

    @Test func `generated keys read the first matching entry whose value their records accept`() throws {
        var random = SeededRandom(seed: 40)
        var count = 0
        for key in Flags.all + Showcase.all {
            let key = try #require(key as? any TypedKey)
            count += try checkEntries(of: key, using: &random)
        }
        expect(count >= 200)
    }

    /// - Returns: The number of documents that were compared.
    private func checkEntries<Key: TypedKey>(of key: Key, using random: inout SeededRandom) throws -> Int {
        guard let (type, values) = try typeAndValues(of: key) else { return 0 }
        let likely = try #require(values.last)
        for _ in 0..<Self.documentCount {
            // Half of the values have the type of the key, so that entries often win after others that do not.
            let chosen = (0..<4).map { _ in random.chance(50) ? likely : random.pick(values) }
            let doesMatch = chosen.dropFirst().map { _ in random.chance(80) }
            let entries = zip(chosen.dropFirst(), doesMatch).map { value, doesMatch in
                #"{ "appVersion": "\#(doesMatch ? ">=1.0.0" : "<1.0.0")", "value": \#(value) }"#
            }
            let json =
                #"{ "\#(key.name)": { "defaultValue": \#(chosen[0]), "valuesByVersion": [\#(entries.joined(separator: ", "))] } }"#
            let resolution = try resolution(of: key, in: json)
            let accepted = try chosen.map { try accepts(type, $0) }
            guard accepted[0] else {
                expect(resolution.reason == .error && resolution.value == key.defaultValue, "\(json)")
                continue
            }
            let winner = zip(accepted.dropFirst(), doesMatch).enumerated().first { $0.element.0 && $0.element.1 }?
                .offset
            let value = chosen[winner.map { $0 + 1 } ?? 0]
            let expected = try self.resolution(of: key, in: #"{ "\#(key.name)": { "defaultValue": \#(value) } }"#)
            expect(resolution.entryIndex == winner && resolution.value == expected.value, "\(json)")
            expectEqual(resolution.reason, winner == nil ? .default : .targetingMatch, "\(json)")
        }
        return Self.documentCount
    }

    private static let documentCount = 40

    private func resolution<Key: TypedKey>(of key: Key, in json: String) throws -> Resolution<Key.Value> {
        try SettingsDocument(parsing: Array(json.utf8)).snapshot(for: "1.0.0")
            .resolution(of: key.name, default: key.defaultValue)
    }

    private func accepts(_ type: ReaderType, _ json: String) throws -> Bool {
        type.accepts(0, of: try JSONTree(parsing: Array(json.utf8)))
    }

    /// The type in the record of a key, and values to compare, the last of which is its default; `nil` if nothing is claimed
    /// about the type.
    private func typeAndValues<Key: TypedKey>(of key: Key) throws -> (type: ReaderType, values: [String])? {
        var schema = ReaderSchema(release: "1.0.0")
        schema.add([key])
        var parser = ReaderRecordParser()
        let record = try #require(try parser.record(of: [UInt8](schema.json)))
        let read = try #require(record.settings.first?.reads.all.first)
        guard !read.type.isPartlyUnknown else { return nil }
        return (read.type, Self.values + [read.defaultValue?.description].compactMap { $0 })
    }

    /// - Returns: The number of values that were compared.
    private func checkRecord<Key: TypedKey>(of key: Key) throws -> Int {
        guard let (type, values) = try typeAndValues(of: key) else { return 0 }
        for value in values {
            let resolution = try resolution(of: key, in: #"{ "\#(key.name)": { "defaultValue": \#(value) } }"#)
            try expectEqual(
                accepts(type, value), (resolution.reason != .error),
                "\(key.name) as \(type.phrase): \(value)")
        }
        return values.count
    }

    struct Config: Decodable {
        struct Checkout: Decodable {
            let style: PropertySetting<Style>
            let limits: PropertySetting<Limits?>
        }

        let payments: PropertySetting<Bool>
        let checkout: Checkout
        let hosts: [String]?
        let plain: Limits
    }

    @Test func `a model is recorded with the settings that it asks for`() throws {
        var schema = ReaderSchema(release: "2.0.1")
        schema.add(Config.self)
        let found = try settings(schema)
        expectEqual(
            found,
            [
                #"payments: {"type":"boolean"}"#, #"checkout.style: {"type":"string","cases":["legacy","modern"]}"#,
                #"checkout.limits: {"type":"object","optional":true,"members":{"rooms":{"type":"integer","swift":"Int"},"name":{"type":"string","optional":true},"codes":{"type":"array","elementType":{"type":"integer","swift":"Int8"}}}}"#,
                #"hosts: {"type":"array","optional":true,"elementType":{"type":"string"}}"#,
                #"plain: {"type":"object","members":{"rooms":{"type":"integer","swift":"Int"},"name":{"type":"string","optional":true},"codes":{"type":"array","elementType":{"type":"integer","swift":"Int8"}}}}"#,
            ])
        var group = ReaderSchema(release: "2.0.1")
        group.add(Config.Checkout.self, group: "shop.checkout")
        try expectEqual(
            settings(group).map { $0.split(separator: ":")[0] }, ["shop.checkout.style", "shop.checkout.limits"])
    }

    struct Hotel: Decodable {
        let name: PropertySetting<String>
        let price: PropertySetting<Double>
        @NumberedFamily var amenities: [String]

        enum CodingKeys: String, TolerantCodingKey {
            case name, price
            case amenities = "amenity"

            enum Aliases: String, KeyAliases {
                case cost
                var target: CodingKeys { .price }
            }
        }
    }

    struct Preferences: SettingsModel {
        @Setting("page_size", aliases: "pageLength") var pageSize = 20
        @Setting var search = true
    }

    @Test func `a tolerant model is recorded with its aliases, and what only a document shows is said`() throws {
        var schema = ReaderSchema(release: "2.0.1")
        schema.add(Preferences.self)
        schema.add(Hotel.self, group: "hotel")
        let found = try settings(schema)
        expectEqual(
            found,
            [
                #"page_size: {"type":"integer","swift":"Int"}"#, #"pageLength: {"type":"any"}"#,
                #"search: {"type":"boolean"}"#, #"hotel.name: {"type":"string"}"#, #"hotel.cost: {"type":"any"}"#,
                #"hotel.price: {"type":"number","swift":"Double"}"#, #"hotel.amenity: {"type":"any"}"#,
            ])
        var parser = ReaderRecordParser()
        let record = try #require(try parser.record(of: [UInt8](schema.json)))
        expect(!record.isComplete)
        expectEqual(
            record.unseen,
            [
                "Hotel: keys of the group hotel that it finds when it decodes, such as a numbered family"
            ])
    }

    @Test func `a record is written under the name of its release, and read back`() throws {
        let folder = try TemporaryDirectory()
        var schema = ReaderSchema(release: "2.0.1")
        schema.add([SettingKey("a", default: false)])
        try schema.write(to: folder.path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/2.0.1.reader.json"))
        var parser = ReaderRecordParser()
        let record = parser.record(of: try JSONTree(parsing: [UInt8](bytes)))
        expectEqual(record?.settings.map(\.name), ["a"])
        expect(record?.isComplete == true)
        expectEqual(record?.release, "2.0.1")
    }
}
