# SPDX-License-Identifier: MIT
"""Types at a board's REPL, and has the table of what a board answers."""

import ast

from tests.support import tables
from tests.support.paths import ROOT


def repl_cases():
    """Return pairs of keys, in Python's escapes, and what the board sends."""
    table = tables.rows("repl.txt", str(ROOT / "tests" / "sim" / "frontends" / "repl.txt"))
    return [(keys, ast.literal_eval(expected)) for keys, expected in table]


def answers(portal, table):
    """Type the keys of a table, one by one, when the program has ended; return the pairs."""
    portal.run(2)
    portal.type(" ")
    portal.run(1)
    found = []
    for keys, _ in table:
        before = len(portal.serial)
        for key in keys.encode().decode("unicode_escape").encode("latin-1").decode():
            portal.type(key)
            portal.run(0.03)
        portal.run(0.3)
        found.append((keys, portal.serial[before:].replace("\r\n", "\n")))
    return found
