# SPDX-License-Identifier: MIT
"""Fixtures for tests of the frontends."""

import pytest

from sim.frontends import files
from sim.frontends.player import Player
from sim.frontends.recorder import Recorder
from sim.frontends.script import Preamble
from sim.frontends.window import window as window_module
from sim.frontends.window.window import Window
from tests.support.frontends import COUNT_STARTS, FLASH, MOVES, Mouse
from tests.support.programs.programs import PyPortal


@pytest.fixture
def open_window(write_program, tmp_path, monkeypatch):
    """Opens a window on a program and returns it, its portal, and a mouse.

    The computer's clock stands still, so that it is never too slow.
    """
    monkeypatch.setattr(window_module, "perf_counter", lambda: 0.0)
    monkeypatch.chdir(tmp_path)
    # The driver named "dummy" takes one of the process's signals for each window, and keeps it.
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    # OpenGL draws by software here: five threads and 700 MB of addresses for each window.
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(files, "user_pictures_path", lambda: tmp_path / "Pictures")
    opened = []

    def open_it(program: str, scale: int = 2, **options) -> tuple[Window, PyPortal, Mouse]:
        portal = PyPortal(write_program(program))
        player = Player(portal)
        recorder = Recorder(portal, player, Preamble(0, instant=True))
        window = Window(portal, player, scale, recorder=recorder, **options)
        opened.append((window, portal))
        return window, portal, Mouse(window, scale, player)

    yield open_it
    for window, portal in opened:
        window.close()
        portal.close()


@pytest.fixture
def attend(write_program):
    """Powers on a board whose serial console a person uses."""
    opened = []

    def power_on(program: str) -> PyPortal:
        portal = PyPortal(write_program(program))
        portal.board.console.attended = portal.board.console.echo = True
        opened.append(portal)
        return portal

    yield power_on
    for portal in opened:
        portal.close()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with programs and a script."""
    for name, text in {"flash.py": FLASH, "starts.py": COUNT_STARTS, "moves.txt": MOVES,
                       "dies.py": "print('on')\n1 / 0\n", "ends.py": "print('off')\n",
                       "stays.py": "while True:\n    pass\n"}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path
