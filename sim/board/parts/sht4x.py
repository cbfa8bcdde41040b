# SPDX-License-Identifier: MIT
"""The SHT40, SHT41 and SHT45, which measure temperature and humidity.

Source: Sensirion's data sheet "SHT4x", sections "I2C communication" and "Command overview".
"""

from typing import Any

from .part import Choice, I2CPart, Setting

SERIAL_NUMBER, RESET = 0x89, 0x94
MEASUREMENTS = frozenset((0xFD, 0xF6, 0xE0, 0x39, 0x32, 0x2F, 0x24, 0x1E, 0x15))
NUMBER = bytes((0x0F, 0x4A, 0x1B, 0x2C))


class SHT4x(I2CPart):
    """A write is a command; the read that follows returns two words, each with its checksum."""

    address = Choice(0x44, 0x45, 0x46)
    temperature = Setting(23.0, -40, 125, "°C")
    humidity = Setting(45.0, 0, 100, "%")

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self._answer = b""

    def write(self, data: bytes) -> None:
        command = data[0] if data else 0
        if command in MEASUREMENTS:
            self._answer = _word(self.temperature, -45, 175) + _word(self.humidity, -6, 125)
        elif command == SERIAL_NUMBER:
            self._answer = _checked(NUMBER[:2]) + _checked(NUMBER[2:])
        elif command == RESET:
            self._answer = b""

    def read(self, length: int) -> bytes:
        return self._answer.ljust(length, b"\xff")[:length]


def _word(value: float, low: float, span: float) -> bytes:
    return _checked(round((value - low) / span * 0xFFFF).to_bytes(2))


def _checked(word: bytes) -> bytes:
    checksum = 0xFF
    for byte in word:
        checksum ^= byte
        for _ in range(8):
            checksum = checksum << 1 ^ (0x131 if checksum & 0x80 else 0)
    return word + bytes([checksum])
