# SPDX-License-Identifier: MIT
"""The window, with SDL's dummy display and events that are posted instead of done by hand."""

import math
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from sim import PyPortal
from sim.clock import Clock
from sim.frontends import places, script
from sim.frontends.player import Player, play
from sim.frontends.preamble import Preamble
from sim.frontends.recorder import Recorder
from sim.frontends.window import help
from sim.frontends.window import window as window_module
from sim.frontends.window.bezel import Bezel
from sim.frontends.window.loudspeaker import Loudspeaker, convert
from sim.frontends.window.window import FPS, LEFT, RIGHT, Window
from sim.sound.speaker import Speaker, Wave

CONTACTS = """
import board, time, adafruit_touchscreen
screen = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
last = before = began = None
while True:
    point = screen.touch_point
    point = point and point[:2]
    if point == before:  # else it may have been read while it moved
        if point and point != last:
            print("at", *point)
            began = time.monotonic() if began is None else began
        elif last and not point:
            print("for", round(time.monotonic() - began, 1))
            began = None
        last = point
    before = point
    time.sleep(0.005)
"""
COLOURS = """
import board, displayio, neopixel_write, digitalio, time
bitmap = displayio.Bitmap(320, 240, 2)
bitmap[5, 7] = 1
palette = displayio.Palette(2)
palette[0], palette[1] = 0xFF0000, 0x0000FF
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
pixel = digitalio.DigitalInOut(board.NEOPIXEL)
pixel.switch_to_output()
time.sleep(0.5)
board.DISPLAY.brightness = 0.5
neopixel_write.neopixel_write(pixel, bytearray((255, 0, 0)))
time.sleep(1)
"""
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


@pytest.fixture
def open_window(write_program, tmp_path, monkeypatch):
    """Opens a window on a program; gives it with its portal and a hand that posts events.

    The computer's clock stands still: it is never too slow.
    """
    monkeypatch.setattr(window_module, "perf_counter", lambda: 0.0)
    monkeypatch.chdir(tmp_path)
    # The driver named "dummy" takes one of the process's signals for each window, and keeps it.
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(places, "user_pictures_path", lambda: tmp_path / "Pictures")
    opened = []

    def open_it(program: str, scale: int = 2, **options) -> tuple[Window, PyPortal, "Hand"]:
        portal = PyPortal(write_program(program))
        player = Player(portal)
        recorder = Recorder(portal, player, Preamble(0))
        window = Window(portal, player, scale, recorder=recorder, **options)
        opened.append((window, portal))
        return window, portal, Hand(window, scale)

    yield open_it
    for window, portal in opened:
        window.close()
        portal.close()


class Hand:
    """Posts events at the middles of panel pixels, and lets the window's frames pass."""

    def __init__(self, window: Window, scale: int):
        self.window = window
        self.scale = scale

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self.window.frame()

    def down(self, x: int, y: int, button: int = LEFT) -> None:
        post(pygame.MOUSEBUTTONDOWN, button=button, pos=self.middle(x, y))

    def up(self, button: int = LEFT) -> None:
        post(pygame.MOUSEBUTTONUP, button=button, pos=(0, 0))

    def drag(self, x: int, y: int) -> None:
        post(pygame.MOUSEMOTION, pos=self.middle(x, y), rel=(0, 0), buttons=(1, 0, 0))

    def key(self, key: int, modifiers: int = 0, sign: str = "") -> None:
        post(pygame.KEYDOWN, key=key, mod=modifiers, unicode=sign)

    def middle(self, x: int, y: int) -> tuple[int, int]:
        return 8 + x * self.scale + self.scale // 2, 8 + y * self.scale + self.scale // 2


def post(kind: int, **attributes: object) -> None:
    pygame.event.post(pygame.event.Event(kind, attributes))


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


def shown() -> bytes:
    """What is seen in the window."""
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def strip() -> np.ndarray:
    """What is seen below the panel, (height, width, 3)."""
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)[490:]


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


def test_sound_is_heard_at_its_own_speed_only_and_can_be_muted(open_window):
    _, _, hand = open_window(TONE)
    hand.wait(0.3)
    sound = pygame.mixer.Channel(0).get_sound()
    heard = []
    for key in pygame.K_KP_PLUS, pygame.K_KP_MINUS, pygame.K_m, pygame.K_m:
        hand.key(key)
        hand.wait(1 / 60)
        heard.append(sound.get_volume())
    assert heard == [0, 1, 0, 1]


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


def test_sound_reaches_the_mixer_and_is_heard_when_the_amplifier_is_on(open_window):
    _, _, hand = open_window(TONE)
    hand.wait(0.1)
    sound = pygame.mixer.Channel(0).get_sound()
    assert sound.get_length() == pytest.approx(1.0, abs=0.01)
    assert sound.get_volume() == 0
    hand.wait(0.2)
    assert sound.get_volume() == 1
    hand.wait(0.6)
    assert not pygame.mixer.Channel(0).get_busy()


def test_sound_stops_at_a_reset_and_is_heard_after_it(open_window):
    _, _, hand = open_window(TONE)
    hand.wait(0.1)
    first = pygame.mixer.Channel(0).get_sound()
    hand.key(pygame.K_r, pygame.KMOD_LCTRL)
    hand.wait(0.1)
    assert pygame.mixer.Channel(0).get_busy()
    assert pygame.mixer.Channel(0).get_sound() is not first


def test_no_audio_device_is_one_line_and_silence(open_window, monkeypatch, capfd):
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonesuch")
    pygame.mixer.quit()
    _, portal, hand = open_window(TONE)
    hand.wait(0.5)
    assert capfd.readouterr().err == "no audio device was found: sounds are not heard\n"
    assert portal.sounds


class FakeMixer:
    """Remembers what is asked of its one channel."""

    def __init__(self, rate: int, channels: int):
        self.format = rate, -16, channels
        self.calls: list[object] = []

    def get_init(self) -> tuple[int, int, int]:
        return self.format

    def Channel(self, number: int) -> SimpleNamespace:
        note = self.calls.append
        return SimpleNamespace(
            play=lambda sound, loops: note(("play", sound.samples, loops)),
            stop=lambda: note("stop"), pause=lambda: note("pause"),
            unpause=lambda: note("unpause"))

    def Sound(self, buffer: bytes) -> SimpleNamespace:
        return SimpleNamespace(samples=np.frombuffer(buffer, np.int16).tolist(),
                               set_volume=self.calls.append)


def test_the_loudspeaker_plays_pauses_and_stops():
    mixer = FakeMixer(8000, 1)
    speaker = Speaker(Clock(0, lambda: None))
    loudspeaker = Loudspeaker(mixer)
    speaker.listener = loudspeaker.hear
    speaker.play(Wave(bytes((0, 128, 255)), 8000, 1, 8))
    assert mixer.calls == ["stop", 0.0, ("play", [-32768, 0, 32512], 0), "unpause"]
    mixer.calls.clear()
    loudspeaker.amplify(True)
    loudspeaker.amplify(True)
    speaker.pause()
    speaker.resume()
    speaker.stop()
    assert mixer.calls == [1.0, "pause", "unpause", "stop", "unpause"]


def test_a_sound_without_samples_is_silence():
    mixer = FakeMixer(8000, 1)
    loudspeaker = Loudspeaker(mixer)
    speaker = Speaker(Clock(0, lambda: None))
    speaker.listener = loudspeaker.hear
    speaker.play(Wave(b"", 8000, 1, 8))
    assert mixer.calls == ["stop", "unpause"]


def test_sixteen_bit_stereo_comes_through_as_it_is():
    samples = np.array([[1, -2], [300, -400], [32767, -32768]], "<i2")
    assert convert(Wave(samples.tobytes(), 44100, 2, 16), 44100, 2).tolist() == samples.tolist()


def test_mono_goes_to_both_channels_and_stereo_to_one():
    mono = Wave(np.array([100, -100], "<i2").tobytes(), 8000, 1, 16)
    stereo = Wave(np.array([100, 200, -100, -200], "<i2").tobytes(), 8000, 2, 16)
    assert convert(mono, 8000, 2).tolist() == [[100, 100], [-100, -100]]
    assert convert(stereo, 8000, 1).tolist() == [[150], [-150]]


@pytest.mark.parametrize("rate", [8000, 11025, 22050, 48000])
@pytest.mark.parametrize("bits", [8, 16])
def test_another_rate_keeps_pitch_and_length(rate, bits):
    wave = [math.sin(2 * math.pi * 440 * n / rate) for n in range(rate)]
    samples = (bytes(round(128 + 100 * level) for level in wave) if bits == 8
               else np.array([25600 * level for level in wave], "<i2").tobytes())
    heard = convert(Wave(samples, rate, 1, bits), 44100, 2)
    spectrum = np.abs(np.fft.rfft(heard[:, 0]))
    assert heard.shape == (44100, 2)
    assert spectrum.argmax() == 440


def test_a_short_wave_that_loops_keeps_its_pitch():
    """18 samples at 8,000 Hz are 444.4 Hz; 99 samples at 44,100 would be 445.5."""
    samples = bytes(round(128 + 100 * math.sin(2 * math.pi * n / 18)) for n in range(18))
    heard = convert(Wave(samples, 8000, 1, 8), 44100, 1, loop=True)[:, 0]
    rises = np.flatnonzero((heard[:-1] < 0) & (heard[1:] >= 0))
    assert (len(rises) - 1) / (rises[-1] - rises[0]) * 44100 == pytest.approx(8000 / 18, abs=0.1)
