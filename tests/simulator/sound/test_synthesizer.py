# SPDX-License-Identifier: MIT
"""A synthesizer: how many notes sound together, and what it refuses."""

import numpy as np
import pytest

from listening import SYNTH, error, hear, loudness, part, pitch


def test_twelve_notes_sound_and_the_thirteenth_does_not(tmp_path):
    portal, heard = hear(tmp_path, SYNTH + """
synth.press(range(48, 60))
synth.press(90)
print(len(synth.pressed), 90 in synth.pressed)
time.sleep(0.5)
synth.release(48)
synth.press(90)
print(90 in synth.pressed)
time.sleep(0.5)
""")
    assert portal.serial == "12 False\nTrue\n"
    assert np.abs(heard).max() <= 32767
    assert pitch(part(heard, 0.02, 0.5)) < 262
    early, late = (loudness(part(heard, t, t + 0.45), 1479.98) for t in (0.02, 0.53))
    assert late > 20 * early


def test_many_notes_in_step_are_compressed_and_not_cut_off(tmp_path):
    _, heard = hear(tmp_path, """
synth = synthio.Synthesizer(sample_rate=22050)
dac.play(synth)
notes = [synthio.Note(frequency=100) for _ in range(12)]
for count in (1, 2, 12):
    synth.press(notes[:count])
    time.sleep(0.1)
    synth.release_all()
    time.sleep(0.1)
""")
    peaks = [np.abs(part(heard, t, t + 0.09)).max() for t in (0, 0.2, 0.4)]
    assert peaks[0] == pytest.approx(16384, abs=1)
    assert peaks[1] == pytest.approx(28052, abs=60)
    assert 29000 < peaks[2] < 30500


def test_change_releases_presses_and_retriggers(tmp_path):
    portal, _ = hear(tmp_path, SYNTH + """
swing = synthio.LFO(rate=1)
synth.press(synthio.Note(frequency=100, bend=swing))
time.sleep(0.3)
old = synth.pressed
synth.change(old, [50, 52], swing)
print(synth.pressed, swing.phase)
synth.release_all_then_press(53)
print(synth.pressed)
""")
    assert portal.serial == "(50, 52) 0.0\n(53,)\n"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("synthio.Envelope(attack_time=-1)", "ValueError: attack_time must be >= 0"),
        ("synthio.Envelope(sustain_level=2)", "ValueError: sustain_level must be 0-1"),
        ("synthio.Envelope(attack_time='1')", "TypeError: can't convert str to float"),
        ("synthio.Envelope().attack_time = 1", "AttributeError: can't set attribute"),
        ("synthio.Note(frequency=-1)", "ValueError: frequency must be 0-32767"),
        ("synthio.Note(frequency=1, waveform=b'abcd')",
         "ValueError: waveform must be array of type 'h'"),
        ("synthio.Note(frequency=1, waveform=array.array('h', [1]))",
         "ValueError: waveform length must be 2-16384"),
        ("synthio.Note(frequency=1, envelope=3)",
         "TypeError: envelope must be of type Envelope, not int"),
        ("synthio.Note(frequency=1, bend=[])",
         "TypeError: bend must be of type BlockInput, not list"),
        ("synthio.Biquad(1, 2)", "TypeError: mode must be of type FilterMode, not int"),
        ("synthio.Math(1, 2)", "TypeError: operation must be of type MathOperation, not int"),
        ("synthio.Synthesizer(channel_count=0)", "ValueError: channel_count must be 1-2"),
        ("synthio.Synthesizer().press(128)", "ValueError: note must be 0-127"),
        ("synthio.Synthesizer().press(['a'])",
         "TypeError: note must be of type int or Note, not str"),
        ("synthio.Synthesizer().press(None)", "TypeError: 'NoneType' object is not iterable"),
        ("synthio.MidiTrack(b'', 0)", "ValueError: tempo must be >= 1"),
        ("synthio.MidiTrack(1, 1)", "TypeError: object with buffer protocol required"),
        ("synthio.from_file(1)", "TypeError: file must be a file opened in byte mode"),
        ("synthio.from_file(open('code.py', 'rb'))", "ValueError: Invalid file"),
        ("synthio.voct_to_hz(12)", "ValueError: ctrl must be -11-11"),
        ("synthio.FilterMode()", "TypeError: cannot create 'FilterMode' instances"),
    ],
)
def test_wrong_arguments_are_refused_as_on_the_device(tmp_path, call, text):
    assert error(tmp_path, call) == text
