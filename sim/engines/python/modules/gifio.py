# SPDX-License-Identifier: MIT
"""gifio: animations, read from a file frame by frame, and written."""

from io import BufferedRandom, BufferedReader
from typing import Any

import numpy as np

from ..display import pictures
from ..display.colors import rgb565
from ..native.arguments import buffer, int_range, number, of_type
from . import displayio, machine

__all__ = ["GifWriter", "OnDiskGif"]

Colorspace = displayio.Colorspace

WIDEST = 320
LONGEST_S = 655
DEINITIALIZED = ("Object has been deinitialized and can no longer be used. Create a new object.")


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
            raise ValueError(DEINITIALIZED)
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
        return sum(frame.delay_ms for frame in self._opened.frames) / 1000

    @property
    def frame_count(self) -> int:
        return len(self._opened.frames)

    @property
    def min_delay(self) -> float:
        return min(frame.delay_ms for frame in self._opened.frames) / 1000

    @property
    def max_delay(self) -> float:
        return max(frame.delay_ms for frame in self._opened.frames) / 1000

    def next_frame(self) -> float:
        """Draw the next frame over the present one, the first after the last; returns seconds."""
        frame = self._opened.frames[self._next]
        self._next = (self._next + 1) % len(self._gif.frames)
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


class GifWriter:
    """Writes frames of one size and colour space, to a file or under a name."""

    def __init__(self, file: Any, width: int, height: int, colorspace: Any, loop: bool = True,
                 dither: bool = False):
        of_type(colorspace, Colorspace, "colorspace")
        self._width, self._height = (
            int_range(width, 1, 0xFFFF, "width"), int_range(height, 1, 0xFFFF, "height"))
        name = colorspace._colorspace_type
        if name.removesuffix("_SWAPPED") not in ("RGB565", "BGR565", "L8"):
            raise TypeError("unsupported colorspace for GifWriter")
        self._gray, self._swapped = name == "L8", name.endswith("_SWAPPED")
        self._dither = bool(dither)
        self._owned = isinstance(file, str)
        self._file: Any = machine.drive.open(file, "wb") if self._owned else file
        if not callable(getattr(self._file, "write", None)):
            raise OSError("stream operation not supported")
        if hasattr(self._file, "encoding"):
            raise TypeError("file must be a file opened in byte mode")
        is_bgr = name.startswith("BGR")
        self._file.write(pictures.header(width, height, self._gray, is_bgr, bool(loop)))

    def __enter__(self) -> "GifWriter":
        return self

    def __exit__(self, *_: Any) -> None:
        self.deinit()

    def deinit(self) -> None:
        if self._file is not None:
            self._file.write(b";")
            if self._owned:
                self._file.close()
            else:
                self._file.flush()
        self._file = None

    def add_frame(self, bitmap: Any, delay: float = 0.1) -> None:
        if self._file is None:
            raise ValueError(DEINITIALIZED)
        if not 0 <= number(delay) <= LONGEST_S:
            raise ValueError(f"delay must be <= {LONGEST_S}" if delay > 0 else "delay must be >= 0")
        count = self._width * self._height * (1 if self._gray else 2)
        data = buffer(bitmap)
        if len(data) < count:
            raise IndexError("memoryview index out of range")
        self._file.write(pictures.frame(
            self._width, self._height, self._indices(bytes(data[:count])), int(delay * 100)))

    def _indices(self, data: bytes) -> Any:
        if self._gray:
            return np.frombuffer(data, np.uint8) >> 1
        pixels = np.frombuffer(data, ">u2" if self._swapped else "<u2").astype(np.uint16)
        return pictures.colors(pixels, self._width, self._dither)
