# SPDX-License-Identifier: MIT
"""Plays the same session on both engines.

The firmware engine runs what lies on a board, compiled; the Python engine runs the sources.
"""

import re
from pathlib import Path
from random import Random

from PIL import ImageChops

from sim import PyPortal
from sim.portal import TAP_S
from tests.support.play import games, reader
from tests.support.play.player import REST_S
from tools import firmware

# The height of the bar in the banner, and the longest time that it counts.
BAR, COUNTDOWN_S = 3, 5
# The largest digit of the clock, narrower than a tile, and a time in which both show the same.
DIGIT, DIGIT_S = (13, 24), 0.5
# A game's time as it is shown: the engines' programs take different times.
CLOCK = re.compile(r"\b\d+:\d\d\b")


def compiled(drive: Path, folder: Path) -> Path:
    """Write into `folder` what is copied to a board; return it."""
    firmware.write(firmware.files(drive), folder)
    return folder


class Twins:
    """A portal on each engine; every touch and line goes to both."""

    def __init__(self, sources, board_drive=None, board="pyportal", **options):
        self.python = PyPortal(sources, board=board, instant=True, **options)
        self.firmware = PyPortal(board_drive or sources, board=board, engine="firmware", **options)
        self.looks = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for portal in self.both:
            portal.close()

    @property
    def both(self):
        return self.python, self.firmware

    def run(self, seconds):
        for portal in self.both:
            portal.run(seconds)

    def type(self, text):
        for portal in self.both:
            portal.type(text)

    def hold(self, x, y, seconds):
        for portal in self.both:
            portal.hold(x, y, seconds)

    def look(self, name):
        """Require the same picture; a failure says where the pictures differ.

        Where only the bar that counts down to the next board differs, which grows shorter at each
        engine's own moments, the pictures are compared when it is gone; where only a digit of the
        clock does, half a second later.
        """
        where = self._difference()
        if where:
            width, height = where[2] - where[0], where[3] - where[1]
            self.run(COUNTDOWN_S if height == BAR else DIGIT_S if (width, height) <= DIGIT else 0)
            where = self._difference()
        assert not where, f"{name}: the pictures differ in {where}"
        self.looks += 1

    def _difference(self):
        """Return the rectangle in which the pictures differ, or None."""
        python, board = (portal.screenshot() for portal in self.both)
        return ImageChops.difference(python, board).getbbox()

    def compare(self):
        """Require the same words, sounds, light and memory."""
        for facet in words, light, memory:
            python, board = map(facet, self.both)
            assert python == board, facet.__name__
        assert sounds_fit(*map(sounds, self.both)), "sounds"


STUTTERED = "<DAC>"
ADJOINING_S = 0.001
# Pictures looked at in a session.
LOOKS = 10
LINES = "board\n", "stats\n", "new guide\n", "new beginner\n"


def play(both, seed):
    """Tap, hold and type at random; look after each."""
    dice = Random(seed)
    for turn in range(LOOKS):
        act(both, dice, turn)
        both.run(3)
        if not is_moving(both.python):
            both.look(f"picture {turn} of session {seed}")
    both.run(REST_S)


def is_moving(portal):
    """Say whether a lesson or the title shows, which move at each engine's own moments."""
    return reader.sees(portal, "Learn") or reader.sees(portal, "Again") or (
        reader.sees(portal, "Next") and reader.sees(portal, "Done"))


def act(both, dice, turn):
    x, y = dice.randrange(320), dice.randrange(240)
    if turn == 0:
        both.run(3)
    elif dice.random() < 0.2:
        both.type(dice.choice(LINES))
    else:
        both.hold(x, y, 0.8 if dice.random() < 0.2 else TAP_S)


def printed(portal):
    """Return the printed lines."""
    return portal.serial.replace("\r", "").splitlines()


def words(portal):
    return CLOCK.sub("0:00", portal.serial.replace("\r", ""))


def sounds(portal):
    """Return each sound without its moment; for a stuttered one, whose pieces adjoin, how many it
    has.
    """
    found, end = [], 0
    for start, path, seconds, digest in portal.sounds:
        if path != STUTTERED:
            found.append((path, seconds, digest))
        elif found and found[-1][0] == STUTTERED and start - end < ADJOINING_S:
            found.append((path, found.pop()[1] + 1))
        else:
            found.append((path, 1))
        end = start + seconds
    return found


def sounds_fit(python, board):
    """Say whether a board's sounds are the same but for stuttered ones, which it does not name.

    While a board draws it repeats the samples that it has, until it comes to load the next ones.
    Stuttered sounds of which one cuts off another look like one that has the pieces of both.
    """
    signs = {sound: chr(256 + n) for n, sound in enumerate({*python, *board})}
    pattern = "".join(f".{{1,{sound[1]}}}" if sound[0] == STUTTERED else signs[sound]
                      for sound in board)
    return re.fullmatch(pattern, "".join(signs[sound] for sound in python)) is not None


def light(portal):
    return portal.pixel, portal.failed


def memory(portal):
    """Return what is kept in nvm of options, games and the board, without the time of play, which
    depends on moments.
    """
    found = games.saved_state(portal.nvm)
    records = bytearray(found.records.size())
    found.records.pack_into(records, 0)
    game = games.saved_game(portal.nvm)
    return vars(found.options), bytes(records), bytes(game.field.cells)
