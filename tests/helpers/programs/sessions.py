# SPDX-License-Identifier: MIT
"""Sessions at the serial console: a program that asks, the host's side, and who sits there."""

import os

from paths import ROOT
from sim.frontends.player import Player
from sim.frontends.preamble import Preamble
from sim.frontends.recorder import Recorder
from sim.frontends.session import Session

ASK = "while True:\n    print('you said', input('> '))\n"


def environment(**more):
    """For a process of its own that runs the simulator."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def sit_down(portal, keyboard, keep=lambda: None):
    """A session at this portal's console; `keep` is called again and again."""
    player = Player(portal)
    return Session(player, keyboard, Recorder(portal, player, Preamble()), keep)
