# SPDX-License-Identifier: MIT
"""Installed libraries, named when missing, and modules of a board's list that are refused."""

import sys

import pytest

from sim import PyPortal
from sim.board.boards import DISPLAYS, find_board
from sim.board.drive import libraries
from sim.engines.python import modules as built_ins
from sim.engines.python.program import refusal
from tests.support.programs.programs import outcomes, printed

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


def test_adafruits_asyncio_is_found_although_computers_have_one_of_that_name(install, tmp_path):
    install("adafruit-circuitpython-asyncio", {"asyncio/__init__.py": "print('theirs')"})
    assert libraries.distribution("asyncio") == "adafruit-circuitpython-asyncio"
    program = "import asyncio; print(asyncio.__file__)"
    serial, _ = run_drive(tmp_path / "drive", {"code.py": program})
    assert serial.endswith("/lib/asyncio/__init__.py\n")


@pytest.mark.parametrize(("module", "distribution"), [
    ("adafruit_no_such_thing", "adafruit-circuitpython-no-such-thing"),
    ("adafruit_nonesuch.inner", "adafruit-circuitpython-nonesuch"),
])
def test_a_missing_library_is_named_with_the_line_that_installs_it(tmp_path, module, distribution):
    drive = tmp_path / "drive"
    for more, target in ({}, ""), ({"lib/other.py": ""}, f"--no-deps --target {drive / 'lib'} "):
        _, remarks = run_drive(drive, {"code.py": f"import {module}"} | more)
        assert [line.rpartition(": ")[2] for line in remarks] == [
            f"pip install {target}{distribution}"]


# Sources: Adafruit's list of libraries in their bundle, and what pip installs.
DISTRIBUTIONS = {
    "adafruit_button": "display-button", "adafruit_io": "adafruitio", "adafruit_sdcard": "sd",
    "adafruit_bus_device": "busdevice", "adafruit_character_lcd": "charlcd",
    "adafruit_display_shapes": "display-shapes", "simpleio": "simpleio", "neopixel": "neopixel"}


def test_a_librarys_distribution_is_known_although_its_name_is_another():
    assert {module: libraries.distribution(module) for module in DISTRIBUTIONS} == {
        module: f"adafruit-circuitpython-{name}" for module, name in DISTRIBUTIONS.items()}


@pytest.mark.parametrize(("module", "said"), [
    ("wifi", "is a module of CircuitPython that the"),
    ("itertools", "is a module of Python's on computers"),
    ("secrets", "is a file of yours"),
    ("my_own_file", "is neither on the drive nor in its lib folder"),
])
def test_a_missing_module_is_remarked_unless_the_program_catches_the_error(tmp_path, module, said):
    program = f"import {module}"
    _, (remark,) = run_drive(tmp_path / "drive", {"code.py": program})
    assert remark.startswith(f"{module} {said}")
    caught = f"try: {program}\nexcept ImportError: print('without')"
    assert run_drive(tmp_path / "drive", {"code.py": caught}) == ("without\n", [])


@pytest.mark.parametrize("board", DISPLAYS)
def test_every_module_of_the_boards_list_can_be_imported_and_has_a_reason_if_not_simulated(
        write_program, board):
    # Without what a list names within a module, `os.getenv`.
    listed = {name for name in find_board(board).modules if name.isidentifier()}
    assert len(listed) > 60
    program = "".join(f"import {name}\n" for name in sorted(listed)) + "print('all')"
    assert printed(write_program(program), board=board) == "all\n"
    simulated = {name for name in listed if built_ins.exists(name)}
    assert set(refusal.REASONS) == listed - simulated - built_ins.SAME_ON_THE_HOST


# Each refused module with a use of it, and what is then named.
USES = {
    "_bleio": ("_bleio.UUID(0x1812)", "_bleio.UUID"),
    "aesio": ("aesio.AES(b'0' * 16)", "aesio.AES"),
    "floppyio": ("floppyio.flux_readinto(bytearray(9), None, None)", "floppyio.flux_readinto"),
    "i2ctarget": ("i2ctarget.I2CTarget(None, None, (1,))", "i2ctarget.I2CTarget"),
    "max3421e": ("max3421e.Max3421E(None, chip_select=None, irq=None)", "max3421e.Max3421E"),
    "onewireio": ("onewireio.OneWire(None)", "onewireio.OneWire"),
    "ps2io": ("ps2io.Ps2(None, None)", "ps2io.Ps2"),
    "pulseio": ("pulseio.PulseIn(None)", "pulseio.PulseIn"),
    "rgbmatrix": ("rgbmatrix.RGBMatrix(width=64, bit_depth=2, rgb_pins=[], addr_pins=[], "
                  "clock_pin=None, latch_pin=None, output_enable_pin=None)", "rgbmatrix.RGBMatrix"),
    "spitarget": ("spitarget.SPITarget(None, None, None, None)", "spitarget.SPITarget"),
    "ulab": ("ulab.numpy.array([1, 2])", "ulab.numpy.array"),
    "usb": ("usb.core.find()", "usb.core.find"),
    "usb_midi": ("usb_midi.ports[0]", "usb_midi.ports"),
}


def test_a_refused_module_says_why_when_it_is_used_and_its_names_serve_as_types(write_program):
    uses = {name: use for name, use in USES.items() if not built_ins.exists(name)}
    calls = [use for use, _ in uses.values()]
    told = outcomes(write_program, ", ".join(uses), [*calls, "pulseio.PulseOut()"])
    assert told.pop().startswith("TypeError:")
    assert told == [f"NotImplementedError: {thing} is not simulated: {refusal.REASONS[name]}"
                    for name, (_, thing) in uses.items()]
    assert printed(write_program("""
import _bleio, pulseio, usb_midi
from ulab import numpy
import usb.core
from usb.core import USBError
class Receiver(pulseio.PulseIn):
    pass
try:
    raise _bleio.SecurityError("no bond")
except _bleio.BluetoothError as error:
    print(error)
print(isinstance(3, usb_midi.PortIn), issubclass(USBError, OSError), _bleio.Address.PUBLIC)
""")) == "no bond\nFalse True _bleio.Address.PUBLIC\n"
