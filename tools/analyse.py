# SPDX-License-Identifier: MIT
"""Prints the deductions on a board given as text, their reasons, and the odds of every cell.

`python -m tools.analyse board.txt`, or the board on standard input. Cells are named by row and
column; r1c1 is the first.

Each line of the text is a row: `-` or `?` is covered, `F` flagged, `.` or 0 to 8 opened. Spaces
between cells, empty lines and comments after `#` are ignored. A first line `mines 10` gives the
number of mines.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from minesweeper.solver import analysis, deduction, knowledge, visible
from minesweeper.solver.deduction import Deduction, Impossible, TooLarge
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from sim import output, schema
from tools.guessing.guess import choose
from tools.guessing.known import chance, check, copy, of_seen, safest
from tools.guessing.selfplay import LIMITS, diagram_for

CELLS = {"-": visible.COVERED, "?": visible.COVERED, "F": visible.FLAG, ".": 0}
CELLS |= {str(clue): clue for clue in range(9)}
MOST = 100  # columns or rows
DIGITS = 9  # of a number of mines
# The reasons in words.
NAMES = {
    deduction.ALL_MINES: "all its cells are mines",
    deduction.ALL_FOUND: "all its mines are found",
    deduction.SUBSET: "one clue within another",
    deduction.OVERLAP: "two clues overlap",
    deduction.MINES_LEFT: "mines left",
    deduction.GROUP: "these clues together",
    deduction.WHOLE_BOARD: "all clues and the mines left",
    deduction.WRONG_FLAG: "a flag is wrong",
    deduction.TOO_MANY_FLAGS: "too many flags",
    deduction.FLAGS_CONTRADICT: "these flags cannot all be right",
    deduction.IMPOSSIBLE: "impossible board",
    deduction.NOTHING: "nothing follows",
    deduction.NOT_KNOWN: "not known",
}


class BoardError(Exception):
    """The message names the file and the line and says what is wrong."""


class Board(NamedTuple):
    name: str
    width: int
    height: int
    seen: bytearray
    mines: int | None
    lines: list[int]  # each row's line in the file

    def place(self, cell: int) -> str:
        """Return a cell's row and column, counted from 1, as r1c1."""
        return f"r{cell // self.width + 1}c{cell % self.width + 1}"

    def line(self, cell: int) -> int:
        return self.lines[cell // self.width]


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    name = "standard input" if options.board == "-" else options.board
    try:
        board = _counted(read(name, _text(options.board)), options.mines)
        print("\n".join(answer(board)))
    except Impossible as error:
        output.complain(f"analyse: {impossible(board, error)}")
        return 1
    except UnicodeDecodeError:
        output.complain(f"analyse: {name} is not text")
        return 2
    except (BoardError, ValueError) as error:
        output.complain(f"analyse: {error}")
        return 2
    return 0


def _text(path: str) -> str:
    if path == "-":
        return sys.stdin.read()
    return schema.text(Path(path))


def _counted(board: Board, mines: int | None) -> Board:
    """Return the board with the number of mines from the command line, if given."""
    if mines is not None and board.mines not in (None, mines):
        raise BoardError(f"{board.name} says mines {board.mines}, and --mines {mines}: give one")
    board = board if mines is None else board._replace(mines=mines)
    if board.mines is None:
        raise BoardError(f"{board.name}: how many mines? Write `mines 10` in the first line, "
                         "or give --mines 10")
    if board.mines > len(board.seen):
        raise BoardError(f"{board.name}: {board.mines} mines do not fit {len(board.seen)} cells")
    return board


def answer(board: Board) -> list[str]:
    """Return `analyse`, or what simple rules show if there are too many solutions to count.

    Raises Impossible.
    """
    try:
        return analyse(board)
    except TooLarge:
        return uncounted(board)


def uncounted(board: Board) -> list[str]:
    """Return what simple rules show, as lines. Raises Impossible."""
    known = of_seen(board.seen, Topology(board.width, board.height), board.mines)
    reasons = _reasons(board, analysis.deductions(known, None, lambda *_: None))
    words = {knowledge.SAFE: "safe", knowledge.MINE: "mine"}
    return [_headline(board), *reasons,
            "", "Too many solutions to count: no odds, but what simple rules show", "",
            *_rows(board, [_clue(board, cell) or f"{words.get(state, '-'):>5}"
                           for cell, state in enumerate(known.known)])]


def analyse(board: Board) -> list[str]:
    """Return the answer as lines. Raises Impossible, TooLarge."""
    topology = Topology(board.width, board.height)
    diagram = diagram_for(topology.size)
    known = of_seen(board.seen, topology, board.mines)
    check(known, diagram)
    lines = [_headline(board), *_reasons(board, analysis.deductions(known, diagram))]
    lines += _wrong_flags(board, known, diagram)
    odds = Odds(known, diagram)
    return [*lines, *_summary(board, known, diagram, odds), "", *grid(board, odds)]


def _headline(board: Board) -> str:
    flags = sum(byte == visible.FLAG for byte in board.seen)
    return (f"{board.width}x{board.height} cells, {_many(board.mines or 0, 'mine')}, "
            f"{_many(flags, 'flag')}")


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _reasons(board: Board, deductions: Iterable[Deduction]) -> list[str]:
    """Return numbered lines behind an empty one, or none."""
    lines = [f"{number:>3}. {reason(board, found)}" for number, found in enumerate(deductions, 1)]
    return ["", *lines] if lines else []


def reason(board: Board, found: Deduction) -> str:
    what = [f"{_places(board, cells)} {_is(cells, word)}"
            for cells, word in ((found.safe, "safe"), (found.mines, "mine")) if cells]
    clues = f" ({_places(board, found.clues)})" if found.clues else ""
    return f"{', '.join(what)}: {NAMES[found.rule]}{clues}"


def _places(board: Board, cells) -> str:
    return " ".join(board.place(cell) for cell in sorted(cells))


def _is(cells, word: str) -> str:
    if len(cells) == 1:
        return f"is {'a ' if word == 'mine' else ''}{word}"
    return f"are {word}{'s' if word == 'mine' else ''}"


def _wrong_flags(board: Board, known, diagram) -> list[str]:
    """Name flags that are certainly wrong, else those that cannot all be right."""
    wrong = [cell for cell, byte in enumerate(board.seen)
             if byte == visible.FLAG and known.known[cell] == knowledge.SAFE]
    if wrong:
        return ["", f"{NAMES[deduction.WRONG_FLAG]}: {_places(board, wrong)}"]
    doubt = analysis.doubt(board.seen, copy(known), diagram)
    if not doubt:
        return []
    clues = f" ({_places(board, doubt.clues)})" if doubt.clues else ""
    return ["", f"{NAMES[doubt.rule]}: {_places(board, doubt.flags)}{clues}"]


def _summary(board: Board, known, diagram, odds: Odds) -> list[str]:
    if knowledge.SAFE in known.known:
        return ["", f"{_many(odds.solutions, 'solution')}; open what is safe first"]
    if not known.unknown:
        return ["", "one solution"]
    cell = choose(known, odds, diagram, LIMITS)
    best = safest(odds, known)[0]
    lines = ["", f"{odds.solutions:,} solutions; nothing is safe. Best odds: "
             f"{board.place(best)}, {_fraction(odds, best)}"]
    if odds.mines[cell] == odds.mines[best]:
        return [*lines, f"Open {board.place(cell)}"]
    return [*lines, f"Open {board.place(cell)}, {_fraction(odds, cell)}: it reveals more"]


def _fraction(odds: Odds, cell: int) -> str:
    return f"{odds.mines[cell]:,} of {odds.solutions:,} ({100 * chance(odds, cell):.1f} %)"


def grid(board: Board, odds: Odds) -> list[str]:
    """Return the board with per cents in its covered cells."""
    return _rows(board, [_clue(board, cell) or f"{percent(odds, cell):>5}"
                         for cell in range(len(board.seen))])


def _rows(board: Board, cells: list[str]) -> list[str]:
    return ["".join(cells[at:at + board.width]).rstrip()
            for at in range(0, len(cells), board.width)]


def _clue(board: Board, cell: int) -> str:
    """Return a cell's number, or nothing for a covered cell."""
    return f"{board.seen[cell] or '.':>5}" if board.seen[cell] < visible.COVERED else ""


def percent(odds: Odds, cell: int) -> str:
    """Return the odds, never rounded to 0 or 100: `safe` and `mine` are exact."""
    if not odds.mines[cell]:
        return "safe"
    if odds.mines[cell] == odds.solutions:
        return "mine"
    return f"{min(99, max(1, round(100 * chance(odds, cell))))}%"


def impossible(board: Board, error: Impossible) -> str:
    """Return a sentence that names the contradicting clues with their lines."""
    clues = [f"{board.seen[clue]} at {board.place(clue)} in line {board.line(clue)}"
             for clue in sorted(error.clues)]
    named = f": {', '.join(clues)}" if clues else ""
    return f"{board.name}: this board is impossible; {error.why}{named}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="analyse", description=__doc__.split("\n", 1)[0])
    parser.add_argument("board", nargs="?", default="-", help="a file (default: standard input)")
    parser.add_argument("--mines", type=_number,
                        help="the number of mines, if the board does not give it")
    return parser


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of mines")
    return int(text)


def read(name: str, text: str) -> Board:
    """Raises BoardError; its messages call the text `name`."""
    mines: int | None = None
    rows: list[bytes] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words and words[0] == "mines" and not rows and mines is None:
            mines = _mines(name, number, words[1:])
        elif words:
            rows.append(_row(name, number, "".join(words), rows))
            lines.append(number)
    if not rows:
        raise BoardError(f"{name}: it holds no board")
    if len(rows) > MOST or len(rows[0]) > MOST:
        raise BoardError(f"{name}: {len(rows[0])}x{len(rows)} cells are more than {MOST}x{MOST}")
    return Board(name, len(rows[0]), len(rows), bytearray(b"".join(rows)), mines, lines)


def _mines(name: str, number: int, words: list[str]) -> int:
    try:
        return _number(" ".join(words))
    except argparse.ArgumentTypeError as error:
        raise BoardError(f"{name}, line {number}: {error}") from None


def _row(name: str, number: int, line: str, rows: list[bytes]) -> bytes:
    for char in line:
        if char not in CELLS:
            raise BoardError(f"{name}, line {number}: {char!r} is not a cell; "
                             "- is covered, F flagged, . or 0 to 8 opened")
    if rows and len(line) != len(rows[0]):
        raise BoardError(f"{name}, line {number}: {len(line)} cells, "
                         f"but the first row has {len(rows[0])}")
    return bytes(CELLS[char] for char in line)


if __name__ == "__main__":
    sys.exit(output.run(main))
