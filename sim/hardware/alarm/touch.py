# SPDX-License-Identifier: MIT
"""Touch alarms: this chip has none, and CircuitPython refuses them too."""

from ...board.pins import Pin

__all__ = ["TouchAlarm"]


class TouchAlarm:
    """Only a name."""

    def __init__(self, *pin: Pin):
        raise NotImplementedError("alarm.touch.TouchAlarm: the SAMD51 has no touch alarms")

    @property
    def pin(self) -> Pin:
        raise NotImplementedError
