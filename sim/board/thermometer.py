# SPDX-License-Identifier: MIT
"""The ADT7410 of a PyPortal: a thermometer with registers (source: Analog Devices' data sheet)."""

from .peripheral import I2CPeripheral
from .surroundings import Surroundings

TEMPERATURE, STATUS, CONFIGURATION, IDENTITY, RESET = 0x00, 0x02, 0x03, 0x0B, 0x2F
REGISTERS = 0x30
MANUFACTURER = 0xCB
SIXTEEN_BITS = 0x80
# Alarms at 64, 10 and 147 °C, hysteresis 5 °C: the registers 0x04 to 0x0A after power-on.
LIMITS = bytes([0x20, 0x00, 0x05, 0x00, 0x49, 0x80, 0x05])
STEPS_A_DEGREE = 128


class Thermometer(I2CPeripheral):
    """A write selects a register and may fill it and the following ones; a read continues there."""

    def __init__(self, surroundings: Surroundings):
        self._surroundings = surroundings
        self._reset()

    def write(self, data: bytes) -> None:
        if not data:
            return
        self._pointer = data[0] % REGISTERS
        if self._pointer == RESET:
            self._reset()
        for register, value in enumerate(data[1:], self._pointer):
            if CONFIGURATION <= register < IDENTITY:
                self._registers[register] = value

    def read(self, length: int) -> bytes:
        self._registers[TEMPERATURE:STATUS] = self._reading()
        places = range(self._pointer, self._pointer + length)
        return bytes(self._registers[place % REGISTERS] for place in places)

    def _reset(self) -> None:
        self._pointer = 0
        self._registers = bytearray(REGISTERS)
        self._registers[CONFIGURATION + 1 : IDENTITY] = LIMITS
        self._registers[IDENTITY] = MANUFACTURER

    def _reading(self) -> bytes:
        """16 bits, or 13 followed by three alarm bits."""
        reading = round(self._surroundings.celsius * STEPS_A_DEGREE)
        if not self._registers[CONFIGURATION] & SIXTEEN_BITS:
            reading &= ~7
        return (reading & 0xFFFF).to_bytes(2)
