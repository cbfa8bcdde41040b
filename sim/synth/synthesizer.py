# SPDX-License-Identifier: MIT
"""Notes that a program presses and releases (source: `shared-bindings/synthio/Synthesizer.c`)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..native.arguments import int_range, of_type, word
from ..sound.sample import AudioSample, rate_of
from ..sound.source import Format, Frames, Source
from .blocks import BLOCK_FRAMES, Block, read
from .engine import Engine, checked_note
from .envelope import Envelope
from .lfo import LFO
from .note import Note


class Synthesizer(AudioSample):
    """It sounds while an `AudioOut` or a mixer's voice plays it, and has no end."""

    def __init__(self, *, sample_rate: int = 11025, channel_count: int = 1, waveform: Any = None,
                 envelope: Envelope | None = None):
        channels = int_range(word(channel_count), 1, 2, "channel_count")
        self._format = Format(rate_of(sample_rate), channels)
        self._engine = Engine(self._format.rate, channels, waveform, envelope)
        self._blocks: list[Any] = []

    def press(self, /, press: Any = ()) -> None:
        self._each(press, self._playing().press)

    def release(self, /, release: Any = ()) -> None:
        self._each(release, self._playing().release)

    def change(self, release: Any = (), press: Any = (), retrigger: Any = ()) -> None:
        self.release(release)
        self.press(press)
        for lfo in (retrigger,) if isinstance(retrigger, LFO) else _items(retrigger):
            of_type(lfo, LFO, "retrigger").retrigger()

    def release_all_then_press(self, /, press: Any) -> None:
        self.release_all()
        self.press(press)

    def release_all(self) -> None:
        engine = self._playing()
        for note in engine.sounding:
            engine.release(note)

    @property
    def envelope(self) -> Envelope | None:
        return self._playing().envelope

    @envelope.setter
    def envelope(self, envelope: Envelope | None) -> None:
        self._playing().set_envelope(envelope)

    @property
    def pressed(self) -> tuple[int | Note, ...]:
        return tuple(self._playing().pressed)

    def note_info(self, note: Any) -> tuple[Any, float]:
        return self._playing().info(note)

    @property
    def blocks(self) -> list[Any]:
        self._checked()
        return self._blocks

    def _playing(self) -> Engine:
        """With the rate as it is now."""
        self._engine.rate = self._checked().rate
        return self._engine

    def _each(self, notes: Any, act: Callable[[int | Note], None]) -> None:
        one = isinstance(notes, (int, Note))
        for note in (notes,) if one else _items(notes):
            act(checked_note(note))

    def _source(self) -> Source:
        return Source(self._checked(), "<Synthesizer>", self._sound, self._alive)

    def _sound(self) -> Iterator[Frames]:
        while self._alive():
            yield self._playing().render(BLOCK_FRAMES)
            for block in tuple(self._blocks):
                if isinstance(block, Block):
                    read(block, self._engine.tick)


def _items(things: Any) -> Iterable[Any]:
    try:
        return iter(things)
    except TypeError:
        raise TypeError(f"'{type(things).__name__}' object is not iterable") from None
