# SPDX-License-Identifier: MIT
"""Games without a screen: given draws, the game of a board's number, and what nvm holds."""

import functools

from minesweeper.rules import controls, field, presets
from minesweeper.rules.dice import Dice
from minesweeper.rules.game import NO_GUESS, OPENING, Game
from minesweeper.saved.options import custom
from minesweeper.saved.state import SavedState
from minesweeper.sharing import numbers
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology


class Chance:
    """Stands for a game's dice, and draws by `randrange(count)`."""

    def __init__(self, randrange):
        self.seed = 0
        self.randrange = randrange

    def shuffle(self):
        pass

    def start(self, seed):
        self.seed = seed


@functools.cache
def dealt(text: str) -> Game:
    """Return the game of a number, its mines laid and its cells covered; not to be played."""
    index, rule, cell, seed, own = numbers.read(text)
    board = custom(*own) if own else presets.of(index)
    game = Game(board, controls.Dig(), min(rule, OPENING), Dice())
    if rule == NO_GUESS:
        game.deal = functools.partial(_without_guess, game)
    game.begin_as(seed, cell)
    return game


def mines(text: str) -> list[int]:
    """Return the cells of a number's mines, as any PyPortal deals them."""
    cells = dealt(text).field.cells
    return [cell for cell, byte in enumerate(cells) if byte & field.MINE]


def safe_moves(text: str, signs: list[str]) -> list[int]:
    """Return the cells to open one after the other until all without a mine are open."""
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


def saved_state(nvm: bytes) -> SavedState:
    """Read the saved state in nvm as the game does when it starts."""
    saved = SavedState(bytearray(nvm), (320, 240))
    saved.load()
    return saved


def saved_game(nvm: bytes) -> Game:
    """Return the saved game, one without moves if there is none."""
    found = saved_state(nvm)
    game = Game(found.options.board(), found.options.make_controls(), found.options.first, Dice())
    found.resume(game)
    return game
