# SPDX-License-Identifier: MIT
"""Faults of a board: set by tests and frontends, read by the parts when they are used.

A portal keeps the same object for its life, so a fault persists over resets until it is cleared.
Without faults nothing here changes a program's run, not even its random numbers.
"""

from dataclasses import dataclass, field

from .network.faults import NetworkFaults

# Where in a write to nvm the power can fail: nothing was done; the whole block is erased; it is
# written up to the middle of the new bytes; all is written.
MOMENTS = ("before", "erased", "half", "after")
# How a PyPortal loses its sound: something else has the speaker's pin, or the DAC, so that
# AudioOut() raises; or every DMA channel is taken, so that play() raises.
SOUND_FAULTS = ("pin", "dac", "dma")
# Opening the file fails, or it opens and its sectors cannot be read.
FILE_FAULTS = ("open", "read")


@dataclass(slots=True)
class Faults:
    """The touch panel's faults are set as attributes, the others by the methods.

    `touch_stuck` is the (x, y) in pixels where it always feels a touch; `touch_dead`: it feels
    none; `touch_readings` is what all of its readings are, 0–65535; `touch_sparks` is the fraction
    of its readings, 0.0–1.0, that are random. `network` has those of the ESP32 and the hosts.
    """

    touch_stuck: tuple[float, float] | None = None
    touch_dead: bool = False
    touch_readings: int | None = None
    touch_sparks: float = 0.0
    sound: str = ""
    network: NetworkFaults = field(default_factory=NetworkFaults)
    unreadable: dict[str, str] = field(default_factory=dict)
    _writes_left: int = field(default=0, init=False)
    _moment: str = field(default="", init=False)

    def cut_power_at_write(self, n: int = 1, moment: str = "before") -> None:
        """Cut the power, once, at this moment of the n-th write to nvm from now."""
        if n < 1:
            raise ValueError(f"n is {n}: the next write is 1")
        self._writes_left, self._moment = n, _one_of(MOMENTS, moment)

    def lose_sound(self, how: str = "pin") -> None:
        self.sound = _one_of(SOUND_FAULTS, how)

    def spoil(self, path: str, at: str = "read") -> None:
        """A file of the drive gives OSError EIO (5) when it is opened, or when it is read."""
        self.unreadable[path] = _one_of(FILE_FAULTS, at)

    def power_fails(self, moment: str) -> bool:
        """Asked by a write to nvm at each of its moments, in order."""
        if moment != self._moment:
            return False
        self._writes_left -= 1
        if not self._writes_left:
            self._moment = ""
        return not self._writes_left


def _one_of(choices: tuple[str, ...], choice: str) -> str:
    if choice not in choices:
        raise ValueError(f"{choice!r} is none of {', '.join(choices)}")
    return choice
