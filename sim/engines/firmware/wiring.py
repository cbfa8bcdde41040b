# SPDX-License-Identifier: MIT
"""The boards that the chip can be on: where their parts are connected, and which firmware they run.

Another SAMD51 board with such a display is another entry of `WIRINGS`. Source of the pins: the
boards' schematics, which Adafruit publishes.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wiring:
    """`release` names the board on CircuitPython's download site, `titles` are the names that its
    firmware may state. `panel` holds the chip's pins of the display bus: the first of eight data
    lines, write, command, select. The NeoPixel is at `pixel`.
    """

    release: str
    titles: tuple[str, ...]
    panel: tuple[str, str, str, str] = ("PA16", "PB09", "PB05", "PB06")
    reset: str = "PA00"
    pixel: str = "PB22"


WIRINGS = {
    "pyportal": Wiring("pyportal", ("Adafruit PyPortal",)),
    # A Pynt is a PyPortal with a smaller glass: it runs the same firmware.
    "pyportal_pynt": Wiring("pyportal", ("Adafruit PyPortal", "Adafruit PyPortal Pynt")),
    "pyportal_titano": Wiring("pyportal_titano", ("Adafruit PyPortal Titano",)),
}

PORT_PINS = 32


def pin_number(chip_name: str) -> int:
    """Return a pin's number in the chip's ports: PA00 is 0, PB00 is 32."""
    return "AB".index(chip_name[1]) * PORT_PINS + int(chip_name[2:])
