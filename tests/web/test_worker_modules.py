# SPDX-License-Identifier: MIT
"""What the worker is made of besides the board's parts: pace, mailbox, sounds, text."""

import base64
import io
import wave
from random import Random

import numpy as np

from tests.support.network import webpage
from tests.support.paths import ROOT


def rests(*steps):
    return webpage.node("pace.mjs", [
        dict(zip(("now", "real"), step, strict=True)) if isinstance(step, tuple) else step
        for step in steps])


def test_a_board_that_is_ahead_rests_until_real_time_has_come():
    assert rests((0, 1000), (50, 1010), (52, 1053)) == [0, 40, 0]


def test_the_worker_listens_though_it_is_late():
    assert rests((0, 1000), (1, 1009), (2, 1100), (3, 1105)) == [0, 0, 0, None]


def test_what_was_long_missed_is_not_caught_up_with():
    """A computer that slept for a minute."""
    assert rests((0, 1000), (10, 61_000), (50, 61_001)) == [0, 0, 39]


def test_a_short_delay_is_caught_up_with():
    assert rests((0, 1000), (10, 1100), (100, 1101), (140, 1102)) == [0, 0, None, 38]


def test_until_the_first_picture_it_goes_as_fast_as_it_can():
    assert rests({"hurries": True}, (0, 1000), (740, 1009), {"hurries": False}, (741, 1010),
                 (780, 1020)) == [0, 0, None, 29]


def test_an_opening_lasts_until_a_pin_is_looked_at_or_some_seconds():
    assert webpage.node("opening.mjs", [
        {"now": 0}, {"begin": 10}, {"now": 10}, {"now": 2000}, {"now": 2600}, {"begin": 3000},
        {"now": 3100}, {"end": True}, {"now": 3100}]) == [False, True, True, False, True, False]


def test_before_the_program_starts_nothing_is_slow():
    assert rests((-1000, 1000), (-1, 1001), (0, 1002), (20, 1003)) == [0, None, None, 19]


def test_as_fast_as_it_goes_it_only_listens():
    assert rests({"on": False}, (0, 1000), (5000, 1001), (9000, 1020)) == [0, None, 0]


def test_held_time_goes_on_from_where_it_stood():
    assert rests((0, 1000), {"held": True}, (10, 1010),
                 {"held": False}, (10, 9000), (30, 9001)) == [0, -1, 0, 19]


def any_message(random):
    return {random.choice(["event", "light"]): random.choice(
        [None, True, {"x": 1.5, "y": 2}, "é" * random.randrange(2000), random.randrange(10**9)])}


def test_messages_come_through_the_mailbox_in_their_order():
    random = Random(3)
    rounds = [[any_message(random) for _ in range(random.randrange(12))] for _ in range(60)]
    assert webpage.node("mailbox.mjs", rounds) == rounds


def test_a_full_mailbox_takes_no_more_and_loses_nothing_of_before():
    message = {"event": "x" * 10_000}
    assert webpage.node("mailbox.mjs", [[message] * 9, [message]]) == [[message] * 6, [message]]


def recorded(channels, width, frames):
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(channels)
        sound.setsampwidth(width)
        sound.setframerate(8000)
        sound.writeframes(frames)
    return file.getvalue()


def test_sounds_are_read_as_the_simulator_reads_them():
    random = Random(1)
    noise = [recorded(channels, width, random.randbytes(400))
             for channels in (1, 2) for width in (1, 2)]
    files = noise + [path.read_bytes() for path in sorted((ROOT / "sounds").glob("*.wav"))]
    heard = webpage.node("wave.mjs", [base64.b64encode(file).decode() for file in files])
    for file, sound in zip(files, heard, strict=True):
        with wave.open(io.BytesIO(file)) as expected:
            frames = frames_of(expected)
            assert sound["rate"] == expected.getframerate()
            assert sound["seconds"] == len(frames) / expected.getframerate()
        assert sound["samples"][0] == frames[:, 0].tolist()
        assert sound["samples"][1] == frames[:, -1].tolist()


def frames_of(sound):
    data = sound.readframes(sound.getnframes())
    if sound.getsampwidth() == 1:
        values = (np.frombuffer(data, np.uint8).astype(int) - 128) * 256
    else:
        values = np.frombuffer(data, "<i2").astype(int)
    return values.reshape(-1, sound.getnchannels())


def printed(text, size):
    data = text.encode()
    pieces = [data[at:at + size] for at in range(0, len(data), size)]
    return "".join(webpage.node("terminal.mjs", [base64.b64encode(piece).decode()
                                                 for piece in pieces]))


def test_escape_sequences_are_not_shown_however_they_are_cut():
    text = "\x1b]0;🐍 code.py | 10.3.0\x1b\\hello\r\n\x1b[2K\x1b[1;31mred\x1b[0m, é\r\n"
    for size in (1, 2, 3, 5, 100):
        assert printed(text, size) == "hello\nred, é\n"
