# SPDX-License-Identifier: MIT
"""tools.film: the committed film is what its script of taps gives."""

from zlib import crc32

import pytest
from PIL import Image, ImageSequence

from tools import film


def frames(path):
    """Return a checksum of each frame, and how many ms it is shown."""
    with Image.open(path) as picture:
        return [(crc32(frame.convert("RGB").tobytes()), frame.info["duration"])
                for frame in ImageSequence.Iterator(picture)]


def test_the_script_gives_the_committed_picture(tmp_path, monkeypatch, capsys):
    """After a visible change, `make film` records it anew."""
    expected = film.GIF
    monkeypatch.setattr(film, "GIF", tmp_path / "play.gif")
    assert film.main([]) == 0
    assert frames(film.GIF) == frames(expected)
    assert f"{film.GIF.stat().st_size:,} bytes" in capsys.readouterr().out
    assert film.GIF.stat().st_size <= 200_000


@pytest.mark.parametrize(("line", "words"), [
    ("1.0 tap 999 9", "line 1: x 999 is off the screen"),
    ("# nothing", "has no taps to film")])
def test_a_script_that_cannot_be_played_is_refused(line, words, tmp_path, monkeypatch, capsys):
    (tmp_path / "taps.txt").write_text(line + "\n")
    monkeypatch.setattr(film, "TAPS", tmp_path / "taps.txt")
    monkeypatch.setattr(film, "GIF", tmp_path / "a.gif")
    status = film.main([])
    error = capsys.readouterr().err
    assert (status, error.count("\n")) == (1, 1)
    assert words in error
