"""Follow the tutorial of FlagStore word for word, in a new folder.

Usage: check-tutorial.py [--scratch-path FOLDER]    with flagctl, git and swift on the PATH

Each step writes the file or runs the commands that it shows. The address of the package stands for the last commit of this
repository. The app must build, run and print its values; after the last step, each use of the renamed setting must be an error.

The app is built from scratch, unless --scratch-path names the folder of a build of this package, whose modules it uses. Then the
address stands for this folder.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TUTORIAL = ROOT / "Sources/FlagStore/FlagStore.docc/Tutorials/FirstFlag.tutorial"
ADDRESS = "https://github.com/OWNER/version-flags"
DEPENDENCY = f'.package(url: "{ADDRESS}", branch: "main")'
CODE = re.compile(r'@Code\(name: "([^"]+)", file: ([^)\s]+)\)')
VALUES = "new checkout: true\nseconds between synchronisations: 300\n"
USE = "store[Flags.newCheckout]"


class Reader:
    """Somebody who follows the tutorial."""

    def __init__(self, folder, scratch_path):
        self.home = folder
        self.folder = folder
        self.environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        self.has_modules = scratch_path is not None
        if scratch_path:
            self.build_in(scratch_path)

    def build_in(self, scratch_path):
        """Makes `swift build` and `swift run` use a folder."""
        swift = self.home / "bin/swift"
        swift.parent.mkdir()
        swift.write_text(
            f"""#!/bin/sh
            command=$1
            shift
            case $command in
                build | run) exec '{shutil.which("swift")}' "$command" --scratch-path '{scratch_path}' "$@" ;;
                *) exec '{shutil.which("swift")}' "$command" "$@" ;;
            esac
            """, encoding="utf-8")
        swift.chmod(0o755)
        self.environment["PATH"] = f"{swift.parent}:{self.environment['PATH']}"

    def run(self, script):
        """The exit status and the output of commands, which may change the working folder."""
        place = self.home / "place"
        done = subprocess.run(
            ["bash", "-eu", "-c", f'trap "pwd > {place}" EXIT\n{script}'], cwd=self.folder, env=self.environment,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
        self.folder = pathlib.Path(place.read_text(encoding="utf-8").strip())
        return done.returncode, done.stdout

    def write(self, name, text):
        file = self.folder / name
        if name.endswith(".json") and file.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{name}: the tutorial shows another document than flagctl init creates")
        if name == "Package.swift" and self.has_modules:
            if DEPENDENCY not in text:
                raise SystemExit(f"{name} does not contain {DEPENDENCY!r}")
            text = text.replace(DEPENDENCY, f'.package(name: "version-flags", path: "{ROOT}")')
        file.write_text(text, encoding="utf-8")
        if name == "Package.swift" and not self.has_modules:
            self.use_this_repository()

    def use_this_repository(self):
        copy = self.home / "version-flags.git"
        status, output = self.run(
            f"git clone --quiet --bare '{ROOT}' '{copy}'\n"
            f"git -C '{copy}' update-ref refs/heads/main \"$(git -C '{ROOT}' rev-parse HEAD)\"\n"
            f"swift package config set-mirror --original '{ADDRESS}' --mirror 'file://{copy}'")
        if status != 0:
            raise SystemExit(f"this repository cannot stand for {ADDRESS}:\n{output}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scratch-path", type=pathlib.Path)
    scratch_path = parser.parse_args().scratch_path
    steps = CODE.findall(TUTORIAL.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(pathlib.Path(folder).resolve(), scratch_path and scratch_path.resolve())
        printed = ""
        for number, (name, file) in enumerate(steps, 1):
            text = (TUTORIAL.parent / "Resources" / file).read_text(encoding="utf-8")
            if name != "Terminal":
                reader.write(name, text)
                continue
            started = time.monotonic()
            status, output = reader.run(text)
            printed += output
            print(f"{time.monotonic() - started:6.1f} s  step {number}, {file}", flush=True)
            if status != 0 and number < len(steps):
                raise SystemExit(f"{file}: exit status {status}, expected 0; it printed:\n{output[-4000:]}")
        app = (reader.folder / "Sources/Shop/Shop.swift").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(app, 1) if USE in text)
    error = f"Sources/Shop/Shop.swift:{line}:"
    if VALUES not in printed:
        raise SystemExit(f"the app does not print {VALUES!r}; all output:\n{printed[-4000:]}")
    if status == 0 or not re.search(re.escape(error) + r"\d+: error: .*newCheckout", output):
        raise SystemExit(f"the last step must fail with an error at {error}; it printed:\n{output[-4000:]}")
    print(f"tutorial: {len(steps)} steps followed; the app prints its values, and a renamed setting is an error at line {line}")


if not TUTORIAL.exists():
    sys.exit(f"{TUTORIAL} is missing")
main()
