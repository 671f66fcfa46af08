"""Compare documents that flagctl imports from Firebase with an evaluator of Firebase's conditions that shares no code with it.

Usage: check-import.py [--templates COUNT] [--seed SEED]

Runs the `flagctl` on the PATH, that of a release build, on random templates, in contexts at and beside every boundary that their
conditions name.

1. Whoever is in no case of the statement gets the value that Firebase gives, whatever the template leaves open: the percentile of
   an installation, its app, its audiences, which of two instants a local time is, whether a text matches a pattern.
2. Whoever is in a case may have had another value: there is an answer to the open questions with which Firebase differs. The
   case lists exactly the values that these answers give in Firebase, and the value that the document gives.
3. A parameter without a case is called exact, and one with a case is not.
4. The largest template that Firebase allows takes about a second, and text about it can be read.
"""

import argparse
import datetime
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import zoneinfo

import targeting

TEMPLATES_PER_FILE = 20
CONTEXTS = 6
# More answers to the open questions are sampled.
ANSWERS = 128
OPERATORS = ["==", "!=", "<", "<=", ">", ">="]
VERSIONS = ["1.0.0", "1.4", "1.4.2", "2.0.0", "2.1.0", "10.0"]
COUNTRIES = ["DE", "AT", "CH", "US"]
LANGUAGES = ["de", "de-AT", "en"]
TEXTS = ["red", "reddish", "blue"]
NUMBERS = ["0", "5", "5.50", "-2", ".5", "10"]
TIMES = ["2026-03-29T02:30:00", "2026-10-25T02:30:00", "2026-06-01T00:00:00", "2026-12-01T12:00:00", "2026-10-25T03:30:00"]
ZONES = [None, "UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"]
PERCENTAGES = ["0", "10", "12.5", "50", "90", "100"]
UNSET = object()
TYPES = {
    "BOOLEAN": ["true", "false", "TRUE"], "NUMBER": ["1", "2", "2.5", "007"], "STRING": ["a", "b", ""],
    "JSON": ["{\"a\": 1}", "{ \"a\":1 }", "[1]"]}


# --- Random templates ------------------------------------------------------------------------------------------------------

class Sampler:
    """A random template. Everything that it names has a prefix, so that several templates fit into one file."""

    def __init__(self, choice, number):
        self.random, self.prefix = choice, f"t{number}"
        self.conditions = [
            {"name": f"{self.prefix} c{index}", "expression": self.expression()}
            for index in range(choice.randint(1, 6))]
        self.parameters = {f"{self.prefix}_p{index}": self.parameter() for index in range(choice.randint(1, 4))}

    def one(self, values):
        return self.random.choice(values)

    def some(self, values):
        return self.random.sample(values, self.random.randint(1, min(3, len(values))))

    def quoted(self, values):
        return "[" + ", ".join(f"'{value}'" for value in values) + "]"

    def expression(self):
        return " && ".join(self.part() for _ in range(self.random.choice([1, 1, 2, 2, 3])))

    def part(self):
        return self.random.choice([
            self.system, self.place, self.version, self.version, self.build, self.app, self.percent, self.percent, self.time,
            self.time, self.text, self.text, self.number, self.number, self.semantic, self.installation, self.other])()

    def system(self):
        return f"device.os {self.one(['==', '!='])} '{self.one(['ios', 'android'])}'"

    def place(self):
        if self.random.random() < 0.5:
            return f"device.country in {self.quoted(self.some(COUNTRIES))}"
        return f"device.language in {self.quoted(self.some(LANGUAGES))}"

    def version(self, element="app.version"):
        method = self.one(OPERATORS * 2 + ["exactlyMatches", "contains", "notContains", "matches"])
        operands = [self.one(VERSIONS)] if method in OPERATORS else self.some(VERSIONS)
        return f"{element}.{method}({self.quoted(operands)})"

    def build(self):
        return self.version("app.build")

    def app(self):
        return f"app.id == '{self.prefix}:{self.one(['a', 'b'])}'"

    def percent(self):
        seed = self.one(["", f"('{self.prefix}a')", f"('{self.prefix}b')"])
        if self.random.random() < 0.4:
            lower, upper = sorted(self.random.choices(PERCENTAGES, k=2), key=float)
            return f"percent{seed} between {lower} and {upper}"
        return f"percent{seed} {self.one(['<=', '>'])} {self.one(PERCENTAGES)}"

    def time(self):
        zone = self.one(ZONES)
        arguments = f"'{self.one(TIMES)}'" + (f", '{zone}'" if zone else "")
        return f"dateTime {self.one(['<', '<=', '>', '>='])} dateTime({arguments})"

    def element(self):
        return f"app.{self.one(['userProperty', 'userProperty', 'customSignal'])}['{self.prefix}{self.one(['u', 'v', 'w'])}']"

    def text(self):
        if self.random.random() < 0.05:
            return f"app.userProperty['{self.one(['country', 'date', '1x', 'a b'])}'].exactlyMatches(['DE'])"
        method = self.one(["exactlyMatches"] * 3 + ["contains", "notContains", "matches"])
        return f"{self.element()}.{method}({self.quoted(self.some(TEXTS))})"

    def number(self):
        return f"{self.element()} {self.one(OPERATORS)} {self.one(NUMBERS)}"

    def semantic(self):
        return f"version({self.element()}) {self.one(OPERATORS)} '{self.one(VERSIONS)}'"

    def installation(self):
        return f"app.firebaseInstallationId in {self.quoted(self.some(['k1', 'k2', 'k3']))}"

    def other(self):
        return self.one([
            "app.audiences.inAtLeastOne(['buyers'])", "true", "true", "false", "app.weather == 'rain'",
            "app.firstOpenTimestamp >= ('2026-01-01T00:00:00')"])

    def parameter(self):
        kind = self.one(list(TYPES))
        values = {condition["name"]: self.value(kind) for condition in self.random.sample(
            self.conditions, self.random.randint(0, len(self.conditions)))}
        default = {"useInAppDefault": True} if self.random.random() < 0.1 else {"value": self.one(TYPES[kind])}
        return {"defaultValue": default, "conditionalValues": values, "valueType": kind}

    def value(self, kind):
        unknown = [{"useInAppDefault": True}, {"rolloutValue": {"rolloutId": "r", "value": "x", "percent": 5}}]
        return self.one(unknown) if self.random.random() < 0.1 else {"value": self.one(TYPES[kind])}


# --- Firebase's conditions -------------------------------------------------------------------------------------------------

RESERVED = {"appVersion", "targetingKey", "date", "build", "platform", "osVersion", "locale", "language", "country",
            "installationKey"}


class Part:
    """A part of a condition.

    `holds(context, answers)` evaluates it. `questions` are what the template leaves open, with their possible answers.
    """

    def __init__(self, holds, questions=None, values=None):
        self.holds, self.questions = holds, questions or {}
        self.is_constant = False
        # Values of inputs at or beside a boundary.
        self.values = values or {}


def constant(value):
    part = Part(lambda context, answers: value)
    part.is_constant = True
    return part


def opened(text, attribute=None):
    """A part with an answer that nobody knows; without its attribute it does not hold."""
    def holds(context, answers):
        return (attribute is None or attribute in context) and answers[text]
    return Part(holds, {text: [False, True]})


def strings(text):
    return re.findall(r"'([^']*)'", text)


def compare(sign, left, right):
    return {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
            ">=": left >= right}[sign]


def version_key(text):
    return targeting.version(text).key()


def around(text):
    """A version, and versions beside it."""
    return [text, f"{text}.0", f"{text}.1", re.sub(r"\d+$", lambda last: str(max(0, int(last[0]) - 1)), text)]


class Evaluator:
    """The conditions of one template."""

    def __init__(self, sampler):
        self.kinds, self.owners = {}, {}
        self.conditions = {
            condition["name"]: [self.part(text) for text in condition["expression"].split(" && ")]
            for condition in sampler.conditions}
        self.parameters = sampler.parameters
        self.values = {}
        for part in itertools.chain(*self.conditions.values()):
            for name, values in part.values.items():
                self.values.setdefault(name, []).extend(values)

    def part(self, text):
        if text in ("true", "false"):
            return constant(text == "true")
        if found := re.fullmatch(r"device\.os (==|!=) '(\w+)'", text):
            return self.attribute("platform", lambda value: (value == found[2]) == (found[1] == "=="), [found[2], "web"])
        if found := re.fullmatch(r"device\.(country|language) in \[.*\]", text):
            return self.attribute(found[1], lambda value: value in strings(text), strings(text) + ["fr"])
        if text.startswith("app.firebaseInstallationId in"):
            return self.attribute("targetingKey", lambda value: value in strings(text), strings(text) + ["k4", "k5"])
        if found := re.fullmatch(r"app\.(version|build)\.(\S+?)\(\[.*\]\)", text):
            return self.version(text, {"version": "appVersion", "build": "build"}[found[1]], found[2], strings(text))
        if found := re.fullmatch(r"percent(\('\w+'\))? (<=|>|between) ([\d.]+)(?: and ([\d.]+))?", text):
            return self.percent(*found.groups())
        if found := re.fullmatch(r"dateTime (<|<=|>|>=) dateTime\('([^']*)'(?:, '([^']*)')?\)", text):
            return self.time(text, *found.groups())
        if found := re.fullmatch(r"app\.id == '(.*)'", text):
            apps = [f"{found[1][:-1]}{letter}" for letter in "ab"] + ["another app"]
            return Part(lambda context, answers: answers["app"] == found[1], {"app": apps})
        if found := re.fullmatch(r"app\.(userProperty|customSignal)\['([^']*)'\]\.(\w+)\(\[(.*)\]\)", text):
            return self.text(text, found[1], found[2], found[3], strings(found[4]))
        if found := re.fullmatch(r"app\.(userProperty|customSignal)\['([^']*)'\] (\S+) (\S+)", text):
            number = targeting.Decimal(found[4])
            return self.typed(text, found[1], found[2], "number", lambda value: compare(found[3], value, number), [
                int(number) if number == int(number) else number, number + 1, number - 1])
        if found := re.fullmatch(r"version\(app\.(userProperty|customSignal)\['([^']*)'\]\) (\S+) '(.*)'", text):
            bound = version_key(found[4])
            return self.typed(
                text, found[1], found[2], "version",
                lambda value: targeting.version(value) is not None and compare(found[3], version_key(value), bound),
                around(found[4]) + ["no version"])
        return opened(text)

    def attribute(self, name, test, values):
        """A rule whose input is not known does not hold."""
        return Part(lambda context, answers: name in context and test(context[name]), values={name: values})

    def version(self, text, name, method, operands):
        values = [near for operand in operands for near in around(operand)]
        if method in ("contains", "notContains", "matches"):
            part = opened(text, name)
            part.values = {name: values}
            return part
        keys = [version_key(operand) for operand in operands]
        if method == "exactlyMatches":
            return self.attribute(name, lambda value: version_key(value) in keys, values)
        return self.attribute(name, lambda value: compare(method, version_key(value), keys[0]), values)

    def percent(self, seed, sign, lower, upper):
        # Percentiles are (0, 100]; each of these stands for all between two boundaries.
        percentiles = [float(bound) + 0.01 for bound in PERCENTAGES[:-1]]
        low, high = {"<=": (0, float(lower)), ">": (float(lower), 100)}.get(sign) or (float(lower), float(upper))
        if (low, high) == (0, 100):
            return constant(True)
        question = f"percentile{seed}"
        return Part(lambda context, answers: low < answers[question] <= high, {question: percentiles})

    def time(self, text, sign, time, zone):
        local = datetime.datetime.fromisoformat(time)
        instants = [
            int(local.replace(tzinfo=zoneinfo.ZoneInfo(zone or "UTC"), fold=fold).timestamp()) for fold in (0, 1)]
        near = [moment + delta for moment in instants for delta in (-1, 0, 1)]
        values = {"date": [f"{datetime.datetime.fromtimestamp(moment, datetime.UTC):%Y-%m-%dT%H:%M:%SZ}" for moment in near]}

        def seconds(context):
            return int(datetime.datetime.fromisoformat(context["date"]).timestamp())
        if instants[0] == instants[1]:
            return Part(
                lambda context, answers: "date" in context and compare(sign, seconds(context), instants[0]), values=values)
        return Part(
            lambda context, answers: "date" in context and compare(sign, seconds(context), answers[text]),
            {text: instants}, values)

    def attribute_of(self, source, name):
        """Whether a property is an attribute: two elements cannot be one attribute, and some names have other meanings."""
        if name in RESERVED or not targeting.ATTRIBUTE_NAME.fullmatch(name):
            return False
        return self.owners.setdefault(name, source) == source

    def typed(self, text, source, name, kind, test, values):
        if not self.attribute_of(source, name):
            return opened(text)
        if self.kinds.setdefault(name, kind) != kind:
            return opened(text, name)
        return self.attribute(name, test, values)

    def text(self, text, source, name, method, operands):
        if method == "exactlyMatches":
            return self.typed(text, source, name, "text", lambda value: value in operands, operands + ["green"])
        return opened(text, name) if self.attribute_of(source, name) else opened(text)

    # Contexts

    def contexts(self, choice):
        defaults = {"appVersion": VERSIONS, "date": ["2026-06-15T00:00:00Z"], "targetingKey": ["k1", "u1", "u2", "u3", "u4"]}
        for name, kind in self.kinds.items():
            defaults[name] = {"text": TEXTS, "number": [1], "version": VERSIONS}[kind]
        for _ in range(CONTEXTS):
            context = {}
            for name in sorted(set(self.values) | set(defaults)):
                values = self.values.get(name, []) + defaults.get(name, [])
                # The date and the version are always known.
                if name in ("date", "appVersion") or choice.random() < 0.85:
                    context[name] = choice.choice(values)
            yield context

    def answers(self, parameter, choice):
        questions = {}
        for name in parameter["conditionalValues"]:
            for part in self.conditions[name]:
                questions.update(part.questions)
        count = 1
        for values in questions.values():
            count *= len(values)
        if count <= ANSWERS:
            combinations = itertools.product(*questions.values())
        else:
            combinations = ([choice.choice(values) for values in questions.values()] for _ in range(ANSWERS))
        return [dict(zip(questions, combination)) for combination in combinations], count <= ANSWERS

    def always_decides(self, parameter):
        """Whether a condition with a known value holds for everybody, so that no default is needed."""
        return any(
            "value" in parameter["conditionalValues"].get(name, {}) and all(part.holds({}, {}) is True for part in parts)
            for name, parts in self.conditions.items() if all(part.is_constant for part in parts))

    def value(self, parameter, context, answers):
        for name, parts in self.conditions.items():
            if name in parameter["conditionalValues"] and all(part.holds(context, answers) for part in parts):
                return parsed(parameter["conditionalValues"][name], parameter["valueType"])
        return parsed(parameter["defaultValue"], parameter["valueType"])


def parsed(value, kind):
    """A value of Firebase; UNSET if the template does not have it."""
    if "value" not in value:
        return UNSET
    text = value["value"]
    if kind == "BOOLEAN":
        return text.lower() == "true"
    if kind == "NUMBER":
        return targeting.Decimal(text)
    return targeting.loads(text) if kind == "JSON" else text


# --- The comparison --------------------------------------------------------------------------------------------------------

def imported(folder, number, samplers):
    template = {
        "conditions": [condition for sampler in samplers for condition in sampler.conditions],
        "parameters": {name: value for sampler in samplers for name, value in sampler.parameters.items()}}
    file, report = folder / f"{number}.json", folder / f"{number}.report.json"
    file.write_text(json.dumps(template, indent=1), encoding="utf-8")
    run = subprocess.run(
        ["flagctl", "import", "firebase", "--report", f"json={report}", str(file)], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"flagctl import failed with {run.returncode} on {file.read_text()}:\n{run.stderr}")
    return targeting.loads(run.stdout), targeting.loads(report.read_text(encoding="utf-8"))


def condition(conditions):
    entry = targeting.Entry({**conditions, "value": 0}) if conditions else None
    return lambda context: entry is None or entry.holds(targeting.read_context(context), lambda name: False)


def check(samplers, document, report, choice, counts):
    statements = {setting["name"]: setting for setting in report["settings"]}
    document = targeting.Document(document)
    if document.malformed:
        return f"entries of the document are malformed: {document.malformed}"
    for sampler in samplers:
        evaluator = Evaluator(sampler)
        contexts = list(evaluator.contexts(choice))
        values = [targeting.read_context(context) for context in contexts]
        for name, parameter in sampler.parameters.items():
            statement = statements[name]
            counts[statement["outcome"]] = counts.get(statement["outcome"], 0) + 1
            if statement["outcome"] == "leftOut":
                if "value" in parameter["defaultValue"] or name in document.settings:
                    return f"{name} is left out, with the default {parameter['defaultValue']}"
                continue
            if "value" not in parameter["defaultValue"] and not evaluator.always_decides(parameter):
                return f"{name} has no default, and is {statement['outcome']}"
            if (statement["outcome"] == "differs") != bool(statement["cases"]):
                return f"{name}: {statement['outcome']} with {len(statement['cases'])} cases"
            cases = [(condition(case["conditions"]), case) for case in statement["cases"]]
            answers, are_all = evaluator.answers(parameter, choice)
            for context, read in zip(contexts, values):
                now = document.resolve_one(name, read, lambda other: False)["value"]
                before = [evaluator.value(parameter, context, one) for one in answers]
                differing = next((one for one, value in zip(answers, before) if value != now), None)
                stated = [case for holds, case in cases if holds(context)]
                is_stated = bool(stated)
                if len(stated) > 1:
                    return f"{name}: several cases have {context}: {stated}"
                for case in stated:
                    listed = [value.get("value", UNSET) for value in case["source"]]
                    if any(value not in listed for value in before) or are_all and any(
                            value not in before for value in listed):
                        return f"{name} in {context}: Firebase gives {before}, listed are {listed}\n{parameter}\n{sampler.conditions}"
                    if now not in [value["value"] for value in case["imported"]]:
                        return f"{name} in {context}: {now!r}, listed are {case['imported']}\n{parameter}\n{sampler.conditions}"
                    if len(case["imported"]) > 1 and all("share" not in value for value in case["imported"]):
                        return f"{name}: {case['imported']} does not say who gets which"
                counts["contexts"] = counts.get("contexts", 0) + 1
                counts["stated"] = counts.get("stated", 0) + is_stated
                if differing is not None and not is_stated:
                    return (f"{name} differs where nothing is stated\n{parameter}\n{sampler.conditions}\n{context}\n{differing}\n"
                            f"Firebase: {evaluator.value(parameter, context, differing)!r}, here: {now!r}\n{statement['cases']}")
                if differing is None and is_stated and are_all:
                    return (f"{name} is stated to differ, and never does\n{parameter}\n{sampler.conditions}\n{context}\n"
                            f"here: {now!r}\n{statement['cases']}")
    return None


def large_template(choice):
    """As many conditions and parameters as Firebase allows."""
    parts = [
        lambda: f"device.os == '{choice.choice(['ios', 'android'])}'",
        lambda: f"app.version.>=(['{choice.randint(1, 5)}.{choice.randint(0, 30)}.0'])",
        lambda: f"device.country in ['{choice.choice(COUNTRIES)}', 'JP']",
        lambda: f"percent('s{choice.randint(1, 300)}') <= {choice.randint(1, 100)}",
        lambda: f"app.userProperty['u{choice.randint(1, 40)}'].exactlyMatches(['a{choice.randint(1, 20)}'])",
        lambda: f"app.userProperty['u{choice.randint(1, 40)}'].contains(['x{choice.randint(1, 20)}'])",
        lambda: f"dateTime >= dateTime('2026-0{choice.randint(1, 9)}-01T00:00:00', 'Europe/Berlin')",
        lambda: "app.audiences.inAtLeastOne(['buyers'])"]

    def value(kind):
        return {"value": choice.choice(TYPES[kind])}

    conditions = [
        {"name": f"c{index}", "expression": " && ".join(choice.choice(parts)() for _ in range(choice.randint(1, 3)))}
        for index in range(2_000)]
    parameters = {}
    for index in range(3_000):
        kind = choice.choice(["BOOLEAN", "NUMBER", "STRING"])
        chosen = choice.sample(range(2_000), choice.choice([0, 0, 1, 1, 2, 3, 5]))
        parameters[f"p{index}"] = {
            "defaultValue": value(kind), "conditionalValues": {f"c{number}": value(kind) for number in chosen},
            "valueType": kind}
    return {"conditions": conditions, "parameters": parameters}


def check_large(folder, choice):
    file = folder / "large.json"
    file.write_text(json.dumps(large_template(choice), indent=1), encoding="utf-8")
    start = time.monotonic()
    run = subprocess.run(["flagctl", "import", "firebase", str(file)], capture_output=True, text=True)
    seconds = time.monotonic() - start
    lines = run.stderr.count("\n")
    # Other checks may run at the same time.
    if run.returncode != 1 or seconds > 6 or lines > 5_000:
        sys.exit(f"the largest template: exit status {run.returncode}, {seconds:.1f} seconds, {lines} lines of text")
    print(f"3,000 parameters and 2,000 conditions: {seconds:.1f} seconds, {lines} lines of text")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--templates", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    choice = random.Random(options.seed)
    counts = {}
    with tempfile.TemporaryDirectory() as name:
        for first in range(0, options.templates, TEMPLATES_PER_FILE):
            samplers = [
                Sampler(choice, number) for number in range(first, min(first + TEMPLATES_PER_FILE, options.templates))]
            document, report = imported(pathlib.Path(name), first, samplers)
            problem = check(samplers, document, report, choice, counts)
            if problem:
                sys.exit(f"seed {options.seed}: {problem}")
        check_large(pathlib.Path(name), choice)
    # A check that compared nothing, or only one kind of parameter, would be worth nothing.
    for kind in ("exact", "differs", "leftOut", "stated"):
        assert counts.get(kind, 0) > options.templates // 20, (kind, counts)
    print(f"{options.templates} random templates (seed {options.seed}): {counts['exact']} exact parameters, "
          f"{counts['differs']} that differ, {counts['leftOut']} left out; {counts['contexts']} contexts, "
          f"{counts['stated']} of them stated")


if __name__ == "__main__":
    main()
