# SPDX-License-Identifier: MIT
"""The DAC's samples on both engines, one by one, for MP3 and mixer."""

import io
import math
import struct
import wave

import numpy as np
import pytest

from sim import PyPortal
from tests.support import firmware
from tests.support.chip.bench import firmware_files

firmware.require()

RATE = 16_000
PLAY = """
import audioio, audiocore, audiomixer, audiomp3, board, time
speaker = audioio.AudioOut(board.SPEAKER)
{}
time.sleep(0.6)
"""
MP3 = """
speaker.play(audiomp3.MP3Decoder(open("tone.mp3", "rb")))
"""
MIXER = """
mixer = audiomixer.Mixer(voice_count=2, sample_rate=16000, channel_count=1,
                         bits_per_sample=16, samples_signed=True, buffer_size=1024)
speaker.play(mixer)
for voice, level in (0, 0.5), (1, 0.25):
    mixer.voice[voice].level = level
    mixer.voice[voice].play(audiocore.WaveFile("tone.wav"))
"""
# The firmware begins with the silence that an encoder puts before a sound, or with an empty buffer.
MOST_LATE, COMPARED = 3_000, 3_500


@pytest.fixture
def files():
    """A tone as WAV and MP3."""
    soundfile = pytest.importorskip("soundfile")
    tone = [round(9_000 * math.sin(n / 7)) for n in range(6_000)]
    packed, wav = io.BytesIO(), io.BytesIO()
    soundfile.write(packed, np.array(tone, np.int16), RATE, format="MP3")
    with wave.open(wav, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(struct.pack(f"<{len(tone)}h", *tone))
    return {"tone.mp3": packed.getvalue(), "tone.wav": wav.getvalue()}


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


@pytest.mark.parametrize("program", [MP3, MIXER], ids=["mp3", "mixer"])
def test_both_engines_play_the_same_samples(power_on, tmp_path, files, program):
    """From 10.0 to 10.2, mixers shift each loudness away: a voice falls silent."""
    used = [path for path in firmware_files() if program != MIXER or "-9." in path.name]
    if not used:
        pytest.skip("PYPORTAL_FIRMWARE has no 9.x")
    board = heard(power_on(PLAY.format(program), files, firmware=used[0]))
    with PyPortal(tmp_path / "drive") as portal:
        assert differing(board, heard(portal)) == 0
