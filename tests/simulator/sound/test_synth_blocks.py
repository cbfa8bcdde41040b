# SPDX-License-Identifier: MIT
"""Blocks that swing, calculate and filter while a synthesizer plays."""

import numpy as np
import pytest

from listening import RATE, SYNTH, envelope, hear, loudness, part, pitch


def test_a_tremolo_and_a_vibrato_swing(tmp_path):
    _, heard = hear(tmp_path, SYNTH + """
loud = synthio.LFO(rate=2, scale=0.4, offset=0.5)
note = synthio.Note(frequency=880, amplitude=loud)
synth.press(note)
time.sleep(1)
synth.release(note)
bend = synthio.LFO(array.array("h", [32767, -32768]), rate=1, interpolate=False, scale=1)
synth.press(synthio.Note(frequency=440, bend=bend))
time.sleep(1)
""", 2)
    middle, most, least = envelope(heard, (0.25, 0.125, 0.375))
    assert [middle, most, least] == pytest.approx([8000, 14400, 1600], abs=1000)
    assert pitch(part(heard, 1.05, 1.45)) == pytest.approx(880, rel=0.01)
    assert pitch(part(heard, 1.55, 1.95)) == pytest.approx(220, rel=0.01)


def test_an_lfo_that_goes_once_stays_at_its_end(tmp_path):
    portal, heard = hear(tmp_path, SYNTH + """
rise = synthio.LFO(array.array("h", [0, 32767]), rate=4, once=True)
synth.press(synthio.Note(frequency=220, bend=rise))
time.sleep(0.5)
print(round(rise.value, 3), round(rise.phase, 3))
rise.retrigger()
time.sleep(0.125)
print(0.4 < rise.value < 0.6)
time.sleep(0.375)
""")
    assert portal.serial == "1.0 1.0\nTrue\n"
    assert pitch(part(heard, 0.3, 0.5)) == pytest.approx(440, rel=0.01)


def test_free_blocks_move_while_their_synthesizer_plays(tmp_path):
    portal, _ = hear(tmp_path, SYNTH + """
lfo = synthio.LFO(rate=1, scale=10, offset=synthio.Math(synthio.MathOperation.SUM, 1, 2, 3))
print(lfo.value)
time.sleep(0.25)
print(lfo.value)
synth.blocks.append(lfo)
time.sleep(0.25)
print(round(lfo.value))
""")
    assert portal.serial == "6.0\n6.0\n16\n"


@pytest.mark.parametrize(
    ("operation", "value"),
    [("SUM", 7.0), ("ADD_SUB", -1.0), ("PRODUCT", 5.0), ("MUL_DIV", 0.3125), ("ABS", 0.5),
     ("SCALE_OFFSET", 5.25), ("OFFSET_SCALE", 12.0), ("LERP", 8.5), ("CONSTRAINED_LERP", 2.5),
     ("DIV_ADD", 4.2), ("ADD_DIV", 0.75), ("MID", 2.5), ("MAX", 4.0), ("MIN", 0.5)],
)
def test_blocks_calculate(tmp_path, operation, value):
    portal, _ = hear(tmp_path, SYNTH + f"""
block = synthio.MathOperation.{operation}(0.5, 2.5, 4.0)
synth.blocks.append(block)
time.sleep(0.05)
print(block.value, block.operation)
""", 0.1)
    number, name = portal.serial.split()
    assert float(number) == pytest.approx(value)
    assert name == f"synthio.MathOperation.{operation}"


# Transfer functions of the analogue filters, at s, with Q and the shelves' A.
ANALOGUE = {
    "LOW_PASS": lambda s, q, a: 1 / (s * s + s / q + 1),
    "HIGH_PASS": lambda s, q, a: s * s / (s * s + s / q + 1),
    "BAND_PASS": lambda s, q, a: s / q / (s * s + s / q + 1),
    "NOTCH": lambda s, q, a: (s * s + 1) / (s * s + s / q + 1),
    "LOW_SHELF": lambda s, q, a: a * (s * s + a**0.5 / q * s + a) / (
        a * s * s + a**0.5 / q * s + 1),
    "HIGH_SHELF": lambda s, q, a: a * (a * s * s + a**0.5 / q * s + 1) / (
        s * s + a**0.5 / q * s + a),
}


@pytest.mark.parametrize("mode", ANALOGUE)
def test_a_filter_lets_through_what_its_mode_says(tmp_path, mode):
    """As the analogue one does, to which the bilinear transform leads back."""
    _, heard = hear(tmp_path, SYNTH + f"""
quiet = array.array("h", [value // 16 for value in sine])
biquad = synthio.Biquad(synthio.FilterMode.{mode}, 1000, 1.5, 2)
for hertz in (100, 700, 1000, 4000):
    note = synthio.Note(frequency=hertz, waveform=quiet, filter=biquad)
    synth.press(note)
    time.sleep(0.25)
    synth.release(note)
""")
    for number, hertz in enumerate((100, 700, 1000, 4000)):
        start = number * 0.25
        gain = loudness(part(heard, start + 0.05, start + 0.24), hertz) / 1000
        s = 1j * np.tan(np.pi * hertz / RATE) / np.tan(np.pi * 1000 / RATE)
        assert gain == pytest.approx(abs(ANALOGUE[mode](s, 1.5, 2)), rel=0.03, abs=0.03)


WILD = ("float('nan')", "float('inf')", "-1e300", "1e300", "0")


@pytest.mark.parametrize("value", WILD)
def test_wild_numbers_end_nothing(tmp_path, value):
    """Blocks are asked while the clock goes, where a program could not catch an exception."""
    portal, _ = hear(tmp_path, SYNTH + f"""
x = {value}
swing = synthio.LFO(rate=x, scale=x, offset=x, phase_offset=x)
note = synthio.Note(frequency=440, amplitude=swing, bend=swing, panning=swing,
                    waveform=sine, waveform_loop_start=swing, waveform_loop_end=swing,
                    ring_frequency=9, ring_bend=swing, ring_waveform=sine)
synth.press(note)
for mode in ("LOW_PASS", "PEAKING_EQ", "LOW_SHELF", "HIGH_SHELF"):
    note.filter = synthio.Biquad(getattr(synthio.FilterMode, mode), swing, swing, swing)
    synth.blocks.append(synthio.MathOperation.DIV_ADD(x, swing, x))
    synth.blocks.append(x)
    time.sleep(0.05)
print("alive")
""")
    assert portal.serial == "alive\n"
