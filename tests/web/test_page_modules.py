# SPDX-License-Identifier: MIT
"""The page's modules: programs and their links, firmware files, dates; what imports what."""

import base64
import calendar
import json
import re
from hashlib import sha256
from random import Random

import pytest

from sim.board.parts import plugged
from sim.engines.firmware import releases
from tests.support.network import standinfirmware, webpage
from tests.support.paths import ROOT
from tools import boardfacts
from tools.release import zipped

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


@pytest.mark.parametrize(("files", "words"), [
    ({"notes.txt": ""}, "clock has no code.py: a program for the board begins with one."),
    ({"code.py": "x" * 7_600_000}, "clock has 7,600 KB, and the board's drive 7,500 KB."),
    ({"code.py": Random(1).randbytes(30_000).hex()}, "for a link: send its files as a zip."),
    ({"code.py": "", "a/10:15.csv": ""},
     "clock has a/10:15.csv, and the board's drive no such names: rename it."),
])
def test_what_is_no_program_or_too_long_for_a_link_is_refused_in_a_sentence(files, words):
    assert made(files)["error"].endswith(words)


def test_libraries_are_lent_with_what_they_import_or_named():
    seen = made({"code.py": "import board, touch as t\nfrom nowhere import x\nimport helper\n",
                 "helper.py": "def f():\n    import minesweeper\n"})
    assert seen["lent"] == ["touch", "ticks"]
    assert seen["missing"] == ["minesweeper", "nowhere"]
    assert seen["files"][2:] == ["lib/touch.py", "lib/ticks.mpy"]
    seen = made({"code.py": GUARDED})  # what is imported in a try may be missing
    assert (seen["lent"], seen["missing"]) == (["ticks"], [])


def test_a_link_brings_the_same_files_without_those_of_the_site():
    files = {"code.py": 'print("é")', "lib/touch.py": OURS["lib/touch.py"], "data/a.txt": "a" * 999}
    seen = made(files)
    assert seen["own"] == ["code.py", "data/a.txt"]
    assert seen["link"] == {path: files[path] for path in seen["own"]}
    changed = OURS | {"settings.toml": 'MINES_CONTROLS = "dig"'}
    seen = made(changed)
    assert (seen["own"], seen["link"]) == (["settings.toml"], changed)


def test_a_programs_id_is_its_files_whatever_its_title_and_their_order():
    files = {"lib/a.py": "", "code.py": 'print("é")', "Zoo.txt": "x"}
    digests = [[path, sha256(files[path].encode()).hexdigest()] for path in sorted(files)]
    expected = sha256(json.dumps(digests, separators=(",", ":")).encode()).hexdigest()
    assert made(files, "clock")["id"] == made(dict(sorted(files.items())), "game")["id"] == expected
    assert made(files | {"Zoo.txt": "y"})["id"] != expected


def linked(*links):
    return webpage.node("links.mjs", [
        [name, text if isinstance(text, str) else json.dumps(text)] for name, text in links])


def program(**others):
    return "program", {"title": "x", "based": False, "files": [["code.py", ""]], **others}


RUN = {"made": {"firmware": "10.2.1", "sum": "0", "chip": "0"}, "nvm": None, "rtc": 0,
       "chance": base64.b64encode(bytes(16)).decode(), "events": [[0, "help\n"], [9, None]]}
DAMAGED = "The program in the link is damaged: ask for the link again."


def test_a_link_is_read_up_to_a_length_and_unpacked_up_to_the_size_of_the_drive():
    longer, bomb, film, letters = linked(
        program(files=[["a.txt", "a" * 7_600_000]]), ("program", "a" * 12_000_000),
        ("replay", "a" * 1_000_001), ("letters", "A" * 30_001))
    assert longer == bomb == {"error": "The program in the link is not opened, as it unpacks to "
                                       "more than the board can hold."}
    assert film["error"].startswith("The replay in the link is not opened, as it unpacks to more")
    assert letters == {"error": "The program in the link is not opened, as the link has more than "
                                "30,000 letters: ask for its files."}


WRONG_RUNS = [
    {"nvm": base64.b64encode(bytes(9000)).decode()}, {"nvm": 1}, {"chance": ""}, {"rtc": "now"},
    {"events": {"a": 1}}, {"events": [[0, {"x": "1", "y": 2}]]}, {"events": [["soon", "help"]]},
    {"events": [[0, {"set": 5}]]}]


def test_a_run_of_a_link_that_no_board_can_repeat_is_damaged():
    good, *bad = linked(program(run=RUN), *(program(run=RUN | wrong) for wrong in WRONG_RUNS))
    assert good["run"]["events"] == RUN["events"]
    assert bad == [{"error": DAMAGED}] * len(WRONG_RUNS)


def test_names_that_every_object_of_javascript_has_are_as_good_as_others():
    names = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"]
    imports = "".join(f"import {name}\n" for name in names)
    seen = made({"code.py": imports, **{f"{name}/a.txt": "a" for name in names}})
    assert seen["missing"] == []  # a folder of the drive has each name
    assert made({"code.py": imports})["missing"] == sorted(names)
    files = read_by_page(*(standinfirmware.uf2(title=name) for name in names))
    assert all("is for the" in file["error"] for file in files)
    for name in names[:2]:
        text = f'[{name}]\nkind = "neopixel"\npin = "D3"\n'
        settings = {f"{name}.{other}": 1 for other in names} | {f"board.{name}": 1}
        found = webpage.node("settings.mjs", {
            "facts": boardfacts.facts(), "text": text, "settings": settings})
        assert [part for part, _ in found] == ["board", name]
        assert not any(other in values for _, values in found for other in names)


def test_a_kind_of_part_that_only_the_simulator_has_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setitem(plugged.KINDS, "gauge", (".pins", "Button"))
    (said,) = webpage.node("parts.mjs", {"facts": boardfacts.facts(), "texts": ["[gauge]"]})
    assert said == ('parts.toml, gauge, kind: "gauge" runs in the simulator, python -m sim, and '
                    "not on a page: leave it out")


def test_a_zip_that_is_damaged_anywhere_is_refused_in_a_sentence():
    packed = zipped({"code.py": b"print(1)\n" * 20, "a.bin": bytes(range(256))})
    at = packed.index(b"code.py") + len(b"code.py")
    flipped = packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1:]
    moved = packed[:-6] + b"\xff" + packed[-5:]
    for data in flipped, moved, packed[len(packed) // 2:], packed[9:]:
        assert webpage.node("zips.mjs", base64.b64encode(data).decode()) == (
            "The zip file is damaged.")


def test_a_zip_is_unpacked_up_to_a_size():
    packed = zipped({f"{at}.txt": bytes(51_000_000) for at in range(2)})
    assert webpage.node("zips.mjs", base64.b64encode(packed).decode()) == (
        "The zip unpacks to more than 100 MB: choose the program's folder.")


GOOD = standinfirmware.uf2()


def read_by_page(*files):
    return webpage.node("uf2.mjs", {
        "facts": boardfacts.facts(), "files": [base64.b64encode(data).decode() for data in files]})


def in_simulator(data, path):
    path.write_bytes(data)
    try:
        found = releases.fitting(releases.read(path), boardfacts.BOARD)
    except ValueError:
        return None
    return {"version": found.version, "title": found.board, "size": len(found.image)}


NO_UF2 = "it is not a UF2 file: choose the .uf2 for a PyPortal."
REFUSED = [
    (b"", NO_UF2), (b"x" * 512, NO_UF2),
    (GOOD[:-512], "it is truncated, with 1 of 2 blocks: download it again."),
    (GOOD[:512] + b"\0" + GOOD[513:], "it is damaged at block 1: download it again."),
    (standinfirmware.uf2(flags=0x2000, family=0xADA52840),
     "it is for another chip than a PyPortal's SAMD51: choose the .uf2 for a PyPortal."),
    (standinfirmware.uf2(title="Adafruit PyGamer"),
     "it is for the Adafruit PyGamer, and this page is an Adafruit PyPortal: choose that one's."),
    (standinfirmware.uf2(version="8.2.0"),
     "it holds CircuitPython 8.2.0: choose a version 9 or 10."),
    (standinfirmware.uf2(start=0x2000),
     "it is for other places of the flash than a PyPortal's: choose the .uf2 for a PyPortal."),
]


def test_what_no_pyportal_runs_is_refused_in_a_sentence():
    files, sentences = zip(*REFUSED, strict=True)
    assert read_by_page(*files) == [{"error": words} for words in sentences]


def test_a_pyportals_firmware_is_taken(tmp_path):
    files = [standinfirmware.uf2(**options) for options in (
        {}, {"flags": 0x2000, "family": 0x55114460}, {"version": "9.2.8"},
        {"version": "10.3.0-beta.1"})]
    seen = read_by_page(*files)
    assert seen == [in_simulator(data, tmp_path / "it.uf2") for data in files]
    assert {file["title"] for file in seen} == {"Adafruit PyPortal"}


DAY = "2026-11-22"
LATE = calendar.timegm((2026, 11, 22, 23, 30, 0))


@pytest.mark.parametrize(("zone", "asked", "seconds"), [
    ("UTC", None, LATE), ("JST-9", None, LATE + 9 * 3600), ("EST5", None, LATE - 5 * 3600),
    ("UTC", DAY, calendar.timegm((2026, 11, 22, 0, 0, 0))), ("UTC", "22.11.2026", LATE),
    ("UTC", "2026-13-01", LATE)])
def test_the_boards_clock_shows_the_time_of_day_here_or_a_date_of_the_address(
        zone, asked, seconds):
    assert webpage.node("calendar.mjs", {
        "asked": asked, "now": 1000 * LATE, "zone": zone}) == seconds


WEB = ROOT / "web"
MODULES = sorted(WEB.rglob("*.js"))
IMPORT = re.compile(r'^(?:import|export) .*?from "(.+?)";', re.MULTILINE | re.DOTALL)
# The page imports only this from the board's side; it is made when the site is built.
BOARD_FACTS = "board/facts.js"


def imports(path):
    for target in IMPORT.findall(path.read_text(encoding="utf-8")):
        yield (path.parent / target).resolve().relative_to(WEB).as_posix()


def test_the_board_knows_no_page_and_the_page_only_its_facts():
    for path in MODULES:
        folder = path.relative_to(WEB).parts[0]
        for target in imports(path):
            is_facts = target == BOARD_FACTS
            assert is_facts or (WEB / target).is_file()
            assert target.startswith(f"{folder}/") or (folder == "page" and is_facts), path
