# SPDX-License-Identifier: MIT
"""Pins that can be driven."""

from bench import bench


class DigitalInOut:
    def __init__(self, pin):
        self._pin = pin

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def switch_to_output(self, value=False):
        self.value = value

    @property
    def value(self):
        return bench.levels[self._pin]

    @value.setter
    def value(self, value):
        bench.levels[self._pin] = value
