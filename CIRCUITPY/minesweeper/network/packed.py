# SPDX-License-Identifier: MIT
"""A decided game packed into bytes, which can wait.

They are the board's columns, the length of the claims, the claims as JSON without its braces, and
the recording.
"""

import json

from minesweeper.board.controls import WON
from minesweeper.sharing import numbers

_WAYS = ("guide", "dig", "flag")
_CLAIMS = ('"number": "{}", "preset": "{}", "controls": "{}", "won": {}, "ms": {}, "3bv": {}, '
           '"hinted": {}, "known": {}')


def pack(table):
    """The table's decided game."""
    game = table.game
    value, _, _ = table.memory.records.last
    claims = _CLAIMS.format(
        numbers.of(table), game.preset[0], _WAYS[table.options.controls],
        json.dumps(game.outcome() == WON), game.played_ms, value, json.dumps(game.hinted),
        json.dumps(game.repeated)).encode()
    return bytes((game.field.width, len(claims))) + claims + game.recording.packed()
