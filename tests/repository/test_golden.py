# SPDX-License-Identifier: MIT
"""Golden pictures: the differences that are reported and the files that are written."""

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


def test_an_equal_picture_passes_in_a_read_only_folder(shown, read_only):
    golden.check(Image.new("RGB", (4, 3), "red"), shown)


def test_a_difference_in_a_read_only_folder_is_reported_as_not_saved(shown, read_only):
    with pytest.raises(AssertionError, match=r"shown-computed\.png \(Read-only file system: "
                                             r"not saved\) differs .* in 12 pixels"):
        golden.check(Image.new("RGB", (4, 3), "blue"), shown)


def test_a_saved_picture_is_removed_once_the_new_one_is_right(shown):
    with pytest.raises(AssertionError, match=r"shown-computed\.png differs"):
        golden.check(Image.new("RGB", (4, 3), "blue"), shown)
    left = shown.with_name("shown-computed.png")
    assert Image.open(left).getpixel((0, 0)) == (0, 0, 255)
    golden.check(Image.new("RGB", (4, 3), "red"), shown)
    assert not left.exists()


@pytest.fixture
def picture(monkeypatch):
    monkeypatch.delenv("GOLDEN", raising=False)
    return Image.new("RGB", (320, 240), (0, 0, 255))


def test_a_difference_is_located_and_the_picture_saved_beside(picture, tmp_path):
    picture.save(tmp_path / "title.png")
    picture.putpixel((30, 50), (1, 2, 3))
    picture.putpixel((33, 40), (1, 2, 3))
    with pytest.raises(AssertionError, match="in 2 pixels, within x 30 to 33 and y 40 to 50"):
        golden.check(picture, tmp_path / "title.png")
    assert Image.open(tmp_path / "title-computed.png").getpixel((33, 40)) == (1, 2, 3)


def test_a_missing_file_and_another_size_are_differences(picture, tmp_path):
    with pytest.raises(AssertionError, match=r"has no .*title\.png to be compared with"):
        golden.check(picture, tmp_path / "title.png")
    picture.crop((0, 0, 32, 24)).save(tmp_path / "title.png")
    with pytest.raises(AssertionError, match=r"has 320×240 pixels and .* has 32×24"):
        golden.check(picture, tmp_path / "title.png")


@pytest.mark.parametrize("name", ["/tmp/shown", "../shown", "a/../../shown", "..", "", "C:shown",
                                  "C:\\shown", "\\shown", "a\\..\\..\\shown", "//host/shown"])
def test_a_name_stays_in_the_folder(name, tmp_path):
    with pytest.raises(ValueError, match="cannot be a golden picture's name: give one that stays"):
        golden.place(tmp_path, name)


@pytest.mark.parametrize("name", ["shown", "a/shown", "shown..", "a b", "--help"])
def test_any_other_name_is_one_of_a_file_in_it(name, tmp_path):
    assert golden.place(tmp_path, name).relative_to(tmp_path).as_posix() == f"{name}.png"
