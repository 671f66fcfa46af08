"""Random documents of settings that recorded releases read, and what each release gets from them.

This file shares no code with flagctl: the rules are written here once more.
"""

import functools
import json
import subprocess
import sys

from reader_types import INTEGERS, Number, accepts, dumps, loads

RELEASES = ["1.0.0", "1.8.0", "1.9.0-beta.1", "1.9.0", "1.9.0.1", "2.0.0", "2.0.1", "10.0.0"]
COUNTRIES = [None, "DE", "FR"]
SCALARS = [True, False, None, "legacy", "modern", "express",
           *map(Number, [
               "0", "1", "-1", "1.0", "3e2", "0.5", "200", "2147483647", "9223372036854775808", "9223372036854775807.0", "16777217",
               "9007199254740993", "9007199254740993.0", "0.9999999999999999999999", "1e-400", "1e19", "1e39", "0e5"])]


def random_type(rand, depth=0):
    kind = rand.choice([
        {"type": "boolean"}, {"type": "boolean"}, {"type": "integer", "swift": rand.choice(list(INTEGERS))},
        {"type": "number", "swift": rand.choice(["Double", "Float"])}, {"type": "string"},
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
    form = rand.randrange(len(SCALARS) + (0 if depth else 2))
    if form < len(SCALARS):
        return SCALARS[form]
    if form == len(SCALARS):
        return [random_value(rand, 1) for _ in range(rand.randrange(3))]
    return {key: random_value(rand, 1) for key in rand.sample(["a", "b", "c"], rand.randrange(4))}


@functools.cache
def key(version):
    release, _, pre = version.partition("-")
    numbers = [int(part) for part in release.split(".")]
    return numbers + [0] * (4 - len(numbers)), pre == "", pre


@functools.cache
def contains(requirement, version):
    """Whether a version satisfies a requirement, which is a version that an operator may precede."""
    if requirement == "*":
        return True
    bound = key(requirement.lstrip("<>="))
    if requirement.startswith(">="):
        return key(version) >= bound
    return key(version) < bound if requirement.startswith("<") else key(version) == bound


def random_requirement(rand, releases):
    bound = rand.choice(releases[1:])
    return rand.choice(["*", f">={bound}", f"<{bound}", bound])


class Setting:
    """A setting of a document."""

    def __init__(self, default, entries):
        self.default = default
        # The requirement, the country and the value of each entry.
        self.entries = entries

    @classmethod
    def random(cls, rand, releases, value):
        """A setting that is likely to have a value everywhere."""
        return cls(value, [
            (random_requirement(rand, releases), rand.choice([None, None, "DE", "FR"]),
             random_value(rand) if rand.random() < 0.6 else value) for _ in range(rand.randrange(4))])

    @classmethod
    def of_members(cls, members):
        entries = [(entry["appVersion"], None, entry["value"]) for entry in members["valuesByVersion"]]
        return cls(members["defaultValue"], entries)

    def json(self):
        return dumps({"defaultValue": self.default, "valuesByVersion": [
            {"appVersion": requirement, **({"when": {"country": country}} if country else {}), "value": value}
            for requirement, country, value in self.entries]})

    def matching(self, release, country):
        for requirement, wanted, value in self.entries:
            if contains(requirement, release) and wanted in (None, country):
                yield value
        yield self.default

    def losses(self, release, kind, fallback):
        """The values that a release would get and cannot read, each with what it gets instead; `fallback` without it."""
        if not accepts(kind, self.default):
            return {dumps(self.default): fallback}
        found = {}
        for country in COUNTRIES:
            values = list(self.matching(release, country))
            if not accepts(kind, values[0]):
                instead = next(value for value in values if accepts(kind, value))
                found.setdefault(dumps(values[0]), set()).add(dumps(instead))
        return found


class App:
    """A document, and what each release reads of it."""

    def __init__(self, settings, reads, bundled=None):
        self.settings = settings
        # For each release, the ways in which it reads each setting, as records have them.
        self.reads = reads
        # For each release that contains a document, its settings; None if they cannot be read.
        self.bundled = bundled or {}

    def json(self):
        return "{" + ", ".join(f"{json.dumps(name)}: {setting.json()}" for name, setting in self.settings.items()) + "}"

    def losses(self):
        """Each release and setting, with the values that it cannot read and what it gets instead."""
        for release, reads in self.reads.items():
            for name, setting in self.settings.items():
                for way in reads.get(name, []):
                    yield release, name, setting.losses(release, way, self.fallback(release, name, way))

    def fallback(self, release, name, way):
        """What a release gets without the document: the values that are known, as JSON."""
        code = {dumps(way["default"])} if "default" in way else set()
        if release not in self.bundled:
            return code
        if self.bundled[release] is None:
            return set()
        setting = self.bundled[release].get(name)
        if setting is None or not accepts(way, setting.default):
            return code
        return {dumps(next(value for value in setting.matching(release, None) if accepts(way, value)))}


def flagctl(folder, *arguments):
    done = subprocess.run(["flagctl", *arguments, "--format", "json"], capture_output=True, text=True, cwd=folder)
    if done.returncode not in (0, 1):
        sys.exit(f"flagctl {' '.join(arguments)}: {done.stderr}")
    return loads(done.stdout)


def random_app(rand, folder, count=60):
    """A random document with random records."""
    names = [f"s{index}" for index in range(count)]
    # In some documents, versions have two components. Reports name releases as the records do, all the same.
    bounds = rand.choice([RELEASES, ["1.0", "1.8", "1.9", "2.0", "10.0"]])
    settings = {name: Setting.random(rand, bounds, random_value(rand)) for name in names}
    types = {name: [random_type(rand) for _ in range(2)] for name in names}
    reads = {release: {name: [{**rand.choice(types[name]), "default": random_value(rand, 1)}]
                       for name in names if rand.random() < 0.8} for release in RELEASES}
    (folder / "readers").mkdir()
    for release, ways in reads.items():
        record = {"release": release, "complete": True, "settings": {name: only for name, (only,) in ways.items()}}
        (folder / "readers" / f"{release}.reader.json").write_text(dumps(record))
    return App(settings, reads)
