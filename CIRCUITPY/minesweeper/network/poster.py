# SPDX-License-Identifier: MIT
"""Posts decided games: each waits in the outbox until it has arrived, whatever the network does.

A delivery takes what waits there, a step at a time while nothing is touched; its modules are loaded
for it and then forgotten. A failure is reported once, and the next delivery follows the next game.
The first ones set the clock.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.network.outbox import Outbox
from minesweeper.saved.state import SETTLE_MS

# The display must not have been touched for so long.
_QUIET_MS = const(1000)
# Modules for a delivery, each after those that it imports, and those that pack a result.
_PARTS = ("sharing.events", "network.link", "network.wifi", "network.targets", "network.settings",
          "network.delivery")
_PACKING = ("sharing.numbers", "network.packed")
_UNKNOWN = const("Not posted: this game has moves that were not kept.")
_MOVED = const("Not posted: fair guesses have moved the mines, so the board has no number.")
_NO_MEMORY = const("Not posted: no memory.")
_FULL = const("The oldest of the results that wait was dropped for this one.")


class Failed(Exception):
    """Nothing could be sent: says why in a few words."""


def wait(turns):
    """Wait for so many turns of the game loop, some 9 ms each."""
    for _ in range(turns):
        yield


class Progress:
    """The point that a delivery has come to, from which it goes on after a page has cut it.

    `pending` is the command whose reply was not heard yet, 0 for none. `socket` is that of the
    connection, once it was asked for, and `is_open` tells whether there is one. `length` is that
    of the result, 0 while it is not known; `sent` counts the bytes that the connection was given,
    and `heard` is the answer. `left_open` is a socket that is to be closed.
    """

    def __init__(self):
        # Whether the ESP32 was restarted, and whether it was told to join the network.
        self.is_started = self.is_joining = False
        self.pending = 0
        self.socket = self.left_open = None
        self.drop()

    def drop(self):
        """Note that the connection is over."""
        self.left_open, self.socket = self.socket or self.left_open, None
        self.is_open, self.length, self.sent, self.heard = False, 0, 0, b""


class Poster:
    """Sets the clock and, if `posts`, delivers results; `step` is called at every rest.

    `radio` is the ESP32's lines. `is_timed` tells whether the clock is set; `message` is a sentence
    for the player, "" without one, and `rank` the one about the last game's place. `put` is the
    outbox's.
    """

    def __init__(self, device, posts, put):
        self.device = device
        self.radio = lazy.call("radio", "lines")
        self.outbox = Outbox(device.nvm, put)
        self.progress = Progress()
        # Whether a time server was asked, and whether one has answered.
        self.has_asked = self.is_timed = False
        self.message = self.rank = ""
        self._posts = posts
        self._has_failed = False
        # The result of the game that was decided last is not in the outbox yet.
        self._owes = False
        self._is_paused = self._is_due = False
        self._delivery = self._run()

    def finished(self, session):
        """Put the result of the session's decided game into the outbox, if it is to be posted."""
        game = session.game
        self.rank = ""
        if not self._posts:
            return
        if game.rearranged or not game.recording.whole:
            print(_MOVED if game.rearranged else _UNKNOWN)
            return
        self._owes = True
        self.settle(session)

    def settle(self, session, is_last=False):
        """Put a result into the outbox that there was no memory for; the last time say so."""
        if not self._owes:
            return
        self._owes = not is_last
        device = self.device
        self.pause()
        try:
            device.wait(max(0, SETTLE_MS - device.ticks_ms()))
            lost = self.outbox.add(_packed(session))
        except MemoryError:
            if is_last:
                print(_NO_MEMORY)
        else:
            self._owes = False
            self._is_due = True
            if lost:
                self.progress.drop()
                print(_FULL)
        self.resume()

    def pause(self):
        """Deliver nothing until `resume`, and give the memory back that a delivery takes.

        One that is under way goes on then where it was; only `progress` is kept.
        """
        self._is_paused = True
        if self._delivery:
            self._is_due = True
            self._end()

    def resume(self):
        self._is_paused = False
        if self._is_due and not self._delivery:
            self._delivery = self._run()
        self._is_due = False

    def step(self):
        """Go on with the delivery without waiting for anything, if nothing is touched."""
        if not self._delivery or self._is_paused or self._is_touched():
            return
        try:
            next(self._delivery)
        except StopIteration:
            self._has_failed = False
            self._end()
        except (Failed, MemoryError) as error:
            self._end()
            # Memory may be there again after the next page or board.
            self._is_due = not isinstance(error, Failed)
            self._fail(str(error) or "no memory")

    def _is_touched(self):
        device = self.device
        return device.ticks_ms() - device.touched_ms < _QUIET_MS

    def _end(self):
        self._delivery = None
        _forget()

    def _fail(self, why):
        """Begin anew the next time, because the state of the ESP32 is not known."""
        self.progress = Progress()
        if not self._has_failed and len(self.outbox):
            self._has_failed = True
            self.message = "Not posted: {}.".format(why)

    def take_message(self):
        """Return the message once, when nothing is touched and nothing is under way; else ""."""
        if not self.message or self._delivery or self._is_touched():
            return ""
        message, self.message = self.message, ""
        return message

    def _run(self):
        for name in _PARTS:
            lazy.load(name)
            yield
        yield from lazy.load("network.delivery").run(self)


def _packed(session):
    """Pack a result, without collecting memory first: the game's end is to be shown at once."""
    try:
        return lazy.load("network.packed").pack(session)
    finally:
        _forget()


def _forget():
    lazy.forget(["minesweeper." + name for name in _PARTS + _PACKING + ("radio",)])


def start(device, put):
    """Return a poster that sets the clock, and posts if settings.toml says where."""
    posts, wrong = lazy.call("network.settings", "check", device.setting)
    if wrong:
        print(wrong)
    poster = Poster(device, posts, put)
    device.idle = poster.step
    return poster
