"""Compare what flagctl says about recorded releases with type rules that are written here once more.

Usage: check-readers.py [CASES]    with flagctl on the PATH

Documents and records are random. For each recorded release, each setting and each user, the rules say which value the
code gets, and which values it cannot read. `prove -e 'readable *'` must name exactly these values, releases and users'
values, and the findings of `check` must name what the release gets instead.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

RELEASES = ["1.0.0", "1.8.0", "1.9.0-beta.1", "1.9.0", "1.9.0.1", "2.0.0", "2.0.1", "10.0.0"]
COUNTRIES = [None, "DE", "FR"]
INTEGERS = {"Int": (-2**63, 2**63 - 1), "Int8": (-128, 127), "UInt8": (0, 255), "Int64": (-2**63, 2**63 - 1)}


class Number:
    """A number with its spelling."""

    def __init__(self, text):
        self.text = text
        self.value = Fraction(text)


def text(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, list):
        return "[" + ",".join(map(text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + text(member) for key, member in value.items()) + "}"
    return json.dumps(value)


def accepts(kind, value):
    """Whether Swift code of a type reads a value."""
    if kind.get("optional") and value is None:
        return True
    name = kind["type"]
    if name == "any":
        return True
    if name == "boolean":
        return isinstance(value, bool)
    if name == "integer":
        low, high = INTEGERS[kind["swift"]]
        return isinstance(value, Number) and value.value.denominator == 1 and low <= value.value <= high
    if name == "number":
        return isinstance(value, Number)
    if name == "string":
        return isinstance(value, str) and ("cases" not in kind or kind.get("open", False) or value in kind["cases"])
    if name == "array":
        return isinstance(value, list) and all(accepts(kind["elementType"], element) for element in value)
    if "valueType" in kind:
        return isinstance(value, dict) and all(accepts(kind["valueType"], member) for member in value.values())
    return isinstance(value, dict) and all(
        accepts(member, value[key]) if key in value else member.get("optional", False)
        for key, member in kind["members"].items())


def random_type(rand, depth=0):
    kind = rand.choice([
        {"type": "boolean"}, {"type": "boolean"}, {"type": "integer", "swift": rand.choice(list(INTEGERS))},
        {"type": "number", "swift": "Double"}, {"type": "string"},
        {"type": "string", "cases": ["legacy", "modern"]},
        {"type": "string", "cases": ["legacy", "modern"], "open": True},
        *([] if depth else [
            {"type": "any"},
            {"type": "array", "elementType": random_type(rand, 1)},
            {"type": "object", "valueType": random_type(rand, 1)},
            {"type": "object", "members": {"a": random_type(rand, 1), "b": {"type": "string", "optional": True}}},
        ]),
    ])
    return {**kind, "optional": True} if rand.random() < 0.15 else kind


def random_value(rand, depth=0):
    return rand.choice([
        True, False, None, "legacy", "modern", "express",
        *(Number(spelling) for spelling in ["0", "1", "-1", "1.0", "3e2", "0.5", "200", "9223372036854775808"]),
        *([] if depth else [
            [random_value(rand, 1) for _ in range(rand.randrange(3))],
            {key: random_value(rand, 1) for key in rand.sample(["a", "b", "c"], rand.randrange(4))},
        ]),
    ])


def key(version):
    release, _, pre = version.partition("-")
    numbers = [int(part) for part in release.split(".")]
    return numbers + [0] * (4 - len(numbers)), pre == "", pre


def random_versions(rand):
    bound = rand.choice(RELEASES[1:])
    return rand.choice([("*", lambda v: True), (f">={bound}", lambda v: key(v) >= key(bound)),
                        (f"<{bound}", lambda v: key(v) < key(bound)), (bound, lambda v: key(v) == key(bound))])


class Setting:
    def __init__(self, rand):
        likely = random_value(rand)
        self.default = likely
        self.entries = []
        for _ in range(rand.randrange(4)):
            requirement, contains = random_versions(rand)
            country = rand.choice([None, None, "DE", "FR"])
            value = random_value(rand) if rand.random() < 0.6 else likely
            self.entries.append((requirement, contains, country, value))
        types = [random_type(rand) for _ in range(2)]
        self.reads = {
            release: (rand.choice(types), random_value(rand, 1)) for release in RELEASES if rand.random() < 0.8
        }

    def json(self):
        entries = []
        for requirement, _, country, value in self.entries:
            when = f', "when": {{ "country": "{country}" }}' if country else ""
            entries.append(f'{{ "appVersion": "{requirement}"{when}, "value": {text(value)} }}')
        return f'{{ "defaultValue": {text(self.default)}, "valuesByVersion": [{", ".join(entries)}] }}'

    def matching(self, release, country):
        for _, contains, wanted, value in self.entries:
            if contains(release) and (wanted is None or wanted == country):
                yield value
        yield self.default

    def losses(self, release):
        """The values that the release would get and cannot read, and what it gets instead."""
        kind, code = self.reads[release]
        if not accepts(kind, self.default):
            return {text(self.default): {text(code)}}
        found = {}
        for country in COUNTRIES:
            values = list(self.matching(release, country))
            if not accepts(kind, values[0]):
                instead = next(value for value in values if accepts(kind, value))
                found.setdefault(text(values[0]), set()).add(text(instead))
        return found


def flagctl(*arguments):
    done = subprocess.run(["flagctl", *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"flagctl {' '.join(arguments)}: {done.stderr}")
    return json.loads(done.stdout)


def compare(settings, folder):
    document = folder / "app.json"
    document.write_text("{" + ", ".join(f'"s{i}": {s.json()}' for i, s in enumerate(settings)) + "}")
    for release in RELEASES:
        reads = ", ".join(
            f'"s{i}": {{ {json.dumps(s.reads[release][0])[1:-1]}, "default": {text(s.reads[release][1])} }}'
            for i, s in enumerate(settings) if release in s.reads)
        (folder / f"{release}.reader.json").write_text(
            f'{{ "release": "{release}", "complete": true, "settings": {{ {reads} }} }}')
    expected = {}
    for i, setting in enumerate(settings):
        for release in setting.reads:
            for value in setting.losses(release):
                expected.setdefault((f"s{i}", value), set()).add(release)
    found = {}
    proof = flagctl("prove", "-e", "readable *", "--readers", str(folder), "--format", "json", str(document))
    for result in proof["results"]:
        for violation in result.get("violations", []):
            value = json.dumps(violation["value"], separators=(",", ":"))
            for release in violation["versions"].split(" || "):
                found.setdefault((violation["name"], value), set()).add(release)
    plain = {}
    for (name, value), releases in expected.items():
        plain.setdefault((name, json.dumps(json.loads(value), separators=(",", ":"))), set()).update(releases)
    for case in sorted(plain.keys() | found.keys()):
        if plain.get(case) != found.get(case):
            sys.exit(f"{folder}: {case}: expected {plain.get(case)}, found {found.get(case)}")
    checked = flagctl(
        "check", "--format", "json", "--select", "unreadable-value,unknown-case", "--readers", str(folder), str(document))
    messages = {}
    for finding in checked["findings"]:
        messages.setdefault(finding["setting"], []).append(finding["message"])
    for i, setting in enumerate(settings):
        said = " ".join(messages.get(f"s{i}", []))
        for release in setting.reads:
            for value, instead in setting.losses(release).items():
                for other in instead:
                    if len(other) < 50 and (release not in said or other not in said):
                        sys.exit(f"{folder}: s{i}: {release} gets {other} instead of {value}, but check says: {said}")
    return sum(len(setting.reads) for setting in settings)


def main():
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rand = random.Random(20_261_127)
    cases = documents = 0
    while cases < wanted:
        with tempfile.TemporaryDirectory() as folder:
            cases += compare([Setting(rand) for _ in range(60)], pathlib.Path(folder))
        documents += 1
    print(f"readers: {cases} settings of releases in {documents} documents, as the type rules say")


main()
