# SPDX-License-Identifier: MIT
"""The chip's pins as wires: what the program drives them to and what hangs on them outside.

A voltage is a fraction of the 3.3 V supply, 0.0–1.0. `digitalio`, `analogio` and the other modules
claim pins and drive them; parts (touch panel, sensors) answer what a pin that is not driven reads.
"""

from collections.abc import Callable, Iterator

# Pins that an ADC of the SAMD51J20A reaches (data sheet, table "Pinout of multiplexed signals").
ADC_PINS = frozenset(
    [f"PA{n:02}" for n in range(2, 12)] + [f"PB{n:02}" for n in range(10)]
)
DAC_PINS = frozenset(["PA02", "PA05"])


class Pin:
    """`level` is what the program drives (None: not driven), `pull` what its resistor gives."""

    def __init__(self, chip_name: str, name: str):
        self.chip_name = chip_name
        self.name = name
        self.in_use = False
        self.level: float | None = None
        self.pull: float | None = None
        self.outside: Callable[[], float | None] = lambda: None

    def __repr__(self) -> str:
        return f"board.{self.name}"

    def claim(self) -> None:
        """Raises ValueError while something else has the pin."""
        if self.in_use:
            raise ValueError(f"{self.name} in use")
        self.in_use = True

    def release(self) -> None:
        self.in_use = False
        self.level = self.pull = None

    def voltage(self) -> float:
        """What the pin reads now; a pin that nothing drives reads its pull, else 0."""
        if self.level is not None:
            return self.level
        outside = self.outside()
        if outside is None:
            outside = self.pull
        return outside or 0.0

    def set_outside(self, voltage: float | None) -> None:
        """Put a voltage on the pin from outside, None to let go."""
        self.outside = lambda: voltage


class Pins:
    """All pins of a board, by the names in `board` and by the chip's own."""

    def __init__(self, names: dict[str, str]):
        self._by_chip_name: dict[str, Pin] = {}
        self.by_name = {name: self._pin(chip, name) for name, chip in names.items()}

    def _pin(self, chip_name: str, name: str) -> Pin:
        return self._by_chip_name.setdefault(chip_name, Pin(chip_name, name))

    def __getitem__(self, name: str) -> Pin:
        if name in self.by_name:
            return self.by_name[name]
        return self._by_chip_name[name]

    def __iter__(self) -> Iterator[Pin]:
        return iter(self._by_chip_name.values())
