# SPDX-License-Identifier: MIT
"""Posts decided games: each waits in the outbox until it has arrived, whatever the network does.

A session takes what waits there, a step at a time while nothing is touched; what it needs is loaded
for it and then forgotten. A failure is said once, on a board that has not been begun, and the next
session follows the next game. The first ones set the clock.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.board.controls import PLAYING
from minesweeper.memory.memory import SETTLE_MS
from minesweeper.network.failed import Failed
from minesweeper.network.outbox import Outbox
from minesweeper.ticks import since

# So long nothing may have been touched.
_QUIET_MS = const(1000)
# What is loaded for a session and for packing, in an order in which each finds what it imports.
_PARTS = ("board.number", "sharing.numbers", "sharing.replay", "network.link", "network.wifi",
          "network.result", "network.http", "network.mqtt", "network.settings", "network.session",
          "radio", "network.packed")
_UNKNOWN = const("Not posted: this game was interrupted by a power-off, or had too many moves.")
_MOVED = const("Not posted: fair guesses have moved the mines, so the board has no number.")
_NO_MEMORY = const("Not posted: no memory.")
_FULL = const("The oldest of the results that wait was dropped for this one.")


class Poster:
    """For `table`; `finished` and `step` are called.

    `radio` is the ESP32's lines, `is_joined` and `is_timed` tell what was done with it, and `news`
    is what is to be said.
    """

    def __init__(self, table):
        self._table = table
        self.device = table.device
        self.radio = lazy.call("radio", "lines")
        self.outbox = Outbox(table.device.nvm)
        self.is_joined = False
        self.is_timed = False
        self.news = ""
        self._has_failed = False
        self._session = self._run()

    def finished(self):
        """The table's game is decided: its result waits from now on."""
        game = self._table.game
        if game.rearranged or not game.recording.whole:
            print(_MOVED if game.rearranged else _UNKNOWN)
            return
        device = self.device
        device.wait(max(0, SETTLE_MS - device.ticks_ms()))
        try:
            if self.outbox.add(self._packed()):
                print(_FULL)
        except MemoryError:
            print(_NO_MEMORY)
        self._session = self._session or self._run()

    def _packed(self):
        """Not by a call, which would collect first: the end of the game is to be seen at once."""
        try:
            return lazy.load("network.packed").pack(self._table)
        finally:
            _forget()

    def step(self):
        """What can be done now without waiting, if nothing is touched."""
        device = self.device
        if since(device.touched_ms, device.ticks_ms()) < _QUIET_MS:
            return
        if self._session:
            self._go_on()
        elif self.news:
            self._tell()

    def _go_on(self):
        try:
            next(self._session)
        except StopIteration:
            self._has_failed = False
            self._end()
        except (Failed, MemoryError) as error:
            self._end()
            self._fail(str(error) or "no memory")

    def _end(self):
        self._session = None
        _forget()

    def _fail(self, why):
        """What the radio still holds is not known."""
        self.is_joined = False
        if not self._has_failed and len(self.outbox):
            self._has_failed = True
            self.news = "Not posted: {}.".format(why)

    def _tell(self):
        """Where it hides nothing that a player looks at."""
        table = self._table
        if table.game.moves or table.game.outcome() != PLAYING:
            return
        if table.display.root_group is table.view.group:
            table.news, self.news = self.news, ""
            table.tell_news()

    def _run(self):
        for name in _PARTS[: len(_PARTS) - 1]:
            lazy.keep(name)
            yield
        yield from lazy.load("network.session").run(self)


def _forget():
    lazy.forget(["minesweeper." + name for name in _PARTS])


def start(table):
    """Have the clock set, and `table` post if settings.toml says where."""
    is_wanted, wrong = lazy.call("network.settings", "check", table.device.setting)
    if wrong:
        print(wrong)
    poster = Poster(table)
    table.device.idle = poster.step
    if is_wanted:
        table.poster = poster
