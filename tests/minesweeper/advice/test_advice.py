# SPDX-License-Identifier: MIT
"""Hints, the verdict after a loss and a decided game's luck, in play and against all solutions."""

import re
import types
from itertools import combinations
from types import SimpleNamespace

import pytest

from minesweeper.advice import luck, odds, verdict
from minesweeper.board import controls, field, presets
from minesweeper.board.controls import Dig
from minesweeper.board.field import AROUND, OPEN, STATE, Field
from minesweeper.board.game import ANY, SAFE, Game
from minesweeper.screen import tiles
from minesweeper.solver.solver import Solver
from sim.clock import SECOND
from tests.support import seeds
from tests.support.play import blocks
from tests.support.play.desk import Desk
from tests.support.play.games import Chance

DIG = ('MINES_CONTROLS = "dig"',)


@pytest.fixture
def beginner(drive_with):
    return drive_with('MINES_PRESET = "beginner"', *DIG)


def signs(text):
    """The board's rows as lists of signs."""
    return [line.split()[1:] for line in text.splitlines()[1:-1]]


def test_a_hint_says_why_and_is_done_when_it_is_asked_again(beginner):
    talk = Desk(beginner, 4)
    before = signs(talk.say("4 4"))
    hint = re.match(r"(.+)\. \((mines|safe): (\d) (\d).*\)", talk.say("hint"))
    why, kind, row, column = hint.groups()
    assert before[int(row)][int(column)] == "-"
    assert why
    assert talk.say("hint") == "Done."
    after = signs(talk.say("board"))[int(row)][int(column)]
    assert after == "F" if kind == "mines" else after in ".12345678"


def test_a_move_of_the_players_own_takes_the_hint_away(beginner):
    talk = Desk(beginner, 6)
    talk.say("4 4")
    first = talk.say("hint")
    talk.say("flag 8 8")
    assert talk.say("hint") != "Done."
    assert first


@pytest.mark.parametrize("seed", seeds.some(4)[1:])
def test_a_no_guess_board_is_won_by_deduction_alone(drive_with, seed):
    talk = Desk(drive_with('MINES_PRESET = "beginner"', 'MINES_NO_GUESS = "on"', *DIG), seed)
    talk.say("0 0")
    for _ in range(100):
        answer = talk.say("hint")
        assert not answer.startswith("Nothing is certain")
        talk.say("hint")
        if talk.say("board").endswith("You have won."):
            return
    pytest.fail("a hundred hints did not win it")


def test_an_impossible_board_is_named_with_its_clues(beginner):
    """Only a fault in memory can bring one about: a clue is made to tell what cannot be."""
    talk = Desk(beginner, 4, presets.find("beginner"))
    talk.say("4 4")
    (board,) = blocks.objects(talk, "Field")
    clue = next(cell for cell, byte in enumerate(board.cells)
                if byte & STATE == OPEN and byte & AROUND)
    board.cells[clue] = board.cells[clue] & ~AROUND | 8
    row, column = divmod(clue, 9)
    assert talk.say("hint").startswith("No mines fit the circled number")
    assert f"{row} {column}" in talk.say("hint")
    assert talk.marked(clue) is not None
    assert talk.say("odds") == "Impossible board."


def lost(mines, opened, fatal):
    """The verdict, and its marks, on 4×3 cells of which some are opened, then the fatal one."""
    field = Field(4, 3)
    field.start(len(mines))
    cells = iter(mines)
    field.lay(lambda count: next(cells))
    for cell in opened:
        Dig().tap(field, cell)
    field.open(fatal)
    session = types.SimpleNamespace(
        game=types.SimpleNamespace(field=field), solver=Solver(len(field.cells)))
    return verdict.show(session, bytes(field.cells))


@pytest.mark.parametrize(("mines", "opened", "said", "marks"), [
    pytest.param([0], [5, 1, 4, 11], "A slip. ", {tiles.CLUE}, id="a proven mine"),
    pytest.param([0, 2], [1, 3, 7, 11], ("Missed: ", "A slip. "), {tiles.CURSOR, tiles.CLUE},
                 id="a safe cell was there"),
    pytest.param([0], [], "A fair guess: 8 % for a mine, and no cell had less.", set(),
                 id="nobody could avoid it"),
    # One mine in eight cells around the clue, the other in the three cells of the far column.
    pytest.param([0, 1], [6], "A guess: 33 % for a mine, and the safest cell had 13 %.", None,
                 id="another cell was better"),
])
def test_a_loss_is_judged_by_what_could_be_known(mines, opened, said, marks):
    sentence, shown = lost(mines, opened, 0)
    assert sentence.startswith(said)
    assert marks is None or ({tile for _, tile in shown} <= marks and bool(shown) == bool(marks))


@pytest.fixture
def expert_desk(drive_with):
    """On a board without guessing."""
    lines = 'MINES_PRESET = "expert"', 'MINES_NO_GUESS = "on"', 'MINES_CONTROLS = "dig"'
    return Desk(drive_with(*lines), 3, presets.find("expert"))


def test_what_was_given_up_leaves_no_long_numbers(expert_desk):
    """They would take the memory that the next advice needs."""
    with expert_desk.portal:
        (session,) = blocks.objects(expert_desk, "Session")
        solver = session.solver
        solver.room[3] = solver.diagram.value[5] = 1 << 200
        (loop,) = blocks.objects(expert_desk, "Loop")
        expert_desk.portal.board.clock.deadline = expert_desk.portal.board.clock.now + SECOND
        loop.refuse("Not enough memory for this now.")
        assert not any(solver.room) and not any(solver.diagram.value)


def test_odds_beyond_the_memory_leave_no_long_numbers(expert_desk):
    expert_desk.tap(6 * 20 + 8)
    expert_desk.portal.run(15)
    with expert_desk.portal:
        (session,) = blocks.objects(expert_desk, "Session")
        expert_desk.portal.board.clock.deadline = expert_desk.portal.board.clock.now + SECOND
        session.solver = solver = Solver(240, nodes=8)
        assert "beyond the board's memory" in odds.show(session)
        assert not any(solver.room) and not any(solver.diagram.value)


WIDTH, HEIGHT, LUCK_MINES = 5, 4, 4
CELLS = range(WIDTH * HEIGHT)
NEAR = {cell: [y * WIDTH + x for y in range(HEIGHT) for x in range(WIDTH)
               if max(abs(x - cell % WIDTH), abs(y - cell // WIDTH)) == 1] for cell in CELLS}


def worlds(seen):
    """All ways to lay the mines that give these numbers, {cell: number}."""
    for mines in map(set, combinations([cell for cell in CELLS if cell not in seen], LUCK_MINES)):
        if all(len(mines.intersection(NEAR[cell])) == number for cell, number in seen.items()):
            yield mines


def played(chance, first):
    """A game of openings and flags; before each opening what was seen."""
    board = ("tiny", WIDTH, HEIGHT, LUCK_MINES, 16)
    game = Game(board, controls.Dig(), first, Chance(chance.randrange))
    looks = []
    for cell in chance.sample(CELLS, len(CELLS)):
        if game.outcome() != controls.PLAYING:
            break
        if game.field.is_open(cell):
            continue
        if chance.random() < 0.2:
            game.flag(cell, 0)
            game.flag(cell, 0)
        if game.field.cells[cell] & field.MINE and chance.random() < 0.7:
            continue
        looks.append((cell, {other: game.field.cells[other] & field.AROUND for other in CELLS
                             if game.field.is_open(other)}))
        game.open(cell, 0)
    return game, looks


def expected(game, looks):
    guesses, safe = 0, 1.0
    for number, (cell, seen) in enumerate(looks):
        if number == 0 and game.first != ANY:
            continue
        ways = list(worlds(seen))
        mines = sum(cell in world for world in ways)
        if 0 < mines < len(ways):
            guesses += 1
            safe *= 1 - mines / len(ways)
    return guesses, safe


def test_guesses_and_their_odds_are_those_of_all_boards_that_could_be():
    chance = seeds.chance(6)
    solver, counts = Solver(len(CELLS)), set()
    for number in range(60):
        game, looks = played(chance, (ANY, SAFE)[number % 2])
        device = SimpleNamespace(touch=lambda: None)
        table = SimpleNamespace(game=game, solver=solver, device=device)
        guesses, safe = luck.reckon(table)
        wanted = expected(game, looks)
        assert guesses == wanted[0]
        assert abs(safe / luck.WHOLE - wanted[1]) < 0.001 * max(1, guesses)
        counts.add(guesses)
    assert {0, 1, 2, 3} <= counts


def test_a_touch_goes_before():
    game, _ = played(seeds.chance(1), ANY)
    device = SimpleNamespace(touch=lambda: (1, 2))
    table = SimpleNamespace(game=game, solver=Solver(len(CELLS)), device=device)
    assert luck.reckon(table) is None
