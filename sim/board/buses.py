# SPDX-License-Identifier: MIT
"""The board's I2C and SPI bus: find the chip that answers, and remark on it when none does.

`busio` transfers through these when a program uses the bus's pins.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from .peripheral import I2CPeripheral, Peripheral, SPIPeripheral
from .pins import Pins

Place = TypeVar("Place", int, str)
Kind = TypeVar("Kind", bound=Peripheral)

# The bytes sent while a program only reads, or that come back when no device answers.
IDLE = b"\xff"


class Bus(Generic[Place, Kind]):
    """A bus; `devices` are by address or chip select, `remark` takes a sentence for the user."""

    def __init__(self, pins: Pins, lines: tuple[str, ...], remark: Callable[[str], None]):
        self.lines = frozenset(pins[name] for name in lines)
        self.devices: dict[Place, Kind] = {}
        self._pins = pins
        self._remark = remark
        self._remarked: set[str] = set()

    def connect(self, place: Place, device: Kind) -> None:
        self.devices[place] = device
        device.connect(self._pins)

    def take_over(self, old: "Bus[Place, Kind]") -> None:
        """Keep the devices of the board before a reset, which they do not notice."""
        self.devices.clear()
        for place, device in old.devices.items():
            self.connect(place, device)

    def _remark_once(self, place: str, sentence: str) -> None:
        if place not in self._remarked:
            self._remarked.add(place)
            self._remark(sentence)


class I2CBus(Bus[int, I2CPeripheral]):
    """SDA and SCL, pulled up; devices are found by address."""

    def __init__(self, pins: Pins, remark: Callable[[str], None]):
        super().__init__(pins, ("SDA", "SCL"), remark)
        for line in self.lines:
            line.outside = lambda: 1.0

    def miss(self, address: int) -> None:
        """Remark that the program has used an address where no device answers."""
        place = f"0x{address:02X}"
        self._remark_once(place, f"nothing is simulated at the I2C address {place}")


class SPIBus(Bus[str, SPIPeripheral]):
    """SCK, MOSI and MISO; devices are found by their chip select pin."""

    def __init__(self, pins: Pins, remark: Callable[[str], None]):
        super().__init__(pins, ("SCK", "MOSI", "MISO"), remark)
        self._selected: set[str] = set()

    def connect(self, place: str, device: SPIPeripheral) -> None:
        super().connect(place, device)
        self._pins[place].on_drive = lambda: self._driven(place)

    def take_over(self, old: "SPIBus") -> None:  # type: ignore[override]
        """Keep the devices; the reset has released their chip selects."""
        for place in old._selected:
            old.devices[place].deselect()
        super().take_over(old)

    def transfer(self, sent: bytes) -> bytes | None:
        """Return what the selected devices send back; None if none drives MISO."""
        for place in sorted(self._selected):
            answer = self.devices[place].transfer(sent)
            if answer is not None:
                return answer
        self.miss(sent)
        return None

    def miss(self, sent: bytes) -> None:
        """Remark that the program has sent bytes, here or on other pins, and no device answers."""
        if sent.strip(IDLE):
            place = " and ".join(sorted(self._selected)) or "no chip that is simulated"
            self._remark_once(place, f"nothing answers on the SPI bus: {place} is selected, "
                                     f"and 0x{sent[0]:02X} was sent first")

    def _driven(self, place: str) -> None:
        low = self._pins[place].level == 0.0
        if low and place not in self._selected:
            self._selected.add(place)
            self.devices[place].select()
        elif not low and place in self._selected:
            self._selected.remove(place)
            self.devices[place].deselect()
