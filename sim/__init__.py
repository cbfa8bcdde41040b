# SPDX-License-Identifier: MIT
"""A PyPortal on the desk: runs CircuitPython programs for the Adafruit PyPortal unmodified."""

from .native import private as private  # first: it finds some of the modules that follow
from .portal import PyPortal, StillRunning

__all__ = ["PyPortal", "StillRunning"]
