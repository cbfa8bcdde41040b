# SPDX-License-Identifier: MIT
"""MIDI tracks and files: played to their end, or to where they are broken."""

import struct

import pytest

from listening import hear, part, pitch

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
def test_a_broken_track_ends_and_says_where(tmp_path, events):
    portal, _ = hear(tmp_path, f"""
track = synthio.MidiTrack({events!r}, 100)
dac.play(track)
time.sleep(0.3)
print(track.error_location, dac.playing)
""")
    location, playing = portal.serial.split()
    assert playing == "False"
    assert location == ("None" if events == b"\0" else str(int(location)))
