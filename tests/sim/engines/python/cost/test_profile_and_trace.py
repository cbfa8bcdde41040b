# SPDX-License-Identifier: MIT
"""Profiles say which lines the board's time went to; traces say what happened when."""

from itertools import pairwise

import pytest

from sim import PyPortal, command
from sim.board.motherboard import BOOT_NS
from sim.clock import SECOND
from sim.trace import TRACKS
from tests.support.files.readers import read_profile, read_trace
from tests.support.frontends import FLASH
from tests.support.programs.programs import SCREEN, TOUCHSCREEN

# `slow` takes three times what `fast` does, of code, of sleep and of calls into C.
THRICE = """\
import time
def slow():
    for i in range(600):
        pass
    time.sleep(0.03)
    return sorted(range(900))
def fast():
    for i in range(200):
        pass
    time.sleep(0.01)
    return sorted(range(300))
def each(times):
    for _ in range(times):
        slow()
        fast()
each(3)
print(time.monotonic_ns())
"""
BLOCK = """
import time
def work(i):
    a = i + 1
    b = "{:d} {:d}".format(a, i)
    c = [i, i, i]
    return a
began = time.monotonic_ns()
for i in range(100):
    work(i)
print(time.monotonic_ns() - began)
"""
TRACED = """
import gc, microcontroller
from audiocore import RawSample
from audioio import AudioOut
speaker = AudioOut(board.SPEAKER)
sample = RawSample(bytes(800), sample_rate=8000)
def work(n):
    return sorted(range(n))
def answer():
    import helper
    work(50)
    gc.collect()
    for x in range(10, 30):
        bitmap[x, 20] = 1
    microcontroller.nvm[0] = 1
    speaker.play(sample)
while True:
    if screen.touch_point:
        answer()
        while screen.touch_point:
            pass
    time.sleep(0.01)
"""
# The function is one block.


@pytest.fixture
def profiled(write_program, tmp_path):
    def run(program, seconds=2, **options):
        with PyPortal(write_program(program), **options) as portal:
            with portal.profile(tmp_path / "run.json") as profile:
                portal.run(seconds)
            return portal, profile
    return run


def by_name(profile):
    return {function.name: function for function in profile.functions}


def test_a_profile_tells_the_time_of_functions_and_lines(profiled, write_program, tmp_path):
    """A line's waiting counts as its own time. A profile does not change the run."""
    portal, profile = profiled(THRICE, 1)
    functions = by_name(profile)
    slow, fast = functions["slow"], functions["fast"]
    assert slow.own_ms / (slow.own_ms + fast.own_ms) == pytest.approx(0.75, abs=0.02)
    assert [functions[name].calls for name in ("slow", "fast", "each")] == [3, 3, 1]
    both = slow.total_ms + fast.total_ms
    assert functions["each"].total_ms == pytest.approx(both + functions["each"].own_ms)
    assert profile.seconds == pytest.approx(portal.now + BOOT_NS / SECOND)  # from power-on
    assert sum(line.own_ms for line in profile.lines) == pytest.approx(profile.seconds * 1000)
    lines = {line.line: line for line in profile.lines if line.file == "code.py"}
    assert (lines[5].awaited, round(lines[5].own_ms)) == ("time.sleep", 90)
    assert (lines[10].awaited, round(lines[10].own_ms)) == ("time.sleep", 30)
    assert lines[3].awaited == lines[6].awaited == ""
    first = (tmp_path / "run.json").read_bytes()
    profiled(THRICE, 1)
    assert (tmp_path / "run.json").read_bytes() == first
    stacks = read_profile(tmp_path / "run.json")
    assert sum(stacks.values()) == round(profile.seconds * 1e9)
    assert stacks["<module>", "each", "slow", "code.py:5", "time.sleep"] == 90_000_000
    with PyPortal(write_program(THRICE)) as plain:
        plain.run(1)
        assert plain.serial == portal.serial


@pytest.mark.parametrize(("line", "strict"), [(5, True), (6, True), (6, False)])
def test_a_line_of_a_block_takes_what_the_program_would_save_without_it(line, strict, profiled):
    portal, profile = profiled(BLOCK, strict=strict)
    lines = BLOCK.splitlines()
    without, _ = profiled("\n".join(lines[: line - 1] + lines[line:]), strict=strict)
    (time,) = [time.own_ms for time in profile.lines if (time.file, time.line) == ("code.py", line)]
    saved = int(portal.serial) - int(without.serial)
    assert saved / 1e6 == pytest.approx(time, abs=0.001)


def test_what_cannot_be_profiled_is_refused(write_program, tmp_path):
    folder = write_program(THRICE)
    with (PyPortal(folder, instant=True) as portal,
          pytest.raises(ValueError, match="of the board's time")):
        portal.profile(tmp_path / "run.json")
    with PyPortal(folder) as portal:
        with pytest.raises(ValueError, match=r"end it in \.json for speedscope or in \.txt"):
            portal.profile(tmp_path / "run.png")
        with pytest.raises(ValueError, match="there is no folder"):
            portal.profile(tmp_path / "no" / "run.json")
        portal.profile(tmp_path / "run.json")
        with pytest.raises(ValueError, match=r"is being written to .*run\.json: close it first"):
            portal.profile(tmp_path / "run.txt")


def test_the_command_shows_the_lines(write_program, tmp_path, capsys):
    folder, file = write_program(THRICE), tmp_path / "run.json"
    arguments = [str(folder), "--headless", "--seconds", "1", "--profile"]
    assert command.main([*arguments, str(file)]) == 0
    table = capsys.readouterr().err
    assert "code.py:5  [time.sleep] time.sleep(0.03)" in table
    assert any(line.split()[3:] == ["3", "slow", "code.py:2"] for line in table.splitlines())
    assert command.main([*arguments, "run.gif"]) == 2
    assert capsys.readouterr().err == (
        "run.gif is not a .json or .txt file: give it a name that ends in .json or .txt\n")


# At a touch it does all that a trace shows.
PROGRAM = SCREEN + TOUCHSCREEN + TRACED


@pytest.fixture
def folder(write_program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper.py").write_text("ready = True\n")
    return write_program(PROGRAM)


def traced(folder, **options):
    with PyPortal(folder, **options) as portal:
        portal.run(2)
        with portal.trace("tap.json"):
            portal.tap(160, 120)
            portal.run(0.5)
    return read_trace("tap.json")


@pytest.mark.parametrize("instant", [True, False])
def test_a_trace_shows_what_a_tap_does_and_how_long_it_takes(instant, folder, tmp_path):
    """The same run gives the same trace."""
    tracks = traced(folder, instant=instant)
    assert tracks.keys() == set(TRACKS)
    calls = {span.name: span for span in tracks["calls"]}
    assert calls["answer"].facts == {"file": "code.py", "line": 22}
    assert calls["answer"].start <= calls["work"].start
    for track, names in {"imports": ["helper"], "memory": ["collection"],
                         "nvm": ["erase and write"], "touch": ["press", "release"]}.items():
        assert [span.name for span in tracks[track]] == names
    assert [span.length for span in tracks["sound"]] == [100_000]
    (redraw,) = tracks["display"]
    assert redraw.facts == {"x": 10, "y": 20, "width": 20, "height": 1}
    assert sum(span.facts["bytes"] for span in tracks["bus"]) == 40 + 11
    assert 87_500 <= tracks["nvm"][0].length < 88_500
    if not instant:
        assert 5_000 < calls["answer"].length < 100_000
        assert 0 < redraw.length < 1_000
    first = (tmp_path / "tap.json").read_bytes()
    traced(folder, instant=instant)
    assert first == (tmp_path / "tap.json").read_bytes()


def test_a_traces_time_goes_on_over_resets(folder):
    """A board starts its program some time after a reset."""
    with PyPortal(folder) as portal, portal.trace("over.json"):
        for _ in range(3):
            portal.run(2)
            portal.tap(160, 120)
            portal.reset()
    starts = [span.start for span in read_trace("over.json")["touch"] if span.name == "press"]
    assert [later - start for start, later in pairwise(starts)] == pytest.approx(
        [2_120_000 + BOOT_NS / 1000] * 2, abs=10_000)


def test_one_trace_at_a_time_and_only_where_a_file_can_be(folder):
    with PyPortal(folder) as portal:
        with pytest.raises(ValueError, match=r"^cannot write no/x.json: there is no folder no$"):
            portal.trace("no/x.json")
        with (portal.trace("a.json"),
              pytest.raises(ValueError, match=r"^a trace is being written to a.json: close it")):
            portal.trace("b.json")
        portal.trace("b.json").close()
    assert read_trace("b.json") == {}


def test_the_latency_of_a_touch_ends_at_the_last_changed_pixel(write_program):
    with PyPortal(write_program(FLASH)) as portal:
        with pytest.raises(RuntimeError, match="nothing has been touched"):
            print(portal.latency)
        portal.run(1)
        portal.press(10, 10)
        assert portal.latency == (None, None)
        portal.run(1)
        assert 1 < portal.latency.first_ms < portal.latency.last_ms < 300
