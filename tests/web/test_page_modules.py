# SPDX-License-Identifier: MIT
"""The page turns a program's files into a drive, finds its libraries, and makes its link."""

import json
from hashlib import sha256
from random import Random

import pytest

from tests.support.network import webpage

OURS = {"code.py": "game", "lib/touch.py": "import ticks\n", "lib/ticks.mpy": "",
        "minesweeper/table.py": ""}
FACTS = {"builtIn": ["board", "text", "time"], "companions": {"text": ["ticks"]}}
GUARDED = """
try:
    import typing
    from typing import Union
except ImportError:
    pass
import text
"""


def made(files, title="clock"):
    return webpage.node("programs.mjs", {"title": title, "files": files, "ours": OURS,
                                         "facts": FACTS})


@pytest.mark.parametrize(("files", "drive"), [
    ({"code.py": "", "lib/a.py": ""}, ["code.py", "lib/a.py"]),
    ({"clock/code.py": "", "clock/lib/a.py": "", "README.md": ""}, ["code.py", "lib/a.py"]),
    ({"a/main.py": "", "a/old/code.py": ""}, ["main.py", "old/code.py"]),
    ({"code.py": "", ".git/config": "", "__MACOSX/code.py": "", "x/__pycache__/a.pyc": ""},
     ["code.py"]),
])
def test_the_drive_is_the_uppermost_folder_with_a_program(files, drive):
    assert made(files)["files"] == drive


def test_without_a_program_a_sentence_says_so():
    assert made({"notes.txt": ""}) == {
        "error": "clock has no code.py: a program for the board begins with one."}


def test_more_than_the_drive_holds_is_refused_in_a_sentence():
    assert made({"code.py": "x" * 7_600_000}) == {
        "error": "clock has 7,600 KB, and the board's drive 7,500 KB."}


def test_libraries_are_lent_with_what_they_import_or_named():
    seen = made({"code.py": "import board, touch as t\nfrom nowhere import x\nimport helper\n",
                 "helper.py": "def f():\n    import minesweeper\n"})
    assert seen["lent"] == ["touch", "ticks"]
    assert seen["missing"] == ["minesweeper", "nowhere"]
    assert seen["files"][2:] == ["lib/touch.py", "lib/ticks.mpy"]


def test_what_is_imported_in_a_try_is_not_named_and_what_the_firmware_needs_is_lent():
    seen = made({"code.py": GUARDED})
    assert (seen["lent"], seen["missing"]) == (["ticks"], [])


def test_a_link_brings_the_same_files_without_those_of_the_site():
    files = {"code.py": 'print("é")', "lib/touch.py": OURS["lib/touch.py"], "data/a.txt": "a" * 999}
    seen = made(files)
    assert seen["own"] == ["code.py", "data/a.txt"]
    assert seen["link"] == {path: files[path] for path in seen["own"]}


def test_a_changed_game_brings_the_change_alone():
    seen = made(OURS | {"settings.toml": 'MINES_CONTROLS = "dig"'})
    assert seen["own"] == ["settings.toml"]
    assert seen["link"] == OURS | {"settings.toml": 'MINES_CONTROLS = "dig"'}


def test_a_programs_id_is_its_files_whatever_its_title_and_their_order():
    files = {"lib/a.py": "", "code.py": 'print("é")', "Zoo.txt": "x"}
    digests = [[path, sha256(files[path].encode()).hexdigest()] for path in sorted(files)]
    expected = sha256(json.dumps(digests, separators=(",", ":")).encode()).hexdigest()
    assert made(files, "clock")["id"] == made(dict(sorted(files.items())), "game")["id"] == expected
    assert made(files | {"Zoo.txt": "y"})["id"] != expected


def test_a_link_that_people_would_cut_is_refused_in_a_sentence():
    noise = Random(1).randbytes(30_000).hex()
    assert "share the files as a zip." in made({"code.py": noise}).get("error", "")
