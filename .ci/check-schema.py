"""Validate the example documents and expectations against their JSON Schemas in Configs.

Usage: check-schema.py CONFIGS-FOLDER

Every document in the folder must be valid. Every document in its folder `invalid` must be rejected exactly at the location that
its member `$invalidAt` names (a JSON pointer), so that it cannot be rejected for another reason.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator


def refusals(error):
    """The locations of an error and of its causes."""
    yield "".join(f"/{part}" for part in error.absolute_path)
    for cause in error.context:
        yield from refusals(cause)


def problems(folder):
    """The problems, one sentence each, and the numbers of valid and invalid documents."""
    schema = json.loads((folder / "settings.schema.json").read_bytes())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    found = []

    # swift-format.json is the configuration of the formatter, not a document of settings.
    valid = [path for path in sorted(folder.glob("*.json"))
             if not path.name.endswith((".schema.json", ".expectations.json")) and path.name != "swift-format.json"]
    for path in valid:
        for error in validator.iter_errors(json.loads(path.read_bytes())):
            found.append(f"{path}: valid document refused at {error.json_path}: {error.message}")

    expectations = json.loads((folder / "expectations.schema.json").read_bytes())
    Draft202012Validator.check_schema(expectations)
    for path in sorted(folder.glob("**/*.expectations.json")):
        for error in Draft202012Validator(expectations).iter_errors(json.loads(path.read_bytes())):
            found.append(f"{path}: refused at {error.json_path}: {error.message}")

    invalid = sorted((folder / "invalid").glob("*.json"))
    for path in invalid:
        document = json.loads(path.read_bytes())
        expected = document["$invalidAt"]
        places = {place for error in validator.iter_errors(document) for place in refusals(error)}
        if not places:
            found.append(f"{path}: the schema accepts it; expected a refusal at {expected}")
        elif places != {expected}:
            found.append(f"{path}: refused at {', '.join(sorted(places))}; expected only {expected}")

    if not valid or not invalid:
        found.append(f"{folder}: {len(valid)} valid and {len(invalid)} invalid documents; expected some of each")
    return found, len(valid), len(invalid)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check-schema.py CONFIGS-FOLDER")
    found, valid, invalid = problems(pathlib.Path(sys.argv[1]))
    for problem in found:
        print(problem)
    print(f"schema: {valid} valid and {invalid} invalid documents checked, {len(found)} problems")
    sys.exit(1 if found else 0)


main()
