# SPDX-License-Identifier: MIT
"""Finds the firmware that the user has: a named file, PYPORTAL_FIRMWARE, or the user's own files,
to which releases of CircuitPython can be added and downloaded.
"""

import os
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from . import uf2
from .uf2 import Firmware
from .wiring import WIRINGS

VARIABLE = "PYPORTAL_FIRMWARE"
SITE = "https://downloads.circuitpython.org"
PAGE = "https://circuitpython.org/board/{}/"
_VERSION = re.compile(r"\d+\.\d+\.\d+(-\w+(\.\d+)?)?")
CHUNK = 1 << 15
TIMEOUT_S = 30


def folder() -> Path:
    """Return the folder of the user's firmware files."""
    from platformdirs import user_cache_path

    return user_cache_path("pyportal-sim", appauthor=False) / "firmware"


def find(board: str, named: str | os.PathLike[str] | None = None) -> Firmware:
    """Return the firmware for a board: the named file, or the newest version of a folder.

    Raises ValueError for a file that cannot be used, and if there is none.
    """
    if named is None:
        named = os.environ.get(VARIABLE) or None
    place = folder() if named is None else Path(named)
    if place.is_dir():
        return _newest(place, board)
    if named is None:
        raise ValueError(_advice(board))
    return fitting(uf2.read(place), board)


def fitting(firmware: Firmware, board: str) -> Firmware:
    """Raises ValueError if the firmware is another board's."""
    titles = WIRINGS[board].titles
    if firmware.board not in titles:
        raise ValueError(f"{firmware.path} is for the {firmware.board}: the board {board} takes "
                         f"one for the {' or the '.join(titles)}")
    return firmware


def readable(place: Path) -> Iterator[Firmware]:
    """Yield the firmwares in a folder that can be used."""
    for path in sorted(place.glob("*.[uU][fF]2")):
        try:
            yield uf2.read(path)
        except ValueError:
            continue


def _newest(place: Path, board: str) -> Firmware:
    fit = [each for each in readable(place) if each.board in WIRINGS[board].titles]
    if not fit:
        raise ValueError(f"{place} holds no firmware for the board {board}: {_remedy(board)}"
                         if place != folder() else _advice(board))
    return max(fit, key=lambda each: each.order)


def _advice(board: str) -> str:
    return f"there is no firmware for the board {board}: {_remedy(board)}"


def _remedy(board: str) -> str:
    page = PAGE.format(WIRINGS[board].release)
    return (f"get the .uf2 with `pyportal-sim firmware download`, or from {page} and name it with "
            f"firmware= or --firmware")


def add(path: Path) -> Firmware:
    """Copy a file to the user's. Raises ValueError for one that no simulated board runs."""
    firmware = uf2.read(path)
    known = {title: wiring.release for wiring in WIRINGS.values() for title in wiring.titles}
    if firmware.board not in known:
        raise ValueError(f"{path} is for the {firmware.board}, which is not simulated: "
                         f"{', '.join(WIRINGS)} are")
    return _keep(path.read_bytes(), name(known[firmware.board], firmware.version))


def name(release: str, version: str) -> str:
    return f"adafruit-circuitpython-{release}-en_US-{version}.uf2"


def _keep(data: bytes, file: str) -> Firmware:
    path = folder() / file
    temporary = path.with_name(f".{file}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)
    return uf2.read(path)


def download(version: str, board: str = "pyportal", site: str = SITE,
             progress: Callable[[int, int], None] = lambda done, total: None) -> Firmware:
    """Download an official release and add it. `progress` is called with bytes done and in all.

    Raises ValueError, also when the site cannot be reached.
    """
    if not _VERSION.fullmatch(version) or int(version.partition(".")[0]) not in uf2.MAJORS:
        raise ValueError(f"{version!r} is no version of CircuitPython that is supported: name one "
                         "of 9 or 10, such as 10.0.3")
    if board not in WIRINGS:
        raise ValueError(f"board {board!r} is not simulated: choose one of {', '.join(WIRINGS)}")
    release = WIRINGS[board].release
    file = name(release, version)
    data = _fetch(f"{site}/bin/{release}/en_US/{file}", release, version, progress)
    try:
        fitting(uf2.parse(data, Path(file)), board)
    except uf2.Refused as reason:
        raise ValueError(f"{file}, as downloaded from {site}, {reason}") from None
    return _keep(data, file)


def _fetch(url: str, release: str, version: str, progress: Callable[[int, int], None]) -> bytes:
    page, site = PAGE.format(release), url.split("/bin/", maxsplit=1)[0]
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            total, data = int(answer.headers.get("Content-Length") or 0), bytearray()
            while piece := answer.read(CHUNK):
                data += piece
                progress(len(data), total)
    except urllib.error.HTTPError as error:
        raise ValueError(f"{site} has no CircuitPython {version} for the {release} (error "
                         f"{error.code}): {page} lists what there is") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise ValueError(f"cannot reach {site} ({reason}): get the file from {page} where there is "
                         "a network, and add it with `pyportal-sim firmware add FILE`") from None
    if total and len(data) < total:
        raise ValueError(f"{url} broke off after {len(data)} of {total} bytes: try again")
    return bytes(data)
