"""Compare what flagctl says about recorded releases with type rules that are written here once more.

Usage: check-readers.py [CASES [HISTORIES]]    with flagctl on the PATH

1. Histories are random: repositories of git, with a tag for each release. `flagctl readers record --tags` must make exactly
   the records that follow from the code and the document of each tag.
2. Documents are random, and releases read them as these records say, or as random ones do. For each recorded release, each
   setting and each user, the rules say which value the code gets, and which values it cannot read. `prove -e 'readable *'`
   must name exactly these values and releases, and the findings of `check` must name what the release gets instead.
"""

import collections
import pathlib
import random
import sys
import tempfile

from reader_documents import App, Setting, flagctl, key, random_app, random_value
from reader_histories import CASES, CHANGES, VALUES, History
from reader_types import dumps, loads

# --- Verdicts ---------------------------------------------------------------------------------------------------------------

def compare_verdicts(app, folder, subject):
    """Compares the verdicts about a document with the records in the folder `readers`."""
    (folder / "app.json").write_text(app.json())
    expected = {}
    for release, name, losses in app.losses():
        for value in losses:
            expected.setdefault((name, value), set()).add(release)
    found = {}
    proof = flagctl(folder, "prove", "-e", "readable *", "--readers", "readers", "app.json")
    for result in proof["results"]:
        for violation in result.get("violations", []):
            releases = violation["versions"].split(" || ")
            found.setdefault((violation["name"], dumps(violation["value"])), set()).update(releases)
    for case in sorted(expected.keys() | found.keys()):
        if expected.get(case) != found.get(case):
            sys.exit(f"{subject}: {case}: expected that it cannot be read by {expected.get(case)}, found {found.get(case)}")
    checked = flagctl(folder, "check", "--select", "unreadable-value,unknown-case", "--readers", "readers", "app.json")
    messages = {}
    for finding in checked["findings"]:
        messages[finding["setting"]] = messages.get(finding["setting"], "") + finding["message"] + "\n"
    for release, name, losses in app.losses():
        said = messages.get(name, "")
        for value, instead in losses.items():
            for other in instead:
                if len(other) < 50 and (release not in said or other not in said):
                    sys.exit(f"{subject}: {name}: {release} gets {other} instead of {value}, but check says: {said}")
    return sum(name in app.settings for reads in app.reads.values() for name in reads)


# --- Records ----------------------------------------------------------------------------------------------------------------

def compare_records(history, folder, subject):
    """Records a history, and compares the records with what it knows."""
    revisions = history.create(folder)
    made = flagctl(folder, "readers", "record", "--tags", f"{history.prefix}*", "--code", "Sources", "--document", "Flags.json",
                   *(["--bundled", "Flags.json"] if history.bundles else []), "--readers", "readers")
    outcomes = {record["name"]: record.get("reason", record["outcome"]) for record in made["records"]}
    expected = {**history.skipped, **{release.version: "created" for release in history.releases}}
    expect_equal(f"{subject}: the outcome of each tag", outcomes, expected)
    shown = {record["release"]: record for record in flagctl(folder, "readers", "show", "--readers", "readers")["releases"]}
    expect_equal(f"{subject}: the releases that are shown", list(shown),
                 sorted((release.version for release in history.releases), key=key))
    for release in history.releases:
        name = f"readers/{release.version}.reader.json"
        record = loads((folder / name).read_text())
        settings = record.pop("settings")
        wanted = history.record(release, revisions)
        for setting in sorted(settings.keys() | wanted["settings"].keys()):
            expect_equal(f"{subject}: {name}: {setting}, in the code {release.code_of(setting)}",
                         settings.get(setting), wanted["settings"].get(setting))
        expect_equal(f"{subject}: {name}: the settings in order", list(settings), sorted(settings, key=natural_order))
        wanted.pop("settings")
        for found in [record, shown[release.version]]:
            if "unseen" not in found:
                continue
            # The place that keeps a name from being known has a test of its own.
            found["unseen"] = [text.split(", which is not known because of ")[0] for text in found["unseen"]]
            # Without the document, it is not known either which of the types have keys.
            if release.settings is None:
                found["unseen"] = [text for text in found["unseen"] if "is declared neither" not in text]
        expect_equal(f"{subject}: {name}", record, wanted)
        reads = [{"name": setting, "reads": [shown_read(way) for way in release.reads[setting]]} for setting in settings]
        expect_equal(f"{subject}: readers show, {release.version}", shown[release.version], {
            "file": name, "release": release.version, "complete": wanted["complete"], "formatLevel": wanted["formatLevel"],
            "tag": release.tag, "settings": reads, "unseen": release.unseen})
    return sum(len(release.reads) for release in history.releases)


def natural_order(name):
    """Text by its characters, digits by their number."""
    parts, number = [], ""
    for character in name + " ":
        if character.isdigit():
            number += character
            continue
        parts += ([(0, int(number), "")] if number else []) + [(1, 0, character)]
        number = ""
    return parts


def shown_read(way):
    return {"type": way["type"], "optional": way.get("optional", False),
            **({"default": way["default"]} if "default" in way else {})}


def expect_equal(subject, found, expected):
    if found != expected:
        sys.exit(f"{subject}: expected {expected}, found {found}")


def app_of(history, rand):
    """The document that is served when every release is out, with the records of the history."""
    releases = sorted((release.version for release in history.releases), key=key)
    settings = {}
    for name in history.names:
        if rand.random() < 0.1:
            continue
        # A setting and a group cannot have the same name.
        for each in rand.choice([[name], [f"{name}.rooms", f"{name}.guests"]]):
            reads = [way for release in history.releases for way in release.reads.get(each, [])]
            defaults = [way["default"] for way in reads if "default" in way]
            likely = rand.choice([*defaults, *rand.choice(list(VALUES.values())), rand.choice(CASES)])
            settings[each] = Setting.random(rand, releases, likely if rand.random() < 0.7 else random_value(rand))
    bundled = {}
    if history.bundles:
        for release in history.releases:
            if release.document is not None:
                bundled[release.version] = release.settings and {
                    name: Setting.of_members(members) for name, members in flattened(release.settings)}
    return App(settings, {release.version: release.reads for release in history.releases}, bundled)


def flattened(settings, group=""):
    """The settings of a document with their names."""
    for name, members in settings.items():
        if "defaultValue" in members:
            yield group + name, members
        else:
            yield from flattened(members, f"{group}{name}.")


def main():
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 36
    rand = random.Random(20_261_127)
    recorded = decided = 0
    changes = collections.Counter()
    for index in range(count):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            history = History(rand, 60)
            changes += history.changes()
            recorded += compare_records(history, folder, f"history {index}")
            decided += compare_verdicts(app_of(history, rand), folder, f"history {index}")
    print(f"readers: {recorded} settings of releases in {count} histories are recorded as their code reads them")
    print("readers: between releases, " + ", ".join(f"{kind}: {changes[kind]}" for kind in CHANGES))
    documents = count
    while decided < cases:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            decided += compare_verdicts(random_app(rand, folder), folder, f"document {documents}")
        documents += 1
    print(f"readers: {decided} settings of releases in {documents} documents, as the type rules say")


main()
