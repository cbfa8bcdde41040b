# SPDX-License-Identifier: MIT
"""Notes from a MIDI track (source: `shared-module/synthio/MidiTrack.c`)."""

from collections.abc import Iterator
from typing import Any

from ..native.arguments import int_min, word
from ..sound.sample import AudioSample, rate_of, view_of
from ..sound.source import Format, Frames, Source
from .blocks import BLOCK_FRAMES
from .engine import Engine
from .envelope import Envelope

NOTE_OFF, NOTE_ON, SYSTEM = 8, 9, 15
DATA_BYTES = {8: 2, 9: 2, 10: 2, 11: 2, 12: 1, 13: 1, 14: 2}
# The core counts the frames of a pause in 16 bits, so that longer ones come out too short.
MOST_PAUSE = 1 << 16


class MidiTrack(AudioSample):
    """Note on and off are played, all else is passed over; `tempo` is in MIDI ticks a second."""

    def __init__(self, buffer: Any, tempo: int, *, sample_rate: int = 11025, waveform: Any = None,
                 envelope: Envelope | None = None):
        with view_of(buffer) as view:
            self._events = bytes(view)
        self.tempo = tempo
        self._format = Format(rate_of(sample_rate), 1)
        self._engine = Engine(self._format.rate, 1, waveform, envelope)
        self._restart()

    @property
    def tempo(self) -> int:
        return self._tempo

    @tempo.setter
    def tempo(self, tempo: int) -> None:
        self._tempo = int_min(word(tempo), 1, "tempo")

    @property
    def error_location(self) -> int | None:
        self._checked()
        return self._error

    def _source(self) -> Source:
        return Source(self._checked(), "<MidiTrack>", self._sound, self._alive)

    def _sound(self) -> Iterator[Frames]:
        self._restart()
        while self._alive():
            if self._pause:
                frames = min(BLOCK_FRAMES, self._pause)
                self._pause -= frames
                self._engine.rate = self._checked().rate
                yield self._engine.render(frames)
            if not self._pause:
                if self._at >= len(self._events):
                    return
                self._play_until_pause()

    def _restart(self) -> None:
        self._at = 0
        self._error: int | None = None
        self._pause = self._read_pause()
        if not self._pause:
            self._play_until_pause()

    def _play_until_pause(self) -> None:
        while self._at < len(self._events):
            self._play_event(self._events[self._at] >> 4)
            if self._at < len(self._events):
                self._pause = self._read_pause()
                if self._pause:
                    return

    def _play_event(self, kind: int) -> None:
        """The place is at its first byte; it is then behind its last."""
        if kind == SYSTEM:
            self._at = len(self._events)
            return
        self._at += 1
        data = self._events[self._at:self._at + DATA_BYTES.get(kind, 0)]
        if kind not in DATA_BYTES or len(data) < DATA_BYTES[kind] or max(data) > 127:
            self._fail()
        elif kind == NOTE_ON:
            self._engine.press(data[0])
        elif kind == NOTE_OFF:
            self._engine.release(data[0])
        self._at += len(data)

    def _read_pause(self) -> int:
        """In frames; a number of MIDI's, seven bits a byte."""
        ticks, byte = 0, 0x80
        while byte & 0x80 and self._at < len(self._events):
            byte = self._events[self._at]
            ticks = (ticks << 7 | byte & 0x7F) & 0xFFFFFFFF
            self._at += 1
        if byte & 0x80:
            self._fail()
        return ticks * self._checked().rate // self._tempo % MOST_PAUSE

    def _fail(self) -> None:
        """Nothing more is played, and the program can see where."""
        self._error = self._at
        self._at = len(self._events)
