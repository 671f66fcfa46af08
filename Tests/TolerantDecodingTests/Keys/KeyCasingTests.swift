import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct KeyCasingTests {
    @Test(
        arguments: [
            ("", ""), ("_", "_"), ("___", "___"), ("-", "-"), ("_-", "_-"), ("a", "a"), ("A", "a"), ("id", "id"),
            ("Id", "id"),
            ("ID", "id"),
            ("user_id", "userId"), ("USER_ID", "userId"), ("user-id", "userId"), ("User-ID", "userId"),
            ("user id", "userId"),
            ("UserID", "userId"), ("userID", "userId"), ("userId", "userId"), ("User_ID-Number", "userIdNumber"),
            ("myABBRKey", "myAbbrKey"), ("ErrorID", "errorId"), ("ErrorCODE", "errorCode"), ("ERRORCode", "errorCode"),
            ("XMLHttpRequest", "xmlHttpRequest"), ("xmlHTTPRequest", "xmlHttpRequest"), ("HTTP", "http"),
            ("_id", "_id"), ("__typename", "__typename"), ("_user_id", "_userId"), ("__FOO_BAR", "__fooBar"),
            ("_ID", "_id"),
            ("trailing_", "trailing"), ("double__underscore", "doubleUnderscore"), ("-leading-dash", "leadingDash"),
            ("line_2", "line2"), ("line2", "line2"), ("line_2_text", "line2Text"), ("line_2text", "line2text"),
            ("LINE_2_TEXT", "line2Text"), ("line2Text", "line2Text"), ("MD5Hash", "md5Hash"),
            ("SHA256_HASH", "sha256Hash"),
            ("B2B_REQUEST", "b2bRequest"), ("I18N", "i18n"), ("1Password", "1password"), ("2FA_ENABLED", "2faEnabled"),
            ("iOSVersion", "iOsVersion"), ("userIDs", "userIds"), ("URLs", "urls"), ("IDs", "ids"),
            ("IDsOfUsers", "idsOfUsers"),
            ("homeURLs2", "homeUrls2"), ("user_IDs", "userIds"), ("HTTPSecure", "httpSecure"), ("isAs", "isAs"),
            ("x_y", "xY"), ("$Version", "$version"), ("@Type", "@type"),
            ("checkout.style", "checkout.style"), ("Checkout.Style", "checkout.Style"),
            ("Änderungs_Datum", "änderungsDatum"),
            ("ΚΛΕΙΔΙ_ΔΥΟ", "κλειδιΔυο"), ("straße_ßa", "straßeßa"), ("中_F", "中F"),
            ("E\u{301}COLE_DE", "e\u{301}coleDe"),
        ] as [(String, String)])
    func `keys in any casing become lowerCamelCase`(key: String, expected: String) throws {
        expectEqual(Array(camel(key).unicodeScalars), Array(expected.unicodeScalars))
    }

    @Test func `a key that is one word stays as it is`() {
        let scalars = Array("abz019_-A é")
        var keys = [""]
        for _ in 0..<5 {
            for key in keys where KeyCasing.isOneWord(key) { expectEqual(KeyCasing.lowerCamelCase(key), key) }
            keys = keys.flatMap { key in scalars.map { key + String($0) } }
        }
        for key in ["", "1", "a_", "aB", "é", "a b", "1a"] { expect(!KeyCasing.isOneWord(key)) }
    }

    @Test(.needs("conformance/keys.jsonl"))
    func `keys are converted as in the test suites of other projects`() throws {
        let rows: [Row] = try SharedMaterial.rows("conformance/keys.jsonl")
        for row in rows {
            expectEqual(row.op, "camel")
            expectEqual(camel(row.in), row.expect, "\(row.in) of \(row.sources)")
        }
        expect(rows.count >= 52)
    }

    struct Row: Decodable, Sendable {
        let op: String
        let `in`: String
        let expect: String
        let sources: [String]
    }

    @Test func `converting a key again has no effect, except for adjacent one-letter words`() {
        let seed: UInt64 = 0x6B65_7973
        var random = SeededRandom(seed: seed)
        let alphabet = Array("aabbzABZ019__-- $.éÉßΣσ中ǅİı").map(String.init) + ["\u{301}"]
        var checked = 0
        for _ in 0..<20_000 {
            let key = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }.joined()
            let once = camel(key)
            guard !hasNeighbouringCapitals(once) else { continue }
            checked += 1
            expectEqual(camel(once), once, "\(key), seed \(seed)")
        }
        expect(checked > 10_000)
        expectEqual(camel("x_y_z"), "xYZ")
        expectEqual(camel("xYZ"), "xYz")
    }

    /// Whether two capitals stand side by side, marks aside: so a result shows one-letter words.
    private func hasNeighbouringCapitals(_ key: String) -> Bool {
        let capitals = key.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }.map {
            $0.properties.lowercaseMapping != String($0)
        }
        return zip(capitals, capitals.dropFirst()).contains { $0 && $1 }
    }

    @Test func `keys written in snake_case and dash-case are read as they were`() throws {
        let seed: UInt64 = 0x726F_756E_64
        var random = SeededRandom(seed: seed)
        let alphabet = Array("abcxyz019_-ABC")
        for _ in 0..<5_000 {
            let raw = String(
                (0..<Int.random(in: 1...14, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            let key = camel(raw)
            guard !key.isEmpty, !hasNeighbouringCapitals(key) else { continue }
            for separator in ["_", "-"] as [Unicode.Scalar] {
                let written = KeyCasing.separated(key, by: separator)
                expectEqual(camel(written), key, "\(raw), \(written), seed \(seed)")
            }
        }
    }

    @Test func `the decoder's strategy reads what the encoder's strategies write`() throws {
        struct Model: Codable, Equatable {
            var userId = 1
            var md5Hash = "x"
            var line2Text = ["keyOf_Dictionary": true]
        }
        for (strategy, text) in [
            (
                JSONEncoder.KeyEncodingStrategy.snakeCase,
                #"{"line2_text":{"keyOf_Dictionary":true},"md5_hash":"x","user_id":1}"#
            ),
            (.dashCase, #"{"line2-text":{"keyOf_Dictionary":true},"md5-hash":"x","user-id":1}"#),
        ] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            encoder.keyEncodingStrategy = strategy
            let data = try encoder.encode(Model())
            expectEqual(String(decoding: data, as: UTF8.self), text)
            try expectEqual(camelDecoder().decode(Model.self, from: data), Model())
        }
    }

    @Test func `keys of dictionaries are not converted`() throws {
        struct Model: Decodable {
            let byName: [String: [String: Int]]
            let settings: [String: PropertySetting<Bool>]
            @Lossy var lossy: [String: Int]
        }
        let json = """
            {"by_name": {"Some_KEY": {"other-key": 1}}, "Settings": {"new_checkout": {"default_value": true}}, "LOSSY": {"A_b": 2}}
            """
        let model = try camelDecoder().decode(Model.self, from: Data(json.utf8))
        expectEqual(model.byName, ["Some_KEY": ["other-key": 1]])
        expectEqual(model.settings.keys.sorted(), ["new_checkout"])
        expect(model.settings["new_checkout"]?.value == true)
        expectEqual(model.lossy, ["A_b": 2])
    }

    @Test func `the cache of conversions is bounded, and right for concurrent decoders`() async throws {
        let cache = ConversionCache(KeyCasing.lowerCamelCase)
        await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<5_000).count {
                        cache.converted("some_key_\($0 + task * 2_500)") != "someKey\($0 + task * 2_500)"
                    }
                }
            }
            for await wrong in group { expectEqual(wrong, 0) }
        }
        expect(cache.count <= ConversionCache.capacity)
        expect(cache.count > 0)
        let before = cache.count
        let long = String(repeating: "a_", count: 500)
        expectEqual(cache.converted(long), KeyCasing.lowerCamelCase(long))
        expectEqual(cache.count, before)
    }

    private func camel(_ key: String) -> String {
        KeyConversion.lowerCamelCase.convert(key, [])
    }

    private func camelDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .lowerCamelCase
        return decoder
    }
}
