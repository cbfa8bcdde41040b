# SPDX-License-Identifier: MIT
"""A board's faults: tests and frontends set them, the parts read them when they are used.

A portal keeps the same object for its life, so a fault persists over resets until it is cleared.
Without faults nothing here changes a program's run, not even its random numbers.
"""

from dataclasses import dataclass, field

from ..network.faults import NetworkFaults

# When the power can fail in a write to nvm: nothing is done yet; the whole block is erased; it is
# written up to the middle of the new bytes; all of it is written.
MOMENTS = ("before", "erased", "half", "after")
# How sound fails: something else uses the speaker's pin, or the DAC, so that AudioOut() raises; or
# every DMA channel is in use, so that play() raises.
SOUND_FAULTS = ("pin", "dac", "dma")
# Opening the file fails, or reading its sectors.
FILE_FAULTS = ("open", "read")


@dataclass(slots=True)
class Faults:
    """The touch panel's faults are set as attributes, the others by the methods.

    `touch_stuck` is the (x, y) in pixels of a touch that is always reported; `touch_dead`: no
    touch is. `touch_readings` is the value of all readings, 0–65535; `touch_sparks` the fraction
    of readings, 0.0–1.0, that are random. `network` has the faults of the ESP32 and the hosts.
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
        """Let a file of the drive raise OSError EIO (5) when it is opened, or when it is read."""
        self.unreadable[path] = _one_of(FILE_FAULTS, at)

    def power_fails(self, moment: str) -> bool:
        """Say whether the power fails now; a write to nvm asks at each of its moments, in order."""
        if moment != self._moment:
            return False
        self._writes_left -= 1
        if not self._writes_left:
            self._moment = ""
        return not self._writes_left


def _one_of(choices: tuple[str, ...], choice: str) -> str:
    if choice not in choices:
        raise ValueError(f"{choice!r} is not one of {', '.join(choices)}")
    return choice
