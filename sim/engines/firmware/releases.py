# SPDX-License-Identifier: MIT
"""Finds the firmware that the user has, and reads it.

It is a named file, PYPORTAL_FIRMWARE, or one of the user's own files, to which releases of
CircuitPython can be added and downloaded. A file that the board could not run is refused.

Source: Microsoft's UF2 specification. Each block of 512 bytes holds a piece of the flash.
"""

import os
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .wiring import WIRINGS

BLOCK, HEADER, MOST_DATA = 512, 32, 476
FIRST, SECOND, LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
NOT_FOR_FLASH, HAS_FAMILY = 0x0001, 0x2000
SAMD51 = 0x55114460
# The bootloader lies below the firmware, nvm above it.
START, END = 0x4000, 0xFE000
RAM, RAM_END = 0x2000_0000, 0x2004_0000
MAJORS = (9, 10)
# A UF2 that fills the flash has 2 MB.
MOST_BYTES = 16 << 20
_IDENTITY = re.compile(rb"Adafruit CircuitPython ([\w.+-]{1,40}) on ([\d-]+); ([^;\0]{1,60}?) with "
                       rb"(\w+)")


@dataclass(frozen=True)
class Firmware:
    """A firmware: `image` is the flash from START on, `board` the name of its board."""

    path: Path
    image: bytes = field(repr=False)
    identity: str
    version: str
    board: str

    @cached_property
    def digest(self) -> str:
        import hashlib

        return hashlib.sha256(self.image).hexdigest()

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    @property
    def order(self) -> tuple[Any, ...]:
        """A key that sorts versions: 10.0.3 after 10.0.3-rc.1 and 9.2.8."""
        number, _, rest = self.version.partition("-")
        parts = [int(part) for part in re.findall(r"\d+", number)]
        return parts, not rest, [part.zfill(8) if part.isdecimal() else part
                                 for part in rest.split(".")]


def read(path: Path) -> Firmware:
    """Return the firmware in a file. Raises ValueError, one sentence that names the file."""
    if path.exists() and not path.is_file():
        raise ValueError(f"cannot read the firmware {path}: it is no file, name a .uf2")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"{path} is too large for a firmware: choose a .uf2 for a PyPortal")
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"cannot read the firmware {path}: {error.strerror}") from None
    try:
        return parse(data, path)
    except Refused as reason:
        raise ValueError(f"{path} {reason}") from None


class Refused(Exception):
    """The reason for which a file is refused, without its name."""


def parse(data: bytes, path: Path) -> Firmware:
    """Raises Refused."""
    image = _image(_blocks(data))
    stack, start = (int.from_bytes(image[at:at + 4], "little") for at in (0, 4))
    if not (RAM < stack <= RAM_END and START < start < START + len(image) and start & 1):
        raise Refused("is damaged: no program starts at its beginning")
    found = _IDENTITY.search(image)
    if not found:
        raise Refused("holds no CircuitPython: choose an adafruit-circuitpython-pyportal file")
    version, _, board, _ = (part.decode("latin-1") for part in found.groups())
    if not re.match(r"\d+\.", version) or int(version.partition(".")[0]) not in MAJORS:
        raise Refused(f"holds CircuitPython {version}: versions 9 and 10 are supported")
    return Firmware(path, image, found[0].decode("latin-1"), version, board)


def _blocks(data: bytes) -> Any:
    """Return the blocks as rows of 128 words, after checking what each says of itself."""
    if len(data) < BLOCK or int.from_bytes(data[:4], "little") != FIRST:
        raise Refused("is not a UF2 file: choose a .uf2 for a PyPortal")
    rows = np.frombuffer(data, "<u4", len(data) // BLOCK * BLOCK // 4).reshape(-1, BLOCK // 4)
    total = int(rows[0, 6])
    if len(data) % BLOCK or len(rows) < total:
        raise Refused(f"is truncated: it has {len(data) // BLOCK} of {total} blocks, copy it again")
    marks = (rows[:, 0] == FIRST) & (rows[:, 1] == SECOND) & (rows[:, 127] == LAST)
    whole = marks & (rows[:, 5] == np.arange(len(rows))) & (rows[:, 6] == len(rows))
    if not whole.all():
        raise Refused(f"is damaged: block {int(np.argmin(whole))} is not a block of a UF2 file")
    return rows


def _image(rows: Any) -> bytes:
    """Return the content of the flash from START on."""
    rows = rows[rows[:, 2] & NOT_FOR_FLASH == 0]
    named = rows[rows[:, 2] & HAS_FAMILY != 0]
    others = named[named[:, 7] != SAMD51]
    if len(others):
        raise Refused(f"is for another chip, of the family 0x{int(others[0, 7]):08X}: a PyPortal "
                      "has a SAMD51")
    starts, sizes = rows[:, 3].astype(np.int64), rows[:, 4].astype(np.int64)
    wrong = (starts < START) | (starts + sizes > END)
    if wrong.any() or not len(rows):
        where = f"0x{int(starts[wrong][0]):08X}" if wrong.any() else "no address"
        raise Refused(f"is for another chip: it writes to {where}, where a PyPortal has no "
                      "firmware")
    if (sizes > MOST_DATA).any():
        raise Refused("is damaged: a block states more bytes than it has")
    image = bytearray(b"\xff" * (int((starts + sizes).max()) - START))
    for row, start, size in zip(rows, starts - START, sizes, strict=True):
        image[start:start + size] = row.tobytes()[HEADER:HEADER + size]
    return bytes(image)


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
    return fitting(read(place), board)


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
            yield read(path)
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
    return (f"get the .uf2 with `pyportal-sim firmware download VERSION`, or from {page} and name "
            f"it with firmware= or --firmware")


def add(path: Path) -> Firmware:
    """Copy a file to the user's. Raises ValueError for one that no simulated board runs."""
    firmware = read(path)
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
    return read(path)


def download(version: str, board: str = "pyportal", site: str = SITE,
             progress: Callable[[int, int], None] = lambda done, total: None) -> Firmware:
    """Download an official release and add it. `progress` is called with bytes done and in all.

    Raises ValueError, also when the site cannot be reached.
    """
    if not _VERSION.fullmatch(version) or int(version.partition(".")[0]) not in MAJORS:
        raise ValueError(f"{version!r} is no version of CircuitPython that is supported: name one "
                         "of 9 or 10, such as 10.0.3")
    if board not in WIRINGS:
        raise ValueError(f"board {board!r} is not simulated: choose one of {', '.join(WIRINGS)}")
    release = WIRINGS[board].release
    file = name(release, version)
    data = _fetch(f"{site}/bin/{release}/en_US/{file}", release, version, progress)
    try:
        fitting(parse(data, Path(file)), board)
    except Refused as reason:
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
