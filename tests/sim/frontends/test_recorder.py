# SPDX-License-Identifier: MIT
"""Recordings of a run: the script replays it bit for bit, the GIF and WAV show and play it."""

import random
import wave
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sim import PyPortal
from sim import __main__ as command
from sim.frontends.player import Player
from sim.frontends.recorder import Recorder
from sim.frontends.script import Preamble, parse, parse_preamble, read_text
from tests.support import seeds

# Draws where it is touched, in a random colour; beeps, and reads keys, light, pin and nvm.
PAINTER = """
import array, audiocore, audioio, board, analogio, digitalio, displayio, microcontroller, os
import supervisor, sys, time, adafruit_touchscreen
screen = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
bitmap = displayio.Bitmap(320, 240, 65536)
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=displayio.ColorConverter(
    input_colorspace=displayio.Colorspace.RGB565)))
board.DISPLAY.root_group = group
light = analogio.AnalogIn(board.LIGHT)
switch = digitalio.DigitalInOut(board.D3)
amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
amplifier.switch_to_output(True)
out = audioio.AudioOut(board.SPEAKER)
microcontroller.nvm[0] = (microcontroller.nvm[0] + 1) % 256
print("start", microcontroller.nvm[0], os.urandom(2))
last = None
while True:
    try:
        point = screen.touch_point
        if point:
            x, y, _ = point
            bitmap[x, y] = int.from_bytes(os.urandom(2), "big") | light.value >> 8 | 1
            if not last:
                out.play(audiocore.RawSample(array.array("B", os.urandom(400)), sample_rate=8000))
                print(x, y, time.monotonic_ns(), switch.value)
        last = point
        if supervisor.runtime.serial_bytes_available:
            key = sys.stdin.read(1)
            print(repr(key), time.monotonic_ns())
            if key == "r":
                supervisor.reload()
            if key == "m":
                microcontroller.reset()
        time.sleep(0.003)
    except KeyboardInterrupt:
        print("caught", time.monotonic_ns())
        if switch.value:
            raise
"""


@pytest.fixture
def painter(tmp_path, monkeypatch):
    """A working directory with the program painter.py."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "painter.py").write_text(PAINTER)
    return tmp_path


def evidence(portal):
    return portal.framebuffer, portal.serial, portal.sounds, bytes(portal.nvm), portal.pixel


def play_at_random(seed, seconds=12):
    """Run a session frame by frame, as the window does, with random input."""
    chance = random.Random(seed)
    nvm = bytes([7]) + b"\xff" * 8191
    with PyPortal("painter.py", seed=seed, nvm=nvm) as portal:
        console = portal.board.console
        console.attended = console.echo = True
        player = Player(portal)
        recorder = Recorder(portal, player,
                            Preamble(seed, "pyportal", nvm, True, instant=False, attended=True))
        down = False
        with recorder.to(Path("hand.txt"), Path("hand.gif"), Path("hand.wav")):
            while player.now < seconds * 1e9:
                down = act(chance, player, down)
                frame = player.now + chance.randrange(1_000_000, 40_000_000)
                while player.now < frame:  # a slow computer gives up at any slice
                    player.run_until(min(frame, player.now + chance.randrange(1, 2_000_000)))
                recorder.look()
        return evidence(portal)


def act(chance, player, down):
    action = chance.random()
    if action < 0.3:
        player.do("press", chance.randrange(320), chance.randrange(239) + 0.5)
        return True
    if down and action < 0.5:
        player.do("release")
        return False
    if action < 0.6:
        player.do("light", chance.randrange(101) / 100)
    elif action < 0.63:
        player.do("pin", "D3", chance.choice([0.0, 1.0, None]))
    elif action < 0.68:
        player.do("keys", chance.choice(["a", "'\"#\\\n", "é€", "r", "m", "\x03", "1+1\n", "\x04"]))
    elif action < 0.685:
        player.do("reset")
    return down


@pytest.mark.parametrize("seed", range(int(seeds.more(2, 6))))
def test_a_recorded_session_replays_bit_for_bit(painter, seed, capsys):
    framebuffer, serial, sounds, nvm, pixel = play_at_random(seed)
    kept = {suffix: Path(f"hand{suffix}").read_bytes() for suffix in (".gif", ".wav")}
    assert serial.count("start") > 1
    by_hand = read_text("hand.txt")
    start = parse_preamble(by_hand, "hand.txt")
    steps = parse(by_hand, "hand.txt", (320, 240), {"D3"})
    assert start.strict and not start.instant
    with PyPortal("painter.py", seed=start.seed, nvm=start.nvm) as portal:
        portal.board.console.attended = portal.board.console.echo = start.attended
        player = Player(portal, steps)
        player.run_until(steps[-1].at)
        assert evidence(portal) == (framebuffer, serial, sounds, nvm, pixel)
    capsys.readouterr()
    command.main(["painter.py", "--script", "hand.txt", "--headless", "--screenshot", "again.png",
                  "--record", "again.wav", "--record", "again.txt", "--nvm", "again.nvm"])
    assert capsys.readouterr().out == serial
    assert Path("again.wav").read_bytes() == kept[".wav"]
    assert Path("again.txt").read_text() == Path("hand.txt").read_text()
    assert Path("again.nvm").read_bytes() == nvm
    with Image.open("again.png") as picture:
        rgb = np.asarray(picture).astype(int)
    words = np.frombuffer(framebuffer, ">u2").reshape(240, 320)
    assert ((rgb[..., 0] >> 3 << 11) | (rgb[..., 1] >> 2 << 5) | (rgb[..., 2] >> 3) == words).all()


def test_a_late_recording_has_a_script_from_power_on(painter):
    with PyPortal("painter.py") as portal:
        player = Player(portal)
        recorder = Recorder(portal, player, Preamble(0))
        player.run_until(2_000_000_000)
        player.do("press", 1, 2)
        recorder.start(Path("late.gif"), Path("late.wav"), Path("late.txt"))
        player.run_until(3_000_000_000)
        recorder.look()
        player.do("press", 3, 4)
        player.run_until(3_500_000_000)
        assert recorder.recording
        assert [path.name for path in recorder.stop()] == ["late.gif", "late.wav", "late.txt"]
        assert not recorder.recording
    with wave.open("late.wav") as sound:
        assert sound.getnframes() / sound.getframerate() == pytest.approx(1.5, abs=0.001)
    with Image.open("late.gif") as film:
        durations = []
        for frame in range(film.n_frames):
            film.seek(frame)
            durations.append(film.info["duration"])
    assert sum(durations) == pytest.approx(1500, abs=10)
    assert Path("late.txt").read_text().splitlines()[1:] == [
        "seed 0", "2.000000000 press 1 2", "3.000000000 move 3 4", "3.500000000 end"]


def test_a_recording_is_saved_when_the_run_is_interrupted(painter):
    with PyPortal("painter.py") as portal:
        player = Player(portal)
        with pytest.raises(KeyboardInterrupt), \
                Recorder(portal, player, Preamble(0)).to(Path("cut.txt")):
            player.run_until(5)
            raise KeyboardInterrupt
    assert Path("cut.txt").read_text().endswith("seed 0\n0.000000005 end\n")


def test_a_scripts_preamble_sets_board_and_seed(painter, capsys):
    program = "import board, os\nprint(board.DISPLAY.width, os.urandom(2))"
    (painter / "chance.py").write_text(program)
    (painter / "start.txt").write_text("board pyportal_titano\nseed 4\n0.5 end\n")
    command.main(["chance.py", "--headless", "--script", "start.txt"])
    command.main(["chance.py", "--headless", "--board", "pyportal_titano", "--seed", "4"])
    command.main(["chance.py", "--headless", "--script", "start.txt", "--seed", "5"])
    one, same, other = capsys.readouterr().out.splitlines()
    assert one == same != other
    assert one.startswith("480 ")
