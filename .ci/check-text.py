"""Find text that is cut or compared by characters where arguments, names, paths, addresses and fields are read.

Usage: check-text.py [--list]

A `Character` of Swift is a letter with all combining marks after it, and `hasPrefix`, `split` and `==` of strings compare
characters: `p=` before a combining mark has no `=`, and two spellings of a letter are equal. Such text is cut with
`parts(separatedBy:)`, `divided(at:)`, `starts(withBytesOf:)` and their like, which compare bytes. Files in `OWN_TEXT` cut text that
this program wrote, or text for people. `--list` prints every place, also those.
"""

import pathlib
import re
import sys

CHARACTER = r'"(?:[^"\\]|\\.)"'
FORMS = [
    (re.compile(r'\.(?:split|firstIndex|lastIndex|firstRange|trimmingPrefix)\((?:separator: |of: )"'), "cuts at characters"),
    (re.compile(rf"\.(?:prefix|suffix|drop|dropLast|first|last|contains|allSatisfy)(?:\((?:while|where): ?)? ?{{ ?\$0 [!=]= {CHARACTER}"),
     "compares characters"),
    (re.compile(r"\.has(?:Prefix|Suffix)\("), "compares characters"),
    (re.compile(rf"\.(?:first|last) ?[!=]= {CHARACTER}"), "compares a character"),
    (re.compile(r'\.contains\("(?:://|[=:/@?#;&])"\)'), "searches for characters"),
    (re.compile(r"\bCharacter\b"), "is about characters"),
    (re.compile(r"\.(?:path|document|environment) [!=]= (?:\$0\.|\w+\.)?(?:path|document|environment)\b"),
     "compares names by canonical equivalence"),
    (re.compile(r"\.name == given\.name\b|\[(?:given|app)\.(?:name|identifier)\]"), "compares names by canonical equivalence"),
]
# Bytes and scalars are compared exactly, and so are the words of a list.
EXACT = re.compile(r"\.(?:utf8|unicodeScalars)\b[^,;]*$")

# Where arguments, names, paths, addresses and fields are read.
FOLDERS = [
    "flagctl", "FlagImport", "FlagPublishing", "FlagReaders", "FlagReferences", "FlagServer", "FlagServerMicrohttpd", "FlagSigning",
    "FlagStore", "FlagStoreCurl", "FlagStoreTrust", "FlagStoreURLSession"]
# Files whose text is the program's own, or has been checked to be ASCII, with the reason.
OWN_TEXT = {
    "Sources/FlagReferences/Completeness/EntryPoints.swift": "names of modules in this program",
    "Sources/FlagReferences/Completeness/KnownTypes.swift": "names of types in this program",
    "Sources/FlagReferences/References/CodeType.swift": "digits of a literal of Swift",
    "Sources/FlagReferences/Tokens/SwiftStringValue.swift": "single scalars of a literal of Swift",
    "Sources/FlagSigning/PEM.swift": "white space around lines, which are then compared as a whole",
    "Sources/FlagStore/Platform/AppPhase.swift": "the path of the app's own bundle",
    "Sources/flagctl/CommandLine/ArgumentParser.swift": "the letter of an option is one scalar",
    "Sources/flagctl/CommandLine/Command.swift": "the letter of an option is one scalar",
    "Sources/flagctl/CommandLine/Option.swift": "the letter of an option is one scalar",
    "Sources/flagctl/CommandLine/OptionDeclaration.swift": "the letter of an option is one scalar",
    "Sources/flagctl/Commands/Completion/ZshCompletion.swift": "options and summaries of this program",
    "Sources/flagctl/Commands/Findings/RuleExplanation.swift": "examples of rules of this program",
    "Sources/flagctl/Commands/Manual/ManualPage.swift": "summaries of this program",
    "Sources/flagctl/Commands/Manual/Troff.swift": "pages of this program",
    "Sources/flagctl/Commands/Readers/RecordedCode.swift": "names of types of Swift",
    "Sources/flagctl/Commands/Release/ReleaseReport+HTML.swift": "rows that this program has indented",
    "Sources/flagctl/Commands/Release/ReleaseReport+Text.swift": "rows that this program has indented",
    "Sources/flagctl/Commands/Signing/SignCommand.swift": "a unit with a combining mark is no unit",
    "Sources/flagctl/Commands/Test/ExpectationReader.swift": "whether a name has anything but blanks",
    "Sources/flagctl/Input/GlobPattern.swift": "scalars, which are compared exactly",
    "Sources/flagctl/Output/NarrowTable.swift": "text for people is wrapped at characters",
    "Sources/flagctl/Output/WrappedText.swift": "text for people is wrapped at characters",
}


def code(line):
    """The line without its comment."""
    return re.sub(r"(?:^|\s)//.*", "", line)


def places(root):
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.swift")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for form, problem in FORMS:
                found = form.search(code(line))
                if found and not EXACT.search(line[:found.start()]):
                    yield path.as_posix(), number, problem, line.strip()
                    break


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    found = [(path.removeprefix(f"{root.as_posix()}/"), *rest) for path, *rest in places(root / "Sources")]
    if "--list" in sys.argv:
        for path, number, problem, line in found:
            print(f"{path}:{number}: {problem}: {line}")
        return
    bad = [place for place in found if place[0] not in OWN_TEXT]
    for path, number, problem, line in bad:
        print(f"{path}:{number}: {problem}: {line}", file=sys.stderr)
    unused = sorted(set(OWN_TEXT) - {place[0] for place in found})
    for path in unused:
        print(f"{path}: is listed in OWN_TEXT, and cuts no text by characters", file=sys.stderr)
    if bad or unused:
        sys.exit("cut text by its bytes, as StringProtocol+Bytes.swift does, or list the file with a reason")
    print(f"{len(found)} places that cut text by characters, all of them in {len(OWN_TEXT)} files with text of their own")


if __name__ == "__main__":
    main()
