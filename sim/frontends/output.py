# SPDX-License-Identifier: MIT
"""Files that a run leaves behind: pictures, recordings, nvm.

Whether a file can be written is checked before anything runs; it is then written whole or not at
all. Both raise UserError.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UserError

if TYPE_CHECKING:
    from PIL import Image


def require_writable(path: Path, *suffixes: str) -> None:
    """`path` must end in one of `suffixes` and be a file that can be made or replaced."""
    if suffixes and path.suffix.lower() not in suffixes:
        known = " or ".join(suffixes)
        raise UserError(f"{path} is no {known} file: give it a name that ends in {known}")
    if path.is_dir():
        raise UserError(f"{path} is a folder: name a file")
    if not path.parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {path.parent}")
    if path.exists() and not os.access(path, os.W_OK):
        raise UserError(f"cannot write {path}: it is write-protected")
    from tempfile import TemporaryFile

    try:
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write under another name first, so that the old file stays if this one fails."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def write_new(stem: Path, suffix: str, data: bytes) -> Path:
    """Under the first numbered name that is free, which is returned. Raises OSError."""
    while True:
        path = new_paths(stem, (suffix,))[0]
        with suppress(FileExistsError), open(path, "xb") as file:
            file.write(data)
            return path


def new_paths(stem: Path, suffixes: Sequence[str]) -> list[Path]:
    """All with the first number that is free for all."""
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
