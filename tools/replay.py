# SPDX-License-Identifier: MIT
"""Plays a game's replay on the simulated PyPortal, move by move at its times.

`python -m tools.replay game.rawvf` says whether it comes to the same end; with `--gif` it is also a
moving picture. FILE holds what the console printed after `replay`, other lines around it do not
matter. The board is dealt anew by its number, and each move is typed on the console, so that
it comes within a look of the game's loop (a hundredth of a second) of where it was.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from sim import PyPortal
from sim.clock import SECOND
from sim.errors import UserError
from sim.frontends.output import require_writable
from sim.frontends.recording import Recording
from tools.games import rawvf
from tools.games.rawvf import Move, Replay
from tools.stage import DRIVE, StageError, stage

TITLE = 160, 200
FRAME_MS = 40
# How long a board that needs no guess may be sought, and an end be looked at.
DEALING_S, END_S = 20, 3
# From a typed line to the move.
LATE_MS = 10


class Failed(Exception):
    """A sentence."""


class Stage:
    """A portal on which time passes in frames, each of which `look` may keep."""

    def __init__(self, portal: PyPortal, look: Callable[[], None]):
        self.portal = portal
        self.look = look

    def run(self, seconds: float) -> None:
        left = max(0, round(seconds * 1000))
        while left:
            step = min(FRAME_MS, left)
            self.portal.run(step / 1000)
            self.look()
            left -= step

    def say(self, line: str, seconds: float) -> str:
        """What is printed in the time after a line."""
        before = len(self.portal.serial)
        self.portal.type(line + "\n")
        self.run(seconds)
        return self.portal.serial[before:]

    def deal(self, number: str) -> None:
        self.portal.run(1.5)
        self.portal.tap(*TITLE)
        self.portal.run(0.5)
        told = self.say(f"deal {number}", 1)
        for _ in range(DEALING_S):
            if f"Board {number}." in told.replace("\r", ""):
                return
            told += self.say("", 1)
        raise Failed(told.replace("\r", "").strip().splitlines()[-1])

    def play(self, moves: tuple[Move, ...]) -> None:
        """From the first move's time on, whenever that was."""
        start = self.portal.now
        for move in moves:
            self.run(start + move.ms / 1000 - self.portal.now)
            self.portal.type(f"{move.command} {move.row} {move.column}\n")
        self.run(END_S)


def differences(wanted: Replay, played: Replay | None) -> list[str]:
    """Sentences; none if both are the same game."""
    if played is None:
        return ["the game is not decided after the last move"]
    found = []
    if wanted.board != played.board:
        found.append("the number deals another board than the file shows")
    if wanted.status != played.status:
        found.append(f"the game is {played.status}, not {wanted.status}")
    if [move[1:] for move in wanted.moves] != [move[1:] for move in played.moves]:
        found.append("other moves were made")
    elif any(abs(one.ms - other.ms) > LATE_MS
             for one, other in zip(wanted.moves, played.moves, strict=True)):
        found.append("moves came at other times")
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.replay", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--gif", type=Path, help="write the game as a moving picture")
    parser.add_argument("--board", default="pyportal", help="as of python -m sim")
    options = parser.parse_args(arguments)
    try:
        replay = rawvf.load(options.file)
        if options.gif:
            require_writable(options.gif)
        stage()
        found = _played(replay, options)
    except (Failed, StageError, UserError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    if found:
        print(f"{options.file}: {'; '.join(found)}", file=sys.stderr)
        return 1
    print(f"{options.file}: {len(replay.moves)} moves, {replay.status}, as in the file")
    return 0


def _played(replay: Replay, options: argparse.Namespace) -> list[str]:
    film = Recording()
    with PyPortal(DRIVE, board=options.board, instant=True) as portal:
        stand = Stage(portal, lambda: None)
        stand.deal(replay.number)
        if options.gif:
            stand.look = lambda: film.look(portal, round(portal.now * SECOND))
        stand.play(replay.moves)
        if options.gif:
            film.save(options.gif, round(portal.now * SECOND))
        return differences(replay, rawvf.read(stand.say("replay", 2)))


if __name__ == "__main__":
    sys.exit(main())
