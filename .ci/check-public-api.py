"""Compare the public API of a module with its record in .ci/public-api, so that each change of it is a decision.

Usage: check-public-api.py MODULE FOLDER-OF-SYMBOL-GRAPHS FOLDER-OF-APPLE [--record]

The first folder has symbol graphs of Linux, the second those that check-apple.py writes for iOS.
A record has one line for each public declaration: its full name, its kind and its declaration, and one for each protocol that a
type conforms to. Members that protocols synthesize are left out. --record writes the record in place of comparing it.
"""

import difflib
import json
import pathlib
import sys

RECORDS = pathlib.Path(__file__).resolve().parent / "public-api"
ON_LINUX, ON_APPLE = "  (Linux only)", "  (Apple's platforms only)"
# Every type has these, or the compiler adds them to another conformance.
IMPLIED = {"Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype"}


def is_public(symbol):
    return symbol["accessLevel"] in ("public", "open") and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]


def declaration(symbol):
    """The declaration on one line, after the full name of the symbol."""
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    return f"{'.'.join(symbol['pathComponents'])}: {' '.join(text.split())}{availability(symbol)}"


def availability(symbol):
    """What is no longer to be used: ` (deprecated)` or ` (unavailable)`."""
    items = symbol.get("availability", [])
    if any(item.get("isUnconditionallyUnavailable") or item.get("obsoleted") for item in items):
        return " (unavailable)"
    return " (deprecated)" if any(item.get("isUnconditionallyDeprecated") or item.get("deprecated") for item in items) else ""


def constraints(relation):
    """The conditions of a conformance, as in ` where Value: Sendable`."""
    signs = {"conformance": ":", "superclass": ":", "sameType": " =="}
    parts = [f"{part['lhs']}{signs[part['kind']]} {part['rhs']}" for part in relation.get("swiftConstraints", [])]
    return f" where {', '.join(sorted(parts))}" if parts else ""


def public_api(folder):
    """The lines of the record, in order."""
    lines = set()
    for path in folder.glob("*.symbols.json"):
        graph = json.loads(path.read_bytes())
        names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in graph["symbols"] if is_public(symbol)}
        lines |= {declaration(symbol) for symbol in graph["symbols"] if is_public(symbol)}
        for relation in graph["relationships"]:
            name = names.get(relation["source"])
            protocol = names.get(relation["target"]) or relation.get("targetFallback", "").split(".")[-1]
            if relation["kind"] == "conformsTo" and name and protocol and protocol not in IMPLIED:
                lines.add(f"{name}: conforms to {protocol}{constraints(relation)}")
    return sorted(lines)


def both(linux, apple):
    """The lines of a record: those of Linux and of Apple's platforms; lines of one of them say so."""
    return sorted([line if line in apple else line + ON_LINUX for line in linux] + [line + ON_APPLE for line in apple if line not in linux])


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--record"]
    if len(arguments) != 3:
        sys.exit("usage: check-public-api.py MODULE FOLDER-OF-SYMBOL-GRAPHS FOLDER-OF-APPLE [--record]")
    module = arguments[0]
    linux, apple = (public_api(pathlib.Path(folder)) for folder in arguments[1:])
    if not linux:
        sys.exit(f"{arguments[1]} has no public declaration of {module}; expected the output of swift package dump-symbol-graph")
    record = RECORDS / f"{module}.txt"
    if "--record" in sys.argv[1:]:
        if not apple:
            sys.exit(f"{arguments[2]} has no public declaration of {module}; run .ci/check-apple.py ios first")
        RECORDS.mkdir(exist_ok=True)
        record.write_text("\n".join(both(linux, apple)) + "\n", encoding="utf-8")
        print(f"public API of {module}: {len(both(linux, apple))} lines recorded")
        return
    if not record.exists():
        sys.exit(f"{record} does not exist; write it with --record")
    recorded = record.read_text(encoding="utf-8").splitlines()
    lines = both(linux, apple)
    note = ""
    if not apple:
        # The check of Apple's platforms has been skipped, and has said why.
        recorded = [line.removesuffix(ON_LINUX) for line in recorded if not line.endswith(ON_APPLE)]
        lines, note = linux, "; those of Apple's platforms are not compared"
    changes = [line for line in difflib.unified_diff(recorded, lines, n=0, lineterm="") if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    print(f"public API of {module}: {len(lines)} lines, {len(changes)} differ from the record{note}")
    for change in changes:
        print(f"  {change}")
    if any(change.startswith("-") for change in changes):
        print("A line is gone, so code that uses it may no longer compile: that needs a new major version, see Docs/Stability.md.")
    if changes:
        command = f".ci/check-public-api.py {' '.join(arguments)} --record"
        sys.exit(f"If the change is meant, run {command}, and name it in CHANGELOG.md.")


main()
