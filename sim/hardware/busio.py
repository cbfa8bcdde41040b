# SPDX-License-Identifier: MIT
"""Serial buses: nothing is connected to them in the simulator, and they say so."""

from typing import Any

__all__ = ["I2C", "SPI", "UART"]


class _NotSimulated:
    def __init__(self, *_: Any, **__: Any):
        raise NotImplementedError(
            f"busio.{type(self).__name__} is not simulated: nothing is connected to the bus"
        )


class I2C(_NotSimulated):
    """Two-wire bus."""


class SPI(_NotSimulated):
    """Serial peripheral bus."""


class UART(_NotSimulated):
    """Serial port on pins."""
