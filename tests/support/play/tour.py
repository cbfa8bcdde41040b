# SPDX-License-Identifier: MIT
"""A walk over every page of the game, from a new PyPortal's title on, with a picture of each.

The player reads where to tap; what was touched is kept, so that another portal can be taken along
the same way without reading.
"""

from PIL import Image

from minesweeper.advice import patterns
from minesweeper.board import presets
from tests.support.play import games, reader
from tests.support.play.player import BEGINNER, BY_NAME, SEED, Player, power_on

_ACROSS, _GAP, _BETWEEN = 6, 4, (255, 0, 255)
# Seconds until a page is there, of a tap and of a hold.
_PAGE_S, _TAP_S, _HOLD_S = 0.6, 0.12, 0.8
# A pattern's board: the pixel row where it begins.
_PATTERN_TOP = 18


class Tour(Player):
    """At a portal that is on; `steps` are (x, y, seconds held, seconds then), or None for a look.

    `shots` are the pictures of the looks.
    """

    def __init__(self, drive, board):
        self.drive = drive
        self.portal = portal = power_on(drive, seed=SEED, board=board)
        self.steps, self.shots = [], []
        self._width = portal.board.model.display.width
        self.touch(0, 0, 0, 1.5)

    def touch(self, x, y, held=_TAP_S, then=_PAGE_S):
        self.steps.append((x, y, held, then))
        _do(self.portal, self.steps[-1])

    def look(self):
        self.steps.append(None)
        self.shots.append(self.portal.screenshot().convert("RGB"))

    def on(self, *labels):
        """Tap what bears these words, one after the other."""
        for words in labels:
            left, top, right, bottom = reader.box_of(self.portal, words)
            self.touch((left + right) // 2, (top + bottom) // 2)

    def see(self, *labels):
        """The same, with a look at what each leads to."""
        for words in labels:
            self.on(words)
            self.look()

    def face(self):
        """To the pause sheet."""
        top, right = self.corner[1], self.corner[0] + self.seen[0] * self.size
        if self._width - self.seen[0] * self.size < 96:
            self.touch(self._width // 2, top // 2)
        else:
            self.touch((right + self._width) // 2, 130)

    def ask(self, line, end="\n"):
        """When the touches are repeated, nothing is asked, and as much time passes."""
        began = self.portal.now
        answer = super().ask(line, end)
        self.steps.append((0, 0, 0, self.portal.now - began))
        return answer

    def cell(self, cell, held=_TAP_S, then=_PAGE_S):
        self.touch(*self.middle(cell), held, then - self._made_up(then - 0.05))

    def walk(self):
        self._lessons()
        self.look_for(BEGINNER)
        self._game()
        self._options()
        self._boards()
        self._end()
        self._large()
        self._guide()

    def _lessons(self):
        self.look()
        self.see("How to play", "Next", "Next", "Patterns")
        _, asked, board, *_ = patterns.pattern(0)
        self._answer(next(cell for cell, sign in enumerate(board)
                          if sign in ("-", patterns.SAFE, patterns.MINE) and sign != asked))
        self._answer(patterns.cells(board, asked)[0])
        self.see("Leave")
        self.on("tap opens")

    def _answer(self, cell):
        side = self._width // 320 * 32 + self._width % 320 // 10
        left = (self._width - patterns.COLUMNS * side) // 2
        self.touch(left + cell % patterns.COLUMNS * side + side // 2,
                   _PATTERN_TOP + cell // patterns.COLUMNS * side + side // 2)
        self.look()

    def _game(self):
        self.cell(40)
        self.cell(self.mines()[0], _HOLD_S)
        self.look()
        for way in ("Hint",), ("Solve", "Show the odds"):
            self.face()
            self.look()
            self.see(*way)

    def _options(self):
        self.face()
        self.see("Statistics")
        self.on("Done")
        self.see("Options", "More", "More")
        self.on("More", "More")
        self.see("Calibrate")
        for _ in range(4):
            self.touch(30, 30)
        self.touch(0, 0, 0, 3)
        self.on("Done")

    def _boards(self):
        self.see("Board")
        if not reader.sees(self.portal, "By number"):
            self.see("More")
        self.see("By number", "New game", "Deal")
        self.on("Back", "Board")
        self.on("Board of", "New game")
        self.look()
        self.on("Back", "Board")
        self._second_page("Your own")
        self.see("Your own")
        self.on("Done", "Go on with")
        self.on("Resume")

    def _second_page(self, words):
        if not reader.sees(self.portal, words):
            self.on("More")

    def _end(self):
        """A slip and its proof, and then a win."""
        self.cell(self.mines()[-1], then=4)
        self.look()
        self.face()
        self.touch(0, 0, 0, 1)
        self.look()
        self.see("Share")
        self.on("Back")
        self.see("What was")
        for _ in range(3):
            self.touch(self._width // 2, 200)
        self.look()
        self.touch(self._width // 2, 200, _HOLD_S)
        self.cell(40)
        self.cell(40)
        for cell in games.safe_moves(self.number(), self.signs()):
            self.cell(cell, then=0.1)
        self.touch(0, 0, 0, 2)
        self.look()
        self.face()
        self.touch(0, 0, 0, 1)
        self.look()

    def _large(self):
        self.on("Menu", "Board")
        self._second_page("Classic expert")
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

    def _guide(self):
        self.face()
        self.on("Board")
        if not reader.sees(self.portal, "Guide"):
            self.on("More")
        self.on("Guide", "New game")
        self.look_for(presets.GUIDE)
        self.cell(0, then=2)
        self.look()


def repeat(drive, board, steps):
    """The pictures that the same touches bring on another drive."""
    shots = []
    with power_on(drive, seed=SEED, board=board) as portal:
        for step in steps:
            if step:
                _do(portal, step)
            else:
                shots.append(portal.screenshot().convert("RGB"))
    return shots


def _do(portal, step):
    x, y, held, then = step
    if held:
        portal.hold(x, y, held)
    portal.run(then)


def sheet(shots):
    """All of them in rows on one picture."""
    width, height = (size + _GAP for size in shots[0].size)
    rows = -(-len(shots) // _ACROSS)
    whole = Image.new("RGB", (_ACROSS * width - _GAP, rows * height - _GAP), _BETWEEN)
    for at, shot in enumerate(shots):
        whole.paste(shot, (at % _ACROSS * width, at // _ACROSS * height))
    return whole
