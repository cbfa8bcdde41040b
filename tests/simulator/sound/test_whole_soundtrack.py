# SPDX-License-Identifier: MIT
"""A soundtrack from its beginning to its end: over resets, for two portals, saved as a WAV."""

import wave
from types import SimpleNamespace

import numpy as np
import pytest

from instantly import PyPortal
from listening import HEAD, RATE, hear, noise, part, sounding
from sim.errors import UserError
from sim.frontends.player import Player
from sim.frontends.script import Step
from sim.frontends.soundtrack import Soundtrack


def test_it_goes_on_over_a_reset_by_the_hands_and_by_the_program(tmp_path, write_wave):
    write_wave("a.wav", noise(0.1))
    (tmp_path / "code.py").write_text(HEAD + """
import microcontroller
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.5)
if not microcontroller.nvm[0]:
    microcontroller.nvm[0] = 255
    microcontroller.reset()
""")
    with PyPortal(tmp_path, nvm=bytes(8192)) as portal:
        track = Soundtrack(portal)
        player = Player(portal, [Step(3_000_000_000, "reset", ())])
        for tenth in range(1, 41):
            player.run_until(tenth * 100_000_000)
            track.look(player.now)
        heard = track.samples(player.now)
    starts = np.flatnonzero(np.diff(np.concatenate([[0], heard]) != 0) & (heard != 0))
    gaps = np.flatnonzero(np.diff(starts) > RATE // 10)
    # The program's own reset takes a second of boot; the hands' is in zero time.
    assert [round(starts[i] / RATE, 1) for i in (0, *(gaps + 1))] == [0, 1.5, 3]
    assert len(heard) == 4 * RATE


def test_without_a_player_a_reset_puts_the_sounds_behind_those_before(tmp_path, write_wave):
    write_wave("a.wav", noise(0.1))
    (tmp_path / "code.py").write_text(HEAD + 'dac.play(audiocore.WaveFile("a.wav"))\n'
                                      "while True: pass")
    with PyPortal(tmp_path) as portal:
        track = Soundtrack(portal)
        for _ in range(3):
            portal.run(0.7)
            portal.reset()
        heard = track.samples()
    for start in 0, 0.7, 1.4:
        assert sounding(part(heard, start, start + 0.7)) == pytest.approx((0, 0.1), abs=0.01)


def test_the_file_is_a_wav_of_the_length_that_was_asked_for(tmp_path, write_wave):
    write_wave("a.wav", noise(0.3))
    (tmp_path / "code.py").write_text(HEAD + 'dac.play(audiocore.WaveFile("a.wav"))\ntime.sleep(1)')
    with PyPortal(tmp_path) as portal:
        track = Soundtrack(portal, 22050)
        portal.run(0.5)
        track.save(tmp_path / "sound.wav")
        track.save(tmp_path / "long.wav", 2_000_000_000)
    with wave.open(str(tmp_path / "sound.wav")) as file:
        assert file.getparams()[:4] == (1, 2, RATE, RATE // 2)
        saved = np.frombuffer(file.readframes(RATE), "<i2")
    start = np.flatnonzero(saved)[0]
    assert start < 0.003 * RATE  # the program's own calls come first
    assert np.array_equal(saved[start : start + round(0.3 * RATE)], noise(0.3))
    with wave.open(str(tmp_path / "long.wav")) as file:
        assert file.getnframes() == 2 * RATE
    with pytest.raises(UserError):
        track.save(tmp_path / "no folder" / "sound.wav")


MELODY = """
synth = synthio.Synthesizer(sample_rate=22050)
mixer = audiomixer.Mixer(voice_count=2, sample_rate=22050, channel_count=1)
dac.play(mixer)
mixer.voice[0].play(synth)
for note in (60, 64, 67):
    synth.press(note)
    time.sleep(0.05)
    print(synth.pressed)
mixer.voice[1].play(audiocore.RawSample(sine, sample_rate=22050), loop=True)
time.sleep(0.1)
dac.stop()
"""


def test_the_same_program_sounds_the_same_and_two_portals_do_not_mix(tmp_path):
    alone, heard_alone = hear(tmp_path, MELODY, 0.4)
    (tmp_path / "code.py").write_text(HEAD + MELODY)
    with PyPortal(tmp_path) as one, PyPortal(tmp_path) as two:
        tracks = [Soundtrack(one), Soundtrack(two)]
        two.run(0.03)
        for portal in (one, two) * 20:
            portal.run(0.02)
        heard = [track.samples(400_000_000) for track in tracks]
    assert np.array_equal(heard[0], heard_alone)
    assert np.array_equal(heard[1], heard_alone)
    assert one.sounds == two.sounds == alone.sounds
    assert heard_alone.any()


def test_nothing_is_done_while_nothing_plays(tmp_path):
    """The clock has no appointment, so that an idle program is not stopped for sound."""
    (tmp_path / "code.py").write_text(HEAD + """
dac.play(audiocore.RawSample(sine, sample_rate=8000))
time.sleep(1)
""")
    with PyPortal(tmp_path) as portal:
        track = Soundtrack(portal)
        portal.run(0.9)
        moments = []
        clock = portal.machine.clock
        original = clock.at
        portal.machine.clock.at = lambda when, event: (moments.append(event.__module__),
                                                       original(when, event))
        portal.run(0.05)
    assert not [name for name in moments if name in ("sim.sound.voice", "sim.frontends.soundtrack")]
    assert track.samples().any()


def test_one_made_in_the_middle_hears_the_rest_and_a_closed_one_no_more(tmp_path, write_wave):
    write_wave("a.wav", noise(0.9))
    (tmp_path / "code.py").write_text(HEAD + 'dac.play(audiocore.WaveFile("a.wav"))\ntime.sleep(9)')
    with PyPortal(tmp_path) as portal:
        first = Soundtrack(portal)
        portal.run(0.3)
        second = Soundtrack(portal)
        portal.run(0.3)
        first.close()
        portal.run(0.4)
    assert sounding(first.samples()) == pytest.approx((0, 0.6), abs=0.001)
    assert sounding(second.samples()) == pytest.approx((0.3, 0.9), abs=0.001)
    assert np.array_equal(second.samples()[7000:13000], first.samples()[7000:13000])


def test_a_rate_must_be_one(tmp_path):
    with pytest.raises(ValueError, match="rate is 0"):
        Soundtrack(SimpleNamespace(machine=None), 0)
