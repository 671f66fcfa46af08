"""Type-check the package for Apple's platforms, on Linux.

Usage: check-apple.py [PLATFORM[+tests|-tools]]...    macos ios tvos watchos catalyst; without arguments macos+tests ios watchos

Docs/Platforms.md states what this covers. "+tests" includes the tests, and for macOS the benchmarks; "-tools" leaves out what apps do
not link. If something that the check needs is not available, it says so and exits with status 0.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "apple"))
import package  # noqa: E402
import toolchain  # noqa: E402
import words  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / ".build/apple-platforms"
CONTROLS = pathlib.Path(__file__).parent / "apple/Controls"
BENCHMARKS = ROOT / "Tests/Benchmarks"
# Files to copy into an app, which have only what an app has: public declarations.
EXAMPLES = ROOT / "Docs/Examples"
EXAMPLE_PLATFORMS = ("macos", "ios", "catalyst")
ISOLATIONS = ([], ["-default-isolation", "MainActor"])
# On this platform, all libraries are checked as those of an XCFramework, whose modules are stable across compilers, and their
# public declarations are written for check-public-api.py.
EVOLUTION_PLATFORM = "ios"
SYMBOLS = CACHE / "symbols"
# The deployment target in their Package.swift.
BENCHMARKS_TRIPLE = "x86_64-apple-macosx15.0"
MOST_ERRORS = 20
TOOLS = {
    "FlagAnalysis", "FlagCode", "FlagImport", "FlagKeysGenerator", "FlagPublishing", "FlagReferences", "FlagServer",
    "FlagServerMicrohttpd", "MicrohttpdLoader", "DigestLoader", "ExampleApp", "ProcessSpawning", "flagctl",
}


class Check:
    """The check of one platform."""

    def __init__(self, tools, platform, targets, suffix):
        self.tools = tools
        self.platform = platform
        self.targets = [
            target for target in targets
            if (not is_for_tests(target) and not (suffix == "-tools" and target.name in TOOLS))
            or (is_for_tests(target) and suffix == "+tests" and (platform.name == "macos" or not target.path.is_relative_to(BENCHMARKS)))
        ]
        self.has_failed = False

    def run(self):
        self.tools.prepare(self.platform, *(toolchain.FOR_TESTS if any(map(is_for_tests, self.targets)) else ()))
        with tempfile.TemporaryDirectory(dir=self.tools.cache) as folder:
            self.modules = pathlib.Path(folder)
            self.module_maps = [self._module_map(target) for target in self.targets if target.c_sources]
            self._run_controls()
            for target in self.targets:
                started = time.monotonic()
                errors = self._errors(target)
                seconds = time.monotonic() - started
                self._report(target.name, f"{seconds:.1f} s", errors)
            if self.platform.name in EXAMPLE_PLATFORMS:
                for file in sorted(EXAMPLES.glob("*.swift")):
                    self._report(f"example {file.stem}", "", self._example_errors(file))

    def _report(self, name, note, errors):
        self.has_failed |= bool(errors)
        verdict = f"{len(errors)} errors" if errors else "ok"
        lines = [f"{self.platform.name:9} {name:30} {note:>7}  {verdict}"]
        lines += [f"    {error}" for error in errors[:MOST_ERRORS]]
        print("\n".join(lines), flush=True)

    def _module_map(self, target):
        file = self.modules / f"{target.name}.modulemap"
        headers = "".join(f'  header "{header}"\n' for header in sorted(target.includes.glob("*.h")))
        file.write_text(f"module {target.name} {{\n{headers}  export *\n}}\n", encoding="utf-8")
        return file

    def _errors(self, target):
        if target.c_sources:
            return self._c_errors(target)
        triple = BENCHMARKS_TRIPLE if target.path.is_relative_to(BENCHMARKS) else None
        arguments = [
            *self.tools.target(self.platform, triple), "-swift-version", "6", *target.flags, "-package-name", "package", "-enable-testing",
            "-DSWIFT_PACKAGE", "-Onone", "-module-name", target.name, "-I", self.modules,
            "-plugin-path", self.tools.root / "lib/swift/host/plugins",
        ]
        if self.platform.name == EVOLUTION_PLATFORM and target.is_library and target.name not in TOOLS:
            arguments.append("-enable-library-evolution")
        arguments += self._c_modules
        if not any(file.name == "main.swift" for file in target.sources):
            arguments.append("-parse-as-library")
        arguments += target.sources
        errors = self._swift_errors("-emit-sil", "-warnings-as-errors", "-emit-module-path",
                                    self.modules / f"{target.name}.swiftmodule", *arguments)
        if not errors and self.platform.is_narrow and not is_for_tests(target):
            errors = self._narrow_faults(arguments)
        if not errors and self.platform.name == EVOLUTION_PLATFORM and target.is_library and target.name not in TOOLS:
            errors = self._write_symbols(target)
        return errors

    def _write_symbols(self, target):
        """Writes the public declarations of a library. Returns errors."""
        folder = SYMBOLS / target.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        command = ["swift", "symbolgraph-extract", "-module-name", target.name, *self.tools.target(self.platform), "-I", self.modules,
                   *self._c_modules, *self.tools.places, "-minimum-access-level", "public", "-skip-synthesized-members",
                   "-output-dir", folder]
        done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.stdout.strip().splitlines()[-MOST_ERRORS:] if done.returncode else []

    @property
    def _c_modules(self):
        return [argument for file in self.module_maps for argument in ("-Xcc", f"-fmodule-map-file={file}")]

    def _example_errors(self, file):
        arguments = [*self.tools.target(self.platform), "-swift-version", "6", "-parse-as-library", "-module-name", "Example",
                     "-enable-upcoming-feature", "ExistentialAny", "-I", self.modules, *self._c_modules, file]
        return [error for isolation in ISOLATIONS for error in self._swift_errors("-emit-sil", "-warnings-as-errors", *isolation, *arguments)]

    def _swift_errors(self, *arguments):
        """The errors of the compiler, which continues to its intermediate language to find more of them."""
        done = self.tools.frontend("-o", os.devnull, *arguments)
        found = re.findall(r"^(\S[^\n]*?:\d+:\d+: error: .*)", done.stdout, re.MULTILINE)
        if done.returncode and not found:
            found = done.stdout.strip().splitlines()[-MOST_ERRORS:] or ["the compiler failed without a message"]
        return list(dict.fromkeys(line.replace(f"{ROOT}/", "") for line in found))

    def _narrow_faults(self, arguments):
        file = self.modules / "raw.sil"
        done = self.tools.frontend("-emit-silgen", "-Xllvm", "-sil-print-debuginfo", "-o", file, *arguments)
        if done.returncode:
            return done.stdout.strip().splitlines()[-MOST_ERRORS:]
        faults = words.narrow_faults(file.read_text(encoding="utf-8"))
        file.unlink()
        return [f"{path.replace(f'{ROOT}/', '')}:{row}:{column}: {reason}; use a type of 64 bits"
                for path, row, column, reason in faults]

    def _c_errors(self, target):
        command = ["clang", "-target", self.platform.triple, "-isysroot", self.tools.sdk, "-I", target.includes,
                   "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *target.c_sources]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return [line.replace(f"{ROOT}/", "") for line in done.stdout.splitlines() if ": error: " in line] or (
            [f"clang ended with status {done.returncode}"] if done.returncode else [])

    def _run_controls(self):
        """Proves that the check can fail: each control has one fault, and its first line names the expected error."""
        for file in sorted(CONTROLS.glob("*.swift")):
            first = file.read_text(encoding="utf-8").splitlines()[0]
            kind, _, expected = first.removeprefix("// ").partition(": ")
            if kind == "narrow" and not self.platform.is_narrow:
                continue
            arguments = [*self.tools.target(self.platform), "-swift-version", "6", "-parse-as-library", "-module-name",
                         "Control", file]
            found = self._swift_errors("-emit-sil", *arguments)
            if kind == "narrow" and not found:
                found = self._narrow_faults(arguments)
            if kind == "accepted":
                errors = found
            elif len(found) == 1 and expected in found[0]:
                errors = []
            else:
                errors = [f"expected one error with {expected!r}, and found {found}"]
            self._report(f"control {file.stem}", "", errors)


def is_for_tests(target):
    return target.path.is_relative_to(ROOT / "Tests")


def skip(reason):
    frame = "*" * 80
    print(f"{frame}\n* NOT CHECKED for Apple's platforms: {reason}\n{frame}")
    sys.exit(0)


def main():
    wanted = [re.fullmatch(r"(\w+)(\+tests|-tools)?", text) for text in sys.argv[1:] or ("macos+tests", "ios", "watchos")]
    if not all(match and match[1] in toolchain.PLATFORMS for match in wanted):
        sys.exit(__doc__.strip())
    try:
        tools = toolchain.Toolchain(CACHE, is_for_tests=any(match[2] == "+tests" for match in wanted))
        targets = package.targets(ROOT, BENCHMARKS)
        checks = [
            Check(tools, toolchain.PLATFORMS[match[1]], targets, match[2]) for match in wanted
        ]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(Check.run, checks))
    except toolchain.Unavailable as error:
        skip(error)
    sys.exit(1 if any(check.has_failed for check in checks) else 0)


main()
