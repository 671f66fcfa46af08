import FlagReferences
import TestSupport
import Testing

struct CodeInventoryTests {
    static let head =
        "import FlagStore\nimport TolerantDecoding\nlet store = SettingsStore(appVersion: version)\n"
    private static let settings = ["legacyFlag", "newSearch", "checkout.style", "page_size"]

    static func inventory(_ code: String) -> CodeInventory {
        let keys = [
            SettingKeyPath(setting: "legacyFlag", types: ["Flags"], member: "legacyFlag"),
            SettingKeyPath(setting: "checkout.style", types: ["Flags", "Checkout"], member: "style"),
        ]
        let source = ScannedSource(SwiftTokens(scanning: Array((head + code).utf8)))
        return CodeInventory(of: [source], keys: keys, settings: settings, modules: ["Shop"])
    }

    private static let nameless = "let on = store[SettingKey(name, default: false)]"

    @Test(arguments: [
        // Other names of the type of keys, and keys whose type is not written.
        "typealias Flag = SettingKey", "typealias Flag<T: SettingValue> = SettingKey<T>",
        "let on = store[.init(name, default: false)]",
        "let on = read(.init(name, default: false))", "let make = SettingKey<Bool>.init",
        "let kind = SettingKey<Bool>.self",
        "let make: (String, Bool) -> SettingKey<Bool> = SettingKey<Bool>.init(_:default:)",
        "let on = store[type(of: key).init(name, default: false)]",
        "let on = store[`SettingKey`(name, default: false)]",
        "extension SettingKey where Value == Bool { init(text: String) { self.init(text, default: false) } }",
        "extension SettingKey where Value == Bool { static var make: (String, Bool) -> Self { Self.init } }",
        "extension SettingKey: Made where Value == Bool {}", "extension Maker where K == SettingKey<Bool> {}",
        "for key in all { if let key = key as? SettingKey<Bool> { print(store[key]) } }",
        "let on = store[SettingKey<\(String(repeating: "A<", count: 70))Bool\(String(repeating: ">", count: 70))>(name, default: x)]",
        // Names that are put together.
        nameless, "#if DEBUG\n\(nameless)\n#endif", #"let on = store[SettingKey("legacy" + "Flag", default: false)]"#,
        #"let on = store[SettingKey("legacy\(suffix)", default: false)]"#,
        "let on = store[SettingKey(#function, default: false)]",
        "let read: (String) -> Bool = { store[SettingKey($0, default: false)] }",
        "func f(_ document: SettingsDocument) { print(document.resolution(of: name, for: context)) }",
        "func f(_ snapshot: SettingsSnapshot) { print(snapshot.resolution(of: name)) }",
        "func f(_ snapshot: SettingsSnapshot) { print(snapshot.value(for: name, default: [\(String(repeating: "1, ", count: 300))])) }",
        // Functions as values.
        "func f(_ snapshot: SettingsSnapshot) { read(snapshot.value) }",
        "func f(_ s: SettingsSnapshot) { read(s.value(for:default:)) }",
        "func f(_ s: SettingsSnapshot) { print(SettingsSnapshot.value(s)(name, false)) }",
        // All values, groups and models that are not known.
        "let on = store.settings.first { $0.name == name }", "let on = flag ? store.settings : []",
        "let on = store[keyPath: \\SettingsStore.settings]",
        "typealias Store = SettingsStore\nfunc f(_ s: Store) { print(s.settings) }",
        "extension SettingsStore { var all: [SettingSummary] { settings } }", "use { store in print(store.settings) }",
        "let g: G? = store.group(name)", "let g: G? = store.group()", "let g: StoreSequence<G?> = store.values()",
        "extension SettingsStore { func g(_ n: String) -> G? { group(n) } }", "let g = store.group(as: Other.self)",
        "func f<T: Decodable>(_ d: SettingsDocument, _: T.Type) throws -> T { try d.decode(T.self, for: context) }",
        "let m = try JSONDecoder().decode([String: PropertySetting<Bool>].self, from: data)",
        "struct M: Decodable { let x: PropertySetting<Bool> }\nlet m = try JSONDecoder().decode([String: M].self, from: data)",
        "struct M: Decodable { let x: Bool; init(from d: any Decoder) throws { x = try f(d, PropertySetting<Bool>.self) } }",
        "struct M: Decodable { let x: PropertySetting<Bool>; init(from d: any Decoder) throws { x = try f(d) } }",
        "struct M: Decodable { let x: PropertySetting<Bool> }\ndecoder.keyDecodingStrategy = .custom { _ in key }",
        "struct M: Decodable { let x: PropertySetting<Bool>; enum CodingKeys: CodingKey { case x; var stringValue: String { name } } }",
        "struct M: Decodable { let x: PropertySetting<Bool>; typealias CodingKeys = Keys }",
        "struct M: Decodable { let x: PropertySetting<Bool>; let y: NumberedFamily<String> }",
        "struct M: Decodable { @Wrapped var x: PropertySetting<Bool> }",
        "struct M: Decodable { var x = makeSetting() }",
        "enum M: Decodable { case x(PropertySetting<Bool>) }",
        "struct M<T: Decodable>: Decodable { let x: PropertySetting<T> }",
        "class A: Decodable { let x: PropertySetting<Bool> }\nclass B: A { let y: PropertySetting<Bool> }",
        "typealias P = PropertySetting\nstruct M: Decodable { let x: P<Bool> }",
        "struct M: SettingsModel { @Setting(name) var x = true }",
        "func f<T: Decodable>() throws -> T { try JSONDecoder().decode(T.self, from: data) }\nlet s: PropertySetting<Bool> = try f()",
        "let s = try PropertySetting<Bool>(from: decoder)",
        // Functions that take names, and are called in ways that are not seen.
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }",
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"), on(name))",
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"), names.map(on))",
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nif let f = features?.on { print(on(\"a\")) }",
        "func on(_ n: String = name) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"), on())",
        "func on(_ n: String) -> Bool { let n = n + x; return store[SettingKey(n, default: false)] }\nprint(on(\"a\"))",
        "func on(_ n: String) -> [Bool] { names.map { n in store[SettingKey(n, default: false)] } }\nprint(on(\"a\"))",
        "@objc func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"))",
        "class V: Delegate { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(V().on(\"a\"))",
        "struct F { func callAsFunction(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(F()(\"a\"))",
        "struct F { subscript(dynamicMember n: String) -> Bool { store[SettingKey(n, default: false)] } }",
        "prefix func § (n: String) -> Bool { store[SettingKey(n, default: false)] }",
        // Names that have another meaning in the body of a function, or callers that are not seen.
        "func on(_ n: String) -> Bool { for (_, n) in [1: x] { return store[SettingKey(n, default: false)] }; return false }\nprint(on(\"a\"))",
        "func on(_ n: String) -> [Bool] { xs.map { @Sendable n in store[SettingKey(n, default: false)] } }\nprint(on(\"a\"))",
        "func on(_ n: String) -> [Bool] { xs.map { [n = x] in store[SettingKey(n, default: false)] } }\nprint(on(\"a\"))",
        "func on(_ n: String) -> [Bool] { xs.map { $n in store[SettingKey(n, default: false)] } }\nprint(on(\"a\"))",
        "func on(_ n: String) { var x: Int { get { 1 } set(n) { read(store[SettingKey(n, default: false)]) } } }\non(\"a\")",
        "func on(@Trimmed _ n: String) -> Bool { store[SettingKey(n, default: false)] }\nprint(on(\"a\"))",
        "func on(n x: String, n y: String) -> Bool { store[SettingKey(y, default: false)] }\nprint(on(n: \"a\", n: z))",
        "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nfunc |> (f: F, x: String) {}\nprint(on(\"a\"), on |> x)",
        "protocol P: UITextFieldDelegate {}\nclass V: P { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(V().on(\"a\"))",
        "@objc protocol P {}\nclass V: P { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(V().on(\"a\"))",
        "@objcMembers class B {}\nclass V: B { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\nprint(V().on(\"a\"))",
        "struct V { func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] } }\ntypealias W = V\nextension W: Delegate {}\nprint(V().on(\"a\"))",
        // Keys of types that the code does not declare, and casts to collections.
        "protocol P { associatedtype Key = SettingKey<Bool> }\nstruct S: P { func f(_ n: String) -> Key { Key(n, default: false) } }",
        "extension [SettingKey<Bool>] { func f(_ n: String) -> Element { Element(n, default: false) } }",
        "extension SettingKey<Bool>? { func f(_ n: String) -> Wrapped { Wrapped(n, default: false) } }",
        "let all = list as? [SettingKey<Bool>]", "let all = list as! [String: SettingKey<Bool>]",
        "switch x { case let k as [SettingKey<Bool>]: read(k); default: break }",
        "func cast<T>(_ x: Any) -> [T]? { x as? [T] }\nprint(Flags.all.compactMap { cast($0) })",
        // Strings with the names of keys.
        "func f() { let key = SettingKey(\"a\", default: true) }\nfunc g(_ key: String, _ d: SettingsDocument) { _ = d.resolution(of: key, for: c) }",
        "extension String { static var search: String { x } }\nextension SettingKey<Bool> { static var search: Self { Self(\"a\", default: true) } }\nfunc f(_ s: SettingsSnapshot) { _ = s.resolution(of: .search) }",
        "extension SettingKey<Bool> { static var start: String { x } }\nfunc f(_ s: SettingsSnapshot) { _ = s.value(for: SettingKey<Bool>.start + \"b\", default: 1) }",
        // All values.
        "extension SettingsStore { func f() { struct Local {}; print(self.settings) } }",
        "func f() { let s = Services(store).settingsStore; print(s.settings) }",
        "@dynamicMemberLookup struct P { let s: SettingsStore }\nfunc f(_ p: P) { print(p.settings) }",
        // Types that are inferred.
        "struct F: Decodable { let on: Bool; init(from d: any Decoder) throws { let s: PropertySetting<Bool> = try .init(from: d); on = s.value } }",
        "func make<T: Decodable>(_ d: any Decoder) throws -> T { try T(from: d) }\nlet s: PropertySetting<Bool> = try make(d)",
        "func f(_ x: some Decodable) throws { try c.decode(type(of: x)) }\nlet s: PropertySetting<Bool> = read(d)",
        "struct M: Decodable { let on: Bool; init(_ s: PropertySetting<Bool>) { on = s.value }; init(from d: any Decoder) throws { self.init(try .init(from: d)) } }",
        // Models under other spellings, with other keys, or in other places.
        "struct M { let x: PropertySetting<Bool> }\ntypealias N = M\nextension N: Decodable { init(from d: any Decoder) throws { x = read(d) } }",
        "struct M: Decodable { let x: PropertySetting<Bool> }\nextension App.M { init(from d: any Decoder) throws { x = read(d) } }",
        "struct M: SettingsModel { @Setting(\"a\") var x = false; init() { _x = Setting(wrappedValue: false, name) } }",
        "struct M: SettingsModel { @Setting(\"a\") var x = false; init() { _x = .init(wrappedValue: false, name) } }",
        "protocol K: CodingKey {}\nextension K { var stringValue: String { name } }\nstruct M: Decodable { let x: PropertySetting<Bool>; enum CodingKeys: String, K { case x } }",
        "extension KeyedDecodingContainer { func decode<T: Decodable>(_ t: T.Type, forKey k: Key) throws -> T { read(k) } }\nstruct M: Decodable { let x: PropertySetting<Bool> }",
        "struct M: Decodable { let x: PropertySetting<Bool>; enum CodingKeys: String, CodingKey {\n#if A\ncase x = \"a\"\n#else\ncase x = \"b\"\n#endif\n} }",
        "extension JSONDecoder.KeyDecodingStrategy { static var lowerCamelCase: Self { .custom(f) } }\nstruct M: Decodable { let x: PropertySetting<Bool> }",
        "struct D: Decoder {}\nstruct M: Decodable { let x: PropertySetting<Bool> }",
        "struct M: Decodable { let x: PropertySetting<Bool> }\nfunc like<T: Decodable>(_ x: T) throws -> T { try T(from: d) }\nprint(try like(m.x).value)",
        "struct M: Decodable { let x: PropertySetting<Bool> }\nprint(try c.decode(type(of: m.x), forKey: k).value)",
        "func f(_ pair: (SettingsDocument, Int)) { for (d, _) in [pair] { use(d.value) } }\nfunc use(_ f: (String, Bool) -> Bool) {}",
        "extension Flags { static let type = Checkout.self }",
        "enum A { typealias Keys = Other }\ntypealias Keys = Flags",
        // Generated keys under other names.
        "extension Flags { static func f() { let all: KeyValuePairs = [legacyFlag: 1] as [SettingKey<Bool>: Int] } }",
        "let flags = App.Flags.self", "extension Flags { typealias Pay = Checkout }\nprint(store[Flags.Pay.style])",
        "prefix operator /", "infix operator </>",
        "func f(_ key: SettingKey<Bool>) {}\nfunc g(_ d: SettingsDocument) { let a = 1, key = x; _ = d.resolution(of: key, for: c) }",
        "protocol P { typealias Pay = Flags.Checkout }",
        // Generated keys under other names, and code that is not given.
        "let flags = Flags.self", "extension Flags: Listed {}", "struct Cart { let flags: Scope<Flags.Checkout> }",
        "struct Flags: OptionSet { let rawValue: Int }\nlet keys = Flags.Checkout.self\nprint(store[keys.style])",
        "typealias A = Flags\ntypealias B = A\nprint(store[B.legacyFlag])",
        "typealias A = Flags\nextension A { static var on: Bool { store[legacyFlag] } }",
        "print(store[Experiments.search])",
        "func cast<T>(_ x: Any) -> T? { x as? T }\nprint(Flags.all.compactMap { cast($0) })", "import Features",
        "@testable import FlagStore",
        "@freestanding(expression) macro on(_ n: String) -> Bool = #externalMacro(module: m, type: t)",
    ])
    func `code that can hide a read is not complete`(_ code: String) {
        expect(!Self.inventory(code).unseen.isEmpty)
    }

    @Test(arguments: [
        (#"let on = store[SettingKey("legacyFlag", default: false)]"#, "legacyFlag"),
        (
            "struct M: Decodable { let newSearch: PropertySetting<Bool> }\nlet m = try JSONDecoder().decode(M.self, from: data)",
            "newSearch"
        ),
        (
            "struct M: SettingValue { let newSearch: PropertySetting<Bool> }\nlet m = try JSONDecoder().decode(M.self, from: data)",
            "newSearch"
        ),
        (
            "protocol P where Self: Decodable {}\nstruct M: P { let newSearch: PropertySetting<Bool> }\nlet m = try JSONDecoder().decode(M.self, from: data)",
            "newSearch"
        ),
        (
            "enum L: String, Codable { case lazy }\nstruct M: Decodable { var l: L? = .lazy\nvar newSearch: PropertySetting<Bool> }",
            "l newSearch"
        ),
        (
            "let list: [any DeclaredSetting] = [SettingKey(\"legacyFlag\", default: true)].filter { store[$0] }",
            "legacyFlag"
        ),
        ("struct V { var title: String?, flag = SettingKey(\"legacyFlag\", default: true) }", "legacyFlag"),
        (
            "struct M: Decodable { let x: PropertySetting<Bool>?; enum CodingKeys: String, CodingKey { case x = \"newSearch\" } }",
            "newSearch"
        ),
        (
            "struct M: Decodable { let checkout: C }\nstruct C: Decodable { let style: PropertySetting<String> }",
            "checkout.style"
        ),
        (
            "struct M: Decodable { let checkout: C?; struct C: Codable { var style: PropertySetting<String> } }",
            "checkout.style"
        ),
        (
            "struct M: SettingsModel { @Setting(\"page_size\", aliases: \"pageLength\") var size = 20 }",
            "pageLength page_size"
        ),
        (
            "struct M: SettingsModel { @Setting var checkout = C() }\nstruct C: SettingsModel { @Setting var style = \"a\" }",
            "checkout.style"
        ),
        (
            "struct M: Decodable { let pageSize: PropertySetting<Int> }\nlet d = JSONDecoder.tolerant(appVersion: v)",
            "pageSize page_size"
        ),
        (
            "struct M: Decodable { let newSearch: PropertySetting<Bool> }\nfunc f(_ d: SettingsDocument) { _ = d.decode(M.self, for: v) }",
            "newSearch"
        ),
        (
            "struct C: Decodable { let style: PropertySetting<String> }\nlet c = store.group(\"checkout\", as: C.self)",
            "checkout"
        ),
        ("let c = store.values(ofGroup: \"checkout\", as: C.self)", "checkout"),
        (
            "struct Checkout: Decodable { let style: PropertySetting<String> }\nlet c = store.group(\"checkout\", as: Checkout.self)\n"
                + "print(store[Flags.Checkout.style])",
            "checkout checkout.style"
        ),
        (
            "func on(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nif on(\"legacyFlag\") {}",
            "legacyFlag"
        ),
        (
            "struct R { func on(named n: String) -> Bool { inner(n) } }\nfunc inner(_ n: String) -> Bool { store[SettingKey(n, default: false)] }\nR().on(named: \"newSearch\")",
            "newSearch"
        ),
        ("struct Keys { let old = SettingKey(\"legacyFlag\", default: false) }\nprint(store[keys.old])", "legacyFlag"),
        ("struct Keys { let old = SettingKey(\"legacyFlag\", default: false) }\nlet path = \\Keys.old", "legacyFlag"),
        (
            "let keys = [SettingKey(\"legacyFlag\", default: false)]\nfor key in keys { print(store[key]) }",
            "legacyFlag"
        ),
        (
            "func set(_ k: SettingKey<Bool>, to: Bool) -> Bool { store[k] }\nset(SettingKey(\"legacyFlag\", default: true), to: true)",
            "legacyFlag"
        ),
        (
            "extension Flags { static let names: KeyValuePairs = [style: 1, legacyFlag: 2] }",
            "legacyFlag"
        ),
        (
            "struct M { let newSearch: PropertySetting<Bool> }\ntypealias N = M\nextension N: Decodable {}", "newSearch"
        ),
        (
            "struct M: Decodable { var checkout = C() }\nstruct C: Decodable { var style: PropertySetting<String> }",
            "checkout.style"
        ),
        (
            "struct M: Decodable { let checkout: N }\ntypealias N = C\nstruct C: Decodable { let style: PropertySetting<String> }",
            "checkout.style"
        ),
        (
            "struct M: Decodable { let checkout: C }\nstruct C: Decodable { let style: PropertySetting<String> }\nlet c = try C(from: decoder)",
            "checkout.style style"
        ),
        ("@propertyWrapper struct W { var wrappedValue = SettingKey(\"legacyFlag\", default: true) }", "legacyFlag"),
        (
            "struct K: EnvironmentKey { static let defaultValue = SettingKey(\"legacyFlag\", default: true) }",
            "legacyFlag"
        ),
        (
            "func on(_ n: String) -> [Bool] { print(\"\\(n)\", n.count, [n: n]); return xs.map { x in x && store[SettingKey(n, default: false)] } }\nif on(\"legacyFlag\") {}",
            "legacyFlag"
        ),
        (
            "struct M: Decodable { let newSearch: PropertySetting<Bool> }\nfunc load<T: Decodable>(_ t: T.Type) throws -> T { try JSONDecoder().decode(T.self, from: d) }\n"
                + "func show(_ s: PropertySetting<Bool>) {}\nshow(config.newSearch)\nlet s: PropertySetting<Bool> = config.newSearch",
            "newSearch"
        ),
        (
            "func line<V>(_ s: StoreSnapshot, _ key: SettingKey<V>) -> V { s.resolution(of: key).value }\nfunc other(_ key: String, _ d: SettingsDocument) {}",
            ""
        ),
        ("store.override(SettingKey(\"legacyFlag\", default: true), with: false)", ""),
        ("let old = SettingKey(\"legacyFlag\", default: true)\nlet list: [any DeclaredSetting] = [old]", ""),
        (
            "print(store[Flags.legacyFlag], store.resolution(of: Flags.Checkout.style, for: c))",
            "checkout.style legacyFlag"
        ),
        ("configuration.keys = Flags.all\nextension Flags { static var on: Bool { store[legacyFlag] } }", "legacyFlag"),
        (
            "import Foundation\nimport Shop\nstruct Other { var settings = 1 }\nlet other = Other()\nprint(other.settings)",
            ""
        ),
    ])
    func `code that names its settings is complete`(_ code: String, _ names: String) {
        let inventory = Self.inventory(code)
        let read = Set(inventory.references.filter { $0.kind == .read }.map(\.name)).sorted().joined(separator: " ")
        expect(inventory.unseen.map(\.reason) == [] && read == names, "\(inventory.unseen)")
    }

    @Test(arguments: [
        #"print(raw["legacyFlag"])"#, ##"print(raw[#"legacyFlag"#])"##, #"print(raw["\u{6C}egacyFlag"])"#,
        "print(raw[\"\"\"\nlegacyFlag\n\"\"\"])",
        "struct Raw: Decodable { let legacyFlag: Entry }", "enum Keys: String, CodingKey { case old = \"legacyFlag\" }",
    ])
    func `a name in any other place makes its setting unknown`(_ code: String) {
        let inventory = Self.inventory(code)
        expect(inventory.unseen.isEmpty && Set(inventory.mentions.map(\.setting)) == ["legacyFlag"])
    }

    @Test func `a setting that a model may read in a group is unknown`() {
        let inventory = Self.inventory("struct C: Decodable { let style: PropertySetting<String> }")
        expect(inventory.mentions.map(\.setting) == ["checkout.style"] && inventory.unseen.isEmpty)
    }

    /// Code whose analysis takes time in proportion to the square of its size.
    @Test(arguments: [
        ("protocol P#: P@ {}\n", 500_000),
        ("class C#: C@ { let k = SettingKey<Bool>(\"s#\", default: false) }\n", 500_000),
        ("struct T#: Codable { var a: T@; var b: T@ }\n", 5_000_000),
        ("extension X { static let k# = SettingKey<Bool>(\"a#\", default: true) }\n", 500_000),
        ("func f#(a: PropertySetting<Bool>) { decode(a) }\n", 50_000),
        ("typealias A# = [A@]\nstruct M#: Codable { var a: A# }\n", 5_000_000),
    ])
    func `code that takes too many steps is named, and the rest is answered`(_ line: String, _ steps: Int64) {
        func unseen(_ count: Int) -> [UnseenName] {
            let lines = (0..<count).map {
                line.replacing("#", with: "\($0)").replacing("@", with: "\($0 + 1)")
            }
            let code = Self.head + lines.joined() + #"let on = store[SettingKey("newSearch", default: false)]"#
            let source = ScannedSource(SwiftTokens(scanning: Array(code.utf8)))
            let inventory = CodeInventory(of: [source], settings: Self.settings, steps: steps)
            expect(inventory.references.contains { $0.name == "newSearch" && $0.kind == .read })
            return inventory.unseen.filter(\.reason.exceedsLimit)
        }
        expectEqual(unseen(2), [])
        guard case .hidden(.effort(let count)) = unseen(200).first?.reason else {
            return expect(false, "\(line) was followed in \(steps) steps")
        }
        expect(count >= 200)
    }
}
