# SPDX-License-Identifier: MIT
"""Packs a decided game into bytes for the outbox.

They are the board's columns, the length of the claims, the claims as JSON without its braces, and
the recording.
"""

import json

from minesweeper.rules.controls import WON
from minesweeper.sharing import numbers

_WAYS = ("guide", "dig", "flag")
_CLAIMS = ('"number": "{}", "preset": "{}", "controls": "{}", "won": {}, "ms": {}, "3bv": {}, '
           '"hinted": {}, "known": {}, "typed": {}')


def pack(session):
    game = session.game
    value, _, _ = session.saved.records.last
    claims = _CLAIMS.format(
        numbers.of(session.game), game.preset[0], _WAYS[session.options.controls],
        json.dumps(game.outcome() == WON), game.played_ms, value, json.dumps(game.hinted),
        json.dumps(game.repeated), json.dumps(game.typed)).encode()
    return bytes((game.field.width, len(claims))) + claims + game.recording.packed()
