# SPDX-License-Identifier: MIT
"""The synthesizer: notes, envelopes, blocks that change them, filters, and MIDI tracks."""

import struct

import numpy as np
import pytest

from tests.support.programs.listening import (
    BLOCK,
    RATE,
    SYNTH,
    envelope,
    error,
    hear,
    loudness,
    part,
    pitch,
    sounding,
)


@pytest.mark.parametrize(("note", "hertz"), [
    ("69", 440), ("60", 261.63), ("33", 55), ("100", 2637.02),
    ("synthio.Note(frequency=300, bend=0)", 300), ("synthio.Note(frequency=300, bend=1)", 600),
    ("synthio.Note(frequency=300, bend=-2)", 75),
    ("synthio.Note(frequency=300, bend=7 / 12)", 449.49)])
def test_a_midi_note_or_a_frequency_with_a_bend_in_octaves_has_its_pitch(tmp_path, note, hertz):
    _, heard = hear(tmp_path, SYNTH + f"synth.press({note})\ntime.sleep(1)")
    assert pitch(part(heard, 0.02, 1)) == pytest.approx(hertz, rel=0.001)


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


def test_a_part_of_a_waveform_can_be_looped(tmp_path):
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
    from sim.engines.python.modules import BuiltIns

    synthio = BuiltIns(None)("synthio")
    assert synthio.midi_to_hz(69) == pytest.approx(440, rel=1e-4)
    assert synthio.midi_to_hz(60) == pytest.approx(261.63, rel=1e-4)
    assert synthio.voct_to_hz(2.75) == pytest.approx(440, rel=1e-4)


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


def test_many_notes_in_phase_are_compressed_and_not_clipped(tmp_path):
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


@pytest.mark.parametrize(("call", "text"), [
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
])
def test_wrong_arguments_are_refused_as_on_the_device(tmp_path, call, text):
    assert error(tmp_path, call) == text


def test_lfos_change_amplitude_and_pitch(tmp_path):
    _, heard = hear(tmp_path, SYNTH + """
loud = synthio.LFO(rate=2, scale=0.4, offset=0.5)
note = synthio.Note(frequency=880, amplitude=loud)
synth.press(note)
time.sleep(1)
synth.release(note)
bend = synthio.LFO(array.array("h", [32767, -32768]), rate=1, interpolate=False, scale=1)
synth.press(synthio.Note(frequency=440, bend=bend))
time.sleep(1)
""", 2)
    middle, most, least = envelope(heard, (0.25, 0.125, 0.375))
    assert [middle, most, least] == pytest.approx([8000, 14400, 1600], abs=1000)
    assert pitch(part(heard, 1.05, 1.45)) == pytest.approx(880, rel=0.01)
    assert pitch(part(heard, 1.55, 1.95)) == pytest.approx(220, rel=0.01)


def test_an_lfo_with_once_stays_at_its_end(tmp_path):
    portal, heard = hear(tmp_path, SYNTH + """
rise = synthio.LFO(array.array("h", [0, 32767]), rate=4, once=True)
synth.press(synthio.Note(frequency=220, bend=rise))
time.sleep(0.5)
print(round(rise.value, 3), round(rise.phase, 3))
rise.retrigger()
time.sleep(0.125)
print(0.4 < rise.value < 0.6)
time.sleep(0.375)
""")
    assert portal.serial == "1.0 1.0\nTrue\n"
    assert pitch(part(heard, 0.3, 0.5)) == pytest.approx(440, rel=0.01)


def test_free_blocks_run_while_their_synthesizer_plays(tmp_path):
    portal, _ = hear(tmp_path, SYNTH + """
lfo = synthio.LFO(rate=1, scale=10, offset=synthio.Math(synthio.MathOperation.SUM, 1, 2, 3))
print(lfo.value)
time.sleep(0.25)
print(lfo.value)
synth.blocks.append(lfo)
time.sleep(0.25)
print(round(lfo.value))
""")
    assert portal.serial == "6.0\n6.0\n16\n"


@pytest.mark.parametrize(
    ("operation", "value"),
    [("SUM", 7.0), ("ADD_SUB", -1.0), ("PRODUCT", 5.0), ("MUL_DIV", 0.3125), ("ABS", 0.5),
     ("SCALE_OFFSET", 5.25), ("OFFSET_SCALE", 12.0), ("LERP", 8.5), ("CONSTRAINED_LERP", 2.5),
     ("DIV_ADD", 4.2), ("ADD_DIV", 0.75), ("MID", 2.5), ("MAX", 4.0), ("MIN", 0.5)],
)
def test_blocks_calculate(tmp_path, operation, value):
    portal, _ = hear(tmp_path, SYNTH + f"""
block = synthio.MathOperation.{operation}(0.5, 2.5, 4.0)
synth.blocks.append(block)
time.sleep(0.05)
print(block.value, block.operation)
""", 0.1)
    number, name = portal.serial.split()
    assert float(number) == pytest.approx(value)
    assert name == f"synthio.MathOperation.{operation}"


# Transfer functions of the analogue filters, at s, with Q and the shelves' A.
ANALOGUE = {
    "LOW_PASS": lambda s, q, a: 1 / (s * s + s / q + 1),
    "HIGH_PASS": lambda s, q, a: s * s / (s * s + s / q + 1),
    "BAND_PASS": lambda s, q, a: s / q / (s * s + s / q + 1),
    "NOTCH": lambda s, q, a: (s * s + 1) / (s * s + s / q + 1),
    "LOW_SHELF": lambda s, q, a: a * (s * s + a**0.5 / q * s + a) / (
        a * s * s + a**0.5 / q * s + 1),
    "HIGH_SHELF": lambda s, q, a: a * (a * s * s + a**0.5 / q * s + 1) / (
        s * s + a**0.5 / q * s + a),
}


@pytest.mark.parametrize("mode", ANALOGUE)
def test_a_filter_has_the_gain_of_the_analogue_filter(tmp_path, mode):
    """The bilinear transform relates the two."""
    _, heard = hear(tmp_path, SYNTH + f"""
quiet = array.array("h", [value // 16 for value in sine])
biquad = synthio.Biquad(synthio.FilterMode.{mode}, 1000, 1.5, 2)
for hertz in (100, 700, 1000, 4000):
    note = synthio.Note(frequency=hertz, waveform=quiet, filter=biquad)
    synth.press(note)
    time.sleep(0.25)
    synth.release(note)
""")
    for number, hertz in enumerate((100, 700, 1000, 4000)):
        start = number * 0.25
        gain = loudness(part(heard, start + 0.05, start + 0.24), hertz) / 1000
        s = 1j * np.tan(np.pi * hertz / RATE) / np.tan(np.pi * 1000 / RATE)
        assert gain == pytest.approx(abs(ANALOGUE[mode](s, 1.5, 2)), rel=0.03, abs=0.03)


WILD = ("float('nan')", "float('inf')", "-1e300", "1e300", "0")


@pytest.mark.parametrize("value", WILD)
def test_extreme_numbers_do_not_stop_the_program(tmp_path, value):
    """Blocks run in clock events, where a program could not catch an exception."""
    portal, _ = hear(tmp_path, SYNTH + f"""
x = {value}
swing = synthio.LFO(rate=x, scale=x, offset=x, phase_offset=x)
note = synthio.Note(frequency=440, amplitude=swing, bend=swing, panning=swing,
                    waveform=sine, waveform_loop_start=swing, waveform_loop_end=swing,
                    ring_frequency=9, ring_bend=swing, ring_waveform=sine)
synth.press(note)
for mode in ("LOW_PASS", "PEAKING_EQ", "LOW_SHELF", "HIGH_SHELF"):
    note.filter = synthio.Biquad(getattr(synthio.FilterMode, mode), swing, swing, swing)
    synth.blocks.append(synthio.MathOperation.DIV_ADD(x, swing, x))
    synth.blocks.append(x)
    time.sleep(0.05)
print("alive")
""")
    assert portal.serial == "alive\n"


TRACK = bytes([0, 0x90, 69, 64, 100, 0x80, 69, 64, 50, 0x90, 81, 64, 100, 0x80, 81, 64, 0, 0xFF])


def test_a_midi_track_plays_its_notes_and_ends(tmp_path):
    portal, heard = hear(tmp_path, f"""
track = synthio.MidiTrack({TRACK!r}, 200, sample_rate=22050, waveform=sine)
print(track.tempo, track.error_location, track.sample_rate)
dac.play(track)
while dac.playing:
    pass
print(round(time.monotonic(), 1))
""", 2)
    assert portal.serial.startswith("200 None 22050\n")
    assert pitch(part(heard, 0.05, 0.45)) == pytest.approx(440, rel=0.001)
    assert pitch(part(heard, 0.8, 1.2)) == pytest.approx(880, rel=0.001)
    assert not part(heard, 0.53, 0.74).any()
    [(_, name, seconds, _)] = portal.sounds
    assert (name, seconds) == ("<MidiTrack>", pytest.approx(1.25, abs=0.01))


def test_a_midi_file_is_played(tmp_path):
    header = struct.pack(">4sI3H", b"MThd", 6, 0, 1, 100)
    (tmp_path / "a.mid").write_bytes(header + struct.pack(">4sI", b"MTrk", len(TRACK)) + TRACK)
    portal, heard = hear(tmp_path, """
track = synthio.from_file(open("a.mid", "rb"), sample_rate=22050, waveform=sine)
print(track.tempo)
dac.play(track)
time.sleep(2)
""", 2)
    assert portal.serial == "200\n"
    assert pitch(part(heard, 0.05, 0.45)) == pytest.approx(440, rel=0.001)


@pytest.mark.parametrize("events", [b"", b"\0", b"\0\x90", b"\0\x90\x45\xff", b"\x81", b"\0\x10\0"])
def test_a_broken_track_ends_and_reports_its_error_location(tmp_path, events):
    portal, _ = hear(tmp_path, f"""
track = synthio.MidiTrack({events!r}, 100)
dac.play(track)
time.sleep(0.3)
print(track.error_location, dac.playing)
""")
    location, playing = portal.serial.split()
    assert playing == "False"
    assert location == ("None" if events == b"\0" else str(int(location)))
