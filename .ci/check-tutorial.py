"""Follow Docs/Tutorial.md word for word, in a new folder.

Usage: check-tutorial.py [--scratch-path FOLDER]    with flagctl, git and swift on the PATH

What a fenced block is follows from its language and the text before it:

- `swift`, `json`: the content of the file that the sentence before the block names last. A JSON file must exist with this content.
- `sh`: commands. If the paragraph before the block says "in another terminal", they are a server, which runs until the end.
- `text`: what the commands before it print, exactly. The build log of swift, its standard error, is ignored. If a line begins with
  "error:", the commands must fail, and each line must be part of what they print.

The address and the commit of the package stand for the last commit of this repository, and the port of the page for a free one. The
app must print its values, fetch its document and pass its tests; each use of a renamed setting must be an error.

The app is built from scratch, unless --scratch-path names the folder of a build of this package, whose modules it uses. Then the
address stands for this folder.
"""

import argparse
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import project_metadata
from serving import skip_without_library

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Docs/Tutorial.md"
ADDRESS = f"https://github.com/{project_metadata.repository.value}"
VERSION = project_metadata.version.value
DEPENDENCY = f'.package(url: "{ADDRESS}", from: "{VERSION}")'
PORT = "8321"
FENCE = re.compile(r"^```(\w*)$")
FILE = re.compile(r"`([^`\s]+\.(?:swift|json))`")
USE = "store[Flags.newCheckout]"
TESTS_PASSED = re.compile(r"Test run with [1-9]\d* tests?.* passed")


def without_dates(text):
    """The text without the date of the run, which no page can have."""
    return re.sub(r"(?<=schedules are compared with )[0-9TZ:-]+", "DATE", text)


class Block:
    """A fenced block of the page: its language, its text, its line, and the paragraph before it."""

    def __init__(self, language, line, paragraph):
        self.language = language
        self.line = line
        self.paragraph = paragraph
        self.lines = []

    @property
    def text(self):
        return "".join(self.lines)

    @property
    def file(self):
        """The file that the last sentence before the block names; None for commands and output."""
        if self.language not in ("swift", "json"):
            return None
        sentence = re.split(r"(?<=[.:]) ", self.paragraph)[-1]
        names = FILE.findall(sentence)
        if not names or not self.paragraph.endswith(":"):
            raise SystemExit(f"{PAGE}:{self.line}: the sentence before the block must name its file, and end with a colon")
        return names[-1]

    @property
    def is_server(self):
        return self.language == "sh" and "in another terminal" in self.paragraph


def blocks():
    """The fenced blocks of the page, in order."""
    found, paragraph, current, is_new = [], [], None, True
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(keepends=True), 1):
        fence = FENCE.match(line.rstrip("\n"))
        if current and not (fence and not fence[1]):
            current.lines.append(line)
        elif current:
            paragraph, current = [], None
        elif fence:
            if fence[1] not in ("swift", "json", "sh", "text"):
                raise SystemExit(f"{PAGE}:{number}: a block of the language {fence[1]!r}; expected swift, json, sh or text")
            current = Block(fence[1], number, " ".join(paragraph))
            found.append(current)
        elif line.strip():
            # A blank line ends a paragraph, which stays the one before a block until another one begins.
            paragraph = ([] if is_new else paragraph) + [line.strip()]
        is_new = not line.strip()
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


class Reader:
    """Somebody who follows the tutorial."""

    def __init__(self, folder, scratch_path):
        self.home = folder
        self.folder = folder
        self.port = free_port()
        self.environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        self.has_modules = scratch_path is not None
        self.commit = subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
        self.servers = []
        if scratch_path:
            self.build_in(scratch_path)

    def build_in(self, scratch_path):
        """Makes `swift build`, `swift run` and `swift test` use a folder."""
        swift = self.home / "bin/swift"
        swift.parent.mkdir()
        swift.write_text(
            f"""#!/bin/sh
            command=$1
            shift
            case $command in
                build | run | test) exec '{shutil.which("swift")}' "$command" --scratch-path '{scratch_path}' "$@" ;;
                *) exec '{shutil.which("swift")}' "$command" "$@" ;;
            esac
            """, encoding="utf-8")
        swift.chmod(0o755)
        self.environment["PATH"] = f"{swift.parent}:{self.environment['PATH']}"

    def run(self, script, errors=subprocess.STDOUT):
        """The exit status, standard output and standard error of commands, which may change the working folder."""
        place = self.home / "place"
        done = subprocess.run(
            ["bash", "-eu", "-c", f'trap "pwd > {place}" EXIT\n{script}'], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE, stderr=errors, timeout=900)
        self.folder = pathlib.Path(place.read_text(encoding="utf-8").strip())
        return done.returncode, done.stdout, done.stderr or ""

    def serve(self, script):
        """Starts a server, and returns the first line that it prints."""
        server = subprocess.Popen(
            ["bash", "-eu", "-c", script], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        self.servers.append(server)
        ready, _, _ = select.select([server.stdout], [], [], 60)
        return server.stdout.readline() if ready else ""

    def stop_servers(self):
        for server in self.servers:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
                server.wait(20)

    def write(self, name, text):
        file = self.folder / name
        if name.endswith(".json"):
            if file.read_text(encoding="utf-8") != text:
                raise SystemExit(f"{name}: the tutorial shows another document than flagctl init creates")
            return
        if name == "Package.swift":
            if DEPENDENCY not in text:
                raise SystemExit(f"{name} does not contain {DEPENDENCY!r}")
            if self.has_modules:
                text = text.replace(DEPENDENCY, f'.package(name: "version-flags", path: "{ROOT}")')
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        if name == "Package.swift" and not self.has_modules:
            self.use_this_repository()

    def use_this_repository(self):
        copy = self.home / "version-flags.git"
        status, output, _ = self.run(
            f"git clone --quiet --bare '{ROOT}' '{copy}'\n"
            f"git -C '{copy}' tag {VERSION} {self.commit}\n"
            f"swift package config set-mirror --original '{ADDRESS}' --mirror 'file://{copy}'")
        if status != 0:
            raise SystemExit(f"this repository cannot stand for {ADDRESS}:\n{output}")

    def text(self, block):
        return block.text.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{self.port}")


def follow(reader, steps):
    """Follows the steps. Returns what a failed build printed, the whole output of the tests, and how many outputs were compared."""
    build_errors, tests, compared = "", "", 0
    for number, block in enumerate(steps):
        if block.file:
            reader.write(block.file, reader.text(block))
            continue
        if block.language == "text":
            continue
        script = reader.text(block)
        following = steps[number + 1] if number + 1 < len(steps) else None
        expected = reader.text(following) if following and following.language == "text" else None
        fails = expected is not None and re.search(r"^error:", expected, re.MULTILINE) is not None
        last = script.strip().splitlines()[-1]
        started = time.monotonic()
        if block.is_server:
            status, output, errors = 0, reader.serve(script), ""
        else:
            has_build_log = last.startswith("swift ") and expected is not None and not fails
            status, output, errors = reader.run(script, subprocess.PIPE if has_build_log else subprocess.STDOUT)
        place = f"{PAGE.name}:{block.line}"
        print(f"{time.monotonic() - started:6.1f} s  {place}, {last}", flush=True)
        printed = output + errors
        if (status != 0) != fails:
            wanted = "a failure" if fails else "0"
            raise SystemExit(f"{place}: exit status {status}, expected {wanted}; it printed:\n{printed[-4000:]}")
        if fails:
            if missing := [line for line in expected.splitlines() if line not in printed]:
                raise SystemExit(f"{place}: it does not print {missing}; it printed:\n{printed[-4000:]}")
            build_errors = printed
        elif expected is not None and without_dates(output) != without_dates(expected):
            raise SystemExit(f"{place}: the page shows\n{expected}\nand the commands print\n{output}\n{errors[-4000:]}")
        compared += expected is not None
        if last == "swift test":
            tests = printed
        if fails:
            line = use_of_the_renamed_setting(reader)
            if not re.search(rf"Sources/Shop/Shop\.swift:{line}:\d+: error: .*newCheckout", printed):
                raise SystemExit(f"{place}: expected an error at line {line} of Shop.swift; it printed:\n{printed[-4000:]}")
    return build_errors, tests, compared


def use_of_the_renamed_setting(reader):
    app = (reader.folder / "Sources/Shop/Shop.swift").read_text(encoding="utf-8").splitlines()
    return next(number for number, text in enumerate(app, 1) if USE in text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scratch-path", type=pathlib.Path)
    scratch_path = parser.parse_args().scratch_path
    skip_without_library("the tutorial")
    steps = blocks()
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(pathlib.Path(folder).resolve(), scratch_path and scratch_path.resolve())
        try:
            build_errors, tests, compared = follow(reader, steps)
        finally:
            reader.stop_servers()
    if not build_errors:
        raise SystemExit("no step shows that each use of a renamed setting is an error")
    if not TESTS_PASSED.search(tests):
        raise SystemExit(f"the last step must run tests, and all must pass; it printed:\n{tests[-4000:]}")
    if not reader.servers:
        raise SystemExit("no step serves a document, from which the app fetches")
    files = sum(block.file is not None for block in steps)
    commands = sum(block.language == "sh" for block in steps)
    print(f"tutorial: {files} files, {commands} blocks of commands, {compared} outputs compared; the app fetches its document and its"
          " tests pass")


if not PAGE.exists():
    sys.exit(f"{PAGE} is missing")
main()
