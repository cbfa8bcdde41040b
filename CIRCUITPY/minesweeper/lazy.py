# SPDX-License-Identifier: MIT
"""Lazy loading: modules that are in memory only while they work, as pages and advice do.

What they return must not refer to them: plain numbers and strings do not, objects with methods do.
"""

import gc
import sys


def call(name, action, *arguments):
    """The result of the function `action` in the game's module `name`, as in `pages.pause`."""
    before = set(sys.modules)
    make_room()
    try:
        return getattr(load(name), action)(*arguments)
    finally:
        forget(set(sys.modules) - before)


def load(name):
    """The game's module `name`, for as long as what called for it is in memory."""
    path = "minesweeper." + name
    __import__(path)
    return sys.modules[path]


def make_room():
    """Collect memory, so that what is loaded next lies together and leaves large blocks free."""
    gc.collect()


def keep(*names):
    """Load modules that stay, because later there may be no memory for them."""
    for name in names:
        __import__("minesweeper." + name)


def forget(paths):
    """Unload those of the game's modules among these that are loaded."""
    paths = [path for path in paths if path.startswith("minesweeper.") and path in sys.modules]
    for path in paths:
        del sys.modules[path]
    for path in paths:
        package, _, name = path.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], name)
