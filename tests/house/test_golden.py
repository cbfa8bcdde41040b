# SPDX-License-Identifier: MIT
"""Golden pictures are compared where nothing can be written, too: in a read-only checkout."""

import errno
import os
from pathlib import Path

import pytest
from PIL import Image

from sim import golden


@pytest.fixture
def shown(tmp_path):
    Image.new("RGB", (4, 3), "red").save(tmp_path / "shown.png")
    return tmp_path / "shown.png"


@pytest.fixture
def read_only(shown, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    for name in "unlink", "mkdir":
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr(Image.Image, "save", refuse)


def test_a_picture_that_is_right_needs_nothing_written(shown, read_only):
    golden.check(Image.new("RGB", (4, 3), "red"), shown)


def test_of_one_that_differs_it_says_so_and_that_it_is_not_saved(shown, read_only):
    with pytest.raises(AssertionError, match=r"shown-computed\.png \(Read-only file system: "
                                             r"not saved\) differs .* in 12 pixels"):
        golden.check(Image.new("RGB", (4, 3), "blue"), shown)


def test_what_a_failure_left_is_gone_once_the_picture_is_right(shown):
    with pytest.raises(AssertionError, match=r"shown-computed\.png differs"):
        golden.check(Image.new("RGB", (4, 3), "blue"), shown)
    left = shown.with_name("shown-computed.png")
    assert Image.open(left).getpixel((0, 0)) == (0, 0, 255)
    golden.check(Image.new("RGB", (4, 3), "red"), shown)
    assert not left.exists()
