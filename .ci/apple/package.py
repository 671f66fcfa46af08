"""The targets of this package and of its nested packages, in build order."""

import json
import pathlib
import subprocess


class Target:
    def __init__(self, description, folder):
        self.name = description["name"]
        self.is_test = description["type"] == "test"
        self.is_library = description["type"] == "regular"
        default = "Tests" if self.is_test else "Sources"
        self.path = folder / (description.get("path") or f"{default}/{self.name}")
        excluded = [self.path / name for name in description.get("exclude", [])]
        self.sources = sorted(
            file for file in self.path.rglob("*.swift")
            if not any(file.is_relative_to(path) for path in excluded))
        self.c_sources = sorted(self.path.rglob("*.c"))
        self.dependencies = [name for kind in description["dependencies"] for name in named(kind)]
        self.flags = [flag for setting in description["settings"] for flag in frontend_flags(setting)]

    @property
    def includes(self):
        return self.path / "include"


def named(dependency):
    for kind in ("byName", "target", "product"):
        if kind in dependency:
            yield dependency[kind][0]


def frontend_flags(setting):
    ((kind, value),) = setting["kind"].items()
    if kind == "enableUpcomingFeature":
        yield from ("-enable-upcoming-feature", value["_0"])
    elif kind == "strictMemorySafety":
        yield "-strict-memory-safety"
    elif kind not in ("treatAllWarnings", "unsafeFlags"):
        raise SystemExit(f"Package.swift has a setting that this check does not know: {setting}")


def targets(root, *nested):
    """All targets but plugins, each after its dependencies. If several have the same name, the first one is used."""
    found = {}
    for folder in (root, *(root / path for path in nested)):
        command = ["swift", "package", "--package-path", folder, "dump-package"]
        manifest = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for description in manifest["targets"]:
            # The library that plugins import is part of a host's toolchain.
            if description["type"] != "plugin":
                found.setdefault(description["name"], Target(description, pathlib.Path(folder)))
    ordered = []

    def add(name):
        target = found.get(name)
        if target and target not in ordered:
            for dependency in target.dependencies:
                add(dependency)
            ordered.append(target)

    for name in found:
        add(name)
    return ordered
