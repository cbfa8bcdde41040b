# SPDX-License-Identifier: MIT
"""A player whose PyPortal posts its results, and what the posting costs: its longest steps."""

from minesweeper.network.outbox import Outbox
from sim.board.nvm import ERASE_NS, WRITE_NS
from sim.clock import MS
from tests.support.play import blocks
from tests.support.play.player import STATUS, Player
from tools import firmware

HOST, PORT, TOKEN = "board.local", 8080, "a secret"
WIFI = 'CIRCUITPY_WIFI_SSID = "Home"', 'CIRCUITPY_WIFI_PASSWORD = "its password"'
URL = f'MINES_POST_URL = "http://{HOST}:{PORT}/results"', f'MINES_POST_TOKEN = "{TOKEN}"'
NAME = 'MINES_POST_NAME = "Zoë"'
# A board that a few taps decide.
SMALL = 'MINES_PRESET = "custom"', 'MINES_CUSTOM = "5x5/3"', 'MINES_CONTROLS = "dig"'
PRESET = ("custom", 5, 5, 3, 16)
# After a tap: at a board's speed a finger that is back sooner may not have been seen to leave.
BREATH_S = 0.4


class Poster(Player):
    """`longest_ms` is the longest step so far, `packed` what was to be posted."""

    def __init__(self, drive, **options):
        super().__init__(drive, preset=options.pop("preset", PRESET), **options)
        self.longest_ms = 0
        self.packed = []

    @property
    def device(self):
        """The program's."""
        return blocks.objects(self, "Device")[-1]

    @property
    def poster(self):
        """The program's."""
        return self.device.idle.__self__

    def watch(self):
        """Time all steps from now on, and note what is to be posted."""
        poster = self.poster
        self.device.idle = self._timed(poster.step)
        poster.finished = self._timed(poster.finished)
        add = poster.outbox.add
        poster.outbox.add = lambda result: (self.packed.append(bytes(result)), add(result))[1]

    def _timed(self, work):
        """Time it without what may fall into it: the redraw of the game's changes, and saves."""
        clock, nvm, display = self.portal.board.clock, self.portal.board.nvm, self.device.display

        def timed(*arguments):
            display.auto_refresh = False
            began, writes = clock.now, nvm.writes
            work(*arguments)
            display.auto_refresh = True
            spent = clock.now - began - (nvm.writes - writes) * (ERASE_NS + WRITE_NS)
            self.longest_ms = max(self.longest_ms, spent / MS)

        return timed

    def play(self, chance):
        """A game to its end, by hand; half of them are won."""
        self.tap(12)
        careful = chance.random() < 0.5
        self.portal.run(BREATH_S)
        mines = set(self.mines()) if careful else set()
        while "You have" not in self.ask("board", STATUS):
            self.tap(chance.choice([cell for cell, sign in enumerate(self.signs())
                                    if sign in "-F?" and cell not in mines]))
            self.portal.run(BREATH_S)
        self.portal.run(3)

    def next_board(self):
        """Deal a board on the console; a finger would see the result first."""
        self.say("new", 1)

    def deliver(self, seconds):
        """Run until nothing waits and nothing is sent again for a moment; at most so long."""
        self.wait_until(lambda: not self.waiting, seconds)
        self.portal.run(3)

    def wait_until(self, is_so, seconds=30):
        """Run until this is so; at most so long."""
        until = self.portal.now + seconds
        while not is_so() and self.portal.now < until:
            self.portal.run(0.5)

    @property
    def waiting(self):
        return len(Outbox(bytearray(self.portal.nvm)))


def drive(drive_with, *lines):
    return drive_with(*WIFI, *SMALL, NAME, *(lines or URL))


def compiled(source, folder):
    """A drive as it is deployed, made of such a drive."""
    firmware.write(firmware.files(source), folder)
    return folder


