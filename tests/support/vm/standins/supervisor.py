# SPDX-License-Identifier: MIT
"""The counter of milliseconds, which starts 65 s before its wrap as the device's does, and serial.

A console is connected, with nobody at it until somebody types.
"""

from bench import bench


def ticks_ms():
    return ((1 << 29) - 65000 + bench.now_ms) & 0x1FFFFFFF


class Runtime:
    serial_connected = True

    @property
    def serial_bytes_available(self):
        return len(bench.typed)


runtime = Runtime()
