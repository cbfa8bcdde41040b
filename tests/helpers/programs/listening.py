# SPDX-License-Identifier: MIT
"""Programs that make sounds, and what a listener measures of them."""

import numpy as np

from sim import PyPortal
from sim.frontends.soundtrack import Soundtrack

RATE = 22050
HEAD = """
import array, board, math, time
import audiocore, audioio, audiomixer, audiomp3, digitalio, synthio
amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
amplifier.switch_to_output(True)
dac = audioio.AudioOut(board.SPEAKER)
sine = array.array("h", [round(32000 * math.sin(math.pi * i / 50)) for i in range(100)])
"""
SYNTH = """
synth = synthio.Synthesizer(sample_rate=22050, waveform=sine)
dac.play(synth)
"""
PLAYER = """
import board, time
from audiocore import WaveFile
from audioio import AudioOut

audio = AudioOut(board.SPEAKER)
"""
BLOCK = 256 / RATE  # in seconds: how long a synthesizer's envelope stays the same


def noise(seconds, seed=1):
    """Without a zero, so that its ends can be heard."""
    samples = np.random.default_rng(seed).integers(-30000, 30000, round(seconds * RATE))
    return np.where(samples, samples, 1)


def hear(folder, program, seconds=1.0, rate=RATE, head=HEAD):
    """Runs the program and returns the portal and its soundtrack's samples as floats."""
    (folder / "code.py").write_text(head + program, encoding="utf-8")
    with PyPortal(folder, instant=True) as portal:
        track = Soundtrack(portal, rate)
        portal.run(seconds)
    assert not portal.failed, portal.serial
    return portal, track.samples(round(seconds * 1e9)).astype(float)


def error(folder, program):
    """The last line that the program prints: that of its exception."""
    (folder / "code.py").write_text(HEAD + program, encoding="utf-8")
    with PyPortal(folder, instant=True) as portal:
        portal.run(1)
    assert portal.failed, portal.serial
    return portal.serial.splitlines()[-1]


def part(samples, start, end, rate=RATE):
    """From `start` to `end` in seconds."""
    return samples[round(start * rate):round(end * rate)]


def spectrum(samples, rate=RATE):
    """(frequencies, amplitudes): a sine's peak is its amplitude."""
    window = np.hanning(len(samples))
    amplitudes = np.abs(np.fft.rfft(samples * window)) * 2 / window.sum()
    return np.fft.rfftfreq(len(samples), 1 / rate), amplitudes


def pitch(samples, rate=RATE):
    """The loudest frequency, between the bins by a parabola."""
    frequencies, amplitudes = spectrum(samples, rate)
    top = int(amplitudes.argmax())
    left, mid, right = np.log(amplitudes[top - 1:top + 2])
    shift = (left - right) / (left - 2 * mid + right) / 2
    return frequencies[top] + shift * frequencies[1]


def loudness(samples, frequency, rate=RATE):
    """The amplitude at a frequency."""
    frequencies, amplitudes = spectrum(samples, rate)
    return amplitudes[np.abs(frequencies - frequency).argmin()]


def sounding(samples, rate=RATE):
    """First and last moment at which anything is heard, in seconds; None in silence."""
    heard = np.flatnonzero(samples)
    return (heard[0] / rate, (heard[-1] + 1) / rate) if len(heard) else None


def envelope(heard, moments):
    """The peak of the two blocks around each moment."""
    return [np.abs(part(heard, t - BLOCK, t + BLOCK)).max() for t in moments]
