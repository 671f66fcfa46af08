"""Check that a tag can be published: before anything is built for it.

Usage: check-tag.py TAG OWNER/NAME

1. The tag is the version that `flagctl --version` prints.
2. The changelog has a section for it.
3. Every action and every image is named by its commit or its digest (pins.py).
4. The repository is the one that the sources name, since `flagctl init` writes its address into the projects of users.
"""

import sys

import pins
import project_metadata


def problems(tag, repository):
    version, named = project_metadata.version.value, project_metadata.repository.value
    if tag != version:
        yield f'the tag is "{tag}", and flagctl --version prints {version}; set the version in ToolVersion.swift, or tag another commit'
    if not project_metadata.changes(version):
        yield f'CHANGELOG.md has no section "## [{version}]", or an empty one; write what changed'
    for path, number, reference in pins.floating():
        yield f"{path.relative_to(project_metadata.ROOT)}:{number}: {reference} can change; run python3 .ci/pins.py set, and commit"
    if repository != named:
        yield f"the repository is {repository}, and the sources name {named}; replace it everywhere, as Docs/Releasing.md says"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: check-tag.py TAG OWNER/NAME")
    found = list(problems(sys.argv[1], sys.argv[2]))
    for problem in found:
        print(problem)
    print(f"tag {sys.argv[1]}: {len(found)} problems")
    sys.exit(1 if found else 0)


main()
