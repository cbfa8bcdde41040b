# SPDX-License-Identifier: MIT
"""Finds a module's text: on the drive, in a library that the board's firmware has in it, or, for a
drive without a lib folder (a bare program file), in one that is installed on this computer.
"""

import posixpath
from pathlib import Path
from typing import NamedTuple

from ..board.boards import Board
from ..drive.drive import Drive
from . import libraries

FROZEN = ".frozen"


class Found(NamedTuple):
    """`path` is set for a package. `form` is how the board has it: as "source", "compiled" or
    "frozen" into its firmware.
    """

    source: bytes
    file: str
    path: tuple[str, ...] | None = None
    form: str = "source"


class Finder:
    """For the programs of a board that start from a drive."""

    def __init__(self, drive: Drive, board: Board):
        self._drive = drive
        self._board = board
        self._own_form = "compiled" if drive.is_to_be_compiled else "source"

    def find(self, folder: str, name: str) -> Found | None:
        """In a folder of `sys.path` or of a package. Raises ImportError for an .mpy file that does
        not belong to its source, OSError for a file that cannot be read.
        """
        base = f"{folder}/{name}" if folder not in ("", "/") else name
        if folder.startswith(FROZEN):
            return self._frozen(base)
        return self._on_drive(base) or self._borrowed(base)

    def host(self, file: str) -> Path | None:
        """This computer's file of what was found under that name; None for one on a card."""
        volume, inside = self._drive.place(file)
        if volume is self._drive.main and volume.is_file(inside):
            return self._drive.main.host(inside)
        return libraries.place(file.removeprefix(FROZEN + "/").removeprefix("/lib/"))

    def _on_drive(self, base: str) -> Found | None:
        """Most look-ups find nothing: what the folder holds tells it."""
        folder, name = posixpath.split(base.lower())
        names = self._drive.names(folder)
        found = None
        if name in names:
            found = self._text(f"{base}/__init__.py", (base,))
        if not found and {f"{name}.py", f"{name}.mpy"} & names:
            found = self._text(f"{base}.py")
        if not found and name in names and self._drive.has_folder(base):
            return Found(b"", base, (base,))
        return found

    def _text(self, file: str, path: tuple[str, ...] | None = None) -> Found | None:
        source, form = self._drive.read(file), self._own_form
        if source is None:
            source, form = self._compiled_from(file), "compiled"
        return None if source is None else Found(source, file, path, form)

    def _compiled_from(self, file: str) -> bytes | None:
        """The source of what lies on the drive as .mpy only."""
        module = self._drive.read(f"{file.removesuffix('.py')}.mpy")
        if module is None:
            return None
        from . import mpy

        return mpy.source_of(module, file, self._drive.sources)

    def _frozen(self, base: str) -> Found | None:
        inside = base.removeprefix(FROZEN + "/")
        is_there = inside.partition("/")[0] in self._board.frozen
        return _installed(base, inside, "frozen") if is_there else None

    def _borrowed(self, base: str) -> Found | None:
        if not base.startswith("/lib/") or self._drive.has_folder("/lib"):
            return None
        return _installed(base, base.removeprefix("/lib/"), "compiled")


def _installed(base: str, inside: str, form: str) -> Found | None:
    """What the program calls `base`, `inside` the folder of installed libraries. On a board it
    comes from Adafruit's bundle, which has them compiled.
    """
    for end, path in ("/__init__.py", (base,)), (".py", None):
        if (source := libraries.read(inside + end)) is not None:
            return Found(source, base + end, path, form)
    return None
