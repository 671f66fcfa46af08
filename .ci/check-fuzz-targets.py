"""Check that all fuzz targets compile with the modules of the package.

Usage: check-fuzz-targets.py    after "swift build"

Tests/Fuzzing/run builds the targets and all that they use with sanitizers, which takes minutes. This only checks their types,
and that the package of the fuzz targets gives the libraries the same dependencies as the package itself.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import built_modules

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Tests/Fuzzing/Sources"


def dependencies(package):
    """The targets of a package, and the names of what each depends on."""
    manifest = subprocess.run(
        ["swift", "package", "dump-package"], cwd=package, check=True, capture_output=True, text=True)
    return {target["name"]: sorted(next(iter(kind.values()))[0] for kind in target["dependencies"])
            for target in json.loads(manifest.stdout)["targets"]}


def differing_dependencies():
    """What is wrong in the manifest of the fuzz targets."""
    expected = dependencies(ROOT)
    return [f"Tests/Fuzzing/Package.swift: {name} depends on {', '.join(found)}; expected {', '.join(expected[name])}"
            for name, found in dependencies(ROOT / "Tests/Fuzzing").items() if found != expected.get(name, found)]


def main():
    plan = (ROOT / ".build/debug.yaml").read_text(encoding="utf-8")
    package = re.search(r'"-package-name","([^"]+)"', plan)[1]
    targets = sorted(path for path in SOURCES.glob("Fuzz*") if not path.is_symlink())
    targets.sort(key=lambda path: path.name != "FuzzSupport")
    problems = differing_dependencies()
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-package-name", package,
                     "-I", folder, *built_modules.compiler_arguments()]
        for target in targets:
            mode = ["-typecheck"]
            if target.name == "FuzzSupport":
                mode = ["-emit-module", "-o", f"{folder}/FuzzSupport.swiftmodule"]
            done = subprocess.run(
                ["swiftc", *mode, "-module-name", target.name, *arguments, *sorted(target.rglob("*.swift"))],
                capture_output=True, text=True)
            if done.returncode:
                problems.append(f"{target.name}:\n{done.stderr[:4000]}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(targets)} targets compile")


main()
