# SPDX-License-Identifier: MIT
"""Refuses results with moves that follow each other faster than the game can take them.

The firmware sleeps `POLL_MS` (minesweeper/device.py), then looks once at the panel and once at the
console (`turn` of minesweeper/loop.py). A touch takes three readings in a row, its release two
without one (minesweeper/gesture.py), so a finger's next move is five looks later. CircuitPython's
clock and the sleeps of its version 9 are whole ticks of 1/1024 s (supervisor/shared/tick.c).

People are slower: an index finger taps some 5 to 7 times a second. The firmware's limit never
refuses a game that was played.
"""

from itertools import pairwise

from tools.scoreboard.claim import Claim, Move, Refused

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
        _check_lines(_commands(steps))
    elif not is_by_finger(steps):
        raise Refused(f"Moves come faster than a finger can make them, {FINGER_MS} ms.", 422)


def is_by_finger(steps: list[Move]) -> bool:
    """Return whether a finger can have made all of these moves."""
    return all(after.ms - before.ms >= FINGER_MS for before, after in pairwise(_commands(steps)))


def _check_lines(commands: list[Move]) -> None:
    """Refuse three moves within one pass of the loop, which takes one touch and one line."""
    if any(third.ms - first.ms < LINE_MS
           for first, third in zip(commands, commands[2:], strict=False)):
        raise Refused(f"Moves come faster than typed lines are read, {LINE_MS} ms.", 422)


def _commands(steps: list[Move]) -> list[Move]:
    """Join the two recorded moves by which a flag becomes a question mark into one."""
    return steps[:1] + [move for before, move in pairwise(steps) if not _is_second(before, move)]


def _is_second(before: Move, move: Move) -> bool:
    return move.act == "question" and before == move._replace(act="flag")
