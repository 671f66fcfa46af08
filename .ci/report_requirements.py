"""Rules of report consumers beyond the schemas: SARIF, JUnit, GitLab's Code Quality, GitHub's annotations.

Each function yields the problems of one report, a sentence each.
"""

import collections
import json
import pathlib
import re
import urllib.parse
import xml.etree.ElementTree

URI = re.compile(r"(?:file:///)?(?:[A-Za-z0-9\-._~/]|%[0-9A-F]{2})+")
COMMAND = re.compile(r"::(error|warning|notice)(?: ([^:\n]+))?::([^\r\n]*)")
GREATEST_COUNT = 10
GREATEST_RESULT_COUNT = 25_000


def place_problems(location):
    """The problems of a physical location."""
    place = location["physicalLocation"]
    uri = place["artifactLocation"]["uri"]
    if not URI.fullmatch(uri):
        yield f"{uri} is not encoded"
    path = urllib.parse.unquote(urllib.parse.urlsplit(uri).path)
    if not pathlib.Path(path).exists():
        yield f"{uri} leads to {path}, which does not exist"
    if region := place.get("region"):
        start = (region["startLine"], region["startColumn"])
        if start < (1, 1) or start > (region["endLine"], region["endColumn"]):
            yield f"{region} is not a valid region"


def sarif(text):
    """GitHub's code scanning requires two descriptions and the help of every rule, and one location for every result."""
    for run in json.loads(text)["runs"]:
        rules = run["tool"]["driver"]["rules"]
        invocation, = run["invocations"]
        levels = [one["level"] for one in invocation.get("toolExecutionNotifications", [])]
        if invocation["executionSuccessful"] == ("error" in levels):
            yield "executionSuccessful contradicts the notifications of the invocation"
        if run["columnKind"] != "utf16CodeUnits":
            yield f"columnKind is {run['columnKind']}"
        if len({rule["id"] for rule in rules}) != len(rules):
            yield "a rule is listed twice"
        for rule in rules:
            texts = [rule[key]["text"] for key in ("shortDescription", "fullDescription", "help")]
            if not all(texts) or rule["defaultConfiguration"]["level"] not in ("error", "warning", "note"):
                yield f"rule {rule['id']} lacks a text or a level"
            if len(texts[0]) > 1024:
                yield f"the short description of {rule['id']} is too long"
        if len(run["results"]) > GREATEST_RESULT_COUNT:
            yield f"there are {len(run['results'])} results"
        prints = collections.Counter(result["partialFingerprints"]["flagctl/v1"] for result in run["results"])
        yield from (f"fingerprint {print_} is there {count} times" for print_, count in prints.items() if count > 1)
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                yield f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}"
            if result["level"] not in ("error", "warning", "note") or not result["message"]["text"]:
                yield "a result has no level or no message"
            related = result.get("relatedLocations", [])
            if len(result["locations"]) != 1 or [place["id"] for place in related] != list(range(1, len(related) + 1)):
                yield "a result does not have exactly one location, or its related locations are not numbered"
            for location in result["locations"] + related:
                yield from place_problems(location)


def junit(text):
    """Well-formed XML whose counts match its cases."""
    def count_problems(element, cases):
        found = {
            "tests": len(cases),
            "errors": sum(case.find("error") is not None for case in cases),
            "failures": sum(case.find("failure") is not None for case in cases),
            "skipped": sum(case.find("skipped") is not None for case in cases),
        }
        for name, number in found.items():
            if element.get(name) != str(number):
                yield f"{element.tag} {element.get('name')} says {element.get(name)} {name}; there are {number}"

    root = xml.etree.ElementTree.fromstring(text)
    yield from count_problems(root, list(root.iter("testcase")))
    for suite in root:
        yield from count_problems(suite, list(suite))
        for case in suite:
            if not case.get("name") or case.get("classname") != suite.get("name"):
                yield f"a case of {suite.get('name')} has no name or another class"
            for kind in ("failure", "error"):
                if (found := case.find(kind)) is not None and not (found.get("message") and found.text):
                    yield f"the {kind} of {case.get('name')} says nothing"


def gitlab(text):
    """The required members (https://docs.gitlab.com/ci/testing/code_quality/), and unique fingerprints."""
    issues = json.loads(text)
    prints = collections.Counter(issue["fingerprint"] for issue in issues)
    yield from (f"fingerprint {print_} is there {count} times" for print_, count in prints.items() if count > 1)
    for issue in issues:
        if set(issue) != {"description", "check_name", "fingerprint", "severity", "location"}:
            yield f"an issue has the members {', '.join(issue)}"
        if issue["severity"] not in ("info", "minor", "major", "critical", "blocker"):
            yield f"severity is {issue['severity']}"
        lines = issue["location"]["lines"]
        if not 1 <= lines["begin"] <= lines["end"] or issue["location"]["path"].startswith("./"):
            yield f"{issue['location']} is not a valid location"


def github(text):
    """One escaped command per line; errors first; no more of a kind than GitHub shows, with a note on the omitted ones."""
    kinds = []
    for line in text.splitlines():
        match = COMMAND.fullmatch(line)
        if not match:
            yield f"{line} is not a command"
            continue
        kinds.append(match[1])
        properties = dict(part.split("=", 1) for part in (match[2] or "").split(",") if part)
        if set(properties) - {"file", "line", "endLine", "col", "endColumn", "title"}:
            yield f"{line} has unknown properties"
        if "file" in properties:
            path = properties["file"]
            for escape, character in [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
                path = path.replace(escape, character)
            if not pathlib.Path(path).exists():
                yield f"{path} does not exist"
    if kinds != sorted(kinds, key=["error", "warning", "notice"].index):
        yield "errors do not come first"
    counts = collections.Counter(kinds)
    if max(counts.values(), default=0) > GREATEST_COUNT:
        yield f"GitHub does not show all of {counts}"
    is_full = GREATEST_COUNT in counts.values()
    if "::not shown here: " in text and not is_full:
        yield "some annotations are omitted although GitHub would show them"


ALL = {"sarif": sarif, "junit": junit, "gitlab": gitlab, "github": github}
