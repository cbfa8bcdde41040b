# SPDX-License-Identifier: MIT
"""GIF files, frame by frame as they are stored.

The core's decoder lays each frame's pixels over the last ones, whatever disposal the file names;
so frames are taken out one by one, and Pillow unpacks each as a picture of its own.
"""

from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image, UnidentifiedImageError

from .colors import Values

FRAME, EXTENSION, END = 0x2C, 0x21, 0x3B
GRAPHIC_CONTROL = 0xF9
# How long the decoder shows a frame whose delay is 0, and one that sets none.
SHORTEST_MS, NONE_MS = 100, 1
MOST_PIXELS = 1 << 22


@dataclass(frozen=True)
class Frame:
    """`indices` is (height, width); `palette` is (256, 3); times in ms."""

    x: int
    y: int
    width: int
    height: int
    palette: Values
    transparent: int | None
    delay_ms: int
    packed: bytes
    interlaced: int

    def indices(self) -> Values:
        """Raises ValueError for damaged data."""
        if not 0 < self.width * self.height <= MOST_PIXELS:
            raise ValueError("Invalid file")
        header = b"GIF89a" + self.width.to_bytes(2, "little") + self.height.to_bytes(2, "little")
        place = bytes(4) + header[6:] + bytes([self.interlaced])
        picture = BytesIO(header + b"\xf7\0\0" + bytes(768) + b"," + place + self.packed + b";")
        try:
            return np.asarray(Image.open(picture))
        except (OSError, UnidentifiedImageError, SyntaxError, EOFError):
            raise ValueError("Invalid file") from None


class Gif:
    """`width`, `height` and the frames of a file; raises ValueError for one that is no GIF."""

    def __init__(self, data: bytes):
        if data[:6] not in (b"GIF87a", b"GIF89a") or len(data) < 13:
            raise ValueError("Invalid file")
        self._data = data
        self.width, self.height = self._number(6), self._number(8)
        self._at = 13
        self._colors = self._palette(data[10])
        self._control: tuple[int, int, int] | None = None
        self.frames = self._all_frames()
        if not self.frames:
            raise ValueError("Invalid file")

    def _number(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 2], "little")

    def _palette(self, flags: int) -> Values:
        """The colours that follow, if the flags ask for them; 256 with black ones."""
        palette = np.zeros((256, 3), np.uint8)
        if flags & 0x80:
            count = 2 << (flags & 7)
            colors = np.frombuffer(self._data[self._at : self._at + 3 * count], np.uint8)
            palette[: len(colors) // 3] = colors[: len(colors) // 3 * 3].reshape(-1, 3)
            self._at += 3 * count
        return palette

    def _all_frames(self) -> list[Frame]:
        frames = []
        while self._at < len(self._data) and self._data[self._at] != END:
            kind, self._at = self._data[self._at], self._at + 1
            if kind == FRAME:
                frames.append(self._frame())
            elif kind == EXTENSION:
                self._extension()
            else:
                break
        return frames

    def _extension(self) -> None:
        label, start = self._data[self._at : self._at + 1], self._at + 2
        self._at += 1
        self._skip_blocks()
        if label == bytes([GRAPHIC_CONTROL]) and self._at - start >= 5:
            self._control = self._data[start], self._number(start + 1), self._data[start + 3]

    def _skip_blocks(self) -> None:
        """Past blocks that each begin with their length, of which the last is empty."""
        while self._at < len(self._data) and self._data[self._at]:
            self._at += 1 + self._data[self._at]
        self._at += 1

    def _frame(self) -> Frame:
        start = self._at
        x, y, width, height = (self._number(start + 2 * i) for i in range(4))
        flags = self._data[start + 8] if start + 8 < len(self._data) else 0
        self._at = start + 9
        palette = self._palette(flags) if flags & 0x80 else self._colors
        data = self._at
        self._at += 1
        self._skip_blocks()
        control, self._control = self._control, None
        delay, transparent = NONE_MS, None
        if control:
            delay = control[1] * 10 or SHORTEST_MS
            transparent = control[2] if control[0] & 1 else None
        return Frame(x, y, width, height, palette, transparent, delay,
                     self._data[data : self._at], flags & 0x40)
