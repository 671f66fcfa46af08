"""Programs that hide the name of a setting, each in another way, and ordinary programs that do not.

In the code, NAME is the name of a setting, MADE the same put together when the program runs, HEAD and TAIL its parts, and ID a suffix that no other
program has. Each has an expression that gives the values that were read, and declarations.
"""

READ = "shared[SettingKey(name, default: 0)]"
WRAP = f"func wrapID(_ name: String) -> Int {{ {READ} }}"
TEXT = """

struct TextID {
    let text: String

    init(_ text: String) { self.text = text }
}
"""
FIND = ".filter { $0.name == MADE }.map { Int($0.value) ?? 0 }"
DECODER = 'JSONDecoder(appVersion: "1.0.0")'

NAMES = {
    "loop over names": ('wrapID("seen")', f"""func wrapID(_ name: String) -> [Int] {{
    var all: [Int] = []
    for (_, name) in [1: MADE] {{ all.append({READ}) }}
    return all
}}"""),
    "loop over cases": ('wrapID("seen")', f"""func wrapID(_ name: String) -> [Int] {{
    var all: [Int] = []
    for case let .some(name) in [Optional(MADE)] {{ all.append({READ}) }}
    return all
}}"""),
    "closure with an attribute": ('wrapID("seen")', f"func wrapID(_ name: String) -> [Int] {{ [MADE].map {{ @Sendable name in {READ} }} }}"),
    "closure with a result": ('wrapID("seen")', f"func wrapID(_ name: String) -> [Int] {{ [MADE].map {{ (name) -> Int in {READ} }} }}"),
    "closure that captures": ('wrapID("seen")', f"func wrapID(_ name: String) -> [Int] {{ [1].map {{ [name = MADE] _ in {READ} }} }}"),
    "closure with several parameters": ('wrapID("seen")', f"func wrapID(_ name: String) -> [Int] {{ [1: MADE].map {{ _, name in {READ} }} }}"),
    "setter": ('[wrapID("seen")]', f"""func wrapID(_ name: String) -> Int {{
    var result = 0
    var other: String {{
        get {{ "" }}
        set(name) {{ result = {READ} }}
    }}
    other = MADE
    return result
}}"""),
    "implicit name of a setter": ('[wrapID("seen")]', """func wrapID(_ newValue: String) -> Int {
    var result = 0
    var other: String {
        get { "" }
        set { result = shared[SettingKey(newValue, default: 0)] }
    }
    other = MADE
    return result
}"""),
    "observer": ('[wrapID("seen")]', f"""func wrapID(_ name: String) -> Int {{
    var result = 0
    var other = MADE {{
        didSet(name) {{ result = {READ} }}
    }}
    other = ""
    return result
}}"""),
    "nested function": ('[wrapID("seen")]', f"func wrapID(_ name: String) -> Int {{\n    func inner(_ name: String) -> Int {{ {READ} }}\n    return inner(MADE)\n}}"),
    "own operator": ('[wrapID("seen"), wrapID |> TextID(MADE)]',
                     WRAP + TEXT + "\nfunc |> (read: (String) -> Int, name: TextID) -> Int { read(name.text) }"),
    "own conjunction": ('[wrapID("seen"), wrapID && TextID(MADE)]',
                        WRAP + TEXT + "\nfunc && (read: (String) -> Int, name: TextID) -> Int { read(name.text) }"),
    "own comparison": ('[wrapID("seen"), wrapID == TextID(MADE)]',
                       WRAP + TEXT + "\nfunc == (read: (String) -> Int, name: TextID) -> Int { read(name.text) }"),
    "own assignment": ('[wrapID("seen"), wrapID =~ TextID(MADE)]',
                       WRAP + TEXT + "\nfunc =~ (read: (String) -> Int, name: TextID) -> Int { read(name.text) }"),
    "wrapped parameter": ('[wrapID("seen")]', f"""@propertyWrapper
struct WrapperID {{
    var wrappedValue: String {{ MADE }}

    init(wrappedValue: String) {{}}
}}

func wrapID(@WrapperID _ name: String) -> Int {{ {READ} }}"""),
    "equal labels": ('[wrapID(n: "seen", n: MADE)]', f"func wrapID(n other: String, n name: String) -> Int {{ {READ} }}"),
    "inherited requirement": ("[throughID()]", f"""protocol StreamID: TextOutputStream {{}}

struct OutputID: StreamID {{
    var value = 0

    mutating func write(_ name: String) {{ value = max(value, {READ}) }}
}}

func throughID() -> Int {{
    var stream = OutputID()
    stream.write("seen")
    print(MADE, terminator: "", to: &stream)
    return stream.value
}}"""),
    "requirement under an alias": ("[throughID()]", f"""struct OutputID {{
    var value = 0

    mutating func write(_ name: String) {{ value = max(value, {READ}) }}
}}

typealias StreamID = OutputID
extension StreamID: TextOutputStream {{}}

func throughID() -> Int {{
    var stream = OutputID()
    stream.write("seen")
    print(MADE, terminator: "", to: &stream)
    return stream.value
}}"""),
    "requirement of a subclass": ("[throughID()]", f"""class OutputID {{
    var value = 0

    func write(_ name: String) {{ value = max(value, {READ}) }}
}}

final class StreamID: OutputID, TextOutputStream {{}}

func throughID() -> Int {{
    var stream = StreamID()
    stream.write("seen")
    print(MADE, terminator: "", to: &stream)
    return stream.value
}}"""),
    "requirement of another conformance": ("[throughID()]", f"""protocol NamedID {{}}

extension NamedID {{
    func write(_ name: String) {{ lastID = max(lastID, {READ}) }}
}}

nonisolated(unsafe) var lastID = 0

struct StreamID: NamedID, TextOutputStream {{}}

func throughID() -> Int {{
    var stream = StreamID()
    stream.write("seen")
    print(MADE, terminator: "", to: &stream)
    return lastID
}}"""),
}

KEYS = {
    "associated type": ("[store[MakerID().make(MADE)]]", """protocol MakesID {
    associatedtype Key = SettingKey<Int>

    func make(_ name: String) -> Key
}

struct MakerID: MakesID { func make(_ name: String) -> Key { Key(name, default: 0) } }"""),
    "element of an array": ("[store[listID.makeID(MADE)]]",
                            "let listID: [SettingKey<Int>] = []\nextension [SettingKey<Int>] { func makeID(_ name: String) -> Element { Element(name, default: 0) } }"),
    "wrapped value of an optional": ("[store[noneID.makeID(MADE)]]",
                                     "let noneID: SettingKey<Int>? = nil\nextension SettingKey<Int>? { func makeID(_ name: String) -> Wrapped { Wrapped(name, default: 0) } }"),
    "initialiser of an element": ("[store[listID.makeID(MADE)]]",
                                  "let listID: [SettingKey<Int>] = []\nextension [SettingKey<Int>] { func makeID(_ name: String) -> Element { Element.init(name, default: 0) } }"),
    "cast to an array": ("(allID as? [SettingKey<Int>] ?? []).map { store[$0] }", 'let allID: [any DeclaredSetting] = [SettingKey("NAME", default: 0)]'),
    "cast to a dictionary": ("(allID as! [String: SettingKey<Int>]).values.map { store[$0] }",
                             'let listID: [any DeclaredSetting] = [SettingKey("NAME", default: 0)]\nlet allID: [String: Any] = ["a": listID[0]]'),
    "pattern with a cast": ("readID(allID)", """let allID: [any DeclaredSetting] = [SettingKey("NAME", default: 0)]

func readID(_ value: Any) -> [Int] {
    switch value {
    case let keys as [SettingKey<Int>]: keys.map { shared[$0] }
    default: []
    }
}"""),
    "generic cast to an array": ("(castID(allID) as [SettingKey<Int>]?)?.map { store[$0] } ?? []",
                                 'let allID: [any DeclaredSetting] = [SettingKey("NAME", default: 0)]\nfunc castID<T>(_ value: Any) -> [T]? { value as? [T] }'),
    "value of a wrapper": ("[store[UserID().flag]]", """@propertyWrapper
struct FlagID { var wrappedValue = SettingKey("NAME", default: 0) }

struct UserID { @FlagID var flag: SettingKey<Int> }"""),
    "projected value of a wrapper": ("[store[UserID().$flag]]", """@propertyWrapper
struct FlagID {
    var wrappedValue = 0
    var projectedValue: SettingKey<Int> { SettingKey("NAME", default: 0) }
}

struct UserID { @FlagID var flag: Int }"""),
    "storage of a wrapper": ("[store[UserID().key]]", """@propertyWrapper
struct BoxID { var wrappedValue: SettingKey<Int> }

struct UserID {
    @BoxID var flagID = SettingKey("NAME", default: 0)
    var key: SettingKey<Int> { _flagID.wrappedValue }
}"""),
    "string with the name of a key": ("[keyedID(), readID(MADE, document, context)]", """func keyedID() -> Int {
    let keyID = SettingKey("seen", default: 0)
    return shared[keyID]
}

func readID(_ keyID: String, _ document: SettingsDocument, _ context: EvaluationContext) -> Int {
    document.resolution(of: keyID, for: context).value?.int ?? 0
}"""),
    "string beside another value": ("[readID(document, context)]", """func keyedID(_ keyID: SettingKey<Int>) -> Int { shared[keyID] }

func readID(_ document: SettingsDocument, _ context: EvaluationContext) -> Int {
    let fallback = 0, keyID = MADE
    return document.resolution(of: keyID, for: context).value?.int ?? fallback
}"""),
    "key whose scope has ended": ("[readID(MADE, document, context)]", """func readID(_ keyID: String, _ document: SettingsDocument, _ context: EvaluationContext) -> Int {
    if keyID.isEmpty {
        let keyID = SettingKey("seen", default: 0)
        return shared[keyID]
    }
    return document.resolution(of: keyID, for: context).value?.int ?? 0
}"""),
    "value of a key in an encoded type": (
        f'[try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(EventID()))["isOld"] ?? 0]',
        """extension SettingKey<Int> { func nowID() -> Int { shared[self] } }

struct EventID: Encodable { let isOld = SettingKey("NAME", default: 0).nowID() }"""),
    "key that follows another declaration": ("lateID()", """func lateID() -> [Int] {
    var keyID: SettingKey<Int>
    let unusedID: Int?
    keyID = SettingKey("NAME", default: 0)
    unusedID = nil
    return [shared[keyID]] + [unusedID].compactMap { $0 }
}"""),
    "description of a key": ("FlagsID.listID.map { Int(FlagsID.textID($0)) ?? 0 }", """protocol SaysID { var said: String { get } }

extension SettingKey: SaysID where Value == Int { var said: String { "\\(shared[self])" } }

enum FlagsID {
    static let oldID = SettingKey("NAME", default: 0)
    static let listID: [any DeclaredSetting] = [oldID]
    static func textID(_ key: Any) -> String { (key as? any SaysID)?.said ?? "" }
}"""),
    "string and key of one name": ("[store[.startID], snapshot.value(for: .startID, default: 0)]",
                                   'extension String { static var startID: String { MADE } }\nextension SettingKey<Int> { static var startID: Self { Self("seen", default: 0) } }'),
    "resolution of an implicit string": ("[store[.startID], snapshot.resolution(of: .startID).value?.int ?? 0]",
                                         'extension String { static var startID: String { MADE } }\nextension SettingKey<Int> { static var startID: Self { Self("seen", default: 0) } }'),
    "equal nested names": ("[store[OneID.Keys.start], OtherID.read(snapshot)]", """enum OneID { enum Keys { static let start = SettingKey("seen", default: 0) } }

enum OtherID {
    enum Keys { static let start = MADE }

    static func read(_ snapshot: SettingsSnapshot) -> Int { snapshot.resolution(of: Keys.start).value?.int ?? 0 }
}"""),
    "text of a key's type": ('[snapshot.resolution(of: SettingKey<Int>.headID + "TAIL").value?.int ?? 0]', 'extension SettingKey<Int> { static var headID: String { "HEAD" } }'),
    "function of a key's type": ('[snapshot.resolution(of: SettingKey<Int>.pathID("HEAD", "TAIL")).value?.int ?? 0]',
                                 "extension SettingKey<Int> { static func pathID(_ head: String, _ tail: String) -> String { head + tail } }"),
    "keys of a dictionary": ("Flags.listID()", 'extension Flags {\n    static func listID() -> [Int] {\n        let all: KeyValuePairs = [seen: "", NAME: ""]\n        return all.map { shared[$0.key] }\n    }\n}'),
    "generated type of a module": ("[store[typeID.NAME]]", "nonisolated(unsafe) let typeID = App.Flags.self"),
    "slashes": ("[slashID()]", "func slashID() -> Int { let one = /1; return shared[SettingKey(MADE, default: 0)] + (one - one) / 1 }"),
}

SETTINGS = {
    "settings in an extension": ("store.allID()", f"extension SettingsStore {{\n    func allID() -> [Int] {{\n        struct Local {{}}\n        return self.settings{FIND}\n    }}\n}}"),
    "method of a loop": ("[methodID([document])]", """func methodID(_ all: [SettingsDocument]) -> Int {
    var last = 0
    for (each, fallback) in zip(all, [0]) { last = useID(each.snapshot(for: "1.0.0").value, fallback) }
    return last
}

func useID(_ read: (String, Int) -> Int, _ fallback: Int) -> Int { read(MADE, fallback) }"""),
    "settings of a member": ("allID(store)", f"""struct ServicesID {{
    let settingsStore: SettingsStore

    init(_ store: SettingsStore) {{ settingsStore = store }}
}}

func allID(_ store: SettingsStore) -> [Int] {{
    let servicesID = ServicesID(store).settingsStore
    return servicesID.settings{FIND}
}}"""),
    "settings as a dynamic member": ("allID(ProxyID(inner: store))", f"""@dynamicMemberLookup
struct ProxyID {{
    let inner: SettingsStore

    subscript<T>(dynamicMember path: KeyPath<SettingsStore, T>) -> T {{ inner[keyPath: path] }}
}}

func allID(_ proxyID: ProxyID) -> [Int] {{ proxyID.settings{FIND} }}"""),
    "settings of an inferred type": ("HolderID().all()", f"""protocol HoldsID {{
    associatedtype Held

    func held() -> Held
}}

struct HolderID: HoldsID {{
    func held() -> SettingsStore {{ shared }}

    func all() -> [Int] {{
        let heldID: Held = held()
        return heldID.settings{FIND}
    }}
}}"""),
    "settings in a pattern": ("allID(.loaded(store))", f"""enum StateID {{ case loaded(SettingsStore) }}

struct OtherID {{ let stateID: Int }}

func allID(_ state: StateID) -> [Int] {{
    switch state {{
    case let .loaded(stateID): stateID.settings{FIND}
    }}
}}"""),
    "settings of a member that is generic": ("everyID()", f"""struct OtherID {{ let value: Int }}

func everyID() -> [Int] {{
    var all: [Int] = []
    for entry in [1: shared!] {{ all += entry.value.settings{FIND} }}
    return all
}}"""),
    "settings of the value of a setter": ("everyID()", f"""struct OtherID {{ let panelID: Int }}

func everyID() -> [Int] {{
    var all: [Int] = []
    var current: SettingsStore {{
        get {{ shared }}
        set(panelID) {{ all = panelID.settings{FIND} }}
    }}
    current = shared
    return all
}}"""),
    "settings of a value that begins with a literal": ("everyID()", f"""func everyID() -> [Int] {{
    let panelID = 0 == 0 ? shared : nil
    return panelID?.settings{FIND} ?? []
}}"""),
    "settings before a line with a parenthesis": ("everyID()", f"""func everyID() -> [Int] {{
    var (a, b) = (0, 0)
    let all = shared!.settings
    (a, b) = (b, a)
    return all{FIND}
}}"""),
}

MODELS = {
    "implicit decoding": (f"[try {DECODER}.decode([String: FlagID].self, from: data)[MADE]?.on ?? 0]", """struct FlagID: Decodable {
    let on: Int

    init(from decoder: any Decoder) throws {
        let setting: PropertySetting<Int>? = try? .init(from: decoder)
        on = setting?.value ?? 0
    }
}"""),
    "generic type without arguments": (f"""[try {{ () -> Int in
    let all: Lossy<[String: PropertySetting<Int>]> = try {DECODER}.decode(Lossy.self, from: data)
    return all.wrappedValue[MADE]?.value ?? 0
}}()]""", ""),
    "generic initialiser": (f"[try {DECODER}.decode([String: FlagID].self, from: data)[MADE]?.on ?? 0]", """func makeID<T: Decodable>(_ decoder: any Decoder) -> T? { try? T(from: decoder) }

struct FlagID: Decodable {
    let on: Int

    init(from decoder: any Decoder) throws {
        let setting: PropertySetting<Int>? = makeID(decoder)
        on = setting?.value ?? 0
    }
}"""),
    "type of a value": (f"[try {DECODER}.decode([String: FlagID].self, from: data)[MADE]?.on ?? 0]", """func sameID<T: Decodable>(_ value: T, _ decoder: any Decoder) -> T? {
    try? decoder.singleValueContainer().decode(type(of: value))
}

struct FlagID: Decodable {
    let on: Int

    init(from decoder: any Decoder) throws { on = sameID(PropertySetting(defaultValue: 0), decoder)?.value ?? 0 }
}"""),
    "initialiser with a setting": (f"[try {DECODER}.decode([String: FlagID].self, from: data)[MADE]?.on ?? 0]", """struct FlagID: Decodable {
    let on: Int

    init(_ setting: PropertySetting<Int>?) { on = setting?.value ?? 0 }

    init(from decoder: any Decoder) throws { self.init(try? .init(from: decoder)) }
}"""),
    "closure with a setting": (f"[try {DECODER}.decode([String: FlagID].self, from: data)[MADE]?.on ?? 0]", """struct FlagID: Decodable {
    let on: Int

    init(from decoder: any Decoder) throws {
        let read = { (setting: PropertySetting<Int>?) in setting?.value ?? 0 }
        on = read(try? .init(from: decoder))
    }
}"""),
    "storage of a setting": (f"[try {DECODER}.decode(ModelID.self, from: data).flag]", """struct ModelID: SettingsModel {
    @Setting("seen") var flag = 0

    init() { _flag = Setting(wrappedValue: 0, MADE) }
}"""),
    "implicit storage of a setting": (f"[try {DECODER}.decode(ModelID.self, from: data).flag]", """struct ModelID: SettingsModel {
    @Setting("seen") var flag = 0

    init() { _flag = .init(wrappedValue: 0, MADE) }
}"""),
    "keys of a protocol": (f"[try {DECODER}.decode(ModelID.self, from: data).value.value]", """protocol KeyID: CodingKey {}

extension KeyID {
    var stringValue: String { MADE }
}

struct ModelID: Decodable {
    let value: PropertySetting<Int>

    enum CodingKeys: String, KeyID { case value }
}"""),
    "conditional keys": (f"[try {DECODER}.decode(ModelID.self, from: data).value.value]", """struct ModelID: Decodable {
    let value: PropertySetting<Int>

    enum CodingKeys: String, CodingKey {
        #if OLD
            case value = "seen"
        #else
            case value = "NAME"
        #endif
    }
}"""),
    "model under an alias": (f"[try {DECODER}.decode(ModelID.self, from: data).NAME.value]",
                             "struct ModelID { let NAME: PropertySetting<Int> }\ntypealias AliasID = ModelID\nextension AliasID: Decodable {}"),
    "model of a module": (f"[try {DECODER}.decode(ModelID.self, from: data).NAME.value]", "struct ModelID { let NAME: PropertySetting<Int> }\nextension App.ModelID: Decodable {}"),
    "keys under an alias": (f"[try {DECODER}.decode(ModelID.self, from: data).value.value]", """struct ModelID: Decodable { let value: PropertySetting<Int> }
typealias AliasID = ModelID
extension AliasID { enum CodingKeys: String, CodingKey { case value = "NAME" } }"""),
    "decoding of a module": (f"[try {DECODER}.decode(ModelID.self, from: data).value]", """struct ModelID: Decodable { let value: Int }

extension App.ModelID {
    init(from decoder: any Decoder) throws {
        let setting: PropertySetting<Int> = try decoder.container(keyedBy: DynamicKey.self).required(MADE)
        self.init(value: setting.value)
    }
}"""),
    "part that is decoded": (f"[try {DECODER}.decode(ModelID.self, from: data).value]", """struct PartID: Decodable { let NAME: PropertySetting<Int> }
struct RootID: Decodable { let part: PartID? }

struct ModelID: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws { value = try PartID(from: decoder).NAME.value }
}"""),
    "member of an alias": (f"[try {DECODER}.decode(ModelID.self, from: data).gNAME.inner.value]", """struct PartID: Decodable { let inner: PropertySetting<Int> }
typealias AliasID = PartID
struct ModelID: Decodable { let gNAME: AliasID }"""),
    "member with a value": (f"[try {DECODER}.decode(ModelID.self, from: data).gNAME.inner.value]", """struct PartID: Decodable { var inner = PropertySetting(defaultValue: 0) }
struct ModelID: Decodable { var gNAME = PartID() }"""),
    "member of an inferred type": (f"[try {DECODER}.decode(ModelID.self, from: data).gNAME.inner.value]", """struct PartID: Decodable { let inner: PropertySetting<Int> }

protocol HoldsID {
    associatedtype Held

    var held: Held { get }
}

struct HolderID: HoldsID { let held: PartID }
struct ModelID: Decodable { let gNAME: HolderID.Held }"""),
    "nested in a generic type": (f"[try {DECODER}.decode(OuterID<PartID>.ModelID.self, from: data).gNAME.inner.value]",
                                 "struct PartID: Decodable { let inner: PropertySetting<Int> }\nenum OuterID<T: Decodable> { struct ModelID: Decodable { let gNAME: T } }"),
    "case of an enum": (f"[try {DECODER}.decode(ModelID.self, from: data).value]", """struct PartID: Decodable { let inner: PropertySetting<Int> }

enum ChoiceID: Decodable { case gNAME(PartID) }

struct ModelID: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DynamicKey.self)
        value = try container.decode(PartID.self, forKey: DynamicKey("g" + MADE)).inner.value
    }
}"""),
    "decoding of a protocol": (f"[try {DECODER}.decode(ModelID.self, from: data).value.value]", """protocol LoudID: Decodable { init(_ value: PropertySetting<Int>) }

extension LoudID {
    init(from decoder: any Decoder) throws { self.init(try decoder.container(keyedBy: DynamicKey.self).required(MADE)) }
}

struct ModelID: LoudID {
    let value: PropertySetting<Int>

    init(_ value: PropertySetting<Int>) { self.value = value }
}"""),
    "own strategy": ("[try strategyID(data)]", """extension JSONDecoder.KeyDecodingStrategy {
    static var lowerCamelCase: Self { .custom { $0.last!.stringValue == MADE ? DynamicKey("value") : $0.last! } }
}

struct ModelID: Decodable { let value: PropertySetting<Int> }

func strategyID(_ data: Data) throws -> Int {
    let decoder = JSONDecoder(appVersion: "1.0.0")
    decoder.keyDecodingStrategy = .lowerCamelCase
    return try decoder.decode(ModelID.self, from: data).value.value
}"""),
}

# A setting of a model tells a function which type to decode.
SAMPLE = """struct SampleID: Decodable { var seen: PropertySetting<Int> }

nonisolated(unsafe) let sampleID = try! JSONDecoder(appVersion: "1.0.0").decode(SampleID.self, from: Data(#"{ "seen": 1 }"#.utf8))
"""
DECODED = f"[try {DECODER}.decode([String: FlagID].self, from: data)[MADE]?.on ?? 0]"


def passed_on(function, read):
    """A program that passes a setting on to a function, which decodes another one."""
    return (DECODED, f"""{SAMPLE}
{function}

struct FlagID: Decodable {{
    let on: Int

    init(from decoder: any Decoder) throws {{ on = {read} }}
}}""")


INFERRED = {
    "passed value": passed_on("func likeID<T: Decodable>(_ value: T, _ decoder: any Decoder) -> T? { try? T(from: decoder) }",
                              "likeID(sampleID.seen, decoder)?.value ?? 0"),
    "passed key path": passed_on("func likeID<T: Decodable>(_ path: KeyPath<SampleID, T>, _ decoder: any Decoder) -> T? { try? T(from: decoder) }",
                                 "likeID(\\.seen, decoder)?.value ?? 0"),
    "passed closure": passed_on("func likeID<T: Decodable>(_ decoder: any Decoder, _ read: (SampleID) -> T) -> T? { try? T(from: decoder) }",
                                "likeID(decoder) { $0.seen }?.value ?? 0"),
    "method of a setting": passed_on("extension Decodable { func againID(_ decoder: any Decoder) -> Self? { try? Self(from: decoder) } }",
                                     "sampleID.seen.againID(decoder)?.value ?? 0"),
    "operand": passed_on("func |> <T: Decodable>(value: T, decoder: any Decoder) -> T? { try? T(from: decoder) }", "(sampleID.seen |> decoder)?.value ?? 0"),
    "alternative": passed_on("func makeID<T: Decodable>(_ decoder: any Decoder) -> T? { try? T(from: decoder) }", "(makeID(decoder) ?? sampleID.seen).value"),
    "member that is assigned": passed_on("""func makeID<T: Decodable>(_ decoder: any Decoder) -> T? { try? T(from: decoder) }

func readID(_ decoder: any Decoder) -> Int {
    var sample = sampleID
    sample.seen = makeID(decoder) ?? sample.seen
    return sample.seen.value
}""", "readID(decoder)"),
    "member that is given": passed_on("func makeID<T: Decodable>(_ decoder: any Decoder) -> T? { try? T(from: decoder) }",
                                      "makeID(decoder).map { SampleID(seen: $0) }?.seen.value ?? 0"),
}

# Forms in which a name is followed to its literals, each with something that gives it another value.
FOLLOWED = {
    "raw value of its own": ("[isOnID(.other)]", f"""enum FlagID: String {{
    case seen, other

    var rawValue: String {{ self == .seen ? "seen" : MADE }}
}}

func isOnID(_ flag: FlagID) -> Int {{ let name = flag.rawValue; return {READ} }}"""),
    "initialiser of a subclass": ("[SearchID(MADE).value]", f"""class ToggleID {{
    let name: String

    init(_ name: String) {{ self.name = name }}

    var value: Int {{ {READ} }}
}}

final class SearchID: ToggleID {{}}

nonisolated(unsafe) let toggleID = ToggleID("seen")"""),
    "initialiser that is passed on": ("[MADE].map(ToggleID.init).map(\\.value)", f"""struct ToggleID {{
    let name: String

    init(_ name: String) {{ self.name = name }}

    var value: Int {{ {READ} }}
}}

let toggleID = ToggleID("seen")"""),
    "initialiser of an inferred type": ("[makeID(.init(MADE))]", f"""struct ToggleID {{
    let name: String

    init(_ name: String) {{ self.name = name }}
}}

func makeID(_ toggle: ToggleID) -> Int {{ let name = toggle.name; return {READ} }}

let toggleID = ToggleID("seen")"""),
    "initialiser for a literal": ('[makeID("\\(MADE)")]', f"""struct ToggleID: ExpressibleByStringInterpolation {{
    let name: String

    init(stringLiteral value: String) {{ name = value }}
}}

func makeID(_ toggle: ToggleID) -> Int {{ let name = toggle.name; return {READ} }}"""),
    "decoded name": ("[try valueID()]", f"""struct ToggleID: Codable {{
    let name: String

    var value: Int {{ {READ} }}
}}

let toggleID = ToggleID(name: "seen")

func valueID() throws -> Int {{ try JSONDecoder().decode(ToggleID.self, from: Data("{{\\"name\\": \\"\\(MADE)\\"}}".utf8)).value }}"""),
    "default of a parameter": ("[valueID()]", f"""func nameID() -> String {{ MADE }}

func valueID(_ name: String = nameID()) -> Int {{ {READ} }}"""),
    "constant that is shadowed": ("[valueID()]", f"""enum NamesID {{ static let name = "seen" }}

func valueID() -> Int {{
    let name = NamesID.name + ""
    do {{ let name = MADE; return {READ} }}
}}"""),
    "property with a computed other name": ("[valueID(.second)]", f"""extension String {{ static var thirdID: String {{ MADE }} }}

enum FlagID {{
    case first, second

    var name: String {{
        switch self {{
        case .first: "seen"
        case .second: .thirdID
        }}
    }}
}}

func valueID(_ flag: FlagID) -> Int {{ let name = flag.name; return {READ} }}"""),
    "implicit member of String": ("[valueID(.hiddenID)]", f"""extension String {{ static var hiddenID: String {{ MADE }} }}

enum FlagID: String {{ case seen }}

func valueID(_ flag: FlagID) -> Int {{ valueID(flag.rawValue) }}

func valueID(_ name: String) -> Int {{ {READ} }}"""),
    "requirement with an initialiser": ("[makeID(ToggleID.self)]", f"""protocol NamedID {{ init(name: String) }}

struct ToggleID: NamedID {{
    let name: String

    var value: Int {{ {READ} }}
}}

func makeID<T: NamedID>(_ type: T.Type) -> Int {{ (T(name: MADE) as? ToggleID)?.value ?? 0 }}

let toggleID = ToggleID(name: "seen")"""),
    "overloads that share a function": ('[isOnID("seen"), isOnID(MADE, for: 1)]', f"""func isOnID(_ name: String) -> Int {{ coreID(name) }}

func isOnID(_ name: String, for user: Int) -> Int {{ coreID(name) }}

func coreID(_ name: String) -> Int {{ {READ} }}"""),
    "own type as Self": ('[ToggleID(name: "seen").value, ToggleID.madeID(MADE).value]', f"""struct ToggleID {{
    let name: String

    static func madeID(_ text: String) -> Self {{ Self(name: text) }}

    var value: Int {{ {READ} }}
}}"""),
    "list of properties": ("[HolderID(limit: 1, name: MADE).value]", f"""struct HolderID {{
    let limit: Int, name: String

    var value: Int {{ {READ} }}
}}"""),
    "member after a case named lazy": (f"[try {DECODER}.decode(ModelID.self, from: data).NAME.value]", """enum LoadingID: String, Codable { case lazy }

struct ModelID: Decodable {
    var loading: LoadingID? = .lazy
    var NAME: PropertySetting<Int>
}"""),
    "comparison in the arguments": ('[valueID(1 < 2, named: MADE, isForced: 3 > 2), valueID(true, named: "seen", isForced: true)]',
                                    f"func valueID(_ isFirst: Bool, named name: String, isForced: Bool) -> Int {{ {READ} }}"),
    "method of a type": ("[MADE].map(ReaderID.valueID(ReaderID()))", f"""struct ReaderID {{
    func valueID(named name: String) -> Int {{ {READ} }}
}}

func seenID() -> Int {{ ReaderID().valueID(named: "seen") }}"""),
    "choice of a made name": ("[valueID(false)]", f"""func valueID(_ isSeen: Bool) -> Int {{
    let name = isSeen ? "seen" : "HEAD" + "TAIL"
    return {READ}
}}"""),
}

HIDDEN = {**NAMES, **KEYS, **SETTINGS, **MODELS, **INFERRED, **FOLLOWED}

# --- Ordinary code that hides nothing. -------------------------------------------------------------------------------------------

SEEN = {
    "raw value of an enum": ("[FlagID.NAME].map(valueID)", f"""enum FlagID: String {{ case NAME }}

func valueID(_ flag: FlagID) -> Int {{ shared[SettingKey(flag.rawValue, default: 0)] }}"""),
    "member of an enum": ("[valueID(.first)]", f"""enum FlagID {{
    case first

    var name: String {{
        switch self {{
        case .first: "NAME"
        }}
    }}
}}

func valueID(_ flag: FlagID) -> Int {{ shared[SettingKey(flag.name, default: 0)] }}"""),
    "constants": ("[valueID(true)]", """enum NamesID { static let first = "NAME" }

let secondID = "NAME"

func valueID(_ isFirst: Bool) -> Int {
    let third = "NAME"
    return isFirst
        ? shared[SettingKey(NamesID.first, default: 0)] : shared[SettingKey(isFirst ? third : secondID, default: 0)]
}"""),
    "property wrapper": ("[HolderID().value]", f"""@propertyWrapper struct FlagID {{
    let name: String

    init(_ name: String) {{ self.name = name }}

    var wrappedValue: Int {{ {READ} }}
}}

struct HolderID {{ @FlagID("NAME") var value }}"""),
    "memberwise initialiser": ('[ToggleID(name: "NAME").value]', f"""struct ToggleID {{
    let name: String
    var title = ""

    var value: Int {{ {READ} }}
}}"""),
    "key in an initialiser": ('[shared[ToggleID("NAME", title: "t").key]]', """struct ToggleID {
    let key: SettingKey<Int>
    let title: String

    init(_ name: String, title: String) {
        self.title = title
        key = SettingKey(name, default: 0)
    }
}"""),
    "overloads": ('[valueID("NAME") + valueID(ofID: 0)]', f"""func valueID(_ name: String) -> Int {{ {READ} }}

func valueID(ofID number: Int) -> Int {{ number }}"""),
    "default of a name": ("[valueID()]", f"""func valueID(_ name: String = "NAME") -> Int {{ {READ} }}"""),
    "keys without a type": ("keysID.map { shared[$0] }", """let keysID: [SettingKey<Int>] = [.init("NAME", default: 0)]"""),
    "another thing with the name of a function": ('readID("NAME") + ButtonID().textID', f"""func readID(_ name: String) -> [Int] {{ [{READ}] }}

struct ButtonID {{
    var readID = true
    var textID: [Int] {{
        if readID {{ return [] }}
        guard self.readID else {{ return [] }}
        return !self.readID ? [] : self.readID ? [] : []
    }}
}}"""),
    "settings of the app's own types": ('[UserID().modelID.settings.limitID + readID("NAME")]', f"""struct OptionsID {{ var limitID = 0 }}

func makeID() -> ModelID {{ ModelID() }}

struct ModelID {{ var settings = OptionsID() }}

struct UserID {{ let modelID = makeID() }}

func readID(_ name: String) -> Int {{ {READ} }}"""),
    "wrapper with closures": ('readID("NAME")', f"""func readID(_ name: String) -> [Int] {{
    guard !name.isEmpty, name != "none" else {{ return [] }}
    let values = [1, 2].enumerated().map {{ index, value in index * value }}
    defer {{ print("read \\(name)", name.count, terminator: "", to: &standardError) }}
    let text = values.isEmpty ? name : "other"
    _ = ["name": name, name: text]
    return [{READ}]
}}"""),
    "wrapper in a protocol": ('[ReaderID(store: store).number(named: "NAME")]', """protocol ReadsID: Sendable { var store: SettingsStore { get } }

extension ReadsID { func number(named name: String) -> Int { store[SettingKey(name, default: 0)] } }

struct ReaderID: ReadsID { let store: SettingsStore }"""),
    "wrapper in an extension of a store": ('[store.numberID("NAME")]',
                                           "extension SettingsStore { func numberID(_ name: String) -> Int { self[SettingKey(name, default: 0)] } }"),
    "model with a loader": ("[try loadID(ModelID.self, data).NAME.value]", """func loadID<T: Decodable>(_ type: T.Type, _ data: Data) throws -> T {
    try JSONDecoder(appVersion: "1.0.0").decode(type, from: data)
}

struct ModelID: Decodable { let NAME: PropertySetting<Int> }"""),
    "model with a member": (f"[try {DECODER}.decode(ModelID.self, from: data).valueID]", """struct ModelID: Decodable {
    let NAME: PropertySetting<Int>

    init(NAME: PropertySetting<Int>) { self.NAME = NAME }

    var valueID: Int { showID(NAME) }
}

func showID(_ setting: PropertySetting<Int>) -> Int { setting.value }"""),
    "key of a function": ('[readID(), Int(describeID("text")) ?? 0]', """func readID() -> Int {
    let key = SettingKey("NAME", default: 0)
    return shared[key]
}

func describeID(_ key: String) -> String { (["text": 1] as [String: Any])[key].flatMap { $0 as? Int }.map(String.init) ?? "" }"""),
    "own settings": ('panelID.settings + [store[SettingKey("NAME", default: 0)]]', """struct PanelID { var settings = [0] }

nonisolated let panelID = PanelID()"""),
    "generic key": ("[lineID(store.snapshot, .numberID)]", """extension SettingKey<Int> { static let numberID = SettingKey("NAME", default: 0) }

func lineID<Value: SettingValue>(_ snapshot: StoreSnapshot, _ key: SettingKey<Value>) -> Value { snapshot.resolution(of: key).value }"""),
    "operators": ('[2 ** 3 - 8 + store[SettingKey("NAME", default: 0)]]', ""),
    "generated key": ("[store[Flags.NAME]]", ""),
    "alias of generated keys": ("[store[KeysID.NAME]]", "typealias KeysID = Flags"),
}
