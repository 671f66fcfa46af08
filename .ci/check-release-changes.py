"""Compare what commands say about changes with what each recorded release gets, by rules that are written here once more.

Usage: check-release-changes.py [DOCUMENTS]    with flagctl on the PATH

Documents and records are random. A second document has edits that people make: other values, defaults, bounds and orders,
entries and settings that are gone or new. For each recorded release, setting and user, the rules say which value the code gets
from both. Then:

1. `diff` names exactly the releases that notice a change, and shows those apart for which it is not what the documents say.
2. `check` calls an entry shadowed or redundant only if no release gets it, and does so wherever that is true.
3. After `stale --apply`, `stale --apply --collapse` and `check --fix --apply`, every release gets what it got before.
4. `prove` finds a policy violated if and only if it is for the document as it is written, or for a release.
5. `explain` names what each release gets, where that is not what the document says.
6. `retarget` names the releases that get another value.
7. `release --against` passes the shipped versions only if nothing changes for them, written or read.
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from reader_documents import COUNTRIES, RELEASES, Setting, contains, flagctl, random_app, random_requirement, random_value
from reader_types import Number, accepts, dumps

# A version in each interval between the bounds of requirements.
VERSIONS = ["0.1", *RELEASES, *(f"{release}.1" if "-" in release else f"{release}.0.0.1" for release in RELEASES)]
UNKNOWN = object()


def fail(subject, text, files=()):
    for path in files:
        print(f"--- {path.name}\n{path.read_text()}")
    sys.exit(f"{subject}: {text}")


def is_same(left, right):
    """Whether two values are the same JSON: an integer is no number with a fraction."""
    if isinstance(left, Number) and isinstance(right, Number):
        return left.value == right.value and left.text.lstrip("-").isdigit() == right.text.lstrip("-").isdigit()
    if isinstance(left, bool) or isinstance(right, bool) or type(left) is not type(right):
        return left is right
    if isinstance(left, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(is_same(value, right[key]) for key, value in left.items())
    return left == right


def reads_same(kind, left, right):
    """Whether code of a type gets the same from two values that it can read."""
    if kind["type"] in ("integer", "number") and isinstance(left, Number) and isinstance(right, Number):
        return left.value == right.value
    if kind["type"] == "array" and isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(
            reads_same(kind["elementType"], one, other) for one, other in zip(left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        if "valueType" in kind:
            return left.keys() == right.keys() and all(
                reads_same(kind["valueType"], left[key], right[key]) for key in left)
        if "members" in kind:
            # A member that is missing is read as null.
            return all(reads_same(member, left.get(key), right.get(key)) for key, member in kind["members"].items())
    return is_same(left, right)


def winner(setting, version, country, kind=None):
    """The index of the entry that wins, or -1 for the default; for code of a type, None if it cannot read the default."""
    if kind is not None and not accepts(kind, setting.default):
        return None
    for index, (requirement, wanted, value) in enumerate(setting.entries):
        if contains(requirement, version) and wanted in (None, country) and (kind is None or accepts(kind, value)):
            return index
    return -1


def value_of(setting, index):
    return setting.default if index < 0 else setting.entries[index][2]


def value(setting, version, country):
    return value_of(setting, winner(setting, version, country))


class Read:
    """What one release gets from one setting of a document, in one way, for one user."""

    def __init__(self, setting, release, way, country):
        found = setting and winner(setting, release, country, way)
        self.is_from_document = setting is not None and found is not None
        self.winner = found if self.is_from_document else None
        self.value = value_of(setting, found) if self.is_from_document else way.get("default", UNKNOWN)
        # Whether it is the entry that wins as the document is written.
        self.is_as_written = self.is_from_document and found == winner(setting, release, country)


def reads(app):
    for release, ways in app.reads.items():
        for name, all_ways in ways.items():
            for way in all_ways:
                yield release, name, way


def changed(old, new, way):
    if not old.is_from_document and not new.is_from_document:
        return False
    return old.value is UNKNOWN or new.value is UNKNOWN or not reads_same(way, old.value, new.value)


def changes(app, old, new):
    """The releases that notice each change, and those among them for which it is not what the documents say."""
    noticing, own = {}, {}
    for release, name, way in reads(app):
        pairs = [(Read(old.get(name), release, way, country), Read(new.get(name), release, way, country))
                 for country in COUNTRIES]
        if any(changed(before, after, way) for before, after in pairs):
            noticing.setdefault(name, set()).add(release)
            if not all(before.is_as_written and after.is_as_written for before, after in pairs):
                own.setdefault(name, set()).add(release)
    return noticing, own


def written_changes(old, new, versions=VERSIONS):
    """The settings with another value for anybody, as the documents are written."""
    return {name for name in old.keys() | new.keys() if name not in old or name not in new or any(
        not is_same(value(old[name], version, country), value(new[name], version, country))
        for version in versions for country in COUNTRIES)}


def text_of(settings):
    """A document with one entry on each line, and the setting and the index of the entry of each line."""
    lines, places = ["{"], {}
    for position, (name, setting) in enumerate(settings.items()):
        comma = "," if position + 1 < len(settings) else ""
        lines.append(f'"{name}": {{"defaultValue": {dumps(setting.default)}, "valuesByVersion": [')
        for index, (requirement, country, found) in enumerate(setting.entries):
            when = f'"when": {{"country": "{country}"}}, ' if country else ""
            end = "," if index + 1 < len(setting.entries) else ""
            lines.append(f'{{"appVersion": "{requirement}", {when}"value": {dumps(found)}}}{end}')
            places[len(lines)] = (name, index)
        lines.append(f"]}}{comma}")
    return "\n".join([*lines, "}"]) + "\n", places


def edited(rand, settings):
    """The settings after edits that people make."""
    found = {}
    for name, setting in settings.items():
        default, entries = setting.default, list(setting.entries)
        kind = rand.randrange(10)
        if kind == 0:
            continue
        if kind == 1:
            default = random_value(rand)
        elif kind == 2 and entries:
            entries.pop(rand.randrange(len(entries)))
        elif kind == 3 and len(entries) > 1:
            entries.reverse()
        elif kind == 4 and entries:
            index = rand.randrange(len(entries))
            entries[index] = (*entries[index][:2], random_value(rand))
        elif kind == 5:
            entries.insert(rand.randrange(len(entries) + 1), (random_requirement(rand, RELEASES), None, random_value(rand)))
        elif kind == 6 and entries:
            index = rand.randrange(len(entries))
            entries[index] = (random_requirement(rand, RELEASES), *entries[index][1:])
        found[name] = Setting(default, entries)
    return found


def parsed(path):
    """The settings of a document that flagctl has written."""
    from reader_types import loads
    return {name: Setting(members["defaultValue"], [
        (entry.get("appVersion", "*"), (entry.get("when") or {}).get("country"), entry["value"])
        for entry in members.get("valuesByVersion") or []]) if isinstance(members, dict) and "defaultValue" in members
        else Setting(members, []) for name, members in loads(path.read_text()).items()}


def compare_diff(app, new, folder, subject):
    old = app.settings
    (folder / "new.json").write_text(text_of(new)[0])
    noticing, own = changes(app, old, new)
    report = flagctl(folder, "diff", "--readers", "readers", "app.json", "new.json")["results"][0]
    found = {setting["name"]: setting for setting in report["settings"]}
    expected = written_changes(old, new) | noticing.keys()
    files = [folder / "app.json", folder / "new.json"]
    if found.keys() != expected:
        fail(subject, f"diff names {found.keys() ^ expected} wrongly", files)
    if report["isEquivalent"] != (not expected):
        fail(subject, "diff says that they are equivalent", files)
    for name, setting in found.items():
        if set(setting["noticedBy"]) != noticing.get(name, set()):
            fail(subject, f"{name}: diff says that {setting['noticedBy']} notice it, not {noticing.get(name)}", files)
        said = {release for change in setting["releaseChanges"] for release in change["releases"]}
        if said != own.get(name, set()):
            fail(subject, f"{name}: diff shows {said} apart, not {own.get(name)}", files)
    return len(app.settings)


def compare_check(app, places, folder, subject):
    """The entries that are said never to win, without records and with them."""
    def never(*options):
        checked = flagctl(folder, "check", "--select", "shadowed-entry,redundant-entry", *options, "app.json")
        return {places[int(finding["line"].text)] for finding in checked["findings"]}
    alive = set()
    for release, name, way in reads(app):
        if name in app.settings:
            for country in COUNTRIES:
                alive.add((name, Read(app.settings[name], release, way, country).winner))
    said, expected = never("--readers", "readers"), never() - alive
    if said != expected:
        fail(subject, f"check says of {said ^ expected} wrongly that they never win, or not", [folder / "app.json"])


def compare_edits(app, folder, subject):
    """What releases get after edits that must change nothing for them."""
    for arguments in [["stale", "--floor", "1.0.0"], ["stale", "--floor", "1.0.0", "--collapse"], ["check", "--fix"]]:
        shutil.copy(folder / "app.json", folder / "edited.json")
        done = subprocess.run(["flagctl", *arguments, "--apply", "--readers", "readers", "edited.json"],
                              cwd=folder, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            fail(subject, f"{arguments}: {done.stderr}", [folder / "app.json"])
        after = parsed(folder / "edited.json")
        noticing, _ = changes(app, app.settings, after)
        files = [folder / "app.json", folder / "edited.json"]
        if noticing:
            fail(subject, f"after {arguments}, {noticing} get another value", files)
        versions = [version for version in VERSIONS if contains(">=1.0.0", version)]
        if found := written_changes(app.settings, after, versions):
            fail(subject, f"after {arguments}, the values of {found} differ", files)


def compare_proofs(app, folder, subject, rand):
    for name in rand.sample(sorted(app.settings), 4):
        setting = app.settings[name]
        bound = rand.choice(RELEASES)
        literal = value(setting, rand.choice(VERSIONS), rand.choice(COUNTRIES))
        if isinstance(literal, (list, dict)):
            continue
        written = [value(setting, version, country)
                   for version in VERSIONS if contains(f">={bound}", version) for country in COUNTRIES]
        read = [Read(setting, release, way, country).value for release, each, way in reads(app)
                if each == name and contains(f">={bound}", release) for country in COUNTRIES]
        everything = written + read
        for policy, holds in [
                (f"for >={bound}: {name} == {dumps(literal)}", lambda found: is_same(found, literal)),
                (f"constant for >={bound}: {name}", lambda found: is_same(found, written[0]))]:
            done = subprocess.run(["flagctl", "prove", "-e", policy, "--readers", "readers", "app.json"],
                                  cwd=folder, capture_output=True, text=True)
            expected = 2 if UNKNOWN in read else 0 if all(map(holds, everything)) else 1
            if done.returncode != expected:
                fail(subject, f"prove -e '{policy}' exits with {done.returncode}, not {expected}:\n{done.stdout}{done.stderr}",
                     [folder / "app.json"])


def compare_explanations(app, folder, subject, rand):
    for name in rand.sample(sorted(app.settings), 3):
        setting, expected = app.settings[name], {}
        for release, each, way in reads(app):
            if each == name:
                found = [Read(setting, release, way, country) for country in COUNTRIES]
                if not all(read.is_as_written for read in found):
                    expected[release] = {None if read.value is UNKNOWN else dumps(read.value) for read in found}
        explained = flagctl(folder, "explain", name, "--readers", "readers", "app.json")
        found = {release: {dumps(given["value"]) if "value" in given else None for given in values["values"]}
                 for values in explained["releaseValues"] for release in values["releases"]}
        if found != expected:
            fail(subject, f"explain {name} says {found}, not {expected}", [folder / "app.json"])


def compare_move(app, folder, subject, rand):
    old, new = rand.choice(RELEASES[1:-1]), "5.0.0"
    shutil.copy(folder / "app.json", folder / "moved.json")
    done = subprocess.run(["flagctl", "retarget", old, new, "--readers", "readers", "--apply", "--report", "json=moved",
                           "moved.json"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        return
    from reader_types import loads
    result = loads((folder / "moved").read_text())["results"][0]
    found = {}
    for change in result.get("releaseChanges", []):
        found.setdefault(change["name"], set()).update(change["releases"])
    _, own = changes(app, app.settings, parsed(folder / "moved.json"))
    if found != own:
        fail(subject, f"retarget {old} {new} names {found}, not {own}", [folder / "app.json", folder / "moved.json"])


def compare_release(app, new, folder, subject):
    """The gate of a release, in a repository."""
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run([*git, "add", "app.json"], cwd=folder, check=True)
    subprocess.run([*git, "commit", "-qm", "Before"], cwd=folder, check=True)
    (folder / "releases.txt").write_text("\n".join(RELEASES) + "\n")
    old_text = (folder / "app.json").read_text()
    (folder / "app.json").write_text(text_of(new)[0])
    report = flagctl(folder, "release", "11.0.0", "--previous", "10.0.0", "--against", "HEAD", "--readers", "readers",
                     "--releases", "releases.txt", "app.json")
    outcome = report["results"][0]["outcomes"]["shipped"]
    known = app.settings.keys()
    noticing, _ = changes(app, app.settings, new)
    expected = {name for name in written_changes(app.settings, new, RELEASES) if name in known} | noticing.keys()
    if (outcome == "passed") != (not expected):
        fail(subject, f"release says that the shipped versions {outcome}, but {expected} change", [folder / "app.json"])
    (folder / "app.json").write_text(old_text)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    rand = random.Random(20_261_128)
    settings = 0
    for index in range(count):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            app = random_app(rand, folder, 24)
            text, places = text_of(app.settings)
            (folder / "app.json").write_text(text)
            subject = f"document {index}"
            settings += compare_diff(app, edited(rand, app.settings), folder, subject)
            compare_check(app, places, folder, subject)
            compare_edits(app, folder, subject)
            compare_proofs(app, folder, subject, rand)
            compare_explanations(app, folder, subject, rand)
            compare_move(app, folder, subject, rand)
            # Most such documents differ; a few edits of one setting are also likely to pass.
            one = rand.choice(sorted(app.settings))
            compare_release(app, {**app.settings, **edited(rand, {one: app.settings[one]})}, folder, subject)
    print(f"release changes: {settings} settings in {count} documents, as each release reads them")


main()
