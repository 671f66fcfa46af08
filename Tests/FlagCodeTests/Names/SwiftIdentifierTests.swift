import TestSupport
import Testing

@testable import FlagCode

struct SwiftIdentifierTests {
    @Test(
        arguments: [
            ("payments", "payments", "Payments"), ("syncInterval", "syncInterval", "SyncInterval"),
            ("new-search", "newSearch", "NewSearch"), ("new_search", "newSearch", "NewSearch"),
            ("NEW_SEARCH", "newSearch", "NewSearch"), ("NEW-2", "new2", "New2"), ("URL", "url", "URL"),
            ("URLTimeout", "urlTimeout", "URLTimeout"), ("maxURL", "maxURL", "MaxURL"), ("userID", "userID", "UserID"),
            ("ABTest", "abTest", "ABTest"), ("iPhone", "iPhone", "IPhone"), ("H264Codec", "h264Codec", "H264Codec"),
            ("A", "a", "A"), ("2fa", "_2fa", "_2fa"), ("2FA_REQUIRED", "_2faRequired", "_2faRequired"),
            ("  two  words ", "twoWords", "TwoWords"), ("a/b\\c\"d\ne", "aBCDE", "ABCDE"), ("price€", "price", "Price"),
            ("größe", "größe", "Größe"), ("ÉTAT", "état", "ÉTAT"), ("ßa", "ßa", "Ssa"), ("日本", "日本", "日本"),
            ("x\u{202E}y", "xY", "XY"), ("x\u{200D}y", "xY", "XY"), ("\u{301}e\u{301}", "e\u{301}", "E\u{301}"),
            ("🚀launch", "launch", "Launch"), ("ㅤ\u{3164}x", "x", "X"), ("١٢", "_١٢", "_١٢"),
        ] as [(String, String, String)])
    func `a name keeps its words and loses everything else`(_ text: String, _ setting: String, _ group: String) {
        expectEqual(SwiftIdentifier(setting: text)?.text, setting)
        expectEqual(SwiftIdentifier(group: text)?.text, group)
    }

    @Test(arguments: ["", " ", "-", "🚀", "\u{202E}", "\u{301}", "€", "...", "\u{3164}"])
    func `a text without letter and digit has no Swift name`(_ text: String) {
        expectNil(SwiftIdentifier(setting: text))
        expectNil(SwiftIdentifier(group: text))
        expectNil(SwiftIdentifier(type: text))
        expectNil(SwiftIdentifier(member: text))
    }

    @Test(
        arguments: [
            ("default", "`default`"), ("class", "`class`"), ("in", "`in`"), ("Default", "`default`"),
            ("init", "initSetting"), ("self", "selfSetting"), ("all", "allSetting"), ("ALL", "allSetting"),
            ("open", "open"), ("actor", "actor"),
        ] as [(String, String)])
    func `keywords have backticks in declarations, or a suffix where that is not enough`(
        _ text: String, _ declaration: String
    ) {
        expectEqual(SwiftIdentifier(setting: text)?.declaration, declaration)
    }

    @Test func `the name of the list of all settings is free in groups`() {
        expectEqual(SwiftIdentifier(setting: "all", isInGroup: true)?.text, "all")
        expectEqual(SwiftIdentifier(setting: "init", isInGroup: true)?.text, "initSetting")
    }

    @Test(
        arguments: [
            ("type", "TypeGroup"), ("self", "SelfGroup"), ("string", "StringGroup"), ("settingKey", "SettingKeyGroup"),
            ("any", "AnyGroup"), ("protocol", "ProtocolGroup"), ("default", "Default"),
        ] as [(String, String)])
    func `groups never hide the types that generated code uses`(_ text: String, _ declaration: String) {
        expectEqual(SwiftIdentifier(group: text)?.declaration, declaration)
    }

    @Test(
        arguments: [
            ("Flags.json", "Flags"), ("flags.JSON", "Flags"), ("shop.flags.json", "ShopFlags"),
            ("app-flags.json", "AppFlags"),
            ("2.flags.json", "_2Flags"), ("Flags", "Flags"), (".json", nil), ("string.json", "StringGroup"),
        ] as [(String, String?)])
    func `the namespace of a file is its name without the extension`(_ file: String, _ namespace: String?) {
        expectEqual(SwiftIdentifier(namespaceForFile: file)?.text, namespace)
    }

    @Test(arguments: ["Flags", "ShopFlags", "_Flags", "Größe", "flags2"])
    func `a namespace may be any name of a type`(_ text: String) {
        expectEqual(SwiftIdentifier(namespace: text)?.text, text)
    }

    @Test(
        arguments: [
            "", "_", "2Flags", "My Flags", "A.B", "class", "Type", "String", "SettingKey", "`Flags`", "Flags\n", "a-b",
            "x\u{202E}y", "\u{301}a",
        ])
    func `what no type can be called is no namespace`(_ text: String) {
        expectNil(SwiftIdentifier(namespace: text))
    }

    @Test func `every name is an identifier, whatever the text`() {
        var random = SeededRandom(seed: 15)
        let alphabet = Array("aZ9_-. éß中\u{301}\u{200D}\u{202E}🚀\u{0}\n\"\\`$#١ǅŉＡ".unicodeScalars)
        for _ in 0..<5_000 {
            let scalars = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? "a"
            }
            let text = String(String.UnicodeScalarView(scalars))
            for identifier in [SwiftIdentifier(setting: text), SwiftIdentifier(group: text)] {
                guard let name = identifier?.text, let first = name.unicodeScalars.first else { continue }
                expect(first == "_" || first.canBeInSwiftName && !first.isCombiningMark, "\(text.debugDescription)")
                expect(first.properties.generalCategory != .decimalNumber, "\(text.debugDescription)")
                expect(name.unicodeScalars.dropFirst().allSatisfy { $0.canBeInSwiftName }, "\(text.debugDescription)")
            }
        }
    }
}
