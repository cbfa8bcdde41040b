# SPDX-License-Identifier: MIT
"""Finds the source text of a module and the computer's file that holds it.

It looks on the drive, then in the libraries that are frozen into the board's firmware. A drive
without a lib folder (a bare program file) borrows the libraries installed on this computer.
"""

import posixpath
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from ....board.boards import Board
from ....board.drive import libraries
from ....board.drive.drive import Drive

FROZEN = ".frozen"


class Found(NamedTuple):
    """A module's source; `path` is set for a package.

    `form` is how the board has it: as "source", "compiled" or "frozen" into its firmware.
    """

    source: bytes
    file: str
    path: tuple[str, ...] | None = None
    form: str = "source"


class Finder:
    """Finds the modules of programs on a board's drive."""

    def __init__(self, drive: Drive, board: Board):
        self._drive = drive
        self._board = board
        self._own_form = "compiled" if drive.is_to_be_compiled else "source"

    def find(self, folder: str, name: str) -> Found | None:
        """Look in a folder of `sys.path` or of a package; return None if the module is not there.

        Raises ImportError for an .mpy file that does not match its source, OSError for a file that
        cannot be read.
        """
        base = f"{folder}/{name}" if folder not in ("", "/") else name
        if folder.startswith(FROZEN):
            return self._frozen(base)
        return self._on_drive(base) or self._borrowed(base)

    def host(self, file: str) -> Path | None:
        """Return the computer's file for a file that was found; None if it is on an SD card."""
        volume, inside = self._drive.place(file)
        if volume is self._drive.main and volume.is_file(inside):
            return self._drive.main.host(inside)
        return libraries.place(file.removeprefix(FROZEN + "/").removeprefix("/lib/"))

    def _on_drive(self, base: str) -> Found | None:
        """Look on the drive. Most look-ups find nothing, as a list of the folder's names shows."""
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
        """Return the source of a module that the drive holds as .mpy only."""
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
    """Find a module of an installed library; `inside` is its path in the installation.

    The program knows it as `base`. On a board it would come from Adafruit's compiled bundle.
    """
    for end, path in ("/__init__.py", (base,)), (".py", None):
        if (source := libraries.read(inside + end)) is not None:
            return Found(source, base + end, path, form)
    return None


class HostFiles:
    """Names a program's code after this computer's files, for a debugger, once `wanted` is set."""

    def __init__(self, finder: Finder):
        self._finder = finder
        self._on_device: dict[str, str] = {}
        self.wanted = False

    def named(self, code: CodeType, file: str) -> CodeType:
        """Return the code of `file`, renamed if it is wanted and this computer has the file."""
        host = self._finder.host(file) if self.wanted else None
        if host is None:
            return code
        self._on_device[str(host)] = file
        return _renamed(code, host)

    def on_device(self, name: str) -> str:
        """Return the device's name of a file that is named in code."""
        return self._on_device.get(name, name)


def _renamed(code: CodeType, host: Path) -> CodeType:
    constants = tuple(_renamed(value, host) if isinstance(value, CodeType) else value
                      for value in code.co_consts)
    return code.replace(co_filename=str(host), co_consts=constants)
