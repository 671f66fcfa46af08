"""Check Configs/serve/kubernetes.yaml against the schemas of Kubernetes, and what it starts against flagctl.

Usage: check-kubernetes.py

Expects flagctl in PATH, and the packages `kubernetes-validate` and `PyYAML`.

1. Every object has the schema of its kind, with no unknown member, and so have changed objects not: the check is able to fail.
2. The options of the containers are options of flagctl, the document passes "flagctl check", and probes ask for paths that
   the service has.
"""

import copy
import pathlib
import re
import subprocess
import sys

import kubernetes_validate
import yaml

MANIFEST = pathlib.Path(__file__).resolve().parent.parent / "Configs/serve/kubernetes.yaml"
PROBES = {"/healthz", "/readyz"}


def is_valid(item):
    try:
        kubernetes_validate.validate(item, kubernetes_validate.latest_version(), strict=True)
        return True
    except kubernetes_validate.ValidationError as error:
        print(error.message, file=sys.stderr)
        return False


def containers(items):
    return [container for item in items if item["kind"] == "Deployment"
            for container in item["spec"]["template"]["spec"]["containers"]]


def main():
    items = list(yaml.safe_load_all(MANIFEST.read_text(encoding="utf-8")))
    problems = [f"{item['kind']} {item['metadata']['name']} is not valid" for item in items if not is_valid(item)]

    for item in items:
        changed = copy.deepcopy(item)
        changed["metadata"]["nmae"] = "x"
        try:
            kubernetes_validate.validate(changed, kubernetes_validate.latest_version(), strict=True)
            problems.append(f"{item['kind']}: an unknown member is not found")
        except kubernetes_validate.ValidationError:
            pass

    options = set(re.findall(r"--[a-z-]+", subprocess.run(
        ["flagctl", "serve", "--help"], check=True, capture_output=True, text=True).stdout))
    found = containers(items)
    for container in found:
        for word in container.get("args", []) + container.get("command", []):
            option = word.split("=")[0]
            if option.startswith("--") and option not in options:
                problems.append(f"flagctl serve has no option {option}")
        for name in ("livenessProbe", "readinessProbe"):
            if container[name]["httpGet"]["path"] not in PROBES:
                problems.append(f"{name} asks for {container[name]['httpGet']['path']}")
        if not container.get("resources", {}).get("limits"):
            problems.append("a container has no limits")
    if not found:
        problems.append("no container is started")

    documents = [text for item in items if item["kind"] == "ConfigMap"
                 for name, text in item["data"].items() if name.endswith(".json")]
    for text in documents:
        done = subprocess.run(["flagctl", "check", "-"], input=text, capture_output=True, text=True, check=False)
        if done.returncode:
            problems.append(f"the document has findings:\n{done.stdout}{done.stderr}")
    if not documents:
        problems.append("there is no document")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{MANIFEST.name}: {len(items)} objects and {len(found)} container")


if __name__ == "__main__":
    main()
