"""Validate the example documents and expectations against their JSON Schemas in Configs.

Usage: check-schema.py CONFIGS-FOLDER

1. Every document in the folder must be valid.
2. Every document in its folder `invalid` must be rejected exactly at the location that its member `$invalidAt` names (a JSON
   pointer), so that it cannot be rejected for another reason.
3. settings.schema.json must accept the entries of targeting-vectors.jsonl that are well-formed, and reject the others,
   except for what a schema cannot see.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator

import targeting

# Problems of entries that a schema cannot detect, in the words of the reference implementation.
INVISIBLE = ("no such day", "has more than three decimals", "a slice ends before it begins", "require each other")


def load(path):
    return json.loads(path.read_bytes())


def validator(path):
    schema = load(path)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def refusals(error):
    """The locations of an error and of its causes."""
    yield "".join(f"/{part}" for part in error.absolute_path)
    for cause in error.context:
        yield from refusals(cause)


def vector_problems(folder, schema):
    """The entries of the vectors on which the schema and the reference implementation differ, and the number of entries."""
    entry_validator = Draft202012Validator({**schema, "$ref": "#/$defs/entry", "properties": {}, "additionalProperties": True})
    found, seen = [], set()
    for line in (folder / "targeting-vectors.jsonl").read_text(encoding="utf-8").splitlines():
        document = json.loads(line).get("document", {})
        problems = targeting.Document(targeting.loads(line).get("document", {})).problems
        for name, setting in targeting.settings_of(document):
            for index, entry in enumerate(targeting.entries_of(setting)):
                problem = problems.get((name, index))
                case = (json.dumps(entry), problem)
                # For the schema, unlike for the reader, a description is a string.
                if case in seen or (isinstance(entry, dict) and not isinstance(entry.get("description", ""), str)):
                    continue
                seen.add(case)
                is_accepted = entry_validator.is_valid(entry)
                if is_accepted and problem and not any(part in problem for part in INVISIBLE):
                    found.append(f"the schema accepts the entry {case[0]}, but: {problem}")
                if not is_accepted and not problem:
                    found.append(f"the schema rejects the entry {case[0]}, which is well-formed")
    return found, len(seen)


def problems(folder):
    """The problems, one sentence each, and the numbers of valid and invalid documents and of entries."""
    schema = validator(folder / "settings.schema.json")
    found = []

    # swift-format.json is the configuration of the formatter, not a document of settings.
    valid = [path for path in sorted(folder.glob("*.json"))
             if not path.name.endswith((".schema.json", ".expectations.json", ".reader.json")) and path.name != "swift-format.json"]
    for path in valid:
        for error in schema.iter_errors(load(path)):
            found.append(f"{path}: valid document refused at {error.json_path}: {error.message}")

    expectations = validator(folder / "expectations.schema.json")
    for path in sorted(folder.glob("**/*.expectations.json")):
        for error in expectations.iter_errors(load(path)):
            found.append(f"{path}: refused at {error.json_path}: {error.message}")

    records = validator(folder / "reader.schema.json")
    found_records = sorted(folder.glob("**/*.reader.json"))
    for path in found_records:
        for error in records.iter_errors(load(path)):
            found.append(f"{path}: refused at {error.json_path}: {error.message}")
    if not found_records:
        found.append(f"{folder}: expected a record of a release")

    invalid = sorted((folder / "invalid").glob("*.json"))
    for path in invalid:
        document = load(path)
        expected = document["$invalidAt"]
        places = {place for error in schema.iter_errors(document) for place in refusals(error)}
        if not places:
            found.append(f"{path}: the schema accepts it; expected a refusal at {expected}")
        elif places != {expected}:
            found.append(f"{path}: the schema refuses it at {', '.join(sorted(places))}; expected only {expected}")

    differences, entries = vector_problems(folder, schema.schema)
    found += differences
    if not valid or not invalid or not entries:
        found.append(f"{folder}: {len(valid)} valid and {len(invalid)} invalid documents, and {entries} entries; "
                     "expected some of each")
    return found, len(valid), len(invalid), entries


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check-schema.py CONFIGS-FOLDER")
    found, valid, invalid, entries = problems(pathlib.Path(sys.argv[1]))
    for problem in found[:30]:
        print(problem)
    print(f"schema: {valid} valid and {invalid} invalid documents and {entries} entries checked, {len(found)} problems")
    sys.exit(1 if found else 0)


main()
