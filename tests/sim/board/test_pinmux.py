# SPDX-License-Identifier: MIT
"""The table of the chip's pins, and the copy of its timers that the emulated chip has."""

import re

from sim.board.pinmux import PINS
from tests.support.paths import ROOT

WAVE = re.compile(r"\{ (\d+), FUNCTION_([EFG]), (\d), (\d), (\d) \}")


def test_the_emulated_chip_has_the_same_timers_on_the_same_pins():
    text = (ROOT / "chip" / "pinmux.c").read_text(encoding="utf-8")
    chip = {(f"P{'AB'[int(pin) // 32]}{int(pin) % 32:02}", int(is_tcc), int(unit), int(output))
            for pin, _, is_tcc, unit, output in WAVE.findall(text)}
    ours = {(pin, is_tcc, *place) for pin, mux in PINS.items()
            for is_tcc, places in ((0, [mux.tc] if mux.tc else []), (1, mux.tccs))
            for place in places}
    assert ours == chip
