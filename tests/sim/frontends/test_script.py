# SPDX-License-Identifier: MIT
"""Scripts are read, refused, played on time and written; recordings of a run replay bit for bit."""

import random
import wave
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

import sim
from sim import command
from sim.board.panel import rgb
from sim.errors import UserError
from sim.frontends.player import Player, play
from sim.frontends.recorder import Animation, Recorder, _index
from sim.frontends.script import (
    Preamble,
    Step,
    escape,
    parse,
    parse_preamble,
    read_text,
    unescape,
    write,
)
from tests.support import seeds
from tests.support.programs.programs import TOUCHSCREEN, PyPortal
from tests.support.tables import rows

PAINTER_PROGRAM = """
import array, audiocore, audioio, analogio, digitalio, displayio, microcontroller, os
import supervisor, sys
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
TOUCH_PROGRAM = """
import analogio, supervisor
light = analogio.AnalogIn(board.LIGHT)
last = None
while True:
    point = screen.touch_point
    point = point and point[:2]
    if point != last:
        print(point, round(time.monotonic() - 0.45, 1))  # a second more than the script
        last = point
    if supervisor.runtime.serial_bytes_available:
        print(input(), light.value)
    time.sleep(0.01)
"""
SIZE = (320, 240)
# Prints touches as the real library reads them, and the light once at a key.
TOUCH = TOUCHSCREEN + TOUCH_PROGRAM


def steps(text):
    return parse(text, "moves.txt", SIZE, {"D3"})


@pytest.mark.parametrize(("text", "expected"), [
    ("1 hold 5 5", "1.0 press, 1.8 release"),
    ("1 hold 5 5 2\n2 move 6 6\n2.5 light 1", "1.0 press, 2.0 move, 2.5 light, 3.0 release"),
    ("1 tap 3 4\n1.12 tap 5 6", "1.0 press, 1.12 release, 1.12 press, 1.24 release")])
def test_a_touch_lasts_its_time_and_others_may_follow_at_its_end(text, expected):
    assert ", ".join(f"{step.at / 1e9} {step.action}" for step in steps(text)) == expected


@pytest.mark.parametrize(("text", "why"), rows("refused_lines.txt", __file__))
def test_refuses_a_wrong_line_with_file_and_number(text, why):
    text = text.replace("⏎", "\n")
    with pytest.raises(UserError) as refusal:
        steps(f"# a comment\n0 light 1\n{text}\n")
    sentence = str(refusal.value)
    assert f"moves.txt, line {3 + text.count(chr(10))}: {why}" in sentence
    assert "\n" not in sentence and sentence.count("moves.txt") == 1


@pytest.mark.parametrize(("line", "why"), [
    ("seed x", "the seed x is not a whole number"),
    ("seed", "seed takes one value"),
    ("board uno", "board 'uno' is not simulated: choose one of pyportal"),
    ("nvm AAAA", "the nvm is not one that a recording has written"),
    ("attended now", "attended takes nothing")])
def test_refuses_a_wrong_preamble_and_a_file_that_is_no_text(tmp_path, line, why):
    with pytest.raises(UserError, match=f"script.txt, line 2: {why}"):
        parse_preamble(f"# a comment\n{line}\n", "script.txt")
    with pytest.raises(UserError, match=r"cannot read the script .*moves\.txt: No such file"):
        read_text(tmp_path / "moves.txt")
    (tmp_path / "moves.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match=r"moves\.txt, line 1: it is not text in UTF-8"):
        read_text(tmp_path / "moves.txt")


def test_steps_are_played_at_their_times_over_resets(write_program, tmp_path):
    with PyPortal(write_program(TOUCH)) as board:
        board.board.touch_panel.bounce_ns = 7
        play(board, steps(f"""
            1 tap 160 120
            2 press 10 20
            2.5 move 30 40
            2.8 light 1.0
            3 type "lit"
            3.5 screenshot {tmp_path}/end.png
            4 reset"""), 5)
        assert board.now == 1  # since the reset
        assert board.serial.splitlines() == [
            "(160, 120) 2.0", "None 2.1", "(10, 20) 3.0", "(30, 40) 3.5", "lit 65535",
            "(30, 40) 1.0"]
        assert (board.light, board.board.touch_panel.bounce_ns) == (1.0, 7)
        assert (tmp_path / "end.png").read_bytes().startswith(b"\x89PNG")
        (tmp_path / "code.py").unlink()
        with pytest.raises(ValueError, match=r"holds no code\.py"):
            board.reset()
        assert board.running


DAY = 86_400 * 10**9


def test_what_is_written_is_read_back():
    done = [Step(2, "press", (3, 4)), Step(5, "release"), Step(10**9 + 1, "press", (5, 4.25)),
            Step(10**9 + 1, "move", (5, 4.5)), Step(10**9 + 2, "light", (0.3,)),
            Step(DAY + 7, "pin", ("D3", None)), Step(DAY + 8, "pin", ("D4", 0.5)),
            Step(DAY + 9, "reset"), Step(DAY + 9, "stop"), Step(DAY + 9, "reload")]
    text = write(Preamble(), done, DAY + 10**9)
    assert parse(text, "steps.txt", SIZE, {"D3", "D4"}) == [*done, Step(DAY + 10**9, "end")]
    keys = "".join(map(chr, range(0x3000))) + "\ud7ff\ufeff\U0001f600"
    assert unescape(escape(keys)) == keys
    assert escape(keys).isprintable()
    assert not set(escape(keys)) & set("'\"")


@pytest.mark.parametrize("preamble", [
    Preamble(), Preamble(seed=-3), Preamble(strict=True), Preamble(instant=False),
    Preamble(strict=False, instant=True),
    Preamble(5, "pyportal_titano", bytes(range(256)) * 32, strict=True, attended=True)])
def test_a_written_preamble_is_read_back(preamble):
    text = "# by hand\n" + "\n".join([*preamble.lines(), "1 tap 2 3", "seed 9"])
    assert parse_preamble(text, "script.txt") == preamble


# Draws where it is touched, in a random colour; beeps, and reads keys, light, pin and nvm.
PAINTER = TOUCHSCREEN + PAINTER_PROGRAM


@pytest.fixture
def painter(tmp_path, monkeypatch):
    """A working directory with the program painter.py."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "painter.py").write_text(PAINTER)
    return tmp_path


def evidence(portal):
    return portal.framebuffer, portal.serial, portal.sounds, bytes(portal.nvm), portal.pixel


def play_at_random(seed, seconds=8):
    """Run a session frame by frame, as the window does, with random input."""
    chance = random.Random(seed)
    nvm = bytes([7]) + b"\xff" * 8191
    with sim.PyPortal("painter.py", seed=seed, nvm=nvm) as portal:
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
                    player.run_until(min(frame, player.now + chance.randrange(1, 10_000_000)))
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


@pytest.mark.parametrize("seed", range(int(seeds.more(1, 6))))
def test_a_recorded_session_replays_bit_for_bit(painter, seed, capsys):
    framebuffer, serial, sounds, nvm, pixel = play_at_random(seed)
    kept = {suffix: Path(f"hand{suffix}").read_bytes() for suffix in (".gif", ".wav")}
    assert serial.count("start") > 1
    by_hand = read_text("hand.txt")
    start = parse_preamble(by_hand, "hand.txt")
    steps = parse(by_hand, "hand.txt", (320, 240), {"D3"})
    assert start.strict and not start.instant
    with sim.PyPortal("painter.py", seed=start.seed, nvm=start.nvm) as portal:
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


def test_a_late_or_interrupted_recording_has_a_script_from_power_on(painter):
    with sim.PyPortal("painter.py") as portal:
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
        with pytest.raises(KeyboardInterrupt), recorder.to(Path("cut.txt")):
            raise KeyboardInterrupt
    assert Path("cut.txt").read_text().endswith("\n3.500000000 end\n")
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


class Screen:
    """A portal whose panel shows given pictures, one for each frame."""

    def __init__(self, pictures):
        self.pictures, self.frame, self.board = pictures, 0, self
        self.panel = self

    def pixels(self):
        return self.pictures[self.frame]


def test_a_gif_shows_each_picture_for_its_time(tmp_path):
    """A GIF counts hundredths of a second, and no picture is shown for less than one."""
    pictures = [np.full((3, 5), 0xF800 + number, np.uint16) for number in range(6)]
    screen, animation = Screen([*pictures[:2], pictures[1], *pictures[2:]]), Animation()
    for at_ms in 20, 34.9, 44, 44.9, 46, 47, 1046:
        animation.look(screen, round(at_ms * 1e6))
        animation.look(screen, round(at_ms * 1e6) + 1)
        screen.frame += 1
    animation.save(tmp_path / "a.gif", 1_300_000_000)
    with Image.open(tmp_path / "a.gif") as gif:
        seen = [(frame.info["duration"], frame.convert("RGB").getpixel((4, 2)))
                for frame in ImageSequence.Iterator(gif)]
        assert gif.info["loop"] == 0
    assert seen == [(ms, tuple(rgb(picture)[0, 0].tolist())) for ms, picture in zip(
        [10, 10, 10, 10, 1000, 250], pictures, strict=True)]


@pytest.mark.parametrize(("colours", "exact"), [(1, 1), (256, 256), (257, 128), (3000, 128)])
def test_the_most_frequent_colours_are_exact_where_there_are_too_many(colours, exact):
    """Each is there once more than the one before."""
    some = np.random.default_rng(3).permutation(1 << 16)[:colours].astype(np.uint16)
    frames = [np.repeat(some, np.arange(colours) // 2 + 1)[None],
              np.repeat(some, (np.arange(colours) + 1) // 2 + 1)[None]]
    numbers, palette = _index(iter(frames))
    shown = np.frombuffer(palette, np.uint8).reshape(-1, 3)[numbers[some]].astype(int)
    apart = np.abs(shown - rgb(some[None])[0]).max(axis=1)
    assert not apart[-exact:].any() and apart.max() < 160
    assert len(palette) == 3 * min(colours, 256)


def test_a_setting_whose_part_was_pulled_out_is_remarked_on(write_program):
    with PyPortal(write_program("")) as board:
        said = []
        board.board.console.adviser = said.append
        play(board, [Step(1, "set", ("door.pressed", True)), Step(2, "set", ("light", 0.9))], 1)
        assert board.light == 0.9
    assert said == ["nothing is plugged in that has the setting 'door.pressed': use one of "
                    "board.light, board.temperature"]
