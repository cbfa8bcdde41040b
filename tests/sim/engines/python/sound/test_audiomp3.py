# SPDX-License-Identifier: MIT
"""MP3 files, decoded by libsndfile, which also writes those of the tests."""

import sys

import numpy as np
import pytest

from tests.support.programs.listening import error, hear, part, pitch, sounding

soundfile = pytest.importorskip("soundfile")

PLAY = """
decoder = audiomp3.MP3Decoder("a.mp3")
dac.play(decoder)
"""


@pytest.fixture
def mp3(tmp_path):
    """Half a second of 440 Hz, then half a second of 880 Hz."""
    moments = np.arange(22050) / 22050
    sound = 0.5 * np.sin(2 * np.pi * np.where(moments < 0.5, 440, 880) * moments)
    soundfile.write(tmp_path / "a.mp3", sound, 22050, format="MP3")


def test_a_file_is_heard(tmp_path, mp3):
    portal, heard = hear(tmp_path, PLAY + """
print(decoder.sample_rate, decoder.bits_per_sample, decoder.channel_count)
time.sleep(0.3)
print(decoder.samples_decoded > 6000, 200 < decoder.rms_level * 576 ** 0.5 < 20000)
time.sleep(0.9)
print(dac.playing)
""", 1.3)
    assert portal.serial == "22050 16 1\nTrue True\nFalse\n"
    assert pitch(part(heard, 0.1, 0.4)) == pytest.approx(440, rel=0.005)
    assert pitch(part(heard, 0.6, 0.9)) == pytest.approx(880, rel=0.005)
    assert np.abs(heard).max() == pytest.approx(16384, rel=0.1)
    [(_, name, seconds, digest)] = portal.sounds
    assert (name, seconds, len(digest)) == ("a.mp3", pytest.approx(1, abs=0.1), 16)


def test_a_loop_repeats(tmp_path, mp3):
    _, heard = hear(tmp_path, PLAY.replace("(decoder)", "(decoder, loop=True)") + "time.sleep(3)",
                    3)
    assert pitch(part(heard, 2.2, 2.4)) == pytest.approx(440, rel=0.005)


def test_a_mixer_plays_a_decoder_that_opens_another_file(tmp_path, mp3):
    portal, heard = hear(tmp_path, """
decoder = audiomp3.MP3Decoder(open("a.mp3", "rb"))
mixer = audiomixer.Mixer(voice_count=1, sample_rate=22050, channel_count=1)
dac.play(mixer)
mixer.voice[0].play(decoder)
time.sleep(0.4)
decoder.open("a.mp3")
print(decoder.samples_decoded, type(decoder.file.read(1)))
mixer.voice[0].play(decoder)
time.sleep(1)
""", 1.5)
    assert portal.serial == "0 <class 'bytes'>\n"
    assert pitch(part(heard, 0.5, 0.8)) == pytest.approx(440, rel=0.005)


def test_closing_the_file_ends_the_sound(tmp_path, mp3):
    _, heard = hear(tmp_path, """
with open("a.mp3", "rb") as file:
    dac.play(audiomp3.MP3Decoder(file))
    time.sleep(0.3)
time.sleep(0.3)
""")
    assert sounding(heard)[1] == pytest.approx(0.3, abs=0.03)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("audiomp3.MP3Decoder('code.py')", "RuntimeError: Failed to parse MP3 file"),
        ("audiomp3.MP3Decoder(3)", "TypeError: file must be a file opened in byte mode"),
        ("audiomp3.MP3Decoder(open('a.mp3'))",
         "TypeError: file must be a file opened in byte mode"),
        ("audiomp3.MP3Decoder('b.mp3')", "OSError: [Errno 2] No such file/directory: b.mp3"),
        ("audiomp3.MP3Decoder('a.mp3').open(1)",
         "TypeError: filepath must be of type str, not int"),
    ],
)
def test_wrong_arguments_are_refused_as_on_the_device(tmp_path, mp3, call, text):
    assert error(tmp_path, call).replace("'b.mp3'", "b.mp3") == text


def test_without_the_decoder_a_sentence_names_the_package(tmp_path, mp3, monkeypatch):
    monkeypatch.setitem(sys.modules, "soundfile", None)
    assert error(tmp_path, "audiomp3.MP3Decoder('a.mp3')") == (
        "NotImplementedError: MP3 files are decoded by a package that is not installed: "
        "pip install soundfile")
