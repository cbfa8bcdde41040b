# SPDX-License-Identifier: MIT
"""The game tells the truth: hints, the clock, first cells, and who finished a game."""

import random

import pytest

from minesweeper.advice import reasons
from minesweeper.rules import field
from minesweeper.screen import text, tiles
from minesweeper.solver import analysis
from minesweeper.solver.solver import Solver
from tests.support import seeds
from tests.support.play import games
from tests.support.play.player import DIG, LOST, Player

NO_GUESS = 'MINES_NO_GUESS = "on"'
# Ways through the pages, from the menu and back to it.
WAYS = (("Title", "Learn", "How to play", "Next", "Done", "Back"),
        ("Title", "Learn", "Patterns", "Next", "Done", "Back"),
        ("Title", "Options", "More", "Done"), ("Title", "Daily", "Back"),
        ("Boards", "More", "Back", "Back"), ("Share", "By number", "Back", "Back"),
        ("Solve", "Back"))


def hint_for(player):
    """The sentence of the hint for what the player sees, and all cells that it marks."""
    board = games.dealt.__wrapped__(player.number()).field
    for cell, sign in enumerate(player.signs()):
        board.cells[cell] |= {"-": field.COVERED, "F": field.FLAG}.get(sign, field.OPEN)
    solver = Solver(len(board.cells))
    seen = solver.see(board.cells, board)
    found = analysis.hint(seen, solver.known, solver.diagram)
    return (reasons.reason(found, found.mines, found.safe, board.cells),
            {*found.clues, *found.safe, *found.mines})


@pytest.mark.parametrize("seed", range(int(seeds.more(1, 20))))
def test_a_hint_is_true_whatever_pages_were_looked_at_before_it(start_game, seed):
    player = start_game("beginner", DIG)
    player.begin()
    chance = random.Random(seed)
    for _ in range(3):
        for way in chance.sample(WAYS, 2):
            player.tap_face()
            for words in way:
                player.tap_on(words)
                player.run(chance.choice((0.1, 2)))
            player.tap_on("Resume")
            player.run(0.3)
        player.tap_face()
        player.tap_on("Hint")
        player.run(1)
        sentence, marks = hint_for(player)
        assert player.reads(sentence)
        assert {cell for cell, tile in enumerate(player.tiles())
                if tile in (None, tiles.DANGER)} <= marks
        player.tap_face()
        player.tap_on("Hint")  # does what was said
        player.run(1)


def test_the_clock_begins_when_the_first_cell_is_shown(drive_with):
    """It takes seconds to make this board without guesses."""
    lines = 'MINES_PRESET = "custom"', 'MINES_CUSTOM = "20x14/100"', NO_GUESS, DIG
    board = "custom", 20, 14, 100, 16
    with (player := Player(drive_with(*lines), 5, board, instant=False)).portal as portal:
        portal.run(3)
        portal.tap(160, 200)  # in case that the first one came before the title
        portal.run(2)
        began = portal.now
        portal.tap(*player.middle(110))
        for _ in range(300):
            portal.run(0.2)
            if set(player.tiles()) & set(range(9)):
                break
        assert 2 < portal.now - began < 59
        assert player.reads("0:00")


def test_the_same_board_begins_with_its_first_cell_open_and_can_be_won_without_a_guess(start_game):
    player = start_game("beginner", NO_GUESS, DIG)
    player.tap(40)
    opened = player.tiles()
    player.tap(player.mines()[0])
    player.run(3)
    player.tap_face()
    player.run(1)
    player.tap_on("Same board")
    player.run(0.5)
    assert player.tiles() == opened
    assert player.reads("0:00")


def test_a_game_that_the_solver_finished_says_so_and_is_not_celebrated(start_game):
    player = start_game("beginner", NO_GUESS, DIG)
    player.tap(40)
    mines = player.mines()
    before = len(player.portal.sounds)
    player.open_menu()
    player.tap_on("Solve", "Play on until")
    player.run(3)
    assert player.reads("The solver finished this game.")
    shown = player.tiles()
    assert {shown[cell] for cell in mines} == {tiles.FLAG}, "no flower"
    assert not any("win" in path for _, path, _, _ in player.portal.sounds[before:])
    player.tap_face()
    player.run(1)
    assert player.reads("Solved") and player.reads("The solver finished")


def test_every_loss_shows_that_it_goes_on(start_game):
    player = start_game("beginner", DIG)
    player.tap(40)
    player.tap(player.mines()[0])
    player.run(3)
    assert any(map(player.reads, LOST[1:])) and player.reads(text.NEXT)


def test_a_tap_just_after_the_end_does_not_skip_the_celebration(start_game):
    player = start_game("beginner", DIG)
    mines = player.begin()
    for cell in games.safe_moves(player.number(), player.signs()):
        player.portal.tap(*player.middle(cell))
        player.run(0.05)
    player.run(0.1)
    player.portal.tap(*player.middle(mines[0]))
    player.run(0.2)
    assert not player.reads("Menu") and not player.reads("Tap to go on")
    player.run(2)
    assert player.reads("Tap to go on"), "after the last flower"
    assert {player.tile(cell) for cell in mines} == {tiles.DEFUSED}
