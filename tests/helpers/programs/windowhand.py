# SPDX-License-Identifier: MIT
"""A hand that posts events to the window, eyes for it, and programs to try them on."""

import numpy as np
import pygame

from sim.frontends.window.window import FPS, LEFT, Window

# Programs that show what a stylus does, and what the screen and the lights can.
CONTACTS = """
import board, time, adafruit_touchscreen
screen = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
last = before = began = None
while True:
    point = screen.touch_point
    point = point and point[:2]
    if point == before:  # else it may have been read while it moved
        if point and point != last:
            print("at", *point)
            began = time.monotonic() if began is None else began
        elif last and not point:
            print("for", round(time.monotonic() - began, 1))
            began = None
        last = point
    before = point
    time.sleep(0.005)
"""
COLOURS = """
import board, displayio, neopixel_write, digitalio, time
bitmap = displayio.Bitmap(320, 240, 2)
bitmap[5, 7] = 1
palette = displayio.Palette(2)
palette[0], palette[1] = 0xFF0000, 0x0000FF
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
pixel = digitalio.DigitalInOut(board.NEOPIXEL)
pixel.switch_to_output()
time.sleep(0.5)
board.DISPLAY.brightness = 0.5
neopixel_write.neopixel_write(pixel, bytearray((255, 0, 0)))
time.sleep(1)
"""


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
