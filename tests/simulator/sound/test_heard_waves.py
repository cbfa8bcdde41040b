# SPDX-License-Identifier: MIT
"""Waves made audible: at the mixer's rate, in its channels, as loud as the amplifier says."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from sim.clock import Clock
from sim.frontends.window.loudspeaker import Loudspeaker, convert
from sim.sound.speaker import Speaker, Wave


class FakeMixer:
    """Remembers what is asked of its one channel."""

    def __init__(self, rate: int, channels: int):
        self.format = rate, -16, channels
        self.calls: list[object] = []

    def get_init(self) -> tuple[int, int, int]:
        return self.format

    def Channel(self, number: int) -> SimpleNamespace:
        note = self.calls.append
        return SimpleNamespace(
            play=lambda sound, loops: note(("play", sound.samples, loops)),
            stop=lambda: note("stop"), pause=lambda: note("pause"),
            unpause=lambda: note("unpause"))

    def Sound(self, buffer: bytes) -> SimpleNamespace:
        return SimpleNamespace(samples=np.frombuffer(buffer, np.int16).tolist(),
                               set_volume=self.calls.append)


def test_the_loudspeaker_plays_pauses_and_stops():
    mixer = FakeMixer(8000, 1)
    speaker = Speaker(Clock(0, lambda: None))
    loudspeaker = Loudspeaker(mixer)
    speaker.listener = loudspeaker.hear
    speaker.play(Wave(bytes((0, 128, 255)), 8000, 1, 8))
    assert mixer.calls == ["stop", 0.0, ("play", [-32768, 0, 32512], 0), "unpause"]
    mixer.calls.clear()
    loudspeaker.amplify(True)
    loudspeaker.amplify(True)
    speaker.pause()
    speaker.resume()
    speaker.stop()
    assert mixer.calls == [1.0, "pause", "unpause", "stop", "unpause"]


def test_a_sound_without_samples_is_silence():
    mixer = FakeMixer(8000, 1)
    loudspeaker = Loudspeaker(mixer)
    speaker = Speaker(Clock(0, lambda: None))
    speaker.listener = loudspeaker.hear
    speaker.play(Wave(b"", 8000, 1, 8))
    assert mixer.calls == ["stop", "unpause"]


def test_sixteen_bit_stereo_comes_through_as_it_is():
    samples = np.array([[1, -2], [300, -400], [32767, -32768]], "<i2")
    assert convert(Wave(samples.tobytes(), 44100, 2, 16), 44100, 2).tolist() == samples.tolist()


def test_mono_goes_to_both_channels_and_stereo_to_one():
    mono = Wave(np.array([100, -100], "<i2").tobytes(), 8000, 1, 16)
    stereo = Wave(np.array([100, 200, -100, -200], "<i2").tobytes(), 8000, 2, 16)
    assert convert(mono, 8000, 2).tolist() == [[100, 100], [-100, -100]]
    assert convert(stereo, 8000, 1).tolist() == [[150], [-150]]


@pytest.mark.parametrize("rate", [8000, 11025, 22050, 48000])
@pytest.mark.parametrize("bits", [8, 16])
def test_another_rate_keeps_pitch_and_length(rate, bits):
    wave = [math.sin(2 * math.pi * 440 * n / rate) for n in range(rate)]
    samples = (bytes(round(128 + 100 * level) for level in wave) if bits == 8
               else np.array([25600 * level for level in wave], "<i2").tobytes())
    heard = convert(Wave(samples, rate, 1, bits), 44100, 2)
    spectrum = np.abs(np.fft.rfft(heard[:, 0]))
    assert heard.shape == (44100, 2)
    assert spectrum.argmax() == 440


def test_a_short_wave_that_loops_keeps_its_pitch():
    """18 samples at 8,000 Hz are 444.4 Hz; 99 samples at 44,100 would be 445.5."""
    samples = bytes(round(128 + 100 * math.sin(2 * math.pi * n / 18)) for n in range(18))
    heard = convert(Wave(samples, 8000, 1, 8), 44100, 1, loop=True)[:, 0]
    rises = np.flatnonzero((heard[:-1] < 0) & (heard[1:] >= 0))
    assert (len(rises) - 1) / (rises[-1] - rises[0]) * 44100 == pytest.approx(8000 / 18, abs=0.1)
