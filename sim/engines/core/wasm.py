# SPDX-License-Identifier: MIT
"""Where the built core is."""

import hashlib
import os
from functools import cache
from pathlib import Path

from .link import CoreError

NAME = "core.wasm"
INSTALLED = Path(__file__).with_name(NAME)
# In the repository: the port's sources, what `make core` makes of them, and from which it did.
SOURCES = Path(__file__).parents[3] / "core"
BUILT = SOURCES.parent / "build" / "core" / NAME
MADE_FROM = "sources.sha256"


def find() -> Path:
    """The environment's PYPORTAL_CORE comes first. Raises CoreError where there is none."""
    if named := os.environ.get("PYPORTAL_CORE"):
        if not Path(named).is_file():
            raise CoreError(f"PYPORTAL_CORE names {named}, which is no file")
        return Path(named)
    return INSTALLED if INSTALLED.is_file() else built()


def built() -> Path:
    """The repository's own. Raises CoreError where there is none, or one of other sources."""
    if not BUILT.is_file():
        raise CoreError("there is no built core: run `make core`, or name one in PYPORTAL_CORE")
    made_from = BUILT.with_name(MADE_FROM)
    if not made_from.is_file() or made_from.read_text() != digest():
        raise CoreError("build/core/core.wasm was not built from what core/ has now: "
                        "run `make core`")
    return BUILT


@cache
def digest() -> str:
    """Of the port's sources, as hexadecimal digits."""
    files = [path for path in sorted(SOURCES.rglob("*")) if path.is_file()
             and path.suffix != ".md" and "__pycache__" not in path.parts]
    total = hashlib.sha256()
    for path in files:
        total.update(path.relative_to(SOURCES).as_posix().encode() + path.read_bytes())
    return total.hexdigest()
