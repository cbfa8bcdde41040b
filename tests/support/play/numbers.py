# SPDX-License-Identifier: MIT
"""Deals the board of a number, as any PyPortal does, to know its mines without looking into one."""

import functools

from minesweeper.board import controls, field, number, presets
from minesweeper.board.dice import Dice
from minesweeper.board.game import NO_GUESS, OPENING, Game
from minesweeper.memory.options import custom
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology


@functools.cache
def dealt(text: str) -> Game:
    """The game of a number, its mines laid and its cells covered; not to be played."""
    index, rule, cell, seed, own = number.read(text)
    board = custom(*own) if own else presets.ALL[index]
    game = Game(board, controls.Dig(), min(rule, OPENING), Dice())
    if rule == NO_GUESS:
        game.deal = functools.partial(_without_guess, game)
    game.begin_as(seed, cell)
    return game


def mines(text: str) -> list[int]:
    """The cells of a number's mines."""
    cells = dealt(text).field.cells
    return [cell for cell, byte in enumerate(cells) if byte & field.MINE]


def safe_moves(text: str, signs: list[str]) -> list[int]:
    """The cells to open one after the other until all without a mine are open."""
    board = dealt.__wrapped__(text).field
    safe = [cell for cell, byte in enumerate(board.cells) if not byte & field.MINE]
    return [cell for cell in safe if len(board.open(cell)) and signs[cell] == "-"]


def _without_guess(game: Game, cell: int) -> bytearray:
    board = game.field
    topology = Topology(board.width, board.height)
    maker = NoGuess(topology, board.mines, cell, game.dice.randrange)
    for _ in maker.steps():
        pass
    assert maker.proved
    return maker.truth
