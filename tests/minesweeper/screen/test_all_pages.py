# SPDX-License-Identifier: MIT
"""A walk over every page of the game, in every theme and on both displays, with a picture of each.

The player reads where to tap on a new PyPortal in the classic theme; the same touches are repeated
in the other themes.
"""

import pytest
from PIL import Image

from minesweeper.advice import patterns
from minesweeper.rules import presets
from sim import golden
from tests.support.paths import GOLDEN
from tests.support.play import games
from tests.support.play.player import BEGINNER, BY_NAME, SEED, TITANO, Player, power_on
from tests.support.play.reader import box_of
from tests.support.tables import texts

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

    def second_page(self, words):
        if not self.reads(words):
            self.on("of 2")

    def first_minutes(self):
        self.look()
        self.see("TAP TO START", "Tap opens")
        cells = self.size_of_lesson()
        for cell, held in (8, TAP_S), (5, HOLD_S), (6, TAP_S):
            self.touch(*cells(cell), held)
            self.look()
        self.on("Play")

    def size_of_lesson(self):
        """Return a function from the cells of a lesson's board to their middles."""
        side, top = (32, 38) if self.width == 320 else (48, 46)
        left = (self.width - 5 * side) // 2
        return lambda cell: (left + cell % 5 * side + side // 2, top + cell // 5 * side + side // 2)

    def lessons(self):
        self.face()
        self.see("How to play", "Next", "Next", "Patterns")
        _, asked, board, *_ = patterns.pattern(0)
        wrong = next(cell for cell, sign in enumerate(board)
                     if sign in ("-", patterns.SAFE, patterns.MINE) and sign != asked)
        side = self.width // 320 * 32 + self.width % 320 // 10
        left, top = (self.width - patterns.COLUMNS * side) // 2, 21
        for row, column in (divmod(cell, patterns.COLUMNS)
                            for cell in (wrong, patterns.cells(board, asked)[0])):
            self.touch(left + column * side + side // 2, top + row * side + side // 2)
            self.look()
        self.on("Back")
        self.see("Done")
        self.on("Resume")

    def game_and_options(self):
        self.look_for(BEGINNER)
        self.lessons()
        self.cell(40)
        self.cell(self.mines()[0], HOLD_S)
        self.look()
        for way in ("Hint",), ("Solve", "Show the odds"):
            self.face()
            self.look()
            self.see(*way)
        self.face()
        self.see("Statistics")
        self.on("Done")
        self.see("Options", "of 3", "of 3")
        self.see("Calibrate")
        for _ in range(4):
            self.touch(30, 30)
        self.wait(3)
        self.on("Done")

    def boards(self):
        self.see("Boards", "of 2", "By number", "Deal")
        self.on("Back", "of 2")
        self.see("Board of")
        self.on("Back", "of 2")
        self.see("Custom", "Done")
        self.on("Keep playing", "Resume")

    def end(self):
        """A slip and its proof, and then a win."""
        self.cell(self.mines()[-1], then=4)
        self.look()
        self.face()
        self.wait(1)
        self.look()
        self.see("Share")
        self.on("Back")
        self.see("What was")
        for _ in range(3):
            self.touch(self.width // 2, 200)
        self.look()
        self.touch(self.width // 2, 200, HOLD_S, 1.6)
        self.on("New game")
        self.cell(40)
        for cell in games.safe_moves(self.number(), self.signs()):
            self.cell(cell, then=0.1)
        self.wait(2)
        self.look()
        self.face()
        self.wait(1)
        self.look()

    def large(self):
        self.on("Menu", "Boards")
        self.second_page("Classic expert")
        self.on("Classic expert")
        self.look_for(BY_NAME["classic expert"])
        self.cell(255)
        self.look()
        self.face()
        self.on("How to play", "Next", "Next")
        if not self.is_whole:
            self.see("Next")
        self.on("Done")
        self.see("Hint")
        self.face()
        self.on("Boards")
        self.second_page("Guide")
        self.on("Guide", "New game")
        self.look_for(presets.GUIDE)
        self.cell(0, then=2)
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
WATCH = texts(__file__)["watch"]


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_all_pages_in_all_themes(own_drive_with, board):
    def drive_of(theme):
        drive = own_drive_with(f'MINES_THEME = "{theme}"', 'MINES_MOTION = "off"')
        with (drive / "minesweeper" / "screen" / "text.py").open("a", encoding="utf-8") as file:
            file.write(WATCH)
        return drive

    walker = Walker(drive_of("classic"), board)
    with walker.portal as portal:
        for part in (walker.first_minutes, walker.game_and_options, walker.boards, walker.end,
                     walker.large):
            part()
        assert "cut:" not in portal.serial
    check(walker.shots, board, "classic")
    for theme in "dark", "colour-blind":
        check([*repeated(drive_of(theme), board, walker.steps)], board, theme)
