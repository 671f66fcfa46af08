"""Build packages that use the plugin FlagKeys, as their authors do.

Usage: check-plugin.py [--scratch-path FOLDER]

Copies Tests/Consumers to a temporary folder: an app that uses the plugin, and depends on a package that uses it, too. Builds the app
and runs it, then builds it again and again: unchanged, after changes of its documents, with errors in them, and with a tool that is
given. Before, builds and runs an app whose code belongs to the main actor. If the system allows it, no build has a network.

The first build is from scratch, unless --scratch-path names the folder of a build of this package, whose modules it uses.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = "payments true\ndelay 0.5\ntitle Shop\ncountry AT\nstyle legacy\nrooms 3\n"
# What the app of the main actor prints at its first and at its second start; {} is the style that its user has.
SHOP_OUTPUT = """\
exposure: checkout.limits STATIC bundled user-7
exposure: checkout.style STATIC override user-7
exposure: theme STATIC app user-7
4 dark {} ["Pool"] AT ["Pool"] true
checkout.style ["legacy", "modern"] false
countries [] true
0
exposure: checkout.style STATIC override user-1
modern former
exposure: checkout.style STATIC override user-7
modern legacy
exposure: countries STATIC override user-7
["DE"]
"""
# A launch argument gives the first one; the override that the app has made then is kept.
SHOP_OUTPUTS = [SHOP_OUTPUT.format(style) for style in ("legacy", "modern")]
# Opens the loopback device of a new network namespace, which Foundation needs, and runs a command.
LOOPBACK = """
import fcntl, os, socket, struct, sys
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x41))
os.execvp(sys.argv[1], sys.argv[1:])
"""
COMPILED = re.compile(r"(?:Compiling|Linking|Emitting module) (?!plugin)(\S+)")


class Consumer:
    """A copy of the packages."""

    def __init__(self, folder, scratch_path):
        self.scratch_path = scratch_path
        self.app = folder / "KeysApp"
        self.sources = self.app / "Sources/KeysApp"
        self.library = folder / "KeysLibrary/Sources/KeysLibrary"
        offline = ["unshare", "--map-root-user", "--net", sys.executable, "-c", LOOPBACK]
        is_allowed = shutil.which("unshare") and subprocess.run([*offline, "true"], capture_output=True).returncode == 0
        self.prefix = offline if is_allowed else []
        self.environment = os.environ | {"VERSION_FLAGS": str(ROOT)}

    def run(self, *arguments):
        command = [*self.prefix, "swift", *arguments, "--package-path", str(self.app), "--scratch-path", str(self.scratch_path)]
        return subprocess.run(
            command, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)

    def give_generator(self, folder):
        """Copies the compiled tool, and gives it to the builds that follow."""
        compiled = next(self.scratch_path.glob("*/debug/FlagKeysGenerator-tool"))
        given = folder / "FlagKeysGenerator"
        shutil.copy(compiled, given)
        self.environment["FLAG_KEYS_GENERATOR"] = str(given)
        return given

    def build(self, what, succeeds=True):
        started = time.monotonic()
        done = self.run("build")
        print(f"{time.monotonic() - started:6.1f} s  {what}", flush=True)
        if (done.returncode == 0) != succeeds:
            raise SystemExit(f"{what}: the build {'failed' if succeeds else 'succeeded'}:\n{done.stdout[-4000:]}")
        if "warning:" in done.stdout:
            raise SystemExit(f"{what}: the build has warnings:\n{done.stdout[-4000:]}")
        return done.stdout

    def touch_manifest(self):
        """SwiftPM lists the files of a target again if the manifest changes."""
        manifest = self.app / "Package.swift"
        manifest.write_text(manifest.read_text(encoding="utf-8") + "// Changed.\n", encoding="utf-8")

    def change(self, path, old, new):
        text = path.read_text(encoding="utf-8")
        if old not in text:
            raise SystemExit(f"{path.name} does not contain {old!r}")
        path.write_text(text.replace(old, new), encoding="utf-8")


def expect(condition, what, output):
    if not condition:
        raise SystemExit(f"{what}:\n{output[-4000:]}")


def expect_error(output, path, line, message):
    """Expects an error, and none on another line, in the form that Xcode and SwiftPM show at the line."""
    found = re.findall(r"^(/\S+?):(\d+):\d+: error: (.*)", output, re.MULTILINE)
    is_only_line = {(found_path, found_line) for found_path, found_line, _ in found} == {(str(path), str(line))}
    has_message = any(message in text for _, _, text in found)
    expect(is_only_line and has_message, f"expected the error {message!r} at {path.name}:{line} alone", output)


def line_of(path, text):
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def check(consumer):
    document, program = consumer.sources / "shop.flags.json", consumer.sources / "KeysApp.swift"
    consumer.build("the first build")
    done = consumer.run("run", "--skip-build")
    # Diagnostics are among it, before or after: the store writes them on a thread of its own.
    expect(OUTPUT in done.stdout, "the app prints something else", done.stdout)
    output = consumer.build("nothing has changed")
    expect(set(COMPILED.findall(output)) <= {"FlagKeysGenerator-tool"}, "something was compiled again", output)

    document.touch()
    output = consumer.build("a document has a new date")
    expect(not COMPILED.search(output), "something was compiled again", output)

    consumer.change(document, '"delay": 1.5', '"delay": 2.5, "title": "new"')
    consumer.change(program, "print(\"title", "print(\"new \\(store[ShopFlags.title])\")\n        print(\"title")
    output = consumer.build("a document has a new setting")
    expect("KeysLibrary" not in COMPILED.findall(output), "another package was compiled again", output)
    done = consumer.run("run", "--skip-build")
    expect("new new\n" in done.stdout, "the app does not have the new setting", done.stdout)

    consumer.change(document, ', "title": "new"', "")
    output = consumer.build("a setting is removed", succeeds=False)
    expect_error(output, program, line_of(program, "ShopFlags.title"), "type 'ShopFlags' has no member 'title'")
    consumer.change(program, "print(\"new \\(store[ShopFlags.title])\")", "let delay: Double = store[ShopFlags.delay]; _ = delay")
    consumer.build("its use is removed")

    options = document.with_name("shop.flags.options.json")
    options.write_text('{ "access": "public" }\n', encoding="utf-8")
    library_use = consumer.sources / "Exported.swift"
    library_use.write_text("import FlagStore\n\npublic let exported: SettingKey<Bool> = ShopFlags.payments\n\n"
                           "@inlinable public func exportedDefault() -> Bool { ShopFlags.payments.defaultValue }\n", encoding="utf-8")
    consumer.touch_manifest()
    consumer.build("an option makes the keys public")
    options.write_text('{\n  "acess": "public"\n}\n', encoding="utf-8")
    output = consumer.build("an option is misspelt", succeeds=False)
    expect_error(output, options, 2, "did you mean \"access\"?")
    options.unlink()
    library_use.unlink()
    consumer.touch_manifest()

    consumer.change(document, '"delay": 2.5', '"delay": "long"')
    output = consumer.build("a setting has another type", succeeds=False)
    expect_error(output, program, line_of(program, "let delay"), "cannot convert value of type 'String'")
    consumer.change(document, '"delay": "long"', '"delay": { "type": "number", "defaultValue": true }')
    output = consumer.build("a default has the wrong type", succeeds=False)
    expect_error(output, document, line_of(document, "delay"), "the value is a boolean, expected a number as declared")
    consumer.change(document, '"payments": false,', '"payments": false')
    output = consumer.build("a document is not JSON", succeeds=False)
    expect_error(output, document, line_of(document, "delay"), "")
    consumer.change(document, '"payments": false', '"payments": false,')
    consumer.change(document, '"defaultValue": true', '"defaultValue": 2.5')

    given = consumer.give_generator(consumer.app.parent)
    consumer.change(document, '"defaultValue": 2.5', '"defaultValue": 3.5')
    output = consumer.build("the tool is given")
    expect("FlagKeysGenerator" not in COMPILED.findall(output), "the tool was compiled", output)
    done = consumer.run("run", "--skip-build")
    expect("delay 0.5" in done.stdout, "the app prints something else", done.stdout)
    given.unlink()
    consumer.change(document, '"defaultValue": 3.5', '"defaultValue": 2.5')
    output = consumer.build("the given tool is missing", succeeds=False)
    expect(str(given) in output, "no message", output)
    del consumer.environment["FLAG_KEYS_GENERATOR"]

    library = consumer.library / "Flags.json"
    consumer.change(library, '"rooms"', '"beds"')
    output = consumer.build("a document of the other package has another member", succeeds=False)
    file = consumer.library / "Library.swift"
    expect_error(output, file, line_of(file, "rooms"), "has no member 'rooms'")
    library.rename(library.with_name("settings.json"))
    consumer.touch_manifest()
    output = consumer.build("a target has no document", succeeds=False)
    expect("error: the target KeysLibrary uses the plugin FlagKeys, but has no document" in output, "no message", output)


def check_shop(folder, consumer):
    """An app whose code belongs to the main actor, and which uses what app teams otherwise write by hand."""
    shop = folder / "ShopApp"
    started = time.monotonic()
    command = [*consumer.prefix, "swift", "build", "--package-path", shop, "--scratch-path", consumer.scratch_path]
    done = subprocess.run(
        list(map(str, command)), env=consumer.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
    print(f"{time.monotonic() - started:6.1f} s  an app of the main actor", flush=True)
    expect(done.returncode == 0 and "warning:" not in done.stdout, "the app of the main actor does not compile", done.stdout)
    program = consumer.scratch_path / "debug/ShopApp"
    variables = {"SHOP_DIRECTORY": str(folder / "settings"), "FLAG_COUNTRIES": '["DE"]', "FLAG_CHECKOUT_STILE": "modern"}
    for number, expected in enumerate(SHOP_OUTPUTS, 1):
        arguments = ["--flag", "checkout.style=legacy"] if number == 1 else []
        done = subprocess.run([program, *arguments], env=os.environ | variables, text=True, capture_output=True, timeout=60)
        expect(done.returncode == 0 and done.stdout == expected, f"run {number} of the app of the main actor prints something else",
               done.stdout + done.stderr)
        expect('did you mean "FLAG_CHECKOUT_STYLE"?' in done.stderr, "standard error does not say which variable was meant", done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scratch-path", type=pathlib.Path)
    scratch_path = parser.parse_args().scratch_path
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        ignored = shutil.ignore_patterns(".build", ".swiftpm", "Package.resolved")
        shutil.copytree(ROOT / "Tests/Consumers", folder, dirs_exist_ok=True, ignore=ignored)
        consumer = Consumer(folder, scratch_path.resolve() if scratch_path else folder / "build")
        check_shop(folder, consumer)
        check(consumer)
        print(f"the plugin works, {'without' if consumer.prefix else 'and may have used'} a network")


if __name__ == "__main__":
    main()
