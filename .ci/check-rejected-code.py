"""Check that the compiler rejects what it must reject, and where.

Usage: check-rejected-code.py    after "swift build"

Tests/RejectedCode contains programs with errors. The line above an error is a comment "// error: TEXT"; TEXT is part of the message.
All errors must be announced in this way, so the rest of each program is correct.
"""

import pathlib
import re
import subprocess
import sys

import built_modules

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = sorted((ROOT / "Tests/RejectedCode").glob("*.swift"))
ANNOUNCEMENT = re.compile(r"^\s*// error: (.+)$")
ERROR = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):\d+: error: (?P<message>.+)$", re.MULTILINE)


def problems(program, arguments):
    """What is wrong with the errors of a program."""
    lines = program.read_text().splitlines()
    expected = {number + 1: match[1] for number, line in enumerate(lines, 1) if (match := ANNOUNCEMENT.match(line))}
    result = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", *arguments, program], capture_output=True, text=True)
    errors = [(int(match["line"]), match["message"]) for match in ERROR.finditer(result.stderr)]
    if not expected:
        yield f"{program.name} announces no error; write // error: and part of the message above the line"
    for line, message in errors:
        if line not in expected:
            yield f"{program.name}:{line}: unexpected error: {message}"
    for line, text in expected.items():
        messages = [message for number, message in errors if number == line]
        if not any(text in message for message in messages):
            yield f"{program.name}:{line}: expected an error with \"{text}\", found {messages or 'none'}"


def main():
    modules = built_modules.binaries() / "Modules"
    if not (modules / "TolerantDecoding.swiftmodule").exists():
        sys.exit(f"there are no modules in {modules}; run swift build first")
    arguments = built_modules.compiler_arguments()
    found = [problem for program in PROGRAMS for problem in problems(program, arguments)]
    if found or not PROGRAMS:
        sys.exit("\n".join(found) or "Tests/RejectedCode contains no programs")
    print(f"programs that are rejected: {len(PROGRAMS)}")


if __name__ == "__main__":
    main()
