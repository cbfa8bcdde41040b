# SPDX-License-Identifier: MIT
"""Pins that can be driven."""

from bench import Claim, bench


class DigitalInOut(Claim):
    def switch_to_output(self, value=False):
        self.value = value

    @property
    def value(self):
        return bench.levels[self._pin]

    @value.setter
    def value(self, value):
        bench.levels[self._pin] = value
