# SPDX-License-Identifier: MIT
"""No-guess boards, proved again by their listed deductions alone; the solver's memory.

GENERATOR_BOARDS=1000 in the environment is the long run.
"""

import os
import random
import tracemalloc
from binascii import crc32

import pytest

from minesweeper.rules.dice import Dice
from minesweeper.solver import analysis, deduction, noguess, visible
from minesweeper.solver.knowledge import MINE, UNKNOWN, Knowledge
from minesweeper.solver.noguess import NoGuess, Retrial
from minesweeper.solver.odds import Odds
from minesweeper.solver.solver import Solver
from minesweeper.solver.topology import Topology
from minesweeper.solver.trial import Trial
from tests.support import seeds
from tests.support.solver import brute_force

BOARDS = int(os.environ.get("GENERATOR_BOARDS", "10"))
SIZES = [(9, 9, 10), (16, 16, 40), (20, 14, 58), (20, 15, 15), (30, 16, 99), (5, 4, 6), (12, 3, 8)]


def proof(topology, truth, first):
    """Return every deduction from the first cell to the last, without a guess."""
    replay = Trial(topology, truth)
    replay.open(first)
    yield from replay.deductions()
    assert replay.solved()


def make(width, height, mines, first, seed):
    made = NoGuess(Topology(width, height), mines, first, random.Random(seed).randrange)
    list(made.steps())
    return made


class Replay:
    """Follows a proof: a cell is opened only because it was proven safe or lies by an empty one."""

    def __init__(self, width, height, truth):
        mines = frozenset(cell for cell, byte in enumerate(truth) if byte)
        seen = bytearray([brute_force.COVERED] * len(truth))
        self.at = brute_force.Position(width, height, len(mines), seen, mines)
        self.mines, self.safe = set(), set()

    def open(self, cell):
        flood = [cell]
        while flood:
            cell = flood.pop()
            assert cell not in self.at.truth, "a mine was opened"
            if self.at.seen[cell] == brute_force.COVERED:
                self.at.seen[cell] = len(self.at.around(cell) & self.at.truth)
                flood += self.at.around(cell) if self.at.seen[cell] == 0 else []

    def follow(self, found):
        if found.rule == deduction.MINES_LEFT:
            unknown = set(self.at.covered()) - self.mines
            left = self.at.mines - len(self.mines)
            assert (left, set(found.safe)) == (0, unknown) or (
                left == len(unknown) and set(found.mines) == unknown)
        else:
            mines, safe = brute_force.certain(self.at, found.clues, self.mines, set())
            assert set(found.mines) <= mines and set(found.safe) <= safe
        self.mines.update(found.mines)
        for cell in found.safe:
            self.open(cell)


@pytest.mark.parametrize(("width", "height", "mines"), SIZES)
def test_every_board_is_proved_by_its_listed_deductions(width, height, mines):
    for seed in seeds.some(BOARDS):
        first = random.Random(seed).randrange(width * height)
        made = make(width, height, mines, first, seed)
        assert made.proved and sum(made.truth) == mines
        replay = Replay(width, height, made.truth)
        replay.open(first)
        assert replay.at.seen[first] == 0, "the first cell opens an area"
        for found in proof(made.topology, made.truth, first):
            replay.follow(found)
        assert set(replay.at.covered()) == replay.at.truth


def test_the_boards_that_players_have_numbers_of_stay_the_same():
    """In every version: those of a day too."""
    boards, steps = bytearray(), []
    shapes = [(20, 14, 44)] * 12 + [(20, 14, 80)] * 12
    shapes += 5 * [*SIZES, (3, 20, 20), (9, 9, 50)]
    corners = [(seed, (6, 6, 12)) for seed in (328, 622, 1650)]
    known = Knowledge(Topology(1, 1), 0, 480)
    for seed, (width, height, mines) in (*enumerate(shapes), *corners, (0, (2, 3, 1))):
        first = seed % (width * height)
        made = NoGuess(Topology(width, height), mines, first, Dice(seed).randrange, known)
        steps += list(made.steps()), made.repairs, made.proved
        boards += made.truth
    assert crc32(boards[:12 * 280]) == 0x59C8A822 and crc32(boards[:24 * 280]) == 0xA48081ED
    assert steps[-2:] == [noguess.BOARDS * noguess.PASSES, False] == [2000, False]
    assert (crc32(boards), crc32(repr(steps).encode())) == (0xB9CEAC93, 0xB0CA7D92)


@pytest.mark.parametrize(("width", "height", "mines"), [*SIZES, (16, 16, 70), (9, 9, 30)])
def test_after_repairs_as_much_is_known_as_by_solving_again(monkeypatch, width, height, mines):
    def doubt(trial):
        forget(trial)
        while trial.proceed():
            pass
        again = Trial(trial.topology, bytearray(trial.truth))
        again.open(trial.order[0])
        list(again.deductions())
        for name in ("known", "unknown", "mines_left", "mask", "free"):
            assert getattr(trial.knowledge, name) == getattr(again.knowledge, name)
        assert sorted(trial.order[:trial.count]) == [
            cell for cell in range(trial.topology.size) if trial.knowledge.known[cell]]
        assert all(trial.knowledge.left[clue] == again.knowledge.left[clue]
                   for clue in again.knowledge.clues())

    forget = Retrial.doubt
    monkeypatch.setattr(Retrial, "doubt", doubt)
    for seed in seeds.some(10):
        make(width, height, mines, width + 1, seed)


def test_what_cannot_be_proved_is_not_called_proved(monkeypatch):
    """One pass and no repair: most dense boards stay unproved, and say so."""
    monkeypatch.setattr(noguess, "BOARDS", 1)
    monkeypatch.setattr(noguess, "PASSES", 1)
    boards = [make(30, 16, 99, 0, seed) for seed in range(10)]
    unproved = [made for made in boards if not made.proved]
    assert len(unproved) > 5 and all(made.repairs for made in unproved)


@pytest.mark.parametrize("part", range(5))
def test_whatever_the_board_work_ends_and_proved_means_proved(part):
    """Narrow and crowded boards too, many of which need a guess whatever is repaired."""
    for seed in seeds.some(60)[part::5]:
        chance = random.Random(seed)
        width, height = chance.randint(1, 9), chance.randint(1, 9)
        topology = Topology(width, height)
        first = chance.randrange(topology.size)
        mines = chance.randint(0, topology.size - 1 - len(topology.near[first]))
        made = make(width, height, mines, first, seed)
        assert sum(made.truth) == mines
        assert not any(made.truth[first + way[0]] for way in topology.near[first])
        if made.proved:
            list(proof(topology, made.truth, first))


def test_mines_that_leave_no_opening_are_refused():
    with pytest.raises(ValueError, match="73 mines leave no room for an opening"):
        make(9, 9, 73, 40, 1)
    assert make(9, 9, 72, 40, 1).proved


def test_a_question_takes_little_memory_beyond_the_solvers_own():
    """All that is large was taken once. A hint and odds then make small things only."""
    solver, topology, asked = Solver(300), Topology(20, 15), 0
    signs = {MINE: visible.FLAG, UNKNOWN: visible.COVERED}
    tracemalloc.start()
    for seed in range(40):
        mines = random.Random(seed).sample(range(62, 300), 45)
        game = Trial(topology, bytearray(cell in mines for cell in range(300)))
        game.open(0)
        list(game.deductions())
        view = bytes(map(signs.get, game.knowledge.known, game.around))
        asked += not game.solved()
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        solver.known.see(view, topology, 45)
        assert analysis.hint(view, solver.known, solver.diagram).rule != deduction.NOT_KNOWN
        solver.known.see(view, topology, 45)
        Odds(solver.known, solver.diagram, solver.counts)
        assert tracemalloc.get_traced_memory()[1] - before < 40 * 1024
    tracemalloc.stop()
    assert asked > 15
