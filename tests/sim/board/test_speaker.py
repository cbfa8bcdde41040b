# SPDX-License-Identifier: MIT
"""The speaker: what is played, when, for how long, and what cannot be played."""

import struct

import pytest

from tests.support.programs.listening import hear, run_portal, silence, write_wave
from tests.support.programs.programs import TRY

DEINITIALIZED = "Object has been deinitialized and can no longer be used. Create a new object."


def test_a_sound_plays_beside_the_program_until_it_ends_or_is_ended(tmp_path):
    """a.wav is a second of silence, b.wav a fifth of one."""
    write_wave(tmp_path / "a.wav", silence(1.0))
    write_wave(tmp_path / "b.wav", silence(0.2))
    portal, _ = hear(tmp_path, """
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
""", 20)
    assert portal.serial.splitlines() == [
        "True True False False", "True True", "True False False", "False False", "True False",
        "False False", "True False", "False False", "22050 16 1", "True False", "44100",
        "False False"]


def test_one_output_has_the_dac(tmp_path):
    portal, _ = hear(tmp_path, f"""{TRY}
dac.deinit()
dac.deinit()
for left, right in ((board.D3, None), (board.A0, board.D3), (board.A0, board.A0), (3, None),
                    (board.A4, board.A0)):
    attempt(lambda: audioio.AudioOut(left, right_channel=right).deinit())
left = audioio.AudioOut(board.A0)
attempt(lambda: audioio.AudioOut(board.A0))
attempt(lambda: audioio.AudioOut(board.A4))
left.deinit()
audioio.AudioOut(board.A4)
attempt(lambda: left.playing)
attempt(lambda: left.paused)
""")
    assert portal.serial.splitlines() == [
        "ValueError: Invalid left_channel pin", "ValueError: Invalid right_channel pin",
        "ValueError: Cannot output both channels on the same pin",
        "TypeError: left_channel must be of type Pin, not int", "None",
        "ValueError: SPEAKER in use", "RuntimeError: DAC already in use",
        *[f"ValueError: {DEINITIALIZED}"] * 2]


def test_sounds_are_logged_with_their_start_path_length_and_digest(tmp_path):
    write_wave(tmp_path / "a.wav", silence(1.5))
    write_wave(tmp_path / "b.wav", silence(0.5))
    portal, _ = hear(tmp_path, """
time.sleep(0.5)
sound = audiocore.WaveFile("b.wav")
sound.sample_rate = 11025
for each in audiocore.WaveFile("/a.wav"), sound:
    dac.play(each)
    time.sleep(0.2)
""")
    assert [(round(start, 1), path, seconds) for start, path, seconds, _ in portal.sounds] == [
        (0.5, "a.wav", 1.5), (0.7, "b.wav", 1.0)]
    assert all(len(digest) == 16 for *_, digest in portal.sounds)


@pytest.mark.parametrize(("kind", "values"), [
    ("h", (-300, 300)), ("H", (0x8000 - 300, 0x8000 + 300))])
def test_signed_and_unsigned_samples_sound_alike(tmp_path, kind, values):
    portal = run_portal(tmp_path, f"""
dac.play(audiocore.RawSample(array.array("{kind}", {list(values)})))
time.sleep(1)
""", 0.5)
    assert portal.board.speaker.voice.wave.samples == struct.pack("<2h", -300, 300)


def test_a_sample_is_read_when_it_is_played_and_a_double_buffered_one_in_each_loop(tmp_path):
    """A double-buffered one is read in halves, so changes are heard the next time round."""
    portal = run_portal(tmp_path, """
values = array.array("h", [1000] * 800)
single = audiocore.RawSample(values)
double = audiocore.RawSample(values, single_buffer=False)
values[0] = 7
dac.play(single, loop=True)
values[1] = 8
time.sleep(0.3)
dac.play(double, loop=True)
time.sleep(0.06)
for i in range(800):
    values[i] = 2000
time.sleep(10)
""", 0.2)
    speaker = portal.board.speaker
    assert speaker.voice.block[:3, 0].tolist() == [7, 1000, 1000]
    portal.run(0.14)
    assert speaker.voice.block[:2, 0].tolist() == [7, 8]
    portal.run(0.04)
    assert set(speaker.voice.block[:, 0].tolist()) == {1000}
    portal.run(0.04)
    assert set(speaker.voice.block[:, 0].tolist()) == {2000}
