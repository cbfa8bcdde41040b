# SPDX-License-Identifier: MIT
"""Streams made audible: pieces in time, one after the other, without a seam, never too late."""

import numpy as np
import pytest

from instantly import PyPortal
from listening import HEAD, pitch
from sim.frontends.window.loudspeaker import Loudspeaker
from sim.sound.resampler import Resampler

FRAME = 1 / 60


class Mixer:
    """One channel in real time: a sound that plays, one that waits, and what was heard."""

    def __init__(self, rate=44100, channels=2):
        self.format = rate, -16, channels
        self.heard = []
        self.gaps = 0
        self.now = self.ends = 0.0
        self.waiting = None
        self.paused = False

    def get_init(self):
        return self.format

    def Channel(self, number):
        return self

    def Sound(self, buffer):
        return Sound(np.frombuffer(buffer, np.int16).reshape(-1, self.format[2]))

    def pass_time(self, seconds):
        if self.paused:
            return
        self.now += seconds
        while self.waiting is not None and self.now >= self.ends:
            self._begin(self.waiting, self.ends)
            self.waiting = None

    def play(self, sound, loops=0):
        self.gaps += bool(self.heard)
        self._begin(sound, self.now)

    def queue(self, sound):
        assert self.waiting is None
        self.waiting = sound

    def get_queue(self):
        return self.waiting

    def get_busy(self):
        return self.now < self.ends

    def stop(self):
        self.waiting, self.ends = None, self.now

    def pause(self):
        self.paused = True

    def unpause(self):
        self.paused = False

    def _begin(self, sound, when):
        self.heard.append(sound)
        self.ends = when + len(sound.samples) / self.format[0]

    def samples(self):
        return np.concatenate([sound.samples for sound in self.heard]).astype(float)


class Sound:
    def __init__(self, samples):
        self.samples = samples
        self.volume = None

    def set_volume(self, volume):
        self.volume = volume


def listen(tmp_path, program, frames=60, rate=44100, channels=2):
    """As the window does it: a sixtieth of a second of the portal's time, then of the mixer's."""
    (tmp_path / "code.py").write_text(HEAD + program)
    mixer = Mixer(rate, channels)
    with PyPortal(tmp_path) as portal:
        loudspeaker = Loudspeaker(mixer)
        portal.machine.speaker.listener = loudspeaker.hear
        for _ in range(frames):
            portal.run(FRAME)
            loudspeaker.amplify(portal.amplified and portal.running)
            mixer.pass_time(FRAME)
    return mixer


SYNTH = """
synth = synthio.Synthesizer(sample_rate=22050, waveform=sine)
dac.play(synth)
synth.press(69)
"""


@pytest.mark.parametrize(("rate", "channels"), [(44100, 2), (22050, 1), (48000, 2)])
def test_a_synthesizer_is_heard_without_gaps(tmp_path, rate, channels):
    mixer = listen(tmp_path, SYNTH + "time.sleep(9)", 90, rate, channels)
    heard = mixer.samples()
    assert mixer.gaps == 0
    assert 1.2 < len(heard) / rate < 1.6
    assert heard.shape[1] == channels
    assert (heard[:, :1] == heard).all()
    assert np.abs(np.diff(heard[:, 0])).max() <= 2 * np.pi * 440 / rate * 16000 * 1.05
    assert pitch(heard[:, 0], rate) == pytest.approx(440, rel=0.002)


def test_it_begins_within_a_sixth_of_a_second(tmp_path):
    mixer = listen(tmp_path, SYNTH + "time.sleep(9)", 10)
    assert mixer.heard and mixer.heard[0].samples.any()


def test_a_stream_that_ends_is_heard_to_its_end(tmp_path):
    mixer = listen(tmp_path, """
track = synthio.MidiTrack(bytes([0, 0x90, 69, 64, 60, 0x80, 69, 64, 0, 0xff]), 100,
                          sample_rate=22050, waveform=sine)
dac.play(track)
time.sleep(9)
""", 90)
    heard = mixer.samples()[:, 0]
    assert np.flatnonzero(heard)[-1] / 44100 == pytest.approx(0.6, abs=0.02)


def test_the_amplifier_and_a_pause_silence_a_stream(tmp_path):
    mixer = listen(tmp_path, SYNTH + """
time.sleep(0.5)
amplifier.value = False
time.sleep(0.2)
dac.pause()
time.sleep(9)
""")
    assert mixer.paused
    assert mixer.heard[0].volume == 1.0
    assert mixer.heard[-1].volume == 0.0
    assert 0.5 < len(mixer.samples()) / 44100 < 0.8


def test_no_block_is_heard_twice_where_a_stream_pauses(tmp_path):
    mixer = listen(tmp_path, """
track = synthio.MidiTrack(bytes([0, 0x90, 69, 64, 60, 0x80, 69, 64, 0, 0xff]), 100,
                          sample_rate=22050, waveform=sine)
dac.play(track)
for _ in range(10):
    time.sleep(0.03)
    dac.pause()
    time.sleep(0.01)
    dac.resume()
time.sleep(9)
""", 90)
    assert np.flatnonzero(mixer.samples()[:, 0])[-1] / 44100 == pytest.approx(0.6, abs=0.02)


def test_what_replaces_a_stream_is_heard_at_once(tmp_path):
    mixer = listen(tmp_path, SYNTH + """
time.sleep(0.5)
dac.play(audiocore.RawSample(sine, sample_rate=22050), loop=True)
time.sleep(9)
""", 33)
    assert len(mixer.heard[-1].samples) / 44100 == pytest.approx(1, abs=0.01)
    assert mixer.waiting is None


def test_pieces_of_any_size_are_joined_without_a_seam():
    sound = (20000 * np.sin(2 * np.pi * 300 * np.arange(8000) / 8000))[:, None].astype(np.int16)
    resampler = Resampler(8000, 44100)
    cuts = np.sort(np.random.default_rng(1).integers(0, 8000, 50))
    heard = np.concatenate([resampler.more(piece) for piece in np.split(sound, cuts)])[:, 0]
    assert len(heard) == pytest.approx(44100, abs=12)
    expected = 20000 * np.sin(2 * np.pi * 300 * np.arange(len(heard)) / 44100)
    assert np.abs(heard - expected).max() < 200
