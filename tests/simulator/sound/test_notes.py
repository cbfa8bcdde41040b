# SPDX-License-Identifier: MIT
"""A synthesizer's notes: their pitch, loudness over time, waveform and side."""

import numpy as np
import pytest

from listening import BLOCK, SYNTH, envelope, hear, loudness, part, pitch, sounding


@pytest.mark.parametrize(("note", "hertz"), [(69, 440), (60, 261.63), (33, 55), (100, 2637.02)])
def test_a_midi_note_has_its_pitch(tmp_path, note, hertz):
    _, heard = hear(tmp_path, SYNTH + f"synth.press({note})\ntime.sleep(1)")
    assert pitch(part(heard, 0.02, 1)) == pytest.approx(hertz, rel=0.001)


@pytest.mark.parametrize(("bend", "hertz"), [(0, 300), (1, 600), (-2, 75), (7 / 12, 449.49)])
def test_a_bend_is_in_octaves(tmp_path, bend, hertz):
    _, heard = hear(tmp_path, SYNTH + f"""
synth.press(synthio.Note(frequency=300, bend={bend}))
time.sleep(1)
""")
    assert pitch(part(heard, 0.02, 1)) == pytest.approx(hertz, rel=0.002)


def test_the_own_waveform_of_a_synthesizer_is_a_square(tmp_path):
    """Its odd overtones fall as 1/n, the even ones are not there."""
    _, heard = hear(tmp_path, """
synth = synthio.Synthesizer(sample_rate=22050)
dac.play(synth)
synth.press(synthio.Note(frequency=245))
time.sleep(1)
""")
    tones = [loudness(part(heard, 0.02, 1), 245 * n) for n in (1, 2, 3, 4, 5)]
    assert tones[0] == pytest.approx(16384 * 4 / np.pi, rel=0.02)
    assert tones[1::2] == pytest.approx([0, 0], abs=tones[0] / 100)
    assert tones[2::2] == pytest.approx([tones[0] / 3, tones[0] / 5], rel=0.05)


def test_a_note_sounds_from_press_to_release(tmp_path):
    portal, heard = hear(tmp_path, SYNTH + """
note = synthio.Note(frequency=440)
time.sleep(0.2)
synth.press((note, 69))
print(len(synth.pressed), synth.pressed[0] is note, synth.pressed[1])
print(synth.note_info(note)[1], synth.note_info(5))
time.sleep(0.3)
synth.release(note)
print(synth.pressed)
synth.release_all()
print(synth.pressed, synth.note_info(note)[0])
time.sleep(0.3)
""")
    assert portal.serial.splitlines() == [
        "2 True 69", "1.0 (None, 0.0)", "(69,)", "() synthio.EnvelopeState.RELEASE"]
    assert sounding(heard) == pytest.approx((0.2, 0.5), abs=2 * BLOCK + 0.003)


def test_an_envelope_has_its_shape(tmp_path):
    portal, heard = hear(tmp_path, SYNTH + """
shape = synthio.Envelope(attack_time=0.2, decay_time=0.2, release_time=0.3, attack_level=0.8,
                         sustain_level=0.5)
note = synthio.Note(frequency=880, envelope=shape)
synth.press(note)
for wait in (0.1, 0.2, 0.3):
    time.sleep(wait)
    print(synth.note_info(note)[0])
synth.release(note)
time.sleep(0.35)
print(synth.note_info(note))
""")
    assert [line.rpartition(".")[2] for line in portal.serial.splitlines()] == [
        "ATTACK", "DECAY", "SUSTAIN", "0)"]
    # Half of full scale is a note's most.
    top = 16000 * 0.8
    expected = [top / 2, top, top * 0.75, top / 2, top / 2, top / 4]
    # It steps once a block.
    assert envelope(heard, (0.1, 0.2, 0.3, 0.4, 0.55, 0.75)) == pytest.approx(expected, abs=1100)
    assert sounding(heard)[1] == pytest.approx(0.9, abs=3 * BLOCK)


def test_a_ring_multiplies_two_waves(tmp_path):
    """Sum and difference of the two pitches, and neither of them."""
    _, heard = hear(tmp_path, SYNTH + """
synth.press(synthio.Note(frequency=1000, ring_frequency=100, ring_waveform=sine))
time.sleep(1)
""")
    tones = [loudness(part(heard, 0.02, 1), hertz) for hertz in (900, 1000, 1100)]
    assert tones[0] == pytest.approx(tones[2], rel=0.05)
    assert tones[1] < tones[0] / 50


def test_a_part_of_a_waveform_can_be_gone_round_in(tmp_path):
    _, heard = hear(tmp_path, SYNTH + """
both = array.array("h", list(sine) + [value // 4 for value in sine])
note = synthio.Note(frequency=441, waveform=both, waveform_loop_end=100)
synth.press(note)
time.sleep(0.4)
note.waveform_loop_end = synthio.waveform_max_length
note.waveform_loop_start = 100
time.sleep(0.4)
""")
    for start, peak in ((0.02, 16000), (0.45, 4000)):
        assert pitch(part(heard, start, start + 0.3)) == pytest.approx(441, abs=1)
        assert np.abs(part(heard, start, start + 0.3)).max() == pytest.approx(peak, rel=0.01)


def test_a_note_too_high_for_the_rate_is_silent(tmp_path):
    _, heard = hear(tmp_path, SYNTH + "synth.press(synthio.Note(frequency=12000))\ntime.sleep(0.2)")
    assert not heard.any()


def test_a_waveform_is_heard_as_it_is_changed(tmp_path):
    _, heard = hear(tmp_path, SYNTH + """
synth.press(69)
time.sleep(0.3)
for i in range(100):
    sine[i] //= 4
sine.append(0)
time.sleep(0.3)
""")
    assert envelope(heard, (0.2, 0.5)) == pytest.approx([16000, 4000], abs=10)


def test_stereo_puts_a_note_on_a_side(tmp_path):
    _, heard = hear(tmp_path, """
synth = synthio.Synthesizer(sample_rate=22050, channel_count=2, waveform=sine)
dac.play(synth)
note = synthio.Note(frequency=441, panning=-0.5)
synth.press(note)
time.sleep(0.3)
note.panning = 1
time.sleep(0.3)
""")
    assert envelope(heard, (0.2, 0.5)) == pytest.approx([8000, 16000], abs=40)


def test_pitches_are_converted():
    from sim.hardware import plug_in

    synthio = plug_in("synthio", None)
    assert synthio.midi_to_hz(69) == pytest.approx(440, rel=1e-4)
    assert synthio.midi_to_hz(60) == pytest.approx(261.63, rel=1e-4)
    assert synthio.voct_to_hz(2.75) == pytest.approx(440, rel=1e-4)
