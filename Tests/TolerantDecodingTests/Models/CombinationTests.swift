import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every wrapper inside every other, in models with aliases, with several decoders, there and back.
struct CombinationTests {
    struct Model: Codable {
        let update: OptionalValue<[Bool]>?
        let setting: PropertySetting<OptionalValue<Int>>?
        let wrapped: OptionalValue<PropertySetting<Bool>>?
        let settings: [String: PropertySetting<[Int]>]
        @Lossy var elements: [OptionalValue<Lenient<Bool>>]
        @Lossy var named: [String: PropertySetting<Lenient<Int>>]?
        @Lenient var counts: [Int]?
        @Lenient var pending: OptionalValue<Bool>?
        @NumberedFamily var flags: [PropertySetting<Bool>]
        let optionalFlags: NumberedFamily<OptionalValue<Int>>?

        enum CodingKeys: String, TolerantCodingKey {
            case update, setting, wrapped, settings, elements, named, counts, pending
            case flags = "flag"
            case optionalFlags = "maybe"

            enum Aliases: String, KeyAliases {
                case change, rule, box, rules, list, table, totals, waiting, option, perhaps

                var target: CodingKeys {
                    switch self {
                    case .change: .update
                    case .rule: .setting
                    case .box: .wrapped
                    case .rules: .settings
                    case .list: .elements
                    case .table: .named
                    case .totals: .counts
                    case .waiting: .pending
                    case .option: .flags
                    case .perhaps: .optionalFlags
                    }
                }
            }
        }

        /// Everything that the model read, in one line.
        var summary: String {
            """
            \(String(describing: update?.value)) \(String(describing: setting?.value.value)) \
            \(String(describing: wrapped?.value)) \(settings.sorted { $0.key < $1.key }.map(\.value)) \
            \(elements.map { $0.value?.wrappedValue }) \(String(describing: named?["a"]?.value)) \
            \(String(describing: counts)) \(String(describing: pending)) \(flags) \
            \(String(describing: optionalFlags?.members.map { "\($0.number)=\($0.value.value ?? -1)" }))
            """
        }
    }

    static let expected = """
        Optional([true, false]) Optional(2) Optional(true) [[3, 4]] [Optional(true), nil] Optional(7) \
        Optional([1, 2]) Optional(TolerantDecoding.OptionalValue<Swift.Bool>.value(true)) [true, false] \
        Optional(["1=5", "3=-1"])
        """

    private static func entries(_ value: String, default defaultValue: String) -> String {
        #"{"defaultValue": \#(defaultValue), "valuesByVersion": [{"appVersion": ">=1", "value": \#(value)}]}"#
    }

    static func json(_ names: [String]) -> String {
        """
        {"\(names[0])": ["yes", 0], "\(names[1])": \(entries("\"2\"", default: "null")),
         "\(names[2])": \(entries("1", default: "\"no\"")), "\(names[3])": {"a": \(entries("[\"3\", 4]", default: "[]"))},
         "\(names[4])": ["on", null, "cheese"], "\(names[5])": {"a": \(entries("\"7\"", default: "0")), "b": "x"},
         "\(names[6])": ["1", 2], "\(names[7])": "true", "\(names[8])2": "off", "\(names[8])1": \(entries("1", default: "0")),
         "\(names[9])3": null, "\(names[9])1": "5"}
        """
    }

    static let canonical = [
        "update", "setting", "wrapped", "settings", "elements", "named", "counts", "pending", "flag", "maybe",
    ]
    static let aliases = [
        "change", "rule", "box", "rules", "list", "table", "totals", "waiting", "option", "perhaps",
    ]

    @Test(arguments: [
        canonical, aliases, canonical.map { $0.uppercased() },
        aliases.map { $0.prefix(1).uppercased() + $0.dropFirst() },
    ])
    func `every wrapper inside every other reads each spelling of its key`(names: [String]) throws {
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder.tolerant(appVersion: "1.0", issues: collector)
        let model = try decoder.decode(Model.self, from: Data(Self.json(names).utf8))
        expectEqual(model.summary, Self.expected)
        expectEqual(Set(collector.issues.map(\.code)), [.droppedElement])
        expectEqual(collector.issues.count, 2)
    }

    @Test(arguments: [canonical, aliases])
    func `what was decoded is encoded under canonical names, and decodes to the same again`(names: [String]) throws {
        let decoder = JSONDecoder.tolerant(appVersion: "1.0")
        let model = try decoder.decode(Model.self, from: Data(Self.json(names).utf8))
        try expectEqual(decoder.decode(Model.self, from: JSONEncoder().encode(model)).summary, Self.expected)
        let list = PropertyListDecoder()
        list.appVersion = AppVersion("1.0")
        try expectEqual(list.decode(Model.self, from: PropertyListEncoder().encode(model)).summary, Self.expected)
    }

    @Test func `models are decoded on several threads independently`() async throws {
        let documents = [Self.canonical, Self.aliases].map { Data(Self.json($0).utf8) }
        await withTaskGroup(of: String?.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let decoder = JSONDecoder.tolerant(appVersion: "1.0")
                    return try? decoder.decode(Model.self, from: documents[index % 2]).summary
                }
            }
            for await summary in group { expectEqual(summary, Self.expected) }
        }
    }

    @Test func `nothing is encoded for an optional that is nil`() throws {
        let json = #"{"settings": {}, "elements": []}"#
        let model = try JSONDecoder().decode(Model.self, from: Data(json.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(String(decoding: try encoder.encode(model), as: UTF8.self), #"{"elements":[],"settings":{}}"#)
    }

    @Test(arguments: [false, true])
    func `null is encoded for an explicit null`(isAlias: Bool) throws {
        let json = #"{"settings": {}, "elements": [], "\#(isAlias ? "waiting" : "pending")": null}"#
        let model = try JSONDecoder().decode(Model.self, from: Data(json.utf8))
        expectEqual(model.pending, .null)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(
            String(decoding: try encoder.encode(model), as: UTF8.self), #"{"elements":[],"pending":null,"settings":{}}"#
        )
    }

    @Test(arguments: [canonical, aliases])
    func `a decoder without doubles and positions reads the same`(names: [String]) throws {
        func entries(_ value: MinimalDecoder.Value, default defaultValue: MinimalDecoder.Value) -> MinimalDecoder.Value
        {
            ["defaultValue": defaultValue, "valuesByVersion": [["appVersion": ">=1", "value": value]]]
        }
        let members: [(String, MinimalDecoder.Value)] = [
            (names[0], ["yes", 0]), (names[1], entries("2", default: nil)), (names[2], entries(1, default: "no")),
            (names[3], ["a": entries(["3", 4], default: [])]), (names[4], ["on", nil, "cheese"]),
            (names[5], ["a": entries("7", default: 0), "b": "x"]), (names[6], ["1", 2]), (names[7], "true"),
            (names[8] + "2", "off"), (names[8] + "1", entries(1, default: 0)), (names[9] + "3", nil),
            (names[9] + "1", "5"),
        ]
        let decoder = MinimalDecoder(
            value: .object(Dictionary(members) { $1 }),
            userInfo: [.appVersion: "1.0", .lenientScalars: true]
        )
        try expectEqual(Model(from: decoder).summary, Self.expected)
    }

    @Test func `a property list resolves settings for the version of its decoder`() throws {
        struct Settings: Codable {
            let pool: PropertySetting<Bool>
            let bar: PropertySetting<String>
        }
        let settings = Settings(
            pool: PropertySetting(defaultValue: false, valuesByVersion: [PropertyEntry(">=2", value: true)]),
            bar: PropertySetting(defaultValue: "x"))
        let data = try PropertyListEncoder().encode(settings)
        for (version, expected) in [("1.9", false), ("2.0", true)] {
            let decoder = PropertyListDecoder()
            decoder.appVersion = version
            let issues = SettingIssueCollector()
            decoder.settingIssues = issues
            let read = try decoder.decode(Settings.self, from: data)
            expectEqual(read.pool.value, expected)
            expectEqual(read.bar.appVersion, AppVersion(version))
            expect(issues.issues.isEmpty)
        }
    }
}
