# SPDX-License-Identifier: MIT
"""Hints: true, new, and honest about where nothing follows."""

import pytest

from minesweeper.solver import analysis, deduction, rules, visible
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tests.support.solver import brute_force
from tests.support.solver.questions import WIDE, hint, hint_of, known, told
from tools.guessing.known import of_seen


def test_flags_in_doubt_are_named():
    found = hint(["-F-", "F1-", "---", "---"], 3)
    assert sorted(found.flags) == [1, 3]
    found = hint(["F-1-F", "--2--", "-----"], 3)
    assert (found.rule, found.flags) == (deduction.FLAGS_CONTRADICT, (0, 4))


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
    (["--", "--"], 0, (deduction.MINES_LEFT, [], [0, 1, 2, 3], [])),
    (["2-"], 2, (deduction.IMPOSSIBLE, [], [], [0])),
    (["--", "--"], 5, (deduction.IMPOSSIBLE, [], [], [])),
])
def test_hints_on_small_boards(rows, mines, expected):
    assert told(hint(rows, mines)) == expected


@pytest.mark.parametrize(("rows", "mines", "why"), [
    (["--", "--"], 5, "too many mines for the cells that are left"),
    (["-3-", "---"], -1, "too few mines")])
def test_mines_that_cannot_be_left_are_told(rows, mines, why):
    width, height, seen = brute_force.picture(rows)
    with pytest.raises(Impossible, match=why):
        rules.mines_left(of_seen(seen, Topology(width, height), mines))


def turned(at):
    """What is seen of the eight boards that a position is, turned round and in a mirror."""
    rows = [at.seen[start:start + at.width] for start in range(0, len(at.seen), at.width)]
    for _ in range(4):
        rows = [bytearray(row) for row in zip(*rows[::-1], strict=True)]
        yield from (rows, rows[::-1])


def pair(rows, mines):
    """What two clues say of a board where none says anything alone."""
    state = of_seen(bytearray().join(rows), Topology(len(rows[0]), len(rows)), mines)
    while found := rules.one_clue(state):
        state.take(found)
    return rules.two_clues(state)


def test_what_two_clues_say_is_seen_however_they_lie():
    pairs = 0
    for seed in range(600):
        at = brute_force.position(seed)
        seen = {pair(rows, at.mines) is not None for rows in turned(at)}
        assert len(seen) == 1, seed
        pairs += seen.pop()
    assert pairs > 20


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


def test_rules_are_numbered_by_how_simple_they_are_and_named():
    simple = (deduction.ALL_MINES, deduction.ALL_FOUND, deduction.SUBSET, deduction.OVERLAP,
              deduction.MINES_LEFT, deduction.GROUP, deduction.WHOLE_BOARD)
    others = (deduction.WRONG_FLAG, deduction.TOO_MANY_FLAGS, deduction.FLAGS_CONTRADICT,
              deduction.IMPOSSIBLE, deduction.NOTHING, deduction.NOT_KNOWN)
    assert list(simple) == sorted(simple)
    assert [deduction.Deduction(rule).name for rule in simple + others] == [
        "all its cells are mines", "all its mines are found", "one clue within another",
        "two clues overlap", "mines left", "these clues together", "all clues and the mines left",
        "a flag is wrong", "too many flags", "these flags cannot all be right", "impossible board",
        "nothing follows", "not known"]
