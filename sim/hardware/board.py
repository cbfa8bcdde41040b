# SPDX-License-Identifier: MIT
"""The board: names for its pins, and its display, initialised before the program starts."""

from sim.machine import Machine

machine: Machine

board_id = machine.board.name
globals().update(machine.pins.by_name)
_display = machine.board.display

# Command, number of parameters (0x80: a delay follows), parameters, delay in ms.
INIT_SEQUENCE = bytes([
    0x01, 0x80, 0x80,
    0x36, 0x01, _display.madctl,
    0x3A, 0x01, 0x55,
    0x11, 0x80, 0x78,
    0x29, 0x80, 0x78,
])


def I2C() -> object:
    return machine.hardware("busio").I2C()


def SPI() -> object:
    return machine.hardware("busio").SPI()


def UART() -> object:
    return machine.hardware("busio").UART()


STEMMA_I2C = I2C

DISPLAY = machine.hardware("busdisplay").BusDisplay(
    machine.hardware("paralleldisplaybus").ParallelBus(
        data0=machine.pins["PA16"],
        command=machine.pins["PB05"],
        chip_select=machine.pins["PB06"],
        write=machine.pins["PB09"],
        read=machine.pins["PB04"],
        reset=machine.pins["PA00"],
    ),
    INIT_SEQUENCE,
    width=_display.width,
    height=_display.height,
    backlight_pin=machine.pins["PB31"],
)

# The names are the board's own, which ruff cannot see.
__all__ = [*machine.pins.by_name, "DISPLAY", "I2C", "SPI", "STEMMA_I2C", "UART", "board_id"]  # noqa: PLE0604
