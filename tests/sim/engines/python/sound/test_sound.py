# SPDX-License-Identifier: MIT
"""Samples of all kinds, and MP3 files, which libsndfile decodes."""

import sys

import numpy as np
import pytest

from tests.support.programs.listening import error, hear, part, pitch


@pytest.mark.parametrize(("kind", "zero", "step"), [
    ("B", 128, 1), ("b", 0, 1), ("H", 32768, 256), ("h", 0, 256)])
def test_buffers_of_all_kinds_sound_the_same(tmp_path, kind, zero, step):
    _, heard = hear(tmp_path, f"""
wave = array.array("{kind}", [{zero} + at * {step} for at in (100, 0, -100, 50)])
dac.play(audiocore.RawSample(wave, sample_rate=22050), loop=True)
time.sleep(0.5)
""")
    start = np.flatnonzero(heard)[0]
    assert heard[start : start + 4].tolist() == [25600, 0, -25600, 12800]


@pytest.fixture
def mp3(tmp_path):
    """Half a second of 440 Hz, then half a second of 880 Hz."""
    soundfile = pytest.importorskip("soundfile")
    moments = np.arange(22050) / 22050
    sound = 0.5 * np.sin(2 * np.pi * np.where(moments < 0.5, 440, 880) * moments)
    soundfile.write(tmp_path / "a.mp3", sound, 22050, format="MP3")


def test_an_mp3_file_is_heard_and_a_loop_repeats(tmp_path, mp3):
    play = "decoder = audiomp3.MP3Decoder('a.mp3')\ndac.play(decoder)\n"
    portal, heard = hear(tmp_path, play + """
print(decoder.sample_rate, decoder.bits_per_sample, decoder.channel_count)
time.sleep(0.3)
print(decoder.samples_decoded > 6000, 200 < decoder.rms_level * 576 ** 0.5 < 20000)
time.sleep(0.9)
print(dac.playing)
dac.play(decoder, loop=True)
time.sleep(3)
""", 4)
    assert portal.serial == "22050 16 1\nTrue True\nFalse\n"
    for start, hertz in ((0.1, 440), (0.6, 880), (2.4, 440), (2.9, 880)):
        assert pitch(part(heard, start, start + 0.25)) == pytest.approx(hertz, rel=0.005)
    assert np.abs(heard).max() == pytest.approx(16384, rel=0.1)
    _, name, seconds, digest = portal.sounds[0]
    assert (name, seconds, len(digest)) == ("a.mp3", pytest.approx(1, abs=0.1), 16)


def test_without_the_decoder_a_sentence_names_the_package(tmp_path, mp3, monkeypatch):
    monkeypatch.setitem(sys.modules, "soundfile", None)
    assert error(tmp_path, "audiomp3.MP3Decoder('a.mp3')") == (
        "NotImplementedError: MP3 files are decoded by a package that is not installed: "
        "pip install soundfile")
