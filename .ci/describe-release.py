"""Write the files that describe the archives of a release, beside them.

Usage: describe-release.py [--allow-unreleased] FOLDER

- SHA256SUMS: the checksums of the archives.
- notes.md: the section of the changelog for the version, or "Unreleased" with --allow-unreleased.
- flagctl.rb: a Homebrew formula for the systems that have an archive.

All archives must be of one version: flagctl-VERSION-SYSTEM-MACHINE.tar.gz.
"""

import argparse
import hashlib
import pathlib
import re
import sys

import project_metadata

ARCHIVE = re.compile(rf"flagctl-({project_metadata.VERSION.pattern})-(linux|darwin)-(x86_64|arm64)\.tar\.gz")
# The words of Homebrew for the parts of the names.
SYSTEMS = {"darwin": "on_macos", "linux": "on_linux"}
MACHINES = {"arm64": "on_arm", "x86_64": "on_intel"}
FORMULA = """\
class Flagctl < Formula
  desc "Check, compare and serve feature flags by app version"
  homepage "https://github.com/{repository}"
  version "{version}"
  license "Apache-2.0"

{archives}
  def install
    bin.install "flagctl"
    man1.install "flagctl.1"
    bash_completion.install "completions/flagctl.bash" => "flagctl"
    zsh_completion.install "completions/_flagctl"
    fish_completion.install "completions/flagctl.fish"
    pkgshare.install "schemas"
  end

  test do
    assert_equal "flagctl #{{version}}", shell_output("#{{bin}}/flagctl --version").strip
  end
end
"""
ADDRESS = """\
    {machine} do
      url "https://github.com/{repository}/releases/download/{version}/{name}"
      sha256 "{checksum}"
    end
"""


def archives(folder):
    """The version of the archives in a folder, and for each its name, system, machine and checksum."""
    found, versions = [], set()
    for path in sorted(folder.glob("*.tar.gz")):
        parts = ARCHIVE.fullmatch(path.name)
        if not parts:
            sys.exit(f"{path}: expected a name such as flagctl-1.2.3-linux-x86_64.tar.gz")
        versions.add(parts[1])
        found.append((path.name, parts[2], parts[3], hashlib.sha256(path.read_bytes()).hexdigest()))
    if len(versions) != 1:
        sys.exit(f"{folder} has archives of {len(versions)} versions: {', '.join(sorted(versions)) or 'none'}; expected one version")
    return versions.pop(), found


def formula(version, found):
    repository = project_metadata.repository.value
    blocks = []
    for system, word in SYSTEMS.items():
        addresses = [ADDRESS.format(machine=MACHINES[machine], repository=repository, version=version, name=name, checksum=checksum)
                     for name, archive_system, machine, checksum in found if archive_system == system]
        if addresses:
            blocks.append(f"  {word} do\n" + "\n".join(addresses) + "  end\n")
    return FORMULA.format(repository=repository, version=version, archives="\n".join(blocks))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--allow-unreleased", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.folder
    version, found = archives(folder)
    notes = project_metadata.changes(version)
    if not notes and arguments.allow_unreleased:
        notes = project_metadata.changes("Unreleased")
    if not notes:
        sys.exit(f'CHANGELOG.md has no section "## [{version}]", or an empty one; write it, or use --allow-unreleased')
    files = {
        "SHA256SUMS": "".join(f"{checksum}  {name}\n" for name, _, _, checksum in found),
        "notes.md": notes,
        "flagctl.rb": formula(version, found),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    print(f"{folder}: {', '.join([name for name, *_ in found] + list(files))}")


main()
