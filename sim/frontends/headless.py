# SPDX-License-Identifier: MIT
"""A run with no frontend but a script, as fast as possible; it needs no display."""

import argparse
import sys
from collections.abc import Callable

from ..clock import SECOND, nanoseconds
from ..portal import PyPortal
from . import options
from .output import save_picture
from .player import Player
from .recorder import Recorder
from .recording import FRAME_NS
from .script import Step


def run(given: argparse.Namespace, portal: PyPortal, player: Player, recorder: Recorder,
        steps: list[Step], keep: Callable[[], None]) -> None:
    """Run to the end that `given` or the script sets; `keep` saves nvm. Raises UserError."""
    end = _end(given, steps)
    with recorder.to(*given.record):
        while player.now < end and (steps or portal.running):
            player.run_until(min(end, player.now + FRAME_NS))
            keep()
            recorder.look()
    if given.screenshot:
        save_picture(portal.screenshot(), given.screenshot)
    if portal.running and not (given.seconds or steps):
        print(f"stopped after {options.PATIENCE_S:g} s, the program would go on: --seconds S sets "
              "how long", file=sys.stderr)


def _end(given: argparse.Namespace, steps: list[Step]) -> int:
    if given.seconds:
        return nanoseconds(given.seconds)
    if not steps:
        return nanoseconds(options.PATIENCE_S)
    return steps[-1].at + (0 if steps[-1].action == "end" else SECOND)
