# SPDX-License-Identifier: MIT
"""Replays a claimed game by the game's own rules; refuses it if it ends in another way, or if its
moves follow each other faster than the game can take them.

The board is dealt from its number, so the sender cannot choose the mines.

The firmware sleeps `POLL_MS` (minesweeper/device.py), then looks once at the panel and once at the
console (`turn` of minesweeper/loop.py). A touch takes three readings in a row, its release two
without one (minesweeper/gesture.py), so a finger's next move is five looks later. CircuitPython's
clock and the sleeps of its version 9 are whole ticks of 1/1024 s (supervisor/shared/tick.c). People
are slower: an index finger taps some 5 to 7 times a second. The firmware's limit never refuses a
game that was played.
"""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from minesweeper.rules import controls, presets
from minesweeper.rules.dice import Dice
from minesweeper.rules.field import COVERED, FLAG, QUESTION, Field
from minesweeper.rules.game import ANY, NO_GUESS, OPENING, Game
from minesweeper.saved.options import Options
from minesweeper.screen import tiles
from minesweeper.sharing import numbers
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology
from tools.scoreboard.claim import CONTROLS, Claim, Move, Refused

POLL_MS = 8
READINGS = 3
GAPS = 2
TICKS_A_SECOND = 1024
_POLL_TICKS = POLL_MS * TICKS_A_SECOND // 1000


def _shortest_ms(looks: int) -> int:
    return looks * _POLL_TICKS * 1000 // TICKS_A_SECOND


# The shortest time between two moves of a finger, and between two typed lines.
FINGER_MS = _shortest_ms(READINGS + GAPS)
LINE_MS = _shortest_ms(1)


def check(claim: Claim, steps: list[Move]) -> None:
    """Raises Refused for moves that are too fast; the Solve menu's moves may be."""
    if claim.hinted:
        return
    if claim.typed:
        _check_lines(commands(steps))
    elif not is_by_finger(steps):
        raise Refused(f"Moves come faster than a finger can make them, {FINGER_MS} ms.", 422)


def is_by_finger(steps: list[Move]) -> bool:
    """Return whether a finger can have made all of these moves."""
    return all(after.ms - before.ms >= FINGER_MS for before, after in pairwise(commands(steps)))


def _check_lines(moves: list[Move]) -> None:
    """Refuse three moves within one pass of the loop, which takes one touch and one line."""
    if any(third.ms - first.ms < LINE_MS
           for first, third in zip(moves, moves[2:], strict=False)):
        raise Refused(f"Moves come faster than typed lines are read, {LINE_MS} ms.", 422)


def commands(steps: list[Move]) -> list[Move]:
    """Join the two recorded moves by which a flag becomes a question mark into one."""
    return steps[:1] + [move for before, move in pairwise(steps) if not _is_second(before, move)]


def _is_second(before: Move, move: Move) -> bool:
    return move.act == "question" and before == move._replace(act="flag")


# The largest display, the Titano's.
WIDTH, HEIGHT = 480, 320
# Twenty times the steps of the slowest of a thousand boards.
MOST_STEPS = 2000


class Frame(NamedTuple):
    """The picture after a move: (cell, tile) of each changed cell."""

    ms: int
    changed: list[tuple[int, int]]


class Played(NamedTuple):
    """A replayed game. `name` is the board's preset; the last frame shows the whole board."""

    name: str
    width: int
    height: int
    mines: int
    frames: list[Frame]


def judge(claim: Claim) -> Played:
    """Replay a claim. Raises Refused if the game differs from it, or is too fast."""
    check(claim, claim.steps())
    return replay(claim)


def replay(claim: Claim) -> Played:
    """Replay a claim. Raises Refused if the game differs from it."""
    steps = claim.steps()
    game, cell, rule = _deal(claim)
    if claim.preset != game.preset[0]:
        raise Refused(f"The number is of the board {game.preset[0]}.", 422)
    if claim.value != game.field.three_bv():
        raise Refused(f"The board's 3BV is {game.field.three_bv()}.", 422)
    if rule != ANY and not claim.known:
        _check_first(steps, cell, game.field)
    frames = list(_frames(game, steps))
    _check_end(claim, game, steps)
    frames.append(_end(game, steps[-1].ms))
    name, columns, rows, mines, _ = game.preset
    return Played(name, columns, rows, mines, frames)


def _deal(claim: Claim) -> tuple[Game, int, int]:
    """Return the game of a board's number before its first move, its first cell and its rule."""
    index, rule, cell, seed, own = numbers.read(claim.number)
    board = _board(index, own)
    if cell >= board[1] * board[2]:
        raise Refused("The number's first cell is not on its board.")
    way = controls.ALL[CONTROLS.index(claim.controls)]()
    game = Game(board, way, min(rule, OPENING), Dice())
    if rule == NO_GUESS:
        game.deal = lambda cell: _prove(game, cell)
    game.begin_as(seed, cell)
    return game, cell, rule


def _board(index: int, own: tuple[int, int, int] | None) -> tuple:
    options = Options(WIDTH, HEIGHT)
    if own is None:
        return presets.of(index)
    if not options.set_custom(*own):
        raise Refused("The number's board is larger or fuller than any PyPortal's.")
    return options.custom()


def _prove(game: Game, cell: int) -> bytearray:
    field = game.field
    try:
        maker = NoGuess(Topology(field.width, field.height), field.mines, cell,
                        game.dice.randrange)
    except ValueError:
        raise Refused("The number's board cannot be one without guesses.") from None
    for _ in islice(maker.steps(), MOST_STEPS):
        pass
    if not maker.proved:
        raise Refused("The number's board cannot be one without guesses.")
    return maker.truth


def _check_first(steps: list[Move], cell: int, field: Field) -> None:
    opened = next((move for move in steps if move.act == "open"), None)
    if opened is None or _cell(opened, field) != cell:
        raise Refused("The first cell that is opened is not the number's.", 422)


def _frames(game: Game, steps: list[Move]) -> Iterator[Frame]:
    """Make the moves, yielding a frame after each. Raises Refused."""
    before = 0
    for count, move in enumerate(steps, 1):
        if game.outcome() != controls.PLAYING:
            raise Refused(f"The game is over before move {count}.", 422)
        if move.ms < before or (count == 1 and move.ms):
            raise Refused(f"Move {count} comes at an impossible time.", 422)
        before = move.ms
        changed = _act(game.field, move)
        if not len(changed):
            raise Refused(f"Move {count} changes nothing.", 422)
        yield Frame(move.ms, [(cell, tiles.of(game.field.cells[cell])) for cell in changed])


def _act(field: Field, move: Move) -> memoryview:
    cell = _cell(move, field)
    if move.act == "open":
        return field.open(cell)
    if move.act == "chord":
        return field.chord(cell)
    if move.act == "flag":
        return field.mark(cell, COVERED if field.state(cell) == FLAG else FLAG)
    return field.mark(cell, QUESTION if move.act == "question" else COVERED)


def _cell(move: Move, field: Field) -> int:
    if not (0 <= move.column < field.width and 0 <= move.row < field.height):
        raise Refused("A move is outside the board.", 422)
    return move.row * field.width + move.column


def _check_end(claim: Claim, game: Game, steps: list[Move]) -> None:
    outcome = game.outcome()
    if outcome == controls.PLAYING:
        raise Refused("The game is not decided after its last move.", 422)
    if claim.won != (outcome == controls.WON):
        raise Refused(f"The game is {'lost' if claim.won else 'won'} after its last move.", 422)
    if claim.ms != steps[-1].ms:
        raise Refused("The time is not that of the last move.", 422)


def _end(game: Game, ms: int) -> Frame:
    game.end()
    return Frame(ms, [(cell, tiles.of(byte)) for cell, byte in enumerate(game.field.cells)])
