# SPDX-License-Identifier: MIT
"""Golden pictures: the differences that are reported and the files that are written."""

import pytest
from PIL import Image

from sim import golden


@pytest.fixture
def shown(tmp_path):
    Image.new("RGB", (4, 3), "red").save(tmp_path / "shown.png")
    return tmp_path / "shown.png"


@pytest.fixture
def picture(monkeypatch):
    monkeypatch.delenv("GOLDEN", raising=False)
    return Image.new("RGB", (320, 240), (0, 0, 255))


def test_a_difference_is_located_and_saved_beside_until_the_picture_is_right(
        picture, tmp_path, monkeypatch):
    right, saved = picture.copy(), tmp_path / "title-computed.png"
    right.save(tmp_path / "title.png")
    picture.putpixel((30, 50), (1, 2, 3))
    picture.putpixel((33, 40), (1, 2, 3))
    with pytest.raises(AssertionError, match=r"title-computed\.png differs .* in 2 pixels, "
                                             "within x 30 to 33 and y 40 to 50"):
        golden.check(picture, tmp_path / "title.png")
    assert Image.open(saved).getpixel((33, 40)) == (1, 2, 3)
    golden.check(right, tmp_path / "title.png")
    assert not saved.exists()
    monkeypatch.setenv("GOLDEN", "1")
    for drawn in right, picture:
        golden.check(drawn, tmp_path / "a" / "b" / "new.png")
    assert Image.open(tmp_path / "a" / "b" / "new.png").tobytes() == picture.tobytes()


def test_a_name_stays_in_the_folder(tmp_path):
    for name in ("/tmp/shown", "../shown", "a/../../shown", "..", "", "C:shown", "C:\\shown",
                 "\\shown", "a\\..\\..\\shown", "//host/shown"):
        with pytest.raises(ValueError, match="cannot be a golden picture's name: give one that"):
            golden.place(tmp_path, name)
    for name in "shown", "a/shown", "shown..", "a b", "--help":
        assert golden.place(tmp_path, name).relative_to(tmp_path).as_posix() == f"{name}.png"
