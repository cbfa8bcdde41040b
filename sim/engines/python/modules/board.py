# SPDX-License-Identifier: MIT
"""board: names for the board's pins, and its display, which starts before the program does."""

from typing import Any

from ..native.classes import pin_of
from . import busio, machine
from .busdisplay import BusDisplay
from .paralleldisplaybus import ParallelBus

board_id = machine.board.model.name
globals().update({name: pin_of(line) for name, line in machine.pins.by_name.items()})
_display = machine.board.model.display

# Command, number of parameters (0x80: a delay follows), parameters, delay in ms.
INIT_SEQUENCE = bytes([
    0x01, 0x80, 0x80,
    0x36, 0x01, _display.madctl,
    0x3A, 0x01, 0x55,
    0x11, 0x80, 0x78,
    0x29, 0x80, 0x78,
])

_buses: dict[str, Any] = {}


def _singleton(kind: type[Any], *pins: str) -> Any:
    """Return the one bus of this kind on the board's pins, created again after a `deinit`."""
    if kind.__name__ not in _buses or not _buses[kind.__name__]._pins:
        _buses[kind.__name__] = kind(*(pin_of(machine.pins[pin]) for pin in pins))
    return _buses[kind.__name__]


def I2C() -> busio.I2C:
    return _singleton(busio.I2C, "SCL", "SDA")


def STEMMA_I2C() -> busio.I2C:
    return I2C()


def SPI() -> busio.SPI:
    return _singleton(busio.SPI, "SCK", "MOSI", "MISO")


DISPLAY = BusDisplay(
    ParallelBus(
        data0=pin_of(machine.pins["PA16"]),
        command=pin_of(machine.pins["PB05"]),
        chip_select=pin_of(machine.pins["PB06"]),
        write=pin_of(machine.pins["PB09"]),
        read=pin_of(machine.pins["PB04"]),
        reset=pin_of(machine.pins["PA00"]),
    ),
    INIT_SEQUENCE,
    width=_display.width,
    height=_display.height,
    backlight_pin=pin_of(machine.pins["PB31"]),
)

# The names are the board's own, which ruff cannot see.
__all__ = [*machine.pins.by_name, "DISPLAY", "I2C", "SPI", "STEMMA_I2C", "board_id"]  # noqa: PLE0604
