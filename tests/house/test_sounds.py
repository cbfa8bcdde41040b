# SPDX-License-Identifier: MIT
"""The sounds: made again they are the committed files, and they keep what the game relies on."""

import struct
import wave

import numpy
import pytest

from paths import ROOT
from tools import make_sounds

LOUD = {"win": (2.0, 3.0), "lose": (1.5, 2.5), "click": (0.02, 0.05)}
SOUNDS = LOUD | {f"{name}-quiet": length for name, length in LOUD.items()}


def test_the_sounds_made_again_are_the_committed_ones(tmp_path):
    make_sounds.main(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(SOUNDS)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / "sounds" / path.name).read_bytes()


def sound(name):
    with wave.open(str(ROOT / "sounds" / f"{name}.wav")) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_a_wave_that_the_device_plays(name):
    data = (ROOT / "sounds" / f"{name}.wav").read_bytes()
    assert data[8:16] == b"WAVEfmt "
    assert struct.unpack_from("<HHIIHH", data, 20) == (1, 1, 22050, 44100, 2, 16)
    assert len(data) < 150_000


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_as_long_as_it_should_be(name):
    shortest, longest = SOUNDS[name]
    assert shortest <= len(sound(name)) / 22050 <= longest


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_as_loud_as_its_name_says_and_does_not_clip(name):
    quarter = 4 if name.endswith("quiet") else 1
    assert 0.6 <= abs(sound(name)).max() * quarter <= 0.95


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_begins_and_ends_without_a_click(name):
    assert abs(sound(name)[[0, 1, -2, -1]]).max() < 0.01


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_has_no_offset(name):
    assert abs(sound(name).mean()) < 0.001


@pytest.mark.parametrize("name", SOUNDS)
def test_a_small_speaker_can_give_most_of_a_sound(name):
    power = abs(numpy.fft.rfft(sound(name))) ** 2
    hertz = numpy.fft.rfftfreq(len(sound(name)), 1 / 22050)
    assert power[hertz > 200].sum() / power.sum() > 0.85
