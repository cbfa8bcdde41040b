# SPDX-License-Identifier: MIT
"""Boards that run a firmware."""

from contextlib import ExitStack

import pytest

from sim import PyPortal
from tests.support import firmware


@pytest.fixture
def power_on(tmp_path):
    """Powers a board on with this code.py and other files, by name; skips without a firmware."""
    with ExitStack() as switches:
        def on(source=None, files=None, drive=None, board="pyportal", **options):
            firmware.require(board)
            root = drive or tmp_path / "drive"
            root.mkdir(exist_ok=True)
            for name, content in {**({"code.py": source} if source is not None else {}),
                                  **(files or {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_bytes(content.encode() if isinstance(content, str)
                                          else content)
            return switches.enter_context(
                PyPortal(root, engine="firmware", board=board, **options))

        yield on
