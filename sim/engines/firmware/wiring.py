# SPDX-License-Identifier: MIT
"""The boards that the chip can be on: where their parts are connected, and which firmware they run.

Another SAMD51 board with such a display is another entry of `WIRINGS`. Source of the pins: the
boards' schematics, which Adafruit publishes.
"""

from dataclasses import dataclass

from .chip import Chip

# The chip's serial number, which boot_out.txt and USB show; the bytes spell PyPortal.
SERIAL_NUMBER = (0x5079_5061, 0x7274_616C, 0x454D_5500, 0x0000_0001)


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

    def connect(self, chip: Chip) -> None:
        """Tell a chip what it is connected to."""
        chip.call("set_serial_number", *SERIAL_NUMBER)
        chip.call("set_panel_pins", *map(pin_number, self.panel))
        chip.call("set_pixel_pin", pin_number(self.pixel))


    def boot_output(self, identity: str) -> str:
        """Return what a firmware of this identity writes to boot_out.txt without a boot.py."""
        uid = b"".join(word.to_bytes(4, "little") for word in SERIAL_NUMBER).hex().upper()
        return f"{identity}\r\nBoard ID:{self.release}\r\nUID:{uid}\r\n"


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
