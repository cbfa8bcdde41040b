# SPDX-License-Identifier: MIT
"""What tests of cards are given."""

import pytest


@pytest.fixture
def folder(tmp_path_factory):
    """What lies on a card: two texts and a program."""
    folder = tmp_path_factory.mktemp("card")
    (folder / "Songs").mkdir()
    (folder / "Songs" / "one.txt").write_text("la la")
    (folder / "gone.txt").write_text("soon")
    (folder / "helper.py").write_text("print(__file__)")
    return folder
