"""Runs every example of `flagctl help` as it stands, in a copy of the repository; in an empty folder for `init`.

It must not be a mistake: the exit status is 0 or 1. Examples that need a server, a registry or another machine are only parsed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = ("etcds://", "https://", "0.0.0.0", "/srv/")
SERVING = ("flagctl serve", "--watch")
LIMIT = 60
# What the examples of a command need, made by the example of another one.
MADE_BEFORE = {"sign": "flagctl keygen --output release-2026"}


def run(line, folder, seconds=LIMIT):
    environment = {**os.environ, "COLUMNS": "400"}
    environment.pop("FLAGCTL_CONFIG", None)
    process = subprocess.Popen(
        ["bash", "-c", line], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=seconds)
        return process.returncode, output, errors
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 15)
        _, errors = process.communicate()
        return None, "", errors


def section(text, title):
    return text.split(f"\n{title}:\n", 1)[1].split("\n\n", 1)[0].splitlines()


def copy_of_repository(folder):
    """The files of the working folder that git knows, with a branch that `origin/main...` compares with."""
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.split("\0")
    for name in filter(None, files):
        source = ROOT / name
        if source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name)
    commit = "git -c user.name=check -c user.email=check@example.com commit -q --allow-empty -m"
    subprocess.run(
        f"git init -q -b main . && echo >> Configs/app.json && git add -A . && {commit} one && cp '{ROOT}/Configs/app.json' Configs/ && "
        f"git add -A . && {commit} two && git update-ref refs/remotes/origin/main main && git tag v1.0.0",
        shell=True, cwd=folder, check=True)


def main():
    failures = []
    counts = {"run": 0, "elsewhere": 0}
    with tempfile.TemporaryDirectory() as name:
        repository, empty = Path(name) / "copy", Path(name) / "empty"
        repository.mkdir()
        empty.mkdir()
        copy_of_repository(repository)
        overview = run("flagctl help", repository)[1]
        for command in (row.split()[0] for row in section(overview, "Commands")):
            lines = [row.strip() for row in section(run(f"flagctl help {command}", repository)[1], "Examples") if row[2:3] != " "]
            if command in MADE_BEFORE:
                run(MADE_BEFORE[command], repository)
            for line in lines:
                if any(part in line for part in ELSEWHERE):
                    counts["elsewhere"] += 1
                    continue
                counts["run"] += 1
                serves = any(part in line for part in SERVING)
                status, _, errors = run(line, empty if command == "init" else repository, 3 if serves else LIMIT)
                if status not in ((None,) if serves else (0, 1)):
                    failures.append(f"{line}\n  exit status {status}: {errors.strip()[:400]}")
            subprocess.run("git checkout -q . && git clean -fdq", shell=True, cwd=repository, check=True)
    print(f"examples of the help: {counts['run']} run, {counts['elsewhere']} are about servers, {len(failures)} failed")
    print("\n".join(failures))
    if failures or counts["run"] < 50:
        sys.exit(1)


main()
