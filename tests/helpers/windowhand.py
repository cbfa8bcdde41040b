# SPDX-License-Identifier: MIT
"""A hand that posts events to the window, and eyes for it."""

import numpy as np
import pygame

from sim.frontends.window.window import FPS, LEFT, Window


class Hand:
    """Posts events at the middles of panel pixels, and lets the window's frames pass."""

    def __init__(self, window: Window, scale: int):
        self.window = window
        self.scale = scale

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self.window.frame()

    def down(self, x: int, y: int, button: int = LEFT) -> None:
        post(pygame.MOUSEBUTTONDOWN, button=button, pos=self.middle(x, y))

    def up(self, button: int = LEFT) -> None:
        post(pygame.MOUSEBUTTONUP, button=button, pos=(0, 0))

    def drag(self, x: int, y: int) -> None:
        post(pygame.MOUSEMOTION, pos=self.middle(x, y), rel=(0, 0), buttons=(1, 0, 0))

    def key(self, key: int, modifiers: int = 0, sign: str = "") -> None:
        post(pygame.KEYDOWN, key=key, mod=modifiers, unicode=sign)

    def middle(self, x: int, y: int) -> tuple[int, int]:
        return 8 + x * self.scale + self.scale // 2, 8 + y * self.scale + self.scale // 2


def post(kind: int, **attributes: object) -> None:
    pygame.event.post(pygame.event.Event(kind, attributes))


def shown() -> bytes:
    """What is seen in the window."""
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def strip() -> np.ndarray:
    """What is seen below the panel, (height, width, 3)."""
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)[490:]
