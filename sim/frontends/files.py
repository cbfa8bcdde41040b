# SPDX-License-Identifier: MIT
"""Files that a run leaves behind: saved nvm, pictures, recordings.

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

from ..board.drive import remove_leftovers, replace_on_host
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
    target = Path(os.path.realpath(path))
    folder = (target if path.is_symlink() else path).parent
    if not folder.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {folder}")
    if target.exists() and not target.is_file():
        raise UserError(f"{path} is a device or a pipe: name a file")
    if path.exists() and not os.access(path, os.W_OK):
        raise UserError(f"cannot write {path}: it is write-protected")
    try:
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    remove_leftovers(target)


def write_whole(path: Path, data: bytes) -> None:
    """Replace the file, or the one that a link leads to. If that fails, the old file stays.

    Raises UserError.
    """
    try:
        replace_on_host(path, data)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


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
    try:
        return _made(user_data_path(APPLICATION, appauthor=False)) / f"{board}.nvm"
    except UserError as error:
        raise UserError(f"{error}: name a file for the nvm with --nvm") from None


def pictures() -> Path:
    """Return the folder for screenshots and recordings that were started by a key."""
    return _made(user_pictures_path() / APPLICATION)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from None
    return folder
