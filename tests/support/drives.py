# SPDX-License-Identifier: MIT
"""Makes drives for tests, which differ in a file or two and share the others as hard links.

Copying 160 files takes longer than most of the tests. A test that changes shared files takes
`own_drive_with` or `tree.copy`.
"""

import os
import shutil
from pathlib import Path

from tools import manifest
from tools.stage import copy_folder

SETTINGS = "settings.toml"
# The game's settings.toml has the same: CircuitPython 9 has less by itself.
STACK = "CIRCUITPY_PYSTACK_SIZE = 2048"


def linked(source, folder, *left_out):
    """Link all files but those that match `left_out`; return `folder`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    return shutil.copytree(source, folder, ignore=ignored, copy_function=_link)


def _link(source, target):
    """Link a file, or copy it where the file system has no links or is another."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


class Drives:
    """Makes drives that share the files of `shared`, a copy of `drive`."""

    def __init__(self, drive, shared):
        self._shared = copy_folder(drive, shared, SETTINGS)
        self._before = self._state()

    def _state(self):
        states = {path: path.stat() for path in self._shared.rglob("*") if path.is_file()}
        return {path: (state.st_mtime_ns, state.st_size) for path, state in states.items()}

    def make(self, folder, lines):
        """Make a drive with these settings; return `folder`."""
        linked(self._shared, folder)
        (folder / SETTINGS).write_text("\n".join([STACK, *lines]), encoding="utf-8")
        return folder

    def require_unchanged(self):
        now = self._state()
        changed = [path.name for path, state in self._before.items() if now.get(path) != state]
        assert not changed, f"a test has changed files that all drives share: {changed}"


# A small game and drives to deploy it to.
BOOT_OUT = """\
Adafruit CircuitPython 9.2.1 on 2024-11-20; Adafruit PyPortal with samd51j20
Board ID:pyportal
UID:0123456789ABCDEF
"""
GAME = {
    "SpriteSheet.bmp": "sheet",
    "lib/adafruit_touchscreen.mpy": "library",
    "minesweeper/__init__.mpy": "package",
    "minesweeper/rules/__init__.mpy": "subpackage",
    "minesweeper/rules/field.mpy": "field",
    "settings.toml": "MINES = 15\n",
    "sounds/win.wav": "fanfare",
    "code.py": "from minesweeper import field\n",
}
USERS = {
    "code.py": "print('a thermometer')\n",
    "SpriteSheet.bmp": "the sheet of another game",
    "lib/adafruit_bme280.mpy": "a driver",
    "notes.txt": "do not lose me",
}


def contents_of(files: dict[str, str]) -> dict[str, bytes]:
    """Return files as `firmware.files` does, with the list last."""
    contents = {name: text.encode() for name, text in files.items()}
    return contents | {manifest.NAME: manifest.text(manifest.of(contents))}


def fill(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder


def content(folder: Path) -> dict[str, str]:
    """Return all files but the list."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in files}
    return {name: text for name, text in texts.items() if name != manifest.NAME}
