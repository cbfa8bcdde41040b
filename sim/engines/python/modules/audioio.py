# SPDX-License-Identifier: MIT
"""audioio: plays sounds through the DAC."""

from typing import Any

from ....board.pins import DAC_PINS
from ..native.arguments import int_range
from ..native.classes import Pin, PinOwner
from ..native.sample import source_of_sample
from . import machine

__all__ = ["AudioOut"]

# The board's amplifier is connected to this one.
SPEAKER = "PA02"
MOST_RATE = 1_000_000
LOOK_NS = 2_000
# `deinit` brings the pins slowly to 0, so that the speaker does not click.
DEINIT_NS = 50_000_000


class AudioOut(PinOwner):
    """One at a time owns the DAC; `play` returns at once.

    With the speaker's pin alone, a sound's left channel is heard; `right_channel` plays the other.
    """

    def __init__(self, left_channel: Pin, *, right_channel: Pin | None = None,
                 quiescent_value: int = 0x8000):
        int_range(quiescent_value, 0, 0xFFFF, "quiescent_value")
        self._owner = False
        self._source: Any = None
        self._endless = False
        wanted = {"left_channel": left_channel, "right_channel": right_channel}
        self._connect({name: pin for name, pin in wanted.items()
                       if pin is not None or name == "left_channel"})
        self._channel = self._speaker_channel()

    def _connect(self, pins: dict[str, Any]) -> None:
        """Claim the pins and the DAC."""
        _fail(list(pins.values()))
        if len(pins) == 2 and pins["left_channel"] is pins["right_channel"]:
            raise ValueError("Cannot output both channels on the same pin")
        self._claim(**pins)
        if machine.speaker.taken:
            self.deinit()
            raise RuntimeError("DAC already in use")
        for name, line in zip(pins, self._pins, strict=True):
            if line.chip_name not in DAC_PINS:
                self.deinit()
                raise ValueError(f"Invalid {name} pin")
        machine.speaker.taken = self._owner = True

    def _speaker_channel(self) -> int | None:
        """Return which of a sound's channels the speaker gets."""
        names = [pin.chip_name for pin in self._pins]
        return names.index(SPEAKER) if SPEAKER in names else None

    def deinit(self) -> None:
        if self._pins and self._owner:
            self.stop()
            machine.speaker.taken = self._owner = False
            machine.clock.advance(DEINIT_NS)
        super().deinit()

    def play(self, sample: Any, *, loop: bool = False) -> None:
        self._claimed()
        machine.spin.act()
        source = source_of_sample(sample, loop)
        if source.format.rate > MOST_RATE:
            raise ValueError(f"sample_rate must be <= {MOST_RATE}")
        if machine.faults.sound == "dma":
            self.stop()
            raise RuntimeError("No DMA channel found")
        sample._rewind()
        self._source, self._endless = source, sample._endless and not loop
        if source.format.rate > 0 and source.format.channels:
            machine.speaker.play(source, bool(loop), self._channel)
        else:
            machine.speaker.stop()
            self._endless = True

    def stop(self) -> None:
        self._claimed()
        machine.spin.act()
        if self._source:
            machine.speaker.stop()
            self._source = None

    def pause(self) -> None:
        if not self.playing:
            raise RuntimeError("Not playing")
        machine.spin.act()
        machine.speaker.pause()

    def resume(self) -> None:
        self._claimed()
        machine.spin.act()
        machine.speaker.resume()

    @property
    def paused(self) -> bool:
        return self.playing and machine.speaker.paused

    @property
    def playing(self) -> bool:
        self._claimed()
        machine.clock.advance(LOOK_NS)
        machine.spin.rest()
        machine.spin.read(lambda: machine.speaker.playing)
        return self._source is not None and (self._endless or machine.speaker.playing)


def _fail(pins: list[Any]) -> None:
    """Raise the errors that the board's faults demand."""
    for pin in pins:
        if isinstance(pin, Pin) and machine.faults.sound == "pin":
            raise ValueError(f"{pin._line.name} in use")
        if isinstance(pin, Pin) and machine.faults.sound == "dac":
            raise RuntimeError("DAC already in use")
