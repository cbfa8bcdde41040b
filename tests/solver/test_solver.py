# SPDX-License-Identifier: MIT
"""The solver against an oracle that tries every way to lay the mines.

SOLVER_POSITIONS=100000 in the environment is the long run; the suite makes do with fewer.
"""

import os
import random
import statistics
import sys
import tracemalloc
from fractions import Fraction

import pytest

import brute_force
import hang
import positions
import seeds
import vm
from minesweeper.board import field
from minesweeper.board.field import Field
from minesweeper.solver import (
    analysis,
    deduction,
    knowledge,
    reasoning,
    required,
    rules,
    trial,
    visible,
)
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.odds import Odds
from minesweeper.solver.solver import Solver
from minesweeper.solver.topology import Topology
from paths import ROOT
from tools.guessing.known import check, of_seen

POSITIONS = int(os.environ.get("SOLVER_POSITIONS", "3000"))
WIDE = Diagram(480, 1 << 20)
BOARD_RULES = (deduction.MINES_LEFT, deduction.WHOLE_BOARD)


@pytest.fixture(scope="module")
def stuck_views():
    """What is seen of the guide's 20×15 with 45 mines where simple rules stick."""
    return positions.stuck(60, 45)


def known(at):
    return of_seen(at.seen, Topology(at.width, at.height), at.mines)


def hint_of(seen, topology, mines, diagram=WIDE):
    return analysis.hint(seen, of_seen(seen, topology, mines), diagram)


def hint(rows, mines):
    width, height, seen = brute_force.picture(rows)
    return hint_of(seen, Topology(width, height), mines)


def test_flags_in_doubt_are_named():
    found = hint(["-F-", "F1-", "---", "---"], 3)
    assert sorted(found.flags) == [1, 3]
    found = hint(["F-1-F", "--2--", "-----"], 3)
    assert (found.rule, found.flags) == (deduction.FLAGS_CONTRADICT, (0, 4))


def told(found):
    return found.rule, sorted(found.mines), sorted(found.safe), sorted(found.clues)


def after_a_loss(mines):
    """The guide's 20×15 with these mines, where cell 0 was opened and then a mine."""
    board = Field(20, 15)
    board.start(len(mines))
    for cell in mines:
        board.lay_one(cell)
    board.laid = True
    board.open(0)
    return board


@pytest.mark.parametrize("part", range(10))
def test_all_that_follows_is_found_and_all_odds_are_exact(part):
    """In whatever position: each certain cell, and each chance as a fraction."""
    for seed in range(part, POSITIONS, 10):
        at = brute_force.position(seed)
        possible = brute_force.solutions(at)
        state, odds = known(at), Odds(known(at), WIDE)
        list(analysis.deductions(state, WIDE))
        late = Odds(state, WIDE)
        assert odds.solutions == late.solutions == len(possible), seed
        for cell in at.covered():
            chance = Fraction(sum(cell in mines for mines in possible), len(possible))
            certain = {0: knowledge.SAFE, 1: knowledge.MINE}.get(chance, knowledge.UNKNOWN)
            assert state.known[cell] == certain, (seed, cell)
            assert Fraction(odds.mines[cell], odds.solutions) == chance, (seed, cell)
            assert late.mines[cell] == odds.mines[cell], (seed, cell)


@pytest.mark.parametrize("seed", range(20))
def test_on_whole_boards_nothing_is_wrong_and_odds_agree(seed):
    """Too large for the oracle: truth is the witness, and two ways to the same answer."""
    chance = seeds.chance(seed)
    topology = Topology(30, 16)
    truth = bytearray(480)
    for cell in chance.sample(range(62, 480), 99):
        truth[cell] = 1
    game = trial.Trial(topology, truth)
    game.open(0)
    while not game.solved():
        for found in game.deductions(lambda known: reasoning.complete(known, WIDE)):
            assert all(truth[cell] for cell in found.mines)
            assert not any(truth[cell] for cell in found.safe)
        if not game.solved():
            odds = Odds(game.knowledge, WIDE)
            cells = list(game.knowledge.unknown_cells())
            assert all(0 < odds.mines[cell] < odds.solutions for cell in cells)
            assert sum(odds.mines[cell] for cell in cells) == (
                odds.solutions * game.knowledge.mines_left)
            game.open(chance.choice([cell for cell in cells if not truth[cell]]))


@pytest.mark.parametrize("seed", range(0, 3000, 10))
def test_a_deduction_follows_from_the_clues_that_it_names(seed):
    """And from what was proven before it; each of its clues is needed for one of its cells."""
    for number in range(seed, seed + 10):
        at = brute_force.position(number)
        mines, safe = set(), set()
        for found in analysis.deductions(known(at), WIDE):
            assert found.mines or found.safe
            if found.rule not in BOARD_RULES:
                sure_mines, sure_safe = brute_force.certain(at, found.clues, mines, safe)
                assert set(found.mines) <= sure_mines, number
                assert set(found.safe) <= sure_safe, number
                assert all(
                    brute_force.certain(at, set(found.clues) - {clue}, mines, safe)
                    != (sure_mines, sure_safe) for clue in found.clues
                ), number
            mines.update(found.mines)
            safe.update(found.safe)
        assert mines <= at.truth and not safe & at.truth


@pytest.mark.parametrize("part", range(10))
def test_flags_are_not_believed(part):
    """The same follows with flags as without, whether they are right or not."""
    for seed in range(part, 300, 10):
        bare, flagged = brute_force.position(seed), brute_force.position(seed, flags=0.3)
        one, other = known(bare), known(flagged)
        assert [told(found) for found in analysis.deductions(one, WIDE)] == [
            told(found) for found in analysis.deductions(other, WIDE)
        ]


@pytest.mark.parametrize("part", range(10))
def test_a_hint_is_true_and_new(part):
    for seed in range(part, 2000, 10):
        at = brute_force.position(seed, flags=0.2)
        possible = brute_force.solutions(at)
        found = hint_of(at.seen, Topology(at.width, at.height), at.mines)
        assert all(set(found.mines) <= mines for mines in possible)
        if found.rule == deduction.WRONG_FLAG:
            assert all(at.seen[cell] == visible.FLAG for cell in found.safe)
        assert not any(mines & set(found.safe) for mines in possible)
        if found.rule < deduction.WRONG_FLAG:
            assert found.safe or any(at.seen[cell] == visible.COVERED for cell in found.mines)
        flags = {cell for cell in at.covered() if at.seen[cell] == visible.FLAG}
        assert set(found.flags) <= flags
        if found.rule > deduction.WRONG_FLAG:
            assert set.intersection(*possible) <= flags
            assert set().union(*possible) == set(at.covered())
            wrong = not any(flags <= mines for mines in possible)
            assert wrong == (found.rule != deduction.NOTHING)


def test_the_solver_sees_no_truth():
    """Two boards that look the same and hide different mines get the same answers."""
    chance = random.Random(5)
    wall = [40 + x for x in range(20)]
    boards = [after_a_loss(wall + chance.sample(range(80, 300), 20)) for _ in range(2)]
    assert boards[0].cells != boards[1].cells
    seen = [visible.seen(board) for board in boards]
    assert seen[0] == seen[1]
    topology = Topology(20, 15)
    hints = [hint_of(view, topology, boards[0].mines) for view in seen]
    assert told(hints[0]) == told(hints[1])
    odds = [Odds(of_seen(view, topology, 40), WIDE) for view in seen]
    assert odds[0].mines == odds[1].mines


def test_an_opened_mine_is_seen_as_before_it_was_opened():
    board = after_a_loss([45])
    board.mark(45, field.FLAG)
    assert visible.seen(board)[45] == visible.FLAG
    board.mark(45, field.QUESTION)
    before = visible.seen(board)
    board.open(45)
    assert visible.seen(board) == before
    assert before[45] == visible.COVERED


@pytest.mark.parametrize(("rows", "mines", "expected"), [
    (["1-", "--"], 1, (deduction.NOTHING, [], [], [])),
    (["1-"], 1, (deduction.ALL_MINES, [1], [], [0])),
    (["F1-"], 1, (deduction.NOTHING, [], [], [])),
    (["1F", "11"], 1, (deduction.NOTHING, [], [], [])),
    (["F0-"], 0, (deduction.WRONG_FLAG, [], [0], [1])),
    (["---", "121", "..."], 2, (deduction.SUBSET, [2], [], [3, 4])),
    (["FF---", "--1--", "-----"], 3, (deduction.NOTHING, [], [], [])),
    (["-F-", "F1-", "---", "---"], 3, (deduction.TOO_MANY_FLAGS, [], [], [4])),
    (["--", "--"], 4, (deduction.MINES_LEFT, [0, 1, 2, 3], [], [])),
    (["2-"], 2, (deduction.IMPOSSIBLE, [], [], [0])),
    (["--", "--"], 5, (deduction.IMPOSSIBLE, [], [], [])),
])
def test_hints_on_small_boards(rows, mines, expected):
    assert told(hint(rows, mines)) == expected


@pytest.mark.parametrize(("rows", "mines", "clues", "why"), [
    (["1-2-0"], 2, [2, 4], "contradict"),
    (["-1--", "---5", "-1--"], 5, [7, 9], "contradict"),
    (["1--2--", "------", "------"], 40, [], "40 mines are left, more than fit"),
    (["1--1", "----", "1--1"], 1, [], "the clues want 2 mines but only 1 left"),
    (["11", "11"], 1, [0], "fewer cells left than mines"),
])
def test_why_a_board_cannot_be(rows, mines, clues, why):
    """Only clues are named that contradict each other, and each is needed for that."""
    width, height, seen = brute_force.picture(rows)
    with pytest.raises(Impossible, match=why) as error:
        check(of_seen(seen, Topology(width, height), mines), WIDE)
    assert sorted(error.value.clues) == clues


@pytest.mark.parametrize("seed", range(300))
def test_a_board_that_cannot_be_is_never_given_odds_or_hints(seed):
    """One clue is made wrong. Where no mines fit, that is said, and the named clues contradict."""
    at = brute_force.position(seed)
    if not at.clues():
        return
    clue = random.Random(seed).choice(at.clues())
    at.seen[clue] = (at.seen[clue] + 1) % 9
    if brute_force.solutions(at):
        return
    with pytest.raises(Impossible):
        list(analysis.deductions(known(at), WIDE))
    with pytest.raises(Impossible):
        Odds(known(at), WIDE)
    with pytest.raises(Impossible):
        check(known(at), WIDE)


def stuck():
    """A position in which simple rules stick and complete reasoning does not."""
    for seed in range(10000):
        at = brute_force.position(seed)
        rules_used = [found.rule for found in analysis.deductions(known(at), WIDE)]
        if rules_used[:1] == [deduction.GROUP]:
            return at
    raise AssertionError("no position needs complete reasoning")


def test_a_bound_that_is_hit_is_admitted():
    at = stuck()
    topology = Topology(at.width, at.height)
    assert hint_of(at.seen, topology, at.mines).rule == deduction.GROUP
    assert hint_of(at.seen, topology, at.mines, Diagram(64, 3)).rule == deduction.NOT_KNOWN
    with pytest.raises(TooLarge):
        Odds(known(at), Diagram(64, 3))


@pytest.mark.parametrize("part", range(10))
def test_whatever_the_bound_no_certainty_is_wrong(part):
    for seed in range(part, 500, 10):
        at = brute_force.position(seed)
        state = known(at)
        try:
            list(analysis.deductions(state, Diagram(64, seed % 24 + 2)))
        except TooLarge:
            pass
        else:
            assert bytes(state.known) == bytes(complete(at).known)
        for cell in at.covered():
            assert state.known[cell] in (complete(at).known[cell], knowledge.UNKNOWN)


def complete(at):
    state = known(at)
    list(analysis.deductions(state, WIDE))
    return state


@pytest.mark.parametrize("part", range(10))
def test_the_menus_solve_goes_as_far_as_the_tkinter_programs(part):
    for seed in range(part, 1000, 10):
        at = brute_force.position(seed, flags=0.2)
        topology = Topology(at.width, at.height)
        seen = bytearray(at.seen)
        while flags := flag_once(at, seen):
            for cell in flags:
                seen[cell] = visible.FLAG
        flagged = list(required.mines(at.seen, topology))
        assert sorted(flagged) == [cell for cell in at.covered() if seen[cell] != at.seen[cell]]
        safe = {near for clue in at.clues() for near in at.around(clue)
                if at.seen[near] == visible.COVERED
                and sum(at.seen[cell] == visible.FLAG for cell in at.around(clue)) == at.seen[clue]}
        assert list(required.safe(at.seen, topology)) == sorted(safe)


def flag_once(at, seen):
    """The first clue that asks for flags, by the menu's words."""
    for clue in at.clues():
        covered = [near for near in at.around(clue) if seen[near] == visible.COVERED]
        flags = sum(seen[near] == visible.FLAG for near in at.around(clue))
        if covered and len(covered) == seen[clue] - flags:
            return covered
    return []


def test_simple_rules_read_only_what_changed():
    state = of_seen(bytearray([visible.COVERED] * 300), Topology(20, 15), 40)
    assert rules.simple(state) is None
    assert not any(state.changed) and not any(state.pairing)


DEVICE = """
from minesweeper.solver import analysis
from minesweeper.solver.solver import Solver
class Board:
    width, height, mines, neighbours = 20, 15, 45, None
solver = Solver(300)
solver.shape(Board)
def name(seen):
    solver.known.see(seen, solver.topology, 45)
    return analysis.hint(seen, solver.known, solver.diagram).name
"""


def test_hints_where_simple_rules_stick_are_the_same_on_the_devices_vm(drive, stuck_views):
    vm.require()
    steps = [f"print(name(bytearray({view!r})))" for view in stuck_views]
    topology = Topology(20, 15)
    assert vm.run(vm.drive_files(drive), [DEVICE, *steps]).splitlines() == [
        hint_of(bytearray(view), topology, 45).name for view in stuck_views]


# In a process of its own: what other tests have left behind is traced too.
COUNTED = """
import ast, sys
sys.path[:0] = ["tests/solver"]
sys.path.append("CIRCUITPY")
import effort
from test_solver import Topology, hint_of
topology = Topology(20, 15)
for view in ast.literal_eval(sys.stdin.read()):
    print(effort.lines(lambda: hint_of(bytearray(view), topology, 45)))
"""


def test_a_hint_is_little_work(stuck_views):
    """`make bench` tells how long it takes in the device's VM."""
    done = hang.run([sys.executable, "-c", COUNTED], input=repr(stuck_views[:20]), cwd=ROOT,
                    env=os.environ | {"PYTHONPATH": "tests/helpers"})
    work = list(map(int, done.stdout.split()))
    assert len(work) == 20, done.stderr
    assert statistics.median(work) < 40_000
    assert max(work) < 80_000


def test_a_question_takes_little_memory_beyond_the_solvers_own(stuck_views):
    """All that is large was taken once. A hint and odds then make small things only."""
    solver = Solver(300)
    topology = Topology(20, 15)
    tracemalloc.start()
    for view in stuck_views:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        solver.known.see(view, topology, 45)
        analysis.hint(view, solver.known, solver.diagram)
        solver.known.see(view, topology, 45)
        Odds(solver.known, solver.diagram, solver.room)
        assert tracemalloc.get_traced_memory()[1] - before < 40 * 1024
    tracemalloc.stop()
