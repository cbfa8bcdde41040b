# SPDX-License-Identifier: MIT
"""Samples in memory: in every format, and when they are read."""

import struct

import pytest

from instantly import run
from listening import PLAYER


def test_samples_in_memory_are_played(write_program):
    portal = run(write_program(PLAYER + """
import array
from audiocore import RawSample
audio.play(RawSample(array.array("H", [0, 65535] * 400), sample_rate=8000))
"""))
    assert portal.sounds[0][2] == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("kind", "values"),
    [("h", (-300, 300)), ("H", (0x8000 - 300, 0x8000 + 300))],
)
def test_signed_and_unsigned_samples_sound_alike(write_program, kind, values):
    signed = struct.pack("<2h", -300, 300)
    portal = run(write_program(PLAYER + f"""
import array
from audiocore import RawSample
audio.play(RawSample(array.array("{kind}", {list(values)})))
time.sleep(1)
"""), 0.5)
    assert portal.machine.speaker.voice.wave.samples == signed


def test_a_raw_sample_is_read_when_it_is_played_and_again_when_it_is_double(write_program):
    """In halves: what is changed in the first is heard the next time round."""
    portal = run(write_program(PLAYER + """
import array
from audiocore import RawSample
values = array.array("h", [1000] * 800)
single, double = RawSample(values), RawSample(values, single_buffer=False)
values[0] = 7
audio.play(single, loop=True)
values[1] = 8
time.sleep(0.3)
audio.play(double, loop=True)
time.sleep(0.06)
for i in range(800):
    values[i] = 2000
time.sleep(10)
"""), 0.2)
    speaker = portal.machine.speaker
    assert speaker.voice.block[:3, 0].tolist() == [7, 1000, 1000]
    portal.run(0.14)
    assert speaker.voice.block[:2, 0].tolist() == [7, 8]
    portal.run(0.04)
    assert set(speaker.voice.block[:, 0].tolist()) == {1000}
    portal.run(0.04)
    assert set(speaker.voice.block[:, 0].tolist()) == {2000}
