# SPDX-License-Identifier: MIT
"""Golden pictures: what a screen is expected to show, kept as PNG files beside the tests.

`check` compares a picture with its file. GOLDEN=1 in the environment rewrites the file instead.
After a failure the computed picture is saved beside the expected one, where that can be written.
"""

import os
from pathlib import Path

import numpy as np
from PIL import Image

REWRITE = "GOLDEN"


def check(picture: Image.Image, expected: Path) -> None:
    """Raises AssertionError, which says where they differ, unless the two are equal."""
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
    """The file's name, and whether it is there to be looked at."""
    try:
        computed.parent.mkdir(parents=True, exist_ok=True)
        picture.save(computed)
    except OSError as error:
        return f"{computed} ({error.strerror}: not saved)"
    return str(computed)


def _difference(picture: Image.Image, expected: Path) -> str:
    """The difference in words, empty if there is none."""
    if not expected.exists():
        return f"has no {expected} to be compared with"
    with Image.open(expected) as file:
        other = file.convert("RGB")
    if other.size != picture.size:
        return f"has {_size(picture)} pixels and {expected} has {_size(other)}"
    unlike = (np.asarray(picture) != np.asarray(other)).any(axis=2)
    rows, columns = np.nonzero(unlike)
    if not len(rows):
        return ""
    return (f"differs from {expected} in {len(rows)} pixels, within x {columns.min()} to "
            f"{columns.max()} and y {rows.min()} to {rows.max()}")


def _size(picture: Image.Image) -> str:
    return f"{picture.width}×{picture.height}"
