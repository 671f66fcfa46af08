"""Check the relative links and anchors of all Markdown files that git does not ignore.

Usage: check-links.py
"""

import pathlib
import re
import subprocess
import sys
import urllib.parse

FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"!?\[[^\]\[]*\]\(([^()\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"`[^`]*`")


def prose(path):
    """The lines outside fenced code, with their numbers."""
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            yield number, line


def anchors(path):
    """The anchors that a page gives its headings."""
    found = set()
    for _, line in prose(path):
        if heading := re.match(r"#{1,6}\s+(.*)", line):
            text = re.sub(r"[^\w\- ]", "", heading[1].strip().lower()).replace(" ", "-")
            anchor, count = text, 0
            while anchor in found:
                count += 1
                anchor = f"{text}-{count}"
            found.add(anchor)
    return found


def problem(path, target):
    """What is wrong with a link, or None."""
    parts = urllib.parse.urlsplit(target)
    if parts.scheme == "doc":
        return "works in DocC only; write the name of the article, and list it under Topics"
    if parts.scheme or parts.netloc:
        return None
    if parts.path.startswith("/"):
        return "is absolute; expected a relative path"
    file = path.parent / urllib.parse.unquote(parts.path) if parts.path else path
    if not file.exists():
        return f"leads to {file}, which does not exist"
    if parts.fragment and file.suffix == ".md" and parts.fragment not in anchors(file):
        return f"names a heading that {file} does not have"
    return None


def main():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    files = [pathlib.Path(name) for name in sorted(set(listed)) if pathlib.Path(name).exists()]
    links = problems = 0
    for path in files:
        for number, line in prose(path):
            for link in LINK.finditer(CODE.sub("", line)):
                links += 1
                if found := problem(path, link[1]):
                    problems += 1
                    print(f"{path}:{number}: link {link[1]} {found}")
    print(f"links: {links} in {len(files)} files, {problems} problems")
    sys.exit(1 if problems or not files else 0)


main()
