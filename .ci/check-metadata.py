"""Check that files agree about the project, or change what they say.

Usage: check-metadata.py [--set-version VERSION] [--set-owner NAME]    with PyYAML

1. Pages, workflows and examples name the version that `flagctl --version` prints, and the repository that `flagctl init` writes.
   --set-version and --set-owner change the sources and all these files. The owner is "OWNER" until the project has a home.
2. .spi.yml documents the modules that .ci/run documents.
"""

import argparse
import re
import subprocess
import sys

import yaml

import project_metadata
from project_metadata import ROOT

VERSION = project_metadata.VERSION.pattern
# How files refer to a release and to the repository. The changelog is about all releases.
VERSIONS = re.compile(
    rf'(?:(?<=setup-flagctl@)|(?<=releases/download/)|(?<=version-flags/)|(?<=version-flags:)|(?<=version-flags", from: ")|(?<=flagctl )){VERSION}'
    rf"|(?<=flagctl-){VERSION}(?=-(?:linux|darwin)-)")
OWNERS = re.compile(r"[\w-]+(?=/version-flags\b)")
FILES = ("*.md", "*.yml", "*.yaml", ":!CHANGELOG.md")


def files():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *FILES], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in listed if (ROOT / name).exists()]


def mentions(pattern, expected):
    """The number of mentions, and a line for each that is not as expected."""
    count, found = 0, []
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for mention in pattern.findall(line):
                count += 1
                if mention != expected:
                    found.append(f'{path.relative_to(ROOT)}:{number}: found "{mention}", expected "{expected}" as in the sources')
    return count, found


def replace(pattern, new):
    for path in files():
        text = path.read_text(encoding="utf-8")
        if (changed := pattern.sub(lambda _: new, text)) != text:
            path.write_text(changed, encoding="utf-8")
            print(f"changed {path.relative_to(ROOT)}")


def documented_modules():
    """The modules that .ci/run and .spi.yml document."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    index = yaml.safe_load((ROOT / ".spi.yml").read_text(encoding="utf-8"))
    of_index = [name for build in index["builder"]["configs"] for name in build.get("documentation_targets", [])]
    return re.search(r"^documented=\(([^)]*)\)", script, re.MULTILINE)[1].split(), of_index


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--set-version", metavar="VERSION")
    parser.add_argument("--set-owner", metavar="NAME")
    arguments = parser.parse_args()
    if arguments.set_version:
        if not re.fullmatch(VERSION, arguments.set_version):
            sys.exit(f'"{arguments.set_version}" is not a version; expected one such as 1.2.3')
        project_metadata.version.value = arguments.set_version
        replace(VERSIONS, arguments.set_version)
    if arguments.set_owner:
        if not re.fullmatch(r"[\w-]+", arguments.set_owner):
            sys.exit(f'"{arguments.set_owner}" is not an owner on GitHub; expected letters, digits and "-"')
        project_metadata.repository.value = f"{arguments.set_owner}/version-flags"
        replace(OWNERS, arguments.set_owner)
    versions, problems = mentions(VERSIONS, project_metadata.version.value)
    owners, other_problems = mentions(OWNERS, project_metadata.repository.value.split("/")[0])
    problems += other_problems
    of_script, of_index = documented_modules()
    if of_script != of_index:
        problems.append(f".ci/run documents {of_script}, and .spi.yml documents {of_index}; expected the same modules in the same order")
    if not versions or not owners:
        problems.append(f"found {versions} mentions of the version and {owners} of the owner; expected some of each")
    print("\n".join(problems), end="\n" if problems else "")
    print(f"metadata: {versions} mentions of the version, {owners} of the owner, {len(of_script)} documented modules, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
