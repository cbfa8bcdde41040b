# SPDX-License-Identifier: MIT
"""Plays for a virtual day with at least 100,000 random taps on the simulated device: `make soak`.

Every finished game is replayed on the guide's independent model, with the mines that its end
showed. The same tap must decide it in the same way, with the same text. The computer's memory must
not grow. The command ends with 1 and a sentence if something is wrong.
"""

import argparse
import gc
import random
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sim import output
from sim.board.console import TextLog
from tests.support import seeds
from tests.support.play.models import GuideModel
from tools import reading
from tools.stage import DRIVE, copy_folder, stage

# Behind tools, which lead to the game's modules.
from tests.support.play.player import power_on  # isort: skip
from minesweeper.console import text
from minesweeper.solver import visible
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tests.support.solver.questions import WIDE, of_seen

SETTINGS = "".join(f'MINES_{name} = "{value}"\n' for name, value in (
    ("PRESET", "guide"), ("CONTROLS", "guide"), ("FIRST", "any"), ("CHORDS", "off")))
COLUMNS, ROWS, MINES = 20, 15, 15
OPENED = ".12345678"
DAY_S = 86_400
TAP_S, HOLD_S = 0.12, 0.7
RESUME = 80, 60
NEW = 270, 208  # of a result
# The guide's next board comes 5 s after sound and celebration.
BY_ITSELF_S = 15
# One while it is played and one at its end, and those before advice and after options.
WRITES_PER_GAME = 4
# The most that Python's own caches may grow.
MOST_OBJECTS, MOST_BLOCKS = 300, 3000


SEEN = {".": 0, "F": visible.FLAG} | {str(clue): clue for clue in range(1, 9)}
SHAPE = Topology(COLUMNS, ROWS)
ENDS = {"You have won.": "won", "You have lost.": "lost"}


class Wrong(Exception):
    """The message says what is wrong."""


class Model(GuideModel):
    """The model with cached neighbours, which is faster."""

    def around(self, cell):
        return around(*cell)


class Board(NamedTuple):
    """A printed board: its cells row by row, `playing`, `won` or `lost`, and whether safe cells
    are left.
    """

    signs: str
    outcome: str
    is_open: bool

    def covered(self):
        return [cell for cell, sign in enumerate(self.signs) if sign in "-?"]


def read(printed):
    lines = printed.splitlines()
    rows = [line.split()[1:] for line in lines if line[3:5] == "  " and line[:3].strip().isdigit()]
    signs = "".join(map("".join, rows))
    if len(signs) != COLUMNS * ROWS:
        raise Wrong(f"no board: {printed!r}")
    return Board(signs, ENDS.get(lines[-1], "playing"), " 0 safe cells" not in lines[-1])


def odds_of(board):
    """Return the odds of a printed board."""
    seen = bytearray(SEEN.get(sign, visible.COVERED) for sign in board.signs)
    return Odds(of_seen(seen, SHAPE, MINES), WIDE)


@lru_cache(None)
def around(x, y):
    return [(a, b) for a in range(max(0, x - 1), min(COLUMNS, x + 2))
            for b in range(max(0, y - 1), min(ROWS, y + 2)) if (a, b) != (x, y)]


class Soak:
    """A player who taps and holds, at random or by reason, and reads the board after each touch."""

    def __init__(self, drive, seed):
        self.seed = seed
        self.chance = random.Random(seed)
        self.portal = power_on(drive, seed=seed)
        self.said = []
        self.portal.board.console.listener = self.said.append
        self.taps = self.games = self.wins = self.pauses = 0
        self.memory = []

    def look(self):
        """Return the board that the console prints."""
        self.said.clear()
        self.portal.type("board\r")
        for _ in range(40):
            length = len(self.said)
            self.portal.run(0.05)
            if not self.portal.running:
                raise Wrong("the program has ended: " + "".join(self.said)[-500:])
            if length and length == len(self.said) and self.said[-1] == "\n":
                return read("".join(self.said).replace("\r", ""))
        raise Wrong("the console does not answer")

    def touch(self, x, y, seconds):
        self.taps += 1
        self.portal.hold(x, y, seconds)
        self.portal.run(self.chance.uniform(0.05, 1.0))

    def act(self, name, cell):
        x, y = cell % COLUMNS * 16, cell // COLUMNS * 16
        where = x + self.chance.uniform(3, 12), y + self.chance.uniform(3, 12)
        self.touch(*where, TAP_S if name == "tap" else HOLD_S)

    def play(self):
        """Play a game, from a covered board to the next one."""
        board, log = self.look(), []
        if set(board.signs) != {"-"}:
            raise Wrong(f"a new board is not covered: {board.signs}")
        moves = self.careful if self.chance.random() < 0.4 else self.careless
        while board.outcome == "playing":
            for name, cell in moves(board):
                if board.signs[cell] in OPENED:
                    continue  # it would be the menu, or the sentence that leads there
                self.act(name, cell)
                log.append((name, cell))
                board = self.look()
                if board.outcome != "playing":
                    break
            if self.chance.random() < 0.005:
                self.pause(board)
        check(board, log)
        self.finish(board.outcome == "won")

    def careless(self, board):
        """Return one touch anywhere."""
        name = "hold" if self.chance.random() < 0.3 else "tap"
        return [(name, self.chance.randrange(len(board.signs)))]

    def careful(self, board):
        """Return the certain moves, or else the best guess."""
        if not board.is_open:
            return flagging(board, board.covered())
        odds = odds_of(board)
        covered = board.covered()
        safest = min(covered, key=odds.mines.__getitem__)
        safe = [cell for cell in covered if not odds.mines[cell]]
        mines = [cell for cell in covered if odds.mines[cell] == odds.solutions]
        return [("hold", cell) for cell in safe or [safest]] + flagging(board, mines)

    def pause(self, board):
        """Open the menu and return to the same board."""
        opened = [cell for cell, sign in enumerate(board.signs) if sign in OPENED]
        if board.outcome != "playing" or not opened:
            return
        self.pauses += 1
        self.act("hold", self.chance.choice(opened))
        self.portal.run(0.3)
        self.touch(*RESUME, TAP_S)
        if self.look() != board:
            raise Wrong("the board is another one after a pause")

    def finish(self, won):
        self.games += 1
        self.wins += won
        self.portal.run(1.2)
        if self.chance.random() < 0.1:
            self.portal.run(BY_ITSELF_S)
        else:
            # A tap ends the celebration, another one leads to the result.
            while not reading.sees(self.portal, "Boards"):
                self.touch(160, 120, TAP_S)
            self.portal.run(1)
            self.touch(*NEW, TAP_S)
        self.forget()

    def forget(self):
        """Drop the log and the sounds that a portal keeps for later reading."""
        self.portal.board.console._log = TextLog()
        self.portal.sounds.clear()

    def measure(self):
        gc.collect()
        self.memory.append((len(gc.get_objects()), sys.getallocatedblocks()))


def flagging(board, mines):
    """Return taps that flag these cells: one leads from blank to ?, another to the flag."""
    return [("tap", cell) for cell in mines for _ in range("?-".find(board.signs[cell]) + 1)]


def check(board, log):
    """Replay the moves on the model with the mines; only the last one must end it, equally."""
    shown = "X*F" if board.outcome == "lost" else "F"
    mines = {(cell % COLUMNS, cell // COLUMNS)
             for cell, sign in enumerate(board.signs) if sign in shown}
    if len(mines) != MINES:
        raise Wrong(f"{len(mines)} mines are shown: {board.signs}")
    model = Model(COLUMNS, ROWS, mines)
    for number, (name, cell) in enumerate(log, 1):
        getattr(model, name)((cell % COLUMNS, cell // COLUMNS))
        wanted = board.outcome if number == len(log) else "playing"
        if model.outcome() != wanted:
            raise Wrong(f"move {number} of {log}: the model has {model.outcome()}, not {wanted}, "
                        f"with mines on {sorted(mines)}")
    expected = "".join(text.SIGNS[model.final_tile((cell % COLUMNS, cell // COLUMNS))]
                       for cell in range(COLUMNS * ROWS))
    if board.signs != expected:
        raise Wrong(f"the end shows {board.signs} instead of {expected}")


def run(drive, taps, seconds, seed):
    """Play for at least so many taps and virtual seconds; return the Soak."""
    soak = Soak(drive, seed)
    soak.portal.run(1)
    soak.touch(160, 120, TAP_S)
    marks = 10
    while soak.taps < taps or soak.portal.now < seconds:
        soak.play()
        if soak.taps >= taps * (len(soak.memory) + 1) / marks:
            soak.measure()
    soak.measure()
    check_memory(soak.memory)
    if soak.portal.nvm_writes > soak.games * WRITES_PER_GAME + WRITES_PER_GAME:
        raise Wrong(f"{soak.portal.nvm_writes} writes to nvm in {soak.games} games")
    soak.portal.close()
    return soak


def check_memory(samples):
    """Compare the memory after the second tenth with that at the end."""
    first, last = samples[min(1, len(samples) - 1)], samples[-1]
    grown = [after - before for before, after in zip(first, last, strict=True)]
    if grown[0] > MOST_OBJECTS or grown[1] > MOST_BLOCKS:
        raise Wrong(f"memory grows: {grown[0]} objects, {grown[1]} blocks more, {samples}")


def main():
    parser = argparse.ArgumentParser("soak", description=__doc__.splitlines()[0])
    parser.add_argument("--taps", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=DAY_S, help="of virtual play, at least")
    parser.add_argument("--seed", type=int, default=seeds.FIRST)
    options = parser.parse_args()
    began = time.perf_counter()
    stage(DRIVE)
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        drive = Path(folder) / "CIRCUITPY"
        copy_folder(DRIVE, drive)
        (drive / "settings.toml").write_text(SETTINGS)
        try:
            soak = run(drive, options.taps, options.seconds, options.seed)
        except Wrong as error:
            print(f"soak: {error}\nagain: SEED={options.seed} make soak", file=sys.stderr)
            return 1
    print(report(soak, time.perf_counter() - began))
    return 0


def report(soak, wall_s):
    now_h = soak.portal.now / 3600
    return (f"seed {soak.seed}: {soak.taps} taps in {now_h:.1f} hours of play, "
            f"{soak.pauses} pauses, {soak.portal.nvm_writes} writes to nvm\n"
            f"{soak.games} games, {soak.wins} won, {soak.games - soak.wins} lost, "
            f"all decided as the model decides them\n"
            f"(objects, blocks) of the host after each tenth: {soak.memory}\n"
            f"{wall_s:.0f} s")


if __name__ == "__main__":
    sys.exit(output.run(main))
