# SPDX-License-Identifier: MIT
"""Sound as it is heard: the soundtrack of a recording, and the window's loudspeaker."""

import math
import wave
from types import SimpleNamespace

import numpy as np
import pytest

from sim.board.sound import Wave
from sim.errors import UserError
from sim.frontends.player import Player
from sim.frontends.recorder import Soundtrack
from sim.frontends.script import Step
from sim.frontends.window.sound import Loudspeaker, Stream, convert
from tests.support.programs.listening import (
    HEAD,
    RATE,
    hear,
    noise,
    part,
    pitch,
    sounding,
    write_wave,
)
from tests.support.programs.programs import PyPortal

CUTS = """
began = time.monotonic()
def at(moment):
    time.sleep(began + moment - time.monotonic())
def play(name):
    dac.play(audiocore.WaveFile(name))
at(0.5)
play("a.wav")
at(1)
play("a.wav")
at(1.1)
dac.stop()
amplifier.value = False
at(1.4)
play("a.wav")
at(1.5)
amplifier.value = True
at(1.6)
amplifier.value = False
at(1.9)
amplifier.value = True
at(2)
with open("a.wav", "rb") as file:
    dac.play(audiocore.WaveFile(file))
    at(2.1)
at(2.5)
play("a.wav")
at(2.6)
dac.pause()
at(2.8)
dac.resume()
at(3.5)
play("a.wav")
at(3.6)
play("b.wav")
at(9)
"""
SIDES = """
began = time.monotonic()
for left, right in ((board.SPEAKER, None), (board.SPEAKER, board.A4), (board.A4, board.SPEAKER),
                    (board.A4, None)):
    dac.deinit()
    dac = audioio.AudioOut(left, right_channel=right)
    dac.play(audiocore.WaveFile("a.wav"))
    began += 0.15
    time.sleep(began - time.monotonic())
"""
RESTARTING = """
import microcontroller
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.5)
if not microcontroller.nvm[0]:
    microcontroller.nvm[0] = 255
    microcontroller.reset()
"""
FRAME = 1 / 60


def test_a_sound_is_recorded_unchanged_and_cut_where_it_is_cut(tmp_path):
    write_wave(tmp_path / "a.wav", noise(0.3))
    write_wave(tmp_path / "b.wav", np.full(RATE // 10, 2000))
    portal, heard = hear(tmp_path, CUTS, 4)
    loud = np.flatnonzero(heard)
    breaks = np.flatnonzero(np.diff(loud) > 0.02 * RATE)
    starts, ends = loud[[0, *(breaks + 1)]], loud[[*breaks, -1]]
    assert starts / RATE == pytest.approx([0.5, 1, 1.5, 2, 2.5, 2.8, 3.5], abs=0.01)
    assert ends / RATE == pytest.approx([0.8, 1.1, 1.6, 2.1, 2.6, 3.0, 3.7], abs=0.02)
    assert np.array_equal(heard[starts[0]:ends[0] + 1], noise(0.3))
    paused = np.concatenate([heard[starts[4]:ends[4] + 1], heard[starts[5]:ends[5] + 1]])
    assert len(paused) == pytest.approx(0.3 * RATE, abs=2)
    assert np.isin(paused, noise(0.3)).all()
    assert set(part(heard, 3.62, 3.69)) == {2000}
    assert portal.sounds[1][1:3] == ("a.wav", 0.3)


def test_the_speaker_gets_the_channel_of_its_pin(tmp_path):
    write_wave(tmp_path / "a.wav", np.array([[100] * 2000, [-200] * 2000]))
    _, heard = hear(tmp_path, SIDES, 0.6)
    assert [set(part(heard, at + 0.08, at + 0.1)) for at in (0, 0.15, 0.3, 0.45)] == [
        {100}, {100}, {-200}, {0}]


def test_a_track_goes_on_over_resets_by_a_script_and_by_the_program(tmp_path):
    write_wave(tmp_path / "a.wav", noise(0.1))
    (tmp_path / "code.py").write_text(HEAD + RESTARTING)
    with PyPortal(tmp_path, nvm=bytes(8192)) as portal:
        track = Soundtrack(portal)
        player = Player(portal, [Step(3_000_000_000, "reset", ())])
        for tenth in range(1, 41):
            player.run_until(tenth * 100_000_000)
            track.look(player.now)
        heard = track.samples(player.now)
        portal.reset()  # without the player
        portal.run(0.5)
        more = track.samples()
    starts = np.flatnonzero(np.diff(np.concatenate([[0], heard]) != 0) & (heard != 0))
    gaps = np.flatnonzero(np.diff(starts) > RATE // 10)
    # The program's own reset takes the time of a boot; the script's takes none.
    assert [round(starts[i] / RATE, 1) for i in (0, *(gaps + 1))] == [0, 2, 3]
    assert len(heard) == 4 * RATE
    assert sounding(more[-RATE // 2:]) == pytest.approx((0, 0.1), abs=0.01)


def test_a_track_records_from_its_creation_until_it_is_closed_and_is_saved(tmp_path):
    write_wave(tmp_path / "a.wav", noise(0.9))
    (tmp_path / "code.py").write_text(HEAD + 'dac.play(audiocore.WaveFile("a.wav"))\ntime.sleep(9)')
    with PyPortal(tmp_path) as portal:
        first = Soundtrack(portal)
        portal.run(0.3)
        second = Soundtrack(portal, 22050)
        portal.run(0.3)
        first.close()
        portal.run(0.4)
        second.save(tmp_path / "sound.wav")
        second.save(tmp_path / "long.wav", 2_000_000_000)
    assert sounding(first.samples()) == pytest.approx((0, 0.6), abs=0.001)
    assert sounding(second.samples()) == pytest.approx((0.3, 0.9), abs=0.001)
    assert np.array_equal(second.samples()[7000:13000], first.samples()[7000:13000])
    with wave.open(str(tmp_path / "sound.wav")) as file:
        assert file.getparams()[:4] == (1, 2, RATE, len(second.samples()))
        saved = np.frombuffer(file.readframes(RATE), "<i2")
    assert np.array_equal(saved, second.samples())
    with wave.open(str(tmp_path / "long.wav")) as file:
        assert file.getnframes() == 2 * RATE
    with pytest.raises(UserError):
        second.save(tmp_path / "no folder" / "sound.wav")
    with pytest.raises(ValueError, match="rate is 0"):
        Soundtrack(SimpleNamespace(engine=None), 0)


@pytest.mark.parametrize("rate", [8000, 48000])
@pytest.mark.parametrize("bits", [8, 16])
def test_another_rate_keeps_pitch_and_length(rate, bits):
    wave = [math.sin(2 * math.pi * 440 * n / rate) for n in range(rate)]
    samples = (bytes(round(128 + 100 * level) for level in wave) if bits == 8
               else np.array([25600 * level for level in wave], "<i2").tobytes())
    heard = convert(Wave(samples, rate, 1, bits), 44100, 2)
    spectrum = np.abs(np.fft.rfft(heard[:, 0]))
    assert heard.shape == (44100, 2)
    assert spectrum.argmax() == 440


class Mixer:
    """One channel in real time: the sound that plays, the queued one, and those heard before."""

    def __init__(self, rate, channels):
        self.format = rate, -16, channels
        self.heard = []
        self.gaps = 0
        self.now = self.ends = 0.0
        self.waiting = None

    def get_init(self):
        return self.format

    def Channel(self, number):
        return self

    def Sound(self, buffer):
        samples = np.frombuffer(buffer, np.int16).reshape(-1, self.format[2])
        return SimpleNamespace(samples=samples, set_volume=lambda volume: None)

    def pass_time(self, seconds):
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

    def unpause(self):
        """It never pauses."""

    def _begin(self, sound, when):
        self.heard.append(sound)
        self.ends = when + len(sound.samples) / self.format[0]

    def samples(self):
        return np.concatenate([sound.samples for sound in self.heard]).astype(float)


@pytest.mark.parametrize(("rate", "channels"), [(44100, 2), (22050, 1), (48000, 2)])
def test_a_stream_is_heard_without_gaps_from_a_sixth_of_a_second_on(tmp_path, rate, channels):
    soundfile = pytest.importorskip("soundfile")
    moments = np.arange(22050 * 2) / 22050
    soundfile.write(tmp_path / "a.mp3", 0.5 * np.sin(2 * np.pi * 220.5 * moments), 22050,
                    format="MP3")
    (tmp_path / "code.py").write_text(f"""{HEAD}
dac.play(audiomp3.MP3Decoder("a.mp3"))
time.sleep(9)
""")
    mixer = Mixer(rate, channels)
    with PyPortal(tmp_path) as portal:
        loudspeaker = Loudspeaker(mixer)
        portal.board.speaker.listener = loudspeaker.hear
        for _ in range(90):  # the turns of the window
            portal.run(FRAME)
            loudspeaker.amplify(portal.amplified and portal.running)
            mixer.pass_time(FRAME)
    heard = mixer.samples()
    assert mixer.gaps == 0
    assert 1.5 - 10 * FRAME <= len(heard) / rate < 1.6
    assert heard.shape[1] == channels
    assert (heard[:, :1] == heard).all()
    assert np.abs(np.diff(heard[:, 0])).max() <= 2 * np.pi * 220.5 / rate * 16384 * 1.1
    assert pitch(heard[:, 0], rate) == pytest.approx(220.5, rel=0.002)


def test_a_stream_is_cut_into_pieces_and_its_rest_comes_at_its_end():
    """Pieces are of 50 ms, and half a second waits at most: the oldest is lost."""
    stream, block = Stream(1000, 1000, 2), np.arange(120, dtype=np.int16)
    voice = SimpleNamespace(ended=False, block=block, rest=lambda: voice.block)
    for _ in range(2):  # a block is heard once
        stream.hear(voice)
    assert [stream.has(pieces) for pieces in (1, 2, 3)] == [True, True, False]
    pieces = [stream.piece(), stream.piece()]
    assert np.concatenate(pieces).tolist() == [[level, level] for level in range(100)]
    assert not stream.has(1)
    voice.ended = True
    stream.hear(voice)
    assert stream.has(1) and stream.piece()[:, 1].tolist() == [*range(100, 119)]
    voice.block = np.arange(700, dtype=np.int16)
    stream.hear(voice)
    assert stream.has(10) and stream.piece()[0, 0] == 199
