# SPDX-License-Identifier: MIT
"""The DAC's samples on both engines, one by one, for an MP3 file."""

import io
import math

import numpy as np
import pytest

from sim import PyPortal
from tests.support import firmware

firmware.require()

RATE = 16_000
PLAY = """
import audioio, audiomp3, board, time
speaker = audioio.AudioOut(board.SPEAKER)
speaker.play(audiomp3.MP3Decoder(open("tone.mp3", "rb")))
time.sleep(0.6)
"""
# The firmware begins with the silence that an encoder puts before a sound, or with an empty buffer.
MOST_LATE, COMPARED = 3_000, 3_500


@pytest.fixture
def files():
    """A tone as MP3."""
    soundfile = pytest.importorskip("soundfile")
    tone = [round(9_000 * math.sin(n / 7)) for n in range(6_000)]
    packed = io.BytesIO()
    soundfile.write(packed, np.array(tone, np.int16), RATE, format="MP3")
    return {"tone.mp3": packed.getvalue()}


class Recorder:
    def __init__(self, portal):
        self.frames = []
        portal.board.speaker.recorders.append(self)

    def go_on(self, frames, rate):
        assert rate == RATE
        self.frames.append(frames.astype(int))

    def cut(self):
        """Nothing is played from now on."""


def heard(portal):
    recorder = Recorder(portal)
    portal.run(6)
    assert not portal.failed, portal.serial
    return np.concatenate(recorder.frames) >> 4


def differing(board, desk):
    """Return how many samples differ by more than a step of the DAC where the two agree best."""
    first = np.flatnonzero(desk)[0]
    windows = np.lib.stride_tricks.sliding_window_view(board, COMPARED)[:MOST_LATE]
    return (abs(windows - desk[first:first + COMPARED]) > 1).sum(axis=1).min()


def test_both_engines_play_the_same_samples(power_on, tmp_path, files):
    board = heard(power_on(PLAY, files))
    with PyPortal(tmp_path / "drive") as portal:
        assert differing(board, heard(portal)) == 0
