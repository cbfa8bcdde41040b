# SPDX-License-Identifier: MIT
"""The speaker's soundtrack: every sound as it is, at its moment, cut where it was cut."""

import numpy as np
import pytest

from listening import RATE, hear, noise, part, sounding


def test_a_wave_comes_out_as_it_is_at_its_moment(tmp_path, write_wave):
    write_wave("a.wav", noise(0.3))
    _, heard = hear(tmp_path, """
time.sleep(0.5)
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.5)
""")
    start = round(sounding(heard)[0] * RATE)
    assert start / RATE == pytest.approx(0.5, abs=0.001)
    assert np.array_equal(heard[start:start + round(0.3 * RATE)], noise(0.3))
    assert sounding(heard)[1] - start / RATE == pytest.approx(0.3, abs=1e-9)


def test_stopping_cuts_a_sound_at_its_moment(tmp_path, write_wave):
    write_wave("a.wav", noise(0.9))
    _, heard = hear(tmp_path, """
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.25)
dac.stop()
time.sleep(0.5)
""")
    assert sounding(heard) == pytest.approx((0, 0.25), abs=0.003)  # calls take their time too


def test_another_sound_cuts_the_one_before(tmp_path, write_wave):
    write_wave("a.wav", np.full(RATE, 1000))
    write_wave("b.wav", np.full(RATE // 10, 2000))
    _, heard = hear(tmp_path, """
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.5)
dac.play(audiocore.WaveFile("b.wav"))
time.sleep(0.4)
""")
    levels = [np.median(part(heard, *ends)) for ends in ((0.1, 0.45), (0.51, 0.59), (0.61, 0.9))]
    assert levels == [1000, 2000, 0]


def test_a_pause_is_silent_and_the_sound_goes_on_where_it_was(tmp_path, write_wave):
    write_wave("a.wav", noise(0.4))
    _, heard = hear(tmp_path, """
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.1)
dac.pause()
time.sleep(0.3)
dac.resume()
time.sleep(0.4)
""")
    assert not part(heard, 0.102, 0.399).any()
    whole = heard[heard != 0]
    assert len(whole) == pytest.approx(0.4 * RATE, abs=2)
    assert np.count_nonzero(np.isin(whole, noise(0.4))) == len(whole)
    assert sounding(heard)[1] == pytest.approx(0.7, abs=0.001)


def test_without_the_amplifier_there_is_silence(tmp_path, write_wave):
    write_wave("a.wav", noise(0.9))
    _, heard = hear(tmp_path, """
amplifier.value = False
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.3)
amplifier.value = True
time.sleep(0.3)
amplifier.value = False
time.sleep(0.3)
""")
    assert sounding(heard) == pytest.approx((0.3, 0.6), abs=0.002)


def test_another_rate_keeps_pitch_and_length(tmp_path, write_wave):
    write_wave("a.wav", 20000 * np.sin(2 * np.pi * 500 * np.arange(8000) / 8000), 8000)
    _, heard = hear(tmp_path, """
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(1.2)
""", 1.2)
    frequencies = np.fft.rfftfreq(RATE, 1 / RATE)
    assert frequencies[np.abs(np.fft.rfft(heard[:RATE])).argmax()] == 500
    assert sounding(heard)[1] == pytest.approx(1.0, abs=0.001)


def test_the_speaker_gets_the_channel_of_its_pin(tmp_path, write_wave):
    write_wave("a.wav", np.array([[100] * 2000, [-200] * 2000]))
    play = """
dac.deinit()
dac = audioio.AudioOut(board.{}{})
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.05)
print(dac.playing)
"""
    def heard(*pins):
        portal, samples = hear(tmp_path, play.format(*pins), 0.06)
        assert portal.serial == "True\n"
        return set(part(samples, 0.01, 0.04))

    assert heard("SPEAKER", "") == {100}
    assert heard("SPEAKER", ", right_channel=board.A4") == {100}
    assert heard("A4", ", right_channel=board.SPEAKER") == {-200}
    assert heard("A4", "") == {0}


def test_a_file_that_is_closed_is_cut_off_soon(tmp_path, write_wave):
    write_wave("a.wav", noise(0.9))
    portal, heard = hear(tmp_path, """
with open("a.wav", "rb") as file:
    dac.play(audiocore.WaveFile(file))
    time.sleep(0.2)
time.sleep(0.5)
""")
    assert sounding(heard) == pytest.approx((0, 0.2), abs=0.02)
    assert portal.sounds[0][1:3] == ("a.wav", 0.9)
