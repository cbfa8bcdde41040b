# SPDX-License-Identifier: MIT
"""A board's firmware and the Python engine play the same game: same seed, same hands, every page.

Pictures, console, sounds and nvm are compared. The firmware runs what is copied to a board,
compiled; the Python engine runs the sources. FULL=1 shows every preset in every theme.
"""

import os
from itertools import product

import pytest

from tests.support import firmware, twins
from tests.support.play import reader
from tests.support.play.player import BY_NAME, DIG, LOST, REST_S
from tests.support.twins import Twins

firmware.require()

SEED = 4
THEMES = "classic", "dark", "colour-blind"
NAMES = "guide", "beginner", "expert", "flowers"
FEW = [("beginner", "dark")]
SEEN = [*product(NAMES, THEMES)] if os.environ.get("FULL") else FEW
# A board that plays by itself: at the same moment it shows another move.
MOVING = ""
PAGES = (("Solve", "the Solve menu"), ("Back", "menu again"), ("Share", "the number"),
         ("By number", "the keypad"), ("Back", "the number again"), ("Back", "menu again"),
         ("Boards", "the boards"), ("More", "more boards"), ("Back", "the boards again"),
         ("Back", "menu again"), ("Title", MOVING), ("Daily", "the calendar"), ("Back", MOVING),
         ("Learn", "what can be learned"), ("How to play", MOVING), ("Done", "Learn again"),
         ("Patterns", "a pattern"), ("Next", "another pattern"), ("Done", "Learn again"),
         ("Back", MOVING), ("Options", "options"), ("More", "more options"),
         ("Calibrate", "calibration"))
# After which nobody calibrates.
GIVEN_UP_S = 16
LINES = "board", "hint", "odds", "flag 0 0", "13 7", "stats", "nonsense"


class Players:
    """One hand at both engines; every named look must show the same on both."""

    def __init__(self, both, size):
        self.both = both
        self.size = size

    def touch(self, x, y, seconds=0.12, name=""):
        self.both.hold(x, y, seconds)
        self.both.run(1.2)
        if name:
            self.both.look(name)

    def tap_on(self, text, name):
        left, top, right, bottom = reader.box_of(self.both.python, text)
        self.touch((left + right) // 2, (top + bottom) // 2, name=name)

    def say(self, line):
        self.both.type(line + "\n")
        self.both.run(4)
        self.both.look(line)

    def open_menu(self):
        self.touch(130, 130, 0.8, name="the menu, or not")
        if not reader.sees(self.both.python, "Menu"):
            self.touch(*((160, 8) if self.size == 16 else (270, 130)), name="the menu")

    def look_at_pages(self):
        for text, page in PAGES:
            self.tap_on(text, page)
        self.both.run(GIVEN_UP_S)
        self.tap_on("Done", MOVING)
        self.tap_on("Resume", "the game again")

    def lose(self):
        """Tap cell after cell until a board is lost."""
        for at in range(120):
            if any(reader.sees(self.both.python, words) for words in (*LOST, "You have ")):
                return
            x, y = 12 + at * 5 % 13 * self.size, 40 + at // 13 * self.size
            self.touch(x + self.size // 2, y)


@pytest.fixture
def players(drive_with, tmp_path):
    """Powered on with a preset and a theme."""
    opened = []

    def sit(name, theme):
        drive = drive_with(f'MINES_PRESET = "{name}"', DIG, f'MINES_THEME = "{theme}"')
        opened.append(Twins(drive, twins.compiled(drive, tmp_path / "board"), seed=SEED))
        return Players(opened[-1], BY_NAME[name][4])

    yield sit
    for both in opened:
        both.close()


@pytest.mark.parametrize(("name", "theme"), SEEN)
def test_both_engines_show_the_same_pages_and_boards(players, name, theme):
    hand = players(name, theme)
    hand.both.run(3)
    hand.touch(160, 200, name="the covered board")
    hand.touch(130, 130, name="an opening")
    hand.open_menu()
    hand.look_at_pages()
    for line in LINES:
        hand.say(line)
    hand.both.run(REST_S)
    hand.both.compare()
    hand.lose()
    hand.both.run(3)
    hand.both.look("a lost board after its shake")
    hand.touch(160, 140)
    hand.both.run(2)
    hand.both.look("the next board, or the result with its guesses")
    hand.both.run(REST_S)
    hand.both.compare()
    assert hand.both.looks >= 29
