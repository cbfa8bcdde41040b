# SPDX-License-Identifier: MIT
"""Posting on CircuitPython's own core, with a board's memory: nothing is refused for it."""

import pytest

from sim import PyPortal
from sim.engines.core import wasm
from sim.engines.core.link import CoreError
from tests.support.network import posting

try:
    wasm.find()
except CoreError as error:
    pytest.skip(str(error), allow_module_level=True)

TITLE = 160, 120
# In the middle of a session, some seconds after a game.
SESSIONS = 1.2, 1.6, 2.4


def test_hints_and_odds_find_memory_while_results_go_out(drive_with, tmp_path):
    lines = *posting.WIFI, *posting.URL, 'MINES_PRESET = "expert"', 'MINES_CONTROLS = "dig"'
    drive = posting.compiled(drive_with(*lines), tmp_path / "drive")
    with PyPortal(drive, engine="core", instant=True, seed=3) as portal:
        portal.network[f"{posting.HOST}:{posting.PORT}"] = lambda request: 201
        portal.run(4)
        portal.tap(*TITLE)
        portal.run(8)
        for pause in SESSIONS:
            lose(portal)
            portal.type("new\n0 0\n")
            portal.run(pause)
            portal.type("hint\nodds\n")
            portal.run(12)
        assert len(portal.network.requests) == len(SESSIONS)
        assert "memory" not in portal.serial.partition("starting with defaults.")[2]
        assert portal.serial.count("% a mine") + portal.serial.count("safe") >= len(SESSIONS)


def lose(portal):
    """Open row after row until a mine ends the game."""
    before = len(portal.serial)
    for cell in range(280):
        portal.type(f"{cell // 20} {cell % 20}\n")
        portal.run(0.1)
        if "You have lost." in portal.serial[before:]:
            return
