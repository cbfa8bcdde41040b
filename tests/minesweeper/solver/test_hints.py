# SPDX-License-Identifier: MIT
"""Hints, the menu's Solve and verdicts after a loss: true, and honest where nothing follows."""

from fractions import Fraction

import pytest

from minesweeper.advice import verdict
from minesweeper.advice.moves import required_mines, required_safe
from minesweeper.solver import deduction, odds, reasoning, visible
from minesweeper.solver.deduction import TooLarge
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.odds import Odds, percent
from minesweeper.solver.topology import Topology
from tests.support.solver import brute_force
from tests.support.solver.questions import hint, hint_of, told
from tools.analyse import NAMES
from tools.guessing.known import of_seen


@pytest.mark.parametrize("part", range(10))
def test_a_hint_is_true_and_new(part):
    for seed in range(part, 600, 10):
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


@pytest.mark.parametrize(("board", "expected"), [
    ("1-/-- 1", "nothing follows ([], [], []) []"),
    ("1- 1", "all its cells are mines ([1], [], [0]) []"),
    ("1F/11 1", "nothing follows ([], [], []) []"),
    ("F0- 0", "a flag is wrong ([], [0], [1]) [0]"),
    ("---/121/... 2", "one clue within another ([2], [], [3, 4]) []"),
    ("-F-/F1-/---/--- 3", "too many flags ([], [], [4]) [1, 3]"),
    ("--/-- 4", "mines left ([0, 1, 2, 3], [], []) []"),
    ("--/-- 0", "mines left ([], [0, 1, 2, 3], []) []"),
    ("2- 2", "impossible board ([], [], [0]) []"),
    ("--/-- 5", "impossible board ([], [], []) []"),
    ("-2-1/-2-- 2", "all clues and the mines left ([], [7], [1, 3, 5]) []"),
    ("-F21/-2-- 3", "all clues and the mines left ([7], [6], [2, 3, 5]) []"),
    ("1-/3-/--/2- 3", "one clue within another ([4, 5], [], [0, 2]) []"),
    ("---/F-F/FF- 1", "these flags cannot all be right ([], [], []) [3, 5, 6, 7]"),
    ("-F-/3-2/-1- 4", "two clues overlap ([0, 1], [8], [3, 7]) []"),
    ("-4-1/F-F-/-5--/-2-- 8", "two clues overlap ([0, 4, 5], [7], [1, 3]) []"),
    ("-2--/3-4-/---1 5", "these clues together ([9], [], [1, 4, 6, 11]) []"),
    ("-1-1/1---/-1-F/1-3-/-1-1 6",
     "these clues together ([0, 11], [2, 5, 6, 8], [1, 4, 9, 14, 19]) []"),
    ("F1-1-1F-F 3", "these flags cannot all be right ([], [], [5]) [6]"),
    ("F-1-F/--2--/----- 3", "these flags cannot all be right ([], [], []) [0, 4]")])
def test_hints_on_small_boards(board, expected):
    """Cells with mines, safe ones, clues and doubtful flags follow the rule's name."""
    rows, mines = board.split()
    found = hint(rows.split("/"), int(mines))
    assert f"{NAMES[found.rule]} {told(found)[1:]} {sorted(found.flags)}" == expected


def test_a_bound_that_is_hit_is_admitted():
    """The simple rules say nothing here, and complete reasoning lacks the nodes."""
    width, height, seen = brute_force.picture(["-2--", "3-4-", "---1"])
    topology, narrow = Topology(width, height), Diagram(64, 3)
    assert hint_of(seen, topology, 5, narrow).rule == deduction.NOT_KNOWN
    assert verdict.judge(of_seen(seen, topology, 5), narrow, 0) == (verdict.NOT_KNOWN, None)
    assert odds.weigh(of_seen(seen, topology, 5), narrow, 0) == (0, 0, 0)
    with pytest.raises(TooLarge):
        Odds(of_seen(seen, topology, 5), narrow)
    _, _, seen = brute_force.picture(["1---1-", "----2-", "-4----", "-----2"])
    found = reasoning.follows(of_seen(seen, Topology(6, 4), 8), Diagram(24, 19))
    assert (found.mines, found.safe) == ((22,), (15,)), "in a part that is not too large"


NARROW = Diagram(64, 1 << 12)


@pytest.mark.parametrize("part", range(10))
def test_a_verdict_is_just(part):
    for seed in range(part, 500, 10):
        at = brute_force.position(seed, flags=0.1)
        possible = brute_force.solutions(at)
        mines = {cell: sum(cell in laid for laid in possible) for cell in at.covered()}
        for cell in at.truth:
            known = of_seen(at.seen, Topology(at.width, at.height), at.mines)
            kind, found = verdict.judge(known, NARROW, cell)
            least = min(mines.values())
            assert odds.weigh(known, NARROW, cell) == (mines[cell], least, len(possible))
            if mines[cell] == len(possible):
                assert kind == verdict.SLIP and cell in found.mines
            elif least == 0:
                assert kind == verdict.MISSED and found.safe
            else:
                assert kind == verdict.GUESS and found is None


def test_per_cents_are_the_nearest_and_certain_only_if_it_was():
    for mines, solutions, whole in ((1, 1000, 1), (999, 1000, 99), (5, 5, 100), (0, 5, 0),
                                    (1, 1 << 400, 1), (1 << 399, 1 << 400, 50)):
        assert percent(mines, solutions) == whole
    for solutions in range(2, 220):
        for mines in range(1, solutions):
            nearest = int(Fraction(100 * mines, solutions) + Fraction(1, 2))
            assert percent(mines, solutions) == min(99, max(1, nearest))


@pytest.mark.parametrize("part", range(10))
def test_the_menus_solve_goes_as_far_as_the_tkinter_programs(part):
    for seed in range(part, 500, 10):
        at = brute_force.position(seed, flags=0.2)
        topology = Topology(at.width, at.height)
        seen = bytearray(at.seen)
        while flags := flag_once(at, seen):
            for cell in flags:
                seen[cell] = visible.FLAG
        flagged = list(required_mines(at.seen, topology))
        assert sorted(flagged) == [cell for cell in at.covered() if seen[cell] != at.seen[cell]]
        safe = {near for clue in at.clues() for near in at.around(clue)
                if at.seen[near] == visible.COVERED
                and sum(at.seen[cell] == visible.FLAG for cell in at.around(clue)) == at.seen[clue]}
        assert set(required_safe(at.seen, topology)) == safe


def flag_once(at, seen):
    """The first clue that asks for flags, by the menu's words."""
    for clue in at.clues():
        covered = [near for near in at.around(clue) if seen[near] == visible.COVERED]
        flags = sum(seen[near] == visible.FLAG for near in at.around(clue))
        if covered and len(covered) == seen[clue] - flags:
            return covered
    return []
