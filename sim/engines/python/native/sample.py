# SPDX-License-Identifier: MIT
"""The base classes of the objects that a program can play, in `audiocore` and `audiomp3`.

A subclass provides `_source`, from which the speaker takes its blocks.
"""

import io
from typing import Any, Self

from ....board.drive import Drive
from ....board.sound import Format, Source
from .arguments import deinitialized, word


class AudioSample:
    """An object that can be played; `_format` is None once it has been deinitialised."""

    _format: Format | None = None
    # Whether it is still playing when it has been played once.
    _endless = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        self._format = None

    @property
    def sample_rate(self) -> int:
        return self._checked().rate

    @sample_rate.setter
    def sample_rate(self, rate: int) -> None:
        old = self._checked()
        self._format = Format(word(rate), old.channels, old.bits, old.signed)

    @property
    def bits_per_sample(self) -> int:
        return self._checked().bits

    @property
    def channel_count(self) -> int:
        return self._checked().channels

    def _checked(self) -> Format:
        """Return the format. Raises ValueError for an object that has been deinitialised."""
        if self._format is None:
            raise deinitialized()
        return self._format

    def _alive(self) -> bool:
        return self._format is not None

    def _rewind(self) -> None:
        """Go back to the start, when something starts to play it."""

    def _source(self) -> Source:
        raise NotImplementedError

    def _source_once(self) -> Source:
        """Return what is heard if the sample does not loop."""
        return self._source()


class FileSample(AudioSample):
    """A sample that plays a `_file`, which must stay open meanwhile."""

    _file: Any

    def _alive(self) -> bool:
        return super()._alive() and not self._file.closed


def source_of_sample(sample: Any, loop: bool) -> Source:
    """Return a sample's source. Raises TypeError, or ValueError if it is deinitialised."""
    if not isinstance(sample, AudioSample):
        kind = type(sample).__name__
        raise TypeError(f"'{kind}' object does not support 'protocol_audiosample'")
    sample._checked()
    return sample._source() if loop else sample._source_once()


def byte_file(drive: Drive, file: Any) -> Any:
    """Return a file of the drive, and open it if `file` is a path. Raises TypeError, OSError."""
    if isinstance(file, str):
        return drive.open(file, "rb")
    if not isinstance(file, (io.BufferedIOBase, io.RawIOBase)) or isinstance(file, io.BytesIO):
        raise TypeError("file must be a file opened in byte mode")
    if file.closed:
        raise ValueError("I/O operation on closed file")
    return file


def view_of(buffer: Any) -> memoryview:
    try:
        return memoryview(buffer.encode() if isinstance(buffer, str) else buffer)
    except TypeError:
        raise TypeError("object with buffer protocol required") from None
