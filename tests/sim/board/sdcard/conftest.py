# SPDX-License-Identifier: MIT
"""Fixtures for tests of cards."""

import pytest


@pytest.fixture
def folder(tmp_path_factory):
    """The folder of a card: two texts and a program."""
    folder = tmp_path_factory.mktemp("card")
    (folder / "Songs").mkdir()
    (folder / "Songs" / "one.txt").write_text("la la")
    (folder / "gone.txt").write_text("soon")
    (folder / "helper.py").write_text("print(__file__)")
    return folder
