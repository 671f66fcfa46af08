"""Check that every public symbol of a symbol graph has a documentation comment.

Usage: check-public-documentation.py FOLDER-OF-SYMBOL-GRAPHS

A member that implements a requirement of a protocol (`encode(to:)`, `==`) may inherit the protocol's documentation. Synthesized
members need none. The first paragraph of a comment is one sentence on one line of at most 100 characters.
"""

import json
import pathlib
import sys

LONGEST_FIRST_LINE = 100


def problems(graph):
    """The location, title and problem of each symbol with a problem; the number of symbols that were checked."""
    inherited = {relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation}
    found, count = [], 0
    for symbol in graph["symbols"]:
        identifier = symbol["identifier"]["precise"]
        location = symbol.get("location")
        # The types of other modules that we extend are listed, too, and so are synthesized members. Neither is declared
        # in our sources.
        if symbol["accessLevel"] not in ("public", "open") or "::SYNTHESIZED::" in identifier or not location:
            continue
        count += 1
        title = ".".join(symbol["pathComponents"])
        file = pathlib.PurePosixPath(location["uri"].removeprefix("file://"))
        place = f"{'/'.join(file.parts[-2:])}:{location['position']['line'] + 1}"
        lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
        first = lines[0].strip() if lines else ""
        if not first:
            if identifier not in inherited:
                found.append((place, title, "has no documentation comment"))
        elif len(first) > LONGEST_FIRST_LINE:
            found.append((place, title, f"has a first line of {len(first)} characters; {LONGEST_FIRST_LINE} at most"))
        elif len(lines) > 1 and lines[1].strip():
            found.append((place, title, "has a first paragraph of several lines; one sentence on one line is expected"))
    return found, count


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check-public-documentation.py FOLDER-OF-SYMBOL-GRAPHS")
    found, count = set(), 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.symbols.json")):
        in_graph, looked_at = problems(json.loads(path.read_bytes()))
        found |= set(in_graph)
        count += looked_at
    for place, title, problem in sorted(found):
        print(f"{place}: {title} {problem}")
    print(f"public documentation: {count} symbols, {len(found)} problems")
    sys.exit(1 if found or not count else 0)


main()
