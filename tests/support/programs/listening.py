# SPDX-License-Identifier: MIT
"""Programs that make sounds, sound files, and measurements of what is heard."""

import wave

import numpy as np

from sim.frontends.recorder import Soundtrack
from tests.support.programs.programs import PyPortal

RATE = 22050
HEAD = """
import array, board, math, time
import audiocore, audioio, audiomp3, digitalio
amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
amplifier.switch_to_output(True)
dac = audioio.AudioOut(board.SPEAKER)
sine = array.array("h", [round(32000 * math.sin(math.pi * i / 50)) for i in range(100)])
"""


def write_wave(path, samples, rate=RATE, width=2):
    """Write samples, a row for each channel, as a WAV file with the standard library."""
    with wave.open(str(path), "wb") as file:
        samples = np.atleast_2d(samples)
        file.setnchannels(len(samples))
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(samples.T.astype("<i2" if width == 2 else np.uint8).tobytes())


def silence(seconds, rate=RATE, channels=1):
    return np.zeros((channels, round(seconds * rate)))


def noise(seconds, seed=1):
    """Return samples without a zero, so that their ends can be heard."""
    samples = np.random.default_rng(seed).integers(-30000, 30000, round(seconds * RATE))
    return np.where(samples, samples, 1)


def hear(folder, program, seconds=1.0, rate=RATE, head=HEAD):
    """Run the program; return the portal and its soundtrack's samples as floats."""
    (folder / "code.py").write_text(head + program, encoding="utf-8")
    with PyPortal(folder) as portal:
        track = Soundtrack(portal, rate)
        portal.run(seconds)
    assert not portal.failed, portal.serial
    return portal, track.samples(round(seconds * 1e9)).astype(float)


def run_portal(folder, program, seconds=1.0):
    """Run the program for a time; return the portal."""
    (folder / "code.py").write_text(HEAD + program, encoding="utf-8")
    portal = PyPortal(folder)
    portal.run(seconds)
    return portal


def error(folder, program):
    """Return the last line that the program prints: that of its exception."""
    portal = run_portal(folder, program)
    assert portal.failed, portal.serial
    return portal.serial.splitlines()[-1]


def part(samples, start, end, rate=RATE):
    """Return the samples from `start` to `end` in seconds."""
    return samples[round(start * rate):round(end * rate)]


def spectrum(samples, rate=RATE):
    """Return (frequencies, amplitudes): a sine's peak is its amplitude."""
    window = np.hanning(len(samples))
    amplitudes = np.abs(np.fft.rfft(samples * window)) * 2 / window.sum()
    return np.fft.rfftfreq(len(samples), 1 / rate), amplitudes


def pitch(samples, rate=RATE):
    """Return the loudest frequency, interpolated between the bins by a parabola."""
    frequencies, amplitudes = spectrum(samples, rate)
    top = int(amplitudes.argmax())
    left, mid, right = np.log(amplitudes[top - 1:top + 2])
    shift = (left - right) / (left - 2 * mid + right) / 2
    return frequencies[top] + shift * frequencies[1]


def sounding(samples, rate=RATE):
    """Return the first and last moment with any sound, in seconds; None in silence."""
    heard = np.flatnonzero(samples)
    return (heard[0] / rate, (heard[-1] + 1) / rate) if len(heard) else None
