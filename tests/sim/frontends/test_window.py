# SPDX-License-Identifier: MIT
"""The window, on SDL's offscreen display and silent audio device, with posted events."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from PIL import Image

from sim.board.parts.part import Count, Part, Setting
from sim.board.parts.plugged import class_of
from sim.board.sensors import LightAndTemperature
from sim.frontends import files, script
from sim.frontends.player import play
from sim.frontends.window import window as window_module
from sim.frontends.window.controls import Controls, value_at
from sim.frontends.window.drawing import Bezel, Status, disc, help_card, icon, message
from sim.frontends.window.window import LEFT, RIGHT
from tests.support.frontends import (
    COLOURS,
    CONTACTS,
    post,
    require_alike,
    sheet,
    shown,
    shown_at,
    strip,
)
from tests.support.paths import GOLDEN
from tests.support.programs.programs import PyPortal

TONE = """
import array, audiocore, audioio, board, digitalio, time
amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
amplifier.switch_to_output(False)
out = audioio.AudioOut(board.SPEAKER)
wave = array.array("B", bytes(range(0, 200, 2)) * 80)
out.play(audiocore.RawSample(wave, sample_rate=8000), loop=True)
time.sleep(0.2)
amplifier.value = True
time.sleep(0.2)
out.pause()
time.sleep(0.2)
out.resume()
time.sleep(0.2)
out.stop()
time.sleep(1)
"""
PLUGGED = """\
[sht4x]
[veml7700]
[door]
kind = "button"
[ring]
kind = "neopixel"
pin = "D4"
count = 3
"""
DOOR = """\
import board, digitalio, neopixel
neopixel.NeoPixel(board.D4, 3).fill(0xFF0000)
door = digitalio.DigitalInOut(board.D3)
door.switch_to_input(pull=digitalio.Pull.UP)
last = True
while True:
    if door.value != last:
        last = door.value
        print("open" if last else "closed")
"""
STRIPS = [[320, [0, 0, 0], 0.0, [], False, True], [700, [255, 0, 0], 1.0, [], False, True],
          [560, [10, 200, 255], 0.07, [], False, True], [320, [1, 0, 2], 0.5, [], False, False],
          [500, [255, 255, 255], 0.3, ["rec", "2x", "muted"], True, True],
          [500, [0, 40, 0], 0.995, ["0.25x", "rec"], False, False]]
MESSAGES = [[320, "light 30 %"], [480, "saved screenshot-12.png"],
            [200, "saved recording-1.gif, recording-1.wav, recording-1.txt"]]
STYLUS = {
    "the left button is the stylus": [[["down", 50, 60], 0.2, ["drag", 70, 80], 0.2, ["up"], 0.1],
                                      ["at 50 60", "at 70 80", "for 0.4"]],
    "it stays on the screen": [[["down", 50, 60], 0.1, ["drag", 400, -30], 0.1, ["up"], 0.1],
                               ["at 50 60", "at 319 0", "for 0.2"]],
    "a press beside the screen does nothing": [
        [["down", -1, 5], 0.05, ["up"], 0.05, ["down", 320, 5], 0.05, ["up"], 0.05,
         ["down", 5, -1], 0.05, ["up"], 0.05, ["down", 5, 240], 0.05, ["up"], 0.05], []],
    "clicks within one frame are taps": [
        [["down", 50, 60], ["up"], ["down", 50, 60], ["up"], 0.5],
        ["at 50 60", "for 0.1", "at 50 60", "for 0.1"]],
    "a click of the right button holds": [
        [["down", 50, 60, 3], ["up", 3], 0.9], ["at 50 60", "for 0.8"]],
    "the right button holds while it is down": [
        [["down", 50, 60, 3], 1, ["up", 3], 0.1], ["at 50 60", "for 1.0"]],
    "one stylus for both buttons": [[["down", 50, 60], ["down", 90, 90, 3], ["up", 3], 0.3, ["up"],
                                     0.1], ["at 50 60", "for 0.3"]],
}


@pytest.mark.parametrize("scale", [1, 3])
def test_a_click_presses_the_pixel_under_the_mouse(open_window, scale):
    _, portal, mouse = open_window(CONTACTS, scale)
    points = [(0, 0), (319, 239), (17, 203)]
    for point in points:
        mouse.down(*point)
        mouse.up()
        mouse.wait(0.25)
    assert portal.serial.splitlines()[::2] == [f"at {x} {y}" for x, y in points]


def test_mouse_buttons_move_the_stylus(open_window):
    _, portal, mouse = open_window(CONTACTS)
    mouse.wait(0.1)
    seen, first = {}, strip()
    for case, (events, _) in STYLUS.items():
        before = len(portal.serial)
        for event in events:
            if isinstance(event, list):
                getattr(mouse, event[0])(*event[1:])
            else:
                mouse.wait(event)
        seen[case] = portal.serial[before:].splitlines()
        assert (strip() != first).any()  # the keys of the start are gone
    assert seen == {case: printed for case, (_, printed) in STYLUS.items()}


def test_control_r_is_the_reset_button_and_the_title_tells_the_programs_state(
        open_window, tmp_path, capsys):
    window, portal, mouse = open_window("print('start')\nwhile True: pass")

    def title(program=""):
        if program:
            (tmp_path / "code.py").write_text(program)
            mouse.key(pygame.K_r, pygame.KMOD_LCTRL)
        mouse.wait(0.1)
        return pygame.display.get_caption()[0].replace(f"{tmp_path.name}/", "")

    assert title() == "Adafruit PyPortal: code.py"
    mouse.key(pygame.K_r)
    mouse.wait(0.1)
    assert portal.serial == "start\n"
    assert title("print('done')") == "Adafruit PyPortal: code.py (ended: Ctrl+R restarts)"
    assert title("1 / 0") == "Adafruit PyPortal: code.py (failed: Ctrl+R restarts)"
    assert portal.serial.startswith("start\ndone\nTraceback")
    assert title("while True: pass") == "Adafruit PyPortal: code.py"
    (tmp_path / "code.py").unlink()
    mouse.key(pygame.K_r, pygame.KMOD_LCTRL)
    mouse.wait(0.1)
    assert "cannot restart: " in capsys.readouterr().err
    assert portal.running and window.open


def test_f12_saves_a_screenshot_under_a_new_name_and_says_so_for_a_moment(
        open_window, tmp_path, capsys, monkeypatch):
    real = SimpleNamespace(now=0.0)
    monkeypatch.setattr(window_module, "perf_counter", lambda: real.now)
    _, portal, mouse = open_window("while True: pass")
    folder = files.pictures()
    (folder / "screenshot-1.png").write_text("somebody's")
    mouse.wait(0.1)
    before = shown()
    for _ in range(2):
        mouse.key(pygame.K_F12)
        mouse.wait(0.1)
        assert shown() != before
        real.now += 2
        mouse.wait(0.1)
        assert shown() == before
    saved = [folder / "screenshot-2.png", folder / "screenshot-3.png"]
    assert capsys.readouterr().out.splitlines() == [str(path) for path in saved]
    assert (folder / "screenshot-1.png").read_text() == "somebody's"
    saved = pygame.image.load(saved[1])
    assert pygame.image.tobytes(saved, "RGB") == portal.screenshot().tobytes()


@pytest.mark.parametrize("close", [
    lambda mouse: post(pygame.QUIT),
    lambda mouse: mouse.key(pygame.K_q, pygame.KMOD_RCTRL),
], ids=["closed", "control q"])
def test_the_window_closes_while_a_program_loops(open_window, close):
    window, portal, mouse = open_window("while True: pass")
    close(mouse)
    window.run()
    assert not window.open
    assert portal.running


def test_speed_option_and_keys_change_how_fast_time_runs(open_window):
    _, portal, mouse = open_window("import time\nwhile True: time.sleep(1)", speed=3)
    for keys, speed in (("", 3), ("+", 4), ("-", 2), ("--", 0.5), ("+", 1), ("+++++", 16)):
        for key in keys:
            mouse.key(pygame.K_F5, sign=key)
        mouse.wait(1 / 60)
        before = portal.now
        mouse.wait(1 / 6)
        assert portal.now - before == pytest.approx(speed / 6, abs=1e-6)
        assert pygame.display.get_caption()[0].endswith(f"code.py ×{speed}" if speed != 1
                                                        else "code.py")


def test_a_frame_that_takes_too_long_is_shown_unfinished(open_window, monkeypatch):
    _, portal, mouse = open_window("while True: pass")
    monkeypatch.setattr(window_module, "perf_counter", lambda: 10 * portal.now)
    for _ in range(3):
        before = portal.now
        mouse.wait(1 / 60)
        assert 0.025 <= 10 * (portal.now - before) <= 0.05


def test_f9_saves_a_recording_that_replays(open_window, tmp_path, capsys):
    _, portal, mouse = open_window(CONTACTS)
    folder = files.pictures()
    (folder / "recording-1.wav").write_text("somebody's")
    mouse.down(50, 60)
    mouse.wait(0.2)
    still = strip()
    mouse.key(pygame.K_F9)
    mouse.wait(0.1)
    assert (strip() != still).any()
    mouse.drag(70, 80)
    mouse.wait(0.2)
    mouse.up()
    mouse.wait(0.2)
    mouse.key(pygame.K_F9)
    mouse.wait(0.1)
    saved = [folder / f"recording-2{suffix}" for suffix in (".gif", ".wav", ".txt")]
    assert capsys.readouterr().out.splitlines() == [str(path) for path in saved]
    steps = script.parse(saved[2].read_text(), "recording", (320, 240))
    assert [step.action for step in steps] == ["press", "move", "release", "end"]
    with PyPortal(tmp_path) as again:
        play(again, steps, steps[-1].at / 1e9)
        assert again.serial == portal.serial


def test_the_picture_is_scaled_exactly_dimmed_and_drawn_when_it_changes(open_window, monkeypatch):
    _, _, mouse = open_window(COLOURS, 3)
    flips, flip = [], pygame.display.flip
    monkeypatch.setattr(pygame.display, "flip", lambda: flips.append(flip()))
    lamp = [at + 10 for at in Bezel((320, 240), 3).lamp_at]
    mouse.wait(0.4)
    first = len(flips)
    screen = pygame.display.get_surface()
    seen = pygame.surfarray.array3d(screen)[8 : 8 + 960, 8 : 8 + 720]
    blue = np.argwhere((seen == (0, 0, 255)).all(axis=2))
    assert blue.tolist() == [[x, y] for x in range(15, 18) for y in range(21, 24)]
    assert (seen == (255, 0, 0)).all(axis=2).sum() == 960 * 720 - 9
    assert max(screen.get_at(lamp)[:3]) < 60
    mouse.wait(0.4)
    assert screen.get_at((8, 8))[:3] == (186, 0, 0)  # half the light
    assert screen.get_at(lamp)[:3] == (0, 255, 0)
    assert (1 <= first <= 4, 1 <= len(flips) - first <= 3) == (True, True)
    post(pygame.WINDOWEXPOSED)
    before = len(flips)
    mouse.wait(0.1)
    assert len(flips) == before + 1


# The rows below the screen, in window pixels: the left column's are 26 apart from 529 on.
COLUMN, ROW, TOP = 328, 26, 535
TRACK = 134, 244  # of a slider: its start and its end


def test_sliders_switches_and_lamps_of_the_parts_are_below_the_screen(open_window, tmp_path):
    (tmp_path / "parts.toml").write_text(PLUGGED)
    _, portal, mouse = open_window(DOOR)
    mouse.middle = lambda x, y: (x, y)
    sht4x, veml7700 = portal.parts["sht4x"], portal.parts["veml7700"]
    mouse.down((TRACK[0] + TRACK[1]) // 2, TOP + ROW * 3)
    mouse.drag(TRACK[1] + 20, TOP)
    mouse.up()
    mouse.wait(0.05)
    assert sht4x.humidity == 100
    mouse.drag(COLUMN + TRACK[0], TOP)  # a wide range has fine steps near 0
    for turn, lux in ((1, 350), (-30, 0), (1, 0.1)):
        post(pygame.MOUSEWHEEL, x=0, y=turn, flipped=False)
        mouse.wait(0.05)
        assert veml7700.lux == pytest.approx(lux, rel=0.2)
    assert shown_at(COLUMN + TRACK[0], TOP + 2 * ROW) == (255, 0, 0)
    for button, printed in ((LEFT, "closed open"), (RIGHT, "closed"), (RIGHT, "open")):
        before = len(portal.serial)
        mouse.down(COLUMN + TRACK[0], TOP + ROW, button)
        mouse.up(button)
        mouse.wait(0.3)
        assert portal.serial[before:].split() == printed.split()
    replayed = PyPortal(tmp_path)
    play(replayed, mouse.player.done, mouse.player.now / 1e9)
    assert replayed.serial == portal.serial
    (tmp_path / "parts.toml").write_text('[door]\nkind = "button"\n')
    tall = pygame.display.get_surface().get_height()
    portal.plug()
    mouse.wait(0.05)
    assert pygame.display.get_surface().get_height() < tall


class Lamps(Part):
    """Lamps of many levels."""

    level = Setting(2, 0, 8)
    count = Count(3, 1, 500)

    @property
    def lamps(self):
        return [(number * 67 % 256, number * number % 256, 0) for number in range(self.count)]


def controls(width, events):
    """Return controls of many parts, which tell and make the changes."""
    parts = {"board": LightAndTemperature(temperature=-7.25), "ring": Lamps(),
             "bar": Lamps(count=24)}
    for name in "lis3dh", "veml7700", "encoder", "soil", "potentiometer", "pir", "button":
        parts[f"my {name}"] = class_of(name)()
    parts["my pir"].motion = True

    def change(name, value):
        events.append((name, value))
        part, _, key = name.partition(".")
        setattr(parts[part], key, value)

    return Controls(parts, width, change)


@pytest.mark.parametrize(("width", "place", "changed"), [
    (320, (10, 6), "board.light"), (320, (10, 31), "board.light"), (320, (319, 31), "board.light"),
    (320, (10, 32), "board.temperature"), (320, (10, 239), "my lis3dh.z"),
    (320, (10, 5), None), (320, (-1, 10), None), (320, (320, 10), None), (320, (10, 500), None),
    (599, (310, 10), "board.light"), (960, (319, 10), "board.light"),
    (960, (320, 10), "my lis3dh.y"), (960, (640, 10), "my soil.moisture"), (960, (960, 10), None)])
def test_the_wheel_turns_the_setting_under_the_mouse(width, place, changed):
    events = []
    controls(width, events).turn_wheel(place, 1)
    assert [name for name, _ in events] == ([changed] if changed else [])


LIGHT, LEVEL, TAP, MOTION = 19, 71, 253, 461  # where rows of a narrow panel are


def test_a_slider_follows_the_mouse_until_the_button_is_up():
    events = []
    panel = controls(320, events)
    for x in 150, 133, 225, 400:
        panel.down((x, LIGHT), LEFT, 0)
    panel.drag((185, 400))
    panel.up()
    panel.drag((150, 0))
    panel.down((150, LIGHT), RIGHT, 0)
    panel.turn_wheel((10, LIGHT), -100)
    panel.turn_wheel((10, LEVEL), 1)  # whole numbers
    assert events == [("board.light", 0.16), ("board.light", 0.0), ("board.light", 0.89),
                      ("board.light", 0.5), ("board.light", 0.0), ("ring.level", 3)]


def test_a_button_comes_up_after_a_moment_and_stays_down_for_the_right_mouse_button():
    events = []
    panel = controls(320, events)
    panel.down((150, TAP), LEFT, 1000)
    panel.turn(500_000_000)  # held
    panel.up()
    panel.down((150, TAP), LEFT, 600_000_000)
    panel.up()
    panel.turn(719_999_999)
    assert events == [("my lis3dh.tapped", True)] * 2
    panel.turn(720_000_000)
    assert events.pop() == ("my lis3dh.tapped", False)
    events.clear()
    for _ in range(2):
        panel.down((150, TAP), RIGHT, 0)
        panel.up()
        panel.turn(900_000_000)
    panel.down((150, MOTION), LEFT, 0)
    assert events == [("my lis3dh.tapped", True), ("my lis3dh.tapped", False),
                      ("my pir.motion", False)]


@pytest.mark.parametrize(("ends", "values"), [
    ((0.5, 0, 1), [0.0, 0.01, 0.33, 1.0]), ((2.0, -40, 125), [-40.0, -38.0, 14.0, 125.0]),
    ((5, 0, 4095), [0, 60, 1360, 4095]), ((5, -1000, 1000), [-1000, -980, -340, 1000]),
    ((3.0, 0, 120_000), [0, 0.26, 4400.0, 120_000.0]),  # wide: finer near 0
    ((3.0, 0, 5000), [0, 0.011, 180.0, 5000.0]), ((3.0, 0, 4999), [0.0, 60.0, 1640.0, 4999]),
    ((2, 0, 8), [0, 0, 3, 8]), ((0.5, 0.2, 0.3), [0.2, 0.201, 0.233, 0.3])])
def test_the_values_of_a_slider_are_round(ends, values):
    seen = [value_at(Setting(*ends), place) for place in (-0.5, 0.013, 0.33, 1.5)]
    assert repr(seen) == repr(values)


def test_all_that_is_drawn_is_as_in_the_committed_picture():
    strips = [Bezel((width, 20), 1).strip(Status(*status)) for width, *status in STRIPS]
    frames = [Bezel((60, 20), scale).picture() for scale in (1, 3)]
    cards = [help_card(size) for size in ((320, 240), (440, 300), (990, 740))]
    said = [message((width, 240), words) for width, words in MESSAGES]
    rows = [controls(width, []).picture() for width in (320, 620, 960)]
    pictures = [*frames, *strips, *said, icon(), disc(1), disc(5), *rows, *cards]
    require_alike(sheet(pictures), GOLDEN / "drawn.png")


def test_sound_is_audible_while_the_amplifier_is_on_at_speed_one_and_not_muted(open_window):
    _, _, mouse = open_window(TONE)
    mouse.wait(0.1)
    channel = pygame.mixer.Channel(0)
    sound = channel.get_sound()
    assert sound.get_length() == pytest.approx(1.0, abs=0.01)
    assert sound.get_volume() == 0
    mouse.wait(0.2)
    heard = [sound.get_volume()]
    for key in pygame.K_KP_PLUS, pygame.K_KP_MINUS, pygame.K_m, pygame.K_m:
        mouse.key(key)
        mouse.wait(1 / 60)
        heard.append(sound.get_volume())
    assert heard == [1, 0, 1, 0, 1]
    mouse.wait(0.6)
    assert not channel.get_busy()
    mouse.key(pygame.K_r, pygame.KMOD_LCTRL)
    mouse.wait(0.1)
    assert channel.get_busy()
    assert channel.get_sound() is not sound


def test_keys_show_the_help_the_parts_and_the_light_as_in_the_committed_picture(
        open_window, tmp_path):
    (tmp_path / "parts.toml").write_text(PLUGGED)
    _, portal, mouse = open_window(DOOR + "    board.DISPLAY.root_group = None\n")
    shots = []
    for keys in (), (pygame.K_F1,), (pygame.K_F1, pygame.K_F2, pygame.K_DOWN), (pygame.K_F9,):
        for key in keys:
            mouse.key(key)
        mouse.wait(0.1)
        post(pygame.MOUSEMOTION, pos=(300, 300), rel=(0, 0), buttons=(0, 0, 0))
        shots.append(pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1))
    assert 0 < portal.light < 0.5
    require_alike(Image.fromarray(np.concatenate(shots)), GOLDEN / "window.png")
