# SPDX-License-Identifier: MIT
"""Every module of every board's list can be imported, and works or refuses with a sentence."""

import pytest

from sim.board.boards import DISPLAYS, find_board
from sim.engines.python import modules as built_ins
from sim.engines.python.program import refusal
from tests.support.programs.programs import outcomes, printed


def listed(board):
    """Without what a list names within a module, `os.getenv`."""
    return {name for name in find_board(board).modules if name.isidentifier()}


@pytest.mark.parametrize("board", DISPLAYS)
def test_every_module_of_the_boards_list_can_be_imported(write_program, board):
    assert len(listed(board)) > 60
    program = "".join(f"import {name}\n" for name in sorted(listed(board))) + "print('all')"
    assert printed(write_program(program), board=board) == "all\n"


@pytest.mark.parametrize("board", DISPLAYS)
def test_a_module_has_a_file_or_a_reason_and_not_both(board):
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
