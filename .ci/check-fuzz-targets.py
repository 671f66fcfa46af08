"""Check that all fuzz targets compile with the modules of the package.

Usage: check-fuzz-targets.py    after "swift build"

Tests/Fuzzing/run builds the targets and all that they use with sanitizers, which takes minutes. This only checks their types.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import built_modules

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Tests/Fuzzing/Sources"


def main():
    plan = (ROOT / ".build/debug.yaml").read_text(encoding="utf-8")
    package = re.search(r'"-package-name","([^"]+)"', plan)[1]
    targets = sorted(path for path in SOURCES.glob("Fuzz*") if not path.is_symlink())
    targets.sort(key=lambda path: path.name != "FuzzSupport")
    problems = []
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
