# SPDX-License-Identifier: MIT
"""A walk over every page of the game, in every theme and on both displays, with a picture of each.

The player reads where to tap on a new PyPortal in the classic theme; the same touches are repeated
in the other themes, which have other colours: on one display.
"""

import re

import pytest
from PIL import Image

from minesweeper.pages import patterns
from minesweeper.rules import presets
from sim import golden
from tests.support.paths import GOLDEN
from tests.support.play import games
from tests.support.play.player import BEGINNER, BY_NAME, SEED, TITANO, Player, power_on
from tests.support.play.reader import box_of

ACROSS, GAP, BETWEEN = 6, 4, (255, 0, 255)
# Seconds until a page is there, of a tap and of a hold.
PAGE_S, TAP_S, HOLD_S = 0.6, 0.12, 0.8


class Walker(Player):
    """At a portal that is on; `steps` are (x, y, seconds held, seconds then), or None for a look.

    `shots` are the pictures of the looks.
    """

    def __init__(self, drive, board):
        self.drive = drive
        self.portal = portal = power_on(drive, seed=SEED, board=board)
        self.steps, self.shots = [], []
        self.width = portal.board.model.display.width
        self.touch(0, 0, 0, 1.5)

    def touch(self, x, y, held=TAP_S, then=PAGE_S):
        self.steps.append((x, y, held, then))
        do(self.portal, self.steps[-1])

    def wait(self, seconds):
        self.touch(0, 0, 0, seconds)

    def look(self):
        self.steps.append(None)
        self.shots.append(self.portal.screenshot().convert("RGB"))

    def on(self, *labels):
        """Tap what bears these words, one after the other."""
        for words in labels:
            left, top, right, bottom = box_of(self.portal, words)
            self.touch((left + right) // 2, (top + bottom) // 2)

    def see(self, *labels):
        """The same, with a look at what each leads to."""
        for words in labels:
            self.on(words)
            self.look()

    def face(self):
        """Open the menu."""
        top, right = self.corner[1], self.corner[0] + self.seen[0] * self.size
        if self.width - self.seen[0] * self.size < 96:
            self.touch(self.width // 2, top // 2)
        else:
            self.touch((right + self.width) // 2, 130)

    def ask(self, line, end="\n"):
        """When the touches are repeated, nothing is asked, and as much time passes."""
        began = self.portal.now
        answer = super().ask(line, end)
        self.steps.append((0, 0, 0, self.portal.now - began))
        return answer

    def cell(self, cell, held=TAP_S, then=PAGE_S):
        self.touch(*self.middle(cell), held, then - self._made_up(then - 0.05))

    def first_minutes(self):
        """The title, and a first board that teaches in three taps."""
        self.look()
        self.see("Play")
        self.look_for(BEGINNER)
        self.cell(40)
        self.look()
        mine = next(cell for cell in self.mines() if self.tile(cell) is None)
        self.cell(mine, HOLD_S)
        self.look()

    def learn(self):
        self.face()
        self.look()
        self.on("Title")
        self.see("Learn", "How to play")
        self.on("Next", "Next", "Done", "Patterns")
        _, asked, board, *_ = patterns.pattern(0)
        wrong = next(cell for cell, sign in enumerate(board)
                     if sign in ("-", patterns.SAFE, patterns.MINE) and sign != asked)
        side = self.width // 320 * 32 + self.width % 320 // 10
        left, top = (self.width - patterns.COLUMNS * side) // 2, 21
        for row, column in (divmod(cell, patterns.COLUMNS)
                            for cell in (wrong, patterns.cells(board, asked)[0])):
            self.touch(left + column * side + side // 2, top + row * side + side // 2)
        self.look()
        self.on("Done", "Back")

    def advice_and_options(self):
        self.see("Options", "More", "Calibrate")
        for _ in range(4):
            self.touch(30, 30)
        self.wait(3)
        self.on("Done", "Resume")
        for way in ("Hint",), ("Solve", "the odds"):
            self.face()
            self.see(*way)

    def boards(self):
        self.face()
        self.see("Share", "By number")
        self.on("Back", "Back")
        self.see("Boards", "More", "Custom", "Play")
        self.on("Keep playing", "Title")
        self.see("Daily")
        self.on("Back", "Resume")

    def end(self):
        """A slip and what was safe, and then a win."""
        self.cell(self.mines()[-1], then=4)
        self.look()
        self.face()
        self.wait(1)
        self.look()
        self.on("What")
        self.touch(self.width // 2, 100)
        self.look()
        self.touch(self.width // 2, 100, HOLD_S, 1.6)
        self.on("New")
        self.cell(40)
        for cell in games.safe_moves(self.number(), self.signs()):
            self.cell(cell, then=0.1)
        self.wait(3)
        self.look()
        self.face()
        self.wait(1)
        self.look()

    def large(self):
        self.on("Boards", "Hard")
        self.look_for(BY_NAME["classic expert"])
        self.cell(255)
        self.face()
        self.see("Hint")
        self.face()
        self.on("Boards", "More", "Guide", "New game")
        self.look_for(presets.GUIDE)
        self.look()


def do(portal, step):
    x, y, held, then = step
    if held:
        portal.hold(x, y, held)
    portal.run(then)


def repeated(drive, board, steps):
    """The pictures that the same touches bring on another drive."""
    with power_on(drive, seed=SEED, board=board) as portal:
        for step in steps:
            if step:
                do(portal, step)
            else:
                yield portal.screenshot().convert("RGB")


def check(shots, board, theme):
    """Compare all of them, in rows on one picture."""
    width, height = (size + GAP for size in shots[0].size)
    rows = -(-len(shots) // ACROSS)
    whole = Image.new("RGB", (ACROSS * width - GAP, rows * height - GAP), BETWEEN)
    for at, shot in enumerate(shots):
        whole.paste(shot, (at % ACROSS * width, at // ACROSS * height))
    golden.check(whole, GOLDEN / f"pages-{board}-{theme}.png")


# Added to the drive's own text module.
WATCH = """
import board

def _check(face, words, x, y, width, rows):
    lines = words.split("\\n")
    lacks = [letter for letter in words if face.width(letter) == 1]
    widest, high = max([face.width(line) for line in lines]), len(lines) * face.height
    across, down = x - widest // 2, y - high // 2
    if (lacks or len(lines) > rows or widest > width + 1 or across < 0 or down < 0
            or across + widest > board.DISPLAY.width or down + high > board.DISPLAY.height):
        print("cut:", words, lacks)

def _watched(self, words, write=Text.write):
    write(self, words)
    _check(self._face, words, self._x + self._width // 2, self._y, self._width, len(self._rows))

def _said(group, face, palette, words, x, y, most, say=say):
    _check(face, words, x, y, most, 9)
    return say(group, face, palette, words, x, y, most)

Text.write, say = _watched, _said
"""
# Added to its own module of pages: prints what each one says beside its buttons.
WORDS = '''

def _print_words(page, texts):
    """Print the words that are on a page beside its buttons; a figure is no word."""
    words = [word for layer, said in page.said if layer is None or not layer.hidden
             for word in said.split()] + [word for one in texts for line in one._rows
                                          if line for word in line.split()]
    named = [word for word in words if any(letter.isalpha() for letter in word)]
    print("words:", len(named), " ".join(words))

def _noted_say(self, words, *others, say=Page.say):
    layer = say(self, words, *others)
    self.said = getattr(self, "said", []) + [(layer, words)]
    return layer

def _noted(make):
    def made(self, *others):
        line = make(self, *others)
        self.lines_said = getattr(self, "lines_said", []) + [line]
        self.said = getattr(self, "said", [])
        return line
    return made

def _noted_choose(self, *others, choose=Buttons.choose, **named):
    if isinstance(self, Page):
        self.said = getattr(self, "said", [])
        _print_words(self, getattr(self, "lines_said", []))
    return choose(self, *others, **named)

Page.say, Page.line, Page.lines = _noted_say, _noted(Page.line), _noted(Page.lines)
Buttons.choose = _noted_choose
'''
MOST_WORDS = 12


def too_wordy(serial):
    """Return the pages that say more than so many words."""
    pages = re.findall(r"words: (\d+) (.*)", serial)
    assert len(pages) > 20, "few pages were seen"
    return [words for count, words in pages if int(count) > MOST_WORDS]


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_all_pages_in_all_themes(own_drive_with, board):
    def drive_of(theme):
        drive = own_drive_with(f'MINES_THEME = "{theme}"', 'MINES_MOTION = "off"')
        with (drive / "minesweeper" / "screen" / "text.py").open("a", encoding="utf-8") as file:
            file.write(WATCH)
        with (drive / "minesweeper" / "pages" / "page.py").open("a", encoding="utf-8") as file:
            file.write(WORDS)
        return drive

    walker = Walker(drive_of("classic"), board)
    with walker.portal as portal:
        for part in (walker.first_minutes, walker.learn, walker.advice_and_options, walker.boards,
                     walker.end, walker.large):
            part()
        assert "cut:" not in portal.serial
        assert too_wordy(portal.serial) == []
    check(walker.shots, board, "classic")
    for theme in ("dark", "colour-blind") if board == "pyportal" else ():
        check([*repeated(drive_of(theme), board, walker.steps)], board, theme)
