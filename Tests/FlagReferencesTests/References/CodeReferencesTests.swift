import FlagReferences
import TestSupport
import Testing

/// Names in sources, as `KIND CERTAINTY NAME: TEXT`.
struct CodeReferencesTests {
    fileprivate func references(_ sources: String..., keys: [SettingKeyPath] = []) -> [String] {
        let tokens = sources.map { SwiftTokens(scanning: Array($0.utf8)) }
        return CodeReferences(in: tokens, keys: keys).references.map { found in
            let text = String(decoding: tokens[found.source].bytes[found.span], as: UTF8.self)
            return "\(found.kind) \(found.certainty) \(found.isGroup ? "group " : "")\(found.name): \(text)"
        }
    }

    private func unseen(_ source: String) -> [String] {
        let tokens = SwiftTokens(scanning: Array(source.utf8))
        return CodeReferences(in: [tokens]).unseen.map { found in
            "\(found.reason): \(String(decoding: tokens.bytes[found.span], as: UTF8.self))"
        }
    }

    @Test(
        arguments: [
            #"snapshot.value(for: "a.b", default: true)"#, #"value(for: "a.b", context: c, default: 1)"#,
            #"document.resolution(of: "a.b", for: version)"#, #"s.resolution(of: "a.b")"#,
            #"store[SettingKey("a.b", default: false)]"#, #"store[SettingKey<Bool>("a.b", default: false)]"#,
            #"store.values(of: SettingKey<[String: Int]>("a.b", default: [:]))"#,
            #"snapshot[FlagStore.SettingKey<Bool?>.init("a.b", default: nil)]"#,
            #"store[.init("a.b", default: false)]"#, #"store.values(of: .init("a.b", default: false))"#,
            ##"s.value(for: #"a.b"#, default: 1)"##, #"s.value(for: "a\u{2E}b", default: 1)"#,
            #""\(s.value(for: "a.b", default: 1))""#, "s\n  .value(\n    for: /* the name */ \"a.b\",\n default: 1)",
            "#if DEBUG\n#else\ns.value(for: \"a.b\", default: 1)\n#endif",
            "s.value(for: \"\"\"\n  a.b\n  \"\"\", default: 1)",
        ])
    func `a name as text is read for certain`(_ source: String) {
        let found = references(source)
        expect(found.count == 1 && found[0].hasPrefix("read certain a.b: "), "\(found)")
    }

    @Test(
        arguments: [
            "// s.value(for: \"a\", default: 1)", "/* SettingKey(\"a\", default: 1) */",
            #"let text = "SettingKey(\"a\")""#,
            ##"let text = #"s.value(for: "a", default: \(b))"#"##, "func value(for name: String) {}", "value(for: key)",
            #"other(for: "a")"#, #"group("a")"#, #"routes.group("a") { routes in }"#, #"SettingKey(from: decoder)"#,
            #"resolution(of: .payments)"#, #"dictionary.value(forKey: "a")"#,
            #"let key: Key<Int> = .init("a", default: 1)"#,
            #"colors[.init("a")]"#, #"Color.init("a", default: 1)"#, #"Self("a", default: 1)"#,
        ])
    func `other code names nothing`(_ source: String) {
        expect(references(source) == [] && unseen(source) == [])
    }

    @Test func `a key is declared, and its members are read`() {
        let keys =
            #"extension SettingKey where Value == Bool { static let pay = SettingKey("payments", default: false) }"#
        let use = """
            if store[.pay] {}
            for await value in store.values(of: .pay) {}
            show(.pay)
            show(SettingKey.pay)
            store[SettingKey<Bool>.pay]
            store.override(.pay, with: true); store.removeOverride(of: .pay); test.set(.pay, to: true)
            """
        expectEqual(
            references(keys, use),
            [
                #"declaration certain payments: "payments""#, "read likely payments: .pay",
                "read likely payments: .pay",
                "read possible payments: .pay", "read certain payments: SettingKey.pay",
                "read certain payments: SettingKey<Bool>.pay", "override likely payments: .pay",
                "override likely payments: .pay", "override likely payments: .pay",
            ])
        expectEqual(references(use, keys).last, #"declaration certain payments: "payments""#)
    }

    @Test(
        arguments: [
            "static let k = SettingKey(\"n\", default: 1)",
            "static let k: SettingKey<Int> = SettingKey(\"n\", default: 1)",
            "static let k: SettingKey<Int> = .init(\"n\", default: 1)",
            "public static var k: SettingKey<[String: Int]> { SettingKey(\"n\", default: [:]) }",
            "static var k: SettingKey<Int> { return .init(\"n\", default: 1) }".replacing(
                ".init", with: "SettingKey.init"),
            "static var k: SettingKey<Int> { get { SettingKey(\"n\", default: 1) } }",
            "static var k: SettingKey<Int> { .init(\"n\", default: 1) }",
            "static var k: SettingKey<Int> { get { return .init(\"n\", default: 1) } }",
            "static var k: Self { .init(\"n\", default: 1) }", "static let k = Self(\"n\", default: 1)",
            "static var k: Self { Self.init(\"n\", default: 1) }",
            "static let `k` = FlagStore.SettingKey<Int>(\"n\", default: 1)",
        ])
    func `a key can be declared in several ways`(_ declaration: String) {
        let found = references("extension SettingKey {\n\(declaration)\n}\nstore[.k]")
        expectEqual(found, [#"declaration certain n: "n""#, "read likely n: .k"])
    }

    @Test func `keys in other types are read by their path`() {
        let keys = """
            public enum Flags {
                public enum Checkout { public static let style = SettingKey<String>("checkout.style", default: "a") }
                static let all: [any DeclaredSetting] = [Checkout.style, SettingKey("x", default: 1)]
            }
            extension Flags { func f() { store[Checkout.style] } }
            extension Flags.Checkout { func f() { store[style]; store[Self.style] } }
            """
        let use = "store[Flags.Checkout.style]; store[App.Flags.Checkout.style]; f(Checkout.style); f(.style); f(style)"
        expectEqual(
            references(keys, use),
            [
                #"declaration certain checkout.style: "checkout.style""#, #"declaration certain x: "x""#,
                "read certain checkout.style: Checkout.style", "read likely checkout.style: style",
                "read certain checkout.style: Self.style", "read certain checkout.style: Flags.Checkout.style",
                "read certain checkout.style: App.Flags.Checkout.style", "read possible checkout.style: Checkout.style",
            ])
    }

    @Test func `keys that are declared elsewhere are known by their path`() {
        let key = SettingKeyPath(setting: "checkout.style", types: ["Flags", "Checkout"], member: "style")
        expectEqual(
            references("typealias Keys = Flags.Checkout\nstore[Flags.Checkout.style]; store[Keys.style]", keys: [key]),
            [
                "read certain checkout.style: Flags.Checkout.style", "read certain checkout.style: Keys.style",
            ])
    }

    @Test func `constants are keys, and local ones only where they are visible`() {
        let source = """
            let pay = SettingKey("payments", default: false)
            func f() {
                let style = SettingKey("style", default: "a")
                store[style]; store[pay]; log(pay); log(a.pay); log(pay: 1)
            }
            """
        expectEqual(
            references(source, "func g() { store[style]; store[pay] }"),
            [
                #"declaration certain payments: "payments""#, #"declaration certain style: "style""#,
                "read likely style: style", "read likely payments: pay", "read possible payments: pay",
                "read likely payments: pay",
            ])
    }

    @Test(
        arguments: [
            "case .pay: break", "x == .pay", "x != .pay", ".pay(1)", "other.pay", "f().pay", "\\.pay", "let pay = 1",
            "func pay() {}", "configuration.keys = [.pay]", "f(pay: 1)", "Other.pay",
        ])
    func `what only has the name of a key does not read it`(_ use: String) {
        let keys =
            #"extension SettingKey where Value == Bool { static let pay = SettingKey("payments", default: false) }"#
        expectEqual(references(keys, use).count, 1, "\(references(keys, use))")
    }

    @Test func `a group reads its settings`() throws {
        let source = #"store.group("checkout", as: Checkout.self); snapshot.group("a.b")"#
        expectEqual(
            references(source), [#"read certain group checkout: "checkout""#, #"read likely group a.b: "a.b""#])
        let tokens = SwiftTokens(scanning: Array(source.utf8))
        let reference = try #require(CodeReferences(in: [tokens]).references.first)
        expect(reference.names("checkout.style") && !reference.names("checkout") && !reference.names("checkouts.style"))
    }

    @Test(
        arguments: [
            (#"SettingKey("a.\(b)c", default: 1)"#, #"interpolation(head: Optional("a.")): "a.\(b)c""#),
            (#"s.value(for: "\(b)", default: 1)"#, #"interpolation(head: Optional("")): "\(b)""#),
            ("SettingKey(name, default: 1)", "expression: name"),
            (#"SettingKey("a" + b, default: 1)"#, #"expression: "a""#),
            ("s.value(for: name, default: 1)", "expression: name"),
            ("s.resolution(of: name, for: version)", "expression: name"),
            ("store.group(name, as: Model.self)", "expression: name"), ("store.group(as: Model.self)", "model: group"),
            (#"s.value(for: "\q", default: 1)"#, #"expression: "\q""#),
            ("\"a", "problem(FlagReferences.SwiftScanProblem.Kind.unterminatedString): \"a"),
        ])
    func `what cannot be seen is listed`(_ source: String, _ expected: String) {
        expectEqual(unseen(source), [expected])
        expectEqual(references(source), [])
    }
}

extension CodeReferencesTests {
    /// Each of these took quadratic time or memory in a first version.
    @Test(
        .long,
        arguments: [
            ("#if A\n{", 20_000), ("struct A { a ", 20_000), ("a.", 20_000), ("keys = [", 20_000),
            ("SettingKey<", 20_000), ("value(for: ", 20_000),
            ("static let a = SettingKey(\"a\", default: a)\n", 5_000),
            ("func f() { let a = SettingKey(\"a\", default: a) }\n", 5_000),
            ("enum A { static let a = SettingKey(\"a\", default: a)\n", 2_000), ("\"\\(", 20_000), ("#\"\"\"", 20_000),
        ])
    func `repetition costs no more than its length`(_ part: String, _ count: Int) {
        let key = #"extension SettingKey { static let a = SettingKey("a", default: 1) }"#
        let tokens = SwiftTokens(scanning: Array((key + String(repeating: part, count: count)).utf8))
        expect(!CodeReferences(in: [tokens]).references.isEmpty)
    }

    @Test func `keys with one name in many types and functions are told apart`() {
        let sources = (0..<500).map { number in
            "enum T\(number) { static let a = SettingKey(\"a\(number)\", default: 1); func f() { a; T\(number).a } }\n"
        }
        let expected = (0..<500).flatMap { ["read possible a\($0): a", "read certain a\($0): T\($0).a"] }
        let found = references(sources.joined()).filter { !$0.hasPrefix("declaration") }
        expectEqual(found, expected)
    }

    @Test func `every branch of a condition begins in the same type`() {
        let source = """
            enum Keys {
            #if DEBUG
                struct Debug {
            #else
                static let b = SettingKey("b", default: 1)
            #endif
            }
            static let c = SettingKey("c", default: 1)
            store[Keys.b]; store[Keys.Debug.c]
            """
        expect(references(source).contains("read certain b: Keys.b"))
    }
}
