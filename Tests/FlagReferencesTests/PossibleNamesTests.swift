import FlagReferences
import TestSupport
import Testing

/// Names that are expressions: what they can be, and what keeps them from being known.
extension CodeInventoryTests {
    @Test(arguments: [
        (
            "func on(_ a: Bool) -> Bool { store[SettingKey(a ? \"legacyFlag\" : \"newSearch\", default: false)] }",
            "legacyFlag newSearch"
        ),
        (
            "func on(_ a: Bool) -> Bool { store[SettingKey(a ? \"legacyFlag\" : (a ? \"newSearch\" : \"c\"), default: false)] }",
            "c legacyFlag newSearch"
        ),
        ("func on() -> Bool { let n = \"legacyFlag\"; return store[SettingKey(n, default: false)] }", "legacyFlag"),
        ("let n = \"legacyFlag\"\nfunc on() -> Bool { store[SettingKey(n, default: false)] }", "legacyFlag"),
        (
            "enum Names { static let old = \"legacyFlag\" }\nfunc on() -> Bool { store[SettingKey(Names.old, default: false)] }",
            "legacyFlag"
        ),
        (
            "struct S { private let n = \"legacyFlag\"; var on: Bool { store[SettingKey(n, default: false)] } }",
            "legacyFlag"
        ),
        (
            "enum N: String { case legacyFlag, new = \"newSearch\" }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.rawValue, default: false)] }",
            "legacyFlag newSearch"
        ),
        (
            "enum N: String { case legacyFlag; var isOn: Bool { store[SettingKey(rawValue, default: false)] } }",
            "legacyFlag"
        ),
        (
            "enum N: String { case legacyFlag }\nextension N { func on() -> Bool { store[SettingKey(self.rawValue, default: false)] } }",
            "legacyFlag"
        ),
        (
            "enum N: String { case legacyFlag, b }\nlet on = store[SettingKey(N.legacyFlag.rawValue, default: false)]",
            "legacyFlag"
        ),
        (
            "enum N: String { case legacyFlag }\nstruct V { var flag: N; var on: Bool { store[SettingKey(flag.rawValue, default: false)] } }",
            "legacyFlag"
        ),
        (
            "enum N { case a, b; var key: String { switch self { case .a: return \"legacyFlag\"; case .b: return \"newSearch\" } } }\n"
                + "func on(_ n: N) -> Bool { store[SettingKey(n.key, default: false)] }",
            "legacyFlag newSearch"
        ),
        (
            "func on(_ n: String = \"legacyFlag\", _ s: SettingsStore) -> Bool { s[SettingKey(n, default: false)] }\nprint(on(\"newSearch\", s))",
            "legacyFlag newSearch"
        ),
        (
            "func on(in m: Int, _ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(in: 1, \"legacyFlag\"))",
            "legacyFlag"
        ),
        (
            "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc on(key: Int) -> Bool { true }\nprint(on(key: 1), on(\"legacyFlag\"))",
            "legacyFlag"
        ),
        (
            "enum N: String { case legacyFlag }\nfunc on(_ n: N) -> Bool { on(n.rawValue) }\nfunc on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(.legacyFlag))",
            "legacyFlag"
        ),
        (
            "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc show(_ sender: UISwitch) { use(sender.isOn) }\nprint(isOn(\"legacyFlag\"))",
            "legacyFlag"
        ),
        (
            "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { let isOn = isOn(\"legacyFlag\"); use(isOn) }",
            "legacyFlag"
        ),
        (
            "struct Flag { let name: String; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"legacyFlag\").on)",
            "legacyFlag"
        ),
        (
            "struct Flag { private let key: String; init(_ name: String) { key = name }; var on: Bool { store[SettingKey(key, default: false)] } }\n"
                + "let all: [Flag] = [Flag(\"legacyFlag\"), .init(\"newSearch\")]",
            "legacyFlag newSearch"
        ),
        (
            "@propertyWrapper struct Flag { let name: String; init(_ name: String) { self.name = name }; var wrappedValue: Bool { store[SettingKey(name, default: false)] } }\n"
                + "struct V { @Flag(\"legacyFlag\") var isOn }",
            "legacyFlag"
        ),
        (
            "class V: UIViewController { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { print(on(\"legacyFlag\")) } }",
            "legacyFlag"
        ),
        (
            "func f(_ s: SettingsSnapshot, _ k: SettingKey<Bool>) { _ = s.value(for: k.name, default: false) }\nf(s, SettingKey(\"legacyFlag\", default: true))",
            "legacyFlag"
        ),
        ("func f(_ s: SettingsSnapshot, _ n: String) { _ = s.resolution(of: n) }\nf(s, \"legacyFlag\")", "legacyFlag"),
    ])
    func `names are followed to the literals that they can be`(_ code: String, _ names: String) {
        let inventory = Self.inventory(code)
        let read = Set(inventory.references.filter { $0.kind == .read }.map(\.name)).sorted().joined(separator: " ")
        expect(inventory.unseen.isEmpty && read == names, "\(inventory.unseen) \(read)")
    }

    @Test(arguments: [
        // Values that are made when the code runs.
        "func on(_ a: Bool) -> Bool { store[SettingKey(a ? \"a\" : \"b\" + c, default: false)] }",
        "func on(_ a: Bool) -> Bool { store[SettingKey(a ? \"a\" : b ? \"c\" : d, default: false)] }",
        "func on() -> Bool { let n = \"a\" + b; return store[SettingKey(n, default: false)] }",
        "var n = \"a\"\nfunc on() -> Bool { store[SettingKey(n, default: false)] }",
        "struct S { var n = \"a\"; var on: Bool { store[SettingKey(n, default: false)] } }",
        "struct S { lazy var n = \"a\"; var on: Bool { store[SettingKey(n, default: false)] } }",
        "func made() -> String { x }\nfunc on(_ n: String = made()) -> Bool { store[SettingKey(n, default: false)] }\nprint(on())",
        "func on(_ n: String...) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"))",
        // Names that mean something else where they are used.
        "let n = \"a\"\nfunc on() -> Bool { do { let n = x; return store[SettingKey(n, default: false)] } }",
        "func on() -> Bool { if a { let n = \"a\"; use(n) }; return store[SettingKey(n, default: false)] }",
        "let n = \"a\"\nstruct S { let n: String; var on: Bool { store[SettingKey(n, default: false)] } }\nprint(S(n: x))",
        "let title = \"a\"\nclass V: UIViewController { var on: Bool { store[SettingKey(title, default: false)] } }",
        "let n = \"a\"\nprotocol P {}\nextension P { var n: String { x } }\nstruct S: P { var on: Bool { store[SettingKey(n, default: false)] } }",
        "let n = \"a\"\nlet all = xs.map { n in store[SettingKey(n, default: false)] }",
        "func f() { for n in xs { let on = store[SettingKey(n, default: false)] } }\nlet n = \"a\"",
        // Enums.
        "enum N: String { case a; var rawValue: String { x } }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.rawValue, default: false)] }",
        "protocol P {}\nextension P { var rawValue: String { x } }\nenum N: String, P { case a }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.rawValue, default: false)] }",
        "struct N: RawRepresentable { let rawValue: String }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.rawValue, default: false)] }",
        "enum N: String { case a }\nfunc on<N: RawRepresentable>(_ n: N) -> Bool where N.RawValue == String { store[SettingKey(n.rawValue, default: false)] }",
        "enum N { case a; var key: String { switch self { case .a: .made } } }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.key, default: false)] }",
        "enum N { case a, b; var key: String { switch self { case .a: \"a\"; case .b: .made } } }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.key, default: false)] }",
        "enum N { case a, b; var key: String { switch self { case .a: \"a\"; case .b: \"b\" + x } } }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.key, default: false)] }",
        // Calls that are not seen.
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"), xs.map(on(_:)))",
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { let on = on; print(xs.map(on)) }\nprint(on(\"a\"))",
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { if let on = x { print(on) }; print(xs.map(on)) }\nprint(on(\"a\"))",
        "extension String { static var made: String { x } }\nfunc on(_ n: Int) {}\nfunc on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(.made), on(\"a\"))",
        "struct S { func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nfunc f(_ sender: S) { print(xs.map(sender.isOn), sender.isOn(\"a\")) }",
        "class V: UIViewController { @objc func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { print(on(\"a\")) } }",
        "class V: UIViewController { override func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { print(on(\"a\")) } }",
        "class V: UIViewController { override @MainActor func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { print(on(\"a\")) } }",
        "class V: UIViewController, Watcher { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { print(on(\"a\")) } }",
        // Declarations that give a name another meaning elsewhere.
        "class Flag { let key: SettingKey<Bool>; init(_ name: String) { key = SettingKey(name, default: false) } }\nclass Other: Flag {}\nlet flag = Flag(\"a\")",
        "func isOn(_ n: String) -> Bool { core(n) }\nfunc isOn(_ n: String, for user: Int) -> Bool { core(n) }\nfunc core(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(isOn(\"a\"), isOn(x, for: 1))",
        "struct Flag { let name: String; static func made(_ n: String) -> Self { Self(name: n + \"b\") }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"a\"))",
        "protocol Has { associatedtype Item }\nstruct Flag { let name: String; var on: Bool { store[SettingKey(name, default: false)] } }\nstruct Maker: Has { typealias Item = Flag; func make() -> Item { Item(name: x) } }\nprint(Flag(name: \"a\"))",
        "let search = \"a\"\nstruct S { let store: SettingsStore, search: String; var on: Bool { store[SettingKey(search, default: false)] } }",
        "let search = \"a\"\nstruct S { let (limit, search) = pair; var on: Bool { store[SettingKey(search, default: false)] } }",
        "let n = \"a\"\nclass B { class override func on(n: String) -> Bool { store[SettingKey(n, default: false)] } }",
        "func on(_ a: Bool, named n: String, b: Bool) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(1 < 2, named: x, b: 3 > 2), on(true, named: \"a\", b: true))",
        "enum N: String { case a; static func on(rawValue: String) -> Bool { store[SettingKey(rawValue, default: false)] } }",
        "extension SettingKey { var name: String { x } }\nfunc f(_ s: SettingsSnapshot, _ k: SettingKey<Bool>) { _ = s.value(for: k.name, default: false) }",
        "enum Names { static let old = \"a\" }\nstruct S<Names: P> { var on: Bool { store[SettingKey(Names.old, default: false)] } }",
        "enum Names { static let old = \"a\" }\nstruct S { enum Names { static let old = x }; var on: Bool { store[SettingKey(Names.old, default: false)] } }",
        "let n = \"a\"\nprotocol P where Self: B {}\nclass B { var n: String { x } }\nextension P { var on: Bool { store[SettingKey(n, default: false)] } }",
        "let n = x\nfunc on(_ a: Int) -> Bool { switch a { case 1: let n = \"a\"; use(n); default: return store[SettingKey(n, default: false)] } }",
        "struct S { func isOn(named n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(S().isOn(named: \"a\"), xs.map(S.isOn(s)))",
        "extension String { func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(String.isOn(\"a\")(x))",
        "class B { func on(_ n: String = \"a\") -> Bool { false } }\nclass C: B { override func on(_ n: String = x) -> Bool { store[SettingKey(n, default: false)] } }\nprint(B().on())",
        "enum N { case a; @Made var key: String { switch self { case .a: \"a\" } } }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.key, default: false)] }",
        "struct Flag { let name: String; init(_ n: String) { name = \"a\"; if let self = other { print(self) } }; var on: Bool { store[SettingKey(self.name, default: false)] } }",
        "infix operator +++: Low\nfunc +++ (a: String, b: String) -> String { a }\nfunc on(_ a: Bool) -> Bool { store[SettingKey(x +++ a ? \"a\" : \"b\", default: false)] }",
        "let n = \"a\"\n    #if B\n    .appending(x)\n    #endif\nfunc on() -> Bool { store[SettingKey(n, default: false)] }",
        "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nlet kind = t.class\nisOn(x)\nprint(isOn(\"a\"))",
        "@_silgen_name(\"f\") func on(_ n: String)",
        // Receivers and values that can have the function after all.
        "extension SettingsStore { func isOn(_ n: String) -> Bool { self[SettingKey(n, default: false)] } }\nfunc f(_ s: SettingsStore) { print(xs.filter(s.isOn), s.isOn(\"a\")) }",
        "extension Encodable { func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nstruct User: Codable {}\nfunc f(_ user: User) { print(xs.filter(user.isOn), user.isOn(\"a\")) }",
        "struct T { static func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nfunc f(_ toggles: T.Type) { print(xs.filter(toggles.isOn), T.isOn(\"a\")) }",
        "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { guard let isOn = cached else { return xs.filter(isOn) } }\nprint(isOn(\"a\"))",
        "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { let isOn = if let cached { cached } else { xs.filter(isOn) } }\nprint(isOn(\"a\"))",
        "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc f() { let test = isOn\n(a, b) = (b, a) }\nprint(isOn(\"a\"))",
        "func isOn(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nlet test = a ? try isOn : isOff\nprint(isOn(\"a\"))",
        "enum Key: String { case a }\nextension NSAttributedString { func on(_ key: Key) -> Bool { store[SettingKey(key.rawValue, default: false)] } }",
        "protocol P where Self: Decodable {}\nstruct Flag: P { let name: String; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"a\"))",
        "enum N { case a; @Builders.Made<Int> var key: String { switch self { case .a: \"a\" } } }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.key, default: false)] }",
        "extension SettingKey where Value == Bool { static func on(_ n: String, extension e: String) -> Self { Self(n + e, default: false) } }",
        "struct Flag { let name: String; var title: String { @storageRestrictions(initializes: name) init { name = newValue } get { name } }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"a\"))",
        // Initialisers.
        "struct Flag { let name: String; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"a\"), Flag(name: x))",
        "struct Flag { var name: String; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"a\"))",
        "struct Flag: Codable { let name: String; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(name: \"a\"))",
        "struct Flag { let name: String; init(_ n: String) { name = n.lowercased() }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(\"a\"))",
        "struct Flag { let name: String; init(_ n: String) { (name, x) = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(\"a\"))",
        "struct Flag { let name: String; init(_ n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(\"a\"), xs.map(Flag.init))",
        "struct Flag { let name: String; init(_ n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(\"a\"), xs.map(Flag.init(_:)))",
        "struct Flag { let name: String; init(_ n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nlet flag: Flag = .init(x)\nprint(Flag(\"a\"))",
        "struct Flag { let name: String; init(_ n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\ntypealias F = Flag\nprint(Flag(\"a\"), F(x))",
        "class Flag { let name: String; init(_ n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nclass G: Flag {}\nprint(Flag(\"a\"), G(x))",
        "protocol P { init(_ n: String) }\nstruct Flag: P { let name: String; init(_ n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(\"a\"))",
        "struct Flag: ExpressibleByStringLiteral { let name: String; init(stringLiteral n: String) { name = n }; var on: Bool { store[SettingKey(name, default: false)] } }\nprint(Flag(stringLiteral: \"a\"))",
    ])
    func `a name that something else can decide is not known`(_ code: String) {
        expect(!Self.inventory(code).unseen.isEmpty)
    }

    @Test func `a place says because of which other place a name is not known`() throws {
        let code = "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"), on(x))"
        let cause = try #require(Self.inventory(code).unseen.first?.cause)
        expectEqual(String(decoding: Array((Self.head + code).utf8)[cause.span], as: UTF8.self), "x")
    }
}
