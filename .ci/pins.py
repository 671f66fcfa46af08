"""List the actions and images that workflows, images and `flagctl init` name by a tag, or replace each tag with what it stands for.

Usage: pins.py list    prints them; .ci/run does
       pins.py set     asks GitHub and the registry, and writes commits and digests; a person does this before the first tag

A tag can be moved to other content, a commit or a digest cannot. check-tag.py refuses a release that names one by a tag. Nothing is
written unless everything was resolved. Actions of this repository are those of the same commit.
"""

import argparse
import json
import re
import subprocess
import sys
import urllib.request

import project_metadata
from project_metadata import ROOT

FILES = (".github/**/*.yml", "Configs/**/*.yml", "Configs/**/*.yaml", "Configs/**/Containerfile",
         "Sources/flagctl/Commands/Init/InitialFiles.swift")
# The reference, and what is behind it in the line.
REFERENCE = re.compile(r"^(\s*(?:- )?(?:uses|container|image):\s+|FROM )([^\s#'\"]+)(.*)$")
ACTION = re.compile(r"([\w.-]+/[\w.-]+)((?:/[\w./-]+)?)@([\w./-]+)")
IMAGE = re.compile(r"([\w.-]+(?:/[\w.-]+)*):([\w.-]+)")
MANIFESTS = ", ".join(f"application/vnd.{kind}" for kind in (
    "oci.image.index.v1+json", "docker.distribution.manifest.list.v2+json", "oci.image.manifest.v1+json",
    "docker.distribution.manifest.v2+json"))


def is_fixed(reference):
    return bool(re.search(r"@[0-9a-f]{40}$|@sha256:[0-9a-f]{64}$", reference)) or is_own(reference)


def is_own(reference):
    """An action of this repository, the variable of flagctl init for one, or an address of an example."""
    return reference.startswith(("./", project_metadata.repository.value + "/", "\\(tool.", "registry.example.com/"))


def floating(root=ROOT):
    """The path, the number of the line and the reference of each one that can change."""
    for pattern in FILES:
        for path in sorted(root.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = REFERENCE.match(line)
                if found and not is_fixed(found[2]):
                    yield path, number, found[2]


def commit(action, github):
    """The action with the commit of its tag, and the tag as a comment."""
    name, folder, tag = ACTION.fullmatch(action).groups()
    command = ["git", "ls-remote", f"{github}/{name}", f"refs/tags/{tag}", f"refs/tags/{tag}^{{}}"]
    listed = subprocess.run(command, check=True, text=True, capture_output=True).stdout.split()
    commits = dict(zip(listed[1::2], listed[::2]))
    found = commits.get(f"refs/tags/{tag}^{{}}") or commits.get(f"refs/tags/{tag}")
    if not found:
        sys.exit(f"{github}/{name} has no tag {tag}")
    return f"{name}{folder}@{found} # {tag}"


def digest(image, registry, tokens):
    """The image with the digest of its tag."""
    name, tag = IMAGE.fullmatch(image).groups()
    repository = name if "/" in name else f"library/{name}"
    headers = {"Accept": MANIFESTS}
    if tokens:
        address = f"{tokens}?service=registry.docker.io&scope=repository:{repository}:pull"
        with urllib.request.urlopen(address) as answer:
            headers["Authorization"] = f"Bearer {json.load(answer)['token']}"
    request = urllib.request.Request(f"{registry}/v2/{repository}/manifests/{tag}", headers=headers, method="HEAD")
    with urllib.request.urlopen(request) as answer:
        found = answer.headers.get("Docker-Content-Digest", "")
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", found):
        sys.exit(f"{registry} names no digest for {image}")
    return f"{image}@{found}"


def set_all(root, github, registry, tokens):
    references = sorted({reference for _, _, reference in floating(root)})
    unknown = [each for each in references if not ACTION.fullmatch(each) and not IMAGE.fullmatch(each)]
    if unknown:
        sys.exit(f"neither an action nor an image with a tag: {', '.join(unknown)}")
    fixed = {each: commit(each, github) if "@" in each else digest(each, registry, tokens) for each in references}
    for path in sorted({path for path, _, _ in floating(root)}):
        lines = path.read_text(encoding="utf-8").split("\n")
        for index, line in enumerate(lines):
            found = REFERENCE.match(line)
            if found and found[2] in fixed:
                lines[index] = found[1] + fixed[found[2]] + found[3]
        path.write_text("\n".join(lines), encoding="utf-8")
    for reference, text in fixed.items():
        print(f"{reference} is {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["list", "set"])
    parser.add_argument("--github", default="https://github.com", help="where the repositories of actions are")
    parser.add_argument("--registry", default="https://registry-1.docker.io", help="the registry of the images")
    parser.add_argument("--tokens", default="https://auth.docker.io/token", help="where the registry gives tokens; empty for none")
    parser.add_argument("--root", default=ROOT, type=type(ROOT), help="the folder of the files")
    arguments = parser.parse_args()
    if arguments.command == "set":
        set_all(arguments.root, arguments.github, arguments.registry, arguments.tokens)
        return
    found = list(floating(arguments.root))
    for path, number, reference in found:
        print(f"{path.relative_to(arguments.root)}:{number}: {reference}")
    print(f"{len(found)} references to actions and images can change")


if __name__ == "__main__":
    main()
