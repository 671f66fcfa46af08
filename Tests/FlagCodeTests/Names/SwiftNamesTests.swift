import FlagResolver
import TestSupport
import Testing

@testable import FlagCode

struct SwiftNamesTests {
    private static let flags = SwiftIdentifier(namespaceForFile: "Flags.json")

    private func names(_ json: String) throws -> SwiftNames {
        SwiftNames(of: try SettingsDocument(parsing: Array(json.utf8)))
    }

    private func paths(_ json: String) throws -> [String] {
        let flags = try #require(Self.flags)
        return try names(json).settings.map { "\($0.name) \($0.path(in: flags))" }
    }

    @Test func `settings keep their groups and their order`() throws {
        let json = """
            { "payments": true, "checkout": { "style": { "defaultValue": 1 }, "new-form": { "MAX_SIZE": 2 } }, "$x": 1,
              "a": true }
            """
        try expectEqual(
            paths(json),
            [
                "payments Flags.payments", "checkout.style Flags.Checkout.style",
                "checkout.new-form.MAX_SIZE Flags.Checkout.NewForm.maxSize", "a Flags.a",
            ])
    }

    @Test func `a dot in a key separates parts as a group does`() throws {
        try expectEqual(paths(#"{ "checkout.style": 1 }"#), ["checkout.style Flags.Checkout.style"])
        try expectEqual(
            paths(#"{ "a": 1, "a.b": 2, "a.b.c": 3 }"#), ["a Flags.a", "a.b Flags.A.b", "a.b.c Flags.A.B.c"])
    }

    @Test func `groups of equal Swift names are one group`() throws {
        try expectEqual(
            paths(#"{ "new-shop": { "a": 1 }, "newShop": { "b": 2 } }"#),
            ["new-shop.a Flags.NewShop.a", "newShop.b Flags.NewShop.b"])
    }

    @Test(
        arguments: [
            (
                #"{ "new-search": 1, "newSearch": 2 }"#,
                #""newSearch" and "new-search" have the same Swift name, newSearch"#
            ),
            (
                #"{ "g": { "é": 1, "e\u0301": 2 } }"#,
                "\"g.e\u{301}\" and \"g.\u{E9}\" have the same Swift name, G.e\u{301}"
            ),
            (
                #"{ "日本": 1, "日本.x": 2 }"#,
                #"the Swift names of "日本.x" and "日本" cannot both exist: one is a setting, and a group of the other"#
            ),
            (
                #"{ "日本.x": 1, "日本": 2 }"#,
                #"the Swift names of "日本" and "日本.x" cannot both exist: one is a setting, and a group of the other"#
            ),
            (#"{ "a": 1, "🚀": 2 }"#, #"the name "🚀" has no letter or digit, so it has no Swift name"#),
            (
                #"{ "a": 1, "b": { "": 2 } }"#,
                #"the part "" of the name "b." has no letter or digit, so it has no Swift name"#
            ),
            (
                #"{ "a": 1, "b..c": 2 }"#,
                #"the part "" of the name "b..c" has no letter or digit, so it has no Swift name"#
            ),
        ] as [(String, String)])
    func `a name that has no Swift name of its own is a problem, and the others keep theirs`(
        _ json: String, _ message: String
    ) throws {
        let names = try self.names(json)
        expectEqual(names.problems.map(\.message), [message])
        expectEqual(names.settings.count, 1)
    }

    @Test func `a problem points at the key, and at that of the other setting`() throws {
        let json = #"{ "a-b": 1, "aB": 2 }"#
        let names = try names(json)
        let problem = try #require(names.problems.first)
        expectEqual(String(decoding: Array(json.utf8)[problem.span], as: UTF8.self), #""aB""#)
        let related = try #require(problem.related)
        expectEqual(String(decoding: Array(json.utf8)[related.span], as: UTF8.self), #""a-b""#)
    }

    @Test func `a name may have 63 groups`() throws {
        let groups = Array(repeating: "a", count: 63).joined(separator: ".")
        let most = try names(#"{ "\#(groups).b": 1 }"#)
        expect(most.problems.isEmpty)
        let tooMany = try names(#"{ "\#(groups).a.b": 1 }"#)
        let problem = try #require(tooMany.problems.first)
        expect(problem.message.hasSuffix("has 65 parts, at most 64 can become Swift groups"))
    }

    @Test func `ten thousand names in a hundred groups all differ`() throws {
        let json = (0..<10_000).map { #""group-\#($0 % 100).setting-\#($0)": true"# }.joined(separator: ",")
        let names = try names("{\(json)}")
        expect(names.problems.isEmpty)
        expectEqual(Set(names.settings.map { $0.groups + [$0.member] }).count, 10_000)
    }
}
