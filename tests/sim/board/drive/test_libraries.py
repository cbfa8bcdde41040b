# SPDX-License-Identifier: MIT
"""Libraries that pip installed: served to a program without a drive, and named when missing."""

import sys

import pytest

from sim import PyPortal
from sim.board.drive import libraries


@pytest.fixture(autouse=True)
def _forget_installed():
    yield
    libraries.forget()


@pytest.fixture
def site(tmp_path, monkeypatch):
    """An empty site-packages folder; what a test puts in it counts as installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    return folder


def install(site, distribution, files):
    """As `pip install` leaves a library: its files, and a record of them."""
    info = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    libraries.forget()


def run(program, files):
    """Serial output and the simulator's remarks of a drive with these files."""
    for name, text in files.items():
        path = program / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    remarks = []
    with PyPortal(program) as portal:
        portal.board.console.adviser = remarks.append
        portal.run(1)
        return portal.serial, remarks


@pytest.mark.parametrize("files", [
    {"frobnicator.py": "WORD = 'hello'"},
    {"frobnicator/__init__.py": "from frobnicator.inner import WORD",
     "frobnicator/inner.py": "WORD = 'hello'"},
])
def test_a_program_without_a_lib_folder_uses_an_installed_library_of_any_name(
        site, tmp_path, files):
    install(site, "circuitpython-frobnicator", files)
    code = "import frobnicator; print(frobnicator.WORD)"
    assert run(tmp_path / "drive", {"code.py": code}) == ("hello\n", [])


def test_a_package_for_computers_is_not_lent_to_a_program(site, tmp_path):
    install(site, "frobnicator", {"frobnicator.py": "WORD = 'hello'"})
    serial, _ = run(tmp_path / "drive", {"code.py": "import frobnicator"})
    assert serial.endswith("ImportError: no module named 'frobnicator'\n")


def test_adafruits_asyncio_is_found_although_computers_have_one_of_that_name(site, tmp_path):
    install(site, "adafruit-circuitpython-asyncio", {"asyncio/__init__.py": "print('theirs')"})
    assert libraries.distribution("asyncio") == "adafruit-circuitpython-asyncio"
    serial, _ = run(tmp_path / "drive", {"code.py": "import asyncio; print(asyncio.__file__)"})
    assert serial.endswith("/lib/asyncio/__init__.py\n")


def test_a_drive_with_a_lib_folder_must_hold_its_libraries_and_is_told_what_to_copy(
        site, tmp_path):
    install(site, "circuitpython-frobnicator", {"frobnicator.py": "WORD = 'hello'"})
    drive = tmp_path / "drive"
    serial, remarks = run(drive, {"code.py": "import frobnicator", "lib/other.py": ""})
    assert serial.endswith("ImportError: no module named 'frobnicator'\n")
    assert remarks == [
        f"the library frobnicator is not on the drive: copy {site / 'frobnicator.py'} "
        f"to {drive / 'lib'}"
    ]


@pytest.mark.parametrize(("module", "distribution"), [
    ("adafruit_nonesuch", "adafruit-circuitpython-nonesuch"),
    ("adafruit_no_such_thing", "adafruit-circuitpython-no-such-thing"),
    ("adafruit_nonesuch.inner", "adafruit-circuitpython-nonesuch"),
])
def test_a_missing_library_is_named_with_the_line_that_installs_it(tmp_path, module, distribution):
    drive = tmp_path / "drive"
    _, remarks = run(drive, {"code.py": f"import {module}"})
    assert [line.rpartition(": ")[2] for line in remarks] == [f"pip install {distribution}"]
    _, remarks = run(drive, {"lib/other.py": ""})
    assert [line.rpartition(": ")[2] for line in remarks] == [
        f"pip install --no-deps --target {drive / 'lib'} {distribution}"
    ]


# Sources: Adafruit's list of libraries in their bundle, and what pip installs.
@pytest.mark.parametrize(("module", "distribution"), [
    ("adafruit_button", "display-button"),
    ("adafruit_io", "adafruitio"),
    ("adafruit_sdcard", "sd"),
    ("adafruit_bus_device", "busdevice"),
    ("adafruit_character_lcd", "charlcd"),
    ("adafruit_display_shapes", "display-shapes"),
    ("simpleio", "simpleio"),
    ("neopixel", "neopixel"),
])
def test_a_librarys_distribution_is_known_although_its_name_is_another(module, distribution):
    assert libraries.distribution(module) == f"adafruit-circuitpython-{distribution}"


@pytest.mark.parametrize(("module", "said"), [
    ("wifi", "is a module of CircuitPython that the"),
    ("itertools", "is a module of Python's on computers"),
    ("secrets", "is a file of yours"),
    ("my_own_file", "is neither on the drive nor in its lib folder"),
])
def test_a_module_that_is_no_library_is_told_by_what_it_is(tmp_path, module, said):
    _, remarks = run(tmp_path / "drive", {"code.py": f"import {module}"})
    assert len(remarks) == 1
    assert remarks[0].startswith(f"{module} {said}")


def test_an_import_error_that_the_program_catches_is_not_remarked(tmp_path):
    code = "try:\n    import adafruit_nonesuch\nexcept ImportError:\n    print('without')\n"
    assert run(tmp_path / "drive", {"code.py": code}) == ("without\n", [])
