"""Random documents, and contexts at and beside the boundaries that they test. `.ci/check-targeting.py` uses them."""

from decimal import Decimal

import targeting

VERSIONS = ["1.4.0", "2.0.0", "2.1", "3.0.0-rc.1", "10.0"]
VERSION_NEIGHBOURS = ["1.3.9", "1.4.0-rc", "1.4.0.1", "1.9.9", "2.0.0-rc.1", "2.0.1", "2.1.0-0", "2.2", "3.0.0", "3.0.0-rc.0", "9.9", "11"]
WORDS = {
    "country": ["DE", "AT", "US"],
    "language": ["de", "de-AT", "de-CH", "en", "\u00e9", "e\u0301"],
    "osVersion": ["16.4", "17.0", "17", "18.1-beta", "latest"],
    "ring": ["internal", "beta", "public"],
}
NUMBERS = [Decimal("-0.5"), 0, 5, Decimal("5.0"), 10, Decimal("10.25"), Decimal("1e2")]
DATES = ["2026-12-01T00:00:00Z", "2026-12-01T01:00:00.000000001+01:00", "2026-11-30T23:59:59.999999999Z",
         "2027-01-01T00:00:00Z", "2027-01-01t00:00:00.5z", "2026-06-15T12:00:00-05:30"]
SALTS = ["s", "checkout/2026", "\u00fc"]
KEYS = [f"user-{number}" for number in range(12)] + ["\U0001F600"]
NAMES = ["a", "b", "g.c", "g.d", "e"]
AXES = ["appVersion", "date", "targetingKey", "launches", "premium", *WORDS]


class Sampler:
    """Draws documents and contexts from a seeded source of random numbers."""

    def __init__(self, random):
        self.random = random

    def one(self, values):
        return self.random.choice(values)

    def some(self, values, least=1, most=3):
        count = self.random.randint(min(least, len(values)), min(most, len(values)))
        return self.random.sample(values, count)

    def chance(self, probability):
        return self.random.random() < probability

    # Documents

    def document(self):
        """A document of one to five settings that test up to six axes."""
        axes = self.some(AXES, 1, 6)
        document = {}
        for name in self.some(NAMES, 1, 5):
            group = document
            *groups, key = name.split(".")
            for part in groups:
                group = group.setdefault(part, {})
            group[key] = self.setting(axes, NAMES[NAMES.index(name) + 1:])
        return document

    def setting(self, axes, others):
        """A setting that mostly requires others of some, so that cycles are rare."""
        if self.chance(0.05):
            return self.chance(0.5)
        is_switch = self.chance(0.6)
        setting = {"type": "boolean"} if self.chance(0.3) else {}
        if not self.chance(0.02):
            setting["defaultValue"] = self.chance(0.3) if is_switch else 0
        entries = [self.entry(axes, others, self.chance(0.5) if is_switch else index + 1)
                   for index in range(self.random.randint(0, 5))]
        if entries or self.chance(0.5) or "defaultValue" not in setting:
            setting["valuesByVersion"] = entries
        return setting

    def entry(self, axes, others, value):
        entry = {}
        attributes = [axis for axis in axes if axis not in ("appVersion", "date")]
        if "appVersion" in axes and self.chance(0.5):
            entry["appVersion"] = self.requirements()
        if attributes and self.chance(0.6):
            entry["when"] = {name: self.condition(name) for name in self.some(attributes, 1, 2)}
        if "targetingKey" in axes and self.chance(0.4):
            entry["rollout"] = self.rollout()
        if "date" in axes:
            for bound in ("from", "until"):
                if self.chance(0.35):
                    entry[bound] = self.one(DATES)
        if self.chance(0.2) or not entry:
            names = self.some(others if others and not self.chance(0.1) else NAMES, 1, 2)
            entry["requires"] = names if self.chance(0.5) else names[0]
        if self.chance(0.15):
            entry["name"] = self.one(["first", "second"])
        entry["value"] = value
        if self.chance(0.1):
            self.spoil(entry)
        return entry

    def requirements(self):
        def one():
            first, second = self.one(VERSIONS), self.one(VERSIONS)
            plain = "2.0.0" if "-" in first else first
            return self.one([
                first, f">={first}", f"<{first}", f">{first}", f"<={first}", f"!={first}", f"~{first}", f"^{first}",
                f"{plain}.x", f">={first} <{second}", f"{first} - {second}", f"<{first} || >={second}", "*"])
        return [one(), one()] if self.chance(0.15) else one()

    def condition(self, name, depth=0):
        """A condition on an attribute, mostly of the type that it has."""
        if depth == 0 and self.chance(0.25):
            return [self.condition(name, 1) for _ in range(self.random.randint(1, 3))]
        if depth < 2 and self.chance(0.2):
            return {"not": self.condition(name, 2) if self.chance(0.7) else [self.condition(name, 3), self.condition(name, 3)]}
        if depth < 2 and self.chance(0.1):
            return {"absent": self.chance(0.5)}
        if self.chance(0.05):
            name = self.one(["launches", "premium", "country"])
        if name == "premium":
            return self.chance(0.5)
        if name == "launches":
            number = self.one(NUMBERS)
            return number if self.chance(0.4) else {sign: self.one(NUMBERS) for sign in self.some(["<", "<=", ">", ">="], 1, 2)}
        words = WORDS.get(name, KEYS)
        if name == "osVersion" and self.chance(0.7):
            return {"version": self.one([">=17", "<17", "17.x", [">=18", "16.4"], "~16", "!=17"])}
        if self.chance(0.6):
            return self.one(words)
        prefix = self.one(words)
        result = {"startsWith": prefix[:self.random.randint(1, 3)] if self.chance(0.6) else [prefix[:1], prefix]}
        if depth < 2 and self.chance(0.3):
            result["not"] = self.one(words)
        return result

    def rollout(self):
        def one():
            salt = self.one(SALTS)
            # Bounds at the buckets of keys, so that contexts are just inside or just outside.
            bounds = sorted(self.percentage(salt) for _ in range(4))
            percent = self.one([bounds[0], bounds[3], [bounds[0], bounds[2]], [bounds[:2], bounds[2:]], 0, 50, 100])
            result = {"percent": percent, "salt": salt}
            if self.chance(0.2):
                result["by"] = self.one(["country", "ring", "targetingKey", "launches"])
            return result
        return [one(), one()] if self.chance(0.15) else one()

    def percentage(self, salt):
        count = targeting.bucket(salt, self.one(KEYS)) + self.random.randint(0, 1)
        return Decimal(count) / 1000 if count % 1000 else count // 1000

    def spoil(self, entry):
        """Makes an entry malformed, or almost."""
        member = self.one(list(entry))
        change = self.random.randint(0, 5)
        if change == 0:
            entry[member] = self.one([None, "", [], {}, 5, True, "x", [[]], Decimal("1.2345")])
        elif change == 1:
            del entry[member]
        elif change == 2:
            entry[self.one(["locale", "When", "$note", "description", "defaultValue"])] = 5
        elif change == 3 and isinstance(entry.get("when"), dict):
            name = self.one(list(entry["when"]))
            entry["when"][name] = self.one([
                "", None, [], {}, [[]], [entry["when"][name]], {"not": entry["when"][name]}, {"absent": True, "not": "x"},
                {"startsWith": ""}, {"startsWith": []}, {">": "5"}, {"version": ">=x"}, {"like": "x"}, {"$note": 1},
                {"not": {"absent": True}}])
        elif change == 4 and isinstance(entry.get("rollout"), dict):
            entry["rollout"][self.one(["percent", "salt", "by", "seed", "$note"])] = self.one(
                [101, -1, Decimal("1.2345"), [20, 10], [], [10], [[0, 10], 5], "", "date", "country", None, 7])
        elif change == 5:
            entry[self.one(["from", "until"])] = self.one(
                ["2026-02-30T00:00:00Z", "2026-12-01T00:00:00", "2026-12-01T00:00:60Z", "2026-12-01", "", None])

    # Contexts

    def context(self, with_version=False):
        """A context at, beside or away from the boundaries of documents."""
        context = {}
        for axis in AXES:
            is_needed = axis == "appVersion" and with_version
            if is_needed or self.chance(0.85):
                context[axis] = self.value(axis, is_needed)
        return context

    def value(self, axis, is_readable):
        if not is_readable and self.chance(0.06):
            return self.one(["", None, [], {}, True, 5, "x", "DE", "17"])
        if axis == "appVersion":
            return self.one(VERSIONS + VERSION_NEIGHBOURS)
        if axis == "date":
            return self.one(DATES + ["2026-12-01T00:00:00.000000001Z", "2026-12-31T23:59:59.999999999Z",
                                     "2027-01-01T00:00:00.499999999Z", "2026-06-15T17:29:59Z", "2026-06-15T17:30:00Z"])
        if axis == "premium":
            return self.chance(0.5)
        if axis == "launches":
            return self.one(NUMBERS) + self.one([0, 0, 1, -1, Decimal("0.001"), Decimal("-0.0000000001")])
        words = WORDS.get(axis, KEYS)
        word = self.one(words)
        return word if self.chance(0.7) else self.one([word + "x", word[:1], word.upper(), "17.1", "15", "v17"])
