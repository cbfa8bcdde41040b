# SPDX-License-Identifier: MIT
"""The patterns to learn: what follows from them, by brute force, and their pages."""

import pytest

from minesweeper.pages import patterns
from minesweeper.pages.patterns import COLUMNS, MINE, ROWS, SAFE
from minesweeper.screen import text
from minesweeper.solver import analysis, rules
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.knowledge import MINE as MINE_KNOWN
from minesweeper.solver.knowledge import Knowledge
from minesweeper.solver.topology import Topology
from tests.support.play import reader
from tests.support.play.player import DIG, check_golden
from tests.support.solver import brute_force
from tests.support.solver.brute_force import COVERED, FLAG, Position

# The room in the lines below a board, in pixels, and how many.
WIDTH, LINES = 304, 2
# On a page, beside its buttons; a figure is no word.
MOST_WORDS = 12
WRONG = {SAFE: "It is safe.", MINE: "It's a mine.", "-": "Not certain."}


def seen_of(board):
    """Return the board as the oracle takes it."""
    signs = {"F": FLAG, ".": 0, "-": COVERED, SAFE: COVERED, MINE: COVERED}
    return bytearray(signs[sign] if sign in signs else int(sign) for sign in board)


def known_of(at, flags):
    """Return the solver's knowledge; half of the cells have mines where they are not counted."""
    topology = Topology(COLUMNS, ROWS)
    mines = at.mines if at.mines > len(flags) else (len(at.covered()) + len(flags)) // 2
    known = Knowledge(topology, mines)
    known.see(at.seen, topology, mines)
    for cell in flags:
        known.mark(cell, MINE_KNOWN)
    return known


@pytest.mark.parametrize("number", range(12))
def test_what_is_written_follows_from_the_circled_clues_and_from_no_fewer(number, monkeypatch):
    """By brute force and by the solver; the flags follow too, and nothing simpler is left."""
    monkeypatch.setattr(text, "body", reader.Body())
    name, asked, board, clues, reason, left = patterns.pattern(number)
    flags = set(patterns.cells(board, "F"))
    at = Position(COLUMNS, ROWS, len(flags) + left, seen_of(board), frozenset())
    mines, safe = written = tuple(set(patterns.cells(board, sign)) for sign in (MINE, SAFE))
    free = set(at.covered()) - flags
    telling = [clue for clue in at.clues() if at.around(clue) & free]
    assert len(board) == COLUMNS * ROWS and patterns.cells(board, asked)
    if left:
        laid = [mines for mines in brute_force.solutions(at) if flags <= mines]
        assert (set.intersection(*laid) - flags, free.difference(*laid)) == written
        assert set(clues) == set(telling)
        assert brute_force.certain(at, clues, flags, set()) == (set(), set())
    else:
        assert brute_force.certain(at, clues, flags, set()) == written
        assert brute_force.certain(at, telling, flags, set()) == written
    for clue in clues:
        fewer = [other for other in clues if other != clue]
        assert brute_force.certain(at, fewer, flags, set()) != written
    by_flags = [clue for clue in at.clues() if at.around(clue) & flags]
    assert flags <= brute_force.certain(at, by_flags, set(), set())[0]
    assert rules.one_clue(known_of(at, flags)) is None
    found = list(analysis.deductions(known_of(at, flags), Diagram(COLUMNS * ROWS)))
    assert {cell for each in found for cell in each.mines} >= mines
    assert {cell for each in found for cell in each.safe} >= safe
    if len(clues) == 2:
        more, fewer = [at.around(clue) & free for clue in clues]
        assert (more - fewer, fewer - more) == written
    assert len(text.lines(reason, WIDTH)) <= LINES
    assert len(text.lines(patterns.explain(number), WIDTH)) <= LINES
    assert text.body.width(f"12 of 12: {name}") <= WIDTH
    answers = ("Right!", reason), *((wrong, patterns.explain(number)) for wrong in WRONG.values())
    for answer, why in answers:
        words = [word for word in f"{answer} {why}".split() if any(map(str.isalpha, word))]
        assert len(words) <= MOST_WORDS, words


FOR = {SAFE: "Tap a surely safe cell.", MINE: "Tap a sure mine."}


def learn(player):
    """Go from the game to the first pattern."""
    player.tap_face()
    player.tap_on("Title", "Learn", "Patterns")
    player.run(0.3)


def tap(player, cell):
    side, top = (48, 21) if player.portal.board.model.display.width > 320 else (32, 21)
    left = (player.portal.board.model.display.width - COLUMNS * side) // 2
    player.portal.tap(left + cell % COLUMNS * side + side // 2,
                    top + cell // COLUMNS * side + 9)
    player.run(0.3)


def wrong_one(board, asked):
    return next(cell for cell, sign in enumerate(board)
                if sign in ("-", SAFE, MINE) and sign != asked)


def test_all_twelve_are_learned_one_after_the_other(start_game):
    player = start_game("beginner")
    learn(player)
    for number in range(12):
        name, asked, board, *_ = patterns.pattern(number)
        assert player.reads(f"{number + 1} of 12: {name}")
        if number == 2:
            before = player.portal.framebuffer
            for sign in "F.3":
                tap(player, board.index(sign))
            assert player.portal.framebuffer == before, "no answer"
        if number % 4 == 0:
            assert player.reads(FOR[asked]) and player.reads("The frame is a wall.")
            cell = wrong_one(board, asked)
            tap(player, cell)
            assert player.reads(WRONG[board[cell]])
        if number == 0:
            assert player.reads("The 1s share their mine:")
            check_golden(player.portal, "pattern-wrong")
            tap(player, patterns.cells(board, asked)[0])
            check_golden(player.portal, "pattern-right")
            before = player.portal.framebuffer
            tap(player, cell)
            assert player.portal.framebuffer == before, "a pattern that is solved stays"
        else:
            tap(player, patterns.cells(board, asked)[-1])
        player.tap_on("Next")
    assert player.reads("You knew 9 of 12 at once.")
    player.tap_on("Done", "Back")
    assert player.reads("Daily")


def test_one_may_leave_at_any_time_and_the_game_is_as_it_was(start_game):
    player = start_game("beginner", DIG)
    player.begin()
    cells = player.tiles()
    learn(player)
    tap(player, 3)
    assert player.reads("Not certain.")
    player.tap_on("Done", "Back", "Resume")
    player.run(0.5)
    assert player.tiles() == cells
    learn(player)
    assert "10 mines, 1 flags" in player.say("board", 2)
    assert player.tiles() == cells
