# SPDX-License-Identifier: MIT
"""The guesses of a decided game, against all the ways in which its mines could lie."""

from itertools import combinations
from types import SimpleNamespace

from minesweeper.advice import luck
from minesweeper.board import controls, field
from minesweeper.board.game import ANY, SAFE, Game
from minesweeper.solver.solver import Solver
from tests.support import seeds
from tests.support.play.chance import Chance

WIDTH, HEIGHT, MINES = 5, 4, 4
CELLS = range(WIDTH * HEIGHT)
NEAR = {cell: [y * WIDTH + x for y in range(HEIGHT) for x in range(WIDTH)
               if max(abs(x - cell % WIDTH), abs(y - cell // WIDTH)) == 1] for cell in CELLS}


def worlds(seen):
    """All ways to lay the mines that give these numbers, {cell: number}."""
    for mines in map(set, combinations([cell for cell in CELLS if cell not in seen], MINES)):
        if all(len(mines.intersection(NEAR[cell])) == number for cell, number in seen.items()):
            yield mines


def played(chance, first):
    """A game of openings and flags; before each opening what was seen."""
    board = ("tiny", WIDTH, HEIGHT, MINES, 16)
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
