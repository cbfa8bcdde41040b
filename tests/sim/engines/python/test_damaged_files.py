# SPDX-License-Identifier: MIT
"""Damaged pictures and sounds raise in the program that opens them, or are shown and heard.

FULL=1 in the environment tries 300 of each kind instead of some.
"""

import os

import pytest

from sim import PyPortal
from tests.support.files.damaged_files import KINDS, damaged, program, whole

SEEDS = range(300 if os.environ.get("FULL") else 12)
HOW = ("ends", "waits", "catches")


@pytest.mark.parametrize("kind", KINDS)
def test_damage_stays_in_the_program(kind, tmp_path):
    data = whole(kind)
    if data is None:
        pytest.skip("nothing here can write such a file")
    for seed in SEEDS:
        (tmp_path / "file").write_bytes(damaged(data, seed))
        (tmp_path / "code.py").write_text(program(kind, HOW[seed % len(HOW)]))
        with PyPortal(tmp_path) as portal:
            portal.run(1)
            portal.screenshot()
            assert not portal.running


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_file_is_shown_or_played(kind, tmp_path):
    data = whole(kind)
    if data is None:
        pytest.skip("nothing here can write such a file")
    (tmp_path / "file").write_bytes(data)
    (tmp_path / "code.py").write_text(program(kind, "waits"))
    with PyPortal(tmp_path) as portal:
        portal.run(1)
        assert portal.serial == ""


def test_a_picture_of_no_bits_a_pixel_is_refused(tmp_path):
    data = bytearray(whole("bmp"))
    data[28:30] = b"\0\0"
    (tmp_path / "file").write_bytes(data)
    (tmp_path / "code.py").write_text(program("bmp", "ends"))
    with PyPortal(tmp_path) as portal:
        portal.run(1)
        assert "supported: 0 bpp given" in portal.serial
