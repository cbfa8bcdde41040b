# SPDX-License-Identifier: MIT
"""The core's work takes a board's time, as it was counted on a Cortex-M4."""

import pytest

from tests.support import wasmcore
from tools import calibrate_cost

wasmcore.require()

# Of every nature, and nothing to which the core's figures are fitted.
TRIED = [kind.name for kind in calibrate_cost.kinds() if kind.origin == "held_out"]
# The known ones that are farther off, and how far.
FAR = {"any and all": 1.5, "looking for a row": 0.62}
WORK = """
import board, time
board.DISPLAY.auto_refresh = False
began = time.monotonic_ns()
for i in range(1000):
    {}
print((time.monotonic_ns() - began) // 1000)
"""
PLAY = """
import board, displayio, random, terminalio, time
from adafruit_display_text import label
text = label.Label(terminalio.FONT, text="", scale=3, x=10, y=100)
board.DISPLAY.root_group = text
for turn in range(8):
    text.text = "%d " % turn + "".join(sorted(str(random.getrandbits(30))))
    print(text.text)
    time.sleep(0.1)
"""


@pytest.fixture(scope="module")
def modelled():
    """All run, so that the heap is as it was when they were counted."""
    return calibrate_cost.in_model(calibrate_cost.kinds(), "core")


@pytest.mark.parametrize("name", TRIED)
def test_work_takes_what_it_takes_on_a_board(name, modelled):
    error = modelled[name] / calibrate_cost.counted()[name]
    assert error == pytest.approx(FAR.get(name, 1), abs=0.35)


def micros(core, work, **options):
    portal = core(WORK.format(work), **options)
    portal.run(5)
    return int(portal.serial)


def test_an_instant_core_takes_ten_microseconds_for_a_turn(core):
    assert micros(core, "x = i * i") == pytest.approx(10_000, rel=0.01)


def test_the_same_work_takes_the_same_time(core):
    first, second = (micros(core, "x = [i, i]", instant=False) for _ in range(2))
    assert first == second
    assert first > 2 * micros(core, "pass", instant=False)


def test_a_look_at_the_heap_takes_no_time(core):
    def micros(look):
        portal = core(WORK.replace("range(1000)", "range(80000)").format("x = [i, i]"),
                      instant=False)
        for _ in range(20):
            portal.run(0.05)
            look(portal)
        portal.run(2)
        return int(portal.serial)

    assert micros(lambda portal: portal.heap) == micros(lambda portal: None)


def test_a_program_does_the_same_at_either_speed(core):
    def play(instant):
        portal = core(PLAY, instant=instant, seed=3)
        portal.run(5)
        return portal.framebuffer, portal.serial

    assert play(True) == play(False)
    assert "Traceback" not in play(True)[1]
