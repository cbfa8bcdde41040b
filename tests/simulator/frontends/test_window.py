# SPDX-License-Identifier: MIT
"""The window, with SDL's offscreen display and events that are posted instead of done by hand."""

from types import SimpleNamespace

import pygame
import pytest

from instantly import PyPortal
from sim.frontends import places, script
from sim.frontends.player import play
from sim.frontends.window import window as window_module
from sim.frontends.window.bezel import Bezel
from sim.frontends.window.window import RIGHT
from windowhand import COLOURS, CONTACTS, Hand, post, strip


@pytest.mark.parametrize("scale", range(1, 9))
def test_every_pixels_middle_is_that_pixel(scale):
    bezel, hand = Bezel((320, 240), scale), Hand(None, scale)
    for x, y in [(x, x * 239 // 319) for x in range(320)]:
        assert bezel.pixel_at(hand.middle(x, y)) == (x, y)


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_click_presses_the_pixel_under_the_mouse(open_window, scale):
    _, portal, hand = open_window(CONTACTS, scale)
    points = [(0, 0), (319, 0), (0, 239), (319, 239), (160, 120), (17, 203)]
    for point in points:
        hand.down(*point)
        hand.up()
        hand.wait(0.25)
    assert portal.serial.splitlines()[::2] == [f"at {x} {y}" for x, y in points]


def test_the_left_button_is_the_stylus(open_window):
    _, portal, hand = open_window(CONTACTS)
    hand.down(50, 60)
    hand.wait(0.5)
    hand.drag(70, 80)
    hand.wait(0.5)
    hand.up()
    hand.wait(0.2)
    assert portal.serial.splitlines() == ["at 50 60", "at 70 80", "for 1.0"]


def test_the_stylus_cannot_leave_the_glass(open_window):
    _, portal, hand = open_window(CONTACTS)
    hand.down(50, 60)
    hand.wait(0.1)
    hand.drag(400, -30)
    hand.wait(0.1)
    assert portal.serial.splitlines() == ["at 50 60", "at 319 0"]


def test_a_press_beside_the_screen_is_none(open_window):
    _, portal, hand = open_window(CONTACTS)
    for x, y in (-1, 5), (320, 5), (5, -1), (5, 240):
        hand.down(x, y)
        hand.wait(0.05)
        hand.up()
        hand.wait(0.05)
    assert portal.serial == ""


def test_a_click_within_one_frame_is_felt_like_a_tap(open_window):
    _, portal, hand = open_window(CONTACTS)
    for _ in range(2):
        hand.down(50, 60)
        hand.up()
    hand.wait(1)
    assert portal.serial.splitlines() == ["at 50 60", "for 0.1"] * 2


def test_the_right_button_holds_when_released_at_once(open_window):
    _, portal, hand = open_window(CONTACTS)
    hand.down(50, 60, RIGHT)
    hand.up(RIGHT)
    hand.wait(1)
    assert portal.serial.splitlines() == ["at 50 60", "for 0.8"]


def test_the_right_button_holds_for_as_long_as_it_is_down(open_window):
    _, portal, hand = open_window(CONTACTS)
    hand.down(50, 60, RIGHT)
    hand.wait(1.2)
    hand.up(RIGHT)
    hand.wait(0.2)
    assert portal.serial.splitlines() == ["at 50 60", "for 1.2"]


def test_there_is_one_stylus_for_both_buttons(open_window):
    _, portal, hand = open_window(CONTACTS)
    hand.down(50, 60)
    hand.down(90, 90, RIGHT)
    hand.up(RIGHT)
    hand.wait(0.5)
    hand.up()
    hand.wait(0.2)
    assert portal.serial.splitlines() == ["at 50 60", "for 0.5"]


def test_control_r_is_the_reset_button(open_window):
    window, portal, hand = open_window("print('start')\nwhile True: pass")
    hand.wait(0.1)
    hand.key(pygame.K_r)
    hand.wait(0.1)
    assert portal.serial == "start\n"
    hand.key(pygame.K_r, pygame.KMOD_LCTRL)
    hand.wait(0.1)
    assert portal.serial == "start\nstart\n"
    assert window.open


def test_a_reset_without_a_program_is_refused_and_all_goes_on(open_window, tmp_path, capsys):
    _, portal, hand = open_window("while True: pass")
    hand.wait(0.1)
    (tmp_path / "code.py").unlink()
    hand.key(pygame.K_r, pygame.KMOD_LCTRL)
    hand.wait(0.1)
    assert "cannot restart: " in capsys.readouterr().err
    assert portal.running


def test_f12_saves_a_screenshot_under_a_new_name(open_window, tmp_path, capsys):
    _, portal, hand = open_window(COLOURS)
    folder = places.pictures()
    (folder / "screenshot-1.png").write_text("somebody's")
    hand.wait(0.2)
    for _ in range(2):
        hand.key(pygame.K_F12)
        hand.wait(0.1)
    saved = [folder / "screenshot-2.png", folder / "screenshot-3.png"]
    assert capsys.readouterr().out.splitlines() == [str(path) for path in saved]
    assert (folder / "screenshot-1.png").read_text() == "somebody's"
    saved = pygame.image.load(saved[1])
    assert pygame.image.tobytes(saved, "RGB") == portal.screenshot().tobytes()


@pytest.mark.parametrize("close", [
    lambda hand: post(pygame.QUIT),
    lambda hand: hand.key(pygame.K_q, pygame.KMOD_RCTRL),
], ids=["closed", "control q"])
def test_closing_ends_it_while_a_program_spins(open_window, close):
    window, portal, hand = open_window("while True: pass")
    close(hand)
    window.run()
    assert not window.open
    assert portal.running


def test_a_spinning_program_stops_neither_time_nor_the_window(open_window):
    window, portal, hand = open_window("while True: pass")
    hand.wait(1)
    assert portal.now == pytest.approx(1, abs=1e-6)
    assert window.open


def test_time_falls_behind_when_the_computer_is_too_slow(open_window, monkeypatch):
    """Every look at this computer's clock takes 10 ms: a frame is given up after a few slices."""
    computer = SimpleNamespace(now=0.0)

    def slow_clock() -> float:
        computer.now += 0.01
        return computer.now

    monkeypatch.setattr(window_module, "perf_counter", slow_clock)
    _, portal, hand = open_window("while True: pass")
    hand.wait(1)
    assert 0 < portal.now < 0.1
    assert computer.now == pytest.approx(60 * 0.04, rel=0.3)


def test_frames_keep_to_sixty_a_second(open_window, monkeypatch):
    computer = SimpleNamespace(now=0.0, frames=0)

    def pass_time(seconds: float) -> None:
        computer.now += seconds

    def work() -> None:
        """One frame in ten takes 25 ms, the others 5."""
        computer.frames += 1
        pass_time(0.005 if computer.frames % 10 else 0.025)
        window.open = computer.now < 2

    monkeypatch.setattr(window_module, "perf_counter", lambda: computer.now)
    monkeypatch.setattr(window_module, "sleep", pass_time)
    window, _, _ = open_window("while True: pass")
    window.run(work)
    assert computer.frames == pytest.approx(120, abs=2)


@pytest.mark.parametrize(("speed", "keys", "passed"), [
    (1, [], 1), (4, [], 4), (0.5, [], 0.5), (1, ["+"], 2), (1, ["+", "+", "-"], 2), (1, ["-"], 0.5),
    (3, ["+"], 4), (16, ["+"], 16),
])
def test_time_runs_as_fast_as_it_is_told(open_window, speed, keys, passed):
    _, portal, hand = open_window("import time\nwhile True: time.sleep(1)", speed=speed)
    for key in keys:
        hand.key(pygame.K_F5, sign=key)
    hand.wait(1)
    assert portal.now == pytest.approx(passed, abs=1e-6)
    assert pygame.display.get_caption()[0].endswith(f"code.py ×{passed}" if passed != 1
                                                    else "code.py")


def test_f9_records_and_saves_what_replays(open_window, tmp_path, capsys):
    _, portal, hand = open_window(CONTACTS)
    folder = places.pictures()
    (folder / "recording-1.wav").write_text("somebody's")
    hand.down(50, 60)
    hand.wait(0.2)
    still = strip()
    hand.key(pygame.K_F9)
    hand.wait(0.1)
    assert (strip() != still).any()
    hand.drag(70, 80)
    hand.wait(0.2)
    hand.up()
    hand.wait(0.2)
    hand.key(pygame.K_F9)
    hand.wait(0.1)
    saved = [folder / f"recording-2{suffix}" for suffix in (".gif", ".wav", ".txt")]
    assert capsys.readouterr().out.splitlines() == [str(path) for path in saved]
    steps = script.parse(saved[2].read_text(), "recording", (320, 240))
    assert [step.action for step in steps] == ["press", "move", "release", "end"]
    with PyPortal(tmp_path) as again:
        play(again, steps, steps[-1].at / 1e9)
        assert again.serial == portal.serial
