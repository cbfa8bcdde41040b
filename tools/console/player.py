# SPDX-License-Identifier: MIT
"""Plays the game on its console: reads printed boards, types moves, and deduces the next ones.

The player knows only the printed text. The game's solver names the cells that are safe, that are
mines, or that are best to guess. The scenarios play through it.
"""

import re
from typing import NamedTuple

from minesweeper.rules import presets
from minesweeper.solver import analysis, knowledge, visible
from minesweeper.solver.deduction import TooLarge
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tools.console.line import Line
from tools.guessing.known import of_seen, safest
from tools.guessing.selfplay import diagram_for

# More moves than ten games take.
_MOST_MOVES = 3000
_ENDS = {"You have won.": "won", "You have lost.": "lost"}
_STATUS = re.compile(r"(\d+) mines, (\d+) flags, (\d+) safe cells to open\.")


class Failed(Exception):
    """The message is a sentence on what the board did wrong."""


class Board(NamedTuple):
    """A printed board: its cells row by row in `signs`; `outcome` is playing, won or lost.

    The counts are 0 once the game is over.
    """

    width: int
    height: int
    signs: str
    outcome: str
    mines: int = 0
    flags: int = 0
    safe: int = 0

    def covered(self) -> list[int]:
        return [cell for cell, sign in enumerate(self.signs) if sign in "-?"]

    def near(self, cell: int) -> list[int]:
        return [cell + way[0] for way in _topology(self.width, self.height).ways[cell]]


def read(text: str) -> Board:
    """Read a board, skipping lines before it. Raises Failed if there is none."""
    lines = text.splitlines()
    rows = [line.split()[1:] for line in lines if line[:3].strip().isdigit() and line[3:5] == "  "]
    if not rows or len({len(row) for row in rows}) != 1:
        raise Failed(f"no board: {text[-100:]!r}")
    signs = "".join("".join(row) for row in rows)
    return Board(len(rows[0]), len(rows), signs, *_status(lines[-1]))


def _status(line: str) -> tuple:
    if line in _ENDS:
        return (_ENDS[line],)
    found = _STATUS.fullmatch(line)
    if not found:
        raise Failed(f"no status under the board: {line!r}")
    return ("playing", *map(int, found.groups()))


class Player:
    """Plays on `line`; `moves` counts the moves typed."""

    def __init__(self, line: Line):
        self.line = line
        self.moves = 0

    def board(self) -> Board:
        return read(self.line.ask("board"))

    def new(self, name: str = presets.GUIDE[0]) -> Board:
        self.line.ask(f"new {name}")
        board, preset = self.board(), presets.find(name)
        if preset and (board.width, board.height, board.mines) != preset[1:4]:
            raise Failed(f"new {name} dealt {board.width}x{board.height} cells and {board.mines} "
                         "mines")
        return board

    def move(self, kind: str, board: Board, cell: int) -> Board:
        """`kind` is open, flag or chord."""
        self.moves += 1
        if self.moves > _MOST_MOVES:
            raise Failed(f"{_MOST_MOVES} moves did not end the games")
        row, column = divmod(cell, board.width)
        return read(self.line.ask(f"{kind} {row} {column}"))

    def open_area(self) -> Board:
        """Return a new guide board in play on which something can be deduced."""
        while True:
            board = self.new()
            board = self.move("open", board, board.width * (board.height // 2) + board.width // 2)
            if board.outcome == "playing" and reason(board)[0]:
                return board

    def win(self, board: Board) -> Board:
        """Play to the end: open safe cells, or guess if there are none; then flag the rest."""
        while board.outcome == "playing":
            kind = "open" if board.safe else "flag"
            for cell in choose(board) if board.safe else board.covered():
                if board.outcome == "playing" and cell in board.covered():
                    board = self.move(kind, board, cell)
        return board

    def lose(self, board: Board) -> Board:
        """Open mines, or cells that may be mines, until the game is lost."""
        while board.outcome == "playing":
            board = self.move("open", board, (reason(board)[1] or board.covered())[0])
        return board


def reason(board: Board) -> tuple[list[int], list[int]]:
    """Return the covered cells that are certainly safe, and those that are certainly mines."""
    known = _known(board)
    covered = board.covered()
    return ([cell for cell in covered if known.known[cell] == knowledge.SAFE],
            [cell for cell in covered if known.known[cell] == knowledge.MINE])


def choose(board: Board) -> list[int]:
    """Return the cells to open next: all safe ones, or else one of the safest."""
    known = _known(board)
    safe = [cell for cell in board.covered() if known.known[cell] == knowledge.SAFE]
    return safe or safest(Odds(known, diagram_for(len(board.signs))), known)[:1]


def _known(board: Board) -> knowledge.Knowledge:
    seen = bytearray(_seen(sign) for sign in board.signs)
    known = of_seen(seen, _topology(board.width, board.height), board.mines)
    try:
        for _ in analysis.deductions(known, diagram_for(len(board.signs))):
            pass
    except TooLarge:
        pass  # the odds say the rest
    return known


def _seen(sign: str) -> int:
    if sign.isdigit():
        return int(sign)
    return {".": 0, "F": visible.FLAG}.get(sign, visible.COVERED)


_topologies: dict[tuple[int, int], Topology] = {}


def _topology(width: int, height: int) -> Topology:
    if (width, height) not in _topologies:
        _topologies[width, height] = Topology(width, height)
    return _topologies[width, height]
