"""Hide reads of settings in random programs, and compare what records say with what the programs read when they run.

Usage: check-hidden-reads.py [PROGRAMS]    after "swift build", with flagctl on the PATH

Each program reads settings in ways that Docs/References.md describes, in several files and two modules. Half of them also read one in a
way that hides its name. All of them are compiled and run once: each setting has a value of its own, so the output says which ones were
read. `flagctl readers record` must then list every setting that a program reads, or say that the record is incomplete; and where nothing
is hidden, the record must be complete, with exactly these settings.
"""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import built_modules
import hidden_reads

HEAD = "import Features\nimport FlagResolver\nimport FlagStore\nimport Foundation\nimport TolerantDecoding\n\n"


class Way:
    """What a program does with settings: declarations for both modules, and an expression that gives their values."""

    def __init__(self, reads, code, declarations="", features=""):
        self.reads = reads
        self.code = code
        self.declarations = declarations
        self.features = features


# --- Ways that are seen. `n` is the name of a setting, `i` a suffix that no other way has. ------------------------------------

def member_key(n, i):
    return Way([n], f"[store[Keys{i}.key]]", f'enum Keys{i} {{ static let key = SettingKey("{n}", default: 0) }}')


def extension_key(n, i):
    return Way([n], f"[store[.key{i}]]", f'extension SettingKey<Int> {{ static var key{i}: Self {{ Self("{n}", default: 0) }} }}')


def inline_key(n, i):
    return Way([n], f'[store[SettingKey<Int>("{n}", default: 0)]]')


def instance_key(n, i):
    return Way([n], f"[store[Instance{i}().key]]", f'struct Instance{i} {{ let key = SettingKey("{n}", default: 0) }}')


def key_path(n, i):
    return Way([n], f"[store[Paths{i}()[keyPath: \\Paths{i}.key{i}]]]",
               f'struct Paths{i} {{ let key{i} = SettingKey("{n}", default: 0) }}')


def listed_keys(n, i):
    return Way([n], f"list{i}.map {{ store[$0] }}", f'nonisolated let list{i} = [SettingKey("{n}", default: 0)]')


def named_value(n, i):
    return Way([n], f'[snapshot.value(for: "{n}", default: 0)]')


def named_resolution(n, i):
    return Way([n], f'[document.resolution(of: "{n}", for: context).value?.int ?? 0]')


def setting_model(n, i):
    return Way([n], f"[try JSONDecoder(appVersion: \"1.0.0\").decode(Model{i}.self, from: data).{n}.value]",
               f"struct Model{i}: Decodable {{ let {n}: PropertySetting<Int> }}")


def coding_keys(n, i):
    return Way([n], f"[try JSONDecoder(appVersion: \"1.0.0\").decode(Renamed{i}.self, from: data).value.value]",
               f"struct Renamed{i}: Decodable {{\n    let value: PropertySetting<Int>\n\n"
               f"    enum CodingKeys: String, CodingKey {{ case value = \"{n}\" }}\n}}")


def attribute_model(n, i):
    return Way([n], f"[try JSONDecoder(appVersion: \"1.0.0\").decode(Attributes{i}.self, from: data).value]",
               f'struct Attributes{i}: SettingsModel {{ @Setting("{n}") var value = 0 }}')


def tolerant_model(n, i):
    return Way([n], f"[try JSONDecoder.tolerant(appVersion: \"1.0.0\").decode(Tolerant{i}.self, from: data).{n}.value]",
               f"struct Tolerant{i}: Decodable {{ let {n}: PropertySetting<Int> }}")


def plain_model(n, i):
    return Way([n], f"[try document.decode(Plain{i}.self, for: context).{n}.value]",
               f"struct Plain{i}: Decodable {{ let {n}: PropertySetting<Int> }}")


def wrapper(n, i):
    return Way([n], f'[read{i}("{n}", store)]',
               features=f"public func read{i}(_ name: String, _ store: SettingsStore) -> Int {{ store[SettingKey(name, default: 0)] }}")


def wrapper_of_wrapper(n, i):
    return Way([n], f'[Reader{i}(store: store).number(named: "{n}")]',
               f"struct Reader{i} {{\n    let store: SettingsStore\n\n"
               f"    func number(named name: String) -> Int {{ inner{i}(of: name, store) }}\n}}",
               f"public func inner{i}(of name: String, _ store: SettingsStore) -> Int {{ store[SettingKey(name, default: 0)] }}")


SEEN = [member_key, extension_key, inline_key, instance_key, key_path, listed_keys, named_value, named_resolution, setting_model,
        coding_keys, attribute_model, tolerant_model, plain_model, wrapper, wrapper_of_wrapper]

# --- Ways that hide a name. `made(…)` is the name, put together when the program runs. ----------------------------------------


def made(n):
    return f'["{n[:2]}", "{n[2:]}"].joined()'


HIDDEN = {
    "typealias": lambda n, i: Way([n], f"[store[Flag{i}<Int>({made(n)}, default: 0)]]", f"typealias Flag{i} = SettingKey"),
    "generic typealias": lambda n, i: Way([n], f"[store[Flag{i}({made(n)}, default: 0)]]",
                                          f"typealias Flag{i}<V: SettingValue> = SettingKey<V>"),
    "implicit initialiser": lambda n, i: Way([n], f"[store[.init({made(n)}, default: 0)]]"),
    "initialiser as argument": lambda n, i: Way([n], f"[take{i}(.init({made(n)}, default: 0), store)]",
                                                f"func take{i}(_ key: SettingKey<Int>, _ store: SettingsStore) -> Int {{ store[key] }}"),
    "initialiser as value": lambda n, i: Way([n], f"[store[make{i}({made(n)}, 0)]]", f"nonisolated(unsafe) let make{i}: (String, Int) -> SettingKey<Int> = SettingKey<Int>.init(_:default:)"),
    "metatype": lambda n, i: Way([n], f"[store[Kind{i}.init({made(n)}, default: 0)]]", f"let Kind{i} = SettingKey<Int>.self"),
    "type of a key": lambda n, i: Way([n], f'[store[type(of: SettingKey("seen", default: 0)).init({made(n)}, default: 0)]]'),
    "own initialiser": lambda n, i: Way([n], f"[store[SettingKey<Int>(text{i}: {made(n)})]]",
                                        f"extension SettingKey<Int> {{ init(text{i}: String) {{ self.init(text{i}, default: 0) }} }}"),
    "protocol": lambda n, i: Way([n], f"[store[built{i}({made(n)}) as SettingKey<Int>]]",
                                 f"protocol Made{i} {{ init(_ name: String, default: Int) }}\nextension SettingKey: Made{i} where Value == Int {{}}\n"
                                 f"func built{i}<M: Made{i}>(_ name: String) -> M {{ M(name, default: 0) }}"),
    "backquotes": lambda n, i: Way([n], f"[store[`SettingKey`({made(n)}, default: 0)]]"),
    "escapes": lambda n, i: Way([n], f'[(raw["\\u{{{ord(n[0]):x}}}{n[1:]}"] as? [String: Any])?["defaultValue"] as? Int ?? 0]'),
    "method as value": lambda n, i: Way([n], f"[method{i}(snapshot.value)]",
                                        f"func method{i}(_ read: (String, Int) -> Int) -> Int {{ read({made(n)}, 0) }}"),
    "labelled method": lambda n, i: Way([n], f"[labelled{i}(snapshot.value(for:default:))]",
                                        f"func labelled{i}(_ read: (String, Int) -> Int) -> Int {{ read({made(n)}, 0) }}"),
    "variable": lambda n, i: Way([n], f"[document.resolution(of: {made(n)}, for: context).value?.int ?? 0]"),
    "all settings": lambda n, i: Way([n], f"[Int(store.settings.first {{ $0.name == {made(n)} }}?.value ?? \"\") ?? 0]"),
    "inferred group": lambda n, i: Way([f"g{n}.inner"], f"[(store.group({made('g' + n)}) as Inner{i}?)?.inner.value ?? 0]",
                                       f"struct Inner{i}: Decodable {{ let inner: PropertySetting<Int> }}"),
    "inferred group in a condition": lambda n, i: Way(
        [f"g{n}.inner"], f"[condition{i}()]", f"struct Part{i}: Decodable {{ let inner: PropertySetting<Int> }}\nfunc condition{i}() -> Int {{\n"
        f"    if let part: Part{i} = store.group({made('g' + n)}) {{ return part.inner.value }}\n    return 0\n}}"),
    "generic model": lambda n, i: Way([n], f"[try load{i}([String: Entry{i}].self, document, context)[{made(n)}]?.value ?? 0]",
                                      f"struct Entry{i}: Decodable {{\n    let value: Int?\n\n    init(from decoder: any Decoder) throws {{\n"
                                      f"        value = try? PropertySetting<Int>(from: decoder).value\n    }}\n}}\n"
                                      f"func load{i}<M: Decodable>(_ type: M.Type, _ document: SettingsDocument, _ context: EvaluationContext) throws -> M {{\n"
                                      f"    try document.decode(M.self, for: context)\n}}"),
    "dictionary": lambda n, i: Way([n], f"[try JSONDecoder(appVersion: \"1.0.0\").decode([String: Lossy{i}].self, from: data)[{made(n)}]?.value ?? 0]",
                                   f"struct Lossy{i}: Decodable {{\n    let value: Int?\n\n    init(from decoder: any Decoder) throws {{\n"
                                   f"        value = try? PropertySetting<Int>(from: decoder).value\n    }}\n}}"),
    "custom decoding": lambda n, i: Way([n], f"[try JSONDecoder(appVersion: \"1.0.0\").decode(Custom{i}.self, from: data).value]",
                                        f"struct Custom{i}: Decodable {{\n    let value: Int\n\n    init(from decoder: any Decoder) throws {{\n"
                                        f"        let container = try decoder.container(keyedBy: DynamicKey.self)\n"
                                        f"        value = try container.decode(PropertySetting<Int>.self, forKey: DynamicKey({made(n)})).value\n    }}\n}}"),
    "inferred decoding": lambda n, i: Way([n], f"[try inferred{i}(data)]",
                                          f"func any{i}<M: Decodable>(_ data: Data) throws -> M {{ try JSONDecoder(appVersion: \"1.0.0\").decode(M.self, from: data) }}\n"
                                          f"func inferred{i}(_ data: Data) throws -> Int {{\n    let all = try JSONSerialization.jsonObject(with: data) as! [String: Any]\n"
                                          f"    let setting: PropertySetting<Int> = try any{i}(JSONSerialization.data(withJSONObject: all[{made(n)}]!))\n"
                                          f"    return setting.value\n}}"),
    "keys of a strategy": lambda n, i: Way([n], f"[try strategy{i}(data)]",
                                           f"struct Keyed{i}: Decodable {{ let value: PropertySetting<Int> }}\n"
                                           f"func strategy{i}(_ data: Data) throws -> Int {{\n    let decoder = JSONDecoder(appVersion: \"1.0.0\")\n"
                                           f"    decoder.keyDecodingStrategy = .custom {{ $0.last!.stringValue == {made(n)} ? DynamicKey(\"value\") : $0.last! }}\n"
                                           f"    return try decoder.decode(Keyed{i}.self, from: data).value.value\n}}"),
    "computed coding keys": lambda n, i: Way([n], f"[try JSONDecoder(appVersion: \"1.0.0\").decode(Computed{i}.self, from: data).value.value]",
                                             f"struct Computed{i}: Decodable {{\n    let value: PropertySetting<Int>\n\n    enum CodingKeys: CodingKey {{\n        case value\n"
                                             f"        var stringValue: String {{ {made(n)} }}\n        var intValue: Int? {{ nil }}\n        init?(stringValue: String) {{ self = .value }}\n"
                                             f"        init?(intValue: Int) {{ nil }}\n    }}\n}}"),
    "wrapper with a variable": lambda n, i: Way([n], f'[wrap{i}("seen", store), wrap{i}({made(n)}, store)]',
                                                features=f"public func wrap{i}(_ name: String, _ store: SettingsStore) -> Int {{ store[SettingKey(name, default: 0)] }}"),
    "wrapper as value": lambda n, i: Way([n], f'[wrap{i}("seen")] + [{made(n)}].map(wrap{i})',
                                         f"func wrap{i}(_ name: String) -> Int {{ shared[SettingKey(name, default: 0)] }}"),
    "default argument": lambda n, i: Way([n], f'[wrap{i}("seen"), wrap{i}()]',
                                         f"func wrap{i}(_ name: String = {made(n)}) -> Int {{ shared[SettingKey(name, default: 0)] }}"),
    "shadowed parameter": lambda n, i: Way([n], f'wrap{i}("seen")',
                                           f"func wrap{i}(_ name: String) -> [Int] {{ [{made(n)}].map {{ name in shared[SettingKey(name, default: 0)] }} }}"),
    "call as function": lambda n, i: Way([n], f"[Called{i}()({made(n)})]",
                                         f"struct Called{i} {{ func callAsFunction(_ name: String) -> Int {{ shared[SettingKey(name, default: 0)] }} }}"),
    "dynamic member": lambda n, i: Way([n], f"[Dynamic{i}().{n}]",
                                       f"@dynamicMemberLookup\nstruct Dynamic{i} {{\n"
                                       f"    subscript(dynamicMember name: String) -> Int {{ shared[SettingKey(name, default: 0)] }}\n}}"),
    "interpolation": lambda n, i: Way([n], f'[Int("\\(setting{i}: {made(n)})") ?? 0]',
                                      f"extension DefaultStringInterpolation {{\n    mutating func appendInterpolation(setting{i} name: String) {{\n"
                                      f"        appendLiteral(\"\\(shared[SettingKey(name, default: 0)])\")\n    }}\n}}"),
    "literal": lambda n, i: Way([n], f"[Text{i}.value(of: \"{n}\")]",
                                f"struct Text{i}: ExpressibleByStringLiteral {{\n    let name: String\n\n    init(stringLiteral name: String) {{ self.name = name }}\n\n"
                                f"    static func value(of text: Text{i}) -> Int {{ shared[SettingKey(text.name, default: 0)] }}\n}}"),
    "raw value": lambda n, i: Way([n], f"[raw{i}(.{n})]",
                                  f"enum Raw{i}: String {{ case {n} }}\nfunc raw{i}(_ flag: Raw{i}) -> Int {{ shared[SettingKey(flag.rawValue, default: 0)] }}"),
    "cast": lambda n, i: Way([n], f"all{i}.compactMap {{ $0 as? SettingKey<Int> }}.map {{ store[$0] }}",
                             f'let all{i}: [any DeclaredSetting] = [SettingKey("{n}", default: 0)]'),
    "generic cast": lambda n, i: Way([n], f"all{i}.compactMap {{ cast{i}($0) }}.map {{ (key: SettingKey<Int>) in store[key] }}",
                                     f'let all{i}: [any DeclaredSetting] = [SettingKey("{n}", default: 0)]\nfunc cast{i}<T>(_ value: Any) -> T? {{ value as? T }}'),
    "mirror": lambda n, i: Way([n], f"Mirror(reflecting: Mirrored{i}()).children.compactMap {{ $0.value as? SettingKey<Int> }}.map {{ store[$0] }}",
                               f'struct Mirrored{i} {{ let key{i} = SettingKey("{n}", default: 0) }}'),
    "own override": lambda n, i: Way([n], f'[set(SettingKey("{n}", default: 0), to: 1)]',
                                     "", f"extension SettingKey {{ public var name{i}: String {{ name }} }}"),
    "raw JSON": lambda n, i: Way([n], f'[(raw["{n}"] as? [String: Any])?["defaultValue"] as? Int ?? 0]'),
    "raw model": lambda n, i: Way([n], f"[try JSONDecoder().decode(RawModel{i}.self, from: data).{n}.defaultValue]",
                                  f"struct RawModel{i}: Decodable {{\n    struct Entry: Decodable {{ let defaultValue: Int }}\n\n    let {n}: Entry\n}}"),
    "same type": lambda n, i: Way([n], f"[Same{i}<SettingKey<Int>>.key({made(n)}).map {{ store[$0] }} ?? 0]",
                                  f"struct Same{i}<K> {{}}\nextension Same{i} where K == SettingKey<Int> {{ static func key(_ name: String) -> K? {{ K(name, default: 0) }} }}"),
    "module that is not given": None,
}

# What hidden ways need beside the declarations of a program.
SUPPORT = """nonisolated(unsafe) var shared: SettingsStore! = nil
nonisolated(unsafe) var raw: [String: Any] = [:]

func set(_ key: SettingKey<Int>, to value: Int) -> Int { shared[key] }

infix operator |>
infix operator =~
infix operator **: MultiplicationPrecedence
prefix operator /
prefix func / (value: Int) -> Int { value }
func ** (base: Int, exponent: Int) -> Int { (0..<exponent).reduce(1) { value, _ in value * base } }

struct StandardError: TextOutputStream { mutating func write(_ text: String) {} }
nonisolated(unsafe) var standardError = StandardError()
"""


def filled(template, n, i):
    """A way from a template; see hidden_reads.py."""
    def fill(text):
        for word, value in {"MADE": made(n), "NAME": n, "HEAD": n[:2], "TAIL": n[2:], "ID": i}.items():
            text = text.replace(word, value)
        return text

    code, declarations = template
    reads = f"g{n}.inner" if ".inner" in code + declarations else n
    return Way([reads], fill(code), fill(declarations))


def template_ways(templates):
    return {kind: lambda n, i, template=template: filled(template, n, i) for kind, template in templates.items()}


SEEN += template_ways(hidden_reads.SEEN).values()
HIDDEN.update(template_ways(hidden_reads.HIDDEN))
# The hidden ways whose declarations are in the support.
SUPPORTED = {"own override", "own operator", "own assignment", "slashes", "operand"}


class Program:
    """A random program: its files, and the settings that it means to read."""

    def __init__(self, rand, number):
        self.number = number
        self.names = []
        self.hidden = None
        ways = [rand.choice(SEEN)(self.name(), f"{number}_{index}") for index in range(rand.randint(2, 6))]
        self.withholds_module = False
        if number % 2:
            kinds = list(HIDDEN)
            self.hidden = kinds[number // 2 % len(kinds)]
            if HIDDEN[self.hidden]:
                ways.append(HIDDEN[self.hidden](self.name(), f"{number}_h"))
            else:
                ways.append(wrapper(self.name(), f"{number}_h"))
                self.withholds_module = True
        self.ways = ways
        cut = rand.randint(0, len(ways))
        self.files = {
            "Sources/Features/Features.swift": "import FlagStore\n\n" + "\n".join(way.features for way in ways if way.features) + "\n",
            f"Sources/App/Keys{number}.swift": HEAD + "\n\n".join(way.declarations for way in ways[:cut] if way.declarations) + "\n",
            f"Sources/App/Program{number}.swift": HEAD + "\n\n".join(way.declarations for way in ways[cut:] if way.declarations)
            + f"\n\nfunc run{number}(_ store: SettingsStore, _ document: SettingsDocument, _ data: Data) throws -> [Int] {{\n"
            + '    let context = EvaluationContext(appVersion: "1.0.0")\n    let snapshot = document.snapshot(for: context)\n'
            + "    _ = snapshot\n    _ = context\n"
            + "    return try " + " + ".join(f"values {{ {way.code} }}" for way in ways) + "\n}\n",
        }

    def name(self):
        self.names.append(f"s{self.number}x{len(self.names)}")
        return self.names[-1]

    def record(self, folder):
        folder = folder / f"program{self.number}"
        for path, text in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        if self.hidden in SUPPORTED:
            (folder / "Sources/App/Support.swift").write_text(HEAD + SUPPORT)
        (folder / "Flags.json").write_text(json.dumps(nested(dict.fromkeys([*self.names, *(name for way in self.ways for name in way.reads), "seen"], 1))))
        code = "Sources/App" if self.withholds_module else "Sources"
        done = subprocess.run(["flagctl", "readers", "record", "1.0.0", "--code", code, "--document", "Flags.json", "--readers", "readers"],
                              cwd=folder, capture_output=True, text=True)
        path = folder / "readers/1.0.0.reader.json"
        if not path.exists():
            sys.exit(f"program {self.number}: {done.stderr}")
        return json.loads(path.read_text())


def values_of(programs):
    """The settings of all programs with the value that each has."""
    names = [name for program in programs for way in program.ways for name in way.reads]
    return {name: 1_000 + index for index, name in enumerate(dict.fromkeys(names))}


def nested(values):
    document = {}
    for name, value in values.items():
        *groups, member = name.split(".")
        place = document
        for group in groups:
            place = place.setdefault(group, {})
        place[member] = {"defaultValue": value}
    return document


def run(programs, folder):
    """The settings that each program reads when it runs."""
    values = values_of(programs)
    (folder / "document.json").write_text(json.dumps(nested({**values, "seen": 1})))
    features, app = folder / "Features.swift", []
    features.write_text("public import FlagStore\n\n" + "\n".join(program.files["Sources/Features/Features.swift"].split("\n\n", 1)[1] for program in programs))
    for program in programs:
        for path, text in program.files.items():
            if "/App/" in path:
                app.append(folder / pathlib.Path(path).name)
                app[-1].write_text(text)
    calls = "\n".join(f'print({program.number}, try run{program.number}(store, document, data))' for program in programs)
    # What the build plugin would write; the programs use it as if it were theirs.
    keys = "\n".join(f'    static var {name}: SettingKey<Int> {{ SettingKey("{name}", default: 0) }}' for name in [*values, "seen"] if "." not in name)
    app.append(folder / "Flags.swift")
    app[-1].write_text(f"import FlagStore\n\nenum Flags {{\n{keys}\n}}\n")
    (folder / "Support.swift").write_text(HEAD + SUPPORT + "\nfunc values(_ read: () throws -> [Int]) rethrows -> [Int] { try read() }\n")
    (folder / "main.swift").write_text(HEAD + f"""
let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
var configuration = StoreConfiguration()
configuration.bundledData = data
let store = SettingsStore(appVersion: "1.0.0", configuration)
let document = try SettingsDocument(parsing: data)
shared = store
raw = try JSONSerialization.jsonObject(with: data) as! [String: Any]
{calls}
""")
    arguments = built_modules.compiler_arguments()
    build = built_modules.binaries()
    objects = [path for name in ["FlagResolver", "FlagStore", "ThreadCache", "TolerantDecoding"] for path in sorted((build / f"{name}.build").rglob("*.o"))]
    compile_swift([*arguments, "-parse-as-library", "-emit-module", "-emit-object", "-wmo", "-module-name", "Features", "-enable-upcoming-feature",
                   "InternalImportsByDefault", features, "-emit-module-path", folder / "Features.swiftmodule", "-o", folder / "Features.o"])
    compile_swift([*arguments, "-I", folder, "-module-name", "App", *app, folder / "Support.swift", folder / "main.swift", folder / "Features.o",
                   *objects, "-o", folder / "programs"])
    done = subprocess.run([folder / "programs", folder / "document.json"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"the programs fail: {done.stderr[:2000]}")
    by_value = {value: name for name, value in values.items()}
    found = {}
    for line in done.stdout.splitlines():
        number, _, text = line.partition(" ")
        found[int(number)] = {by_value[value] for value in json.loads(text) if value in by_value}
    return found


def compile_swift(arguments):
    done = subprocess.run(["swiftc", "-swift-version", "5", "-Onone", "-suppress-warnings", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"the programs do not compile:\n{done.stderr[:6000]}")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2 * len(HIDDEN)
    rand = random.Random(20_261_128)
    programs = [Program(rand, number) for number in range(count)]
    kinds = collections.Counter()
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        read = run(programs, folder)
        for program in programs:
            record = program.record(folder)
            meant = {name for way in program.ways for name in way.reads}
            if read[program.number] != meant:
                problems.append(f"program {program.number} ({program.hidden}) reads {sorted(read[program.number])}, expected {sorted(meant)}")
            listed = set(record["settings"])
            unlisted = read[program.number] - listed
            if unlisted and record["complete"]:
                problems.append(f"program {program.number} ({program.hidden}): the record is complete without {sorted(unlisted)}:\n" + show(program))
            if not program.hidden and (not record["complete"] or listed != read[program.number]):
                problems.append(f"program {program.number} hides nothing; its record: {json.dumps(record, indent=1)}\n" + show(program))
            kinds[f"{'incomplete' if unlisted else 'listed'}" if program.hidden else "complete"] += 1
    if problems:
        sys.exit("\n".join(problems))
    print(f"hidden reads: {count} programs: {kinds['complete']} without one have complete records; of the others, "
          f"{kinds['incomplete']} have incomplete ones, and {kinds['listed']} list the setting")


def show(program):
    return "\n".join(f"--- {path}\n{text}" for path, text in program.files.items())


main()
