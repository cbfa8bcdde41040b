# SPDX-License-Identifier: MIT
"""adafruit_pixelbuf: buffers of pixels, which a subclass sends with its `_transmit(bytes)`.

A buffer contains header, pixels and trailer. Below full brightness the original colours are stored
beside it. Source: `shared-module/adafruit_pixelbuf/PixelBuf.c`.
"""

from collections.abc import Iterator
from typing import Any

from ..heap import allocate
from ..native.arguments import buffer, number, of_type, position, word

__all__ = ["PixelBuf"]

# A program's subclass defines it, so `native.private` must not hide it.
TRANSMIT = "_transmit"
FULL = 256
# A DotStar's first byte: three bits set, five of brightness.
START = 0xE0


class AutoWrite:
    """The attribute `auto_write`: send pixels as soon as they are set."""

    _auto_write = False

    @property
    def auto_write(self) -> bool:
        return self._auto_write

    @auto_write.setter
    def auto_write(self, value: bool) -> None:
        self._auto_write = bool(value)


class PixelBuf(AutoWrite):
    """A sequence of pixels, each (red, green, blue[, white or a DotStar's brightness])."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, size: int, *, byteorder: str = "BGR", brightness: float | None = None,
                 auto_write: bool = False, header: Any = b"", trailer: Any = b""):
        self._count = max(0, word(size))
        self._byteorder = _checked_order(byteorder)
        self._dotstar, self._white = byteorder[0] == "P", "W" in byteorder
        # The positions of red, green, blue and the fourth byte in a pixel.
        self._offsets = [byteorder.index(c) for c in "RGB"]
        self._offsets += [byteorder.index(c) for c in byteorder if c in "PW"]
        head, tail = _optional(header), _optional(trailer)
        self._given = bytearray(allocate(self._count * self.bpp))
        if self._dotstar:
            self._given[::4] = bytes([0xFF]) * self._count
        self._buffer = bytearray(head + self._given + tail)
        self._header = len(head)
        self._brightness, self._scale = 1.0, FULL
        self.brightness = 1.0 if brightness is None else brightness
        self._auto_write = bool(auto_write)

    @property
    def bpp(self) -> int:
        return len(self._byteorder)

    @property
    def byteorder(self) -> str:
        return self._byteorder

    @property
    def brightness(self) -> float:
        return self._brightness

    @brightness.setter
    def brightness(self, value: float) -> None:
        self._brightness = min(max(number(value), 0.0), 1.0)
        scale = int(self._brightness * FULL)
        if scale != self._scale:
            self._scale = scale
            for index in range(self._count):
                self._store(index)
            self._changed()

    def show(self) -> None:
        transmit = getattr(self, TRANSMIT, None)
        if transmit is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{TRANSMIT}'")
        transmit(self._buffer)

    def fill(self, color: Any) -> None:
        channels = self._channels(color)
        for index in range(self._count):
            self._keep(index, channels)
        self._changed()

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(self._count))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[at] for at in self._indices(index))
        at = position(index, self._count, type(self).__name__) * self.bpp
        pixel = [self._given[at + offset] for offset in self._offsets]
        return (*pixel[:3], (pixel[3] & 0x1F) / 31) if self._dotstar else tuple(pixel)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            places, colors = self._indices(index), list(value)
            self._assign(places, colors if len(colors) == len(places) else self._grouped(
                colors, len(places)))
        else:
            self._assign([position(index, self._count, type(self).__name__)], [value])

    def _indices(self, where: slice) -> list[int]:
        for limit in where.start, where.stop, where.step:
            if limit is not None:
                word(limit)
        return list(range(*where.indices(self._count)))

    def _grouped(self, channels: list[Any], count: int) -> list[Any]:
        """Divide a sequence of channels into pixels."""
        if len(channels) != count * self.bpp:
            raise ValueError("Unmatched number of items on RHS "
                             f"(expected {count}, got {len(channels)}).")
        return [channels[i : i + self.bpp] for i in range(0, len(channels), self.bpp)]

    def _assign(self, places: list[int], colors: list[Any]) -> None:
        for index, color in zip(places, colors, strict=True):
            self._keep(index, self._channels(color))
        self._changed()

    def _channels(self, color: Any) -> list[int]:
        """Return red, green, blue and the fourth byte of a colour, each 0-255."""
        if isinstance(color, (int, float)):
            packed = int(color)
            channels = [packed >> 16 & 0xFF, packed >> 8 & 0xFF, packed & 0xFF]
        else:
            channels = _bytes_of(color)
        if len(channels) == 3:
            red, green, blue = channels
            gray = self._white and red == green == blue
            channels = [0, 0, 0, red] if gray else [*channels, 255 if self._dotstar else 0]
        if self._dotstar:
            channels[3] = START | channels[3] >> 3
        return channels

    def _keep(self, index: int, channels: list[int]) -> None:
        start = index * self.bpp
        for offset, channel in zip(self._offsets, channels, strict=False):
            self._given[start + offset] = channel
        self._store(index)

    def _store(self, index: int) -> None:
        """Write the pixel to the buffer that is sent, at the present brightness."""
        start, end = index * self.bpp, (index + 1) * self.bpp
        pixel = bytearray(channel * self._scale // FULL for channel in self._given[start:end])
        if self._dotstar:
            pixel[0] = self._given[start]
        self._buffer[self._header + start : self._header + end] = pixel

    def _changed(self) -> None:
        if self._auto_write:
            self.show()


def _checked_order(byteorder: Any) -> str:
    """Raises ValueError unless it has R, G, B, and at most W, or P at its head."""
    letters = sorted(of_type(byteorder, str, "byteorder"))
    known = letters in (["B", "G", "R"], ["B", "G", "R", "W"]) or (
        letters == ["B", "G", "P", "R"] and byteorder[0] == "P")
    if not known:
        raise ValueError("Invalid byteorder")
    return str(byteorder)


def _optional(value: Any) -> bytes:
    """Return a buffer's bytes; any other object counts as empty, as in CircuitPython."""
    try:
        return bytes(buffer(value))
    except TypeError:
        return b""


def _bytes_of(color: Any) -> list[int]:
    if not isinstance(color, (tuple, list)):
        raise TypeError(f"object '{type(color).__name__}' isn't a tuple or list")
    if not 3 <= len(color) <= 4:
        raise ValueError("color length must be 3-4")
    channels = [int(number(channel)) & 0xFF for channel in color[:3]]
    fourth = [int(w * 255 if isinstance(w, float) else number(w)) & 0xFF for w in color[3:]]
    return channels + fourth
