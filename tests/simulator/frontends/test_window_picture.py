# SPDX-License-Identifier: MIT
"""What the window shows: the panel, the bezel, the help and the title."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from sim.frontends.window import help
from sim.frontends.window import window as window_module
from sim.frontends.window.bezel import Bezel
from sim.frontends.window.window import LEFT
from windowhand import COLOURS, CONTACTS, post, shown, strip


def test_the_picture_is_scaled_exactly_and_dimmed_by_the_backlight(open_window):
    _, _, hand = open_window(COLOURS, 3)
    hand.wait(0.3)
    screen = pygame.display.get_surface()
    seen = pygame.surfarray.array3d(screen)[8 : 8 + 960, 8 : 8 + 720]
    blue = np.argwhere((seen == (0, 0, 255)).all(axis=2))
    assert blue.tolist() == [[x, y] for x in range(15, 18) for y in range(21, 24)]
    assert (seen == (255, 0, 0)).all(axis=2).sum() == 960 * 720 - 9
    hand.wait(0.5)
    assert screen.get_at((8, 8))[:3] == (128, 0, 0)


def test_the_neopixel_glows_in_the_bezel(open_window):
    _, _, hand = open_window(COLOURS)
    bezel = Bezel((320, 240), 2)
    middle = bezel.lamp_at[0] + 10, bezel.lamp_at[1] + 10
    hand.wait(0.3)
    screen = pygame.display.get_surface()
    assert max(screen.get_at(middle)[:3]) < 60
    hand.wait(0.5)
    assert screen.get_at(middle)[:3] == (0, 255, 0)


@pytest.mark.parametrize("scale", [1, 3])
def test_a_bare_window_is_the_panel_and_nothing_else(open_window, scale):
    _, portal, hand = open_window(CONTACTS, scale, bare=True)
    assert pygame.display.get_surface().get_size() == (320 * scale, 240 * scale)
    post(pygame.MOUSEBUTTONDOWN, button=LEFT, pos=(319 * scale, 239 * scale))
    post(pygame.MOUSEBUTTONUP, button=LEFT, pos=(0, 0))
    hand.wait(0.3)
    assert portal.serial.startswith("at 319 239\n")


@pytest.mark.parametrize("scale", [1, 2, 4])
def test_f1_lays_the_help_over_the_picture_and_takes_it_away(open_window, scale):
    _, portal, hand = open_window("while True: pass", scale)
    hand.wait(0.1)
    before = shown()
    hand.key(pygame.K_F1)
    hand.wait(0.1)
    assert shown() != before
    assert portal.running
    hand.key(pygame.K_F1)
    hand.wait(0.1)
    assert shown() == before


@pytest.mark.parametrize("board", [(320, 240), (480, 320)])
@pytest.mark.parametrize("scale", [1, 2, 3, 5])
def test_the_help_fits_the_screen_and_can_be_read(board, scale):
    size = board[0] * scale, board[1] * scale
    picture = np.asarray(help.card(size)).astype(int)
    assert picture.shape == (size[1], size[0], 4)
    rim = (picture[..., :3] == help.RIM[:3]).all(axis=2)
    rows, columns = np.flatnonzero(rim.any(axis=1)), np.flatnonzero(rim.any(axis=0))
    inside = picture[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    assert rows[0] > 0 and rows[-1] < size[1] - 1
    assert columns[0] > 0 and columns[-1] < size[0] - 1
    bright = inside[..., :3].min(axis=2) > 140
    text_columns = np.flatnonzero(bright.any(axis=0))
    assert text_columns[0] > 3 and text_columns[-1] < inside.shape[1] - 4, "text is cut off"


@pytest.mark.parametrize(("turns", "level"), [
    ([("wheel", 3)], 0.15), ([("wheel", 30)], 1.0), ([("wheel", 2), ("wheel", -1)], 0.05),
    ([("wheel", -1)], 0.0), ([("key", pygame.K_UP)], 0.1),
    ([("key", pygame.K_UP), ("key", pygame.K_UP), ("key", pygame.K_DOWN)], 0.1),
])
def test_wheel_and_arrows_set_the_light_and_the_strip_shows_it(open_window, turns, level):
    program = "import analogio, board\nlight = analogio.AnalogIn(board.LIGHT)\n" \
              "while True: print(light.value)"
    _, portal, hand = open_window(program)
    hand.wait(0.1)
    dark = strip()
    for kind, how in turns:
        if kind == "wheel":
            post(pygame.MOUSEWHEEL, x=0, y=how, flipped=False)
        else:
            hand.key(how)
    hand.wait(0.05)
    assert portal.light == level
    assert int(portal.serial.splitlines()[-1]) == pytest.approx(65535 * level, abs=20)
    assert (strip() == dark).all() == (level == 0)


def test_words_tell_what_was_done_and_go_away(open_window, monkeypatch):
    real = SimpleNamespace(now=0.0)
    monkeypatch.setattr(window_module, "perf_counter", lambda: real.now)
    _, _, hand = open_window("while True: pass")
    hand.wait(0.1)
    before = shown()
    hand.key(pygame.K_F12)
    hand.wait(0.1)
    assert shown() != before
    real.now += 2
    hand.wait(0.1)
    assert shown() == before


def test_draws_only_what_changed(open_window, monkeypatch):
    _, _, hand = open_window(COLOURS)
    flips = []
    monkeypatch.setattr(pygame.display, "flip", lambda: flips.append(1))
    hand.wait(0.4)
    first = len(flips)
    hand.wait(0.4)
    assert (1 <= first <= 4, 1 <= len(flips) - first <= 3) == (True, True)
    post(pygame.WINDOWEXPOSED)
    before = len(flips)
    hand.wait(0.1)
    assert len(flips) == before + 1


@pytest.mark.parametrize(("program", "title"), [
    ("while True: pass", "code.py"),
    ("print('done')", "code.py (ended: Ctrl+R restarts)"),
    ("1 / 0", "code.py (failed: Ctrl+R restarts)"),
])
def test_the_title_says_what_runs_and_whether(open_window, program, title):
    _, _, hand = open_window(program)
    hand.wait(0.1)
    caption = pygame.display.get_caption()[0]
    assert caption.startswith("Adafruit PyPortal: ")
    assert caption.endswith(title)
