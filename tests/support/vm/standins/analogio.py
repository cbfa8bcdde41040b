# SPDX-License-Identifier: MIT
"""The four wires of the touch panel as the chip measures them: see adafruit_touchscreen. A light.

The chip's noise is left out: a reading is where the finger is.
"""

from bench import Claim, bench

_SIZE = (320, 240)
_EDGES = ((9000, 59000), (8000, 57000))


class AnalogIn(Claim):
    @property
    def value(self):
        """XR tells x, YU tells y while XR is high; else XL and YU, how hard is pressed."""
        if self._pin == "LIGHT":
            return bench.light
        if self._pin == "TOUCH_XL":
            bench.look()
            return 30000 if bench.point else 0
        point = bench.point
        if not point:
            return 65535
        if self._pin == "TOUCH_XR":
            return _reading(point, 0)
        return _reading(point, 1) if bench.levels["TOUCH_XR"] else 30000


def _reading(point, axis):
    low, high = _EDGES[axis]
    return low + int((point[axis] + 0.5) * (high - low) / (_SIZE[axis] - 1))
