"""Compare documents that flagctl imports from ConfigCat with ConfigCat's own SDK.

Usage: check-configcat.py [--files COUNT] [--seed SEED]

Runs the `flagctl` on the PATH, that of a release build, on random files with every comparator, for users with values of every
kind. It needs the package configcat-client of PyPI, which evaluates local files.

1. Whoever is in no case of the statement gets the value that ConfigCat gives, if the remarks of the report hold for the user.
2. Whoever is in a case gets one of the values that it lists for ConfigCat, and one of those that it lists for the document.
3. Cases are not listed for nothing: in most of those with users, some of them get another value.
4. A setting without a case is called exact, and one with a case is not.
"""

import argparse
import datetime
import hashlib
import json
import logging
import pathlib
import random
import subprocess
import sys
import tempfile

import configcatclient
import semver
from configcatclient.configcatoptions import ConfigCatOptions
from configcatclient.localfiledatasource import LocalFileFlagOverrides
from configcatclient.overridedatasource import OverrideBehaviour
from configcatclient.user import User

import targeting

USERS = 60
UNSET = "the default in the code"
SALT = "salt"
TEXTS = ["a", "ab", "abc", "b", "é", "10", "red"]
NUMBERS = [0, 1, 5, 5.5, 1000, -2, 1680307200]
VERSIONS = ["1.0.0", "1.4.2", "2.0.0-rc.1", "2.0.0-rc.2", "2.0.0", "10.0.0"]
BAD_VERSIONS = ["01.2.3", "1.2", "v1.0.0", "latest", "1.0.0-01"]
# Attributes by how most conditions test them.
ATTRIBUTES = {"Identifier": "text", "Email": "text", "T": "text", "N": "number", "V": "version", "D": "date", "L": "list"}
COMPARATORS = {
    "text": [0, 1, 2, 3, 16, 17, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31, 32, 33],
    "version": [4, 5, 6, 7, 8, 9], "number": [10, 11, 12, 13, 14, 15], "date": [18, 19], "list": [26, 27, 34, 35]}
KIND = {comparator: kind for kind, comparators in COMPARATORS.items() for comparator in comparators}
# What conditions of the document test, and which remark says what users must have.
REMARKS = {"text": "text-attributes", "number": "number-attributes", "version": "version-attributes", "date": "date-attributes"}


# --- Random files ----------------------------------------------------------------------------------------------------------

class Sampler:
    def __init__(self, choice):
        self.random = choice
        self.segments = [
            {"n": f"segment {index}", "r": [self.user(f"segment {index}") for _ in range(choice.randint(1, 3))]}
            for index in range(2)]
        self.settings = {}
        for index in range(choice.randint(2, 6)):
            name = f"s{index}"
            self.settings[name] = self.setting(name)
        if choice.random() < 0.1:
            # A comparator of the future: the SDK gives the default in the code. No setting requires this one.
            self.settings[name]["r"].insert(
                choice.randint(0, len(self.settings[name]["r"])),
                {"c": [{"u": self.user(name)}, {"u": {"a": "T", "c": 36, "s": "x"}}], "s": {"v": self.settings[name]["v"]}})

    def one(self, values):
        return self.random.choice(values)

    def some(self, values):
        return self.random.sample(values, self.random.randint(1, min(3, len(values))))

    def user(self, context):
        attribute = self.one(list(ATTRIBUTES))
        # Now and then, an attribute is tested in another way than by other conditions.
        kind = ATTRIBUTES[attribute] if self.random.random() < 0.9 else self.one(list(COMPARATORS))
        comparator = self.one(COMPARATORS[kind])
        condition = {"a": attribute, "c": comparator}
        if kind == "number":
            return condition | {"d": self.one(NUMBERS)}
        if kind == "date":
            return condition | {"d": self.one(NUMBERS)}
        if kind == "version":
            versions = VERSIONS + (self.some(BAD_VERSIONS) if self.random.random() < 0.15 else [])
            return condition | ({"l": self.some(versions)} if comparator < 6 else {"s": self.one(versions)})
        if comparator in (20, 21):
            return condition | {"s": hashed(self.one(TEXTS), context)}
        if comparator in (22, 23, 24, 25):
            return condition | {"l": [f"{len(text.encode())}_{hashed(text, context)}" for text in self.some(TEXTS)]}
        if comparator in (16, 17, 26, 27):
            return condition | {"l": [hashed(text, context) for text in self.some(TEXTS)]}
        return condition | ({"s": self.one(TEXTS)} if comparator in (28, 29) else {"l": self.some(TEXTS)})

    def condition(self, name):
        kind = self.random.random()
        if kind < 0.7 or not self.settings and kind < 0.85:
            return {"u": self.user(name)}
        if kind < 0.85:
            other = self.one(list(self.settings))
            return {"p": {"f": other, "c": self.one([0, 1]), "v": self.value(self.settings[other]["t"])}}
        return {"s": {"s": self.one([0, 1]), "c": self.one([0, 1])}}

    def value(self, kind):
        return [{"b": self.one([True, False])}, {"s": self.one(["x", "y"])}, {"i": self.one([1, 2])},
                {"d": self.one([1.5, 2.5])}][kind]

    def options(self, kind):
        shares = self.one([[50, 50], [20, 80], [100], [10, 20, 70]])
        return [{"p": share, "v": self.value(kind)} for share in shares]

    def setting(self, name):
        kind = self.random.choice([0, 0, 0, 1, 2, 3])
        setting = {"t": kind, "v": self.value(kind), "r": []}
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            rule = {"c": [self.condition(name) for _ in range(self.random.choice([1, 1, 2]))]}
            rule |= {"p": self.options(kind)} if self.random.random() < 0.1 else {"s": {"v": self.value(kind)}}
            setting["r"].append(rule)
        if self.random.random() < 0.15:
            setting["p"] = self.options(kind)
        if self.random.random() < 0.1:
            setting["a"] = self.one(["Email", "T"])
        return setting

    def file(self):
        return {"p": {"u": "", "r": 0, "s": SALT}, "s": self.segments, "f": self.settings}

    def users(self):
        for _ in range(USERS):
            yield {name: self.attribute(kind) for name, kind in ATTRIBUTES.items()}

    def attribute(self, kind):
        if self.random.random() < 0.12:
            return None
        if self.random.random() < 0.1:
            return self.one([5, 5.5, True, "", " a ", "5", "1e3", "NaN", "5,5", "01.2.3", "2.1", "latest", ["a"], '["a", "b"]',
                             datetime.datetime(2023, 4, 1, tzinfo=datetime.UTC), 10**20])
        return {
            "text": lambda: self.one(TEXTS + [text + self.one(TEXTS) for text in TEXTS]),
            "number": lambda: self.one(NUMBERS + [4, 6, 999, 1001, -3]),
            "version": lambda: self.one(VERSIONS + ["1.0.1", "0.9.9", "2.0.0-rc.1.1", "2.0.0+7", "99.0.0"]),
            "date": lambda: self.one([1680307200, 1680307199.5, "1680307201", 0]),
            "list": lambda: self.one([["a"], '["ab", "x"]', "no list"])}[kind]()


def hashed(text, context):
    return hashlib.sha256((text + SALT + context).encode()).hexdigest()


# --- The comparison --------------------------------------------------------------------------------------------------------

def conditions_of(file):
    for setting in file["f"].values():
        for rule in setting["r"]:
            for condition in rule["c"]:
                if "u" in condition:
                    yield condition["u"]
                if "s" in condition:
                    yield from file["s"][condition["s"]["s"]]["r"]


def is_typed(test):
    """Whether the import relies on the type of the attribute."""
    if test["c"] not in KIND:
        return False
    kind = KIND[test["c"]]
    if kind == "version" and not all(semver.VersionInfo.is_valid(text) for text in test.get("l", [test.get("s")])):
        return False
    return kind in ("text", "date") or kind != "list" and test["a"] != "Identifier"


def violated(file, user):
    """The kinds of remarks that do not hold for a user."""
    found = set()
    tests = [(test["a"], KIND[test["c"]]) for test in conditions_of(file) if is_typed(test)]
    tests += [(setting["a"], "text") for setting in file["f"].values()
              if "a" in setting and ("p" in setting or any("p" in rule for rule in setting["r"]))]
    for attribute, kind in tests:
        value = user[attribute]
        if value is None or value == "":
            continue
        is_fine = {
            "text": isinstance(value, str),
            "date": isinstance(value, (str, int, float)),
            "number": isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 10**15,
            "version": isinstance(value, str) and (targeting.version(value) is None or semver.VersionInfo.is_valid(value))}[kind]
        if not is_fine:
            found.add(REMARKS[kind])
    return found


def context_of(user):
    names = {"Identifier": "targetingKey"}
    # An app gives a text as its targeting key, and documents have no lists.
    return {
        names.get(name, name): targeting.Decimal(repr(value)) if isinstance(value, float) else value
        for name, value in user.items()
        if not isinstance(value, (list, datetime.datetime)) and (name != "Identifier" or isinstance(value, str))}


def imported(path):
    report = path.with_suffix(".report")
    run = subprocess.run(
        ["flagctl", "import", "configcat", "--report", f"json={report}", str(path)], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"flagctl import ended with {run.returncode} on {path.read_text()}:\n{run.stderr}")
    return targeting.loads(run.stdout), targeting.loads(report.read_text(encoding="utf-8"))


def case_of(conditions):
    entry = targeting.Entry({**conditions, "value": 0}) if conditions else None
    return lambda context: entry is None or entry.holds(context, lambda name: False)


def check(choice, folder, counts):
    sampler = Sampler(choice)
    file = sampler.file()
    path = folder / "config_v6.json"
    path.write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8")
    document, report = imported(path)
    document = targeting.Document(document)
    if document.malformed:
        return f"entries of the document are malformed: {document.malformed}"
    client = configcatclient.get("local", ConfigCatOptions(
        flag_overrides=LocalFileFlagOverrides(str(path), OverrideBehaviour.LocalOnly)))
    codes = {remark["code"] for remark in report["remarks"]}
    statements = {setting["name"]: setting for setting in report["settings"]}
    cases = {name: [(case_of(case["conditions"]), case) for case in one["cases"]] for name, one in statements.items()}
    hits = {}
    for name, statement in statements.items():
        counts[statement["outcome"]] = counts.get(statement["outcome"], 0) + 1
        if (statement["outcome"] == "differs") != bool(statement["cases"]):
            return f"{name}: {statement['outcome']} with {len(statement['cases'])} cases"
    for attributes in sampler.users():
        missing = violated(file, attributes)
        if not missing <= codes:
            return f"no remark says what {attributes} must have: {missing - codes}"
        identifier = attributes["Identifier"]
        if missing or identifier is not None and not isinstance(identifier, str):
            counts["not compared"] = counts.get("not compared", 0) + 1
            continue
        user = User(identifier, attributes["Email"], None, {
            name: value for name, value in attributes.items() if name not in ("Identifier", "Email")})
        context = context_of(attributes)
        read = targeting.read_context(context)
        for name in file["f"]:
            old = client.get_value(name, UNSET, user)
            new = document.resolve(read)[name]["value"]
            old = targeting.Decimal(repr(old)) if isinstance(old, float) else old
            stated = [(number, case) for number, (holds, case) in enumerate(cases[name]) if holds(read)]
            counts["values"] = counts.get("values", 0) + 1
            where = f"{name} for {attributes}: ConfigCat {old!r}, here {new!r}"
            if not stated:
                if old != new:
                    return f"{where}, and nothing is stated\n{json.dumps(file['f'][name], ensure_ascii=False)}\n{file['s']}"
                continue
            counts["stated"] = counts.get("stated", 0) + 1
            if len(stated) > 1:
                return f"{where}, in several cases: {stated}"
            number, case = stated[0]
            listed = [value.get("value", UNSET) for value in case["source"]]
            if old not in listed or type(old) is bool and not any(old is value for value in listed):
                return f"{where}, which is not among {listed}\n{json.dumps(file['f'][name], ensure_ascii=False)}\n{case}"
            if new not in [value["value"] for value in case["imported"]]:
                return f"{where}, which is not among {case['imported']}\n{json.dumps(file['f'][name], ensure_ascii=False)}\n{case}"
            hits.setdefault((name, number), set()).add(old != new)
    client.close()
    counts["cases"] = counts.get("cases", 0) + len(hits)
    counts["cases with a difference"] = counts.get("cases with a difference", 0) + sum(True in one for one in hits.values())
    return None


def main():
    logging.disable(logging.CRITICAL)
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    counts = {}
    with tempfile.TemporaryDirectory() as name:
        for number in range(options.files):
            problem = check(random.Random(options.seed + number), pathlib.Path(name), counts)
            if problem:
                sys.exit(f"--seed {options.seed + number} --files 1: {problem}")
    # A check that compared nothing would be worth nothing.
    if options.files >= 100:
        for kind in ("exact", "differs", "stated", "cases with a difference"):
            assert counts.get(kind, 0) > options.files // 4, (kind, counts)
        assert counts["cases with a difference"] > counts["cases"] / 3, counts
    print(f"{options.files} random files of ConfigCat (seed {options.seed}): {counts}")


if __name__ == "__main__":
    main()
