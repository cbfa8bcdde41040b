# SPDX-License-Identifier: MIT
"""A PyPortal's nvm, and games that are kept in it."""

import random

from hypothesis import strategies as st

from minesweeper.board import field, presets
from minesweeper.board.controls import PLAYING
from minesweeper.board.game import Game
from minesweeper.memory import choices, days, options
from minesweeper.memory.memory import Memory
from tests.support.play.games import Chance

PYPORTAL, TITANO = (320, 240), (480, 320)
NEW = ("No saved game or options (a new board, or its power failed while it saved): starting with"
       " defaults.")
BLOCK = 8192
WITHOUT_GAME = 120
WEEK_MS = 7 * 86_400_000


class Flash:
    """nvm: `log` has a copy after each write."""

    def __init__(self, content=b"\xff" * BLOCK):
        self.block = bytearray(content)
        self.log = []

    def __len__(self):
        return len(self.block)

    def __getitem__(self, index):
        return self.block[index]

    def __setitem__(self, index, value):
        assert isinstance(index, slice) and len(self.block[index]) == len(value)
        self.block[index] = value
        self.log.append(bytes(self.block))


def game_on(chosen, seed=1):
    return Game(chosen.board(), chosen.make_controls(), chosen.first,
                Chance(random.Random(seed).randrange))


def state(game, now_ms=0):
    """All that a game in play is, but the moment."""
    board = game.field
    return (
        game.preset, bytes(board.cells), board.laid, board.mines, board.flags, board.wrong_flags,
        board.undecided, board.safe_left, board.exploded, game.moves, game.hinted, game.repeated,
        game.elapsed_ms(now_ms), game.outcome(), game.first, game.first_cell, game.proved,
        game.daily, game.dice.seed, game.moved, game.rearranged,
    )


def kept(memory):
    """Options, records and days."""
    buffer = bytearray(options.SIZE)
    memory.options.pack_into(buffer, 0)
    records = [memory.records.of(index) for index in range(len(presets.ALL))]
    return bytes(buffer), records, memory.records.last, list(memory.records.days)


def power_on(content, display=PYPORTAL):
    """(memory, the game resumed or None, sentences)"""
    memory = Memory(Flash(content), display)
    sentences = memory.load()
    game = game_on(memory.options)
    return memory, game if memory.resume(game) else None, sentences


def play(game, chance, now_ms):
    """A move by chance that does not often lose."""
    board = game.field
    cell = chance.randrange(len(board.cells))
    if board.laid and not board.is_open(cell) and chance.random() < 0.95:
        (game.flag if board.cells[cell] & field.MINE else game.open)(cell, now_ms)
    else:
        chance.choice([game.tap, game.hold, game.flag])(cell, now_ms)


@st.composite
def games(draw):
    """(memory, game in play, now): any board on either display, any controls, any moves."""
    display = draw(st.sampled_from([PYPORTAL, TITANO]))
    memory = Memory(Flash(), display)
    chosen = memory.options
    for name in ("preset", "controls", "first", "custom_columns", "custom_rows", "custom_mines"):
        for _ in range(draw(st.integers(0, 7))):
            choices.step(chosen, name, draw(st.sampled_from([-1, 1])))
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    game = game_on(chosen, chance.random())
    now_ms = draw(st.sampled_from([0, WEEK_MS]))
    for _ in range(draw(st.integers(0, 60))):
        if game.outcome() == PLAYING:
            play(game, chance, now_ms)
            now_ms += chance.randrange(3000)
    game.hinted, game.repeated = draw(st.booleans()), draw(st.booleans())
    game.proved, game.dice.seed = draw(st.booleans()), draw(st.integers(0, 0xFFFFFFFF))
    game.daily, memory.records.days[days.DEALT] = draw(st.booleans()), draw(st.integers(0, 0xFFFF))
    game.rearranged = draw(st.booleans())
    return memory, game, now_ms


def sample():
    """A game in play, and everything else not as by default."""
    memory = Memory(Flash(), PYPORTAL)
    memory.options.choose(presets.find("beginner"))
    memory.options.calibration = ((8000, 60000), (7000, 58000))
    memory.records.finished(2, True, 42, True)
    memory.records.last = 5, 9, True
    memory.records.days[days.DEALT] = 9822
    days.finished(memory.records.days, True)
    game = game_on(memory.options)
    game.open(40, 100)
    game.flag(next(at for at in range(81) if not game.field.is_open(at)), 900)
    memory.save(game, 1000)
    return memory, game


def started():
    memory = Memory(Flash(), PYPORTAL)
    memory.load()
    memory.options.choose(presets.find("expert"))
    return memory, game_on(memory.options)
