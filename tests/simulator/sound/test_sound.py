# SPDX-License-Identifier: MIT
"""The speaker: what is played, when, for how long, and what cannot be played."""

import struct
import wave

import pytest

from instantly import PyPortal
from listening import PLAYER


@pytest.fixture
def write_silence(tmp_path):
    """Writes a WAV file of silence with the standard library."""

    def write(name, seconds=1.0, rate=22050, channels=1, width=2):
        with wave.open(str(tmp_path / name), "wb") as file:
            file.setnchannels(channels)
            file.setsampwidth(width)
            file.setframerate(rate)
            file.writeframes(bytes(int(seconds * rate) * channels * width))

    return write


def run(folder, seconds=5.0):
    portal = PyPortal(folder)
    portal.run(seconds)
    return portal


def test_a_sound_is_logged_and_plays_while_the_program_goes_on(write_program, write_silence):
    write_silence("a.wav", 1.5)
    portal = run(write_program(PLAYER + """
time.sleep(0.5)
audio.play(WaveFile("/a.wav"))
print(audio.playing)
time.sleep(1.4)
print(audio.playing)
time.sleep(0.2)
print(audio.playing)
"""))
    assert portal.serial == "True\nTrue\nFalse\n"
    [(start, path, seconds, digest)] = portal.sounds
    assert (round(start, 2), path, seconds) == (0.5, "a.wav", 1.5)
    assert len(digest) == 16


@pytest.mark.parametrize(
    ("rate", "channels", "width"), [(8000, 1, 1), (22050, 2, 2), (44100, 2, 1)]
)
def test_every_format_the_device_plays_is_played(write_program, write_silence, rate, channels,
                                                 width):
    write_silence("a.wav", 0.5, rate, channels, width)
    program = """
wave = WaveFile(open("a.wav", "rb"))
print(wave.sample_rate, wave.channel_count, wave.bits_per_sample)
audio.play(wave)
"""
    portal = run(write_program(PLAYER + program))
    assert portal.serial == f"{rate} {channels} {width * 8}\n"
    assert portal.sounds[0][2] == pytest.approx(0.5)


def test_pausing_keeps_the_place_and_still_counts_as_playing(write_program, write_silence):
    write_silence("a.wav", 1.0)
    portal = run(write_program(PLAYER + """
audio.play(WaveFile("a.wav"))
time.sleep(0.6)
audio.pause()
time.sleep(2)
print(audio.playing, audio.paused)
audio.resume()
time.sleep(0.3)
print(audio.playing)
time.sleep(0.2)
print(audio.playing)
"""))
    assert portal.serial == "True True\nTrue\nFalse\n"


def test_a_new_sound_ends_the_former(write_program, write_silence):
    write_silence("a.wav", 3.0)
    write_silence("b.wav", 0.2)
    portal = run(write_program(PLAYER + """
audio.play(WaveFile("a.wav"))
audio.play(WaveFile("b.wav"))
time.sleep(0.3)
print(audio.playing)
"""))
    assert portal.serial == "False\n"
    assert [path for _, path, _, _ in portal.sounds] == ["a.wav", "b.wav"]


def test_a_loop_never_ends_by_itself(write_program, write_silence):
    write_silence("a.wav", 0.1)
    portal = run(write_program(PLAYER + """
audio.play(WaveFile("a.wav"), loop=True)
time.sleep(2)
print(audio.playing)
audio.stop()
print(audio.playing)
"""))
    assert portal.serial == "True\nFalse\n"


def test_closing_the_file_ends_the_sound(write_program, write_silence):
    write_silence("a.wav", 2.0)
    portal = run(write_program(PLAYER + """
with open("a.wav", "rb") as file:
    audio.play(WaveFile(file))
    print(audio.playing)
print(audio.playing)
"""))
    assert portal.serial == "True\nFalse\n"


def test_a_second_output_on_the_pin_is_refused(write_program):
    text = run(write_program(PLAYER + "AudioOut(board.A0)")).serial
    assert text.endswith("ValueError: SPEAKER in use\n")


def broken(kind):
    header = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)
    deep = struct.pack("<HHIIHH", 1, 1, 8000, 24000, 3, 24)
    chunk = struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"fmt ", 16)
    return {
        "nothing": b"",
        "text": b"this is no sound at all, and it is long enough",
        "24 bits": chunk + deep + b"data" + bytes(4),
        "junk first": struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"junk", 16) + header,
        "no data": chunk + header,
    }[kind]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("nothing", "Invalid file"),
        ("text", "Invalid file"),
        ("24 bits", "Format not supported"),
        ("junk first", "Invalid file"),
        ("no data", "Invalid file"),
    ],
)
def test_what_the_device_cannot_play_raises(write_program, tmp_path, kind, message):
    (tmp_path / "a.wav").write_bytes(broken(kind))
    text = run(write_program(PLAYER + 'WaveFile("a.wav")')).serial
    assert text.endswith(f"ValueError: {message}\n")


def test_a_wave_files_attributes(write_program, write_silence):
    write_silence("a.wav", 0.5, 8000, 2, 2)
    portal = run(write_program(PLAYER + """
with WaveFile("a.wav", bytearray(512)) as sound:
    print(sound.sample_rate, sound.bits_per_sample, sound.channel_count)
    sound.sample_rate = 4000
    audio.play(sound)
    sound.sample_rate = 16000
    time.sleep(0.9)
    print(audio.playing, sound.sample_rate)
print(audio.playing)
"""))
    assert portal.serial == "8000 16 2\nTrue 16000\nFalse\n"
    assert portal.sounds[0][2] == pytest.approx(1.0)


def test_only_one_output_has_the_dac(write_program):
    portal = run(write_program("""
import board
from audioio import AudioOut
for pins in ((board.D3,), (board.A0, board.D3), (board.A0, board.A0), (3,), (board.A4, board.A0),
             (board.A0,)):
    try:
        audio = AudioOut(pins[0], right_channel=pins[1] if len(pins) > 1 else None)
        print("has it")
    except (RuntimeError, TypeError, ValueError) as error:
        print(repr(error))
audio.deinit()
audio.deinit()
left = AudioOut(board.A0)
try:
    AudioOut(board.A4)
except RuntimeError as error:
    print(error)
left.deinit()
AudioOut(board.A4)
for attribute in ("playing", "paused"):
    try:
        getattr(left, attribute)
    except ValueError as error:
        print(error)
"""))
    assert not portal.failed
    assert portal.serial.splitlines() == [
        "ValueError('Invalid left_channel pin')",
        "ValueError('Invalid right_channel pin')",
        "ValueError('Cannot output both channels on the same pin')",
        "TypeError('left_channel must be of type Pin, not int')",
        "has it",
        "ValueError('SPEAKER in use')",
        "DAC already in use",
        *["Object has been deinitialized and can no longer be used. Create a new object."] * 2,
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("audio.play(b'abc')", "'bytes' object does not support 'protocol_audiosample'"),
        ("audio.pause()", "Not playing"),
        ("RawSample('abc')", "object with buffer protocol required"),
        ("RawSample(array.array('f', [1]))",
         "buffer must be a bytearray or array of type 'h', 'H', 'b', or 'B'"),
        ("RawSample(b'abcd', channel_count=0)", "channel_count must be 1-2"),
        ("RawSample(b'abcd', sample_rate=0)", "sample_rate must be >= 1"),
        ("RawSample(b'abc', single_buffer=False)",
         "Length of buffer must be an even multiple of channel_count * type_size"),
        ("RawSample(b'abcd', sample_rate=1.5)", "can't convert float to int"),
        ("audio.play(RawSample(b'abcd', sample_rate=2000000))",
         "Sample rate too high. It must be less than 1000000"),
        ("sample = RawSample(b'abcd'); sample.deinit(); audio.play(sample)",
         "Object has been deinitialized and can no longer be used. Create a new object."),
        ("WaveFile(3)", "file must be a file opened in byte mode"),
        ("WaveFile(open('code.py'))", "file must be a file opened in byte mode"),
        ("WaveFile('code.py')", "Invalid file"),
        ("WaveFile('a.wav', bytes(8))", "object with buffer protocol required"),
        ("WaveFile('a.wav', bytearray(4))", "buffer length must be 8-1024"),
        ("AudioOut(board.A4, quiescent_value=-1)", "quiescent_value must be 0-65535"),
    ],
)
def test_wrong_arguments_are_refused_as_on_the_device(write_program, write_silence, call, message):
    write_silence("a.wav", 0.1)
    text = run(write_program(PLAYER + "import array\nfrom audiocore import RawSample\n" + call))
    assert text.serial.splitlines()[-1].partition(": ")[2] == message
