# SPDX-License-Identifier: MIT
"""Vishay's light sensors: the VEML7700, and the VCNL4040, which also tells how near something is.

Source: Vishay's data sheets VEML7700 (document 84286) and VCNL4040 (84274): command codes and
registers; resolution in the application notes 84323 and 84307.
"""

from .part import Choice, Setting, WordRegisters

SHUT_DOWN = 1
FULL = 0xFFFF
# The VEML7700's gains and integration times, by the bits of its configuration.
GAINS = (1, 2, 1 / 8, 1 / 4)
TIMES_MS = {0b1100: 25, 0b1000: 50, 0: 100, 1: 200, 2: 400, 3: 800}


class VEML7700(WordRegisters):
    """`lux` is what its reading stands for by gain and integration time, which the program chooses;
    too much light reads full. (A chip in bright light reads less, which `autolux` makes up for.)
    """

    address = Choice(0x10)
    lux = Setting(300.0, 0, 120_000, "lx")
    CONFIGURATION, LIGHT, WHITE, IDENTITY = 0x00, 0x04, 0x05, 0x07
    ID = 0xC481
    FINEST_LUX = 0.0042  # a step at gain 2 and 800 ms, as Vishay gives it since 2022

    def word(self, register: int) -> int:
        if register in (self.LIGHT, self.WHITE):
            return self._light()
        return self.ID if register == self.IDENTITY else super().word(register)

    def _light(self) -> int:
        set_to = self.registers.get(self.CONFIGURATION, SHUT_DOWN)
        if set_to & SHUT_DOWN:
            return 0
        time_ms = TIMES_MS.get(set_to >> 6 & 15, 100)
        step = self.FINEST_LUX * 800 / time_ms * 2 / GAINS[set_to >> 11 & 3]
        return min(round(self.lux / step), FULL)


class VCNL4040(WordRegisters):
    """`proximity` is what the chip reads: 0 with nothing before it, and the more, the nearer."""

    address = Choice(0x60)
    proximity = Setting(0, 0, FULL)
    lux = Setting(300.0, 0, 6553, "lx")
    LIGHT_SETUP, PROXIMITY_SETUP, MODE, LOW, HIGH = 0x00, 0x03, 0x04, 0x06, 0x07
    PROXIMITY, LIGHT, WHITE, FLAGS, IDENTITY = 0x08, 0x09, 0x0A, 0x0B, 0x0C
    ID = 0x0186
    COARSEST_LUX = 0.1  # a step at 80 ms
    CLOSE, AWAY = 1 << 9, 1 << 8
    WIDE, WHITE_OFF = 1 << 11, 1 << 15

    def word(self, register: int) -> int:
        if register == self.PROXIMITY:
            return self._near()
        if register == self.FLAGS:
            return self._flags()
        if register == self.LIGHT or (register == self.WHITE and not self._mode & self.WHITE_OFF):
            return self._light()
        return self.ID if register == self.IDENTITY else super().word(register)

    @property
    def _mode(self) -> int:
        return self.registers.get(self.MODE, 0)

    def _near(self) -> int:
        """Return the proximity, in 12 bits unless the program asks for 16."""
        set_to = self.registers.get(self.PROXIMITY_SETUP, SHUT_DOWN)
        most = FULL if set_to & self.WIDE else 0xFFF
        return 0 if set_to & SHUT_DOWN else min(int(self.proximity), most)

    def _light(self) -> int:
        set_to = self.registers.get(self.LIGHT_SETUP, SHUT_DOWN)
        if set_to & SHUT_DOWN:
            return 0
        return min(round(self.lux / self.COARSEST_LUX * (1 << (set_to >> 6 & 3))), FULL)

    def _flags(self) -> int:
        """Return which of the thresholds that the program asked for are passed."""
        asked = self.registers.get(self.PROXIMITY_SETUP, 0) >> 8 & 3
        close = asked & 1 and self._near() > super().word(self.HIGH)
        away = asked & 2 and self._near() < super().word(self.LOW)
        return (self.CLOSE if close else 0) | (self.AWAY if away else 0)
