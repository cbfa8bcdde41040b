# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive: files, its size, spoiled files, settings.toml, and installed libraries."""

import os
import sys

import pytest

from sim import PyPortal
from sim.board import libraries
from tests.support.programs.programs import printed

REMOUNT = "import os, storage\nstorage.remount('/', False)\n"


FILES = """
import helper
print(open("/sounds/coin.WAV").read(), os.stat("SOUNDS/COIN.WAV")[6], os.listdir("/sounds"))
try:
    os.mkdir("/SOUNDS")
except OSError as error:
    print(error)
with open("/SOUNDS/coin.wav", "w") as file:
    file.write("clank")
with open("/sounds/New.txt", "w") as file:
    file.write("new")
os.rename("/sounds/new.txt", "/Sounds/NEW.TXT")
os.remove("/sounds/COIN.wav")
print(os.listdir("/sounds"))
"""


def test_names_are_found_in_any_case_and_keep_their_own(write_program, tmp_path):
    (tmp_path / "Sounds").mkdir()
    (tmp_path / "Sounds" / "Coin.wav").write_text("clink")
    (tmp_path / "Helper.py").write_text("print(__file__)")
    assert printed(write_program(REMOUNT + FILES)) == (
        "helper.py\nclink 5 ['Coin.wav']\n[Errno 17] File exists\n['NEW.TXT']\n")
    assert [file.name for file in (tmp_path / "Sounds").iterdir()] == ["NEW.TXT"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the host has no pipes in folders")
def test_a_link_leads_no_further_than_the_drive_and_a_pipe_is_no_file(
        write_program, tmp_path_factory, tmp_path):
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text("secret")
    folder = write_program("for name in ('out', 'in', 'pipe', 'ring'):\n"
                           "    try: print(open(name).read())\n"
                           "    except OSError as error: print(error.errno)")
    (tmp_path / "inside.txt").write_text("mine")
    (tmp_path / "out").symlink_to(outside)
    (tmp_path / "in").symlink_to(tmp_path / "inside.txt")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "ring").symlink_to("ring")
    assert printed(folder) == "2\nmine\n5\n2\n"


PICTURES = """
import displayio
for name, mode in (("/o.txt", "rb"), ("r.txt", "r"), ("/R.TXT", "rb"), ("good.txt", "r"),
                   ("r.txt", "w"), ("/none", "r")):
    try:
        file = open(name, mode)
        print("open", end=" ")
        print(file.read(2))
    except OSError as error:
        print(error.errno)
print(os.stat("/r.txt")[6], os.getenv("NAME"))
try:
    displayio.OnDiskBitmap("/a.bmp")
except OSError as error:
    print(error.errno)
import mine
"""


def test_spoiled_files_fail_when_they_are_opened_read_or_written(write_program, tmp_path):
    for name in "o.txt", "R.txt", "good.txt", "mine.py":
        (tmp_path / name).write_text("text")
    (tmp_path / "settings.toml").write_text('NAME = "x"')
    (tmp_path / "a.bmp").write_bytes(b"BM" + bytes(100))
    program = write_program(REMOUNT + PICTURES)
    with PyPortal(program) as portal:
        for path in "/o.txt", "/none":
            portal.faults.spoil(path, "open")
        for path in "r.txt", "settings.toml", "a.bmp", "mine.py":
            portal.faults.spoil(path, "read")
        portal.run(1)
    assert portal.serial.startswith("5\nopen 5\nopen 5\nopen te\n5\n2\n4 None\n5\nTraceback")
    assert portal.serial.endswith("OSError: [Errno 5] Input/output error\n")
    assert (tmp_path / "R.txt").read_text() == "text"


NOT_FOUND = "ImportError: no module named 'frobnicator'\n"


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Writes a library's files and their record, as `pip install` does; returns their folder."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])

    def write(distribution, files):
        info = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
        record = {info / "METADATA": f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n",
                  info / "RECORD": "".join(f"{name},,\n" for name in files)}
        write_files(site, record | files)
        libraries.forget()
        return site

    yield write
    libraries.forget()


def write_files(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def run_drive(drive, files):
    """Return the serial output and the simulator's remarks of a drive with these files."""
    write_files(drive, files)
    remarks = []
    with PyPortal(drive) as portal:
        portal.board.console.adviser = remarks.append
        portal.run(1)
        return portal.serial, remarks


@pytest.mark.parametrize("files", [
    {"frobnicator.py": "WORD = 'hello'"},
    {"frobnicator/__init__.py": "from frobnicator.inner import WORD",
     "frobnicator/inner.py": "WORD = 'hello'"},
])
def test_a_program_without_a_lib_folder_uses_installed_libraries_for_circuitpython(
        install, tmp_path, files):
    install("frobnicator", files)
    code = {"code.py": "import frobnicator; print(frobnicator.WORD)"}
    assert run_drive(tmp_path / "drive", code)[0].endswith(NOT_FOUND)
    site = install("circuitpython-frobnicator", files)
    assert run_drive(tmp_path / "drive", code) == ("hello\n", [])
    serial, remarks = run_drive(tmp_path / "drive", code | {"lib/other.py": ""})
    assert serial.endswith(NOT_FOUND)
    source = site / min(files).partition("/")[0]
    assert remarks == [f"the library frobnicator is not on the drive: copy {source} "
                       f"to {tmp_path / 'drive' / 'lib'}"]


@pytest.mark.parametrize(("module", "distribution"), [
    ("adafruit_no_such_thing", "adafruit-circuitpython-no-such-thing"),
    ("adafruit_nonesuch.inner", "adafruit-circuitpython-nonesuch")])
def test_a_missing_library_is_named_with_the_line_that_installs_it(tmp_path, module, distribution):
    drive = tmp_path / "drive"
    for more, target in ({}, ""), ({"lib/other.py": ""}, f"--no-deps --target {drive / 'lib'} "):
        _, remarks = run_drive(drive, {"code.py": f"import {module}"} | more)
        assert [line.rpartition(": ")[2] for line in remarks] == [
            f"pip install {target}{distribution}"]


@pytest.mark.parametrize(("module", "said"), [
    ("wifi", "is a module of CircuitPython that the"),
    ("itertools", "is a module of Python on computers"),
    ("secrets", "is a file of yours"),
    ("numpy", "is a library for computers: import numpy from ulab"),
    ("my_own_file", "is not on the drive: copy my_own_file.py or the folder my_own_file there")])
def test_a_missing_module_is_remarked_unless_the_program_catches_the_error(tmp_path, module, said):
    program = f"import {module}"
    _, (remark,) = run_drive(tmp_path / "drive", {"code.py": program})
    assert remark.startswith(f"{module} {said}")
    caught = f"try: {program}\nexcept ImportError: print('without')"
    assert run_drive(tmp_path / "drive", {"code.py": caught}) == ("without\n", [])
