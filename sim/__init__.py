# SPDX-License-Identifier: MIT
"""A PyPortal on the desk: runs CircuitPython programs for the Adafruit PyPortal unmodified."""

from .portal import PyPortal, StillRunning

__all__ = ["PyPortal", "StillRunning"]
