# SPDX-License-Identifier: MIT
"""A run without a display, as fast as possible; its only input is a script."""

import argparse
import sys
from collections.abc import Callable

from ..clock import SECOND, nanoseconds
from ..portal import PyPortal
from . import options
from .files import save_picture
from .player import Player
from .recorder import FRAME_NS, Recorder
from .script import Step


def run(given: argparse.Namespace, portal: PyPortal, player: Player, recorder: Recorder,
        steps: list[Step], save_nvm: Callable[[], None]) -> None:
    """Run to the end that the options `given` or the script set. Raises UserError."""
    end = _end(given, steps)
    with recorder.to(*given.record):
        while player.now < end and (steps or portal.running):
            player.run_until(min(end, player.now + FRAME_NS))
            save_nvm()
            recorder.look()
    if given.screenshot:
        save_picture(portal.screenshot(), given.screenshot)
    if portal.running and not (given.seconds or steps):
        print(f"stopped after {options.PATIENCE_S:g} s with the program still running: --seconds S "
              "sets the time", file=sys.stderr)


def _end(given: argparse.Namespace, steps: list[Step]) -> int:
    if given.seconds:
        return nanoseconds(given.seconds)
    if not steps:
        return nanoseconds(options.PATIENCE_S)
    return steps[-1].at + (0 if steps[-1].action == "end" else SECOND)
