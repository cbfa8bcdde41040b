# SPDX-License-Identifier: MIT
"""Sound through the DAC: play, pause and stop."""

from typing import Any

from sim.machine import Machine
from sim.pins import DAC_PINS, Pin

__all__ = ["AudioOut"]

machine: Machine


class AudioOut:
    """One at a time has the speaker's pin; `play` returns at once."""

    def __init__(self, left_channel: Pin, *, right_channel: Pin | None = None,
                 quiescent_value: int = 0x8000):
        self._pins = [pin for pin in (left_channel, right_channel) if pin is not None]
        for pin in self._pins:
            if not isinstance(pin, Pin):
                raise TypeError("pin must be of type Pin")
            if pin.chip_name not in DAC_PINS:
                raise ValueError("Invalid pin")
            if machine.faults.sound == "pin":
                raise ValueError(f"{pin.name} in use")
            if machine.faults.sound == "dac":
                raise RuntimeError("DAC already in use")
            pin.claim()
        self._sample: Any = None

    def __enter__(self) -> "AudioOut":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        self.stop()
        for pin in self._pins:
            pin.release()
        self._pins = []

    def play(self, sample: Any, *, loop: bool = False) -> None:
        if not self._pins:
            raise ValueError("Object has been deinitialized and can no longer be used. "
                             "Create a new object.")
        if not hasattr(sample, "wave"):
            raise TypeError("sample must be an audio sample")
        if machine.faults.sound == "dma":
            self.stop()
            raise RuntimeError("No DMA channel found")
        machine.speaker.play(sample._wave, loop)
        self._sample = sample

    def stop(self) -> None:
        if self._sample:
            machine.speaker.stop()
            self._sample = None

    def pause(self) -> None:
        if not self.playing:
            raise RuntimeError("Not playing")
        machine.speaker.pause()

    def resume(self) -> None:
        machine.speaker.resume()

    @property
    def paused(self) -> bool:
        return self.playing and machine.speaker.paused

    @property
    def playing(self) -> bool:
        if self._sample and self._sample.closed:
            self.stop()
        machine.clock.advance(2_000)
        return self._sample is not None and machine.speaker.playing
