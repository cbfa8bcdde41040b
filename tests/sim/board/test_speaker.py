# SPDX-License-Identifier: MIT
"""The speaker: what is played, when, and for how long."""

from tests.support.programs.listening import hear, silence, write_wave
from tests.support.tables import texts

PROGRAMS = texts(__file__)


def test_a_sound_plays_beside_the_program_until_it_ends_or_is_ended(tmp_path):
    """a.wav is a second of silence, b.wav a fifth of one."""
    write_wave(tmp_path / "a.wav", silence(1.0))
    write_wave(tmp_path / "b.wav", silence(0.2))
    portal, _ = hear(tmp_path, PROGRAMS["one_after_the_other"], 20)
    assert portal.serial.splitlines() == [
        "True True False False", "True True", "True False False", "False False", "True False",
        "False False", "True False", "False False", "22050 16 1", "True False", "44100",
        "False False"]


def test_sounds_are_logged_with_their_start_path_length_and_digest(tmp_path):
    write_wave(tmp_path / "a.wav", silence(1.5))
    write_wave(tmp_path / "b.wav", silence(0.5))
    portal, _ = hear(tmp_path, PROGRAMS["rates"])
    assert [(round(start, 1), path, seconds) for start, path, seconds, _ in portal.sounds] == [
        (0.5, "a.wav", 1.5), (0.7, "b.wav", 1.0)]
    assert all(len(digest) == 16 for *_, digest in portal.sounds)
