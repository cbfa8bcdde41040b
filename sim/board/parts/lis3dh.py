# SPDX-License-Identifier: MIT
"""The LIS3DH, an accelerometer (source: STMicroelectronics' data sheet, sections 7 and 8)."""

from typing import Any

from .part import ByteRegisters, Choice, Setting, Switch

STATUS_AUXILIARY, ADC, IDENTITY = 0x07, 0x08, 0x0F
CONTROL_1, CONTROL_4, CONTROL_5 = 0x20, 0x23, 0x24
STATUS, AXES = 0x27, 0x28
CLICK, CLICK_SOURCE = 0x38, 0x39
READ_ONLY = frozenset((STATUS_AUXILIARY, *range(ADC, 0x0E), IDENTITY, STATUS,
                       *range(AXES, 0x2E), 0x31, 0x35, CLICK_SOURCE))
INCREMENT, REBOOT = 0x80, 0x80
LIS3DH_ID, ALL_NEW = 0x33, 0x0F
STANDARD_GRAVITY = 9.806  # as Adafruit's library has it
# Steps for each g, in 16 bits, of the ranges of 2, 4, 8 and 16 g (the table of sensitivities: 1, 2,
# 4 and 12 mg a digit in 12 bits).
STEPS = (16380, 8190, 4096, 1365)
SINGLE, DOUBLE = 0x15, 0x2A
TAPPED, IS_SINGLE, IS_DOUBLE, ON_Z = 0x40, 0x10, 0x20, 0x04


class LIS3DH(ByteRegisters):
    """`x`, `y` and `z` are the acceleration in m/s²; lying flat, it feels 9.8 upwards. It reports
    a tap, or a double one, while `tapped` is on and the program has asked for taps.
    """

    address = Choice(0x18, 0x19)
    x = Setting(0.0, -160, 160, "m/s²")
    y = Setting(0.0, -160, 160, "m/s²")
    z = Setting(9.8, -160, 160, "m/s²")
    tapped = Switch(momentary=True)

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self._increments = False
        self._boot()

    def _boot(self) -> None:
        self.registers[:] = bytes(256)
        self.registers[IDENTITY] = LIS3DH_ID
        self.registers[CONTROL_1] = 0x07

    def write(self, data: bytes) -> None:
        """Take a register's number, whose highest bit says that those after it follow."""
        if data:
            self._increments = bool(data[0] & INCREMENT)
            super().write(bytes([data[0] & ~INCREMENT]) + data[1:])

    def read(self, length: int) -> bytes:
        return super().read(length) if self._increments else super().read(1) * length

    def store(self, register: int, value: int) -> None:
        if register == CONTROL_5 and value & REBOOT:
            self._boot()
        elif register not in READ_ONLY:
            self.registers[register] = value

    def measure(self) -> None:
        if not self.registers[CONTROL_1] >> 4:
            return  # it is powered down
        steps = STEPS[self.registers[CONTROL_4] >> 4 & 3]
        for axis, acceleration in enumerate((self.x, self.y, self.z)):
            value = 0
            if self.registers[CONTROL_1] >> axis & 1:
                value = min(max(round(acceleration / STANDARD_GRAVITY * steps), -0x8000), 0x7FFF)
            at = AXES + 2 * axis
            self.registers[at : at + 2] = value.to_bytes(2, "little", signed=True)
        self.registers[STATUS] = ALL_NEW
        self.registers[CLICK_SOURCE] = self._taps()

    def _taps(self) -> int:
        asked = self.registers[CLICK]
        if not self.tapped or not asked:
            return 0
        return TAPPED | ON_Z | (IS_SINGLE if asked & SINGLE else 0) | (
            IS_DOUBLE if asked & DOUBLE else 0)
