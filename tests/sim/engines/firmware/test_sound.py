# SPDX-License-Identifier: MIT
"""The DAC's output, sample by sample, for MP3, mixer and synthesizer."""

import io
import math
import struct
import wave

import numpy as np
import pytest

from tests.support import firmware
from tests.support.chip.bench import firmware_files

firmware.require()

RATE = 16_000
MIDDLE = 2048
PLAY = """
import audioio, audiocore, audiomixer, audiomp3, board, synthio, time
speaker = audioio.AudioOut(board.SPEAKER)
{source}
speaker.play(source)
{then}
time.sleep(0.6)
"""
MIXER = """
source = audiomixer.Mixer(voice_count=2, sample_rate=16000, channel_count=1,
                          bits_per_sample=16, samples_signed=True, buffer_size=1024)
"""
TWO_VOICES = """
for voice, level in (0, 0.5), (1, 0.25):
    source.voice[voice].level = level
    source.voice[voice].play(audiocore.WaveFile("tone.wav"))
"""


def tone():
    return [round(9_000 * math.sin(n / 7)) for n in range(6_000)]


def wav(samples):
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return buffer.getvalue()


def mp3(samples):
    soundfile = pytest.importorskip("soundfile")
    buffer = io.BytesIO()
    soundfile.write(buffer, np.array(samples, np.int16), RATE, format="MP3")
    decoded, _ = soundfile.read(io.BytesIO(buffer.getvalue()), dtype="int16")
    return buffer.getvalue(), decoded


def converted(portal):
    """Run the program; return what the DAC was given, with the silence at rest as 0."""
    taken = []
    dac = portal.engine._dac
    take = dac.take

    def note(data, period, began):
        taken.append(np.frombuffer(data, "<u2").astype(int) - MIDDLE)
        take(data, period, began)

    dac.take = note
    portal.run(6)
    assert not portal.failed, portal.engine.traceback
    return np.concatenate(taken)


def difference(heard, expected):
    """Return the largest difference in the DAC's steps, at the place where the two agree best."""
    windows = np.lib.stride_tricks.sliding_window_view(heard, len(expected))
    return np.abs(windows - expected).max(axis=1).min()


def test_an_mp3_sounds_as_another_decoder_decodes_it(power_on):
    data, decoded = mp3(tone())
    source = 'source = audiomp3.MP3Decoder(open("tone.mp3", "rb"))'
    portal = power_on(PLAY.format(source=source, then=""), {"tone.mp3": data})
    assert difference(converted(portal), decoded[:5_500].astype(int) >> 4) <= 1


def test_a_mixer_adds_its_voices(power_on):
    """In 10.x, up to 10.2.1 at least, the mixer's loudness is shifted away after two samples."""
    old = [path for path in firmware_files() if "-9." in path.name]
    if not old:
        pytest.skip("PYPORTAL_FIRMWARE has no 9.x")
    portal = power_on(PLAY.format(source=MIXER, then=TWO_VOICES), {"tone.wav": wav(tone())},
                      firmware=old[0])
    expected = np.array([round(0.75 * sample) for sample in tone()]) >> 4
    assert difference(converted(portal), expected[:5_500]) <= 1


def test_a_synthesizer_plays_its_waveform(power_on):
    """A note at the rate over the waveform's length takes one of its samples after the other; in
    place of the first the firmware takes the word behind the last.
    """
    source = """
import array
steps = array.array("h", [n * 500 - 15750 for n in range(64)])
source = synthio.Synthesizer(sample_rate=16000)
source.press(synthio.Note(250, waveform=steps))
"""
    heard = converted(power_on(PLAY.format(source=source, then="")))
    steps = (np.arange(1, 64) * 500 - 15750) >> 5  # half as loud
    assert difference(heard, steps) <= 1
