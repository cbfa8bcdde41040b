# SPDX-License-Identifier: MIT
"""What tests of the frontends are given."""

import pytest

from commands import COUNT_STARTS, FLASH, MOVES, RAINBOW
from instantly import PyPortal
from sim.frontends import places
from sim.frontends.player import Player
from sim.frontends.preamble import Preamble
from sim.frontends.recorder import Recorder
from sim.frontends.window import window as window_module
from sim.frontends.window.window import Window
from windowhand import Hand


@pytest.fixture
def open_window(write_program, tmp_path, monkeypatch):
    """Opens a window on a program; gives it with its portal and a hand that posts events.

    The computer's clock stands still: it is never too slow.
    """
    monkeypatch.setattr(window_module, "perf_counter", lambda: 0.0)
    monkeypatch.chdir(tmp_path)
    # The driver named "dummy" takes one of the process's signals for each window, and keeps it.
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    # OpenGL draws by software here: five threads and 700 MB of addresses for each window.
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(places, "user_pictures_path", lambda: tmp_path / "Pictures")
    opened = []

    def open_it(program: str, scale: int = 2, **options) -> tuple[Window, PyPortal, Hand]:
        portal = PyPortal(write_program(program))
        player = Player(portal)
        recorder = Recorder(portal, player, Preamble(0, instant=True))
        window = Window(portal, player, scale, recorder=recorder, **options)
        opened.append((window, portal))
        return window, portal, Hand(window, scale)

    yield open_it
    for window, portal in opened:
        window.close()
        portal.close()


@pytest.fixture
def attend(write_program):
    """Powers on a board at whose console somebody sits."""
    opened = []

    def power_on(program: str) -> PyPortal:
        portal = PyPortal(write_program(program))
        portal.machine.console.attended = portal.machine.console.echo = True
        opened.append(portal)
        return portal

    yield power_on
    for portal in opened:
        portal.close()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with programs and a script."""
    for name, text in {"flash.py": FLASH, "starts.py": COUNT_STARTS,
                       "rainbow.py": RAINBOW, "moves.txt": MOVES,
                       "dies.py": "print('on')\n1 / 0\n", "ends.py": "print('off')\n",
                       "stays.py": "while True:\n    pass\n"}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path
