# SPDX-License-Identifier: MIT
"""Deductions and odds, and the refusal of impossible boards, against an oracle that tries every way
to lay the mines.

SOLVER_POSITIONS=100000 in the environment is the long run; the suite makes do with fewer."""

import os
import random
from contextlib import suppress
from fractions import Fraction
from itertools import combinations

import pytest

from minesweeper.rules import field
from minesweeper.rules.field import Field
from minesweeper.solver import analysis, deduction, knowledge, reasoning, rules, trial, visible
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tests.support import seeds
from tests.support.solver import brute_force
from tests.support.solver.questions import WIDE, known
from tools.guessing.known import check, of_seen

POSITIONS = int(os.environ.get("SOLVER_POSITIONS", "1000"))
BOARD_RULES = (deduction.MINES_LEFT, deduction.WHOLE_BOARD)


@pytest.mark.parametrize("part", range(10))
def test_all_that_follows_is_found_and_all_odds_are_exact(part):
    """In whatever position: each certain cell, and each chance as a fraction."""
    for seed in range(part, POSITIONS, 10):
        at = brute_force.position(seed)
        possible = brute_force.solutions(at)
        check(known(at), WIDE)
        state, odds = known(at), Odds(known(at), WIDE)
        list(analysis.deductions(state, WIDE))
        late = Odds(state, WIDE)
        assert odds.solutions == late.solutions == len(possible), seed
        assert all(tally.ways[0] and tally.ways[-1] for tally in odds.tallies)
        assert not any(odds.mines[clue] for clue in at.clues()), "an open cell has none"
        for cell in at.covered():
            chance = Fraction(sum(cell in mines for mines in possible), len(possible))
            certain = {0: knowledge.SAFE, 1: knowledge.MINE}.get(chance, knowledge.UNKNOWN)
            assert state.known[cell] == certain, (seed, cell)
            assert Fraction(odds.mines[cell], odds.solutions) == chance, (seed, cell)
            assert late.mines[cell] == odds.mines[cell], (seed, cell)


@pytest.mark.parametrize("seed", range(10))
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
            assert game.knowledge.unknown == len(cells)
            safe = chance.choices([cell for cell in cells if not truth[cell]], k=2)
            for cell in {*safe}:
                game.knowledge.mark(cell, knowledge.SAFE)
            game.open(safe[0])
    assert len({*game.order[:game.count]}) == game.count, "each was opened once"


def test_the_simple_rules_find_all_that_two_clues_say():
    for seed in range(600):
        at, state = brute_force.position(seed), known(brute_force.position(seed))
        rules.believe(state)
        sure = [{cell for cell in at.covered() if state.known[cell] == kind}
                for kind in (knowledge.MINE, knowledge.SAFE)]
        free = {clue: at.around(clue) & {*state.unknown_cells()} for clue in at.clues()}
        for one, other in combinations(free, 2):
            if free[one] & free[other]:
                assert brute_force.certain(at, (one, other), *sure) == (set(), set()), seed


@pytest.mark.parametrize("first", range(0, 750, 150))
def test_a_deduction_follows_from_the_clues_that_it_names(first):
    """And from what was proven before it; each of its clues is needed for one of its cells."""
    for number in range(first, first + 150):
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
def test_whatever_the_bound_no_certainty_is_wrong(part):
    for seed in range(part, 250, 10):
        state, whole = (known(brute_force.position(seed)) for _ in range(2))
        list(analysis.deductions(whole, WIDE))
        with suppress(TooLarge):
            list(analysis.deductions(state, Diagram(64, seed % 24 + 2)))
            assert bytes(state.known) == bytes(whole.known)
        assert all(found in (fact, knowledge.UNKNOWN)
                   for found, fact in zip(state.known, whole.known, strict=True))


def test_a_touch_is_asked_for_while_ways_are_counted():
    row, clues = "-" * 7, "-4-4-4-"
    width, height, seen = brute_force.picture([row, clues, "---4---", clues, row])
    diagram, asked = Diagram(35, 999), []
    diagram.poll = lambda: asked.append(1)
    diagram.frontier.begin(of_seen(seen, Topology(width, height), 9))
    assert diagram.frontier.next()
    diagram.build()
    assert asked
    assert diagram.ways(0) == 62462


@pytest.mark.parametrize(("rows", "mines", "clues", "why"), [
    (["1-2-0"], 2, [2, 4], "contradict"),
    (["-1--", "---5", "-1--"], 5, [7, 9], "contradict"),
    (["1--2--", "------", "------"], 40, [], "40 mines are left, more than fit"),
    (["1--1", "----", "1--1"], 1, [], "the clues want 2 mines but only 1 left"),
    (["1-2"], 1, [2], "fewer cells left than mines"),
    (["1-"], 0, [], "the clues want 1 mines but only 0 left"),
    (["1-", "1-"], 2, [], "2 mines are left, more than fit the cells"),
    (["11", "11"], 1, [0], "fewer cells left than mines")])
def test_why_a_board_cannot_be(rows, mines, clues, why):
    """Only clues are named that contradict each other, and each is needed for that."""
    width, height, seen = brute_force.picture(rows)
    with pytest.raises(Impossible, match=why) as error:
        check(of_seen(seen, Topology(width, height), mines), WIDE)
    assert sorted(error.value.clues) == clues


def test_a_board_that_cannot_be_is_never_given_odds_or_hints():
    """One clue is made wrong. Where no mines fit, that is said, and the named clues contradict."""
    for seed in range(150):
        at = brute_force.position(seed)
        if not at.clues():
            continue
        clue = random.Random(seed).choice(at.clues())
        at.seen[clue] = (at.seen[clue] + 1) % 9
        if brute_force.solutions(at):
            continue
        for ask in lambda *at: list(analysis.deductions(*at)), Odds, check:
            with pytest.raises(Impossible):
                ask(known(at), WIDE)


def after_a_loss(mines):
    """The guide's 20×15 with these mines, where cell 0 was opened and then a mine."""
    board = Field(20, 15)
    board.start(len(mines))
    board.lay_all(bytes(cell in mines for cell in range(300)))
    board.open(0)
    return board


def seen_of(board):
    return visible.of_cells(board.cells, bytearray(len(board.cells)))


def test_the_solver_sees_no_truth():
    """Two boards that hide different mines look the same."""
    chance = random.Random(5)
    boards = [after_a_loss([*range(40, 60), *chance.sample(range(80, 300), 20)]) for _ in "ab"]
    assert boards[0].cells != boards[1].cells
    seen = [seen_of(board) for board in boards]
    assert seen[0] == seen[1]
    assert seen[0][:60] == bytes(20) + bytes([2] + [3] * 18 + [2]) + bytes([visible.COVERED] * 20)
    board = after_a_loss([45])
    for mark in field.FLAG, field.QUESTION:
        board.mark(45, mark)
        assert seen_of(board)[45] == (visible.FLAG if mark == field.FLAG else visible.COVERED)
    before = seen_of(board)
    board.open(45)
    assert seen_of(board) == before, "an opened mine is seen as before"
