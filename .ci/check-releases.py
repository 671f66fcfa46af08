"""Try what a release consists of: archives, their description, and the action that installs them.

Usage: check-releases.py    with a static build of flagctl on the PATH, and PyYAML

.ci/release packs the program on the PATH. The steps of the action setup-flagctl run as GitHub would run them, with the archive from a
local server. A program with the name uname, or swift, stands for another machine, or for a compiler.
"""

import contextlib
import functools
import hashlib
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

import yaml

import pins
import project_metadata
from project_metadata import ROOT

ACTION = ROOT / ".github/actions/setup-flagctl"
VERSION = project_metadata.version.value
# What the action may use, beside Swift.
TOOLS = ("awk", "bash", "cat", "cp", "curl", "cut", "dirname", "find", "grep", "gzip", "ln", "mkdir", "rm", "sed", "sh", "sha256sum",
         "sort", "tar", "tr", "uname", "xargs")
SYSTEMS = ("linux-x86_64", "linux-arm64", "darwin-x86_64", "darwin-arm64")
failures = []


def expect(is_true, what, found=""):
    if not is_true:
        failures.append(what)
        print(f"{what}; found:\n{str(found)[:2000]}")


def run(*command, **environment):
    """The exit status and the output of a command."""
    done = subprocess.run(list(map(str, command)), cwd=ROOT, text=True, env=os.environ | environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def release(folder, program):
    """The archive for this machine; None if the program is not a static build."""
    command = [ROOT / ".ci/release", "--program", program, "--output", folder]
    status, output = run(*command, "--allow-unreleased")
    if "expected a static build" in output:
        return None
    expect(status == 0, ".ci/release makes a release", output)
    archive = next(folder.glob("*.tar.gz"))
    first = archive.read_bytes()
    run(*command, "--allow-unreleased")
    expect(archive.read_bytes() == first, "the same files give the same archive", archive)
    notes = (folder / "notes.md").read_text(encoding="utf-8")
    expect(notes == (project_metadata.changes(VERSION) or project_metadata.changes("Unreleased")), "the notes are from the changelog", notes)

    name = archive.name.removesuffix(".tar.gz")
    with tarfile.open(archive) as content:
        files = {member.name: member for member in content.getmembers() if member.isfile()}
        for file in ("LICENSE", "flagctl.1", "completions/flagctl.bash", "completions/_flagctl", "completions/flagctl.fish"):
            expect(f"{name}/{file}" in files, f"the archive has {file}", sorted(files))
        expect(files[f"{name}/flagctl"].mode & 0o111, "the program can be executed")
        schemas = {line.split()[0] for line in run(program, "schema")[1].splitlines()}
        packed = {file.split("/")[-1] for file in files if file.startswith(f"{name}/schemas/")}
        expect(len(schemas) > 20 and packed == {f"{schema}.schema.json" for schema in schemas}, "the archive has all schemas", packed)
        for path in (ROOT / "Configs").glob("*.schema.json"):
            packed = content.extractfile(f"{name}/schemas/{path.name}").read()
            expect(packed == path.read_bytes(), f"{path.name} in the archive is the one of Configs, to which documents refer")
    return archive


def description(folder):
    """The checksums and the formula of a release with an archive for each system."""
    for system in SYSTEMS:
        (folder / f"flagctl-{VERSION}-{system}.tar.gz").write_text(system, encoding="utf-8")
    status, output = run(sys.executable, ".ci/describe-release.py", "--allow-unreleased", folder)
    expect(status == 0, "four archives are described", output)
    sums = dict(reversed(line.split()) for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    expected = {f"flagctl-{VERSION}-{system}.tar.gz": hashlib.sha256(system.encode()).hexdigest() for system in SYSTEMS}
    expect(sums == expected, "SHA256SUMS lists the archives", sums)
    formula = (folder / "flagctl.rb").read_text(encoding="utf-8")
    blocks = re.findall(r'on_(macos|linux) do|on_(arm|intel) do\n +url "([^"]+)"\n +sha256 "(\w+)"', formula)
    found, system = {}, None
    for block, machine, address, checksum in blocks:
        system = block or system
        if machine:
            found[address.rpartition("/")[2]] = (address, checksum, system, machine)
    base = f"https://github.com/{project_metadata.repository.value}/releases/download/{VERSION}/"
    words = {"linux": "linux", "darwin": "macos", "x86_64": "intel", "arm64": "arm"}
    wanted = {name: (base + name, checksum, *(words[part] for part in name.removesuffix(".tar.gz").split("-")[-2:]))
              for name, checksum in expected.items()}
    expect(found == wanted, "the formula has each archive with its address, its checksum and its machine", formula)
    if shutil.which("ruby"):
        status, output = run("ruby", "-c", folder / "flagctl.rb")
        expect(status == 0, "the formula is Ruby", output)
    unknown = folder / "unknown"
    unknown.mkdir()
    (unknown / "flagctl-9.9.9-linux-x86_64.tar.gz").write_text("", encoding="utf-8")
    status, output = run(sys.executable, ".ci/describe-release.py", unknown)
    expect(status == 1 and 'CHANGELOG.md has no section "## [9.9.9]"' in output, "a release needs a section of the changelog", output)
    (folder / "flagctl-9.9.9-linux-x86_64.tar.gz").write_text("", encoding="utf-8")
    status, output = run(sys.executable, ".ci/describe-release.py", "--allow-unreleased", folder)
    expect(status == 1 and "expected one version" in output, "archives of two versions are not described together", output)


def tags():
    repository = project_metadata.repository.value
    status, output = run(sys.executable, ".ci/check-tag.py", "9.9.9", "someone/else")
    expect(status == 1 and f"flagctl --version prints {VERSION}" in output, "a tag that is not the version is refused", output)
    expect(f"the sources name {repository}" in output, "a repository that the sources do not name is refused", output)
    status, output = run(sys.executable, ".ci/check-tag.py", VERSION, repository)
    is_described = project_metadata.changes(VERSION) is not None
    can_change = list(pins.floating())
    expect(status == (0 if is_described and not can_change else 1) and ("CHANGELOG.md" in output) != is_described,
           "the tag of the version is accepted if the changelog has a section for it, and nothing can change", output)
    expect(output.count("can change; run python3 .ci/pins.py set") == len(can_change), "what can change is refused", output)


def pinning(folder):
    """What pins.py writes, with a repository and a registry of its own."""
    digest = "sha256:" + "ab" * 32

    class Registry(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.send_response(200 if self.path == "/v2/library/swift/manifests/6.3-bookworm" else 404)
            self.send_header("Docker-Content-Digest", digest)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    actions = folder / "actions/checkout"
    run("bash", "-ec", f"git init -q {actions} && cd {actions} && git -c user.name=t -c user.email=t@example.com commit -q --allow-empty "
        "-m one && git -c user.name=t -c user.email=t@example.com tag -a v6 -m six")
    expected = run("git", "-C", actions, "rev-parse", "HEAD")[1].strip()
    workflow = folder / ".github/workflows/w.yml"
    workflow.parent.mkdir(parents=True)
    text = "    container: swift:6.3-bookworm\n      - uses: actions/checkout@v6\n      - uses: ./.github/x\n"
    workflow.write_text(text, encoding="utf-8")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        command = (sys.executable, ".ci/pins.py", "set", "--root", folder, "--github", f"file://{folder}", "--tokens", "", "--registry")
        address = f"http://127.0.0.1:{listening.server_port}"
        status, output = run(*command, address)
        expect(status == 0 and not list(pins.floating(folder)), "every reference is replaced", output)
        found = workflow.read_text(encoding="utf-8")
        expect(found == f"    container: swift:6.3-bookworm@{digest}\n      - uses: actions/checkout@{expected} # v6\n"
               "      - uses: ./.github/x\n", "the commit of the tag and the digest of the image are written", found)
        workflow.write_text(text.replace("@v6", "@v7"), encoding="utf-8")
        status, output = run(*command, address)
        expect(status == 1 and "has no tag v7" in output and "container: swift:6.3-bookworm\n" in workflow.read_text(encoding="utf-8"),
               "nothing is written if a tag is unknown", output)
        listening.shutdown()


@contextlib.contextmanager
def server(folder):
    """The address of a server with the files of a folder."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


class Runner:
    """A machine that runs the action, with a folder of temporary files, and no Swift."""

    def __init__(self, folder, downloads):
        self.folder = folder
        self.programs = folder / "programs"
        self.programs.mkdir(parents=True)
        for tool in TOOLS:
            (self.programs / tool).symlink_to(shutil.which(tool))
        self.environment = {
            "RUNNER_TEMP": str(folder), "GITHUB_ACTION_PATH": str(ACTION), "FLAGCTL_DOWNLOADS": downloads,
            "PATH": str(self.programs),
        }

    def program(self, name, script):
        (self.programs / name).unlink(missing_ok=True)
        (self.programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (self.programs / name).chmod(0o755)

    def set_up(self, **inputs):
        """Runs the steps. Returns the exit status, what they print, the outputs of the action, and what they add to the PATH."""
        action = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))
        values = {name: str(inputs.get(name.replace("-", "_"), value["default"])) for name, value in action["inputs"].items()}
        files = {name: self.folder / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        status, output = 0, ""
        for step in action["runs"]["steps"]:
            if "run" in step and status == 0:
                given = {key: values[re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", text)[1]]
                         for key, text in step["env"].items() if text != "${{ github.token }}"}
                status, printed = run("bash", "-e", "-o", "pipefail", "-c", step["run"],
                                      **self.environment, **given, **{name: str(file) for name, file in files.items()})
                output += printed
        lines = files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        return status, output, dict(line.split("=", 1) for line in lines), files["GITHUB_PATH"].read_text(encoding="utf-8").strip()


def refusal(what, runner, *texts, **inputs):
    status, output, outputs, path = runner.set_up(**inputs)
    missing = [text for text in texts if text not in output]
    expect(status == 1 and not missing and not path and "program" not in outputs and "::error title=setup-flagctl::" in output,
           f"{what} is an error with {missing or texts}", (status, output, outputs, path))


def provenance(folder, address, digits):
    """What the action verifies, and what it says about that."""
    runner = Runner(folder / "provenance", address)
    status, output, _, _ = runner.set_up()
    expect(status == 0 and "which does not show who has made it" in output, "a checksum of the same release is called that", output)
    runner.program("gh", 'echo "$@" >> "$RUNNER_TEMP/asked"; [ "$2" != verify ] || [ ! -e "$RUNNER_TEMP/forged" ]')
    for _ in range(2):
        status, output, _, _ = runner.set_up()
        expect(status == 0 and "as its attestation says" in output, "gh verifies the attestation", output)
    asked = (runner.folder / "asked").read_text(encoding="utf-8").count("attestation verify")
    expect(asked == 2, "an archive of the cache is verified again", asked)
    (runner.folder / "forged").touch()
    refusal("an archive without the attestation", runner, "gh cannot verify", "nothing is installed")
    status, output, _, _ = runner.set_up(checksum=digits)
    expect(status == 0 and "the checksum that this workflow pins" in output, "a pinned checksum is enough", output)
    refusal("another checksum than the pinned one", runner, "this workflow pins", "nothing is installed", checksum="0" * 64)
    refusal("no checksum", runner, 'the input "checksum" is "abc"', checksum="abc")


def action(folder, archive):
    releases = folder / "releases"
    place = releases / VERSION
    place.mkdir(parents=True)
    shutil.copy(archive, place)
    sums = place / "SHA256SUMS"
    shutil.copy(archive.parent / "SHA256SUMS", sums)
    good = sums.read_text(encoding="utf-8")
    with server(releases) as address:
        runner = Runner(folder / "first", address)
        status, output, outputs, path = runner.set_up()
        expect(status == 0 and outputs.get("version") == VERSION, "the action installs the version of its own sources", output)
        found = run("bash", "-c", "flagctl --version", PATH=f"{path}:/usr/bin:/bin")
        expect(found == (0, f"flagctl {VERSION}\n"), "the program is on the PATH", found)
        expect(outputs.get("program") == f"{path}/flagctl", "the output names the program", outputs)

        # Later runs have the archive, which the cache restores, and verify it again.
        (place / archive.name).rename(folder / "kept")
        status, output, outputs, _ = runner.set_up(version=VERSION)
        expect(status == 0, "an archive of an earlier run is used", output)
        cached = pathlib.Path(outputs.get("cache", "")) / archive.name
        cached.write_bytes(b"another")
        refusal("a damaged archive of an earlier run that the release lacks now", runner, f"has no {archive.name}", "SHA256SUMS lists")
        (folder / "kept").rename(place / archive.name)
        expect(runner.set_up()[0] == 0, "a damaged archive of an earlier run is downloaded again")

        sums.write_text("0" * 64 + f"  {archive.name}\n", encoding="utf-8")
        refusal("a wrong checksum", Runner(folder / "wrong", address), "has the checksum", "0" * 64, "nothing is installed")
        refusal("a wrong checksum", Runner(folder / "wrong-build", address), "nothing is installed", if_no_release="build")
        sums.write_text(good, encoding="utf-8")

        digits = hashlib.sha256((place / archive.name).read_bytes()).hexdigest()
        provenance(folder, address, digits)
        other = Runner(folder / "other", address)
        refusal("an absent version", other, "has no release 9.8.7", f"{address}/9.8.7/SHA256SUMS", "if-no-release: build", version="9.8.7")
        refusal("an absent version that these sources are not", other, f"these sources build version {VERSION}", version="9.8.7",
                if_no_release="build")
        refusal("no version", other, 'the input "version" is "latest"', version="latest")
        refusal("no repository", other, 'the input "repository" is "a/b/c"', repository="a/b/c")
        refusal("a bad choice", other, 'expected "fail" or "build"', if_no_release="ignore")
        other.environment["FLAGCTL_DOWNLOADS"] = "http://127.0.0.1:1"
        refusal("a server that does not answer", other, "cannot be downloaded")
        (other.programs / "curl").unlink()
        refusal("a machine without curl", other, "there is no curl on this machine")

        machine = Runner(folder / "machine", address)
        machine.program("uname", '[ "$1" = -s ] && echo SunOS || echo sparc64')
        refusal("an unsupported machine", machine, "there are no releases for SunOS on sparc64", "expected Linux or Darwin")
        machine.program("uname", '[ "$1" = -s ] && echo Linux || echo aarch64')
        refusal("a machine without an archive", machine, f"has no flagctl-{VERSION}-linux-arm64.tar.gz; it has {archive.name}")
        refusal("a machine without an archive and without Swift", machine, "there is no Swift to build it", if_no_release="build")
        build(machine, archive)


def build(machine, archive):
    """Builds from source with a stand-in for the compiler, and uses the program again."""
    program = machine.folder / "flagctl"
    program.write_text(f"#!/bin/sh\necho flagctl {VERSION}\n", encoding="utf-8")
    program.chmod(0o755)
    machine.program("clang++", "echo none")
    machine.program("swift", f"""
        while [ "$1" != --scratch-path ]; do shift; done
        mkdir -p "$2/release" && cp '{program}' "$2/release/flagctl" && echo compiled""")
    status, output, outputs, path = machine.set_up(if_no_release="build")
    expect(status == 0 and "compiled" in output and "building flagctl from its sources" in output, "flagctl is built", output)
    found = run("bash", "-c", "flagctl --version", PATH=f"{path}:/usr/bin:/bin")
    expect(found == (0, f"flagctl {VERSION}\n"), "the program that was built is on the PATH", found)
    status, output, _, _ = machine.set_up(if_no_release="build")
    expect(status == 0 and "compiled" not in output, "the program of an earlier run is used", output)
    program.write_text("#!/bin/sh\necho flagctl 0.0.1\n", encoding="utf-8")
    shutil.rmtree(outputs.get("cache", ""))
    refusal("a program of another version", machine, 'prints "flagctl 0.0.1"', if_no_release="build")


def main():
    found = shutil.which("flagctl")
    if not found:
        sys.exit("there is no flagctl on the PATH")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "described").mkdir()
        description(folder / "described")
        tags()
        (folder / "pinning").mkdir()
        pinning(folder / "pinning")
        archive = release(folder / "files", pathlib.Path(found).resolve())
        if archive:
            action(folder, archive)
        else:
            print("SKIPPED: the archive and the action are not tried, because the flagctl on the PATH is not a static build")
    print(f"releases: {len(failures)} expectations not met")
    sys.exit(1 if failures else 0)


main()
