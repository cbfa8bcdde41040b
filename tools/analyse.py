# SPDX-License-Identifier: MIT
"""Prints what follows from a board given as text, why, and the odds of every cell.

`python -m tools.analyse board.txt --picture odds.png`, or the board on standard input.
tools/games/boardtext.py describes the notation; cells are named by row and column, r1c1 first.
"""

import argparse
import sys
from pathlib import Path

from minesweeper.solver import analysis, deduction, knowledge, visible
from minesweeper.solver.deduction import Deduction, Impossible, TooLarge
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tools.games import boardtext
from tools.games.boardtext import Board, BoardError
from tools.games.selfplay import LIMITS, diagram_for
from tools.guessing.chances import chance, safest
from tools.guessing.guess import choose
from tools.guessing.known import check, copy, of_seen


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    name = "standard input" if options.board == "-" else options.board
    try:
        board = _counted(boardtext.read(name, _text(options.board)), options.mines)
        lines, odds = answer(board)
        print("\n".join(lines))
        if options.picture and odds:
            from tools.games import odds_picture

            odds_picture.draw(board, odds).save(options.picture)
        elif options.picture:
            print("analyse: there are no odds to draw", file=sys.stderr)
    except Impossible as error:
        print(f"analyse: {impossible(board, error)}", file=sys.stderr)
        return 1
    except ModuleNotFoundError:
        print(f"analyse: {name}: too many solutions to count them; to see what follows all the "
              "same, pip install python-sat", file=sys.stderr)
        return 1
    except UnicodeDecodeError:
        print(f"analyse: {name} is not text", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"analyse: {error.filename or options.picture}: {error.strerror or error}",
              file=sys.stderr)
        return 2
    except (BoardError, ValueError) as error:
        print(f"analyse: {error}", file=sys.stderr)
        return 2
    return 0


def _text(path: str) -> str:
    if path == "-":
        return sys.stdin.read()
    return Path(path).read_text(encoding="utf-8")


def _counted(board: Board, mines: int | None) -> Board:
    """The board with the number of mines from the command line, if given."""
    board = board if mines is None else board._replace(mines=mines)
    if board.mines is None:
        raise BoardError(f"{board.name}: how many mines? Write `mines 10` in the first line, "
                         "or give --mines 10")
    if board.mines > len(board.seen):
        raise BoardError(f"{board.name}: {board.mines} mines do not fit {len(board.seen)} cells")
    return board


def answer(board: Board) -> tuple[list[str], Odds | None]:
    """As `analyse`; without odds where they cannot be counted. Raises Impossible."""
    try:
        return analyse(board)
    except TooLarge:
        return uncounted(board), None


def uncounted(board: Board) -> list[str]:
    """What follows all the same. Raises Impossible."""
    from tools.guessing.provable import proved

    found = proved(board.seen, Topology(board.width, board.height))
    words = {**dict.fromkeys(found.safe, "safe"), **dict.fromkeys(found.mines, "mine")}
    return [_headline(board), "", "Too many solutions to count: no odds, but what the clues prove",
            "", *_rows(board, [_clue(board, cell) or f"{words.get(cell, '-'):>5}"
                               for cell in range(len(board.seen))])]


def analyse(board: Board) -> tuple[list[str], Odds]:
    """The answer as lines, and the odds. Raises Impossible, TooLarge."""
    topology = Topology(board.width, board.height)
    diagram = diagram_for(topology.size)
    known = of_seen(board.seen, topology, board.mines)
    check(known, diagram)
    lines = [_headline(board)]
    reasons = [f"{number:>3}. {reason(board, found)}"
               for number, found in enumerate(analysis.deductions(known, diagram), 1)]
    lines += ["", *reasons] if reasons else []
    lines += _wrong_flags(board, known, diagram)
    odds = Odds(known, diagram)
    lines += [*_summary(board, known, diagram, odds), "", *grid(board, known, odds)]
    return lines, odds


def _headline(board: Board) -> str:
    flags = sum(byte == visible.FLAG for byte in board.seen)
    return (f"{board.width}x{board.height} cells, {_many(board.mines or 0, 'mine')}, "
            f"{_many(flags, 'flag')}")


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def reason(board: Board, found: Deduction) -> str:
    what = [f"{_places(board, cells)} {_is(cells, word)}"
            for cells, word in ((found.safe, "safe"), (found.mines, "mine")) if cells]
    clues = f" ({_places(board, found.clues)})" if found.clues else ""
    return f"{', '.join(what)}: {found.name}{clues}"


def _places(board: Board, cells) -> str:
    return " ".join(board.place(cell) for cell in sorted(cells))


def _is(cells, word: str) -> str:
    if len(cells) == 1:
        return f"is {'a ' if word == 'mine' else ''}{word}"
    return f"are {word}{'s' if word == 'mine' else ''}"


def _wrong_flags(board: Board, known, diagram) -> list[str]:
    """Flags that are wrong for certain, else those that cannot all be right."""
    wrong = [cell for cell, byte in enumerate(board.seen)
             if byte == visible.FLAG and known.known[cell] == knowledge.SAFE]
    if wrong:
        return ["", f"{deduction.NAMES[deduction.WRONG_FLAG]}: {_places(board, wrong)}"]
    doubt = analysis.doubt(board.seen, copy(known), diagram)
    if not doubt:
        return []
    clues = f" ({_places(board, doubt.clues)})" if doubt.clues else ""
    return ["", f"{doubt.name}: {_places(board, doubt.flags)}{clues}"]


def _summary(board: Board, known, diagram, odds: Odds) -> list[str]:
    if knowledge.SAFE in known.known:
        return ["", f"{odds.solutions:,} solutions; open what is safe first"]
    if not known.unknown:
        return ["", "one solution"]
    cell = choose(known, odds, diagram, LIMITS)
    best = safest(odds, known)[0]
    lines = ["", f"{odds.solutions:,} solutions; nothing is safe. Best odds: "
             f"{board.place(best)}, {_fraction(odds, best)}"]
    if odds.mines[cell] == odds.mines[best]:
        return [*lines, f"Open {board.place(cell)}"]
    return [*lines, f"Open {board.place(cell)}, {_fraction(odds, cell)}: it tells more"]


def _fraction(odds: Odds, cell: int) -> str:
    return f"{odds.mines[cell]:,} of {odds.solutions:,} ({100 * chance(odds, cell):.1f} %)"


def grid(board: Board, known, odds: Odds) -> list[str]:
    """The board with per cents in its covered cells."""
    return _rows(board, [_clue(board, cell) or f"{percent(odds, cell):>5}"
                         for cell in range(len(board.seen))])


def _rows(board: Board, cells: list[str]) -> list[str]:
    return ["".join(cells[at:at + board.width]).rstrip()
            for at in range(0, len(cells), board.width)]


def _clue(board: Board, cell: int) -> str:
    """Empty for a covered cell."""
    return f"{board.seen[cell] or '.':>5}" if board.seen[cell] < visible.COVERED else ""


def percent(odds: Odds, cell: int) -> str:
    """`safe` and `mine` are exact; anything else is never rounded to them."""
    if not odds.mines[cell]:
        return "safe"
    if odds.mines[cell] == odds.solutions:
        return "mine"
    return f"{min(99, max(1, round(100 * chance(odds, cell))))}%"


def impossible(board: Board, error: Impossible) -> str:
    """Names the clues with their lines."""
    clues = [f"{board.seen[clue]} at {board.place(clue)} in line {board.line(clue)}"
             for clue in sorted(error.clues)]
    named = f": {', '.join(clues)}" if clues else ""
    return f"{board.name}: this board cannot be; {error.why}{named}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="analyse", description=__doc__.split("\n", 1)[0])
    parser.add_argument("board", nargs="?", default="-", help="a file; standard input without")
    parser.add_argument("--mines", type=_number, help="how many, if the board does not tell")
    parser.add_argument("--picture", metavar="PNG", help="draw the odds")
    return parser


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of mines")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
