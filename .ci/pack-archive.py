"""Pack a folder. The same files give the same archive.

Usage: pack-archive.py FOLDER ARCHIVE

The archive contains the folder itself. Owners, times and the order of the files do not depend on the machine; of the permissions,
only whether the owner may execute a file.
"""

import gzip
import pathlib
import sys
import tarfile

# The first second of the year 2000. Some tools complain about 0.
TIME = 946684800


def normalized(member):
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = TIME
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: pack-archive.py FOLDER ARCHIVE")
    folder, archive = map(pathlib.Path, sys.argv[1:])
    with open(archive, "wb") as file, gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=file, mtime=0) as compressed:
        with tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as content:
            for path in [folder, *sorted(folder.rglob("*"))]:
                content.add(path, arcname=path.relative_to(folder.parent).as_posix(), recursive=False, filter=normalized)


main()
