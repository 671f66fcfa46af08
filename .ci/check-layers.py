"""Check that the folders of each target use only what Docs/Architecture.md allows.

Usage: check-layers.py [--list] [--except TARGET]… [PACKAGE-FOLDER]

Docs/Architecture.md has a table for each target, below a heading that names the target in backticks. Its first column names
a folder, and its column "uses" the folders of the same target that the folder may use, or "–" for none. A heading may also
name a folder (`flagctl/Commands`); its table then has the folders in that folder, and what they use of each other. The check
fails if

- a folder uses another one that its row does not name, or has no row;
- a row names a folder that does not exist, or one that the folder does not use;
- the rows allow a cycle.

A folder uses another one if its Swift files mention a type that the other one declares at the top level. A folder within a
folder without a table belongs to the outer one. Files beside the folders may use all of them, and no folder may use such a
file. --list prints what each folder uses, to write the tables from.
"""

import argparse
import collections
import pathlib
import re
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'#*"""(?:.*?)"""#*|#+"(?:.*?)"#+|"(?:\\.|[^"\\\n])*"', re.DOTALL)
INTERPOLATION = re.compile(r"\\#*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
DECLARATION = re.compile(r"\b(?:struct|enum|class|actor|protocol|typealias|associatedtype)\s+([A-Z]\w*)")
MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|final|indirect|nonisolated)\s+)*"
TOP_LEVEL = re.compile(rf"^\s*{MODIFIERS}(?:struct|enum|class|actor|protocol|typealias)\s+([A-Z]\w*)")
TYPE_NAME = re.compile(r"\b[A-Z]\w*\b")
HEADING = re.compile(r"^#+ .*`([\w/]+)`")
CELL_NAME = re.compile(r"`([\w ]+)/?`")
NOTHING = "–"
BESIDE_FOLDERS = ""


def code(text):
    """Swift source without comments, and with string literals reduced to the code that they interpolate."""
    text = STRING.sub(lambda found: " ".join(INTERPOLATION.findall(found[0])), COMMENT.sub("", text))
    return text


def top_level_types(text):
    """The types that a file declares outside of any other declaration; `#if` does not count as one."""
    depth = 0
    for line in text.splitlines():
        if depth == 0 and (found := TOP_LEVEL.match(line)):
            yield found[1]
        depth += line.count("{") - line.count("}")


class Target:
    """The folders of a target or folder, and the types that each declares and mentions."""

    def __init__(self, root):
        self.declared = collections.defaultdict(set)
        self.mentions = collections.defaultdict(lambda: collections.defaultdict(set))
        self.folders = set()
        for path in sorted(root.rglob("*.swift")):
            inner = path.relative_to(root)
            folder = inner.parts[0] if len(inner.parts) > 1 else BESIDE_FOLDERS
            text = code(path.read_text(encoding="utf-8"))
            if folder != BESIDE_FOLDERS:
                self.folders.add(folder)
            for name in top_level_types(text):
                self.declared[name].add(folder)
            own = set(DECLARATION.findall(text))
            for name in set(TYPE_NAME.findall(text)) - own:
                self.mentions[folder][name].add(str(inner))

    def uses(self, folder):
        """For each folder that a folder uses, the types that it mentions and the files that mention them."""
        found = collections.defaultdict(list)
        for name, files in sorted(self.mentions[folder].items()):
            declaring = self.declared.get(name, set())
            if folder not in declaring:
                for other in sorted(declaring):
                    found[other].append((name, sorted(files)))
        return found


def tables(page):
    """For each target or folder with a table, the allowed uses of the folders in it, as the page states them."""
    found, target, columns = {}, None, None
    for line in page.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            target, columns = heading[1], None
        elif not line.startswith("|"):
            columns = None
        else:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if columns is None:
                columns = cells
            elif target and "folder" in columns and "uses" in columns and not set(cells[0]) <= set("-: "):
                uses = cells[columns.index("uses")]
                allowed = set(CELL_NAME.findall(uses))
                if not allowed and uses != NOTHING:
                    sys.exit(f'{page}: the row of {cells[0]} has "{uses}" below "uses"; expected folders or "{NOTHING}"')
                for folder in CELL_NAME.findall(cells[columns.index("folder")]):
                    found.setdefault(target, {})[folder] = allowed
    return found


def cycle(allowed):
    """A cycle in what folders are allowed to use, as a list of folders; empty if there is none."""
    finished = set()

    def search(folder, path):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in finished:
            return []
        for other in sorted(allowed.get(folder, ())):
            if found := search(other, path + [folder]):
                return found
        finished.add(folder)
        return []

    for folder in sorted(allowed):
        if found := search(folder, []):
            return found
    return []


def problems(name, target, allowed):
    """What is wrong with the folders of a target, a line each."""
    if found := cycle(allowed):
        yield f"the table allows a cycle: {' → '.join(found)}"
    for folder in sorted(set(allowed) - target.folders):
        yield f"the table has a row for {folder}/, which does not exist"
    for folder in sorted(target.folders):
        uses = target.uses(folder)
        if folder not in allowed:
            yield f"{folder}/ has no row; it uses {', '.join(filter(None, sorted(uses))) or 'nothing'}"
            continue
        for other in sorted(set(uses) - allowed[folder]):
            used = f"{other}/, which its row does not allow" if other else "files beside the folders"
            lines = [f"{folder}/ uses {used}:"]
            for type_name, files in uses[other][:5]:
                lines.append(f"    {type_name}, in {', '.join(files[:3])}")
            yield "\n".join(lines)
        for other in sorted(allowed[folder] - set(uses)):
            yield f"the row of {folder}/ allows {other}/, which {folder}/ does not use"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--except", action="append", default=[], dest="excepted", metavar="TARGET")
    parser.add_argument("package", nargs="?", default=".", type=pathlib.Path)
    arguments = parser.parse_args()
    page = arguments.package / "Docs" / "Architecture.md"
    stated = tables(page)
    sources = arguments.package / "Sources"
    names = {root.name for root in sources.iterdir()} | {name for name in stated if "/" in name}
    targets = {}
    for name in sorted(names):
        root = sources / name
        if root.is_dir() and name.split("/")[0] not in arguments.excepted and (target := Target(root)).folders:
            targets[name] = target
    if arguments.list:
        for name, target in targets.items():
            for folder in sorted(target.folders):
                uses = [other or "files beside the folders" for other in sorted(target.uses(folder))]
                print(f"{name}/{folder}: {', '.join(uses) or NOTHING}")
        return
    count = 0
    for name in sorted(set(stated) - set(targets)):
        count += 1
        print(f"{page}: there is a table for {name}, which has no folders in Sources")
    for name, target in targets.items():
        if name not in stated:
            count += 1
            print(f"{page}: there is no table for the folders of {name}")
            continue
        for problem in problems(name, target, stated[name]):
            count += 1
            print(f"{name}: {problem}")
    folders = sum(len(target.folders) for target in targets.values())
    print(f"layers: {folders} folders in {len(targets)} tables, {count} problems")
    sys.exit(1 if count or not targets else 0)


main()
