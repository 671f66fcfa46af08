"""Find searches that are generic code of the standard library: they are slow on bytes and on long texts.

Usage: check-searches.py [FOLDER]    the folder with the objects of a debug build; that of `swift build --show-bin-path` by default

`firstRange(of:)`, `contains(_:)` for a text, `replacing(_:with:)` and others of the module _StringProcessing are not specialised for
the caller: they take about 2,000 instructions a byte. The objects of each target name the functions that they call, so this sees all
of them, and nothing else. RawSpan+Search.swift and StringProtocol+Bytes.swift have searches by bytes.
"""

import pathlib
import re
import subprocess
import sys

# The files whose texts are short, whatever the input is.
BOUNDED = {
    "ExampleApp/DocumentSource.swift": "an argument of the command line",
    "FlagAnalysis/AttributeFormRule.swift": "the value of an attribute that is the name of a store or a country",
    "FlagAnalysis/RequirementSuggestion.swift": "a requirement of limited length",
    "FlagAnalysis/StoreAttribute.swift": "the name of a store or a country",
}
FUNCTION = re.compile(r"_StringProcessing\):(?:\S*?)Swift\.\w+(?:<.*?>)?\.(\w+)")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else output("swift", "build", "--show-bin-path").strip()
    targets = {path.name for path in pathlib.Path("Sources").iterdir()}
    objects = [path for path in pathlib.Path(folder).glob("*.build/*.o") if path.parent.stem in targets]
    if not objects:
        sys.exit(f"{folder} has no objects of the targets in Sources; run swift build first")
    found, bounded = [], set()
    for path in sorted(objects):
        symbols = [line.split()[-1] for line in output("nm", "-u", str(path)).splitlines() if "17_StringProcessing" in line]
        if not symbols:
            continue
        name = f"{path.parent.stem}/{path.stem}"
        if name in BOUNDED:
            bounded.add(name)
            continue
        texts = output("swift", "demangle", "--compact", *symbols).splitlines()
        calls = sorted({match[1] if (match := FUNCTION.search(text)) else text for text in texts})
        found.append(f"Sources/{name}: {', '.join(calls)}")
    found += [f"{name} calls none of these functions any more; remove it from BOUNDED" for name in sorted(BOUNDED.keys() - bounded)]
    if found:
        sys.exit("\n".join(["generic searches of the standard library:", *found,
                            "use firstOffset(of:), firstRange(ofBytes:) or contains(bytesOf:)"]))
    print(f"searches: {len(objects)} objects call no generic search of the standard library, except for short texts")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


main()
