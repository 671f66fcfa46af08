import FlagReferences
import TestSupport
import Testing

struct CodeInventoryTests {
    private static let head =
        "import FlagStore\nimport TolerantDecoding\nlet store = SettingsStore(appVersion: version)\n"
    private static let settings = ["legacyFlag", "newSearch", "checkout.style", "page_size"]

    private static func inventory(_ code: String) -> CodeInventory {
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
        "enum N: String { case legacyFlag }\nfunc on(_ n: N) -> Bool { store[SettingKey(n.rawValue, default: false)] }",
        // Generated keys under other names, and code that is not given.
        "let flags = Flags.self", "extension Flags: Listed {}",
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
}
