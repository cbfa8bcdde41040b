# SPDX-License-Identifier: MIT
"""The speaker made audible: plays what the simulated DAC is given through a mixer.

The mixer is pygame's, or a test's; the window gives it. Register `hear` as the speaker's listener.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.speaker import Voice, Wave


class Loudspeaker:
    """`mixer` is initialised for signed 16-bit samples, at any rate, in any number of channels."""

    def __init__(self, mixer: Any):
        self._mixer = mixer
        self._rate, _, self._channels = mixer.get_init()
        self._channel = mixer.Channel(0)
        self._voice: Voice | None = None
        self._sound: Any = None
        self._on = False

    def hear(self, voice: Voice | None) -> None:
        """The DAC plays another voice, none, or has paused or resumed this one."""
        if voice is not self._voice:
            self._change(voice)
        if voice and voice.paused:
            self._channel.pause()
        else:
            self._channel.unpause()

    def amplify(self, on: bool) -> None:
        """The amplifier behind the DAC: without it, a voice plays on and is not heard."""
        if on != self._on:
            self._on = on
            self._set_volume()

    def _change(self, voice: Voice | None) -> None:
        self._voice = voice
        self._channel.stop()
        samples = convert(voice.wave, self._rate, self._channels, voice.loop) if voice else None
        if voice and samples is not None and len(samples):
            self._sound = self._mixer.Sound(buffer=samples.tobytes())
            self._set_volume()
            self._channel.play(self._sound, loops=-1 if voice.loop else 0)

    def _set_volume(self) -> None:
        """The sound's, because a channel forgets its own when it plays."""
        if self._sound:
            self._sound.set_volume(float(self._on))


def convert(wave: Wave, rate: int, channels: int, loop: bool = False) -> NDArray[np.int16]:
    """(frames, channels) at `rate`; what loops is repeated to a second, to keep its pitch."""
    frames = _signed(wave)
    if not len(frames):
        return np.zeros((0, channels), np.int16)
    if loop:
        frames = np.tile(frames, (-(-wave.rate // len(frames)), 1))
    if wave.channels != channels:
        frames = np.repeat(frames.mean(axis=1, keepdims=True), channels, axis=1)
    moments = np.arange(len(frames) * rate // wave.rate) * (wave.rate / rate)
    heard = [np.interp(moments, np.arange(len(frames)), channel) for channel in frames.T]
    return np.stack(heard, axis=1).round().astype(np.int16)


def _signed(wave: Wave) -> NDArray[np.float64]:
    """(frames, channels), −32768 to 32767; a last frame that is cut off is left out."""
    if wave.bits == 8:
        values = (np.frombuffer(wave.samples, np.uint8).astype(float) - 128) * 256
    else:
        values = np.frombuffer(wave.samples[:len(wave.samples) // 2 * 2], "<i2").astype(float)
    whole = len(values) // wave.channels * wave.channels
    return values[:whole].reshape(-1, wave.channels)
