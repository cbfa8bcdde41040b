# SPDX-License-Identifier: MIT
"""The board: names for its pins, and its display, initialised before the program starts."""

from typing import Any

from ..machine import Machine

machine: Machine

board_id = machine.board.name
globals().update({name: line.pin for name, line in machine.pins.by_name.items()})
_display = machine.board.display

# Command, number of parameters (0x80: a delay follows), parameters, delay in ms.
INIT_SEQUENCE = bytes([
    0x01, 0x80, 0x80,
    0x36, 0x01, _display.madctl,
    0x3A, 0x01, 0x55,
    0x11, 0x80, 0x78,
    0x29, 0x80, 0x78,
])


_buses: dict[str, Any] = {}


def _singleton(kind: str, *pins: str) -> Any:
    """The one bus on the board's pins, created again after a `deinit`."""
    if kind not in _buses or not _buses[kind]._pins:
        bus = getattr(machine.hardware("busio"), kind)
        _buses[kind] = bus(*(machine.pins[pin].pin for pin in pins))
    return _buses[kind]


def I2C() -> Any:
    return _singleton("I2C", "SCL", "SDA")


def STEMMA_I2C() -> Any:
    return I2C()


def SPI() -> Any:
    return _singleton("SPI", "SCK", "MOSI", "MISO")


DISPLAY = machine.hardware("busdisplay").BusDisplay(
    machine.hardware("paralleldisplaybus").ParallelBus(
        data0=machine.pins["PA16"].pin,
        command=machine.pins["PB05"].pin,
        chip_select=machine.pins["PB06"].pin,
        write=machine.pins["PB09"].pin,
        read=machine.pins["PB04"].pin,
        reset=machine.pins["PA00"].pin,
    ),
    INIT_SEQUENCE,
    width=_display.width,
    height=_display.height,
    backlight_pin=machine.pins["PB31"].pin,
)

# The names are the board's own, which ruff cannot see.
__all__ = [*machine.pins.by_name, "DISPLAY", "I2C", "SPI", "STEMMA_I2C", "board_id"]  # noqa: PLE0604
