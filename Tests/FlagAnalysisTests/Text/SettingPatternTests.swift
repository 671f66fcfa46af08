import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct SettingPatternTests {
    private static let text = #"""
        {"chat": {"enabled": true, "bar": {"enabled": false}, "bars": 1}, "chat.x": 1, "chats": 2, "a*b": 3,
         "axb": 4, "pay": {"defaultValue": 0}, "pay.later": 1}
        """#

    @Test(
        arguments: [
            ("chat", ["chat.enabled", "chat.bar.enabled", "chat.bars", "chat.x"]), ("chat.bar", ["chat.bar.enabled"]),
            ("chat.*", ["chat.enabled", "chat.bar.enabled", "chat.bars", "chat.x"]),
            ("*.enabled", ["chat.enabled", "chat.bar.enabled"]),
            ("*a*b*", ["chat.enabled", "chat.bar.enabled", "chat.bars", "a*b", "axb"]),
            (
                "*",
                ["chat.enabled", "chat.bar.enabled", "chat.bars", "chat.x", "chats", "a*b", "axb", "pay", "pay.later"]
            ),
            ("chat.enabled", ["chat.enabled"]), ("a*b", ["a*b"]), ("pay", ["pay"]), ("pay*", ["pay", "pay.later"]),
            ("**x", ["chat.x"]), ("ch", []), ("chat.", []), ("", []), ("chat.enabled.x", []),
            ("*y*", ["pay", "pay.later"]),
            ("chat*chat", []),
        ] as [(String, [String])])
    func `a name, a group and a pattern stand for settings`(_ pattern: String, _ expected: [String]) throws {
        let document = try SettingsDocument(parsing: Array(Self.text.utf8))
        expectEqual(SettingPattern(pattern).settings(in: document).map { document.name(of: $0) }, expected)
    }

    @Test(
        arguments: [
            ("chta.*", "chat.*"), ("*.enabeld", "*.enabled"), ("chat.bra.*", "chat.bar.*"), ("chat.*x.*", nil),
            ("zzzzzz.*", nil), ("*q", nil), ("pya.*", "pay.*"), ("enabled.*", nil),
        ] as [(String, String?)])
    func `a pattern that stands for nothing has a nearest one`(_ pattern: String, _ nearest: String?) throws {
        let document = try SettingsDocument(parsing: Array(Self.text.utf8))
        expectEqual(SettingPattern(pattern).nearest(in: document.names)?.text, nearest)
    }

    @Test func `random patterns match as a slow comparison says`() {
        var random = SeededRandom(seed: 21)
        for _ in 0..<20_000 {
            let name = Self.word(of: "ab.", upTo: 7, using: &random)
            let pattern = Self.word(of: "ab.*", upTo: 6, using: &random)
            guard pattern.contains("*") else { continue }
            let expected = Self.matches(Array(pattern)[...], Array(name)[...])
            expectEqual(SettingPattern(pattern).matches(Array(name.utf8)), expected, "\(pattern) \(name)")
        }
    }

    private static func word(of letters: String, upTo count: Int, using random: inout SeededRandom) -> String {
        String(
            (0..<Int.random(in: 0...count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }

    /// Tries every length for each asterisk.
    private static func matches(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        guard first == "*" else { return name.first == first && matches(pattern.dropFirst(), name.dropFirst()) }
        return (0...name.count).contains { matches(pattern.dropFirst(), name.dropFirst($0)) }
    }

    @Test func `suggestions contain all groups`() throws {
        let document = try SettingsDocument(parsing: Array(Self.text.utf8))
        expectEqual(
            document.namesOfSettingsAndGroups,
            [
                "chat", "chat.enabled", "chat.bar", "chat.bar.enabled", "chat.bars", "chat.x", "chats", "a*b",
                "axb", "pay", "pay.later",
            ])
    }
}
