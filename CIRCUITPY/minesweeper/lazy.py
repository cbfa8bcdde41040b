# SPDX-License-Identifier: MIT
"""Lazy loading: pages and advice are in memory only while they are used.

Their results must not refer to them: numbers, strings and tuples do not, objects with methods do.
"""

import gc
import sys

# Raised where there is no memory left on the heap, and none for calls within calls.
OUT_OF_MEMORY = (MemoryError, RuntimeError)

# The modules that stay.
_kept: list = []


def call(name, action, *arguments):
    """Load a module of the game, as in `pages.menu`, call its function `action`, and unload it."""
    before = set(sys.modules)
    make_room()
    try:
        return getattr(load(name), action)(*arguments)
    finally:
        _forget_all_but(before)


def load(name):
    """Load a module of the game and return it; it stays until the present `call` ends."""
    path = "minesweeper." + name
    __import__(path)
    return sys.modules[path]


def make_room():
    """Collect garbage, so that the next module lies together and leaves large blocks free."""
    gc.collect()


def keep(*names):
    """Load modules to stay, because later there may be no memory for them."""
    for name in names:
        path = "minesweeper." + name
        __import__(path)
        if path not in _kept:
            _kept.append(path)


def keep_all():
    """Let all that is loaded now stay."""
    _kept.extend(sys.modules)


def forget_others():
    """Unload the game's modules that are not to stay."""
    _forget_all_but(_kept)


def forget(paths):
    """Unload these modules of the game."""
    for path in paths:
        if path in sys.modules:
            _forget(path)


def _forget_all_but(kept):
    """Unload the game's modules that are not among these, after a MemoryError too.

    One after the other, because a list of them would take memory.
    """
    path = _first_but(kept)
    while path:
        _forget(path)
        path = _first_but(kept)


def _first_but(kept):
    for path in sys.modules:
        if path not in kept and path.startswith("minesweeper."):
            return path
    return None


def _forget(path):
    del sys.modules[path]
    package, _, name = path.rpartition(".")
    if package in sys.modules:
        delattr(sys.modules[package], name)
