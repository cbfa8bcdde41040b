# SPDX-License-Identifier: MIT
"""Builds the page that is a PyPortal, build/site: static files for any web server.

It has what lies in web/, the board's facts, chip.wasm, and the drive as it lies on a board. With
`--firmware FILE.uf2` it has that firmware too, with `--carried` the official one that
tools/carried.toml pins, and its licence, with `--own` the newest of the user's; else the page asks
its visitors for one. The page's
link to the project leads to `--project`, else to where the checkout was cloned from. A shared link
shows its picture everywhere if `--address` says where the site will be.
"""

import argparse
import base64
import gzip
import hashlib
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from PIL import Image

from sim import output
from sim.engines.firmware import chip, releases
from sim.engines.firmware.wiring import WIRINGS
from sim.engines.python.program import mpy
from sim.errors import UserError
from tools import boardfacts, carried, firmware
from tools.release import zipped
from tools.stage import DRIVE, ROOT, StageError, library, stage

SOURCES = ROOT / "web"
# The worker's module that the page imports.
SHARED = "board/facts.js"
SITE = ROOT / "build" / "site"
FOR_NODE = ("package.json",)
PAGE, END_OF_HEAD = "index.html", b"</head>"
PICTURE = "preview.png"
# The licence of the firmware that the site carries, beside it.
NOTICE = "circuitpython-licence.txt"
START = Path(__file__).with_name("start.mjs")
NODE = "install Node.js and build the page again"
SLOW = "each visitor's board boots by itself, which takes some seconds"
LONGEST_START_S = 300
# A game that the page shows while it has no firmware.
FILM = ROOT / "docs" / "game" / "play.gif"
REMOTE = re.compile(r"(?:https://(?:[^@/]*@)?|git@|ssh://git@)(?P<host>[\w.-]+)[:/]"
                    r"(?P<path>[\w./~-]+?)(?:\.git)?/?")
WEB_ADDRESS = re.compile(r"https?://[\w.-]+(:\d{1,5})?(/[^\s\"<>]*)?")
# The file that lists the others, for the service worker: that it changes makes a page look anew.
LIST = "offline-files.js"
# Headers for the site's host to send; the host does not serve this file.
HEADERS = "_headers"
NOT_KEPT = "offline.js", HEADERS
# Files that others look for by these names. All else is in a folder named by its version, so that
# an open page finds its own files, or none, when the site has newer ones.
AT_ROOT = frozenset((PAGE, PICTURE, "icon.svg", "manifest.webmanifest", *NOT_KEPT))
REFERENCE = re.compile(r'((?:href|src)=")([^"#:]+)(?=")')


def build(uf2_file: Path | None = None, project: str = "", address: str = "") -> dict[str, bytes]:
    """The site's files by path, with the firmware in a file.

    Raises ValueError for a file that no PyPortal runs; else as `around`.
    """
    if uf2_file:
        fits(releases.read(uf2_file))
    return published(gathered(chip.PATH.read_bytes(), uf2_file, project, address))


def fits(firmware: releases.Firmware) -> None:
    """Raises ValueError if it is for none of the boards that the page can be."""
    others = [name for name in boardfacts.OTHERS if firmware.board in WIRINGS[name].titles]
    releases.fitting(firmware, others[0] if others else boardfacts.BOARD)


def gathered(wasm: bytes, uf2_file: Path | None = None, project: str = "",
             address: str = "") -> dict[str, bytes]:
    """The files for a site with this chip.wasm. Raises as `firmware.files`."""
    stage(DRIVE)
    own = {"chip": hashlib.sha256(wasm).hexdigest()[:16], "firmware": bool(uf2_file),
           "project": project}
    drive = firmware.files(DRIVE) | companions()
    files = sources() | {"chip.wasm": wasm, "drive.zip": solid("drive", drive),
                         PICTURE: picture()}
    if not uf2_file:
        files["film.gif"] = FILM.read_bytes()
    else:
        start = started(wasm, uf2_file, drive)
        own |= {"start": start["name"], "clock": start["clock"]} if start else {}
        files |= {"start.bin": start["snapshot"]} if start else {}
        files["firmware.zip"] = zipped({uf2_file.name: uf2_file.read_bytes()})
    files[SHARED] = boardfacts.script(site=own).encode()
    files[PAGE] = with_address(with_preloads(files[PAGE], files), address)
    return files


def published(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same files, most of them in the folder of their version, and the list of them."""
    version = version_of(files)
    moved = {name if name in AT_ROOT else f"{version}/{name}": data for name, data in files.items()}
    page = REFERENCE.sub(lambda found: found[0] if f"{version}/{found[2]}" not in moved
                         else f"{found[1]}{version}/{found[2]}", files[PAGE].decode())
    moved[PAGE] = page.encode()
    return moved | {LIST: listing(moved, version)}


def started(wasm: bytes, uf2_file: Path, drive: dict[str, bytes]) -> dict[str, Any] | None:
    """Return the start of the game on a board without saved data: its name, its clock, a snapshot.

    None without node, and for a board that cannot be booted: then each visitor's boots.
    """
    node = shutil.which("node")
    if not node:
        print(f"{SLOW}: for a faster start, {NODE}", file=sys.stderr)
        return None
    given = {"chip": text(wasm), "uf2": text(uf2_file.read_bytes()), "facts": boardfacts.facts(),
             "files": {name: text(data) for name, data in drive.items()},
             "sum": hashlib.sha256(wasm).hexdigest()[:16]}
    ran = subprocess.run([node, START], input=json.dumps(given), capture_output=True, text=True,
                         check=False, timeout=LONGEST_START_S)
    start = json.loads(ran.stdout) if ran.returncode == 0 else {"snapshot": None}
    if not start["snapshot"]:
        print(f"{SLOW}: with {uf2_file.name} it did not start here", file=sys.stderr)
        return None
    return start | {"snapshot": gzip.compress(base64.b64decode(start["snapshot"]), mtime=0)}


def picture() -> bytes:
    """Return a PNG of the middle of the film, twice as large, for links and where nothing moves."""
    drawn = io.BytesIO()
    with Image.open(FILM) as film:
        film.seek(film.n_frames // 2)  # type: ignore[attr-defined]
        size = 2 * film.width, 2 * film.height
        film.convert("RGB").resize(size, Image.Resampling.NEAREST).save(drawn, "PNG")
    return drawn.getvalue()


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def solid(name: str, files: dict[str, bytes]) -> bytes:
    """A zip in a zip: a browser unpacks one stream much sooner than one for each file."""
    return zipped({name: zipped(files, zipfile.ZIP_STORED)})


def companions() -> dict[str, bytes]:
    """Return the libraries for programs dropped onto the page, compiled as the drive's own are."""
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
    """List all modules in the page's head, since a browser finds an import only once it has loaded
    the module that names it.
    """
    names = [name for name in sorted(files) if name.startswith("page/") or name == SHARED]
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)
    links += '<link rel="preload" href="film.gif" as="image">\n' if "film.gif" in files else ""
    return page.replace(END_OF_HEAD, links.encode() + END_OF_HEAD)


def with_address(page: bytes, address: str) -> bytes:
    """Sites that show a link's picture look for it by its whole address."""
    whole = address.rstrip("/") + "/" + PICTURE if address else PICTURE
    return page.replace(f'content="{PICTURE}"'.encode(), f'content="{html.escape(whole)}"'.encode())


def origin() -> str:
    """Return the web address that the checkout was cloned from; "" for none."""
    try:
        ran = subprocess.run(["git", "remote", "get-url", "origin"], cwd=ROOT, capture_output=True,
                             text=True, check=False)
    except OSError:
        return ""
    found = REMOTE.fullmatch(ran.stdout.strip())
    return f"https://{found['host']}/{found['path']}" if found else ""


def version_of(files: dict[str, bytes]) -> str:
    """A name that stands for the bytes of all files."""
    version = hashlib.sha256()
    for name in sorted(files):
        version.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return version.hexdigest()[:16]


def listing(files: dict[str, bytes], version: str) -> bytes:
    """A script for the service worker, which names the version and its files."""
    names = [name for name in sorted(files) if name not in NOT_KEPT]
    return (f"const VERSION = {json.dumps(version)};\n"
            f"const FILES = {json.dumps(names, indent=1)};\n").encode()


def with_firmware(given: argparse.Namespace, project: str, address: str) -> dict[str, bytes]:
    """Return the site's files with the firmware that the arguments ask for.

    Raises ValueError as `build` and `carried.get`.
    """
    pin = carried.pinned()
    if given.carried and pin.sha256:
        found = carried.get(pin, *given.downloads)
        return build(found.file, project, address) | {NOTICE: found.notice.encode()}
    if given.carried:
        mark = "::warning::" if "GITHUB_ACTIONS" in os.environ else ""
        print(f"{mark}the page has no firmware, as {carried.PINS.name} pins no digest: `python -m "
              f"tools.carried {pin.version}` fills it in", file=sys.stderr)
    own = of_user(pin.version) if given.own and not given.firmware else None
    return build(given.firmware or own, project, address)


def of_user(version: str) -> Path | None:
    """Return the newest of the user's firmwares; offers to download one where there is none."""
    try:
        return releases.find(boardfacts.BOARD).path
    except ValueError:
        if os.environ.get(releases.VARIABLE):
            raise
    return offered(version)


def offered(version: str) -> Path | None:
    if not sys.stdin.isatty():
        print("the page plays a film and asks for CircuitPython, as you have none: "
              f"`.venv/bin/python -m sim firmware download {version}` gets it", file=sys.stderr)
        return None
    answer = input("The page needs CircuitPython, and you have none: download "
                   f"{version} (1 MB) from circuitpython.org? [Y/n] ")
    if answer.strip().lower() not in ("", "y", "yes"):
        return None
    try:
        return releases.download(version, boardfacts.BOARD).path
    except ValueError as error:
        output.complain(error)
        return None


def require_ours(folder: Path) -> None:
    """Raise UserError for a folder outside build/ that holds files: they are removed."""
    is_ours = folder.resolve().is_relative_to(SITE.parent)
    if not is_ours and folder.is_dir() and any(folder.iterdir()):
        raise UserError(f"{folder} holds files: name a new or an empty folder")


def web_address(text: str) -> str:
    """Return a whole address on the web, "" for none. Raises ArgumentTypeError for another text."""
    if text and not WEB_ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole address, such as https://example.org/pyportal/")
    return text


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--into", type=Path, default=SITE, metavar="DIR", help="another folder")
    parser.add_argument("--firmware", type=Path, metavar="FILE.uf2",
                        help="CircuitPython for the PyPortal, to put into the site")
    parser.add_argument("--carried", action="store_true", help="the one of tools/carried.toml")
    parser.add_argument("--downloads", nargs=2, default=(releases.SITE, carried.SOURCES),
                        metavar="URL", help="the hosts of releases and sources")
    parser.add_argument("--own", action="store_true", help="the newest of your own")
    parser.add_argument("--project", default="", type=web_address, metavar="URL",
                        help="the project's page")
    parser.add_argument("--address", default="", type=web_address, metavar="URL",
                        help="where the site will be")
    given = parser.parse_args(arguments)
    folder = given.into
    try:
        require_ours(folder)
        files = with_firmware(given, given.project or origin(), given.address)
        firmware.write(files, folder)
    except (StageError, UserError, ValueError) as error:
        output.complain(error)
        return 1
    print(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes, "
          "for any web server; make web-play opens it here")
    return 0


if __name__ == "__main__":
    sys.exit(output.run(main))
