# SPDX-License-Identifier: MIT
"""Plays like a finger on the board's firmware with less memory than a board has: `make budget`.

A finger tries every button and cell that it sees, with every preset, with results posted, from
compiled modules and from sources. The command ends with 1 if a program ended, or if more advice
than a part was refused for want of memory. `BUDGET="--preset expert --power-ons 50"` plays more
of one.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

from sim import PyPortal, output
from tests.support import firmware as firmwares
from tests.support.drives import STACK
from tests.support.play.finger import Finger
from tools import firmware
from tools.stage import DRIVE, stage

# Behind tools, which lead to the game's modules.
from minesweeper.rules import presets  # isort: skip
from tests.support.network.posting import HOST, NAME, PORT, URL, WIFI  # isort: skip

PRESETS = [preset[0] for preset in presets.ALL]
FORMS = {"mpy": True, "py": False}
# Kilobytes less than the firmware gives a program.
LESS_KB = 13
# Board seconds of play after each power-on, and until the title is there at the latest.
PLAY_S, TITLE_S = 250, 8
REFUSED_PER_CENT = 1
# The first line of the program; what it takes is gone while the program runs.
TAKEN = "_taken = bytearray({})\n"


class Way(NamedTuple):
    """A run to play: a preset's name, a key of FORMS, the number of the power-on."""

    preset: str
    form: str
    number: int


class Found(NamedTuple):
    """Figures of a power-on; `last` is the console's last line if the program ended, else empty."""

    way: Way
    touches: int
    places: int
    asked: int
    refused: int
    posted: int
    least_free: int
    least_block: int
    last: str


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if why := firmwares.missing():
        print(f"The game's memory was not measured: {why}", file=sys.stderr)
        return 1
    print(f"{firmwares.summary()}, {options.less} KB of memory taken away, "
          f"{options.seconds:g} s after each of {options.power_ons} power-ons")
    stage()
    ways = product(options.preset or PRESETS, options.form or FORMS)
    good = True
    with ProcessPoolExecutor(options.jobs) as pool:
        print(HEADING, flush=True)
        for preset, form in ways:
            powers = [Way(preset, form, options.seed + each) for each in range(options.power_ons)]
            play = partial(played, seconds=options.seconds, less_kb=options.less)
            found = list(pool.map(play, powers))
            good = good and is_kept(found)
            for line in rows(found):
                print(line, flush=True)
    return 0 if good else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.commands.budget", description=__doc__)
    parser.add_argument("--preset", action="append", choices=PRESETS, help="default: all")
    parser.add_argument("--form", action="append", choices=FORMS, help="default: both")
    parser.add_argument("--power-ons", type=int, default=1, help="of each preset and form")
    parser.add_argument("--seconds", type=float, default=PLAY_S, help="of play, on the board")
    parser.add_argument("--less", type=int, default=LESS_KB, metavar="KB", help="memory to take")
    parser.add_argument("--seed", type=int, default=0, help="of the first power-on")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    return parser


def played(way: Way, seconds: float = PLAY_S, less_kb: int = LESS_KB) -> Found:
    """Play once from power-on, with results posted to a host that accepts them."""
    with tempfile.TemporaryDirectory() as folder:
        drive = drive_of(way, less_kb, Path(folder, "drive"))
        with PyPortal(drive, engine="firmware", seed=way.number) as portal:
            portal.network[f"{HOST}:{PORT}"] = lambda request: (201, {}, {"game": 1})
            portal.run(TITLE_S)
            finger = Finger(portal, way.number)
            finger.play(seconds)
            lines = portal.serial.strip().splitlines()
            return Found(way, finger.touches, len(finger.tried), finger.asked, finger.refused,
                         len(portal.network.requests), finger.least_free, finger.least_block,
                         "" if portal.running else lines[-1] if lines else "nothing was printed")


def drive_of(way: Way, less_kb: int, folder: Path) -> Path:
    """Make the drive of a board that posts; its program takes memory before anything else."""
    files = firmware.files(DRIVE, FORMS[way.form])
    lines = STACK, f'MINES_PRESET = "{way.preset}"', *WIFI, *URL, NAME
    files["settings.toml"] = "\n".join(lines).encode()
    files[firmware.PROGRAM] = TAKEN.format(less_kb * 1024).encode() + files[firmware.PROGRAM]
    firmware.write(files, folder)
    return folder


def is_kept(found: list[Found]) -> bool:
    asked, refused = (sum(getattr(each, name) for each in found) for name in ("asked", "refused"))
    return not any(each.last for each in found) and refused * 100 <= asked * REFUSED_PER_CENT


HEADING = (f"{'preset':16}{'files':>6}{'ended':>6}{'touches':>9}{'places':>8}{'asked':>7}"
           f"{'refused':>9}{'posted':>8}{'least free':>12}{'in one piece':>14}")


def rows(found: list[Found]) -> Iterator[str]:
    """Yield a line for the power-ons of one way, and one for each program that ended."""
    way = found[0].way
    ended = [each for each in found if each.last]
    touches, asked, refused, posted = (sum(getattr(each, name) for each in found)
                                       for name in ("touches", "asked", "refused", "posted"))
    yield (f"{way.preset:16}{way.form:>6}{len(ended):>6}{touches:>9}"
           f"{max(each.places for each in found):>8}{asked:>7}{refused:>9}{posted:>8}"
           f"{min(each.least_free for each in found):>12,}"
           f"{min(each.least_block for each in found):>14,}")
    for each in ended:
        yield f"  ended: --seed {each.way.number}, touch {each.touches}: {each.last}"


if __name__ == "__main__":
    sys.exit(output.run(main))
