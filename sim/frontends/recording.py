# SPDX-License-Identifier: MIT
"""An animated GIF of what the panel shows, 25 frames a virtual second, only where it changes.

The command line lets it look at the portal from time to time and saves it at the end.
"""

import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..clock import MS
from ..display.panel import Panel, Pixels, rgb
from ..portal import PyPortal
from .output import write_whole

if TYPE_CHECKING:
    from PIL import Image

FRAME_NS = 40 * MS
# A GIF counts time in hundredths of a second.
TICK_NS = 10 * MS
COLOURS = 256


class Recording:
    """Starts with the first `look`."""

    def __init__(self) -> None:
        self._frames: list[bytes] = []  # packed: a minute of full change would be 230 MB
        self._size: tuple[int, ...] = (0, 0)
        self._starts: list[int] = []
        self._seen: tuple[Panel, int] | None = None

    def look(self, portal: PyPortal, now: int) -> None:
        """Take the picture at `now` (ns) if it differs from the one before."""
        panel = portal.machine.panel
        if self._seen == (panel, panel.frame):
            return
        self._seen = panel, panel.frame
        pixels = panel.pixels()
        self._size = pixels.shape
        frame = zlib.compress(pixels.tobytes(), 1)
        if not self._frames or frame != self._frames[-1]:
            self._frames.append(frame)
            self._starts.append(now)

    def save(self, path: Path, now: int) -> None:
        """The last frame stays until `now`. Raises UserError."""
        pictures = self._pictures()
        buffer = BytesIO()
        next(pictures).save(buffer, "GIF", save_all=True, append_images=pictures,
                            duration=self._durations(now), loop=0)
        write_whole(path, buffer.getvalue())

    def _durations(self, now: int) -> list[int]:
        """Milliseconds a frame."""
        ticks = [round(start / TICK_NS) for start in (*self._starts, now)]
        return [max(1, after - before) * 10 for before, after in pairwise(ticks)]

    def _pictures(self) -> Iterator["Image.Image"]:
        from PIL import Image

        numbers, palette = _index(map(self._unpack, self._frames))
        for frame in map(self._unpack, self._frames):
            picture = Image.fromarray(numbers[frame])
            picture.putpalette(palette)
            yield picture

    def _unpack(self, frame: bytes) -> Pixels:
        return np.frombuffer(zlib.decompress(frame), np.uint16).reshape(self._size)


def _index(frames: Iterable[Pixels]) -> tuple[NDArray[np.uint8], bytes]:
    """One palette for all frames (RGB), and the number in it of every RGB565 colour.

    Of more colours than a GIF has, the frequent half keeps its own and the others share the rest.
    """
    counts = sum(np.bincount(frame.ravel(), minlength=1 << 16) for frame in frames)
    colours = np.argsort(-counts, kind="stable")[:np.count_nonzero(counts)]
    own, others = np.split(colours, [COLOURS if len(colours) <= COLOURS else COLOURS // 2])
    numbers = np.zeros(1 << 16, np.uint8)
    numbers[own] = np.arange(len(own))
    palette = rgb(own[None]).tobytes()
    if len(others):
        from PIL import Image

        shared = Image.fromarray(rgb(others[None])).quantize(COLOURS - len(own))
        numbers[others] = np.asarray(shared)[0] + len(own)
        palette += bytes(shared.getpalette() or ())
    return numbers, palette
