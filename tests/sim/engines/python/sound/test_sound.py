# SPDX-License-Identifier: MIT
"""Mixers, and MP3 files, which libsndfile decodes."""

import sys
import wave

import numpy as np
import pytest

from tests.support.programs.listening import RATE, error, hear, loudness, part, pitch, sounding

VOICES = """
mixer.voice[0].level = mixer.voice[2].level = 0.5
mixer.play(tone, voice=0, loop=True)
time.sleep(0.3)
mixer.voice[2].play(third, loop=True)
time.sleep(0.3)
mixer.stop_voice(0)
time.sleep(0.2)
mixer.voice[2].stop()
time.sleep(0.2)
"""
# Two buffers of 256 frames.
MIXER = """
mixer = audiomixer.Mixer(voice_count=3, sample_rate=22050, channel_count=1)
tone = audiocore.RawSample(sine, sample_rate=22050)
third = audiocore.RawSample(array.array("h", [sine[3 * i % 100] for i in range(100)]),
                            sample_rate=22050)
dac.play(mixer)
"""
# A voice is heard from the mixer's next buffer on.
LATE = 256 / RATE


def test_voices_are_mixed_in_at_their_moments_and_stopped_one_by_one(tmp_path):
    _, heard = hear(tmp_path, MIXER + VOICES)
    alone, both, other = part(heard, 0.02, 0.28), part(heard, 0.32, 0.58), part(heard, 0.62, 0.78)
    assert pitch(alone) == pytest.approx(220.5, abs=0.5)
    assert loudness(alone, 661.5) < 10
    assert loudness(both, 220.5) == pytest.approx(loudness(both, 661.5), rel=0.1)
    assert loudness(both, 661.5) == pytest.approx(16000, rel=0.08)
    assert loudness(other, 220.5) < loudness(other, 661.5) / 100
    assert np.ptp(part(heard, 0.3 - LATE, 0.3)) == np.ptp(part(heard, 0.1, 0.2))
    assert np.ptp(part(heard, 0.3 + LATE, 0.4)) > np.ptp(part(heard, 0.1, 0.2))
    assert sounding(heard)[1] == pytest.approx(0.8, abs=LATE)


def test_a_wave_file_passes_a_mixer_unchanged_and_is_logged(tmp_path):
    samples = np.random.default_rng(1).integers(-30000, 30000, 5000)
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setparams((1, 2, 22050, 0, "NONE", ""))
        file.writeframes(samples.astype("<i2").tobytes())
    portal, heard = hear(tmp_path, MIXER + """
time.sleep(0.1)
mixer.voice[1].play(audiocore.WaveFile("a.wav"))
time.sleep(0.5)
dac.stop()
dac.play(mixer)
while True: pass
""")
    start = np.flatnonzero(heard)[0] - np.flatnonzero(samples)[0]
    assert np.array_equal(heard[start:start + 5000], samples)
    (_, kind, seconds, digest), (at, path, length, _), (*_, endless, none) = portal.sounds
    assert (kind, path, length) == ("<Mixer>", "a.wav", pytest.approx(5000 / 22050))
    assert seconds == pytest.approx(0.6, abs=0.01)
    assert at == pytest.approx(start / RATE, abs=0.001)
    assert len(digest) == 16
    assert (endless, none) == (float("inf"), ""), "a stream has no length until it ends"


@pytest.mark.parametrize(("panning", "left"), [(0, 1), (0.5, 1), (-0.5, 0.5), (-1, 0), (-3, 0)])
def test_a_stereo_mixer_pans_to_a_side_and_repeats_a_buffer_of_two_halves(
        tmp_path, panning, left):
    """The speaker is on the left."""
    _, heard = hear(tmp_path, f"""
mixer = audiomixer.Mixer(sample_rate=22050, voice_count=1)
two = array.array("h", [value for value in sine for _ in range(2)])
halves = audiocore.RawSample(two, sample_rate=22050, channel_count=2, single_buffer=False)
dac.play(mixer)
mixer.voice[0].panning = {panning}
mixer.voice[0].play(halves, loop=True)
time.sleep(0.5)
""")
    assert left == 0 or pitch(part(heard, 0.1, 0.5)) == pytest.approx(220.5, abs=0.5)
    assert np.abs(part(heard, 0.1, 0.5)).max() == pytest.approx(32000 * left, abs=2)


@pytest.mark.parametrize(("bits", "levels", "wanted"), [
    (8, (1, 1), 0x7F00), (8, (0.3, 0.77), (30 + 77) << 8), (8, (0.01, 0), 0x100), (8, (-1, 0), 0),
    (16, (1, 1), 0x7FFF), (16, (0.3, 0.77), 27_664), (16, (0.01, 0), 258)])
def test_a_mixer_keeps_its_bits_and_its_full_scale(tmp_path, bits, levels, wanted):
    _, heard = hear(tmp_path, f"""
mixer = audiomixer.Mixer(sample_rate=22050, channel_count=1, bits_per_sample={bits})
sample = audiocore.RawSample(array.array("b" if {bits} == 8 else "h",
                                         [101 << {bits} - 8] * 99), sample_rate=22050)
dac.play(mixer)
for voice, level in zip(mixer.voice, {levels}):
    voice.level = level
    voice.play(sample, loop=True)
time.sleep(0.1)
""")
    assert heard.max() == wanted


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
