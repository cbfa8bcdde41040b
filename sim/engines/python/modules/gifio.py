# SPDX-License-Identifier: MIT
"""gifio: animations, read from a file frame by frame."""

from io import BufferedRandom, BufferedReader
from typing import Any

import numpy as np

from ..display import pictures
from ..display.colors import rgb565
from ..native.arguments import deinitialized
from . import displayio, machine

__all__ = ["OnDiskGif"]
ON_FIRMWARE = ["GifWriter"]

Colorspace = displayio.Colorspace

WIDEST = 320
LONGEST_S = 655


class OnDiskGif:
    """A file; `bitmap` shows the last frame, in RGB565 with swapped bytes or by `palette`."""

    _keyword: str | None

    def __new__(cls, *given: Any, **named: Any) -> "OnDiskGif":
        """Note the call's first word: the firmware takes a keyword for the file's name."""
        made = super().__new__(cls)
        made._keyword = None if given else next(iter(named), None)
        return made

    def __init__(self, filename: Any, *, use_palette: bool = False):
        file = self._keyword or filename
        opened = machine.drive.open(file, "rb") if isinstance(file, str) else file
        if not isinstance(opened, (BufferedReader, BufferedRandom)):
            raise TypeError("file must be a file opened in byte mode")
        opened.seek(0)
        self._gif = pictures.Gif(opened.read())
        if self._gif.width > WIDEST:
            raise ValueError(f"width must be <= {WIDEST}")
        self._palette: Any = displayio.Palette(256) if use_palette else None
        self._bitmap: Any = displayio.Bitmap(
            self._gif.width, self._gif.height, 256 if use_palette else 65536)
        self._next = 0

    def __enter__(self) -> "OnDiskGif":
        return self

    def __exit__(self, *_: Any) -> None:
        self.deinit()

    def deinit(self) -> None:
        if self._bitmap is not None:
            self._bitmap.deinit()
        self._bitmap = self._palette = None

    @property
    def _opened(self) -> pictures.Gif:
        if self._bitmap is None:
            raise deinitialized()
        return self._gif

    @property
    def width(self) -> int:
        return self._opened.width

    @property
    def height(self) -> int:
        return self._opened.height

    @property
    def bitmap(self) -> Any:
        return self._opened and self._bitmap

    @property
    def palette(self) -> Any:
        return self._opened and self._palette

    @property
    def duration(self) -> float:
        return self._opened.delays_ms()[0] / 1000

    @property
    def frame_count(self) -> int:
        return len(self._opened.frames)

    @property
    def min_delay(self) -> float:
        return self._opened.delays_ms()[1] / 1000

    @property
    def max_delay(self) -> float:
        return self._opened.delays_ms()[2] / 1000

    def next_frame(self) -> float:
        """Draw the next frame over the present one, the first after the last; returns seconds."""
        frames = self._opened.frames
        if not frames:
            return 0.0
        frame = frames[self._next]
        self._next = (self._next + 1) % len(frames)
        indices = frame.indices()
        target = self._bitmap._values[frame.y : frame.y + frame.height,
                                      frame.x : frame.x + frame.width]
        indices = indices[: target.shape[0], : target.shape[1]]
        if self._palette is not None:
            self._set_palette(frame)
            target[...] = indices
        else:
            opaque = True if frame.transparent is None else indices != frame.transparent
            np.copyto(target, _pixels(frame.palette)[indices], where=opaque)
        self._bitmap.dirty()
        return frame.delay_ms / 1000

    def _set_palette(self, frame: Any) -> None:
        for index, (red, green, blue) in enumerate(frame.palette.tolist()):
            self._palette._set_color(index, red << 16 | green << 8 | blue)
            self._palette._set_opaque(index, index != frame.transparent)


def _pixels(palette: Any) -> Any:
    red, green, blue = palette.astype(np.uint32).T
    return rgb565(red << 16 | green << 8 | blue, swapped=True)
