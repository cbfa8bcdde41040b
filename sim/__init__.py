# SPDX-License-Identifier: MIT
"""A simulated PyPortal: runs CircuitPython programs for the Adafruit PyPortal unmodified."""

import os

# numpy, imported below, would start a thread for each core: that takes longer than the rest of its
# import, and no array here is large enough for them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from .portal import PyPortal, StillRunning

__all__ = ["PyPortal", "StillRunning"]
