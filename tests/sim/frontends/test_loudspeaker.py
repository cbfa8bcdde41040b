# SPDX-License-Identifier: MIT
"""The window's loudspeaker: waves in the mixer's format, and streams in pieces without a gap."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from sim.board.sound.sources import Resampler
from sim.board.sound.speaker import Speaker, Wave
from sim.clock import Clock
from sim.frontends.window.sound import Loudspeaker, convert
from tests.support.programs.instantly import PyPortal
from tests.support.programs.listening import HEAD, pitch


class FakeMixer:
    """Records the calls of its one channel."""

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
    speaker = Speaker(Clock(0))
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
    speaker = Speaker(Clock(0))
    speaker.listener = loudspeaker.hear
    speaker.play(Wave(b"", 8000, 1, 8))
    assert mixer.calls == ["stop", "unpause"]


def test_sixteen_bit_stereo_is_unchanged():
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


FRAME = 1 / 60


class Mixer:
    """One channel in real time: the sound that plays, the queued one, and those heard before."""

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
    """Run portal and mixer in turns of a sixtieth of a second, as the window does."""
    (tmp_path / "code.py").write_text(HEAD + program)
    mixer = Mixer(rate, channels)
    with PyPortal(tmp_path) as portal:
        loudspeaker = Loudspeaker(mixer)
        portal.board.speaker.listener = loudspeaker.hear
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


def test_a_stream_begins_within_a_sixth_of_a_second(tmp_path):
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


def test_a_sound_that_replaces_a_stream_is_heard_at_once(tmp_path):
    mixer = listen(tmp_path, SYNTH + """
time.sleep(0.5)
dac.play(audiocore.RawSample(sine, sample_rate=22050), loop=True)
time.sleep(9)
""", 33)
    assert len(mixer.heard[-1].samples) / 44100 == pytest.approx(1, abs=0.01)
    assert mixer.waiting is None


def test_pieces_of_any_size_are_resampled_without_gaps():
    sound = (20000 * np.sin(2 * np.pi * 300 * np.arange(8000) / 8000))[:, None].astype(np.int16)
    resampler = Resampler(8000, 44100)
    cuts = np.sort(np.random.default_rng(1).integers(0, 8000, 50))
    heard = np.concatenate([resampler.more(piece) for piece in np.split(sound, cuts)])[:, 0]
    assert len(heard) == pytest.approx(44100, abs=12)
    expected = 20000 * np.sin(2 * np.pi * 300 * np.arange(len(heard)) / 44100)
    assert np.abs(heard - expected).max() < 200
