# SPDX-License-Identifier: MIT
"""CPython as CircuitPython: runs programs fast, and with pip alone."""

from .native import private

private.load_shared()
