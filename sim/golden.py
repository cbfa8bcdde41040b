# SPDX-License-Identifier: MIT
"""Compares screens with golden pictures: PNG files of the expected screens beside the tests.

GOLDEN=1 in the environment rewrites the files instead. After a failure the computed picture is
saved beside the expected one, if that folder can be written to.
"""

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import numpy as np
from PIL import Image

REWRITE = "GOLDEN"


def place(folder: Path, name: str) -> Path:
    """The picture's file in the folder, or in one within it. Raises ValueError for a name that
    leads elsewhere, on any system.
    """
    paths = PurePosixPath(name), PureWindowsPath(name)
    if not name or any(path.anchor or ".." in path.parts for path in paths):
        raise ValueError(f"{name!r} cannot be a golden picture's name: give one that stays in "
                         f"{folder}, without a drive, a leading slash or '..'")
    return folder / f"{name}.png"


def check(picture: Image.Image, expected: Path) -> None:
    """Compare a picture with its file. Raises AssertionError, which says where they differ."""
    picture = picture.convert("RGB")
    if os.environ.get(REWRITE):
        expected.parent.mkdir(parents=True, exist_ok=True)
        picture.save(expected)
    computed = expected.with_name(f"{expected.stem}-computed.png")
    difference = _difference(picture, expected)
    if difference:
        raise AssertionError(f"{_saved(picture, computed)} {difference}: look at both, and rewrite "
                             f"with {REWRITE}=1 in the environment if the new one is right")
    if computed.exists():
        computed.unlink()


def _saved(picture: Image.Image, computed: Path) -> str:
    """Save the picture; return the file's name, with the error if it cannot be written."""
    try:
        computed.parent.mkdir(parents=True, exist_ok=True)
        picture.save(computed)
    except OSError as error:
        return f"{computed} ({error.strerror}: not saved)"
    return str(computed)


def _difference(picture: Image.Image, expected: Path) -> str:
    """Return the difference in words, empty if there is none."""
    if not expected.exists():
        return f"has no {expected} to be compared with"
    with Image.open(expected) as file:
        other = file.convert("RGB")
    if other.size != picture.size:
        return f"has {_size(picture)} pixels and {expected} has {_size(other)}"
    if other.tobytes() == picture.tobytes():
        return ""
    rows, columns = np.nonzero((np.asarray(picture) != np.asarray(other)).any(axis=2))
    return (f"differs from {expected} in {len(rows)} pixels, within x {columns.min()} to "
            f"{columns.max()} and y {rows.min()} to {rows.max()}")


def _size(picture: Image.Image) -> str:
    return f"{picture.width}×{picture.height}"
