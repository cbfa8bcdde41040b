# SPDX-License-Identifier: MIT
"""The speaker: what is played, when, for how long, and what cannot be played."""

import struct

import pytest

from tests.support.programs.listening import error, hear, run_portal, silence, write_wave

DEINITIALIZED = "Object has been deinitialized and can no longer be used. Create a new object."
# (program, output); a.wav is a second of silence, b.wav a fifth of one.
PROGRAMS = {
    "the program goes on while a sound plays": ("""
dac.play(audiocore.WaveFile("/a.wav"))
print(dac.playing)
time.sleep(0.9)
print(dac.playing)
time.sleep(0.2)
print(dac.playing)
""", "True\nTrue\nFalse\n"),
    "a paused sound counts as playing and keeps its place": ("""
dac.play(audiocore.WaveFile("a.wav"))
time.sleep(0.6)
dac.pause()
time.sleep(2)
print(dac.playing, dac.paused)
dac.resume()
time.sleep(0.3)
print(dac.playing)
time.sleep(0.2)
print(dac.playing)
""", "True True\nTrue\nFalse\n"),
    "a sound ends the one before": ("""
dac.play(audiocore.WaveFile("a.wav"))
dac.play(audiocore.WaveFile("b.wav"))
time.sleep(0.3)
print(dac.playing)
""", "False\n"),
    "a loop ends only when it is stopped": ("""
dac.play(audiocore.WaveFile("b.wav"), loop=True)
time.sleep(2)
print(dac.playing)
dac.stop()
print(dac.playing)
""", "True\nFalse\n"),
    "closing the file ends the sound": ("""
with open("a.wav", "rb") as file:
    dac.play(audiocore.WaveFile(file))
    print(dac.playing)
print(dac.playing)
""", "True\nFalse\n"),
    "a sample rate that is set before playing counts": ("""
with audiocore.WaveFile("a.wav", bytearray(512)) as sound:
    print(sound.sample_rate, sound.bits_per_sample, sound.channel_count)
    sound.sample_rate = 11025
    dac.play(sound)
    sound.sample_rate = 44100
    time.sleep(1.9)
    print(dac.playing, sound.sample_rate)
print(dac.playing)
""", "22050 16 1\nTrue 44100\nFalse\n"),
    "one output has the DAC": ("""
dac.deinit()
dac.deinit()
for pins in ((board.D3,), (board.A0, board.D3), (board.A0, board.A0), (3,), (board.A4, board.A0),
             (board.A0,)):
    try:
        both = audioio.AudioOut(pins[0], right_channel=pins[1] if len(pins) > 1 else None)
        print("has it")
    except (RuntimeError, TypeError, ValueError) as error:
        print(repr(error))
both.deinit()
left = audioio.AudioOut(board.A0)
try:
    audioio.AudioOut(board.A4)
except RuntimeError as error:
    print(error)
left.deinit()
audioio.AudioOut(board.A4)
for attribute in ("playing", "paused"):
    try:
        getattr(left, attribute)
    except ValueError as error:
        print(error)
""", f"""\
ValueError('Invalid left_channel pin')
ValueError('Invalid right_channel pin')
ValueError('Cannot output both channels on the same pin')
TypeError('left_channel must be of type Pin, not int')
has it
ValueError('SPEAKER in use')
DAC already in use
{DEINITIALIZED}
{DEINITIALIZED}
"""),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_playing(tmp_path, case):
    program, output = PROGRAMS[case]
    write_wave(tmp_path / "a.wav", silence(1.0))
    write_wave(tmp_path / "b.wav", silence(0.2))
    portal, _ = hear(tmp_path, program, 5)
    assert portal.serial == output


def test_sounds_are_logged_with_their_start_path_length_and_digest(tmp_path):
    write_wave(tmp_path / "a.wav", silence(1.5))
    write_wave(tmp_path / "b.wav", silence(0.5))
    portal, _ = hear(tmp_path, """
time.sleep(0.5)
sound = audiocore.WaveFile("b.wav")
sound.sample_rate = 11025
for each in audiocore.WaveFile("/a.wav"), sound:
    dac.play(each)
    time.sleep(0.2)
""")
    assert [(round(start, 1), path, seconds) for start, path, seconds, _ in portal.sounds] == [
        (0.5, "a.wav", 1.5), (0.7, "b.wav", 1.0)]
    assert all(len(digest) == 16 for *_, digest in portal.sounds)


@pytest.mark.parametrize(
    ("rate", "channels", "width"), [(8000, 1, 1), (22050, 2, 2), (44100, 2, 1)]
)
def test_every_format_of_the_device_is_played(tmp_path, rate, channels, width):
    write_wave(tmp_path / "a.wav", silence(0.5, rate, channels), rate, width)
    portal, _ = hear(tmp_path, """
wave = audiocore.WaveFile(open("a.wav", "rb"))
print(wave.sample_rate, wave.channel_count, wave.bits_per_sample)
dac.play(wave)
""")
    assert portal.serial == f"{rate} {channels} {width * 8}\n"
    assert portal.sounds[0][2] == pytest.approx(0.5)


FORMAT = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)
CHUNK = struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"fmt ", 16)
BROKEN = [
    (b"", "Invalid file"),
    (b"this is no sound at all, and it is long enough", "Invalid file"),
    (CHUNK + struct.pack("<HHIIHH", 1, 1, 8000, 24000, 3, 24) + b"data" + bytes(4),
     "Format not supported"),
    (struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"junk", 16) + FORMAT, "Invalid file"),
    (CHUNK + FORMAT, "Invalid file"),
]


@pytest.mark.parametrize(("data", "message"), BROKEN)
def test_files_that_the_device_cannot_play_are_refused(tmp_path, data, message):
    (tmp_path / "a.wav").write_bytes(data)
    assert error(tmp_path, 'audiocore.WaveFile("a.wav")') == f"ValueError: {message}"


@pytest.mark.parametrize(("call", "message"), [
    ("dac.play(b'abc')", "'bytes' object does not support 'protocol_audiosample'"),
    ("dac.pause()", "Not playing"),
    ("RawSample('abc')", "object with buffer protocol required"),
    ("RawSample(array.array('f', [1]))",
     "buffer must be a bytearray or array of type 'h', 'H', 'b', or 'B'"),
    ("RawSample(b'abcd', channel_count=0)", "channel_count must be 1-2"),
    ("RawSample(b'abcd', sample_rate=0)", "sample_rate must be >= 1"),
    ("RawSample(b'abc', single_buffer=False)",
     "Length of buffer must be an even multiple of channel_count * type_size"),
    ("RawSample(b'abcd', sample_rate=1.5)", "can't convert float to int"),
    ("dac.play(RawSample(b'abcd', sample_rate=2000000))",
     "Sample rate too high. It must be less than 1000000"),
    ("sample = RawSample(b'abcd'); sample.deinit(); dac.play(sample)", DEINITIALIZED),
    ("WaveFile(3)", "file must be a file opened in byte mode"),
    ("WaveFile(open('code.py'))", "file must be a file opened in byte mode"),
    ("WaveFile('code.py')", "Invalid file"),
    ("WaveFile('a.wav', bytes(8))", "object with buffer protocol required"),
    ("WaveFile('a.wav', bytearray(4))", "buffer length must be 8-1024"),
    ("audioio.AudioOut(board.A4, quiescent_value=-1)", "quiescent_value must be 0-65535"),
])
def test_wrong_arguments_are_refused_as_on_the_device(tmp_path, call, message):
    write_wave(tmp_path / "a.wav", silence(0.1))
    program = "from audiocore import RawSample, WaveFile\n" + call
    assert error(tmp_path, program).partition(": ")[2] == message


@pytest.mark.parametrize(("kind", "values"), [
    ("h", (-300, 300)), ("H", (0x8000 - 300, 0x8000 + 300))])
def test_signed_and_unsigned_samples_sound_alike(tmp_path, kind, values):
    portal = run_portal(tmp_path, f"""
dac.play(audiocore.RawSample(array.array("{kind}", {list(values)})))
time.sleep(1)
""", 0.5)
    assert portal.board.speaker.voice.wave.samples == struct.pack("<2h", -300, 300)


def test_a_sample_is_read_when_it_is_played_and_a_double_buffered_one_in_each_loop(tmp_path):
    """A double-buffered one is read in halves, so changes are heard the next time round."""
    portal = run_portal(tmp_path, """
values = array.array("h", [1000] * 800)
single = audiocore.RawSample(values)
double = audiocore.RawSample(values, single_buffer=False)
values[0] = 7
dac.play(single, loop=True)
values[1] = 8
time.sleep(0.3)
dac.play(double, loop=True)
time.sleep(0.06)
for i in range(800):
    values[i] = 2000
time.sleep(10)
""", 0.2)
    speaker = portal.board.speaker
    assert speaker.voice.block[:3, 0].tolist() == [7, 1000, 1000]
    portal.run(0.14)
    assert speaker.voice.block[:2, 0].tolist() == [7, 8]
    portal.run(0.04)
    assert set(speaker.voice.block[:, 0].tolist()) == {1000}
    portal.run(0.04)
    assert set(speaker.voice.block[:, 0].tolist()) == {2000}
