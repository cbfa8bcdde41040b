# SPDX-License-Identifier: MIT
"""The board's speed: how long work takes, how exact the model is, and that nothing else changes.

Times on the emulated chip are in docs/reference/calibration.md; kinds that are held out were not
looked at when the figures were fitted.
"""

import ast
import os
import statistics
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from sim import PyPortal
from sim.engines.python.cost import blocks
from tests.support.paths import ROOT
from tests.support.programs import programs
from tests.support.programs.programs import SCREEN
from tests.support.tables import pairs, texts
from tools import calibrate_cost

run = partial(programs.run, instant=False)
printed = partial(programs.printed, instant=False)
# On the board it takes some 218 ms.
PICTURE = SCREEN + "time.sleep(1)\n"
PROGRAMS = texts(__file__)
SPIN = PROGRAMS["spin"]
MIXED = PROGRAMS["mixed"]


@pytest.mark.parametrize("strict", [False, True])
def test_a_program_does_the_same_at_either_speed(strict, write_program):
    folder = write_program(MIXED)
    desk, board = (printed(folder, 5, strict=strict, instant=it) for it in (True, False))
    assert board == desk
    assert "Traceback" not in desk


@pytest.mark.parametrize("strict", [False, True])
def test_each_line_takes_its_time_and_a_profile_shares_it_out(strict, write_program, tmp_path):
    """GOLDEN=1 in the environment rewrites the table, for other figures."""
    table = Path(__file__).with_name("times.txt")
    lines = [line for line, _ in pairs(table.read_text("utf-8"))]
    (tmp_path / "rows.txt").write_text("\n".join(lines), "utf-8")
    (tmp_path / "lines.txt").write_text("a line\n" * 20)
    (tmp_path / "boot.py").write_text("import storage\nstorage.remount('/', readonly=False)")
    took = ast.literal_eval(printed(write_program(PROGRAMS["stopwatch"]), 9, strict=strict))
    told = [f"{line}\n    {ns} {shares(line)}\n" for line, ns in zip(lines, took, strict=True)]
    if os.environ.get("GOLDEN"):
        table.write_text("".join(told), "utf-8")
    assert "".join(told).splitlines() == table.read_text("utf-8").splitlines()


def shares(line):
    """Return a block a word: line, column and kind, and at its lines the time until then in ns."""
    return " ".join(f"{at.line}.{at.column}.{at.kind}=" + "/".join(
        f"{share.line}:{share.until}" for share in found)
        for at, found in blocks.shares_of(line.replace("⏎", "\n")).items())


def lit_rows(portal):
    pixels = np.frombuffer(portal.framebuffer, ">u2").reshape(240, 320)
    return [int(row) for row in np.flatnonzero(pixels.all(axis=1))]


def test_a_screen_takes_a_quarter_of_a_second_and_comes_from_the_top_on(write_program):
    text = PICTURE + "bitmap.fill(1)\nboard.DISPLAY.auto_refresh = False\n" + SPIN.format(
        "board.DISPLAY.refresh()")
    with PyPortal(write_program(text)) as portal:
        while not (rows := lit_rows(portal)):
            portal.run(0.005)
        assert rows == list(range(len(rows))) and len(rows) < 240
        portal.run(1)
        assert lit_rows(portal) == list(range(240))
        assert 210_000 < int(portal.serial) < 230_000


SET_UP = PROGRAMS["set_up"]
WAIT = SET_UP + """
while busy.value:
    pass
print((time.monotonic_ns() - start) // 100_000)
"""


def count_looks(portal, name):
    """Return a list that grows by one item with each read of a pin."""
    line, looks = portal.board.pins[name], []
    answer = line.outside
    line.outside = lambda: looks.append(None) or answer()
    return looks


@pytest.mark.parametrize("instant", [True, False])
def test_polling_a_busy_pin_takes_few_reads_and_ends_on_time(instant, write_program):
    with PyPortal(write_program(WAIT), instant=instant) as portal:
        looks = count_looks(portal, "ESP_BUSY")
        portal.run(3)
        assert 5000 <= int(portal.serial) <= 5001
        assert len(looks) < 700


TOUCHED = PROGRAMS["touched"]


@pytest.mark.parametrize("instant", [True, False])
@pytest.mark.parametrize("noise, least, most", [(0, 1, 300), (50, 3000, 50000)])
def test_an_untouched_panel_is_read_less_often_and_a_touch_is_seen_at_once(
        noise, least, most, instant, write_program):
    with PyPortal(write_program(TOUCHED), instant=instant) as portal:
        looks = count_looks(portal, "TOUCH_XL")
        portal.board.touch_panel.noise = noise
        portal.run(1.5)
        portal.press(160, 120)
        pressed = portal.now
        portal.run(0.1)
        assert least <= len(looks) <= most
        assert 0 <= int(portal.serial) / 10_000 - 1 - pressed <= 0.004


@pytest.fixture(scope="module")
def rows():
    return calibrate_cost.rows()


def test_the_model_takes_what_was_counted(rows):
    def errors(nature):
        return [abs(row.error) for row in rows
                if row.kind.nature == nature and row.kind.origin == "held_out"]

    python = errors("python")
    assert statistics.median(python) <= 0.1
    assert sum(error <= 0.2 for error in python) >= 0.8 * len(python)
    assert max(errors("c")) <= 0.45
    assert max(errors("drawing")) <= 0.1
    assert all(0.5 <= row.modelled / row.measured <= 2 for row in rows
               if row.kind.nature == "allocating")


def test_the_documentation_and_the_tool_show_this_table(rows, monkeypatch, capsys):
    page = (ROOT / "docs" / "reference" / "calibration.md").read_text(encoding="utf-8")
    for part in calibrate_cost.summary(rows), calibrate_cost.table(rows):
        assert "\n".join(part) in page
    monkeypatch.setattr(calibrate_cost, "rows", lambda: rows)
    assert calibrate_cost.main([]) == 0
    shown = capsys.readouterr().out
    assert all(row.kind.name in shown for row in rows)
    assert "| Python code | held out |" in shown
