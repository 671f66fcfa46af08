"""Compare flagctl with the reference implementation of targeting, and both with Configs/targeting-vectors.jsonl.

Usage: check-targeting.py [--update] [--documents COUNT] [--seed SEED] [PACKAGE-FOLDER]

1. The hash of the reference agrees with published values.
2. Every vector agrees with `.ci/targeting.py`.
3. flagctl, which must be in PATH, agrees with every vector that has an app version.
4. flagctl agrees with the reference on new random documents, in many contexts each. It finds the same malformed entries.

--update computes the results of all vectors with a description again, and replaces the others by new random ones. Use it after
adding a case, and review the difference.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import targeting
from targeting_samples import Sampler

# Seed, key and hash: published by other implementations of MurmurHash3_x86_32.
PUBLISHED_HASHES = [
    (0x97f5245c, "JjLCdiQ1cVxh1", 419387664),
    (0x9256659, "kUkjEgwrQADM2Db", 2541356352),
    (0xadab21af, "vZYVpWSk", 1296657933),
    (0x1be712e7, "KAxhDmRZsMg6", 3268158999),
    (0xfbc52b73, "RcDwiFsCAn", 1587766460),
    (0xdc3c42cd, "y4QZbvq", 4145113064),
]
RANDOM_VECTORS = 520
RANDOM_CONTEXTS = 40
DOCUMENTS_PER_GROUP = 50
CONTEXTS_PER_GROUP = 10
MALFORMED = {
    "bad-condition", "circular-requires", "malformed-entry", "unknown-member", "bad-requirement", "numeric-version",
    "missing-value", "conflicting-values"}


def expectation(document, context, checked=None):
    """A vector without description. `checked` is the document as the reference has read it, if it has."""
    checked = checked or targeting.Document(document)
    resolved = checked.resolve(context)
    return {
        "document": document,
        "context": context,
        "values": {name: result["value"] for name, result in resolved.items() if "value" in result},
        "reasons": {name: result["reason"] for name, result in resolved.items()},
        "entries": {name: result["entry"] for name, result in resolved.items() if result["entry"] is not None},
        "malformed": [list(place) for place in checked.malformed],
    }


def evaluated(vector):
    """A vector as the reference computes it."""
    if "bucket" in vector:
        return {**vector, "bucket": targeting.bucket(vector["salt"], vector["key"])}
    description = {"description": vector["description"]} if "description" in vector else {}
    return description | expectation(vector["document"], vector["context"])


def update(path, vectors):
    sampler = Sampler(random.Random(1))
    contexts = [sampler.context() for _ in range(RANDOM_CONTEXTS)]
    kept = [evaluated(vector) for vector in vectors if "description" in vector or "bucket" in vector]
    while len(kept) < RANDOM_VECTORS + sum("description" in vector or "bucket" in vector for vector in vectors):
        document = sampler.document()
        vector = expectation(document, sampler.one(contexts))
        # Values that come from defaults alone test little.
        if vector["entries"] or len(vector["malformed"]) > 1 or sampler.chance(0.1):
            kept.append(vector)
    path.write_text("".join(targeting.dumps(vector) + "\n" for vector in kept), encoding="utf-8")


def same(left, right):
    """Whether two values are the same JSON, as Docs/DocumentFormat.md defines it for values."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


def text_with_lines(document):
    """A document in which each entry is on a line of its own, and the setting and index of the entry on each line."""
    lines, places = [""], {}

    def write(value, path):
        if isinstance(value, dict) and not ({"defaultValue", "valuesByVersion"} & value.keys()):
            lines[-1] += "{"
            for index, (key, member) in enumerate(value.items()):
                lines[-1] += (", " if index else "") + targeting.dumps(key) + ": "
                write(member, (*path, key))
            lines[-1] += "}"
        elif isinstance(value, dict) and isinstance(value.get("valuesByVersion"), list):
            lines[-1] += "{"
            for key, member in value.items():
                if key != "valuesByVersion":
                    lines[-1] += f"{targeting.dumps(key)}: {targeting.dumps(member)}, "
            lines[-1] += '"valuesByVersion": ['
            for index, entry in enumerate(value["valuesByVersion"]):
                lines.append(targeting.dumps(entry) + ("," if index + 1 < len(value["valuesByVersion"]) else ""))
                places[len(lines)] = (".".join(path), index)
            lines.append("]}")
        else:
            lines[-1] += targeting.dumps(value)

    lines[-1] += "{"
    for index, (key, member) in enumerate(document.items()):
        lines[-1] += (", " if index else "") + targeting.dumps(key) + ": "
        # Metadata may have any form.
        if key.startswith("$"):
            lines[-1] += targeting.dumps(member)
        else:
            write(member, (key,))
    lines[-1] += "}"
    return "\n".join(lines) + "\n", places


class Flagctl:
    """Runs flagctl on documents in a temporary folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.processes = 0
        self.files, self.places = {}, {}

    def run(self, *arguments):
        self.processes += 1
        done = subprocess.run(["flagctl", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if done.returncode not in (0, 1, 2):
            sys.exit(f"flagctl {' '.join(map(str, arguments))}: exit status {done.returncode}")
        return done.stdout.decode("utf-8")

    def file(self, document):
        """The file of a document."""
        text, places = text_with_lines(document)
        if text not in self.files:
            path = self.folder / f"{len(self.files)}.json"
            path.write_text(text, encoding="utf-8")
            self.files[text] = str(path)
            self.places[str(path)] = places
        return self.files[text]

    def resolve(self, files, context):
        """For each file, the values, reasons and entries of its settings."""
        path = self.folder / "context"
        path.write_text(targeting.dumps(context), encoding="utf-8")
        output = self.run("resolve", "--context", path, "--format", "json", "--explain", *files)
        for result in targeting.loads(output)["results"]:
            details = result["details"]
            yield result["file"], {
                "values": result["values"],
                "reasons": {name: detail["reason"] for name, detail in details.items()},
                "entries": {name: detail["entry"] for name, detail in details.items() if "entry" in detail},
            }

    def malformed(self, files):
        """For each file, the settings and indices of its malformed entries."""
        found = {file: set() for file in files}
        for line in self.run("check", "--format", "ndjson", *files).splitlines():
            finding = json.loads(line)
            if finding.get("code") in MALFORMED:
                found[finding["file"]].add(self.places[finding["file"]][finding["line"]])
        return found


def differences(wanted, found, document, context):
    """How flagctl and the reference differ in one document and context, a text each."""
    for member in ("values", "reasons", "entries"):
        expected = wanted[member]
        if member == "reasons":
            # flagctl gives no details of a setting without a value.
            expected = {name: reason for name, reason in expected.items() if name in wanted["values"]}
        if not same(found[member], expected):
            yield f"{member}: flagctl {targeting.dumps(found[member])}, reference {targeting.dumps(expected)}\n" \
                f"    document {targeting.dumps(document)}\n    context {targeting.dumps(context)}"


def compare(flagctl, cases):
    """The differences in documents and contexts, a pair each. Pairs with one context share a process."""
    by_context = collections.defaultdict(dict)
    for document, context in cases:
        by_context[targeting.dumps(context)][flagctl.file(document)] = document
    documents = {}
    for text, group in by_context.items():
        context = targeting.loads(text)
        for file, document in group.items():
            if file not in documents:
                documents[file] = targeting.Document(document)
        results = dict(flagctl.resolve(list(group), context))
        for file, document in group.items():
            yield from differences(expectation(document, context, documents[file]), results[file], document, context)
    files = list(documents)
    for first in range(0, len(files), 200):
        for file, malformed in flagctl.malformed(files[first:first + 200]).items():
            expected = set(documents[file].malformed)
            if malformed != expected:
                yield f"malformed: flagctl {sorted(malformed)}, reference {sorted(expected)}\n" \
                    f"    document {pathlib.Path(file).read_text(encoding='utf-8')}"


def random_cases(seed, count):
    sampler = Sampler(random.Random(seed))
    for _ in range(0, count, DOCUMENTS_PER_GROUP):
        documents = [sampler.document() for _ in range(DOCUMENTS_PER_GROUP)]
        for context in [sampler.context(with_version=True) for _ in range(CONTEXTS_PER_GROUP)]:
            yield from ((document, context) for document in documents)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("package", nargs="?", default=".", type=pathlib.Path)
    arguments = parser.parse_args()
    path = arguments.package / "Configs" / "targeting-vectors.jsonl"
    found = [f"murmur3: {key!r} with seed {seed} is {targeting.murmur3(key.encode(), seed)}, expected {value}"
             for seed, key, value in PUBLISHED_HASHES if targeting.murmur3(key.encode(), seed) != value]
    vectors = [targeting.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if arguments.update:
        update(path, vectors)
        return
    for number, vector in enumerate(vectors, start=1):
        expected = evaluated(vector)
        for member in expected:
            if not same(vector.get(member), expected[member]):
                found.append(f"{path}:{number}: {member} is {targeting.dumps(vector.get(member))}, "
                             f"the reference says {targeting.dumps(expected[member])}")
    with tempfile.TemporaryDirectory() as folder:
        flagctl = Flagctl(folder)
        found += compare(flagctl, [
            (vector["document"], vector["context"]) for vector in vectors
            if "document" in vector and "appVersion" in targeting.read_context(vector["context"])])
        found += compare(flagctl, random_cases(arguments.seed, arguments.documents))
    for problem in found[:20]:
        print(problem)
    print(f"targeting: {len(vectors)} vectors and {arguments.documents} random documents with seed {arguments.seed} checked, "
          f"{flagctl.processes} runs of flagctl, {len(found)} differences")
    sys.exit(1 if found else 0)


main()
