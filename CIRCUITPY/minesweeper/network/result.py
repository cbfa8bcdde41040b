# SPDX-License-Identifier: MIT
"""A packed game as JSON, piece by piece, with the fields that tools/scoreboard reads."""

import json
from array import array

from micropython import const

from minesweeper.board.recording import told
from minesweeper.sharing import replay

# The columns and the length of the claims.
_HEAD = const(2)


class Result:
    """The oldest result in an outbox, of the player of that name."""

    def __init__(self, outbox, name):
        self._columns, length = outbox.oldest(0, _HEAD)
        at = _HEAD + length
        claims = str(outbox.oldest(_HEAD, at), "utf-8")
        self._claims = '"player": {}, {}'.format(json.dumps(name), claims)
        # Half of what follows.
        middle = at + (outbox.oldest_size() - at) // 2
        self._waits = array("H", outbox.oldest(at, middle))
        self._moves = array("H", outbox.oldest(middle, outbox.oldest_size()))

    def summary(self):
        """JSON without the moves."""
        return "{" + self._claims + "}"

    def pieces(self):
        """The whole JSON in bytes, some at a time."""
        yield ("{" + self._claims + ', "moves": "').encode()
        before = ""
        for kind, cell, ms in told(self._waits, self._moves, len(self._waits)):
            event = replay.event(kind, cell, ms, self._columns)
            yield (before + event.replace("\n", "\\n")).encode()
            before = "\\n"
        yield b'"}'
