# SPDX-License-Identifier: MIT
"""The board's own sensors: the light sensor of all, and the thermometer of a PyPortal."""

from collections.abc import Callable

from ..clock import NEVER
from .parts.part import Part, Setting, Sockets
from .peripheral import I2CPeripheral

# The ADT7410 (source: Analog Devices' data sheet).
TEMPERATURE, STATUS, CONFIGURATION, IDENTITY, RESET = 0x00, 0x02, 0x03, 0x0B, 0x2F
REGISTERS = 0x30
MANUFACTURER = 0xCB
SIXTEEN_BITS = 0x80
# Alarms at 64, 10 and 147 °C, hysteresis 5 °C: the registers 0x04 to 0x0A after power-on.
LIMITS = bytes([0x20, 0x00, 0x05, 0x00, 0x49, 0x80, 0x05])

# A lit room: programs that dim their screen by the light would start with a dark one.
LIT_ROOM = 0.3


class LightSensor(Part):
    """Every board's: `light` is a fraction of what the sensor can tell."""

    light = Setting(LIT_ROOM, 0, 1)

    def plug(self, board: Sockets) -> None:
        pin = board.pins["LIGHT"]
        pin.outside = lambda: float(self.light)
        pin.quiet_until, pin.condition = lambda: NEVER, lambda: self.light


class LightAndTemperature(LightSensor):
    """The sensors of a board with a thermometer, in °C."""

    temperature = Setting(23.0, -55, 150, "°C")


class Thermometer(I2CPeripheral):
    """The ADT7410. A write selects a register and may fill it and the following ones; a read
    continues there. `celsius` returns the temperature.
    """

    def __init__(self, celsius: Callable[[], float]):
        self._celsius = celsius
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
        """Return steps of 1/128 °C in 16 bits, or of 1/16 °C in 13 bits before three alarm bits."""
        reading = round(self._celsius() * 128)
        if not self._registers[CONFIGURATION] & SIXTEEN_BITS:
            reading &= ~7
        return (reading & 0xFFFF).to_bytes(2)
