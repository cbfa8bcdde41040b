# SPDX-License-Identifier: MIT
"""The documentation is true: its table has every module, its examples run, its links resolve."""

import re

import pytest

import trace_reader
from examples import examples, run_test
from paths import ROOT
from sim import PyPortal, hardware
from sim.board.boards import DISPLAYS, find_board
from sim.frontends import script
from sim.frontends.player import play
from sim.golden import check
from sim.program import refusal

# When a tap is seen depends on all that came before it, by up to a frame of the display.
FRAME_MS = 17
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ROW = re.compile(r"^\| (\S+) \| (works|partly|refuses) \| (.*?) ?\|$", re.MULTILINE)
LISTED = {name.split(".")[0].split(" ")[0] for board in DISPLAYS
          for name in find_board(board).modules}


def rows():
    text = (ROOT / "docs" / "modules.md").read_text(encoding="utf-8")
    return [(name.replace("\\", ""), state, remark) for name, state, remark in ROW.findall(text)]


def test_every_module_of_the_boards_is_in_the_table_once():
    names = [name for name, _, _ in rows()]
    assert sorted(names) == sorted(LISTED)


@pytest.mark.parametrize(("name", "state", "remark"), rows())
def test_what_the_table_says_is_so(name, state, remark, write_program):
    refused = name in refusal.REASONS
    assert (state == "refuses") == refused
    if refused:
        assert remark == refusal.REASONS[name]
    else:
        assert hardware.exists(name) or name in hardware.SAME_ON_THE_HOST
    with PyPortal(write_program(f"import {name}\nprint(dir({name}))")) as portal:
        portal.run(1)
        assert not portal.failed, portal.serial


def links():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'\]\(([^)#]+)|src="([^"]+)"', text):
            yield page, next(filter(None, target))


@pytest.mark.parametrize(("page", "target"), [
    (page, target) for page, target in links() if "://" not in target], ids=str)
def test_links_within_the_repository_lead_to_a_file(page, target):
    assert (page.parent / target).exists()


def test_the_example_of_a_part_on_a_pin_runs(write_program, monkeypatch, capsys):
    drive = write_program("""
import board, digitalio, time
button = digitalio.DigitalInOut(board.D3)
led = digitalio.DigitalInOut(board.D13)
led.switch_to_output()
while True:
    led.value = not button.value
    time.sleep(0.01)
""")
    monkeypatch.chdir(drive)
    exec(examples("hardware.md", "## A part on a pin")[0], {})
    assert capsys.readouterr().out == "1.0\n"


def test_the_example_of_a_module_is_one(write_program, monkeypatch):
    source = examples("hardware.md", "## A built-in module")[0]
    monkeypatch.setattr(hardware, "exists", lambda name: name == "samd" or (
        hardware.FOLDER / f"{name}.py").is_file())
    code = hardware._code
    monkeypatch.setattr(hardware, "_code", lambda name: compile(source, name, "exec")
                        if name == "samd" else code(name))
    drive = write_program("""
import board, digitalio, samd
print(samd.is_lit())
led = digitalio.DigitalInOut(board.LED)
led.switch_to_output(True)
print(samd.is_lit())
""")
    with PyPortal(drive) as portal:
        portal.run()
        assert portal.serial == "False\nTrue\n"


def test_the_demo_shows_its_picture_and_follows_the_finger():
    with PyPortal(ROOT / "docs" / "demo.py", strict=True) as portal:
        portal.run(3)
        check(portal.screenshot(), ROOT / "docs" / "demo.png")
        portal.tap(250, 200)
        assert portal.serial == "touched at 250 200\n"


def test_the_example_of_a_script_plays(monkeypatch, tmp_path):
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    block = page.partition("A script of your own")[2].split("\n\n")[1]
    monkeypatch.chdir(tmp_path)
    with PyPortal(ROOT / "docs" / "demo.py") as portal:
        play(portal, script.parse(block, "running.md", (320, 240), portal.pins), 8)
    assert (tmp_path / "mid.png").is_file()


def test_the_slow_tap_is_found_and_mended_as_written(tmp_path, monkeypatch):
    program, test, mended = examples("device-time.md", "## Find a slow tap")[:3]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.py").write_text(program)
    portals = []
    with pytest.raises(AssertionError):
        run_test(test, portals)
    assert portals[0].latency == pytest.approx((51, 220), abs=FRAME_MS)
    tracks = trace_reader.read("tap.json")
    lengths = {span.name: round(span.length / 1000) for span in tracks["calls"]}
    assert (lengths["answer"], lengths["report"]) == (34, 34)
    (redraw,) = tracks["display"]
    assert round(redraw.length / 1000) == 182
    assert redraw.facts == {"x": 16, "y": 16, "width": 288, "height": 208}
    answer = re.compile(r"def answer.*?\n\n", re.DOTALL)
    (tmp_path / "code.py").write_text(answer.sub(lambda _: mended + "\n", program))
    run_test(test, portals)
    assert portals[1].latency.last_ms == pytest.approx(3, abs=1)


def test_the_slow_line_is_found_as_written(tmp_path, monkeypatch, capsys):
    program = examples("device-time.md", "## Find a slow tap")[0]
    example, figures = examples("device-time.md", "## Find the slow line")[:2]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.py").write_text(program)
    names = {}
    exec(example + figures.strip(), names)
    assert names["slowest"].name == "Touchscreen.touch_point"
    page = (ROOT / "docs" / "device-time.md").read_text(encoding="utf-8")
    shown = page.partition("## Find the slow line")[2].split("```\n")[2].splitlines()
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line in shown] == [line for line in shown if line]


def test_what_is_asked_too_often_is_found_as_written(tmp_path, monkeypatch):
    program, test = examples("device-time.md", "## Find what is asked too often")[:2]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.py").write_text(program)
    with pytest.raises(AssertionError) as failure:
        run_test(test, [])
    table = str(failure.value)
    (calls,) = re.findall(r" (\d+) +celsius ", table)
    (percent,) = re.findall(r" ([\d.]+) +[\d.]+ +code.py:15 +\[busio.I2C.", table)
    assert (round(int(calls), -2), round(float(percent))) == (1600, 73)
    mended = f"import time\n{program.rstrip()}\n    time.sleep(0.25)\n"
    (tmp_path / "code.py").write_text(mended)
    run_test(test, [])
