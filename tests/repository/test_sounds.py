# SPDX-License-Identifier: MIT
"""The sounds: their synthesis gives the committed files, which the device can play well."""

import struct
import wave

import numpy
import pytest

from tests.support.paths import ROOT
from tools import make_sounds

LOUD = {"win": (2.0, 3.0), "lose": (1.5, 2.5), "click": (0.02, 0.05)}
SOUNDS = LOUD | {f"{name}-quiet": length for name, length in LOUD.items()}


def test_synthesis_gives_the_committed_sounds(tmp_path):
    make_sounds.main(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(SOUNDS)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / "sounds" / path.name).read_bytes()


def sound(name):
    with wave.open(str(ROOT / "sounds" / f"{name}.wav")) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_has_a_format_that_the_device_plays(name):
    data = (ROOT / "sounds" / f"{name}.wav").read_bytes()
    assert data[8:16] == b"WAVEfmt "
    assert struct.unpack_from("<HHIIHH", data, 20) == (1, 1, 22050, 44100, 2, 16)
    assert len(data) < 150_000


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_has_its_length_and_loudness_without_clicks_or_offset(name):
    samples, (shortest, longest) = sound(name), SOUNDS[name]
    assert shortest <= len(samples) / 22050 <= longest
    assert 0.6 <= abs(samples).max() * (4 if name.endswith("quiet") else 1) <= 0.95
    assert abs(samples[[0, 1, -2, -1]]).max() < 0.01
    assert abs(samples.mean()) < 0.001


@pytest.mark.parametrize("name", SOUNDS)
def test_most_of_a_sound_is_above_what_a_small_speaker_loses(name):
    power = abs(numpy.fft.rfft(sound(name))) ** 2
    hertz = numpy.fft.rfftfreq(len(sound(name)), 1 / 22050)
    assert power[hertz > 200].sum() / power.sum() > 0.85
