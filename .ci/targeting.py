"""A reference implementation of targeting, for people who port the document format to another language.

    resolve(document, context) -> (settings, malformed)

- `document` and `context` are what `loads` returns: numbers must keep their exact decimal value.
- `settings` maps the name of each setting to a dictionary with `value`, `reason`, `entry` and `name`. `entry` is the index of
  the entry that matched, and `name` its label; both are None if the default applies. A setting without a usable default has
  no `value`.
- `malformed` lists the entries that can never match, as pairs of a setting and an index.

Docs/Targeting.md explains the rules, and Docs/Versions.md the order of versions. This file prefers clarity to speed, shares no
code with the Swift implementation, and uses only the standard library. Documents are assumed to be strict JSON within the
limits of Docs/DocumentFormat.md, in which no two settings have the same name.
"""

import json
import re
from decimal import Decimal
from fractions import Fraction

BUCKETS = 100_000


class Malformed(Exception):
    """An entry that never matches."""


def loads(text):
    """JSON with exact numbers: an integer is an `int`, any other number a `Decimal`."""
    return json.loads(text, parse_int=int, parse_float=Decimal)


def dumps(value):
    """JSON on one line, with numbers as they are."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{dumps(key)}: {dumps(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumps, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


def is_number(value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def is_text(value):
    return isinstance(value, str) and value != ""


def expect(condition, message):
    if not condition:
        raise Malformed(message)


def without_metadata(members):
    return {key: value for key, value in members.items() if not key.startswith("$")}


def one_or_more(value):
    """The elements of a list, which must not be empty, or any other value as the only element."""
    if not isinstance(value, list):
        return [value]
    expect(value, "an empty list")
    return value


# --- Versions and requirements: Docs/Versions.md ---------------------------------------------------------------------------

BLANK = r"[ \t\r\n]"
NUMBERS = r"[vV]?([0-9]+(?:\.[0-9]+)*)"
IDENTIFIER = r"(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
PRERELEASE = rf"(?:-({IDENTIFIER}(?:\.{IDENTIFIER})*))?"
BUILD = r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
VERSION = re.compile(NUMBERS + PRERELEASE + BUILD)
PADDED_VERSION = re.compile(rf"{BLANK}*({NUMBERS}{PRERELEASE}{BUILD}){BLANK}*")
WILDCARD = re.compile(rf"(?:==?{BLANK}*)?{NUMBERS}\.[xX*]")
COMPARATOR = re.compile(rf"(==?|!=|<=?|>=?|~|\^|){BLANK}*({NUMBERS}{PRERELEASE}{BUILD})")
RANGE = re.compile(rf"([^ \t\r\n]+){BLANK}+-{BLANK}+([^ \t\r\n]+)")
# A blank or a comma, but not the blanks after an operator.
SEPARATOR = re.compile(rf"(?<![=<>~^ \t\r\n]){BLANK}*,{BLANK}*|(?<![=<>~^ \t\r\n,]){BLANK}+(?!{BLANK}*,)")


class Version:
    """A version: numbers without trailing zeros, and the identifiers of its pre-release. Build metadata is ignored."""

    def __init__(self, text):
        found = VERSION.fullmatch(text)
        expect(found, f"{text!r} is not a version")
        self.written = tuple(int(number) for number in found[1].split("."))
        self.prerelease = tuple(found[2].split(".")) if found[2] else ()

    def key(self):
        """A sort key, by SemVer's order: a release is above its pre-releases, and words are above numbers."""
        identifiers = tuple(
            (0, int(part), "") if part.isdigit() else (1, 0, part) for part in self.prerelease)
        return without_trailing_zeros(self.written), (not self.prerelease, identifiers)


def without_trailing_zeros(numbers):
    while numbers and numbers[-1] == 0:
        numbers = numbers[:-1]
    return numbers


def version(text):
    """The version that a text is, or None."""
    found = PADDED_VERSION.fullmatch(text)
    return Version(found[1]) if found else None


def requirement(text):
    """A requirement as a function from a version to whether it satisfies the requirement."""
    expect(isinstance(text, str), f"{text!r} is not a requirement")
    alternatives = [alternative(part.strip(" \t\r\n")) for part in text.split("||")]
    return lambda tested: any(holds(tested) for holds in alternatives)


def alternative(text):
    if found := RANGE.fullmatch(text):
        low, high = Version(found[1]).key(), Version(found[2]).key()
        return lambda tested: low <= tested.key() <= high
    comparators = [comparator(part) for part in SEPARATOR.split(text)]
    return lambda tested: all(holds(tested) for holds in comparators)


def comparator(text):
    if text == "*":
        return lambda tested: True
    if found := WILDCARD.fullmatch(text):
        series = tuple(int(number) for number in found[1].split("."))
        return lambda tested: padded(tested.written, len(series))[:len(series)] == series
    found = COMPARATOR.fullmatch(text)
    expect(found, f"{text!r} is not a comparator")
    operator, bound = found[1], Version(found[2])
    if operator in ("~", "^"):
        index = min(1, len(bound.written) - 1) if operator == "~" else leading(bound.written)
        end = bound.written[:index] + (bound.written[index] + 1,)
        # Below every version that begins with these numbers, pre-releases included.
        return lambda tested: tested.key() >= bound.key() \
            and without_trailing_zeros(tested.written) < without_trailing_zeros(end)
    return {
        "": lambda tested: tested.key() == bound.key(),
        "=": lambda tested: tested.key() == bound.key(),
        "==": lambda tested: tested.key() == bound.key(),
        "!=": lambda tested: tested.key() != bound.key(),
        "<": lambda tested: tested.key() < bound.key(),
        "<=": lambda tested: tested.key() <= bound.key(),
        ">": lambda tested: tested.key() > bound.key(),
        ">=": lambda tested: tested.key() >= bound.key(),
    }[operator]


def padded(numbers, count):
    return numbers + (0,) * (count - len(numbers))


def leading(numbers):
    """The index of the first number that is not zero, or of the last one if all are."""
    return next((index for index, number in enumerate(numbers) if number), len(numbers) - 1)


def requirements(value):
    """One requirement or a list of them; it holds if any of them holds."""
    parsed = [requirement(element) for element in one_or_more(value)]
    return lambda tested: any(holds(tested) for holds in parsed)


# --- Instants: RFC 3339 ----------------------------------------------------------------------------------------------------

DATE_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")
DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]


def instant(text):
    """The nanoseconds since 0000-01-01T00:00:00Z, without leap seconds."""
    found = DATE_TIME.fullmatch(text) if isinstance(text, str) else None
    expect(found, f"{text!r} is not a date-time with a zone")
    year, month, day, hour, minute, second = (int(found[group]) for group in range(1, 7))
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    expect(1 <= month <= 12, f"{text!r}: no such month")
    length = DAYS_BEFORE_MONTH[month] - DAYS_BEFORE_MONTH[month - 1] + (is_leap and month == 2)
    expect(1 <= day <= length, f"{text!r}: no such day")
    expect(hour < 24 and minute < 60 and second < 60, f"{text!r}: no such time")
    zone = 0
    if found[8]:
        expect(int(found[9]) < 24 and int(found[10]) < 60, f"{text!r}: no such zone")
        zone = int(found[8] + "1") * (int(found[9]) * 60 + int(found[10]))
    leap_days = -(-year // 4) - -(-year // 100) + -(-year // 400)
    days = year * 365 + leap_days + DAYS_BEFORE_MONTH[month - 1] + (is_leap and month > 2) + day - 1
    seconds = ((days * 24 + hour) * 60 + minute - zone) * 60 + second
    return seconds * 1_000_000_000 + int((found[7] or "").ljust(9, "0"))


# --- The context -----------------------------------------------------------------------------------------------------------

ATTRIBUTE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
PROPERTIES = ("appVersion", "date", "targetingKey")


def read_context(context):
    """The context without what counts as absent; `appVersion` is a version and `date` an instant."""
    found = {}
    for name, value in context.items():
        if value is None or value == "" or isinstance(value, (list, dict)) or not ATTRIBUTE_NAME.fullmatch(name):
            continue
        if name in PROPERTIES and not isinstance(value, str):
            continue
        if name == "appVersion":
            value = version(value)
        elif name == "date":
            try:
                value = instant(value)
            except Malformed:
                value = None
        if value is not None:
            found[name] = value
    return found


# --- Conditions on attributes ----------------------------------------------------------------------------------------------

ORDERS = {
    "<": lambda value, bound: value < bound,
    "<=": lambda value, bound: value <= bound,
    ">": lambda value, bound: value > bound,
    ">=": lambda value, bound: value >= bound,
}


def same_type(value, other):
    for is_type in (lambda it: isinstance(it, str), lambda it: isinstance(it, bool), is_number):
        if is_type(value):
            return is_type(other)
    return False


class Condition:
    """A condition on one attribute: `holds(value)`, where None is an absent attribute, and whether it tests a value's type."""

    def __init__(self, form, is_in_list=False, is_in_not=False):
        if isinstance(form, list):
            expect(not is_in_list, "a list in a list")
            any_of = [Condition(element, True, is_in_not) for element in one_or_more(form)]
            self.holds = lambda value: any(condition.holds(value) for condition in any_of)
            self.tests = lambda value: any(condition.tests(value) for condition in any_of)
        elif isinstance(form, dict):
            all_of = [self.member(key, value, is_in_not) for key, value in without_metadata(form).items()]
            expect(all_of, "an empty object")
            expect("absent" not in form or len(all_of) == 1, '"absent" beside other members')
            self.holds = lambda value: all(holds(value) for holds, _ in all_of)
            self.tests = lambda value: any(tests(value) for _, tests in all_of)
        else:
            expect(is_text(form) or isinstance(form, bool) or is_number(form), f"{form!r} is not a condition")
            self.tests = lambda value: same_type(value, form)
            self.holds = lambda value: same_type(value, form) and value == form

    def member(self, key, form, is_in_not):
        """One member of an object: whether it holds for a value, and whether it tests a value's type."""
        if key in ORDERS:
            expect(is_number(form), f"{key} needs a number")
            return lambda value: is_number(value) and ORDERS[key](value, form), is_number
        if key == "startsWith":
            prefixes = one_or_more(form)
            expect(all(map(is_text, prefixes)), "a prefix is a string that is not empty")
            return lambda value: isinstance(value, str) and value.startswith(tuple(prefixes)), \
                lambda value: isinstance(value, str)
        if key == "version":
            satisfies = requirements(form)
            is_version = lambda value: isinstance(value, str) and version(value) is not None
            return lambda value: is_version(value) and satisfies(version(value)), is_version
        if key == "absent":
            expect(not is_in_not and isinstance(form, bool), '"absent" is true or false, and not allowed in "not"')
            return lambda value: (value is None) == form, lambda value: False
        expect(key == "not", f"unknown member {key!r}")
        expect(not is_in_not, '"not" in "not"')
        negated = Condition(form, is_in_not=True)
        return lambda value: negated.tests(value) and not negated.holds(value), lambda value: False


def attributes_condition(when):
    expect(isinstance(when, dict), '"when" is an object')
    conditions = {}
    for name, form in without_metadata(when).items():
        expect(ATTRIBUTE_NAME.fullmatch(name), f"{name!r} is not the name of an attribute")
        if name in ("appVersion", "date"):
            expect(isinstance(form, dict) and "absent" in form, f"{name} can only be tested with absent")
        conditions[name] = Condition(form)
    expect(conditions, '"when" is empty')
    return lambda context: all(condition.holds(context.get(name)) for name, condition in conditions.items())


# --- Rollouts --------------------------------------------------------------------------------------------------------------

def murmur3(data, seed=0):
    """MurmurHash3_x86_32 by Austin Appleby."""
    mask = 0xFFFFFFFF

    def rotated(word, count):
        return (word << count | word >> (32 - count)) & mask

    def scrambled(word):
        return rotated(word * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask

    value = seed & mask
    whole = len(data) // 4 * 4
    for offset in range(0, whole, 4):
        value = (rotated(value ^ scrambled(int.from_bytes(data[offset:offset + 4], "little")), 13) * 5 + 0xE6546B64) & mask
    value ^= scrambled(int.from_bytes(data[whole:], "little"))
    value ^= len(data)
    value = (value ^ value >> 16) * 0x85EBCA6B & mask
    value = (value ^ value >> 13) * 0xC2B2AE35 & mask
    return value ^ value >> 16


def bucket(salt, key):
    """The bucket of a key, from 0 to 99,999."""
    return murmur3(f"{salt}/{key}".encode("utf-8")) * BUCKETS >> 32


def bucket_count(percentage):
    """The buckets below a percentage."""
    expect(is_number(percentage) and 0 <= percentage <= 100, f"{percentage!r} is not a percentage")
    count = Fraction(percentage) * (BUCKETS // 100)
    expect(count.denominator == 1, f"{percentage} has more than three decimals")
    return int(count)


def slice_of_buckets(bounds):
    expect(isinstance(bounds, list) and len(bounds) == 2, "a slice has two percentages")
    first, end = map(bucket_count, bounds)
    expect(first <= end, "a slice ends before it begins")
    return range(first, end)


def slices(percent):
    if not isinstance(percent, list):
        return [range(0, bucket_count(percent))]
    if percent and isinstance(percent[0], list):
        return [slice_of_buckets(bounds) for bounds in percent]
    return [slice_of_buckets(percent)]


def one_rollout(rollout):
    expect(isinstance(rollout, dict), "a rollout is an object")
    members = without_metadata(rollout)
    expect({"salt", "percent"} <= members.keys() <= {"salt", "percent", "by"}, "a rollout has salt, percent and by")
    salt, by = members["salt"], members.get("by", "targetingKey")
    expect(is_text(salt), "a salt is a string that is not empty")
    expect(isinstance(by, str) and ATTRIBUTE_NAME.fullmatch(by) and by not in ("appVersion", "date"), f"by {by!r}")
    included = slices(members["percent"])

    def holds(context):
        key = context.get(by)
        return isinstance(key, str) and any(bucket(salt, key) in part for part in included)
    return holds


def rollout_condition(rollout):
    all_of = [one_rollout(element) for element in one_or_more(rollout)]
    return lambda context: all(holds(context) for holds in all_of)


# --- Entries ---------------------------------------------------------------------------------------------------------------

CONDITIONS = ("appVersion", "when", "rollout", "from", "until", "requires")
OTHER_MEMBERS = ("value", "defaultValue", "description", "name")


def names_required(value):
    names = one_or_more(value)
    expect(all(map(is_text, names)), "the name of a setting is a string that is not empty")
    return names


class Entry:
    """A well-formed entry: its value, and `holds(context, is_true)`, where `is_true` says whether a setting is true."""

    def __init__(self, entry):
        expect(isinstance(entry, dict), "an entry is an object")
        members = without_metadata(entry)
        unknown = members.keys() - set(CONDITIONS) - set(OTHER_MEMBERS)
        expect(not unknown, f"unknown members {unknown}")
        expect(("value" in members) != ("defaultValue" in members), "an entry has one value")
        expect(any(name in members for name in CONDITIONS), "an entry has a condition")
        expect("name" not in members or is_text(members["name"]), "a name is a string that is not empty")
        self.value = members["value"] if "value" in members else members["defaultValue"]
        self.name = members.get("name")
        self.has_rollout = "rollout" in members
        self.requires = names_required(members["requires"]) if "requires" in members else []
        self.conditions = []
        if "appVersion" in members:
            satisfies = requirements(members["appVersion"])
            self.conditions.append(
                lambda context: "appVersion" in context and satisfies(context["appVersion"]))
        if "when" in members:
            self.conditions.append(attributes_condition(members["when"]))
        if "rollout" in members:
            self.conditions.append(rollout_condition(members["rollout"]))
        if "from" in members:
            first = instant(members["from"])
            self.conditions.append(lambda context: "date" in context and context["date"] >= first)
        if "until" in members:
            end = instant(members["until"])
            self.conditions.append(lambda context: "date" in context and context["date"] < end)

    def holds(self, context, is_true):
        return all(condition(context) for condition in self.conditions) and all(map(is_true, self.requires))


# --- Settings and documents ------------------------------------------------------------------------------------------------

TYPES = {
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: is_number(value) and value == int(value),
    "number": is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def settings_of(members, path=()):
    """The settings below a group, as pairs of a name and the object that defines it."""
    for key, value in without_metadata(members).items():
        name = ".".join((*path, key))
        if not isinstance(value, dict):
            yield name, {"defaultValue": value}
        elif "defaultValue" in value or "valuesByVersion" in value:
            yield name, value
        else:
            yield from settings_of(value, (*path, key))


def entries_of(setting):
    entries = setting.get("valuesByVersion")
    return entries if isinstance(entries, list) else []


def required_by(setting):
    """The settings that any entry requires, whether or not the rest of the entry is well-formed."""
    for entry in entries_of(setting):
        if isinstance(entry, dict) and "requires" in entry:
            try:
                yield from names_required(entry["requires"])
            except Malformed:
                pass


def reachable(start, edges):
    found, open_names = {start}, [start]
    while open_names:
        for name in edges.get(open_names.pop(), ()):
            if name not in found:
                found.add(name)
                open_names.append(name)
    return found


class Document:
    """A document whose entries have been checked."""

    def __init__(self, document):
        self.settings = dict(settings_of(document))
        edges = {name: set(required_by(setting)) for name, setting in self.settings.items()}
        reached = {}
        self.entries, self.problems = {}, {}
        for name, setting in self.settings.items():
            self.entries[name] = []
            for index, written in enumerate(entries_of(setting)):
                try:
                    entry = Entry(written)
                    for required in entry.requires:
                        if required not in reached:
                            reached[required] = reachable(required, edges)
                        expect(name not in reached[required], f"{name} and {required} require each other")
                    self.entries[name].append((index, entry))
                except Malformed as problem:
                    self.problems[name, index] = str(problem)

    @property
    def malformed(self):
        """The settings and indices of the entries that can never match."""
        return list(self.problems)

    def resolve(self, context):
        """Each setting's value, reason, entry and name."""
        context, resolved = read_context(context), {}

        def is_true(name):
            return name in self.settings and resolution(name).get("value") is True

        def resolution(name):
            if name not in resolved:
                resolved[name] = self.resolve_one(name, context, is_true)
            return resolved[name]

        return {name: resolution(name) for name in self.settings}

    def resolve_one(self, name, context, is_true):
        setting, entries = self.settings[name], self.entries[name]
        declared = setting.get("type")
        has_type = TYPES.get(declared, lambda value: True) if isinstance(declared, str) else lambda value: True
        if "defaultValue" not in setting or not has_type(setting["defaultValue"]):
            return {"reason": "ERROR", "entry": None, "name": None}
        result = {"value": setting["defaultValue"], "reason": "DEFAULT", "entry": None, "name": None}
        for index, entry in entries:
            if has_type(entry.value) and entry.holds(context, is_true):
                reason = "SPLIT" if entry.has_rollout else "TARGETING_MATCH"
                result = {"value": entry.value, "reason": reason, "entry": index, "name": entry.name}
                break
        # An entry asks for the version if it has the member, whether or not the entry is well-formed.
        asks_for_version = any(isinstance(entry, dict) and "appVersion" in entry for entry in entries_of(setting))
        if not entries_of(setting):
            result["reason"] = "STATIC"
        elif asks_for_version and "appVersion" not in context:
            result["reason"] = "ERROR"
        return result


def resolve(document, context):
    """The settings of a document in a context, and the entries that are malformed."""
    checked = Document(document)
    return checked.resolve(context), checked.malformed
