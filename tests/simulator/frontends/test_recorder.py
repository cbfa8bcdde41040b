# SPDX-License-Identifier: MIT
"""Recordings: what was done by hand replays bit for bit, and pictures and sounds are kept."""

import random
import wave
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import seeds
from sim import PyPortal
from sim import __main__ as command
from sim.errors import UserError
from sim.frontends import script
from sim.frontends.escapes import escape, unescape
from sim.frontends.player import Player
from sim.frontends.preamble import Preamble, parse, read_text
from sim.frontends.recorder import Recorder
from sim.frontends.script import Step
from sim.frontends.transcript import write

# Draws where it is touched, in a colour of chance; beeps, listens to keys, light, pin and nvm.
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
    """A folder that is the working directory and holds the program painter.py."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "painter.py").write_text(PAINTER)
    return tmp_path


def evidence(portal):
    return portal.framebuffer, portal.serial, portal.sounds, bytes(portal.nvm), portal.pixel


def play_by_hand(seed, seconds=12):
    """A session as the window has it, frame by frame, with a hand that does things at random."""
    hand = random.Random(seed)
    nvm = bytes([7]) + b"\xff" * 8191
    with PyPortal("painter.py", seed=seed, nvm=nvm) as portal:
        console = portal.machine.console
        console.attended = console.echo = True
        player = Player(portal)
        recorder = Recorder(portal, player,
                            Preamble(seed, "pyportal", nvm, True, instant=False, attended=True))
        down = False
        with recorder.to(Path("hand.txt"), Path("hand.gif"), Path("hand.wav")):
            while player.now < seconds * 1e9:
                down = act(hand, player, down)
                frame = player.now + hand.randrange(1_000_000, 40_000_000)
                while player.now < frame:  # a slow computer gives up at any slice
                    player.run_until(min(frame, player.now + hand.randrange(1, 2_000_000)))
                recorder.look()
        return evidence(portal)


def act(hand, player, down):
    does = hand.random()
    if does < 0.3:
        player.do("press", hand.randrange(320), hand.randrange(239) + 0.5)
        return True
    if down and does < 0.5:
        player.do("release")
        return False
    if does < 0.6:
        player.do("light", hand.randrange(101) / 100)
    elif does < 0.63:
        player.do("pin", "D3", hand.choice([0.0, 1.0, None]))
    elif does < 0.68:
        player.do("keys", hand.choice(["a", "'\"#\\\n", "é€", "r", "m", "\x03", "1+1\n", "\x04"]))
    elif does < 0.685:
        player.do("reset")
    return down


@pytest.mark.parametrize("seed", range(int(seeds.more(2, 6))))
def test_a_session_by_hand_replays_bit_for_bit(painter, seed, capsys):
    framebuffer, serial, sounds, nvm, pixel = play_by_hand(seed)
    kept = {suffix: Path(f"hand{suffix}").read_bytes() for suffix in (".gif", ".wav")}
    assert serial.count("start") > 1
    by_hand = read_text("hand.txt")
    start = parse(by_hand, "hand.txt")
    steps = script.parse(by_hand, "hand.txt", (320, 240), {"D3"})
    assert start.strict and not start.instant
    with PyPortal("painter.py", seed=start.seed, nvm=start.nvm) as portal:
        portal.machine.console.attended = portal.machine.console.echo = start.attended
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


def test_a_recording_may_begin_late_and_a_script_is_always_whole(painter):
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


def test_what_is_recorded_is_saved_however_the_run_ends(painter):
    with PyPortal("painter.py") as portal:
        player = Player(portal)
        with pytest.raises(KeyboardInterrupt), \
                Recorder(portal, player, Preamble(0)).to(Path("cut.txt")):
            player.run_until(5)
            raise KeyboardInterrupt
    assert Path("cut.txt").read_text().endswith("seed 0\n0.000000005 end\n")


def test_every_step_is_written_as_it_is_read():
    steps = [Step(5, "press", (3, 4)), Step(10**9 + 1, "move", (5, 4.25)), Step(2, "release"),
             Step(10**9 + 2, "light", (0.3,)), Step(86_400 * 10**9 + 7, "pin", ("D3", None)),
             Step(86_400 * 10**9 + 8, "pin", ("D4", 0.5)), Step(86_400 * 10**9 + 9, "reset"),
             Step(86_400 * 10**9 + 9, "stop"), Step(86_400 * 10**9 + 9, "reload")]
    steps.sort(key=lambda step: step.at)
    steps[0], steps[1] = Step(2, "press", (3, 4)), Step(5, "release")
    steps[2] = Step(10**9 + 1, "press", (5, 4.25))
    text = write(Preamble(), steps, 90_000 * 10**9)
    assert script.parse(text, "steps.txt", (320, 240), {"D3", "D4"}) == [
        *steps, Step(90_000 * 10**9, "end")]


def test_keys_survive_as_a_word_of_a_script():
    keys = "".join(map(chr, range(0x3000))) + "\ud7ff\ufeff\U0001f600"
    assert unescape(escape(keys)) == keys
    assert escape(keys).isprintable()
    assert not set(escape(keys)) & set("'\"")


@pytest.mark.parametrize("preamble", [
    Preamble(), Preamble(seed=-3), Preamble(strict=True), Preamble(instant=False),
    Preamble(strict=False, instant=True),
    Preamble(5, "pyportal_titano", bytes(range(256)) * 32, strict=True, attended=True)])
def test_a_preamble_comes_back(preamble):
    text = "# by hand\n" + "\n".join([*preamble.lines(), "1 tap 2 3", "seed 9"])
    assert parse(text, "script.txt") == preamble


@pytest.mark.parametrize(("line", "why"), [
    ("seed x", "the seed x is not a whole number"),
    ("seed", "seed takes one value"),
    ("board uno", "board 'uno' is not simulated: choose one of pyportal"),
    ("nvm AAAA", "this is no nvm as a recording writes it"),
    ("attended now", "attended takes nothing"),
])
def test_refuses_a_wrong_preamble_with_file_and_number(line, why):
    with pytest.raises(UserError, match=f"script.txt, line 2: {why}"):
        parse(f"# a comment\n{line}\n", "script.txt")


@pytest.mark.parametrize(("line", "why"), [
    ("1 pin X9 1", "the board has no pin X9"),
    ("1 pin D3 2", "the voltage 2 is not between 0.0 and 1.0"),
    (r'1 keys "a\q"', r"\\q is none of "),
    ("1 keys a b", "keys takes KEYS, and this line gives 2: put the text in quotation marks"),
    ("1 tap 3 4\nseed 5", "the time 'seed' is not a number"),
])
def test_refuses_what_a_script_cannot_do(line, why):
    with pytest.raises(UserError, match=why):
        script.parse(line, "script.txt", (320, 240), {"D3"})


def test_a_script_may_say_what_a_run_starts_from(painter, capsys):
    program = "import board, os\nprint(board.DISPLAY.width, os.urandom(2))"
    (painter / "chance.py").write_text(program)
    (painter / "start.txt").write_text("board pyportal_titano\nseed 4\n0.5 end\n")
    command.main(["chance.py", "--headless", "--script", "start.txt"])
    command.main(["chance.py", "--headless", "--board", "pyportal_titano", "--seed", "4"])
    command.main(["chance.py", "--headless", "--script", "start.txt", "--seed", "5"])
    one, same, other = capsys.readouterr().out.splitlines()
    assert one == same != other
    assert one.startswith("480 ")
