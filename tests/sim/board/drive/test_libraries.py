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
    """Write a library's files and their record, as `pip install` does."""
    info = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    libraries.forget()


def run_drive(program, files):
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
    assert run_drive(tmp_path / "drive", {"code.py": code}) == ("hello\n", [])


def test_a_package_for_computers_is_not_lent_to_a_program(site, tmp_path):
    install(site, "frobnicator", {"frobnicator.py": "WORD = 'hello'"})
    serial, _ = run_drive(tmp_path / "drive", {"code.py": "import frobnicator"})
    assert serial.endswith("ImportError: no module named 'frobnicator'\n")


def test_adafruits_asyncio_is_found_although_computers_have_one_of_that_name(site, tmp_path):
    install(site, "adafruit-circuitpython-asyncio", {"asyncio/__init__.py": "print('theirs')"})
    assert libraries.distribution("asyncio") == "adafruit-circuitpython-asyncio"
    program = "import asyncio; print(asyncio.__file__)"
    serial, _ = run_drive(tmp_path / "drive", {"code.py": program})
    assert serial.endswith("/lib/asyncio/__init__.py\n")


def test_a_drive_with_a_lib_folder_must_hold_its_libraries(site, tmp_path):
    install(site, "circuitpython-frobnicator", {"frobnicator.py": "WORD = 'hello'"})
    drive = tmp_path / "drive"
    serial, remarks = run_drive(drive, {"code.py": "import frobnicator", "lib/other.py": ""})
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
    _, remarks = run_drive(drive, {"code.py": f"import {module}"})
    assert [line.rpartition(": ")[2] for line in remarks] == [f"pip install {distribution}"]
    _, remarks = run_drive(drive, {"lib/other.py": ""})
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
    _, remarks = run_drive(tmp_path / "drive", {"code.py": f"import {module}"})
    assert len(remarks) == 1
    assert remarks[0].startswith(f"{module} {said}")


def test_an_import_error_that_the_program_catches_is_not_remarked(tmp_path):
    code = "try:\n    import adafruit_nonesuch\nexcept ImportError:\n    print('without')\n"
    assert run_drive(tmp_path / "drive", {"code.py": code}) == ("without\n", [])


def listed(board):
    """Without what a list names within a module, `os.getenv`."""
    return {name for name in find_board(board).modules if name.isidentifier()}


@pytest.mark.parametrize("board", DISPLAYS)
def test_every_module_of_the_boards_list_can_be_imported(write_program, board):
    assert len(listed(board)) > 60
    program = "".join(f"import {name}\n" for name in sorted(listed(board))) + "print('all')"
    assert printed(write_program(program), board=board) == "all\n"


@pytest.mark.parametrize("board", DISPLAYS)
def test_a_module_is_simulated_or_has_a_reason(board):
    simulated = {name for name in listed(board) if built_ins.exists(name)}
    assert set(refusal.REASONS) == listed(board) - simulated - built_ins.SAME_ON_THE_HOST


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


def test_using_a_refused_module_names_the_thing_and_says_why(write_program):
    uses = {name: use for name, use in USES.items() if not built_ins.exists(name)}
    told = outcomes(write_program, ", ".join(uses), [use for use, _ in uses.values()])
    assert told == [f"NotImplementedError: {thing} is not simulated: {refusal.REASONS[name]}"
                    for name, (_, thing) in uses.items()]


def test_names_of_refused_modules_serve_as_types_and_constants(write_program):
    program = """
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
"""
    assert printed(write_program(program)) == "no bond\nFalse True _bleio.Address.PUBLIC\n"


def test_wrong_arguments_of_a_refused_class_are_still_a_type_error(write_program):
    (told,) = outcomes(write_program, "pulseio", ["pulseio.PulseOut()"])
    assert told.startswith("TypeError:")
