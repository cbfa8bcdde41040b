# SPDX-License-Identifier: MIT
"""How soon one move can follow another on a PyPortal: no result is faster than its firmware.

The firmware sleeps `POLL_MS` (minesweeper/device.py), then looks once at the panel and once at the
console (`turn` of minesweeper/loop.py). A touch takes three readings in a row, its release two
without one (minesweeper/gesture.py), so a finger's next move is five looks later. CircuitPython's
clock and the sleeps of its version 9 are whole ticks of 1/1024 s (supervisor/shared/tick.c).

People are slower: an index finger taps some 5 to 7 times a second. The firmware's figure is the one
that refuses nobody who has played.
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


# From a finger's move to its next one; from one typed line to the next.
FINGER_MS = _shortest_ms(READINGS + GAPS)
LINE_MS = _shortest_ms(1)


def check(claim: Claim, steps: list[Move]) -> None:
    """Raises Refused for moves that are too fast. The Solve menu's are as fast as the chip is."""
    if claim.hinted:
        return
    if claim.typed:
        _check_lines(_commands(steps))
    elif not is_by_finger(steps):
        raise Refused(f"Moves come faster than a finger's on the panel, {FINGER_MS} ms.", 422)


def is_by_finger(steps: list[Move]) -> bool:
    """Whether a finger can have made all of these moves."""
    return all(after.ms - before.ms >= FINGER_MS for before, after in pairwise(_commands(steps)))


def _check_lines(commands: list[Move]) -> None:
    """A line may be answered at the look that a finger's move comes with, but not a second one."""
    if any(third.ms - first.ms < LINE_MS
           for first, third in zip(commands, commands[2:], strict=False)):
        raise Refused(f"Moves come faster than lines are read, {LINE_MS} ms.", 422)


def _commands(steps: list[Move]) -> list[Move]:
    """The moves that were asked for: a flag that becomes a question mark is recorded as two."""
    return steps[:1] + [move for before, move in pairwise(steps) if not _is_second(before, move)]


def _is_second(before: Move, move: Move) -> bool:
    return move.act == "question" and before == move._replace(act="flag")
