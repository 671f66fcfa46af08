"""Check that generated Swift code compiles, follows swift-format's style, and is deterministic.

Usage: check-generated-code.py    after "swift build"

Generates keys from all documents of Configs and of Tests/GeneratedCode that have no errors, each with a namespace of its own, and
compiles all files at once, in the Swift 5 and 6 modes and for both default isolations, with FlagStore and nothing else. The app
Tests/Consumers/ShopApp, whose code belongs to the main actor, is compiled in the same ways. A document of 10,000 settings is compiled in
the Swift 6 mode.
"""

import pathlib
import subprocess
import sys
import tempfile

import built_modules

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLE = ROOT / "Configs/swift-format.json"
# Examples of errors that "flagctl check" finds, and files that are not settings documents.
WITHOUT_CODE = {
    "Configs/backend/hotels.json", "Configs/release-checks/misspelt-member/settings.json", "Configs/app.expectations.json",
    "Configs/signing/trust.json", "Configs/import/template.json",
    "Configs/import/config_v6.json", "Configs/import/mistakes.json",
}
STRICT = [
    "-warnings-as-errors", "-strict-memory-safety", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
]


def documents():
    """The documents with correct code, in order."""
    folders = [ROOT / "Configs", ROOT / "Tests/GeneratedCode"]
    for path in sorted(path for folder in folders for path in folder.rglob("*.json")):
        name = str(path.relative_to(ROOT))
        is_other = path.name.endswith(".schema.json") or path.name == "swift-format.json"
        if not is_other and name not in WITHOUT_CODE and not name.startswith("Configs/invalid/"):
            yield path


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)


def many_settings(folder):
    """A document of 10,000 settings in 100 groups, of all types."""
    values = ["true", "12", "0.5", '"text"', '["a", "b"]', '{ "defaultValue": { "rooms": 1, "names": ["x"] } }']
    settings = [f'"group-{i % 100}.setting-{i}": {values[i % len(values)]}' for i in range(10_000)]
    path = folder / "Many.json"
    path.write_text("{\n" + ",\n".join(settings) + "\n}\n", encoding="utf-8")
    return path


def main():
    flagctl = built_modules.binaries() / "flagctl"
    if not flagctl.exists():
        sys.exit(f"{flagctl} does not exist; run swift build first")
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = []
        for number, path in enumerate([*documents(), many_settings(folder)]):
            for access in ("internal", "public") if number % 3 == 0 else ("internal",):
                namespace = f"Flags{number}{access.title()}"
                command = [flagctl, "generate", "swift", "--access", access, "--namespace", namespace, path]
                done = run(*command)
                if done.returncode or done.stderr:
                    problems.append(f"{path}: {done.stderr.strip()}")
                    continue
                if run(*command).stdout != done.stdout:
                    problems.append(f"{path}: two runs give different code")
                files.append(folder / f"{namespace}.swift")
                files[-1].write_text(done.stdout, encoding="utf-8")
        shop = ROOT / "Tests/Consumers/ShopApp/Sources/ShopApp"
        run(flagctl, "generate", "swift", "--output", folder / "Flags.swift", shop / "Flags.json")
        formatted = [file for file in files if file.stat().st_size < 500_000]
        lint = run("swift", "format", "lint", "--strict", "--configuration", STYLE, *formatted)
        problems += lint.stderr.splitlines()
        for file in formatted:
            if run("swift", "format", "--configuration", STYLE, file).stdout != file.read_text(encoding="utf-8"):
                problems.append(f"{file.name}: swift-format changes the code")
        arguments = [
            "-typecheck", "-parse-as-library", "-module-name", "Keys", *built_modules.compiler_arguments(),
        ]
        main_actor = ["-default-isolation", "MainActor"]
        app = [shop / "ShopApp.swift", folder / "Flags.swift"]
        builds = [("6", STRICT, files)]
        for mode in ("5", "6"):
            for isolation in ([], main_actor):
                builds += [(mode, isolation, formatted), (mode, [*isolation, "-warnings-as-errors"], app)]
        for mode, options, compiled in builds:
            done = run("swiftc", *arguments, "-swift-version", mode, *options, *compiled)
            if done.returncode or "warning:" in done.stderr:
                problems.append(f"in mode {mode} {' '.join(options)}:\n{done.stderr[:4000]}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(files)} generated files compile in the modes 5 and 6 and for both isolations, and follow the style")


if __name__ == "__main__":
    main()
