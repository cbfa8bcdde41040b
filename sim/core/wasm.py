# SPDX-License-Identifier: MIT
"""Where the built core is."""

import os
from pathlib import Path

from .link import CoreError

NAME = "core.wasm"
# In an installed simulator, and in the repository after `make core`.
PLACES = Path(__file__).parent, Path(__file__).parents[2] / "build" / "core"


def find() -> Path:
    """The environment's PYPORTAL_CORE comes first. Raises CoreError where there is none."""
    named = os.environ.get("PYPORTAL_CORE")
    for path in [Path(named)] if named else [place / NAME for place in PLACES]:
        if path.is_file():
            return path
    if named:
        raise CoreError(f"PYPORTAL_CORE names {named}, which is no file")
    raise CoreError("there is no built core: run `make core`, or name one in PYPORTAL_CORE")
