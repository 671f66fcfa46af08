"""The version, the repository and the changelog of the project."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.compile(r"\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]*[0-9A-Za-z])?")


class Constant:
    """A text that is a constant in the sources of flagctl."""

    def __init__(self, file, name):
        self._path = ROOT / "Sources/flagctl" / file
        self._line = re.compile(rf'^( *static let {name} = ")(.*)("$)', re.MULTILINE)

    @property
    def value(self):
        found = self._line.search(self._path.read_text(encoding="utf-8"))
        if not found:
            raise SystemExit(f"{self._path} has no line that matches {self._line.pattern}")
        return found[2]

    @value.setter
    def value(self, new):
        text = self._path.read_text(encoding="utf-8")
        self._path.write_text(self._line.sub(lambda found: found[1] + new + found[3], text), encoding="utf-8")


# What `flagctl --version` prints.
version = Constant("Output/ToolVersion.swift", "current")
# The owner and the name of the repository on GitHub with the releases.
repository = Constant("Commands/Init/ToolRevision.swift", "officialRepository")


def changes(title):
    """The section of the changelog with a title, without its heading; None if it is missing or empty."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[{re.escape(title)}\][^\n]*\n(.*?)(?=^## \[|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() + "\n" if found and found[1].strip() else None
