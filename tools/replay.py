# SPDX-License-Identifier: MIT
"""Plays a recorded game on the simulated PyPortal, each move at its time.

`python -m tools.replay game.rawvf` tells whether the game ends as recorded; `--gif` also writes a
moving picture. The file holds what the console printed after `replay`; other lines around it do not
matter. The board is dealt anew by its number, and each move is typed on the console, so that it is
made within one pass of the game's loop (a hundredth of a second) of its time.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sim import PyPortal, output, schema
from sim.clock import SECOND
from sim.errors import UserError
from sim.frontends.files import require_writable
from sim.frontends.recorder import Animation
from tools.stage import DRIVE, StageError, stage

TITLE = 160, 200
FRAME_MS = 40
LOOK_S = 0.001  # between looks for the board that is dealt, from which the moves' times count
DIGITS = 9
# Three hours, which the simulator plays in minutes.
LONGEST_S = 10_800
# Seconds for finding a board that needs no guess, and for showing the end.
DEALING_S, END_S = 20, 3
# The most that a move may differ from its recorded time, or from that of the move before: after a
# rest, touches are felt later, and the console takes moves that were made at once one by one.
LATE_MS = 40
# A board's number in a file: digits in groups, which the game checks.
NUMBER = re.compile("[0-9-]{1,40}")
PRESS = re.compile(r"(\d+)\.(\d{3}) ([lrm])c (\d+) (\d+) .*")
COMMANDS = {"l": "open", "r": "flag", "m": "chord"}
# In text captured from a serial line, other lines may come before it.
START = "RawVF_Version:"


class Failed(Exception):
    """The message is a sentence for the user."""


class Move(NamedTuple):
    """A console command, with row and column counted from 0."""

    ms: int
    command: str
    row: int
    column: int


class Replay(NamedTuple):
    number: str
    status: str
    board: str
    moves: tuple[Move, ...]


class Playback:
    """Plays on a portal in frames; `look` is called after each."""

    def __init__(self, portal: PyPortal, look: Callable[[], None]):
        self.portal = portal
        self.look = look
        self.dealt = portal.now  # when the board was shown, with which the game's clock begins

    def run(self, seconds: float) -> None:
        left = max(0, round(seconds * 1000))
        while left:
            step = min(FRAME_MS, left)
            self.portal.run(step / 1000)
            self.look()
            left -= step

    def ask(self, line: str, seconds: float) -> str:
        """Type a line and return what is printed in so many seconds."""
        before = len(self.portal.serial)
        self.portal.type(line + "\n")
        self.run(seconds)
        return self.portal.serial[before:]

    def deal(self, number: str) -> None:
        self.portal.run(1.5)
        self.portal.tap(*TITLE)
        self.portal.run(0.5)
        before = len(self.portal.serial)
        self.portal.type(f"deal {number}\n")
        for _ in range(round(DEALING_S / LOOK_S)):
            self.run(LOOK_S)
            printed = self.portal.serial[before:].replace("\r", "")
            if printed.count("\n") == 2:  # the line typed, and an answer
                break
        if f"Board {number}." not in printed:
            raise Failed(printed.strip().splitlines()[-1])
        self.dealt = self.portal.now

    def play(self, moves: tuple[Move, ...]) -> None:
        """Make the moves at their times; the game may have made the first one, as it dealt."""
        start = self.dealt
        for move in moves:
            self.run(start + move.ms / 1000 - self.portal.now)
            self.portal.type(f"{move.command} {move.row} {move.column}\n")
        self.run(END_S)


def differences(wanted: Replay, played: Replay | None) -> list[str]:
    """Return sentences, none if both are the same game."""
    if played is None:
        return ["the game is not decided after the last move"]
    found = []
    if wanted.board != played.board:
        found.append("the number deals another board than the file shows")
    if wanted.status != played.status:
        found.append(f"the game is {played.status}, not {wanted.status}")
    if [move[1:] for move in wanted.moves] != [move[1:] for move in played.moves]:
        found.append("other moves were made")
    else:
        found.extend(_lateness(wanted.moves, played.moves))
    return found


def _lateness(wanted: tuple[Move, ...], played: tuple[Move, ...]) -> Iterator[str]:
    """Yield a sentence if a move came too early, or too late after the one before."""
    before = 0
    for number, (one, other) in enumerate(zip(wanted, played, strict=True), 1):
        late = other.ms - one.ms
        if not -LATE_MS <= late <= max(0, before) + LATE_MS:
            yield f"move {number} came {abs(late)} ms {'late' if late > 0 else 'early'}"
            return
        before = late


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.replay", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--gif", type=Path, help="write the game as a moving picture")
    parser.add_argument("--board", default="pyportal", help="as for python -m sim")
    options = parser.parse_args(arguments)
    try:
        replay = load(options.file)
        if options.gif:
            require_writable(options.gif, ".gif")
        stage()
        found = _played(replay, options)
    except (Failed, StageError, UserError, ValueError) as error:
        output.complain(error)
        return 1
    if found:
        output.complain(f"{options.file}: {'; '.join(found)}")
        return 1
    print(f"{options.file}: {len(replay.moves)} moves, {replay.status}, as in the file")
    return 0


def _played(replay: Replay, options: argparse.Namespace) -> list[str]:
    animation = Animation()
    with PyPortal(DRIVE, board=options.board, instant=True) as portal:
        playback = Playback(portal, lambda: None)
        playback.deal(replay.number)
        if options.gif:
            playback.look = lambda: animation.look(portal, round(portal.now * SECOND))
        playback.play(replay.moves)
        if options.gif:
            animation.save(options.gif, round(portal.now * SECOND))
        return differences(replay, read(playback.ask("replay", 2)))


def load(path: Path) -> Replay:
    """Read a file. Raises UserError if it cannot be read or holds no replay of this game."""
    try:
        text = schema.content(path, str(path)).decode(errors="replace")
    except ValueError as error:
        raise UserError(str(error)) from None
    found = read(text)
    if found is None:
        raise UserError(f"{path} holds no replay: capture what the console prints after `replay`")
    late = next((move for move in found.moves if move.ms > LONGEST_S * 1000), None)
    if late:
        raise UserError(f"{path} has a move at {late.ms / 1000:,.3f} s: games of up to "
                        f"{LONGEST_S:,} s are replayed, shorten its times")
    if not NUMBER.fullmatch(found.number):
        raise UserError(f"{path} has no line Number with that of a board: only replays of this "
                        "game can be dealt")
    return found


def read(text: str) -> Replay | None:
    """Return the last replay in a text, or None."""
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
    return Move(_number(seconds) * 1000 + int(thousandths), COMMANDS[button], _number(row) - 1,
                _number(column) - 1)


def _number(digits: str) -> int:
    """Return a number, or for one with too many digits one that no game has."""
    return int(digits) if len(digits) <= DIGITS else 10 ** DIGITS


if __name__ == "__main__":
    sys.exit(output.run(main))
