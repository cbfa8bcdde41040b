# SPDX-License-Identifier: MIT
"""Lazy loading: pages and advice are in memory only while they are used.

Their results must not refer to them: numbers, strings and tuples do not, objects with methods do.
"""

import gc
import sys

_PACKAGE = "minesweeper."
# Raised where there is no memory left on the heap, and none for calls within calls.
OUT_OF_MEMORY = (MemoryError, RuntimeError)

# The modules that stay, and those that are loaded for the next call.
_kept: list = []
_ready: list = []


def call(name, action, *arguments):
    """Load a module of the game, as in `pages.menu`, call its function `action`, and unload it."""
    is_ready = _PACKAGE + name in _ready
    before = set(sys.modules) - set(_ready)
    _ready.clear()
    if not is_ready:
        _forget_all_but(before)
        make_room()
    try:
        return getattr(load(name), action)(*arguments)
    finally:
        _forget_all_but(before)


def prepare(name):
    """Load a module for the next `call`, if there is memory for it, while nobody waits for it."""
    if _PACKAGE + name in _ready:
        return
    drop()
    before = set(sys.modules)
    try:
        load(name)
        _ready.extend(set(sys.modules) - before)
    except OUT_OF_MEMORY:
        _forget_all_but(before)


def drop():
    """Unload what was loaded for a call that has not come."""
    forget(_ready)
    _ready.clear()


def load(name):
    """Load a module of the game and return it; it stays until the present `call` ends."""
    path = _PACKAGE + name
    __import__(path)
    return sys.modules[path]


def make_room():
    """Collect garbage, so that the next module lies together and leaves large blocks free."""
    gc.collect()


def keep(name):
    """Load a module to stay with all it imports, as later there may be no memory; returns it."""
    drop()
    before = set(sys.modules)
    module = load(name)
    _kept.extend(set(sys.modules) - before)
    return module


def keep_all():
    """Let all that is loaded now stay."""
    _kept.extend(sys.modules)


def forget_others():
    """Unload the game's modules that are not to stay."""
    _ready.clear()
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
        if path.startswith(_PACKAGE) and path not in kept and path not in _ready:
            return path
    return None


def _forget(path):
    del sys.modules[path]
    package, _, name = path.rpartition(".")
    if package in sys.modules:
        delattr(sys.modules[package], name)
