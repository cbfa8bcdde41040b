# SPDX-License-Identifier: MIT
"""Builds the page that is a PyPortal, build/site: static files for any web server.

It has what lies in web/, the board's facts, the built core, and the drive as it lies on a board.
"""

import argparse
import hashlib
import json
import sys
import zipfile
from pathlib import Path, PurePosixPath

from sim.engines.python.sources import mpy
from sim.errors import UserError
from tools import boardfacts, firmware
from tools.release import zipped
from tools.stage import DRIVE, ROOT, StageError, library, stage

SOURCES = ROOT / "web"
# What the page imports of the worker's modules.
SHARED = "board/facts.js", "board/mailbox.js"
SITE = ROOT / "build" / "site"
CORE = ROOT / "build" / "core" / "core.wasm"
FOR_NODE = ("package.json",)
PAGE, END_OF_HEAD = "index.html", b"</head>"
# The file that lists the others, for the service worker: that it changes makes a page look anew.
LIST = "offline-files.js"
# What the site's host may read and none gives out: the headers to send.
HEADERS = "_headers"
NOT_KEPT = "offline.js", HEADERS


def build() -> dict[str, bytes]:
    """The site's files by path. Raises ValueError without a core, else as `around`."""
    if not CORE.is_file():
        raise ValueError(f"{CORE} is missing: the page runs it")
    return around(CORE.read_bytes())


def around(core: bytes) -> dict[str, bytes]:
    """The files of a site with this core. Raises as `firmware.files`."""
    stage(DRIVE)
    files = sources() | {
        "board/facts.js": boardfacts.script().encode(),
        "core.zip": zipped({"core.wasm": core}),
        "drive.zip": solid("drive", firmware.files(DRIVE) | companions()),
    }
    files[PAGE] = with_preloads(files[PAGE], files)
    return files | {LIST: listing(files)}


def solid(name: str, files: dict[str, bytes]) -> bytes:
    """A zip in a zip: a browser unpacks one stream much sooner than one for each file."""
    return zipped({name: zipped(files, zipfile.ZIP_STORED)})


def companions() -> dict[str, bytes]:
    """For programs that are dropped onto the page, compiled as the drive's own libraries are."""
    found: dict[str, bytes] = {}
    for packages in boardfacts.COMPANIONS.values():
        for module, package in packages.items():
            for name, path in library(module, package).items():
                compiled = mpy.compiled(path.read_bytes(), f"/lib/{name}")
                found[f"lib/{PurePosixPath(name).with_suffix('.mpy')}"] = compiled
    return found


def sources() -> dict[str, bytes]:
    paths = (path for path in sorted(SOURCES.rglob("*")) if path.is_file())
    named = ((path.relative_to(SOURCES).as_posix(), path) for path in paths)
    return {name: path.read_bytes() for name, path in named if name not in FOR_NODE}


def with_preloads(page: bytes, files: dict[str, bytes]) -> bytes:
    """A browser finds a module that another imports when that one is here: it is told of all."""
    names = [name for name in sorted(files) if name.startswith("page/") or name in SHARED]
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)
    return page.replace(END_OF_HEAD, links.encode() + END_OF_HEAD)


def listing(files: dict[str, bytes]) -> bytes:
    """A script for the service worker: the files, and a version that stands for their bytes."""
    version = hashlib.sha256()
    for name in sorted(files):
        version.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    names = [name for name in sorted(files) if name not in NOT_KEPT]
    return (f"const VERSION = {json.dumps(version.hexdigest()[:16])};\n"
            f"const FILES = {json.dumps(names, indent=1)};\n").encode()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--into", type=Path, default=SITE, metavar="DIR", help="another folder")
    folder = parser.parse_args(arguments).into
    try:
        files = build()
        firmware.write(files, folder)
    except (StageError, UserError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes, "
          "for any web server; make web-play opens it here")
    return 0


if __name__ == "__main__":
    sys.exit(main())
