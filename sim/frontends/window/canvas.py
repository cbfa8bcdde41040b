# SPDX-License-Identifier: MIT
"""The window's picture: the panel's pixels in their frame, what the strip shows, what lies on top.

With the window the only module that knows pygame. It draws only what has changed.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pygame
from PIL import Image

from ...display.panel import Panel, rgb
from ...errors import UserError
from . import help
from .bezel import Bezel, Status, icon


class Canvas:
    """Opens the window. Raises UserError when there is no display."""

    def __init__(self, size: tuple[int, int], bezel: Bezel):
        self.bezel = bezel
        self._screen = _screen(bezel.size)
        self._screen.blit(_surface(bezel.picture()), (0, 0))
        self._area = self._screen.subsurface(bezel.screen_at, bezel.screen_size)
        self._picture = pygame.Surface(size, 0, self._screen)
        self._brightness = -1.0
        self._colours = np.zeros(0, np.uint32)
        self._seen: tuple[Any, ...] = ()
        self._told: Status | None = None

    def show(self, panel: Panel, brightness: float, status: Status, title: str,
             helping: bool = False, words: str = "") -> None:
        """`helping`: with the help on top; `words`: with these at the lower edge."""
        seen = panel, panel.frame, brightness, status, title, helping, words
        if seen == self._seen:
            return
        self._seen = seen
        self._dim(brightness)
        pygame.surfarray.blit_array(self._picture, self._colours[panel.pixels()].T)
        pygame.transform.scale(self._picture, self.bezel.screen_size, self._area)
        self._lay_on_top(helping, words)
        if status != self._told and not self.bezel.bare:
            self._told = status
            self._screen.blit(_surface(self.bezel.strip(status)), self.bezel.strip_at)
        pygame.display.set_caption(title)
        pygame.display.flip()

    def forget(self) -> None:
        """The window was covered: draw everything again."""
        self._seen = ()

    def _lay_on_top(self, helping: bool, words: str) -> None:
        width, height = self.bezel.screen_size
        if helping:
            self._area.blit(_surface(help.card((width, height))), (0, 0))
        if words:
            toast = help.toast((width, height), words)
            place = (width - toast.width) // 2, height - toast.height - height // 30
            self._area.blit(_surface(toast), place)

    def _dim(self, brightness: float) -> None:
        """The window's colour of every RGB565 colour under this backlight."""
        if brightness != self._brightness:
            self._brightness = brightness
            lit = rgb(np.arange(1 << 16).reshape(256, 256)).reshape(-1, 3) * brightness
            shifts = np.array(self._screen.get_shifts()[:3], np.uint32)
            self._colours = (lit.round().astype(np.uint32) << shifts).sum(1, np.uint32)


@contextmanager
def mute_libraries() -> Iterator[None]:
    """Silence SDL's drivers, which write on stderr when they find no device."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _screen(size: tuple[int, int]) -> pygame.Surface:
    try:
        with mute_libraries():
            pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("none was found")
        pygame.display.set_icon(_surface(icon()))
        return pygame.display.set_mode(size)
    except pygame.error as error:
        raise UserError(f"no display ({error}): use --headless to run without one") from None


def _surface(picture: Image.Image) -> pygame.Surface:
    return pygame.image.frombytes(picture.convert("RGBA").tobytes(), picture.size, "RGBA")
