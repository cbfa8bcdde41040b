# SPDX-License-Identifier: MIT
"""Traces, read by the published format, and how long a touch waits for the picture."""

import json

import numpy as np
import pytest

from sim import PyPortal
from sim import __main__ as command
from sim.clock import MS
from sim.trace import TRACKS
from tests.support.files import trace_reader

# At a touch it does all that a trace shows.
PROGRAM = """
import board, displayio, gc, microcontroller, time
from adafruit_touchscreen import Touchscreen
from audiocore import RawSample
from audioio import AudioOut
screen = Touchscreen(board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
                     calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
palette = displayio.Palette(2)
palette[1] = 0xFFFFFF
bitmap = displayio.Bitmap(320, 240, 2)
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
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
    return trace_reader.read("tap.json")


@pytest.mark.parametrize("instant", [True, False])
def test_a_trace_shows_what_a_tap_does(instant, folder):
    tracks = traced(folder, instant=instant)
    assert tracks.keys() == set(TRACKS)
    calls = {span.name: span for span in tracks["calls"]}
    assert calls["answer"].facts == {"file": "code.py", "line": 18}
    assert calls["answer"].start <= calls["work"].start
    assert [span.name for span in tracks["imports"]] == ["helper"]
    assert [span.name for span in tracks["memory"]] == ["collection"]
    assert [span.name for span in tracks["nvm"]] == ["erase and write"]
    assert [span.name for span in tracks["touch"]] == ["press", "release"]
    assert [span.length for span in tracks["sound"]] == [100_000]
    (redraw,) = tracks["display"]
    assert redraw.facts == {"x": 10, "y": 20, "width": 20, "height": 1}
    assert sum(span.facts["bytes"] for span in tracks["bus"]) == 40 + 11


def test_spans_are_as_long_as_the_clock_says(folder):
    tracks = traced(folder)
    calls = {span.name: span for span in tracks["calls"]}
    assert 5_000 < calls["answer"].length < 100_000
    assert 0 < tracks["display"][0].length < 1_000
    assert tracks["nvm"][0].length == 10_000


def test_the_same_run_gives_the_same_trace(folder, tmp_path):
    first, second = (traced(folder) and (tmp_path / "tap.json").read_bytes() for _ in "ab")
    assert first == second


def test_a_trace_goes_on_over_a_reset_and_ends_with_the_portal(folder):
    portal = PyPortal(folder)
    portal.trace("all.json")
    portal.run(1)
    portal.reset()
    portal.run(1)
    portal.close()
    modules = [span for span in trace_reader.read("all.json")["calls"] if span.name == "<module>"
               and span.facts["file"] == "code.py"]
    assert [round(span.start / 1e6) for span in modules] == [1, 3]


def test_one_trace_at_a_time_and_only_where_a_file_can_be(folder):
    with PyPortal(folder) as portal:
        with pytest.raises(ValueError, match=r"^cannot write no/x.json: there is no folder no$"):
            portal.trace("no/x.json")
        with (portal.trace("a.json"),
              pytest.raises(ValueError, match=r"^a trace is being written to a.json: close it")):
            portal.trace("b.json")
        portal.trace("b.json").close()
    assert trace_reader.read("b.json") == {}


def test_the_command_writes_one(folder, capsys):
    (folder / "script.txt").write_text("1 tap 160 120\n")
    status = command.main([".", "--headless", "--script", "script.txt", "--trace", "tap.json",
                           "--speed-of", "board"])
    assert (status, capsys.readouterr().err) == (0, "")
    assert "answer" in {span.name for span in trace_reader.read("tap.json")["calls"]}
    assert command.main([".", "--headless", "--trace", "tap.txt"]) == 2
    assert capsys.readouterr().err == ("tap.txt is not a .json file: give it a name that ends in "
                                       ".json\n")


def test_latency_is_from_the_press_to_the_first_and_the_last_change(folder):
    with PyPortal(folder) as portal:
        with pytest.raises(RuntimeError, match="nothing has been touched"):
            _ = portal.latency
        portal.run(2)
        portal.press(160, 120)
        assert portal.latency == (None, None)
        pressed, before, seen = portal.now, portal.framebuffer, None
        while portal.now < pressed + 0.3:
            portal.run(0.001)
            seen = seen or (portal.framebuffer != before and portal.now)
        first, last = portal.latency
        assert 0 <= (seen - pressed) * 1000 - first <= 1.001
        assert first == last  # one band


def test_a_whole_screen_ends_later_than_it_begins(write_program):
    program = PROGRAM.replace("bitmap[x, 20] = 1", "bitmap.fill(1)").replace("import helper", "")
    with PyPortal(write_program(program)) as portal:
        portal.run(2)
        portal.tap(160, 120)
        portal.run(0.5)
        first, last = portal.latency
        assert 200 < last - first < 240
        pixels = np.frombuffer(portal.framebuffer, ">u2")
        assert pixels.all()


def test_a_trace_says_whose_it_is(folder):
    traced(folder)
    with open("tap.json", encoding="utf-8") as file:
        names = [event["args"]["name"] for event in json.load(file)["traceEvents"]
                 if event["name"] == "process_name"]
    assert names == ["Adafruit PyPortal"]


def test_the_reader_refuses_what_no_viewer_could_show(tmp_path):
    span = {"ph": "X", "name": "a", "cat": "c", "ts": 0, "dur": 5, "pid": 1, "tid": 1}
    for events in ([{**span, "dur": -1}], [span, {**span, "ts": 3}],
                   [{"ph": "i", "name": "a", "ts": 0, "pid": 1, "tid": 1, "s": "x"}],
                   [{"ph": "X", "name": "a"}]):
        file = tmp_path / "bad.json"
        file.write_text(json.dumps({"traceEvents": events}))
        with pytest.raises(ValueError):
            trace_reader.read(file)


def test_a_desk_without_a_trace_keeps_nothing(folder):
    with PyPortal(folder) as portal:
        portal.run(1)
        portal.tap(160, 120)
        assert portal.board.journal.end() == []
        assert portal.board.clock.now == 1120 * MS
