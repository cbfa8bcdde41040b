# SPDX-License-Identifier: MIT
"""The speaker: what is played, when, and for how long; sound files and rates."""

import io
import struct

import numpy as np
import pytest

from sim.board.sound import Resampler, read_wave, resample
from tests.support.programs.listening import hear, silence, write_wave

ONE_AFTER_THE_OTHER = """
a, b = audiocore.WaveFile("/a.wav"), audiocore.WaveFile("b.wav")
def look(*moments):
    for moment in moments:
        time.sleep(moment)
        print(dac.playing, end=" ")
    print(dac.paused)
dac.play(a)
look(0, 0.9, 0.2)
dac.play(a)
time.sleep(0.6)
dac.pause()
look(2)
dac.resume()
look(0.3, 0.2)
dac.play(a)
dac.play(b)
look(0.3)
dac.play(b, loop=True)
look(2)
dac.stop()
look(0)
with open("a.wav", "rb") as file:
    dac.play(audiocore.WaveFile(file))
    look(0)
look(0)
with audiocore.WaveFile("a.wav", bytearray(512)) as sound:
    print(sound.sample_rate, sound.bits_per_sample, sound.channel_count)
    sound.sample_rate = 11025
    dac.play(sound)
    sound.sample_rate = 44100
    look(1.9)
    print(sound.sample_rate)
look(0)
"""
RATES = """
time.sleep(0.5)
sound = audiocore.WaveFile("b.wav")
sound.sample_rate = 11025
for each in audiocore.WaveFile("/a.wav"), sound:
    dac.play(each)
    time.sleep(0.2)
"""


def test_a_sound_plays_beside_the_program_until_it_ends_or_is_ended(tmp_path):
    """a.wav is a second of silence, b.wav a fifth of one."""
    write_wave(tmp_path / "a.wav", silence(1.0))
    write_wave(tmp_path / "b.wav", silence(0.2))
    portal, _ = hear(tmp_path, ONE_AFTER_THE_OTHER, 20)
    assert portal.serial.splitlines() == [
        "True True False False", "True True", "True False False", "False False", "True False",
        "False False", "True False", "False False", "22050 16 1", "True False", "44100",
        "False False"]


def test_sounds_are_logged_with_their_start_path_length_and_digest(tmp_path):
    write_wave(tmp_path / "a.wav", silence(1.5))
    write_wave(tmp_path / "b.wav", silence(0.5))
    portal, _ = hear(tmp_path, RATES)
    assert [(round(start, 1), path, seconds) for start, path, seconds, _ in portal.sounds] == [
        (0.5, "a.wav", 1.5), (0.7, "b.wav", 1.0)]
    assert all(len(digest) == 16 for *_, digest in portal.sounds)


def wav(form=b"", code=1, bits=16, channels=1, before=b"", length=4, data=b"abcd"):
    """Return a WAV file; `form` is what follows the usual 16 bytes of its format chunk."""
    kind = struct.pack("<HHIIHH", code, channels, 8000, 0, 0, bits) + form
    return (struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"fmt ", len(kind)) + kind + before
            + struct.pack("<4sI", b"data", length) + data)


EXTENSIBLE = struct.pack("<HHIH", 22, 16, 0, 1) + bytes(14)


@pytest.mark.parametrize("file", [
    wav(), wav(before=b"LIST\3\0\0\0abc"), wav(length=0xFFFF_FFFF), wav(b"\0\0"),
    wav(EXTENSIBLE, code=0xFFFE), wav(data=b"abcd and what follows")])
def test_wave_files_of_all_makers_are_read(file):
    found = read_wave(io.BytesIO(file), "a.wav")
    assert (found.samples, found.rate, found.channels, found.bits) == (b"abcd", 8000, 1, 16)


@pytest.mark.parametrize(("file", "sentence"), [
    (wav(code=3), "Format not supported"), (wav(bits=24), "Format not supported"),
    (wav(channels=3), "Format not supported"), (wav(b"\1\0"), "Format not supported"),
    (wav(EXTENSIBLE.replace(b"\1\0", b"\3\0", 1), code=0xFFFE), "Format not supported"),
    (wav(bytes(30)), "Invalid format chunk size"), (wav()[:43], "Invalid file"),
    (wav()[:19], "Invalid file"), (wav().replace(b"WAVE", b"WAV "), "Invalid file")])
def test_other_files_are_refused_in_the_boards_words(file, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        read_wave(io.BytesIO(file), "a.wav")


@pytest.mark.parametrize(("rate", "wanted"), [(8000, 22050), (44100, 22050), (22050, 22050)])
def test_a_stream_is_resampled_in_pieces_as_in_one(rate, wanted):
    frames = np.random.default_rng(1).integers(-30000, 30000, (2000, 2)).astype(np.int16)
    stream = Resampler(rate, wanted)
    pieces = [stream.more(frames[start : start + 300]) for start in range(0, 2000, 300)]
    whole = resample(frames, rate, wanted)
    joined = np.concatenate(pieces)
    assert len(whole) - len(joined) in range(4)
    assert np.array_equal(joined, whole[: len(joined)])
