# SPDX-License-Identifier: MIT
"""A PyPortal on the desk: runs CircuitPython programs for the Adafruit PyPortal unmodified."""

from .limits import threads as threads  # first: before numpy
from .native import private as private  # then: it finds some of the modules that follow
from .portal import PyPortal, StillRunning

__all__ = ["PyPortal", "StillRunning"]
