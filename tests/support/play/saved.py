# SPDX-License-Identifier: MIT
"""Reads the saved state in nvm as the game does when it starts."""

from minesweeper.board.dice import Dice
from minesweeper.board.game import Game
from minesweeper.memory.memory import Memory
from minesweeper.memory.options import Options
from minesweeper.memory.records import Records


def memory(nvm: bytes) -> Memory:
    """The saved state, loaded; the sentences about it are dropped."""
    memory = Memory(bytearray(nvm), (320, 240))
    memory.load()
    return memory


def game(nvm: bytes) -> Game:
    """The saved game, one without moves if there is none."""
    found = memory(nvm)
    game = Game(found.options.board(), found.options.make_controls(), found.options.first, Dice())
    found.resume(game)
    return game


def options(nvm: bytes) -> Options:
    return memory(nvm).options


def records(nvm: bytes) -> Records:
    return memory(nvm).records
