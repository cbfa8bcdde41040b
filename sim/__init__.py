# SPDX-License-Identifier: MIT
"""A simulated PyPortal: runs CircuitPython programs for the Adafruit PyPortal unmodified.

The names are imported at their first use, so that a command can start before them.
"""

import os

TYPE_CHECKING = False  # that of typing, which a start would wait for
if TYPE_CHECKING:
    from .errors import StillRunning, UserError
    from .portal import PyPortal

# numpy, imported later, would start a thread for each core: that takes longer than the rest of its
# import, and no array here is large enough for them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__all__ = ["PyPortal", "StillRunning", "UserError"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(".portal" if name == "PyPortal" else ".errors", __name__), name)
