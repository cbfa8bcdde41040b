# SPDX-License-Identifier: MIT
"""One delivery: join the Wi-Fi, set the clock, and send the results in the outbox to the target.

A result is sent as JSON with the fields that tools/scoreboard reads.
"""

import json
from array import array

from micropython import const

from minesweeper import lazy
from minesweeper.network import settings
from minesweeper.network.link import Link
from minesweeper.network.wifi import Wifi
from minesweeper.rules.recording import read
from minesweeper.sharing.events import event

# Bytes of a packed result before the claims: the columns, and the length of the claims.
_HEAD = const(2)
# A piece is sent when it has more characters: some moves at a time.
_PIECE = const(150)


def run(poster):
    """Do a step for each `next`. Raises Failed."""
    setting = poster.device.setting
    progress = poster.progress
    wifi = Wifi(Link(progress, *poster.radio), progress, *settings.wifi(setting))
    yield from wifi.resume()
    yield from wifi.join()
    is_first, poster.has_asked = not poster.has_asked, True
    if is_first:
        yield from _set_clock(poster, wifi)
    target, _ = settings.target(setting)
    while target and len(poster.outbox):
        rank = yield from target.deliver(wifi, Result(poster.outbox, settings.player(setting)))
        poster.outbox.sent()
        progress.drop()
        poster.rank = rank or ""
        poster.message = "The result was refused." if rank is None else rank
        yield from wifi.close(target.end)
    if not (is_first or poster.is_timed):
        yield from _set_clock(poster, wifi)


def _set_clock(poster, wifi):
    seconds = yield from wifi.time()
    if seconds:
        lazy.load("radio").set_clock(seconds)
        poster.is_timed = True


class Result:
    """The oldest result in an outbox as JSON, with the player's name.

    `may_rank` tells whether the answer to it may have a rank.
    """

    def __init__(self, outbox, name):
        self._columns, length = outbox.oldest(0, _HEAD)
        at = _HEAD + length
        claims = str(outbox.oldest(_HEAD, at), "utf-8")
        # The board of the day is one that others know.
        self.may_rank = '"known": true' in claims
        self._claims = '"player": {}, {}'.format(json.dumps(name), claims)
        # The recording follows: its waits are the first half, its moves the second.
        middle = at + (outbox.oldest_size() - at) // 2
        self._waits = array("H", outbox.oldest(at, middle))
        self._moves = array("H", outbox.oldest(middle, outbox.oldest_size()))

    def summary(self):
        """Return the JSON without the moves."""
        return "{" + self._claims + "}"

    def pieces(self):
        """Yield the whole JSON in bytes, some at a time."""
        piece = "{" + self._claims + ', "moves": "'
        before = ""
        for kind, cell, ms in read(self._waits, self._moves, len(self._waits)):
            lines = event(kind, cell, ms, self._columns)
            piece += before + lines.replace("\n", "\\n")
            before = "\\n"
            if len(piece) > _PIECE:
                yield piece.encode()
                piece = ""
        yield (piece + '"}').encode()
