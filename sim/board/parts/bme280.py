# SPDX-License-Identifier: MIT
"""The BME280, which measures temperature, humidity and pressure.

Source: Bosch's data sheet BST-BME280-DS001: registers in section 5, compensation in section 4.2.3
and appendix A. Its results are raw numbers that a driver compensates with the chip's calibration;
this one searches for the raw numbers of what it measures.
"""

import struct
from collections.abc import Callable
from typing import Any

from .part import ByteRegisters, Choice, Setting

CALIBRATION, IDENTITY, RESET, MORE_CALIBRATION = 0x88, 0xD0, 0xE0, 0xE1
CONTROL_HUMIDITY, STATUS, CONTROL = 0xF2, 0xF3, 0xF4
RESULTS = 0xF7
WRITABLE = frozenset((CONTROL_HUMIDITY, CONTROL, 0xF5))
BME280_ID, RESET_WORD = 0x60, 0xB6
SLEEPING = 0b11
# The contents of the result registers before the first measurement.
EMPTY = bytes((0x80, 0, 0, 0x80, 0, 0, 0x80, 0))
# The calibration, which differs from chip to chip; T and P are those of Bosch's example.
T1, T2, T3 = 27504, 26435, -1000
P1, P2, P3, P4, P5, P6, P7, P8, P9 = 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000
H1, H2, H3, H4, H5, H6 = 75, 362, 0, 321, 50, 30


class BME280(ByteRegisters):
    """Measures when a driver asks, or all the time in normal mode."""

    address = Choice(0x77, 0x76)
    temperature = Setting(23.0, -40, 85, "°C")
    humidity = Setting(45.0, 0, 100, "%")
    pressure = Setting(1013.25, 300, 1100, "hPa")

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self._reset()

    def _reset(self) -> None:
        self.registers[:] = bytes(256)
        self.registers[IDENTITY] = BME280_ID
        self._put(CALIBRATION, struct.pack("<HhhHhhhhhhhhxB", T1, T2, T3, P1, P2, P3, P4, P5, P6,
                                           P7, P8, P9, H1))
        self._put(MORE_CALIBRATION, struct.pack(
            "<hBBBBb", H2, H3, H4 >> 4, H4 & 15 | (H5 & 15) << 4, H5 >> 4, H6))
        self._put(RESULTS, EMPTY)

    def store(self, register: int, value: int) -> None:
        if register == RESET and value == RESET_WORD:
            self._reset()
        elif register in WRITABLE:
            self.registers[register] = value
        if register == CONTROL and value & SLEEPING:
            self._convert()
            if value & SLEEPING != SLEEPING:
                self.registers[CONTROL] &= ~SLEEPING  # it sleeps after a forced measurement

    def measure(self) -> None:
        """Measure anew in normal mode."""
        if self.registers[CONTROL] & SLEEPING == SLEEPING:
            self._convert()

    def _put(self, register: int, data: bytes | bytearray) -> None:
        self.registers[register : register + len(data)] = data

    def _convert(self) -> None:
        """Fill the results; a quantity whose oversampling is 0 is skipped."""
        control = self.registers[CONTROL]
        fine, raw = _search(_fine, 20, self.temperature * 5120)
        pressure = _search(lambda adc: _pressure(adc, fine), 20, self.pressure * 100)[1]
        humidity = _search(lambda adc: _humidity(adc, fine), 16, self.humidity)[1]
        results = bytearray(EMPTY)
        if control >> 2 & 7:
            results[0:3] = (pressure << 4).to_bytes(3)
        if control >> 5:
            results[3:6] = (raw << 4).to_bytes(3)
        if self.registers[CONTROL_HUMIDITY] & 7:
            results[6:8] = humidity.to_bytes(2)
        self._put(RESULTS, results)


def _search(compensated: Callable[[float], float], bits: int, wanted: float) -> tuple[float, int]:
    """Return the compensated value nearest to `wanted`, and the raw number that gives it."""
    rises = compensated((1 << bits) - 1) > compensated(0)
    low, high = 0, (1 << bits) - 1
    while low < high:
        middle = (low + high) // 2
        if (compensated(middle) < wanted) == rises:
            low = middle + 1
        else:
            high = middle
    return compensated(low), low


def _fine(adc: float) -> float:
    """Return the temperature in 1/5120 °C."""
    first = (adc / 16384 - T1 / 1024) * T2
    return first + (adc / 131072 - T1 / 8192) ** 2 * T3


def _pressure(adc: float, fine: float) -> float:
    """Return the pressure in Pa."""
    first = fine / 2 - 64000
    second = first * first * P6 / 32768 + first * P5 * 2
    second = second / 4 + P4 * 65536
    first = (P3 * first * first / 524288 + P2 * first) / 524288
    first = (1 + first / 32768) * P1
    pressure = (1048576 - adc - second / 4096) * 6250 / first
    return pressure + (P9 * pressure * pressure / 2147483648 + pressure * P8 / 32768 + P7) / 16


def _humidity(adc: float, fine: float) -> float:
    """Return the relative humidity in %."""
    warm = fine - 76800
    humidity = (adc - (H4 * 64 + H5 / 16384 * warm)) * (
        H2 / 65536 * (1 + H6 / 67108864 * warm * (1 + H3 / 67108864 * warm)))
    return humidity * (1 - H1 * humidity / 524288)
