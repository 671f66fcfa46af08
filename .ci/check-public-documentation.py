"""Check that every public symbol of a symbol graph has a documentation comment, and that topics list every public type.

Usage: check-public-documentation.py FOLDER-OF-SYMBOL-GRAPHS DOCC-CATALOG

A member that implements a requirement of a protocol (`encode(to:)`, `==`) may inherit the protocol's documentation. Synthesized
members need none. The first paragraph of a comment is one sentence on one line of at most 100 characters. A topic of the catalog is
a list item that consists of a link to a symbol.
"""

import json
import pathlib
import re
import sys

LONGEST_FIRST_LINE = 100
TYPES = ("swift.class", "swift.enum", "swift.protocol", "swift.struct", "swift.actor")
TOPIC = re.compile(r"^- ``(\w+)``$", re.MULTILINE)


def problems(graph):
    """The location, title and problem of each symbol with a problem; the types; the number of symbols that were checked."""
    inherited = {relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation}
    found, types, count = [], set(), 0
    for symbol in graph["symbols"]:
        identifier = symbol["identifier"]["precise"]
        location = symbol.get("location")
        # The extended types of other modules and synthesized members are also listed. Neither is declared
        # in our sources.
        if symbol["accessLevel"] not in ("public", "open") or "::SYNTHESIZED::" in identifier or not location:
            continue
        count += 1
        if symbol["kind"]["identifier"] in TYPES and len(symbol["pathComponents"]) == 1:
            types.add(symbol["pathComponents"][0])
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
    return found, types, count


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: check-public-documentation.py FOLDER-OF-SYMBOL-GRAPHS DOCC-CATALOG")
    found, types, count = set(), set(), 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.symbols.json")):
        found_in_graph, types_of_graph, count_of_graph = problems(json.loads(path.read_bytes()))
        found |= set(found_in_graph)
        types |= types_of_graph
        count += count_of_graph
    catalog = pathlib.Path(sys.argv[2])
    topics = {name for page in catalog.glob("*.md") for name in TOPIC.findall(page.read_text(encoding="utf-8"))}
    found |= {(str(catalog), name, "is a public type that no topic lists") for name in types - topics}
    for place, title, problem in sorted(found):
        print(f"{place}: {title} {problem}")
    print(f"public documentation: {count} symbols, {len(found)} problems")
    sys.exit(1 if found or not count else 0)


main()
