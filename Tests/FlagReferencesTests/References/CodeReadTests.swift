import FlagReferences
import TestSupport
import Testing

struct CodeReadTests {
    /// The reads of some code as `SETTING: TYPE = DEFAULT`. The type is `-` if it is that of the default, and `?` if another
    /// type is possible.
    private func reads(_ code: String) -> [String] {
        ScannedSource(SwiftTokens(scanning: Array(code.utf8))).reads.map { read in
            let type =
                switch read.type {
                case .stated(let type): "\(type)"
                case .ofDefault: "-"
                case .unknown: "?"
                }
            let text = "\(type) = \(read.defaultValue.map { "\($0)" } ?? "-")"
            // The compiler names the module.
            return "\(read.setting): " + text.split(separator: "FlagReferences.").joined()
        }
    }

    @Test(arguments: [
        (#"let a = SettingKey<Bool>("a", default: false)"#, #"a: named("Bool") = bool(false)"#),
        (#"let a: SettingKey<Int> = .init("a", default: -1_000)"#, #"a: named("Int") = integer("-1000")"#),
        (#"static let a = SettingKey("a", default: 0x1F)"#, #"a: - = integer("31")"#),
        (#"let a = SettingKey("a", default: 1.5e3)"#, #"a: - = decimal("1.5e3")"#),
        (#"let a = SettingKey("a", default: "x\n")"#, #"a: - = string("x\n")"#),
        (#"let a = SettingKey<String?>("a", default: nil)"#, #"a: optional(CodeType.named("String")) = null"#),
        (
            #"let a = SettingKey<Optional<[Int]>>("a", default: [1, 2,])"#,
            #"a: optional(CodeType.array(CodeType.named("Int"))) = array([CodeLiteral.integer("1"), CodeLiteral.integer("2")])"#
        ),
        (
            #"let a = SettingKey<[String: Double]>("a", default: [:])"#,
            #"a: dictionary(CodeType.named("Double")) = -"#
        ),
        (#"let a = SettingKey<Shop.Style>("a", default: .modern)"#, #"a: named("Shop.Style") = member("modern")"#),
        (#"let a = SettingKey<Swift.Int>("a", default: f(1, default: 2))"#, #"a: named("Int") = -"#),
        (#"let a = SettingKey<(Int, Int)>("a", default: (1, 2))"#, "a: other = -"),
        (
            #"extension SettingKey where Value == Double { static let a = SettingKey("a", default: 30) }"#,
            #"a: named("Double") = integer("30")"#
        ),
        (
            #"extension SettingKey where Value == [String] { static var a: Self { .init("a", default: []) } }"#,
            #"a: array(CodeType.named("String")) = array([])"#
        ),
        (
            #"extension SettingKey<Double> { static var a: Self { Self("a", default: 30) } }"#,
            #"a: named("Double") = integer("30")"#
        ),
        (
            #"extension FlagStore.SettingKey<Int8> { static var a: SettingKey { SettingKey("a", default: 1) } }"#,
            #"a: named("Int8") = integer("1")"#
        ),
        (#"let a: SettingKey<Int8> = SettingKey("a", default: 1)"#, #"a: named("Int8") = integer("1")"#),
        (#"var a: SettingKey<Double> { .init("a", default: 1) }"#, #"a: named("Double") = integer("1")"#),
        (
            #"var a: FlagStore.SettingKey<Double> { get { return .init("a", default: 1) } }"#,
            #"a: named("Double") = integer("1")"#
        ),
        (#"let a: any DeclaredSetting = SettingKey("a", default: 1)"#, #"a: ? = integer("1")"#),
        (#"let a: Other<Int> = .init("a", default: 1)"#, nil), (#"f(.init("a", default: 1))"#, nil),
        (#"store[.init("a", default: 1)]"#, #"a: ? = integer("1")"#),
        (#"store[SettingKey("a", default: 1)]"#, #"a: ? = integer("1")"#),
        (#"if store.value(for: "a", default: true) {}"#, "a: ? = bool(true)"),
        (#"let a = store.value(for: "a", default: 1); f()"#, #"a: - = integer("1")"#),
        (#"let a = store.value(for: "a", default: 1) * 2.5"#, #"a: ? = integer("1")"#),
        (#"let a = store.value(for: "a", default: 1) as Double"#, #"a: ? = integer("1")"#),
        (#"let a: Double = store.value(for: "a", default: 1)"#, #"a: named("Double") = integer("1")"#),
        (#"var a: Double { store.value(for: "a", default: 1) }"#, #"a: named("Double") = integer("1")"#),
        (#"let a = { store.value(for: "a", default: 1) }"#, #"a: ? = integer("1")"#),
        (#"let r: Resolution<Double> = snapshot.resolution(of: "a", default: 1)"#, #"a: ? = integer("1")"#),
        (#"let r = snapshot.resolution(of: "a", default: "x", for: context)"#, #"a: - = string("x")"#),
    ])
    func `a read is stated with its type and its default, as far as they are literal`(_ code: String, _ read: String?) {
        expectEqual(reads(code), read.map { [$0] } ?? [])
    }

    @Test func `the initialiser of an extension takes a name that is not seen`() {
        let code =
            "extension SettingKey where Value == Bool { static func named(_ name: String) -> Self { Self(name, default: true) } }"
        let source = SwiftTokens(scanning: Array(code.utf8))
        expectEqual(CodeReferences(in: [source]).unseen.map(\.reason), [.expression])
    }

    @Test func `the type of an extension belongs to its own keys only`() {
        let code = """
            extension SettingKey where Value == Bool { static let a = SettingKey("a", default: true) }
            extension SettingKey { static let b = SettingKey("b", default: 1) }
            let c = SettingKey("c", default: 1)
            """
        expectEqual(reads(code), [#"a: named("Bool") = bool(true)"#, #"b: - = integer("1")"#, #"c: - = integer("1")"#])
    }

    @Test(
        arguments: [
            ("enum Style: String, Decodable { case legacy, modern = \"new\" }", ["legacy=legacy", "modern=new"]),
            ("enum Style: String { case a; case b; func f() { switch self { case .a, .b: break } } }", ["a=a", "b=b"]),
            // What it accepts is not known.
            ("enum Style: String, Decodable { case a; init(from decoder: any Decoder) throws { self = .a } }", nil),
            ("enum Style: Int { case a = 1 }", nil),
            ("enum Style { case a(String) }", nil),
            ("enum Style: String { case a", nil),
        ] as [(String, [String]?)])
    func `an enum of strings has its cases`(_ code: String, _ cases: [String]?) {
        let enums = ScannedSource(SwiftTokens(scanning: Array(code.utf8))).enums
        expectEqual(enums.first.map { $0.cases.map { "\($0.name)=\($0.value)" } }, cases)
    }

    @Test func `no code traps`() {
        var random = SeededRandom(seed: 7)
        let parts = [
            "SettingKey", "<", ">", "(", ")", "[", "]", "\"a\"", ",", "default", ":", "enum", "E", "String", "case",
            "=", "?",
            "extension", "where", "Value", "{", "}", ".", "-", "1", "nil", "init",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...24, using: &random)
            let code = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: " ")
            let scanned = ScannedSource(SwiftTokens(scanning: Array(code.utf8)))
            _ = CodeReferences(in: [scanned])
        }
    }
}
