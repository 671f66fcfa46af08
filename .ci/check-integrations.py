"""Try the files of flagctl init, and the examples of Configs/ci: GitLab, pre-commit, the driver for git diff, and the workflows of
this project.

Usage: check-integrations.py    with flagctl, git, pre-commit, actionlint and zizmor on the PATH

GitHub's own actions cannot run here. The commands of the steps that call flagctl run in temporary repositories. The commands of
this project's workflows are not run, but the programs, schemes and products that they name must exist. actionlint and zizmor read all workflows.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

import project_metadata
from project_metadata import ROOT

EXAMPLES = ROOT / "Configs/ci"
GOOD = '{\n  "payments": {\n    "defaultValue": false,\n    "valuesByVersion": [\n%s\n    ]\n  }\n}\n'
OLD = GOOD % '      { "appVersion": ">=1.4.0", "value": true }'
NEW = GOOD % '      { "appVersion": ">=1.4.2", "value": true }'
BAD = GOOD % '      { "appVersion": ">=2.0.0 <1.0.0", "value": true }'
RELEASES = "1.4.0 40%\n1.4.2 60%\n"
PROJECT = '{ "inputs": ["settings"], "releases": "settings/app.releases", "against": "auto", "failOn": "warning" }'
failures = []


class Repository:
    """A new repository whose only commit has the old `settings/app.json`."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.environment = os.environ | {
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_PAGER": "cat", "HOME": str(folder),
        }
        self.run("git init --quiet --initial-branch main")
        self.run("git config user.name Example && git config user.email example@example.com")
        self.write("settings/app.json", OLD)
        self.write("settings/app.releases", RELEASES)
        self.commit()

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def commit(self):
        self.run("git add --all && git commit --quiet --message Example")

    def run(self, script, **environment):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, text=True,
                              env=self.environment | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout


def expect(what, found, status, *texts):
    missing = [text for text in texts if text not in found[1]]
    if found[0] != status or missing:
        failures.append(what)
        print(f"{what}: exit status {found[0]}, expected {status}; missing: {missing}; it printed:\n{found[1][:2000]}")


def setup_action(steps):
    """Checks the step that installs flagctl: its action is the one of this project, which has the inputs."""
    uses = f"{project_metadata.repository.value}/.github/actions/setup-flagctl@{project_metadata.version.value}"
    known = yaml.safe_load((ROOT / ".github/actions/setup-flagctl/action.yml").read_text(encoding="utf-8"))["inputs"]
    found = [step for step in steps if step.get("uses") == uses]
    unknown = set(found[0].get("with", {})) - set(known) if found else set()
    expect(f"a step that uses {uses}", (0 if len(found) == 1 and not unknown else 1, f"{steps}\nunknown inputs: {unknown}"), 0)


def new_project(repository):
    """The files that `flagctl init` creates: the project against its schema, and the commands of the workflow."""
    repository.run("git rm --quiet -r settings && git commit --quiet --message Empty")
    expect("init", repository.run("flagctl init --document app/Flags.json"), 0, "created", "try next")
    project = json.loads((repository.folder / "flagctl.json").read_text(encoding="utf-8"))
    schema = json.loads((ROOT / "Configs/project.schema.json").read_text(encoding="utf-8"))
    problems = [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(project)]
    expect("project file against its schema", (len(problems), str(problems)), 0)
    repository.commit()
    repository.run("git update-ref refs/remotes/origin/main HEAD")
    document = (repository.folder / "app/Flags.json").read_text(encoding="utf-8")
    expect("new workflow, actionlint", repository.run("actionlint"), 0)
    expect("new workflow, zizmor", repository.run(f"zizmor --offline --no-progress --config '{ROOT}/.github/zizmor.yml' .github"), 0)
    workflow = yaml.safe_load((repository.folder / ".github/workflows/flags.yml").read_text(encoding="utf-8"))
    setup_action(workflow["jobs"]["flags"]["steps"])
    paths = workflow[True]["pull_request"]["paths"]
    missing = [path for path in paths if not (repository.folder / path).exists()]
    expect("workflow, paths", (len(missing), str(missing)), 0)
    steps = [step["run"] for step in workflow["jobs"]["flags"]["steps"] if "flagctl " in step.get("run", "")]
    check, difference = (step for step in steps if step.startswith("flagctl "))
    comment = next(step for step in workflow["jobs"]["flags"]["steps"] if "gh api" in step.get("run", ""))["run"]
    summary = repository.folder / "summary.md"
    context = {"GITHUB_BASE_REF": "main", "GITHUB_STEP_SUMMARY": str(summary)}
    repository.write("app/Flags.json", document.replace(">=2.0.0", ">=1.9.0"))
    expect("new workflow, check", repository.run(check, **context), 1, "::error file=app/Flags.json", "title=violated-policy")
    expect("new workflow, diff", repository.run(difference, **context), 0)
    expect("new workflow, summary", (0, summary.read_text(encoding="utf-8")), 0, "newCheckout", ">=1.9.0 <2.0.0")
    # In place of GitHub's program, one that prints its arguments, and knows a comment the second time.
    repository.write("bin/gh", '#!/bin/sh\necho "gh $*" >> calls\n[ "$2" = --paginate ] && cat known\nexit 0\n')
    repository.run("chmod +x bin/gh")
    context |= {"NUMBER": "7", "GITHUB_REPOSITORY": "shop/app", "PATH": f"{repository.folder}/bin:{os.environ['PATH']}"}
    for known, call in (("", "gh api repos/shop/app/issues/7/comments --field body=@comment.md"),
                        ("31\n45\n", "gh api --method PATCH repos/shop/app/issues/comments/31 --field body=@comment.md")):
        repository.write("known", known)
        expect("new workflow, comment", repository.run(f"{comment}\ncat calls comment.md", **context), 0, call,
               "<!-- flagctl -->\n### 1 setting changes", "newCheckout")
    repository.write("app/Flags.json", document.replace(">=2.0.0", ">=2.0.0 <1.0.0"))
    expect("new workflow, check of a bad file", repository.run(check, **context), 1, "empty-requirement")


def pre_commit(repository):
    repository.write(".pre-commit-config.yaml", (EXAMPLES / "pre-commit-config.yaml").read_text(encoding="utf-8"))
    repository.write("flagctl.json", PROJECT)
    repository.commit()
    expect("pre-commit of good files", repository.run("pre-commit run --all-files"), 0, "Passed")
    repository.write("settings/app.json", BAD)
    repository.run("git add --all")
    expect("pre-commit of a bad file", repository.run("pre-commit run"), 1, "Failed", "[empty-requirement]")
    repository.write("settings/app.json", NEW)
    repository.run("git add --all")
    expect("pre-commit of a change", repository.run("pre-commit run"), 1, "Failed", "[changed-for-shipped]")
    repository.write("settings/app.json", "".join(OLD.split()))
    repository.run("git add --all")
    expect("pre-commit of another layout", repository.run("pre-commit run"), 1, "files were modified by this hook")
    expect("pre-commit, formatted", repository.run("git add --all && pre-commit run && cat settings/app.json"), 0, OLD)


def gitlab(repository):
    """The job of Configs/ci for GitLab, with the program on the PATH."""
    job = yaml.safe_load((EXAMPLES / "gitlab-ci.yml").read_text(encoding="utf-8"))["flags"]
    expect("GitLab, history", (0 if job["variables"]["GIT_DEPTH"] == 0 else 1, str(job)), 0)
    report = job["artifacts"]["reports"]["codequality"]
    script = "\n".join(job["script"])
    repository.write("flagctl.json", PROJECT)
    repository.commit()
    repository.run("git update-ref refs/remotes/origin/main main")
    context = {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    expect("GitLab, check", repository.run(script, **context), 0, "no value changes for shipped versions")
    repository.write("settings/app.json", NEW)
    expect("GitLab, check of a change", repository.run(script, **context), 1, "[changed-for-shipped]")
    expect("GitLab, report", repository.run(f"cat {report}"), 0, '"check_name":"changed-for-shipped"')
    expect("GitLab, schedule", repository.run(script, CI_PIPELINE_SOURCE="schedule"), 0, "compared with nothing")


def diff_driver(repository):
    repository.write(".gitattributes", "settings/*.json diff=settings\n")
    repository.run(f"git config diff.settings.command '{EXAMPLES / 'git-diff-settings'}'")
    for name in ("R&D", "a|b"):
        repository.write(f"settings/{name}.json", OLD)
    repository.commit()
    for name in ("R&D", "a|b"):
        repository.write(f"settings/{name}.json", NEW)
        expect(f"git diff of {name}", repository.run("git diff"), 0, f"settings/{name}.json:5")
    repository.write("settings/app.json", NEW)
    change = "payments\n  >=1.4.0 <1.4.2   true → false   settings/app.json:5"
    expect("git diff", repository.run("git diff"), 0, "settings settings/app.json", change)
    repository.commit()
    expect("git log", repository.run("git log -1 --format= --patch --ext-diff"), 0, change)
    repository.write("settings/new.json", OLD)
    repository.run("git rm --quiet settings/app.json && git add --all")
    expect("git diff of files", repository.run("git diff --cached --no-renames"), 0, "is new", "is deleted")


def needed(name, jobs):
    """The jobs that must succeed before one begins."""
    direct = jobs[name].get("needs", [])
    direct = {direct} if isinstance(direct, str) else set(direct)
    return direct.union(*(needed(other, jobs) for other in direct))


def project_workflows():
    """Checks the workflows of this project: their structure, the syntax of their commands, and the names in them."""
    folder = ROOT / ".github/workflows"
    linted = subprocess.run(["actionlint", *folder.glob("*.yml")], cwd=ROOT, text=True, capture_output=True)
    expect("project workflows, actionlint", (linted.returncode, linted.stdout + linted.stderr), 0)
    audited = subprocess.run(["zizmor", "--offline", "--no-progress", "--format", "plain", "--config", ROOT / ".github/zizmor.yml",
                              ROOT / ".github"], cwd=ROOT, text=True, capture_output=True)
    expect("project workflows, zizmor", (audited.returncode, audited.stdout + audited.stderr), 0)
    publishing = yaml.safe_load((folder / "publish.yml").read_text(encoding="utf-8"))["jobs"]
    for name, job in publishing.items():
        if "write" in job.get("permissions", {}).values():
            expect(f"publish.yml, {name} waits for all tests", (0 if "tests" in needed(name, publishing) else 1, str(job)), 0)
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    products = set(re.findall(r'\.(?:library|executable)\(name: "(\w+)"', manifest))
    package = re.search(r'name: "([^"]+)",\n    platforms', manifest)[1]
    known = {
        "scheme": products | {f"{package}-Package"}, "product": products,
        "only-testing": {path.name for path in (ROOT / "Tests").iterdir()},
    }
    scripts = []
    for path in sorted(folder.glob("*.yml")):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        for name, job in workflow["jobs"].items():
            what = f"{path.name}, {name}"
            if "uses" not in job:
                expect(what, (0, " ".join(job)), 0, "runs-on", "steps", "timeout-minutes")
            # Each job of a workflow without permissions of its own has those that it needs.
            expect(what, (0 if job.get("permissions") or workflow.get("permissions") else 1, str(job)), 0)
            for step in job.get("steps", []):
                expect(what, (len({"uses", "run"} & set(step)), str(step)), 1)
                scripts += [(what, step["run"])] if "run" in step else []
    for what, script in scripts:
        done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
        expect(what, (done.returncode, done.stderr), 0)
        for program in re.findall(r"(?:^|[\s(])(\.(?:ci|github)/[\w./-]+)", script):
            is_there = os.access(ROOT / program, os.R_OK if program.endswith(".py") else os.X_OK)
            expect(f"{what}: {program}", (0 if is_there else 1, "no such program"), 0)
        for option, value in re.findall(r"-(scheme|product|only-testing)[ :](\S+)", script):
            expect(f"{what}: {option} {value}", (0 if value in known[option] else 1, f"one of {known[option]}"), 0)
    expect("project workflows", (0, "\n".join(script for _, script in scripts)), 0, ".ci/run", "swift test", "iOS Simulator",
           ".ci/release", ".ci/check-tag.py", ".ci/describe-release.py")


def main():
    project_workflows()
    for example in (new_project, pre_commit, diff_driver, gitlab):
        with tempfile.TemporaryDirectory() as folder:
            example(Repository(folder))
    print(f"integrations: 4 examples tried, {len(failures)} expectations not met")
    sys.exit(1 if failures else 0)


main()
