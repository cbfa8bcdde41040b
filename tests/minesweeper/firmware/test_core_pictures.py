# SPDX-License-Identifier: MIT
"""CircuitPython's core and the simulator play the same game: same seed, same hands, every page.

Pictures, console and nvm are compared. The core runs what lies on a board, compiled; the simulator
runs the sources. Every board is looked at in every theme with FULL=1 in the environment.
"""

import os
import re
from itertools import product

import pytest

from minesweeper.memory import memory
from tests.support import core
from tests.support.play import reader
from tests.support.play.desk import power_on
from tests.support.play.seat import BY_NAME, DIG, LOST
from tools import firmware

SEED = 4
THEMES = "classic", "dark", "colour-blind", "classic"
NAMES = "guide", "beginner", "expert", "flowers"
SEEN = [*product(NAMES, dict.fromkeys(THEMES))] if os.environ.get("FULL") else [*zip(
    NAMES, THEMES, strict=True)]
PAGES = (("Options", "options"), ("More", "more options"), ("Done", "pause again"),
         ("Statistics", "statistics"), ("Done", "pause again"), ("Solve", "the Solve menu"),
         ("Back", "pause again"), ("Board", "the boards"), ("Board of", "a question"),
         ("New game", "the date"), ("Back", "pause again"), ("How to play", "how to play"),
         ("Patterns", "a pattern"), ("Next", "another pattern"), ("Leave", "pause again"),
         ("Options", "options"), ("More", "more options"), ("Calibrate", "calibration"))
# After which nobody calibrates.
GIVEN_UP_S = 16
LINES = "board", "hint", "odds", "flag 0 0", "13 7", "stats", "nonsense"
REST_S = 10.5
# A game's milliseconds, and its time as it is shown.
PLAYED_MS = slice(memory._GAME + 10, memory._GAME + 14)
CLOCK = re.compile(r"\b\d+:\d\d\b")


@pytest.fixture(autouse=True, scope="module")
def machine():
    core.require()


class Twins:
    """One hand at both; every `look` must show the same on both."""

    def __init__(self, real, simulated, size):
        self.both = real, simulated
        self.size = size
        self.looks = 0

    def look(self, name):
        real, simulated = (bytes(portal.framebuffer) for portal in self.both)
        assert real == simulated, f"{name} looks different"
        self.looks += 1

    def compare(self):
        """What was printed, and what was saved, but for the time of play."""
        real, simulated = (CLOCK.sub("0:00", told(portal)) for portal in self.both)
        assert real == simulated
        real, simulated = (untimed(portal.nvm) for portal in self.both)
        assert real == simulated

    def say(self, line):
        for portal in self.both:
            portal.type(line + "\n")
            portal.run(4)
        self.look(line)

    def run(self, seconds):
        for portal in self.both:
            portal.run(seconds)

    def touch(self, x, y, seconds=0.12, name=""):
        """And look, if what is to be seen then has a name."""
        for portal in self.both:
            portal.hold(x, y, seconds)
            portal.run(0.4)
        if name:
            self.look(name)

    def tap_on(self, text, name):
        left, top, right, bottom = reader.box_of(self.both[1], text)
        self.touch((left + right) // 2, (top + bottom) // 2, name=name)


def told(portal):
    return portal.serial.replace("\r", "")


def untimed(nvm):
    """What the last write left, without clocks."""
    kept = bytearray(nvm[: int.from_bytes(nvm[4:6], "little") - 4])
    if len(kept) > PLAYED_MS.stop:
        kept[PLAYED_MS] = bytes(4)
    return bytes(kept)


@pytest.fixture
def twins(drive_with, tmp_path):
    """Powered on with a preset and a theme."""
    stacks = []

    def sit(name, theme):
        lines = f'MINES_PRESET = "{name}"', DIG, f'MINES_THEME = "{theme}"'
        drive = drive_with(*lines)
        firmware.write(firmware.files(drive), tmp_path / "board")
        flash = core.image(tmp_path / "board", tmp_path / "flash.img")
        context = core.power_on(flash, seed=SEED)
        simulated = power_on(drive, seed=SEED)
        stacks.append((context, simulated))
        return Twins(context.__enter__(), simulated, BY_NAME[name][4])

    yield sit
    for context, simulated in stacks:
        simulated.close()
        context.__exit__(None, None, None)


@pytest.mark.parametrize(("name", "theme"), SEEN)
def test_the_core_shows_what_the_simulator_shows(twins, name, theme):
    both = twins(name, theme)
    both.run(2)
    both.look("the title")
    both.touch(160, 200, name="the covered board")
    both.touch(130, 130, name="an opening")
    both.touch(130, 130, 0.8, name="the pause sheet, or not")
    if not reader.sees(both.both[1], "Pause"):
        both.touch(*((160, 8) if both.size == 16 else (270, 130)), name="the pause sheet")
    for text, page in PAGES:
        both.tap_on(text, page)
    both.run(GIVEN_UP_S)
    both.tap_on("Done", "pause again")
    both.tap_on("Resume", "the game again")
    for line in LINES:
        both.say(line)
    both.run(REST_S)
    both.compare()
    lose(both)
    both.run(2)
    both.look("a lost board after its shake")
    both.touch(160, 140, name="the next board")
    both.compare()
    assert both.looks >= 22


def lose(both):
    """Tap cell after cell until a board is lost."""
    size = both.size
    for at in range(120):
        if any(reader.sees(both.both[1], words) for words in (*LOST, "You have ")):
            return
        x, y = 12 + at * 5 % 13 * size, 40 + at // 13 * size
        both.touch(x + size // 2, y)
        both.run(0.6)
