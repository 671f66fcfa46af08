"""Run the command-line examples of the documentation, and compare what they print.

Usage: check-examples.py

An example is a fenced block of language `console` in a Markdown file that git tracks. A line that starts with `$ ` is a
bash command, which runs in the folder of the package. The lines up to the next command are its exact output, standard
output and standard error together. Standard error of `swift` itself, its build log, is ignored.
"""

import difflib
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(path):
    """For each block, its line number and a list of commands with their expected output."""
    text = path.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        commands = []
        for line in block[1].splitlines(keepends=True):
            if line.startswith("$ "):
                commands.append([line[2:], ""])
            elif commands:
                commands[-1][1] += line
            else:
                sys.exit(f"{path}: a console block starts with output; expected a line that starts with '$ '")
        yield text.count("\n", 0, block.start()) + 1, commands


def run(command, previous_status):
    """The output of a command and its exit status."""
    errors = subprocess.DEVNULL if command.startswith("swift ") else subprocess.STDOUT
    script = f"(exit {previous_status})\n{command}"
    done = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
    return done.stdout.decode("utf-8", "replace"), done.returncode


def main():
    listed = subprocess.run(["git", "ls-files", "*.md"], check=True, capture_output=True, text=True)
    count = failures = 0
    for path in map(pathlib.Path, listed.stdout.splitlines()):
        for line, commands in examples(path):
            status = 0
            for command, expected in commands:
                found, status = run(command, status)
                count += 1
                if found != expected:
                    failures += 1
                    print(f"{path}:{line}: $ {command}", end="")
                    sys.stdout.writelines(difflib.unified_diff(
                        expected.splitlines(keepends=True), found.splitlines(keepends=True), "documented", "printed"))
    print(f"examples: {count} commands run, {failures} with output other than documented")
    sys.exit(1 if failures or not count else 0)


main()
