# SPDX-License-Identifier: MIT
"""Lazy loading: modules that are in memory only while they work, as pages and advice do.

What they answer must not hold on to them: plain numbers and words do not, objects with methods do.
"""

import sys


def call(name, action, *arguments):
    """What the function `action` of the game's module `name` (with its room's) answers."""
    before = set(sys.modules)
    path = "minesweeper." + name
    try:
        __import__(path)
        return getattr(sys.modules[path], action)(*arguments)
    finally:
        forget(set(sys.modules) - before)


def keep(*names):
    """Load modules that shall always be there, for later there may be no memory for them."""
    for name in names:
        __import__("minesweeper." + name)


def forget(paths):
    """Let go of the game's modules among these."""
    paths = [path for path in paths if path.startswith("minesweeper.")]
    for path in paths:
        del sys.modules[path]
    for path in paths:
        package, _, name = path.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], name)
