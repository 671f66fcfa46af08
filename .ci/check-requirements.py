"""Check that Docs/Reliability.md defines every requirement that tests name, and that a test names every requirement.

Usage: check-requirements.py [PACKAGE-FOLDER]

The page defines a requirement by a list item that begins with its number in bold: `- **S3** A file has …`. A test names
requirements at the beginning of its name, of its suite's name, or of a comment, followed by a colon: `S2, S5: killed while …`.
"""

import collections
import pathlib
import re
import sys

NUMBER = r"[A-Z][0-9]{1,2}"
DEFINITION = re.compile(rf"^- \*\*({NUMBER})\*\* ", re.MULTILINE)
MENTION = re.compile(rf"(?:`|\"|//+ )({NUMBER}(?:, {NUMBER})*): ")


def mentions(folder):
    """For each requirement that tests name, the places where they name it."""
    found = collections.defaultdict(list)
    for path in sorted(folder.rglob("*.swift")):
        if ".build" in path.parts:
            continue
        for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in MENTION.finditer(line):
                for number in match[1].split(", "):
                    found[number].append(f"{path}:{row}")
    return found


def main():
    if len(sys.argv) > 2:
        sys.exit("usage: check-requirements.py [PACKAGE-FOLDER]")
    package = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else ".")
    page = package / "Docs" / "Reliability.md"
    defined = DEFINITION.findall(page.read_text(encoding="utf-8"))
    named = mentions(package / "Tests")
    problems = [f"{page}: {number} is defined twice" for number, count in collections.Counter(defined).items() if count > 1]
    problems += [f"{places[0]}: {page} does not define {number}"
                 for number, places in sorted(named.items()) if number not in defined]
    problems += [f"{page}: no test names {number}" for number in defined if number not in named]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"requirements: {len(defined)} defined, {sum(map(len, named.values()))} mentions in tests, {len(problems)} problems")
    sys.exit(1 if problems or not defined or not named else 0)


main()
