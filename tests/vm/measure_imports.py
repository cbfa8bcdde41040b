# SPDX-License-Identifier: MIT
"""Measures in the VM what importing each of the firmware's modules takes, compilation included.

Free memory is filled with a byte; what bears it no longer after an import was in use at one time
or another. That much an import needs where nothing is collected on the way: no more than that.
Each function is a step of its own, for the VM collects garbage between steps.
"""

import builtins
import gc
import sys

import uctypes
from bench import PowerCut

WATCHED = 256 * 1024
BLOCK = 16
FILL = 0xA5


def modules(*names):
    """Print what code.py and then these import, in the order in which the imports end."""
    original = builtins.__import__
    ended = []

    def noted(*arguments):
        before = set(sys.modules)
        module = original(*arguments)
        ended.extend(sorted(set(sys.modules) - before - set(ended)))
        return module

    builtins.__import__ = noted
    bring("code")
    for name in names:
        bring(name)
    print(*[name for name in ended if is_firmware(name)])


def is_firmware(name):
    """Neither built-in nor a stand-in of what is built-in on the device."""
    return not getattr(sys.modules[name], "__file__", "/standins").startswith("/standins")


def bring(name):
    """Import; code.py, which runs for ever, until it looks for a touch."""
    try:
        __import__(name)
    except PowerCut:
        gc.collect()


def live():
    print(gc.mem_alloc())


class Watch:
    """Made in the step before the import: fills what is free, and plugs the holes before it."""

    def __init__(self, name):
        self._name = name
        filler = bytes([FILL]) * WATCHED
        self._start = uctypes.addressof(filler)
        self._plugs = list(self._holes())
        gc.collect()

    def _holes(self):
        for size in (1024, 256, 64, 16):
            plug = bytearray(size)
            while uctypes.addressof(plug) < self._start:
                yield plug
                plug = bytearray(size)

    def bring(self):
        """Import and print how many bytes were in use, all told."""
        bring(self._name)
        print(self._used())
        self._plugs = None
        gc.collect()

    def _used(self):
        watched = uctypes.bytearray_at(self._start, WATCHED)
        count = 0
        for at in range(0, WATCHED, BLOCK):
            if watched[at] != FILL or watched[at + 1] != FILL:
                count += BLOCK
        return count
