# SPDX-License-Identifier: MIT
"""Makes the simulated speaker audible through a mixer: pygame's, or one of a test.

The window registers `hear` as the speaker's listener and calls `amplify` every frame, which also
feeds the mixer with sound that comes in pieces.
"""

from typing import Any

import numpy as np

from ...board.sound import NO_FRAMES, Frames, Resampler, Sounding, Wave, resample

# A stream is cut into pieces of this length. It begins when there are two of them, so that the next
# is there before one ends. At most so much waits; what comes faster than it is played is lost.
PIECE_S = 0.05
MOST_S = 0.5


class Loudspeaker:
    """Plays the DAC's voices on a mixer that takes signed 16-bit samples at any rate."""

    def __init__(self, mixer: Any):
        self._mixer = mixer
        self._rate, _, self._channels = mixer.get_init()
        self._channel = mixer.Channel(0)
        self._voice: Sounding | None = None
        self._sounds: list[Any] = []
        self._stream: Stream | None = None
        self._on = False

    def hear(self, voice: Sounding | None) -> None:
        """Follow the DAC, which has changed, paused, resumed or continued its voice."""
        if voice is not self._voice:
            self._change(voice)
        if voice and self._stream:
            self._stream.hear(voice)
        if voice and voice.paused:
            self._channel.pause()
        else:
            self._channel.unpause()

    def amplify(self, on: bool) -> None:
        """Switch the amplifier behind the DAC; while it is off, a voice plays on in silence."""
        if on != self._on:
            self._on = on
            self._set_volume()
        if self._stream and not (self._voice and self._voice.paused):
            self._feed(self._stream)

    def _change(self, voice: Sounding | None) -> None:
        self._voice = voice
        self._stream = None
        self._channel.stop()
        if voice and voice.channel is not None:
            if voice.wave:
                wave = voice.wave.only(voice.channel)
                samples = convert(wave, self._rate, self._channels, voice.loop)
                if len(samples):
                    self._channel.play(self._sound(samples), loops=-1 if voice.loop else 0)
            else:
                self._stream = Stream(voice.rate, self._rate, self._channels)

    def _feed(self, stream: "Stream") -> None:
        """Start playing, or queue the next piece."""
        if self._channel.get_busy():
            if self._channel.get_queue() is None and stream.has(1):
                self._channel.queue(self._sound(stream.piece()))
        elif stream.has(2):
            self._channel.play(self._sound(stream.piece()), loops=0)
            if stream.has(1):
                self._channel.queue(self._sound(stream.piece()))

    def _sound(self, samples: Frames) -> Any:
        """Return a sound of the mixer. The last two are kept: one plays while the other waits."""
        sound = self._mixer.Sound(buffer=samples.tobytes())
        self._sounds = [*self._sounds[-1:], sound]
        sound.set_volume(float(self._on))
        return sound

    def _set_volume(self) -> None:
        """Set the sounds' volume, because a channel forgets its own when it plays."""
        for sound in self._sounds:
            sound.set_volume(float(self._on))


class Stream:
    """Cuts the blocks of a voice into pieces for the mixer."""

    def __init__(self, rate: int, wanted: int, channels: int):
        self._resampler = Resampler(rate, wanted)
        self._channels = channels
        self._size = int(PIECE_S * wanted)
        self._most = int(MOST_S * wanted)
        self._waiting: Frames = NO_FRAMES
        self._block: Frames = NO_FRAMES
        self._ended = False

    def hear(self, voice: Sounding) -> None:
        """Add the voice's present block, once."""
        self._ended = voice.ended
        if voice.block is self._block or not len(voice.block):
            return
        self._block = voice.block
        heard = self._resampler.more(voice.rest()[:, None])
        self._waiting = np.concatenate([self._waiting, heard])[-self._most:]

    def has(self, pieces: int) -> bool:
        """Return whether so many pieces, or the end, are there."""
        enough = len(self._waiting) >= pieces * self._size
        return enough or (self._ended and len(self._waiting) > 0)

    def piece(self) -> Frames:
        piece, self._waiting = np.split(self._waiting, [min(self._size, len(self._waiting))])
        return np.repeat(piece, self._channels, axis=1)


def convert(wave: Wave, rate: int, channels: int, loop: bool = False) -> Frames:
    """Return samples (frames, channels) at `rate`; a loop is repeated to a second for its pitch."""
    frames = wave.frames
    if not len(frames):
        return np.zeros((0, channels), np.int16)
    if loop:
        frames = np.tile(frames, (-(-wave.rate // len(frames)), 1))
    if wave.channels != channels:
        mono = frames.mean(axis=1, keepdims=True).round().astype(np.int16)
        frames = np.repeat(mono, channels, axis=1)
    return resample(frames, wave.rate, rate)
