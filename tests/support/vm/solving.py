# SPDX-License-Identifier: MIT
"""The solver at boards by chance, told step by step: deductions, hints, odds, no-guess boards.

Runs on two interpreters, as games.py does. Nothing in it may hang on the order of a set or dict or
on a float's last bits.
"""

from binascii import crc32

from minesweeper.advice.moves import required_mines, required_safe
from minesweeper.board.field import FLAG, MINE, OPEN, Field
from minesweeper.solver import analysis, visible
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.odds import Odds
from minesweeper.solver.solver import Solver
from minesweeper.solver.topology import Topology

SIZES = ((9, 9, 12), (9, 9, 10), (12, 8, 20), (20, 15, 45), (20, 14, 58), (5, 4, 5), (8, 1, 2))
MADE = ((9, 9, 10), (9, 9, 15), (12, 8, 16), (20, 15, 15), (5, 5, 5))
LOOKS = 8
SOLVER = Solver(300)


def hints(random, count):
    """A line a board: what the solver says to a player who opens cells and errs with flags."""
    for seed in range(count):
        random.seed(seed)
        width, height, mines = random.choice(SIZES)
        board = Field(width, height)
        board.start(mines)
        board.lay(random.randrange)
        SOLVER.shape(board)
        told = [said(step(board, random), mines) for _ in range(LOOKS)]
        yield "board {}, {}x{}, {} mines: {}".format(seed, width, height, mines, " ".join(told))


def step(board, random):
    """Open a safe cell and flag another now and then; returns what is seen."""
    cells = range(len(board.cells))
    safe = [at for at in cells if not board.cells[at] & MINE and board.state(at) != OPEN]
    if safe:
        board.open(random.choice(safe))
    covered = [at for at in cells if board.state(at) != OPEN]
    for at in covered:
        if board.cells[at] & MINE and random.randrange(3) == 0:
            board.mark(at, FLAG)
    if random.randrange(8) == 0:
        board.mark(random.choice(covered), FLAG)
    return visible.seen(board)


def said(seen, mines):
    """The hint's rule, and a checksum of everything that is said."""
    known, diagram, topology = SOLVER.known, SOLVER.diagram, SOLVER.topology
    known.see(seen, topology, mines)
    hint = analysis.hint(seen, known, diagram)
    told = [words(hint), list(required_mines(seen, topology)),
            list(required_safe(seen, topology))]
    known.see(seen, topology, mines)
    try:
        told += [words(found) for found in analysis.deductions(known, diagram)]
        known.see(seen, topology, mines)
        odds = Odds(known, diagram)
        told += [odds.solutions, odds.mines]
    except (Impossible, TooLarge) as error:
        told.append(type(error).__name__)
    return f"{hint.rule}-{crc32(str(told).encode()):08x}"


def words(found):
    """Cells in order: that of a set is anyone's."""
    return [found.rule, sorted(found.mines), sorted(found.safe), sorted(found.clues),
            sorted(found.flags)]


def boards(random, count):
    """A line a no-guess board: its steps, its repairs and where its mines are."""
    for seed in range(count):
        random.seed(seed)
        width, height, mines = random.choice(MADE)
        first = random.randrange(width * height)
        made = NoGuess(Topology(width, height), mines, first, random.randrange)
        steps = list(made.steps())
        name = f"made {seed}, {width}x{height}, {made.proved}"
        yield f"{name}: {crc32(str(steps).encode()):08x} {made.repairs} {crc32(made.truth):08x}"
