# SPDX-License-Identifier: MIT
"""Tests of a program that is not ours, from an empty folder, as docs/testing.md describes it.

The files are those of the page, run by pytest with the installed wheel and its plugin.
"""

import re

import pytest
from PIL import Image

import installed
from paths import ROOT
from sim import golden

PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(\w+\.py)`:\n\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
SNIPPET = re.search(r"^```python\n(from pyportal_sim .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return installed.install(tmp_path_factory.mktemp("plugin"))


@pytest.fixture
def check(site, tmp_path):
    """Runs pytest in an empty folder that holds these files, in their order; returns (exit status,
    output).
    """

    def run(*names, **variables):
        for name in names:
            (tmp_path / name).write_text(FILES[name], encoding="utf-8")
        options = "-p", "no:cacheprovider", "-p", "no:randomly"
        ran = installed.run(site, tmp_path, "-m", "pytest", *options, **variables)
        return ran.returncode, ran.stdout + ran.stderr

    return run


def test_the_pages_example_passes_in_an_empty_folder(check):
    """`python -m pytest` puts the folder before the standard library, whose `code` pdb imports."""
    status, said = check("code.py", "test_code.py")
    assert status == 0, said
    assert "1 passed" in said
    assert len(FILES["test_code.py"].splitlines()) == 5


def test_all_programs_of_a_run_can_be_instant(check, tmp_path):
    """This one takes some three seconds on a board, where the test waits for two."""
    (tmp_path / "code.py").write_text("for i in range(40_000): sorted(range(9))\n"
                                      "print('touch me\\nthank you')\n")
    status, said = check("test_code.py", PYTEST_ADDOPTS="--pyportal-instant")
    assert status == 0, said


def test_the_example_fails_for_a_program_that_is_silent(check, tmp_path):
    (tmp_path / "code.py").write_text("print('touch me')\n")
    status, said = check("test_code.py")
    assert status == 1
    assert "AssertionError" in said


def test_a_golden_picture_is_made_with_golden_1_and_compared_without(check, tmp_path):
    status, said = check("code.py", "test_screen.py", GOLDEN="1")
    assert status == 0, said
    Image.open(tmp_path / "golden/console.png").point(lambda v: 255 - v).save(
        tmp_path / "golden/console.png")
    status, said = check()
    assert status == 1
    assert "golden/console-computed.png" in said


@pytest.fixture
def picture(monkeypatch):
    monkeypatch.delenv("GOLDEN", raising=False)
    return Image.new("RGB", (320, 240), (0, 0, 255))


def test_a_difference_is_told_and_what_was_seen_lies_beside(picture, tmp_path):
    picture.save(tmp_path / "title.png")
    picture.putpixel((30, 50), (1, 2, 3))
    picture.putpixel((33, 40), (1, 2, 3))
    with pytest.raises(AssertionError, match="in 2 pixels, within x 30 to 33 and y 40 to 50"):
        golden.check(picture, tmp_path / "title.png")
    assert Image.open(tmp_path / "title-computed.png").getpixel((33, 40)) == (1, 2, 3)


def test_what_was_seen_is_cleared_away_when_it_is_right_again(picture, tmp_path):
    picture.save(tmp_path / "title.png")
    picture.save(tmp_path / "title-computed.png")
    golden.check(picture, tmp_path / "title.png")
    assert [file.name for file in tmp_path.iterdir()] == ["title.png"]


def test_a_picture_of_another_size_or_none_at_all_is_a_difference(picture, tmp_path):
    with pytest.raises(AssertionError, match=r"has no .*title\.png to be compared with"):
        golden.check(picture, tmp_path / "title.png")
    picture.crop((0, 0, 32, 24)).save(tmp_path / "title.png")
    with pytest.raises(AssertionError, match=r"has 320×240 pixels and .* has 32×24"):
        golden.check(picture, tmp_path / "title.png")


def test_portals_take_options_and_are_switched_off_at_the_end(check, tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "show.py").write_text("import board, os\nprint(board.DISPLAY.width, os.urandom(4))"
                                      "\nwhile True:\n    pass\n")
    (tmp_path / "tests/test_options.py").write_text('''
portals = []

def test_options(pyportal):
    portals.extend([pyportal("../show.py", seed=1), pyportal("../show.py", seed=2),
                    pyportal("../show.py", seed=1, board="pyportal_titano", nvm=b"a")])
    for portal in portals:
        portal.run(1)
    one, two, titano = (portal.serial.split(maxsplit=1) for portal in portals)
    assert (one[0], two[0], titano[0]) == ("320", "320", "480")
    assert one[1] == titano[1] != two[1]
    assert portals[2].nvm[:1] == b"a"

def test_they_are_off():
    assert [portal.running for portal in portals] == [False] * 3
''')
    status, said = check()
    assert status == 0, said


def test_a_card_is_named_from_the_tests_folder_as_the_drive_is(check, tmp_path):
    """From wherever pytest is started."""
    deep = tmp_path / "deep"
    (deep / "card").mkdir(parents=True)
    (deep / "card" / "note.txt").write_text("hello")
    (deep / "code.py").write_text("""
import board, sdcardio, storage
storage.mount(storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS)), "/sd")
print(open("/sd/note.txt").read())
""")
    (deep / "test_card.py").write_text("""
def test_card(pyportal):
    portal = pyportal("code.py", sd="card")
    portal.run(1)
    assert portal.serial == "hello\\n"
""")
    status, said = check()
    assert status == 0, said


def test_the_page_works_without_pytest_too(site, tmp_path):
    (tmp_path / "code.py").write_text(FILES["code.py"])
    ran = installed.run(site, tmp_path, "-c", SNIPPET[1])
    assert (ran.stderr, ran.returncode) == ("", 0)
    assert Image.open(tmp_path / "shot.png").size == (320, 240)
