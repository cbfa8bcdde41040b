# SPDX-License-Identifier: MIT
"""A small game and drives to deploy it to."""

from pathlib import Path

from tools.deploying import manifest

BOOT_OUT = """\
Adafruit CircuitPython 9.2.1 on 2024-11-20; Adafruit PyPortal with samd51j20
Board ID:pyportal
UID:0123456789ABCDEF
"""
GAME = {
    "SpriteSheet.bmp": "sheet",
    "lib/adafruit_touchscreen.mpy": "library",
    "minesweeper/__init__.mpy": "package",
    "minesweeper/board/__init__.mpy": "subpackage",
    "minesweeper/board/field.mpy": "field",
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
