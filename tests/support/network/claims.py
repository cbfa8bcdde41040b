# SPDX-License-Identifier: MIT
"""Results as a PyPortal posts them, of games that were really played."""

from functools import partial

from minesweeper.board import controls, field, number, presets
from minesweeper.board.dice import Dice
from minesweeper.board.field import three_bv
from minesweeper.board.game import NO_GUESS, OPENING, Game
from minesweeper.memory.options import index_of
from minesweeper.sharing import replay
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology
from tools.scoreboard import pace

WAYS = ("guide", "dig", "flag")
EXPERT = presets.ALL[4]
# Random moves win these.
BOARDS = (presets.BEGINNER, presets.GUIDE, ("custom", 12, 9, 17, 16))


def played(chance, way, board, care=0.97, proved=False):
    """A game of random moves that hardly ever open a mine, whose moves are all recorded."""
    game = Game(board, controls.ALL[way](), OPENING if proved else chance.randrange(3), Dice())
    game.deal = partial(_prove, game) if proved else None
    while True:
        game.dice.throw = lambda: game.dice.sow(chance.randrange(10_000_000))
        game.begin()
        play(game, chance, care, lambda: chance.randrange(pace.FINGER_MS, 500))
        if game.recording.whole:
            return game


def _prove(game, cell):
    maker = NoGuess(Topology(game.field.width, game.field.height), game.field.mines, cell,
                    game.dice.randrange)
    for _ in maker.steps():
        pass
    assert maker.proved
    return maker.truth


def play(game, chance, care, rest):
    """Random moves to the end, mines mostly spared; `rest` gives the milliseconds between two."""
    now_ms = chance.randrange(5000)
    while game.outcome() == controls.PLAYING:
        cell = chance.randrange(len(game.field.cells))
        act = chance.choice((game.tap, game.tap, game.hold, game.chord, game.flag))
        if game.field.cells[cell] & field.MINE and chance.random() < care:
            act = game.chord if game.field.state(cell) == field.FLAG else game.flag
        elif game.field.state(cell) == field.FLAG:
            act = game.flag
        act(cell, now_ms)
        now_ms += rest()


def of(game, way, **others):
    """The JSON object, without a token."""
    rule = NO_GUESS if game.proved else game.first
    dealt = number.text(index_of(game.preset), game.preset, rule, game.first_cell, game.dice.seed)
    moves = [replay.event(kind, cell, ms, game.field.width)
             for kind, cell, ms in game.recording.moves()]
    return {"player": "Ada", "number": dealt, "preset": game.preset[0], "controls": WAYS[way],
            "won": game.outcome() == controls.WON, "ms": game.played_ms,
            "3bv": three_bv(game.field), "hinted": False, "known": False, "typed": game.typed,
            "moves": "\n".join(moves), **others}


def some(chance, count):
    """Yield `count` results of all boards, rules and controls, won and lost."""
    for at in range(count):
        way, board = at % len(WAYS), (*BOARDS, EXPERT)[at // 3 % 4]
        yield of(played(chance, way, board, proved=chance.random() < 0.2), way)


def won(chance, board=presets.BEGINNER, **others):
    """A game won by Dig's controls."""
    while True:
        game = played(chance, controls.DIG, board, care=1)
        if game.outcome() == controls.WON:
            return of(game, controls.DIG, **others)


def later(found, ms):
    """The same game with its last move so much later: another one."""
    end = f"{found['ms'] // 1000}.{found['ms'] % 1000:03d} "
    after = found["ms"] + ms
    return {**found, "ms": after,
            "moves": found["moves"].replace(end, f"{after // 1000}.{after % 1000:03d} ")}
