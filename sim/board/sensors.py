# SPDX-License-Identifier: MIT
"""Sensors on the I2C bus: a PyPortal's thermometer, and two examples of chips to connect.

Connect an example with `portal.board.i2c.connect(0x67, Thermocouple())` or
`portal.board.i2c.connect(0x36, SoilSensor())`.
"""

from collections.abc import Callable

from .peripheral import I2CPeripheral

# The ADT7410 (source: Analog Devices' data sheet).
TEMPERATURE, STATUS, CONFIGURATION, IDENTITY, RESET = 0x00, 0x02, 0x03, 0x0B, 0x2F
REGISTERS = 0x30
MANUFACTURER = 0xCB
SIXTEEN_BITS = 0x80
# Alarms at 64, 10 and 147 °C, hysteresis 5 °C: the registers 0x04 to 0x0A after power-on.
LIMITS = bytes([0x20, 0x00, 0x05, 0x00, 0x49, 0x80, 0x05])

# The MCP9600 (source: Microchip's data sheet DS20005426).
HOT, DIFFERENCE, COLD, MCP9600_STATUS, MCP9600_IDENTITY = 0x00, 0x01, 0x02, 0x04, 0x20
UPDATED = 0x40
MCP9600, REVISION = 0x40, 0x12
FIXED = {MCP9600_STATUS: bytes([UPDATED]), MCP9600_IDENTITY: bytes([MCP9600, REVISION])}

# The seesaw chip of the soil sensor (source: Adafruit's seesaw guide): modules and functions.
SEESAW_STATUS, TOUCH = 0x00, 0x0F
HARDWARE, VERSION, OPTIONS, SEESAW_TEMPERATURE = 0x01, 0x02, 0x03, 0x04
MOISTURE = 0x10
SAMD09, PRODUCT = 0x55, 4026


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


class Thermocouple(I2CPeripheral):
    """The MCP9600, a thermocouple amplifier. A write selects a register and may fill it; each of
    the three temperatures is two bytes, in steps of 1/16 °C.

    `hot` is the probe's temperature in °C, `cold` the chip's; both can be set at any time.
    """

    def __init__(self, hot: float = 21.0, cold: float = 21.0):
        self.hot = hot
        self.cold = cold
        self._register = HOT
        self._settings: dict[int, bytes] = {}

    def write(self, data: bytes) -> None:
        if data:
            self._register = data[0]
        if len(data) > 1:
            self._settings[data[0]] = data[1:]

    def read(self, length: int) -> bytes:
        degrees = {HOT: self.hot, DIFFERENCE: self.hot - self.cold, COLD: self.cold}
        if self._register in degrees:
            value = round(degrees[self._register] * 16).to_bytes(2, signed=True)
        else:
            value = self._settings.get(self._register, FIXED.get(self._register, b""))
        return value.ljust(length, b"\0")[:length]


class SoilSensor(I2CPeripheral):
    """Adafruit's STEMMA soil sensor (4026). A write selects a module and a function of it; the
    read that follows returns the value.

    `moisture` is about 200 in dry air and 2000 under water; it and `celsius` can be set at any
    time.
    """

    def __init__(self, moisture: int = 500, celsius: float = 21.0):
        self.moisture = moisture
        self.celsius = celsius
        self._asked = SEESAW_STATUS, HARDWARE

    def write(self, data: bytes) -> None:
        if len(data) >= 2:
            self._asked = data[0], data[1]

    def read(self, length: int) -> bytes:
        return self._answer().ljust(length, b"\0")[:length]

    def _answer(self) -> bytes:
        if self._asked == (TOUCH, MOISTURE):
            return self.moisture.to_bytes(2)
        if self._asked == (SEESAW_STATUS, SEESAW_TEMPERATURE):
            return round(self.celsius * (1 << 16)).to_bytes(4, signed=True)
        return {(SEESAW_STATUS, HARDWARE): bytes([SAMD09]),
                (SEESAW_STATUS, VERSION): (PRODUCT << 16).to_bytes(4),
                (SEESAW_STATUS, OPTIONS): (1 << SEESAW_STATUS | 1 << TOUCH).to_bytes(4),
                }.get(self._asked, b"")
