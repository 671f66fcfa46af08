"""Random histories of an app, with what a record of each release must say.

A history is a repository of git with a tag for each release. Each release has Swift code that reads settings in the ways that
Docs/References.md describes, and a document from which keys are generated.
"""

import collections
import hashlib
import subprocess

from reader_types import INTEGERS, Number, dumps, generated_type

# The releases in the order in which they are made, each with the one that its code comes from.
RELEASES = [("1.0.0", None), ("1.1.0-beta.1", "1.0.0"), ("1.1.0", "1.1.0-beta.1"), ("1.0.1", "1.0.0"), ("1.1.0.1", "1.1.0"),
            ("2.0.0", "1.1.0"), ("2.0.1", "2.0.0")]
CASES = ["legacy", "modern", "compact", "express"]
# A default that the code does not write as a literal.
UNKNOWN = object()


def read(kind, default=UNKNOWN):
    """A way to read a setting, as records have it."""
    return kind if default is UNKNOWN else {**kind, "default": default}


# --- Types and defaults that code states ------------------------------------------------------------------------------------

class SwiftType:
    """A type with its spelling, and defaults as pairs of their spelling and their value."""

    def __init__(self, spelling, kind, *defaults, declaration=()):
        self.spelling = spelling
        self.kind = kind
        self.defaults = [*defaults, ("Defaults.value()", UNKNOWN)]
        self.declaration = list(declaration)


def integer_type(rand):
    name = rand.choice(list(INTEGERS))
    low, high = INTEGERS[name]
    largest = str(min(high, 2**53))
    defaults = [("0x1F", Number("31")), ("1_0", Number("10")), (largest, Number(largest))]
    if low < 0:
        defaults.append(("-1", Number("-1")))
    return SwiftType(rand.choice([name, f"Swift.{name}"]), {"type": "integer", "swift": name}, *defaults)


def choice_type(rand, name):
    """An enum of strings, one of whose cases may have another name than its string."""
    cases = rand.sample(CASES, rand.randint(1, 3))
    renamed = rand.random() < 0.4
    names = ["renamed" if renamed and index == 0 else case for index, case in enumerate(cases)]
    written = [f'{name} = "{case}"' if name != case else name for name, case in zip(names, cases)]
    body = f"case {', '.join(written)}" if rand.random() < 0.5 else "; ".join(f"case {case}" for case in written)
    conformances = rand.choice(["String", "String, Decodable", "String, Sendable, Decodable"])
    defaults = [(f"{prefix}.{case}", value) for case, value in zip(names, cases) for prefix in ["", name]]
    kind = {"type": "string", "cases": cases}
    return SwiftType(name, kind, *defaults, declaration=[f"enum {name}: {conformances} {{ {body} }}"])


def unknown_type(rand, name):
    """A type whose values only the compiler knows."""
    return rand.choice([
        SwiftType(name, {"type": "any"}, declaration=[f"struct {name}: Decodable {{ var limit: Int }}"]),
        # A type of another module.
        SwiftType("Color", {"type": "any"}, (".red", UNKNOWN)),
        # Two enums with one name, of which the code does not show which one it means.
        SwiftType(name, {"type": "any"}, (".legacy", UNKNOWN), declaration=[
            f"enum {name}: String {{ case legacy }}", f"enum Old{name} {{ enum {name}: String {{ case legacy, modern }} }}"]),
        # An enum that decodes itself.
        SwiftType(name, {"type": "any"}, (".legacy", UNKNOWN), declaration=[
            f"enum {name}: String, Decodable {{", "    case legacy", "    init(from decoder: any Decoder) { self = .legacy }",
            "}"]),
    ])


def plain_type(rand, name):
    return rand.choice([
        lambda: SwiftType("Bool", {"type": "boolean"}, ("true", True), ("false", False)),
        lambda: integer_type(rand),
        lambda: SwiftType(float_name := rand.choice(["Double", "Float"]), {"type": "number", "swift": float_name},
                          ("30", Number("30")), ("-0.5", Number("-0.5")), ("1.5e3", Number("1.5e3"))),
        lambda: SwiftType("String", {"type": "string"},
                          ('"legacy"', "legacy"), ('"a\\n\\u{2E}b"', "a\n.b"), ('#"\\a"#', "\\a")),
        lambda: choice_type(rand, name),
        lambda: unknown_type(rand, name),
    ])()


def random_type(rand, name):
    inner = plain_type(rand, name)
    form = rand.choice(["plain", "plain", "plain", "optional", "array", "dictionary"])
    literals = [(code, value) for code, value in inner.defaults if value is not UNKNOWN]
    if form == "optional":
        spelling = rand.choice([f"{inner.spelling}?", f"Optional<{inner.spelling}>"])
        # The default of an optional enum is a case that the code names without its type.
        known = [(code, UNKNOWN if "cases" in inner.kind else value) for code, value in literals]
        return SwiftType(spelling, {**inner.kind, "optional": True}, ("nil", None), *known, declaration=inner.declaration)
    if form == "array":
        listed = ("[" + ", ".join(code for code, _ in literals) + rand.choice(["", ","] if literals else [""]) + "]",
                  UNKNOWN if "cases" in inner.kind else [value for _, value in literals])
        return SwiftType(rand.choice([f"[{inner.spelling}]", f"Array<{inner.spelling}>"]),
                         {"type": "array", "elementType": inner.kind}, ("[]", []), listed, declaration=inner.declaration)
    if form == "dictionary":
        return SwiftType(f"[String: {inner.spelling}]", {"type": "object", "valueType": inner.kind}, ("[:]", UNKNOWN),
                         declaration=inner.declaration)
    return inner


INTEGER, NUMBER = {"type": "integer", "swift": "Int"}, {"type": "number", "swift": "Double"}
# Literals with the type that Swift gives them, and the type that they have where the code around them may give them another.
LITERALS = [
    ("true", {"type": "boolean"}, {"type": "boolean"}, True),
    ("900", INTEGER, {"type": "any"}, Number("900")),
    ("-0x1F", INTEGER, {"type": "any"}, Number("-31")),
    ("0.5", NUMBER, NUMBER, Number("0.5")),
    ('"legacy"', {"type": "string"}, {"type": "string"}, "legacy"),
    ("[1, 2]", {"type": "array", "elementType": INTEGER}, {"type": "array", "elementType": {"type": "any"}},
     [Number("1"), Number("2")]),
    ("[1, 2.5]", {"type": "array", "elementType": NUMBER}, {"type": "array", "elementType": NUMBER},
     [Number("1"), Number("2.5")]),
    ('["a", "b"]', {"type": "array", "elementType": {"type": "string"}}, {"type": "array", "elementType": {"type": "string"}},
     ["a", "b"]),
    ("Limits.standard", {"type": "any"}, {"type": "any"}, UNKNOWN),
    ("Defaults.value()", {"type": "any"}, {"type": "any"}, UNKNOWN),
]


# --- Documents that keys are generated from ---------------------------------------------------------------------------------

VALUES = {
    "boolean": [True, False],
    "integer": [Number("1"), Number("3e2"), Number("7.0"), Number("-5")],
    "wide": [Number("1"), Number("3000000000")],
    "fraction": [Number("1"), Number("0.5"), Number("9223372036854775808")],
    "string": ["legacy", "modern"],
    "array": [[Number("1")], [Number("2"), Number("0.5")], []],
    "optional array": [["a"], [None, "b"]],
    "object": [{"rooms": Number("1")}, {"rooms": None, "name": "a"}, {"rooms": Number("2"), "name": "b"}],
    "optional": [None, Number("1")],
    "mixed": [True, "legacy"],
    "null": [None],
}


class GeneratedSetting:
    """A setting of a document from which a key is generated: its JSON, and how the key reads it."""

    def __init__(self, rand, form=None):
        form = form or rand.choice(list(VALUES))
        values = [rand.choice(VALUES[form]) for _ in range(rand.randint(1, 3))]
        self.members = {"defaultValue": values[0]}
        cases = element_type = None
        if form == "string" and rand.random() < 0.6:
            cases = self.members["enum"] = sorted({*values, rand.choice(CASES)})
        if form in ("array", "optional array") and rand.random() < 0.4:
            element_type = self.members["elementType"] = "number" if form == "array" else "string"
        is_number = form in ("integer", "fraction") and rand.random() < 0.2
        if is_number:
            self.members["type"] = "number"
        self.members["valuesByVersion"] = [{"appVersion": f">={index + 2}.0.0", "value": value}
                                           for index, value in enumerate(values[1:])]
        kind = generated_type(values, cases, element_type, is_number)
        self.read = read(kind, values[0]) if kind else {"type": "any"}


# --- Ways to read a setting -------------------------------------------------------------------------------------------------

class Use:
    """What one release does with a setting."""

    def __init__(self, reads=None, document=None):
        # The ways to read each setting, by its name.
        self.reads = reads or {}
        # The members of the document.
        self.document = document or {}
        self.declarations = []
        self.code = []
        # The lines of the code whose names cannot be seen, with the reason.
        self.unseen = []


def extension_key(rand, name, number):
    swift = random_type(rand, f"Style{number}")
    code, default = rand.choice(swift.defaults)
    key = f"key{number}"
    use = Use({name: [read(swift.kind, default)]})
    head = rand.choice([f"SettingKey where Value == {swift.spelling}", f"SettingKey<{swift.spelling}>",
                        f"FlagStore.SettingKey where Value == {swift.spelling}"])
    use.declarations = [*swift.declaration, f"extension {head} {{", "    " + rand.choice([
        f'static let {key} = SettingKey("{name}", default: {code})',
        f'static var {key}: SettingKey {{ SettingKey("{name}", default: {code}) }}',
        f'static var {key}: Self {{ Self("{name}", default: {code}) }}',
        f'static var {key}: Self {{ .init("{name}", default: {code}) }}',
    ]), "}"]
    use.code = [rand.choice([
        f"show(store[.{key}])", f"for await value in store.values(of: .{key}) {{ show(value) }}",
        f"show(store[SettingKey.{key}])", f"show(snapshot.resolution(of: .{key}))",
    ])]
    return use


def member_key(rand, name, number, swift=None):
    swift = swift or random_type(rand, f"Style{number}")
    code, default = rand.choice(swift.defaults)
    key = f"key{number}"
    use = Use({name: [read(swift.kind, default)]})
    use.declarations = [*swift.declaration, f"enum Keys{number} {{", *("    " + line for line in rand.choice([
        [f'static let {key} = SettingKey<{swift.spelling}>("{name}", default: {code})'],
        [f'static let {key} = SettingKey<{swift.spelling}>.init("{name}", default: {code})'],
        [f'static let {key}: SettingKey<{swift.spelling}> = .init("{name}", default: {code})'],
        [f'static let {key}: SettingKey<{swift.spelling}> = SettingKey("{name}", default: {code})'],
        [f'static var {key}: SettingKey<{swift.spelling}> {{ SettingKey("{name}", default: {code}) }}'],
        [f'static var {key}: SettingKey<{swift.spelling}> {{', f'    return .init("{name}", default: {code})', "}"],
        [f'static var {key}: FlagStore.SettingKey<{swift.spelling}> {{ get {{ .init("{name}", default: {code}) }} }}'],
    ])), "}"]
    use.code = rand.choice([
        [f"show(store[Keys{number}.{key}])"],
        [f"typealias Short{number} = Keys{number}", f"show(store[Short{number}.{key}])"],
        [f"show(store.value(for: Keys{number}.{key}))"],
    ])
    return use


def choice_key(rand, name, number):
    """A key whose values are the cases of an enum."""
    return member_key(rand, name, number, choice_type(rand, f"Style{number}"))


def inline_key(rand, name, number):
    swift = random_type(rand, f"Style{number}")
    code, default = rand.choice(swift.defaults)
    use = Use({name: [read(swift.kind, default)]})
    use.declarations = swift.declaration
    use.code = [f'show(store[SettingKey<{swift.spelling}>("{name}", default: {code})])']
    return use


def literal_key(rand, name, number):
    """A key whose type is that of its default."""
    code, kind, _, default = rand.choice(LITERALS)
    use = Use({name: [read(kind, default)]})
    key = f"key{number}"
    use.declarations = [f'let {key} = SettingKey("{name}", default: {code})']
    use.code = [f"show(store[{key}])"]
    return use


def named_read(rand, name, number):
    """`store.value(for: "name", default: 900)`, whose type is that of the default, or what the code around it states."""
    code, kind, ambiguous_kind, default = rand.choice(LITERALS)
    call = rand.choice([f'store.value(for: "{name}", default: {code})',
                        f'snapshot.resolution(of: "{name}", default: {code})'])
    if kind in (INTEGER, NUMBER) and "value(" in call and rand.random() < 0.5:
        swift = rand.choice(["Double", "Float"] if kind == NUMBER else ["Double", "Int", "Int64"])
        stated = {"type": "integer" if swift in INTEGERS else "number", "swift": swift}
        use = Use({name: [read(stated, default)]})
        use.code = [f"let value{number}: {swift} = {call}"]
        return use
    bound = rand.random() < 0.5
    use = Use({name: [read(kind if bound else ambiguous_kind, default)]})
    use.code = [f"let value{number} = {call}" if bound else rand.choice([f"show({call})", f"use({call}, 0.5)"])]
    return use


def generated_key(rand, name, number, form=None):
    """`Flags.name`, whose type is that of the document."""
    setting = GeneratedSetting(rand, form)
    use = Use({name: [setting.read]}, {name: setting.members})
    path = swift_path(name)
    use.code = rand.choice([
        [f"show(store[Flags.{path}])"], [f"show(snapshot.resolution(of: Flags.{path}))"],
        [f"typealias Generated{number} = Flags", f"show(store[Generated{number}.{path}])"],
    ])
    if rand.random() < 0.3:
        use.code = []
        use.declarations = ["extension Flags {", f"    static func show{number}() {{ show(store[{path}]) }}", "}"]
    return use


def generated_choice(rand, name, number):
    """A generated key whose values are the cases of an enum, in most documents."""
    return generated_key(rand, name, number, "string")


def group(rand, name, number):
    """A group as a model, whose settings have types that are not seen."""
    members = {key: GeneratedSetting(rand).members for key in ["rooms", "guests"]}
    use = Use({name: [{"type": "any"}]}, {name: members})
    use.code = [f'show(store.group("{name}", as: Limits.self))']
    return use


def setting_in_group(rand, name, number):
    settings = {key: GeneratedSetting(rand) for key in ["rooms", "guests"]}
    read_key = rand.choice(list(settings))
    members = {key: setting.members for key, setting in settings.items()}
    use = Use({f"{name}.{read_key}": [settings[read_key].read]}, {name: members})
    use.code = [f"show(store[Flags.{swift_path(f'{name}.{read_key}')}])"]
    return use


def two_reads(rand, name, number):
    """A setting that two places read with different types."""
    first, second = rand.sample(LITERALS[:6:2] + LITERALS[4:5], 2)
    ways = [read(first[1], first[3])]
    if read(second[1], second[3]) not in ways:
        ways.append(read(second[1], second[3]))
    use = Use({name: ways})
    use.code = [f'let {letter}{number} = store.value(for: "{name}", default: {code})'
                for letter, (code, *_) in zip("ab", [first, second])]
    return use


def code_before_document(rand, name, number):
    """Code that states the type of a setting that the document has, too."""
    use = named_read(rand, name, number)
    use.document = {name: GeneratedSetting(rand).members}
    return use


def not_read(rand, name, number):
    """Code that mentions a setting but does not read it."""
    use = Use(document=rand.choice([{}, {name: GeneratedSetting(rand).members}]))
    use.declarations = rand.choice([[], [f'let key{number} = SettingKey("{name}", default: true)',
                                         f"let list{number}: [any DeclaredSetting] = [key{number}]"]])
    use.code = rand.choice([
        [], [f'// store.value(for: "{name}", default: 1)'], [f'show(#"store.value(for: "{name}", default: 1)"#)'],
        ["/*", f'   store.value(for: "{name}", default: 1) /* nested */', "*/"],
        [f'store.override(SettingKey("{name}", default: true), with: false)'],
    ])
    return use


def unseen_name(rand, name, number):
    """A name that is made when the code runs."""
    use = Use()
    code, reason = rand.choice([
        (f'show(store.value(for: "{name}-\\(suffix)", default: 1))',
         f'the name of a setting that begins with "{name}-" is made when the code runs'),
        ('show(store[SettingKey("\\(prefix)-x", default: 1)])', "the name of a setting is made when the code runs"),
        ("show(store.value(for: suffix, default: false))", "the name of a setting is the value of an expression"),
        ("show(store.group(as: Limits.self))", 'the model "Limits" is not understood: it is not declared in the code'),
    ])
    use.code = [code]
    use.unseen = [(code, reason)]
    return use


WAYS = [extension_key, extension_key, member_key, member_key, inline_key, literal_key, named_read, named_read, generated_key,
        generated_key, generated_key, group, setting_in_group, two_reads, code_before_document, not_read]


def swift_path(name):
    """The Swift name of a setting: `Shop.s1` for `shop.s1`."""
    *groups, member = name.split(".")
    return ".".join([*(part[0].upper() + part[1:] for part in groups), member])


# --- Releases ---------------------------------------------------------------------------------------------------------------

class Release:
    """A release: the text of its files, and the settings that its code reads."""

    def __init__(self, version, tag, uses, rand):
        self.version = version
        self.tag = tag
        self.uses = uses
        self.sources, self.unseen = self.code()
        self.settings = {name: members for use in uses.values() for name, members in use.document.items()}
        self.document = dumps(self.settings) + "\n"
        problem = rand.choice([None] * 18 + ["not there", "no document of settings"])
        if problem:
            self.settings = None
            self.document = None if problem == "not there" else '{ "unfinished": '
            self.unseen.insert(0, f"Flags.json is {problem}, so the types of generated keys are not known")
        # Without the document, the names of generated keys are not known either.
        self.reads = {name: ways for use in uses.values() if not problem or not names_generated_keys(use)
                      for name, ways in use.reads.items()}

    def code(self):
        """The Swift files, and the places that records list as not seen."""
        keys = ["import FlagStore", "", *(line for use in self.uses.values() for line in use.declarations)]
        shop = ["import FlagStore", "", "func run(_ store: SettingsStore, prefix: String, suffix: String) async {"]
        unseen = []
        for use in self.uses.values():
            for line in use.code:
                shop.append("    " + line)
                unseen += [f"Sources/Shop.swift:{len(shop)}: {reason}" for code, reason in use.unseen if code == line]
        shop.append("}")
        return {"Sources/Keys.swift": "\n".join(keys) + "\n", "Sources/Shop.swift": "\n".join(shop) + "\n"}, unseen

    def code_of(self, setting):
        """The code that belongs to a setting."""
        return [line for name, use in self.uses.items() if setting in use.reads or name == setting
                for line in use.declarations + use.code]


def names_generated_keys(use):
    return any("Flags" in line for line in use.code + use.declarations)


class History:
    """The releases of an app, in the order in which they are made."""

    def __init__(self, rand, count):
        self.rand = rand
        self.prefix = rand.choice(["v", "v", "release-", "ios/"])
        self.names = [f"{rand.choice(['', '', '', 'shop.'])}s{index}" for index in range(count)]
        # Whether the app contains the document.
        self.bundles = rand.random() < 0.5
        self.releases = []
        made = {}
        for version, origin in RELEASES:
            old = made.get(origin, {})
            uses = {name: old[name] if name in old and rand.random() < 0.7 else self.new_use(name, index, old.get(name))
                    for index, name in enumerate(self.names)}
            made[version] = uses
            self.releases.append(Release(version, self.prefix + version, uses, rand))
        # Tags that name no version, or have no Swift code.
        self.skipped = {f"{self.prefix}next": "it does not name a version",
                        f"{self.prefix}0.1.0": "it has no Swift file in Sources"}

    def new_use(self, name, number, old):
        ways = WAYS
        if old and any("cases" in way for reads in old.reads.values() for way in reads) and self.rand.random() < 0.6:
            ways = [choice_key, generated_choice]
        elif self.rand.random() < 0.004:
            ways = [unseen_name]
        return self.rand.choice(ways)(self.rand, name, number)

    def changes(self):
        """How often each kind of change happens to a setting between a release and the one that its code comes from."""
        by_version = {release.version: release for release in self.releases}
        found = collections.Counter()
        for version, origin in RELEASES[1:]:
            older = dict(RELEASES)[origin]
            new, old = by_version[version].reads, by_version[origin].reads
            before = by_version[older].reads if older else {}
            for name in new.keys() | old.keys():
                found.update(kinds_of_change(name, before.get(name), old.get(name), new.get(name), new))
        return found

    def create(self, folder):
        """Creates the repository, without a working tree, and returns the revision of each tag."""
        git(folder, "init", "--quiet", "--template=")
        stream = [commit("refs/heads/empty", len(self.releases) + 1) + "M 100644 inline README.md\n" + data("An app.")
                  + f"reset refs/tags/{self.prefix}0.1.0\nfrom :{len(self.releases) + 1}\n\n"]
        marks = {}
        for index, (release, (_, origin)) in enumerate(zip(self.releases, RELEASES), 1):
            marks[release.version] = index
            files = {**release.sources, "Tests/Unread.swift": 'import XCTest\nlet unread = store.value(for: "unread", default: 1)\n'}
            if release.document is not None:
                files["Flags.json"] = release.document
            stream.append(commit(f"refs/heads/{release.version}", index))
            if origin:
                stream.append(f"from :{marks[origin]}\ndeleteall\n")
            stream += [f"M 100644 inline {path}\n" + data(text) for path, text in files.items()]
            stream.append(f"reset refs/tags/{release.tag}\nfrom :{index}\n\n")
        stream.append(f"reset refs/tags/{self.prefix}next\nfrom :1\n\nreset refs/heads/main\nfrom :{len(self.releases)}\n\n")
        git(folder, "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", input="".join(stream))
        git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
        listed = git(folder, "for-each-ref", "--format=%(refname:strip=2) %(objectname)", "refs/tags")
        return dict(line.split(" ") for line in listed.splitlines())

    def record(self, release, revisions):
        """The record that flagctl must make for a release."""
        record = {"release": release.version, "from": {"tag": release.tag, "revision": revisions[release.tag]},
                  "complete": not release.unseen, "rule": Number("3"), "formatLevel": Number("1")}
        if self.bundles and release.document is not None:
            record["bundled"] = {"path": "Flags.json", "object": blob_name(release.document)}
        record["settings"] = {name: ways[0] if len(ways) == 1 else ways for name, ways in release.reads.items()}
        if release.unseen:
            record["unseen"] = release.unseen
        return record


# The kinds of change that histories have, as `kinds_of_change` names them.
CHANGES = ["deleted", "back with another type", "read by its members", "known type", "other cases", "open enum", "fraction",
           "optional"]


def kinds_of_change(name, before, old, new, settings):
    """The kinds of change from the ways in which the last release but one, the last one and a release read a setting."""
    if old and not new:
        yield "deleted"
        if old == [{"type": "any"}] and any(other.startswith(name + ".") for other in settings):
            yield "read by its members"
    if before and not old and new and before[0]["type"] != new[0]["type"]:
        yield "back with another type"
    if not old or not new:
        return
    first, second = old[0], new[0]
    if first["type"] == "any" and "swift" in second:
        yield "known type"
    if "cases" in first and "cases" in second:
        if first["cases"] != second["cases"]:
            yield "other cases"
        if second.get("open", False) and not first.get("open", False):
            yield "open enum"
    if (first["type"], second["type"]) == ("integer", "number"):
        yield "fraction"
    if not first.get("optional", False) and second.get("optional", False):
        yield "optional"


def commit(reference, mark):
    """A commit for git fast-import."""
    committer = f"Ada <ada@example.com> {1_800_000_000 + mark} +0000"
    return f"commit {reference}\nmark :{mark}\ncommitter {committer}\n" + data("Release")


def data(text):
    return f"data {len(text.encode())}\n{text}\n"


def blob_name(text):
    content = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def git(folder, *arguments, input=None):
    done = subprocess.run(["git", "-C", str(folder), *arguments], input=input, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"git {' '.join(arguments)}: {done.stderr}")
    return done.stdout
