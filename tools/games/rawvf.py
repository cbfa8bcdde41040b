# SPDX-License-Identifier: MIT
"""The game's replays: RAWVF text as `replay` prints it on the console."""

import re
from pathlib import Path
from typing import NamedTuple

from sim.errors import UserError

PRESS = re.compile(r"(\d+)\.(\d{3}) ([lrm])c (\d+) (\d+) .*")
COMMANDS = {"l": "open", "r": "flag", "m": "chord"}
# Captured from a serial line, a replay may have other lines before it.
START = "RawVF_Version:"


class Move(NamedTuple):
    """`command` is the console's; row and column are counted from 0."""

    ms: int
    command: str
    row: int
    column: int


class Replay(NamedTuple):
    number: str
    status: str
    board: str
    moves: tuple[Move, ...]


def load(path: Path) -> Replay:
    """Raises UserError for what cannot be read or is no replay of this game."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    found = read(text)
    if found is None:
        raise UserError(f"{path} holds no replay: capture what the console prints after `replay`")
    if not found.number:
        raise UserError(f"{path} has no line Number: only the replays of this game can be dealt")
    return found


def read(text: str) -> Replay | None:
    """The last replay in a text, None if there is none."""
    text = text.replace("\r", "")
    head, board, rest = text[text.rfind(START) :].partition("Board:\n")
    grid, events, moves = rest.partition("Events:\n")
    if not text.count(START) or not board or not events:
        return None
    words = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    presses = filter(None, map(PRESS.fullmatch, moves.splitlines()))
    return Replay(words.get("Number", ""), words.get("Status", ""), grid,
                  tuple(map(_move, presses)))


def _move(press: re.Match[str]) -> Move:
    seconds, thousandths, button, column, row = press.groups()
    return Move(int(seconds) * 1000 + int(thousandths), COMMANDS[button], int(row) - 1,
                int(column) - 1)
