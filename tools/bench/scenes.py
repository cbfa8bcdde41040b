# SPDX-License-Identifier: MIT
"""Counts the chip's instructions and the board's milliseconds for scenes of the game.

The game plays on the firmware of the user's board. A scene lasts from the finger's lift or the
typed line to the last changed pixel; the running clock does not count.
"""

import re
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from sim import PyPortal
from sim.engines.firmware.machine import FirmwareMachine
from sim.engines.firmware.releases import find as find_firmware
from tools import firmware, reading
from tools.stage import DRIVE

# Behind tools.stage, which leads to the game's modules.
from minesweeper.rules import controls, presets  # isort: skip
from minesweeper.rules.dice import Dice  # isort: skip
from minesweeper.rules.field import MINE  # isort: skip
from minesweeper.rules.game import Game  # isort: skip
from minesweeper.sharing import numbers  # isort: skip

PRESET = "expert"
WIDTH, SIZE, TOP = 20, 16, 16
TITLE, MIDDLE, FACE = (160, 200), (152, 120), (160, 8)
SETTINGS = f'MINES_PRESET = "{PRESET}"', 'MINES_CONTROLS = "dig"'
TAP_S = 0.12
# How finely the picture is looked at, and how long nothing changes when a scene is over.
STEP_S, QUIET_S = 0.002, 2.5
# From power-on until taps count, between two lines, and as long as a lost board shakes.
READY_S, REST_S, SHAKE_S = 4, 1, 2
# Pages of the menu: the scene's name, the words that lead there, and those that lead back.
PAGES = (("boards", ("Boards",), ("Back",)), ("share", ("Share",), ("Back",)),
         ("title again", ("Title",), ()), ("daily", ("Daily",), ("Back",)),
         ("options", ("Options",), ("Done",)), ("learn", ("Learn",), ()),
         ("patterns", ("Patterns",), ("Done", "Back", "Resume")))
DAY = "today 2026-02-{:02d}\n"


class Count(NamedTuple):
    """The instructions of a scene, ms to its first and last changed pixel, and its used heap."""

    instructions: int
    first_ms: float
    ms: float
    used: int


Act = Callable[[], None]


class Scenes:
    """Plays on a portal that is on; `counts` has what each scene took, by its name."""

    def __init__(self, portal: PyPortal):
        assert isinstance(portal.engine, FirmwareMachine)
        self._portal = portal
        self._engine = portal.engine
        self.counts: dict[str, Count] = {}

    def play(self, day: int) -> None:
        """Play every scene once: lose a board, win another, and ask for that of a day."""
        self._begin()
        self._pages()
        self._advice()
        self._lose()
        self._win()
        self._scene("board of the day", lambda: self._portal.type(DAY.format(day)))
        self._tap(FACE)
        self._walk("Title", "Options", "Guessing", "Done", "Resume")
        self._tap(FACE)
        self._walk("New game", "New game")
        self._scene("no-guess board", lambda: self._tap(MIDDLE))

    def _begin(self) -> None:
        self._scene("title", lambda: None)
        self._portal.run(READY_S)
        self._scene("first tap", lambda: self._tap(TITLE))
        self._scene("opening", lambda: self._tap(MIDDLE))
        self._scene("page opening", lambda: self._tap(FACE))

    def _advice(self) -> None:
        self._menu()
        self._scene("first hint", lambda: self._tap_on("Hint"))
        # The first hint saves the game; the next one does not, but wants a changed board.
        self._open(moves_of(self._board())[0])
        self._menu()
        self._scene("hint", lambda: self._tap_on("Hint"))
        self._menu()
        self._tap_on("Solve")
        self._portal.run(QUIET_S)
        self._scene("odds", lambda: self._tap_on("the odds"))

    def _lose(self) -> None:
        cells = self._board().field.cells
        self._count_shake(at(next(cell for cell, byte in enumerate(cells) if byte & MINE)))
        self._portal.run(QUIET_S)
        self._scene("result", lambda: self._tap(FACE))

    def _win(self) -> None:
        self._ask("new")
        self._portal.run(REST_S)
        self._tap(MIDDLE)
        self._portal.run(REST_S)
        *moves, last = moves_of(self._board())
        for cell in moves:
            self._open(cell)
        self._portal.run(REST_S)
        self._scene("win", lambda: self._tap(at(last)))

    def _menu(self) -> None:
        self._tap(FACE)
        self._portal.run(REST_S)

    def _pages(self) -> None:
        for name, (*there, last), back in PAGES:
            self._walk(*there)
            self._scene(name, lambda words=last: self._tap_on(words))  # type: ignore[misc]
            self._walk(*back)

    def _walk(self, *labels: str) -> None:
        for words in labels:
            self._portal.run(REST_S)
            self._tap_on(words)
        self._portal.run(REST_S)

    def _tap(self, point: tuple[int, int]) -> None:
        self._portal.hold(*point, TAP_S)

    def _tap_on(self, words: str) -> None:
        left, top, right, bottom = reading.box_of(self._portal, words)
        self._tap(((left + right) // 2, (top + bottom) // 2))

    def _open(self, cell: int) -> None:
        self._ask("{} {}".format(*divmod(cell, WIDTH)))

    def _ask(self, line: str) -> str:
        """Type a line; return what is printed until the console rests."""
        before = len(self._portal.serial)
        self._portal.type(line + "\n")
        printed = -1
        while printed != len(self._portal.serial) or printed == before:
            printed = len(self._portal.serial)
            self._portal.run(REST_S / 4)
        return self._portal.serial[before:]

    def _board(self) -> Game:
        """Return the board that is played, before its first move."""
        found = re.search(r"Board ([\d-]+):", self._ask("number"))
        assert found, "the game does not tell its board's number"
        return game_of(found[1])

    def _scene(self, name: str, act: Act) -> None:
        """Count from the end of `act` to the last pixel that changes."""
        act()
        began, executed = self._portal.now, self._engine.instructions
        first = last = began
        picture = self._picture()
        while self._portal.now - last < QUIET_S:
            self._portal.run(STEP_S)
            seen = self._picture()
            if not np.array_equal(seen, picture):
                first = first if last > began else self._portal.now
                last, counted, picture = self._portal.now, self._engine.instructions, seen
        assert last > began, f"nothing changed in the scene {name}"
        self.counts[name] = Count(counted - executed, (first - began) * 1000,
                                  (last - began) * 1000, self._portal.heap.used)

    def _picture(self) -> np.ndarray:
        """Return the picture below the strip in which the clock runs."""
        return reading.screen_of(self._portal)[TOP:]

    def _count_shake(self, mine: tuple[int, int]) -> None:
        """Open a mine; count the longest time between two moves of the shaking picture."""
        self._tap(mine)
        moves = []
        scan = self._portal.board.panel.scan
        until, offset = self._portal.now + SHAKE_S, scan.offset
        while self._portal.now < until:
            self._portal.run(STEP_S / 2)
            if scan.offset != offset:
                offset = scan.offset
                moves.append((self._portal.now, self._engine.instructions))
        assert len(moves) > 1, "the lost board did not shake"
        took, executed = max((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(moves))
        self.counts["shake frame"] = Count(executed, took * 1000, took * 1000,
                                           self._portal.heap.used)


def at(cell: int) -> tuple[int, int]:
    """Return the middle of a cell."""
    return cell % WIDTH * SIZE + SIZE // 2, TOP + cell // WIDTH * SIZE + SIZE // 2


def game_of(text: str) -> Game:
    """Return the game of a board's number."""
    index, rule, cell, seed, _ = numbers.read(text)
    game = Game(presets.of(index), controls.Dig(), rule, Dice())
    game.begin_as(seed, cell)
    return game


def moves_of(game: Game) -> list[int]:
    """Return the cells to open one after the other after the one in the middle."""
    field = game.field
    field.open((MIDDLE[1] - TOP) // SIZE * WIDTH + MIDDLE[0] // SIZE)
    safe = [cell for cell, byte in enumerate(field.cells) if not byte & MINE]
    return [cell for cell in safe if len(field.open(cell))]


def rows(uf2: Path | None, times: int) -> Iterator[str]:
    """Yield a table of the scenes, or the sentence that says why there is none."""
    try:
        named = find_firmware("pyportal", uf2)
    except ValueError as error:
        if uf2:
            raise
        yield f"scenes: {error}"
        return
    yield f"scenes: {named.path.name}, {PRESET}, median and worst of {times}"
    yield from table(count(uf2, times))


def count(uf2: Path | None, boards: int) -> list[dict[str, Count]]:
    """Play the scenes on so many boards, each from power-on."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        files = firmware.files(DRIVE)
        files["settings.toml"] = "\n".join(SETTINGS).encode()
        firmware.write(files, Path(folder, "drive"))
        for board in range(boards):
            with PyPortal(Path(folder, "drive"), engine="firmware", firmware=uf2,
                          seed=board) as portal:
                scenes = Scenes(portal)
                scenes.play(board + 1)
                found.append(scenes.counts)
    return found


def table(found: list[dict[str, Count]]) -> Iterator[str]:
    """Yield a line for each scene: instructions in millions and board milliseconds."""
    yield (f"{'scene':18}{'million instructions':>22}{'worst':>8}{'first ms':>10}"
           f"{'worst':>7}{'ms':>8}{'worst':>7}{'heap':>9}{'worst':>9}")
    for name in found[0]:
        counts = [counts[name] for counts in found]
        executed = [count.instructions / 1e6 for count in counts]
        first, ms = [count.first_ms for count in counts], [count.ms for count in counts]
        used = [count.used for count in counts]
        yield (f"{name:18}{median(executed):>22.1f}{max(executed):>8.1f}{median(first):>10.0f}"
               f"{max(first):>7.0f}{median(ms):>8.0f}{max(ms):>7.0f}{median(used):>9.0f}{max(used):>9}")
