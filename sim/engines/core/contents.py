# SPDX-License-Identifier: MIT
"""What the drive holds at power-on, as messages that fill the core's."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...board.boards import Board
from ...board.drive.drive import Drive
from ..python.sources import libraries

# The longest piece of a file in one message.
PIECE = 32_768
_FIRST = re.compile(r"(?:^|,)\s*(\w+)")
_IMPORT = re.compile(r"^\s*(?:from\s+(\w+)|import\s+(.+))", re.MULTILINE)


def messages(drive: Drive, board: Board) -> Iterator[tuple[str, bytes]]:
    """('d', path) for a folder, ('f', path) for a file and ('w', bytes) for what it holds."""
    files = dict(_files(drive))
    if not drive.has_folder("/lib"):
        files |= _borrowed(files, board)
    folders = {str(parent) for path in files for parent in Path(path).parents}
    folders |= {path for path, _ in _folders(drive)}
    for folder in sorted(folders - {"/"}):
        yield "d", folder.encode()
    for path in sorted(files):
        yield "f", path.encode()
        content = files[path]
        for at in range(0, len(content), PIECE):
            yield "w", content[at:at + PIECE]


def _files(drive: Drive) -> Iterator[tuple[str, bytes]]:
    for path, host in _tree(drive):
        if host.is_file():
            yield path, host.read_bytes()


def _folders(drive: Drive) -> Iterator[tuple[str, Path]]:
    return ((path, host) for path, host in _tree(drive) if host.is_dir())


def _tree(drive: Drive) -> Iterator[tuple[str, Path]]:
    """Of a program file's folder, only what lies beside it and is a program's."""
    root = drive.root
    for host in sorted(root.rglob("*")):
        inside = host.relative_to(root)
        if "__pycache__" not in inside.parts and not inside.parts[0].startswith("."):
            yield f"/{inside.as_posix()}", host


def _borrowed(files: dict[str, bytes], board: Board) -> dict[str, bytes]:
    """The installed libraries that a program without a lib folder imports, and theirs."""
    found: dict[str, bytes] = {}
    seen = set(board.modules)
    wanted = _imports(files.values())
    while wanted := wanted - seen:
        name = wanted.pop()
        seen.add(name)
        home = libraries.find(name)
        own = dict(_library(home)) if home else {}
        wanted |= _imports(own.values())
        found |= {} if name in board.frozen else own
    return found


def _imports(sources: Iterable[bytes]) -> set[str]:
    """Top-level names; what looks like one in a text does no harm."""
    text = b"\n".join(sources).decode("utf-8", "replace")
    names: set[str] = set()
    for origin, several in _IMPORT.findall(text):
        names |= {origin} if origin else set(_FIRST.findall(several))
    return names


def _library(home: Path) -> Iterator[tuple[str, bytes]]:
    for file in home.rglob("*.py") if home.is_dir() else [home]:
        yield f"/lib/{file.relative_to(home.parent).as_posix()}", file.read_bytes()
