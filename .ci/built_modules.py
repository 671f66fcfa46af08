"""What "swift build" has built, for checks that call the compiler themselves."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def binaries():
    """The folder of what "swift build" has built."""
    build = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return pathlib.Path(build.stdout.strip())


def compiler_arguments():
    """The arguments with which the compiler finds the modules, those in C included."""
    folder = binaries()
    arguments = ["-I", folder / "Modules"]
    for module_map in sorted(folder.glob("*.build/module.modulemap")):
        # What the tool of a plugin uses is built twice.
        if module_map.parent.name.endswith("-tool.build"):
            continue
        arguments += ["-Xcc", f"-fmodule-map-file={module_map}"]
    return arguments
