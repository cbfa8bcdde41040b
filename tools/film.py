# SPDX-License-Identifier: MIT
"""Records the moving picture of the README: plays a script of taps and saves a GIF.

`make film` records docs/game/play.gif from docs/game/play.txt. It begins with the title and ends
with the script's last line.
"""

import argparse
import sys
from pathlib import Path

from sim import PyPortal, output
from sim.clock import nanoseconds
from sim.errors import UserError
from sim.frontends import script
from sim.frontends.files import require_writable
from sim.frontends.player import Player
from sim.frontends.recorder import FRAME_NS, Animation
from tools.stage import DRIVE, ROOT, StageError, stage

TAPS = ROOT / "docs" / "game" / "play.txt"
GIF = TAPS.with_suffix(".gif")
# The title is drawn so long after power-on; before it, the console is shown.
TITLE_S = 1.4


def film(taps: Path, gif: Path) -> None:
    """Play a script and save the GIF. Raises UserError for a script that cannot be played."""
    text = script.read_text(taps)
    seed = script.parse_preamble(text, taps).seed or 0
    with PyPortal(DRIVE, seed=seed, sources=DRIVE) as portal:
        size = portal.screenshot().size
        steps = script.parse(text, taps, size, set(portal.pins), portal.parts)
        if not steps:
            raise UserError(f"{taps} has no taps to film")
        recording, player = Animation(), Player(portal, steps)
        player.run_until(nanoseconds(TITLE_S))
        while player.now < steps[-1].at:
            recording.look(portal, player.now)
            player.run_until(min(player.now + FRAME_NS, steps[-1].at))
        recording.look(portal, player.now)
        recording.save(gif, player.now)


def main(arguments: list[str] | None = None) -> int:
    argparse.ArgumentParser(prog="python -m tools.film", description=__doc__).parse_args(arguments)
    try:
        require_writable(GIF)
        stage(DRIVE)
        film(TAPS, GIF)
    except (StageError, UserError) as error:
        output.complain(error)
        return 1
    print(f"{GIF}: {GIF.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(output.run(main))
