# SPDX-License-Identifier: MIT
"""Parts with Adafruit's seesaw chip: the STEMMA soil sensor (4026), the rotary encoder (4991).

Source: Adafruit's guide "Adafruit seesaw" and its firmware's `include/`: modules and functions. A
write selects a module and a function of it; the read that follows returns the value.
"""

from typing import Any

from .part import Choice, Colour, I2CPart, Setting, Switch

STATUS, GPIO, PIXELS, TOUCH, ENCODER = 0x00, 0x01, 0x0E, 0x0F, 0x11
HARDWARE, VERSION, OPTIONS, TEMPERATURE, RESET = 0x01, 0x02, 0x03, 0x04, 0x7F
BULK = 0x04
MOISTURE = 0x10
POSITION, DELTA = 0x30, 0x40
PIXEL_DATA, PIXEL_SHOW = 0x04, 0x05
SAMD09 = 0x55
BUTTON_PIN = 24


class Seesaw(I2CPart):
    """The base of all, with the chip's identity and its modules by number."""

    PRODUCT = 0
    MODULES: tuple[int, ...] = ()

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self._asked = STATUS, HARDWARE

    def write(self, data: bytes) -> None:
        if len(data) >= 2:
            self._asked = data[0], data[1]
            self.take(self._asked, data[2:])

    def read(self, length: int) -> bytes:
        return self.answer(self._asked).ljust(length, b"\0")[:length]

    def take(self, function: tuple[int, int], data: bytes) -> None:
        """Do what a write asks for."""

    def answer(self, function: tuple[int, int]) -> bytes:
        """Return the value of a function."""
        options = sum(1 << module for module in (STATUS, *self.MODULES))
        return {(STATUS, HARDWARE): bytes([SAMD09]),
                (STATUS, VERSION): (self.PRODUCT << 16).to_bytes(4),
                (STATUS, OPTIONS): options.to_bytes(4)}.get(function, b"")


class SoilSensor(Seesaw):
    """`moisture` is about 200 in dry air and 1000 under water."""

    PRODUCT, MODULES = 4026, (TOUCH,)
    address = Choice(0x36, 0x37, 0x38, 0x39)
    moisture = Setting(500, 0, 4095)
    temperature = Setting(23.0, -40, 85, "°C")

    def answer(self, function: tuple[int, int]) -> bytes:
        if function == (TOUCH, MOISTURE):
            return int(self.moisture).to_bytes(2)
        if function == (STATUS, TEMPERATURE):
            return round(self.temperature * (1 << 16)).to_bytes(4, signed=True)
        return super().answer(function)


class Encoder(Seesaw):
    """A knob that turns without end, with a button and a NeoPixel in it.

    `turned` counts its steps; a program that sets the position starts to count from there.
    """

    PRODUCT, MODULES = 4991, (GPIO, PIXELS, ENCODER)
    address = Choice(*range(0x36, 0x3E))
    turned = Setting(0, -1000, 1000)
    pressed = Switch(momentary=True)

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self._boot()

    def _boot(self) -> None:
        self._start = self._seen = self.turned
        self._buffer = bytearray(3)
        self.pixel: Colour = (0, 0, 0)

    @property
    def lamps(self) -> list[Colour]:
        return [self.pixel]

    def take(self, function: tuple[int, int], data: bytes) -> None:
        if function == (STATUS, RESET):
            self._boot()
        elif function == (ENCODER, POSITION) and len(data) == 4:
            self._start = self.turned - int.from_bytes(data, signed=True)
        elif function == (PIXELS, PIXEL_DATA) and len(data) > 2:
            at = int.from_bytes(data[:2])
            self._buffer[at : at + len(data) - 2] = data[2:]
            del self._buffer[3:]
        elif function == (PIXELS, PIXEL_SHOW):
            green, red, blue = self._buffer
            self.pixel = red, green, blue

    def answer(self, function: tuple[int, int]) -> bytes:
        if function == (GPIO, BULK):
            return (0 if self.pressed else 1 << BUTTON_PIN).to_bytes(4)
        if function == (ENCODER, POSITION):
            return int(self.turned - self._start).to_bytes(4, signed=True)
        if function == (ENCODER, DELTA):
            passed, self._seen = self.turned - self._seen, self.turned
            return int(passed).to_bytes(4, signed=True)
        return super().answer(function)
