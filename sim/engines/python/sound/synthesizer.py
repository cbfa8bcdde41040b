# SPDX-License-Identifier: MIT
"""The synthesizer: notes that a program or a MIDI track presses and releases, mixed into frames.

Sources: `shared-module/synthio/__init__.c` and `MidiTrack.c`,
`shared-bindings/synthio/Synthesizer.c`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....board.sound import Format, Frames, Source
from ..native.arguments import int_range, of_type, word
from .note import (
    BLOCK_FRAMES,
    LFO,
    Block,
    Envelope,
    EnvelopeState,
    Loudness,
    Note,
    Oscillator,
    Slope,
    Tick,
    checked_waveform,
    loop_of,
    read,
    samples_of,
    slope_of,
)
from .sample import AudioSample, view_of

# The SAMD51's number (`CIRCUITPY_SYNTHIO_MAX_CHANNELS`).
NOTES = 12
SQUARE = np.array([-32768, 32767], np.int16)
# The sum of all notes is kept up to ±28000 and compressed above, so that the twelve loudest fit.
KNEE = 28_000
SCALE = 0xFFFFFFF // (32768 * NOTES - KNEE)
# The octave of MIDI notes 108 to 119 in whole Hz.
TOP_OCTAVE = [round(14080 * 2 ** ((n - 9) / 12)) for n in range(12)]


class _Channel:
    """The state of one sounding note."""

    def __init__(self) -> None:
        self.note: int | Note | None = None
        self.loudness = Loudness()
        self.wave = Oscillator()
        self.ring = Oscillator()

    @property
    def pressed(self) -> bool:
        return self.note is not None and self.loudness.state is not EnvelopeState.RELEASE


class Engine:
    """Mixes up to twelve notes; `waveform` and `envelope` serve notes without their own."""

    def __init__(self, rate: int, channels: int, waveform: Any, envelope: Any):
        self.rate = rate
        self.channels = channels
        self.envelope: Envelope | None = None
        self.set_envelope(envelope)
        self.tick = Tick(max(1, rate))
        self._waveform = checked_waveform(waveform)
        self._notes = [_Channel() for _ in range(NOTES)]

    def set_envelope(self, envelope: Any) -> None:
        self.envelope = None if envelope is None else of_type(envelope, Envelope, "envelope")

    def press(self, note: int | Note) -> None:
        """A sounding note returns to its attack; another takes a free channel, or the faintest
        released one. If there is neither, it is not heard.
        """
        if isinstance(note, Note):
            note._start()
        channel = self._find(note)
        if channel:
            channel.loudness.state = EnvelopeState.ATTACK
            return
        channel = self._free()
        if channel:
            channel.note = note
            channel.wave = Oscillator()
            channel.loudness.attack(self._slope(channel))

    def release(self, note: int | Note) -> None:
        channel = self._find(note)
        if channel:
            channel.loudness.state = EnvelopeState.RELEASE

    @property
    def pressed(self) -> list[int | Note]:
        return [c.note for c in self._notes if c.pressed and c.note is not None]

    @property
    def sounding(self) -> list[int | Note]:
        return [c.note for c in self._notes if c.note is not None]

    def info(self, note: Any) -> tuple[Any, float]:
        channel = self._find(note)
        if channel is None:
            return None, 0.0
        return channel.loudness.state, channel.loudness.level / 32767

    def render(self, frames: int) -> Frames:
        self.tick = Tick(self.rate)
        total = np.zeros((frames, self.channels), np.int32)
        for channel in self._notes:
            if channel.note is not None and not channel.loudness.level:
                channel.note = None
            elif channel.note is not None:
                self._add_to(total, channel)
        for channel in self._notes:
            if channel.note is not None:
                channel.loudness.advance(self._slope(channel), frames)
        return _compress(total)

    def _find(self, note: Any) -> _Channel | None:
        same = [c for c in self._notes if c.note is note
                or (isinstance(note, int) and isinstance(c.note, int) and c.note == note)]
        return same[0] if same and note is not None else None

    def _free(self) -> _Channel | None:
        silent = [c for c in self._notes if c.note is None]
        fading = sorted((c for c in self._notes if not c.pressed), key=lambda c: c.loudness.level)
        return next(iter(silent + fading), None)

    def _slope(self, channel: _Channel) -> Slope:
        own = channel.note.envelope if isinstance(channel.note, Note) else None
        return slope_of(own or self.envelope, self.rate)

    def _add_to(self, total: NDArray[np.int32], channel: _Channel) -> None:
        level = channel.loudness.level
        if isinstance(channel.note, Note):
            sides = [level * side >> 15 for side in channel.note._sides(self.tick)]
            heard = self._sound(channel, channel.note, len(total))
        else:
            assert channel.note is not None
            sides = [level, level]
            samples = samples_of(self._waveform, SQUARE)
            heard = channel.wave.run(samples, midi_pitch(channel.note), self.rate, len(total))
        if heard is not None:
            total += heard[:, None] * np.array(sides[:self.channels], np.int32) >> 16

    def _sound(self, channel: _Channel, note: Note, frames: int) -> NDArray[np.int32] | None:
        """Return the note's frames, ring-modulated and filtered; None if the note is too high."""
        tick = self.tick
        own = samples_of(note.waveform if note.waveform is not None else self._waveform, SQUARE)
        if note.waveform is not None:
            own = loop_of(own, note.waveform_loop_start, note.waveform_loop_end, tick)
        heard = channel.wave.run(own, note._pitch(tick), self.rate, frames)
        if heard is None:
            return None
        if note.ring_frequency and note.ring_waveform is not None:
            heard = self._ring(channel, note, heard)
        return note._memory.run(note.filter, heard, tick) if note.filter else heard

    def _ring(self, channel: _Channel, note: Note, heard: NDArray[np.int32]) -> NDArray[np.int32]:
        ring = loop_of(samples_of(note.ring_waveform, SQUARE), note.ring_waveform_loop_start,
                       note.ring_waveform_loop_end, self.tick)
        swing = channel.ring.run(ring, note._ring_pitch(self.tick), self.rate, len(heard))
        return heard if swing is None else (swing * heard / 32768).astype(np.int32)


def midi_pitch(note: int) -> float:
    """Return a MIDI note's pitch in Hz; 69 is concert A."""
    return TOP_OCTAVE[note % 12] * 2 ** (note // 12 - 10)


def checked_note(note: Any) -> int | Note:
    if isinstance(note, Note):
        return note
    if not isinstance(note, int) or isinstance(note, bool):
        raise TypeError(f"note must be of type int or Note, not {type(note).__name__}")
    return int_range(word(note), 0, 127, "note")


def _compress(total: NDArray[np.int32]) -> Frames:
    """Compress with a hard knee as the device does, so that many notes never overflow."""
    over = np.where(total > KNEE, total - KNEE, np.where(total < -KNEE, total + KNEE, 0))
    return (total - over + (over.astype(np.int64) * SCALE >> 16)).astype(np.int16)


class Synthesizer(AudioSample):
    """Plays a program's notes, while an `AudioOut` or a mixer's voice plays it, without end."""

    def __init__(self, *, sample_rate: int = 11025, channel_count: int = 1, waveform: Any = None,
                 envelope: Envelope | None = None):
        channels = int_range(word(channel_count), 1, 2, "channel_count")
        self._format = Format(word(sample_rate), channels)
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
        """Return the engine, at the present sample rate."""
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


NOTE_OFF, NOTE_ON, SYSTEM = 8, 9, 15
DATA_BYTES = {8: 2, 9: 2, 10: 2, 11: 2, 12: 1, 13: 1, 14: 2}
# CircuitPython counts the frames of a pause in 16 bits, so longer pauses come out too short.
MOST_PAUSE = 1 << 16


class MidiTrack(AudioSample):
    """Plays a track's notes and skips other events; `tempo` is in MIDI ticks a second."""

    def __init__(self, buffer: Any, tempo: int, *, sample_rate: int = 11025, waveform: Any = None,
                 envelope: Envelope | None = None):
        with view_of(buffer) as view:
            self._events = bytes(view)
        self.tempo = tempo
        self._format = Format(word(sample_rate), 1)
        self._engine = Engine(self._format.rate, 1, waveform, envelope)
        self._restart()

    @property
    def tempo(self) -> int:
        return self._tempo

    @tempo.setter
    def tempo(self, tempo: int) -> None:
        self._tempo = word(tempo)

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
        """Play the event at the current position, and move behind it."""
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
        """Read a pause, a number of seven bits a byte, and return it in frames."""
        ticks, byte = 0, 0x80
        while byte & 0x80 and self._at < len(self._events):
            byte = self._events[self._at]
            ticks = (ticks << 7 | byte & 0x7F) & 0xFFFFFFFF
            self._at += 1
        if byte & 0x80:
            self._fail()
        rate = self._checked().rate
        return ticks * rate // self._tempo % MOST_PAUSE if self._tempo else 0

    def _fail(self) -> None:
        """Stop, and record the position for the program."""
        self._error = self._at
        self._at = len(self._events)
