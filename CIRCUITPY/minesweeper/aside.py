# SPDX-License-Identifier: MIT
"""Modules that are in memory only while they work: pages, advice, the parts of the solver.

What they answer must not hold on to them: plain numbers and words do not, objects with methods do.
"""

import sys

import minesweeper


def call(name, action, *arguments):
    """What the function `action` of the game's module `name` answers."""
    before = set(sys.modules)
    module = getattr(__import__("minesweeper." + name), name)
    answer = getattr(module, action)(*arguments)
    _forget(before)
    return answer


def _forget(before):
    """Let go of the game's modules that were not in memory before."""
    for path in set(sys.modules) - before:
        if path.startswith("minesweeper."):
            delattr(minesweeper, path.split(".")[1])
            del sys.modules[path]
