import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SettingTests {
    struct Flags: SettingsModel, Codable, Equatable {
        @Setting var search = true
        @Setting("page_size", aliases: "pageLength", "page-count") var pageSize = 20
        @Setting(aliases: "user") var userID = "nobody"
        @Setting var limit: Int? = nil
        @Setting var checkout = Checkout()

        struct Checkout: SettingsModel, Codable, Equatable {
            @Setting var isExpress = false
            @Setting var regions = ["EU"]
        }
    }

    private static func decode<Model: Decodable>(
        _ type: Model.Type = Flags.self, _ json: String, version: String? = "1.4.0"
    ) throws -> (Model, [SettingIssue]) {
        let decoder = JSONDecoder()
        decoder.appVersion = version
        return try decodeWithIssues(type, json, with: decoder)
    }

    @Test func `a missing setting has its default in code, which is no issue`() throws {
        let (flags, issues) = try Self.decode(Flags.self, "{}")
        expectEqual(flags, Flags())
        expect(flags.search)
        expectEqual(flags.checkout.regions, ["EU"])
        expectEqual(flags.$search, Resolution(value: true, reason: .error, errorCode: .flagNotFound))
        expect(issues.isEmpty)
    }

    @Test func `before anything is decoded, the default in code says so`() {
        expectEqual(Flags().$search, Resolution(value: true, reason: .error, errorCode: .providerNotReady))
    }

    @Test(arguments: [
        (#""no""#, "search", SettingIssue.Code.typeMismatch, ResolutionErrorCode.typeMismatch),
        ("null", "search", .typeMismatch, .typeMismatch),
        ("[]", "search", .typeMismatch, .typeMismatch),
        ("{}", "search", .missingDefault, .parseError),
        (#"{"defaultValue": 3}"#, "search.defaultValue", .typeMismatch, .typeMismatch),
        (#"{"valuesByVersion": []}"#, "search", .missingDefault, .parseError),
        ("1e999", "search", .typeMismatch, .typeMismatch),
    ])
    func `a bad setting costs only itself`(
        bad: String, path: String, code: SettingIssue.Code, errorCode: ResolutionErrorCode
    ) throws {
        let (flags, issues) = try Self.decode(Flags.self, #"{"search": \#(bad), "page_size": 5}"#)
        expect(flags.search)
        expectEqual(flags.pageSize, 5)
        expectEqual(issues.map(\.path), [path])
        expectEqual(issues.map(\.code), [code])
        expectEqual(flags.$search, Resolution(value: true, reason: .error, errorCode: errorCode, issues: issues))
        expectEqual(flags.$pageSize, Resolution(value: 5, reason: .static))
    }

    @Test(arguments: [("1.3.9", false, ResolutionReason.default), ("1.4.0", true, .targetingMatch)])
    func `a setting with entries is resolved`(version: String, value: Bool, reason: ResolutionReason) throws {
        let json = """
            {"checkout": {"isExpress": {"defaultValue": false, "valuesByVersion":
             [{"appVersion": ">=1.4", "value": true}]}}}
            """
        let (flags, issues) = try Self.decode(Flags.self, json, version: version)
        expectEqual(flags.checkout.isExpress, value)
        expectEqual(flags.checkout.$isExpress.reason, reason)
        expectEqual(flags.checkout.$regions.errorCode, .flagNotFound)
        expect(issues.isEmpty)
    }

    @Test func `a bad entry costs only itself`() throws {
        let json = """
            {"search": {"defaultValue": false, "valuesByVersion":
             [{"appVersion": "soon", "value": true}, {"appVersion": "*", "value": true}]}}
            """
        let (flags, issues) = try Self.decode(Flags.self, json)
        expect(flags.search)
        expectEqual(flags.$search.entryIndex, 1)
        expectEqual(issues.map(\.code), [.badRequirement])
        expectEqual(flags.$search.issues, issues)
    }

    @Test(arguments: ["3", "[]", "null", #""x""#])
    func `a nested model that is not an object has its defaults`(bad: String) throws {
        let (flags, issues) = try Self.decode(Flags.self, #"{"checkout": \#(bad), "search": false}"#)
        expectEqual(flags.checkout, Flags.Checkout())
        expect(!flags.search)
        expectEqual(issues.map(\.path), ["checkout"])
        expectEqual(flags.$checkout.errorCode, .typeMismatch)
    }

    @Test(arguments: ["3", "[]", "null"])
    func `a document that is not an object is an error`(json: String) throws {
        _ = try decodingError(Flags.self, json)
    }

    @Test(arguments: [
        (#"{"search": 3}"#, SettingIssue.Code.typeMismatch), (#"{"search": {}}"#, .missingDefault),
        (#"{"page_size": 1, "pageLength": 2}"#, .conflictingKeys),
        (#"{"checkout": {"regions": {"valuesByVersion": []}}}"#, .missingDefault),
    ])
    func `a strict decoder throws every issue`(json: String, code: SettingIssue.Code) throws {
        try expectEqual(decodingError(Flags.self, json, with: strict()).settingIssueCode, code)
    }

    @Test func `a strict decoder accepts a document without settings`() throws {
        try expectEqual(strict().decode(Flags.self, from: Data("{}".utf8)), Flags())
    }

    @Test(arguments: [
        (#"{"page_size": 1}"#, 1), (#"{"pageLength": 2}"#, 2), (#"{"page-count": 3}"#, 3), (#"{"pageCount": 4}"#, 4),
        (#"{"pageSize": 5}"#, 5), (#"{"PAGE_LENGTH": 20}"#, 20),
    ])
    func `a setting is found under each of its names`(json: String, value: Int) throws {
        try expectEqual(Self.decode(Flags.self, json).0.pageSize, value)
    }

    @Test(arguments: [
        (#"{"PAGE_SIZE": 1, "user_id": "a"}"#, 1, "a"), (#"{"Page-Length": 2, "userID": "b"}"#, 2, "b"),
        (#"{"pageCount": 3, "USER-ID": "c"}"#, 3, "c"), (#"{"PageCount": 4, "USER": "d", "user_id": "e"}"#, 4, "e"),
    ])
    func `a setting is found in each casing that the decoder converts`(json: String, size: Int, user: String) throws {
        let flags = try JSONDecoder.tolerant().decode(Flags.self, resolvingConflictsIn: Data(json.utf8))
        expectEqual(flags.pageSize, size)
        expectEqual(flags.userID, user)
    }

    @Test func `of several names the first is read, and an issue names the others`() throws {
        let (flags, issues) = try Self.decode(Flags.self, #"{"pageLength": 2, "pageCount": 3, "page_size": 1}"#)
        expectEqual(flags.pageSize, 1)
        expectEqual(issues.map(\.path), ["page_size"])
        expectEqual(issues.map(\.code), [.conflictingKeys])
        expect(issues[0].message.contains(#""page_size", "pageLength" and "pageCount""#))
    }

    @Test func `an issue has the name that the document has`() throws {
        let issues = try Self.decode(Flags.self, #"{"pageLength": "x"}"#).1
        expectEqual(issues.map(\.path), ["pageLength"])
    }

    @Test func `null is a value of an optional setting`() throws {
        let flags = try Self.decode(Flags.self, #"{"limit": null}"#).0
        expectEqual(flags.$limit, Resolution(value: nil, reason: .static))
    }

    @Test func `settings encode with their entries, and defaults in code as defaults`() throws {
        let json = """
            {"pageLength":{"defaultValue":1,"valuesByVersion":[{"appVersion":">=1.4","value":2}]},"userID":7}
            """
        let flags = try Self.decode(Flags.self, json).0
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let encoded = String(decoding: try encoder.encode(flags), as: UTF8.self)
        expectEqual(
            encoded,
            """
            {"checkout":{"defaultValue":{"isExpress":{"defaultValue":false},"regions":{"defaultValue":["EU"]}}},\
            "limit":{"defaultValue":null},\
            "page_size":{"defaultValue":1,"valuesByVersion":[{"appVersion":">=1.4","value":2}]},\
            "search":{"defaultValue":true},"userID":{"defaultValue":"nobody"}}
            """)
        try expectEqual(Self.decode(Flags.self, encoded).0, flags)
        try expectEqual(Self.decode(Flags.self, encoded, version: "1.0").0.pageSize, 1)
    }

    @Test func `a property list gives the same`() throws {
        let flags = try Self.decode(Flags.self, #"{"search": false, "pageLength": 3, "limit": 4}"#).0
        let list = PropertyListDecoder()
        list.appVersion = "1.4.0"
        let read = try list.decode(Flags.self, from: PropertyListEncoder().encode(flags))
        expectEqual(read, flags)
        let bad = try PropertyListEncoder().encode(["search": "maybe"])
        try expectEqual(list.decode(Flags.self, from: bad).$search.errorCode, .typeMismatch)
    }

    @Test func `a decoder without doubles and positions gives the same`() throws {
        let document: MinimalDecoder.Value = [
            "search": "maybe",
            "pageLength": ["defaultValue": 1, "valuesByVersion": [["appVersion": "*", "value": 2]]],
            "checkout": ["isExpress": true],
        ]
        let flags = try Flags(from: MinimalDecoder(value: document, userInfo: [.appVersion: "1.4.0"]))
        expect(flags.search)
        expectEqual(flags.$search.errorCode, .typeMismatch)
        expectEqual(flags.pageSize, 2)
        expect(flags.checkout.isExpress)
    }

    @Test(arguments: [false, true])
    func `malformed entries are skipped, whether or not a decoder moves on after an error`(movesOn: Bool) throws {
        let entries: MinimalDecoder.Value = [
            ["appVersion": "1..4", "value": 1], ["appVersion": "*", "value": "two"], nil, [["appVersion": "*"]],
            ["appVersion": "1.4.0", "value": 3], ["appVersion": "*", "valeu": 4],
        ]
        let issues = SettingIssueCollector()
        let decoder = MinimalDecoder(
            value: ["defaultValue": 0, "valuesByVersion": entries],
            userInfo: [.appVersion: "1.4.0", .settingIssues: issues], movesOnAfterErrors: movesOn)
        let setting = try PropertySetting<Int>(from: decoder)
        expectEqual(setting.value, 3)
        expectEqual(setting.resolution.entryIndex, 4)
        expectEqual(setting.issues.map(\.entryIndex), [0, 1, 2, 3, 5])
        expectEqual(issues.issues, setting.issues)
    }

    @Test func `a new value replaces the setting of one model`() throws {
        let flags = try Self.decode(Flags.self, #"{"search": false, "checkout": {"regions": []}}"#).0
        var copy = flags
        copy.search = true
        copy.checkout.regions = ["US"]
        expect(!flags.search)
        expectEqual(flags.checkout.regions, [])
        expectEqual(copy.$search, Resolution(value: true, reason: .static))
        expectEqual(copy.checkout.regions, ["US"])
        expectEqual(Flags().checkout.regions, ["EU"])
    }

    @Test func `models in parallel are decoded independently`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for size in 0..<200 {
                group.addTask { try Self.decode(Flags.self, #"{"page_size": \#(size)}"#).0.pageSize == size }
            }
            for try await isRight in group { expect(isRight) }
        }
    }
}

/// Models of every kind, and the other wrappers within settings.
struct SettingsModelTests {
    class Base: SettingsModel {
        @Setting var name = "base"
        required init() {}
    }

    final class Derived: Base {
        @Setting var size = 1
    }

    final class Store: SettingsModel, Encodable {
        @Setting var isOpen = false
        let hours = Setting(wrappedValue: 8)
        var visits = 7
        init() {}
    }

    @Test func `final classes, superclasses and constants are decoded`() throws {
        let derived = try JSONDecoder().decode(Derived.self, from: Data(#"{"name": "x", "size": "bad"}"#.utf8))
        expectEqual(derived.name, "x")
        expectEqual(derived.size, 1)
        let store = try JSONDecoder().decode(Store.self, from: Data(#"{"isOpen": true, "hours": 9, "visits": 1}"#.utf8))
        expect(store.isOpen)
        expectEqual(store.hours.wrappedValue, 9)
        expectEqual(store.visits, 7)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(
            String(decoding: try encoder.encode(store), as: UTF8.self),
            #"{"hours":{"defaultValue":9},"isOpen":{"defaultValue":true}}"#)
    }

    struct Wrappers: SettingsModel, Codable {
        @Setting @Lenient var isActive = false
        @Setting @Lossy var sizes = [0]
        @Setting("amenity", aliases: "service") @NumberedFamily var amenities = ["Pool"]
        @Setting var nickname: OptionalValue<String>? = nil
        @Setting var lists = [Inner()]
        @Setting var payment: Payment? = nil

        struct Inner: SettingsModel, Codable {
            @Setting var depth = 1
        }

        struct Payment: Codable {
            let amount: Int
            let inner: Inner
            @NumberedFamily var inners: [Inner]

            enum CodingKeys: String, TolerantCodingKey {
                case amount, inner
                case inners = "part"

                enum Aliases: String, KeyAliases {
                    case total, core
                    var target: CodingKeys {
                        switch self {
                        case .total: .amount
                        case .core: .inner
                        }
                    }
                }
            }
        }

        var summary: String {
            """
            \(isActive) \(sizes) \(amenities) \(nickname?.value ?? "none") \(lists.map(\.depth)) \
            \(payment.map { "\($0.amount) \($0.inner.depth) \($0.inners.map(\.depth))" } ?? "none")
            """
        }
    }

    @Test(arguments: [
        ("{}", "false [0] [\"Pool\"] none [1] none", 0),
        (#"{"isActive": "yes", "sizes": [1, "x", 2]}"#, "true [1, 2] [\"Pool\"] none [1] none", 1),
        (#"{"isActive": "cheese", "sizes": 3}"#, "false [0] [\"Pool\"] none [1] none", 2),
        (#"{"amenity2": "Bar", "service10": "Spa", "amenity": "x"}"#, "false [0] [\"Bar\", \"Spa\"] none [1] none", 0),
        (#"{"amenity1": {}}"#, "false [0] [\"Pool\"] none [1] none", 1),
        (
            #"{"nickname": "Zoe", "lists": [{}, {"depth": 5}, {"depth": []}]}"#,
            "false [0] [\"Pool\"] Zoe [1, 5, 1] none", 1
        ),
        (
            #"{"payment": {"total": 3, "core": {"depth": 2}, "part2": {"depth": 9}, "part1": {"depth": "x"}}}"#,
            "false [0] [\"Pool\"] none [1] 3 2 [1, 9]", 1
        ),
        (#"{"payment": {"core": {"depth": 2}}}"#, "false [0] [\"Pool\"] none [1] none", 1),
    ])
    func `every wrapper is a setting with a default`(json: String, expected: String, issueCount: Int) throws {
        let (model, issues) = try decodeWithIssues(Wrappers.self, json)
        expectEqual(model.summary, expected)
        expectEqual(issues.count, issueCount, "\(issues)")
        let encoded = try JSONEncoder().encode(model)
        try expectEqual(JSONDecoder().decode(Wrappers.self, from: encoded).summary, expected)
        let list = try PropertyListDecoder().decode(Wrappers.self, from: PropertyListEncoder().encode(model))
        expectEqual(list.summary, expected)
    }

    struct Rooms: SettingsModel, Codable {
        @Setting @NumberedFamily var roomIDs = ["none"]
        @Setting("bed_", aliases: "sofa_") @NumberedFamily var beds = [0]
    }

    @Test(arguments: [
        (#"{"room_ids_1": "a", "roomIDs2": "b", "bed_1": 1, "sofa_2": 2}"#, true),
        (#"{"roomIDs1": "a", "roomIDs2": "b", "bed_1": 1, "sofa_2": 2}"#, false),
    ])
    func `a family is a setting in each casing that the decoder converts`(json: String, converts: Bool) throws {
        let decoder = JSONDecoder()
        if converts { decoder.keyConversion = .lowerCamelCase }
        let model = try decoder.decode(Rooms.self, from: Data(json.utf8))
        expectEqual(model.roomIDs, ["a", "b"])
        expectEqual(model.beds, [1, 2])
        try expectEqual(decoder.decode(Rooms.self, from: JSONEncoder().encode(model)).roomIDs, ["a", "b"])
    }

    struct Box<Content: SettingsModel & Sendable>: SettingsModel {
        @Setting var name = "box"
        @Setting var content = Content()
    }

    struct Leaf: SettingsModel {
        @Setting var name = "leaf"
    }

    @Test(arguments: [
        (#"{"name": "A"}"#, "A box leaf"), (#"{"name": "A", "content": 3}"#, "A box leaf"),
        (#"{"name": "A", "content": {}}"#, "A box leaf"),
        (#"{"content": {"name": "B", "content": {"name": "C"}}}"#, "box B C"),
    ])
    func `a model that a default creates takes no values of the model around it`(
        json: String, names: String
    ) throws {
        let box = try JSONDecoder().decode(Box<Box<Leaf>>.self, from: Data(json.utf8))
        expectEqual("\(box.name) \(box.content.name) \(box.content.content.name)", names)
    }

    struct Counted: SettingsModel {
        static let evaluations = Locked(0)
        @Setting var number = evaluations.withLock { count in
            count += 1
            return count
        }
    }

    @Test func `a default is evaluated only if it is needed`() throws {
        func number(_ json: String) throws -> Int {
            try JSONDecoder().decode(Counted.self, from: Data(json.utf8)).number
        }
        // The first model of a type is decoded after one in code, which declares the names.
        try expectEqual(number(#"{"number": -1}"#), -1)
        try expectEqual(number(#"{"number": -2}"#), -2)
        expectEqual(Counted.evaluations.withLock { $0 }, 1)
        try expectEqual(number("{}"), 2)
        expectEqual(Counted().number, 3)
    }

    @Test func `scalars are lenient if the decoder is`() throws {
        struct Flags: SettingsModel {
            @Setting var isActive = false
            @Setting var count = 1
        }
        let decoder = JSONDecoder()
        decoder.lenientScalars = true
        let flags = try decoder.decode(Flags.self, from: Data(#"{"isActive": "yes", "count": "x"}"#.utf8))
        expect(flags.isActive)
        expectEqual(flags.count, 1)
    }

    @Test func `values that cannot be encoded are an error`() {
        struct Opaque: Decodable, Sendable {}
        struct Flags: SettingsModel, Encodable {
            @Setting var opaque = Opaque()
        }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Flags()) }
    }

    @Test func `a nested model without the attribute keeps its defaults, and an issue says so`() throws {
        struct Flags: SettingsModel {
            @Setting("inner") var other = ["depth": 1]
            @Setting var count = 1
            var inner = Wrappers.Inner()
        }
        let text = Data(#"{"count": 2, "inner": {"depth": 9}}"#.utf8)
        let decoder = JSONDecoder()
        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let flags = try decoder.decode(Flags.self, from: text)
        expect(flags.count == 2 && flags.inner.depth == 1)
        // A setting may have the name of that property.
        expectEqual(flags.other, ["depth": 9])
        expectEqual(
            issues.issues.map { "\($0.path): \($0.message)" },
            [
                #"inner: the property "inner" is a model, but not a setting, so it keeps its defaults; declare it with @Setting"#
            ])
        expectEqual(issues.issues.map(\.code), [.undecodableSetting])
        decoder.strictSettings = true
        #expect(throws: DecodingError.self) { try decoder.decode(Flags.self, from: text) }
    }

    @Test func `settings that are created at one place keep their defaults, and issues say so`() throws {
        struct Flags: SettingsModel, Encodable {
            let first = make()
            let second = make()
            @Setting var count = 1
            static func make() -> Setting<Int> { Setting(wrappedValue: 1) }
        }
        let decoder = JSONDecoder()
        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let flags = try decoder.decode(Flags.self, from: Data(#"{"first": 5, "second": 6, "count": 7}"#.utf8))
        expectEqual([flags.first.wrappedValue, flags.second.wrappedValue, flags.count], [1, 1, 7])
        expectEqual(issues.issues.map(\.path), ["first", "second"])
        expect(issues.issues.allSatisfy { $0.message.contains("create each at its property") })
        let encoded = try JSONDecoder().decode([String: PropertySetting<Int>].self, from: JSONEncoder().encode(flags))
        expectEqual(encoded.keys.sorted(), ["count", "first", "second"])
    }
}
