# SPDX-License-Identifier: MIT
"""Files that a run reads and leaves behind: saved nvm, pictures, recordings.

Paths are checked before anything runs. A file is then written whole or not at all. Both raise
UserError. Files that nobody named go into the platform's folders for data and pictures, so that
nothing is left in the current folder.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from platformdirs import user_data_path, user_pictures_path

from ..board import nvm
from ..errors import UserError

if TYPE_CHECKING:
    from PIL import Image

APPLICATION = "pyportal-sim"


def require_writable(path: Path, *suffixes: str) -> None:
    """Raises UserError unless `path` can be written and ends in one of `suffixes`, if any."""
    if suffixes and path.suffix.lower() not in suffixes:
        known = " or ".join(suffixes)
        raise UserError(f"{path} is not a {known} file: give it a name that ends in {known}")
    if path.is_dir():
        raise UserError(f"{path} is a folder: name a file")
    if not path.parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {path.parent}")
    if path.exists() and not os.access(path, os.W_OK):
        raise UserError(f"cannot write {path}: it is write-protected")
    try:
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Replace the file. If that fails, the old file stays and UserError is raised."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def write_new(stem: Path, suffix: str, data: bytes) -> Path:
    """Write under the first free numbered name, and return it. Raises OSError."""
    while True:
        path = new_paths(stem, (suffix,))[0]
        with suppress(FileExistsError), open(path, "xb") as file:
            file.write(data)
            return path


def new_paths(stem: Path, suffixes: Sequence[str]) -> list[Path]:
    """Return a path for each suffix, all with the first number that is free for all of them."""
    for number in count(1):
        paths = [stem.with_name(f"{stem.name}-{number}{suffix}") for suffix in suffixes]
        if not any(path.exists() for path in paths):
            return paths
    raise AssertionError("numbers do not end")


def save_picture(picture: "Image.Image", path: Path) -> None:
    write_whole(path, png(picture))


def png(picture: "Image.Image") -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def default_nvm(board: str) -> Path:
    """Return the file that keeps a board's nvm when the user names none."""
    return _made(user_data_path(APPLICATION, appauthor=False)) / f"{board}.nvm"


def pictures() -> Path:
    """Return the folder for screenshots and recordings that were started by a key."""
    return _made(user_pictures_path() / APPLICATION)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from None
    return folder


class NvmFile:
    """A file that keeps the chip's nvm between runs. `content` is None until it exists.

    Raises UserError for a file that holds no nvm or cannot be written.
    """

    def __init__(self, path: Path):
        require_writable(path)
        self.path = path
        self.content = _read_nvm(path) if path.exists() else None

    def save(self, content: bytes | bytearray) -> None:
        """Write the nvm if it differs from the file."""
        if content != self.content:
            self.content = bytes(content)
            write_whole(self.path, self.content)


def _read_nvm(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read the nvm file {path}: {error.strerror}") from None
    if len(content) != nvm.BYTES:
        raise UserError(f"{path} is not an nvm file: it has {len(content)} bytes, the chip's nvm "
                        f"has {nvm.BYTES}; name another file or remove this one")
    return content
