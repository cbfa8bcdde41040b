# SPDX-License-Identifier: MIT
"""Helpers for tests of the frontends: programs, a script, sessions, and a mouse for the window."""

import os
import platform
from pathlib import Path

import numpy as np
import PIL
import pygame
from PIL import Image, features
from PIL.PngImagePlugin import PngInfo

from sim.frontends.player import Player
from sim.frontends.recorder import Recorder
from sim.frontends.script import Preamble
from sim.frontends.session import Session
from sim.frontends.window.window import FPS, LEFT, Window
from tests.support.paths import ROOT
from tests.support.programs.programs import TOUCHSCREEN

FLASH_PROGRAM = """\
import displayio, os
palette = displayio.Palette(1)
group = displayio.Group()
group.append(displayio.TileGrid(displayio.Bitmap(320, 240, 2), pixel_shader=palette))
board.DISPLAY.root_group = group
down = False
while True:
    point = screen.touch_point
    if point and not down:
        palette[0] ^= 0xFFFFFF
        print(point[0], point[1], os.urandom(2))
    down = bool(point)
    time.sleep(0.01)
"""
CONTACTS_PROGRAM = """\
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
COLOURS = """\
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
FLASH, CONTACTS = TOUCHSCREEN + FLASH_PROGRAM, TOUCHSCREEN + CONTACTS_PROGRAM
COUNT_STARTS = "import microcontroller as m\nm.nvm[0] = (m.nvm[0] + 1) % 256\nprint(m.nvm[0])"
MOVES = "instant\n1 tap 10 20\n2 tap 30 40\n3 press 50 60\n"


def environment(**more):
    """Return the environment of a process that runs the simulator."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def start_session(portal, keyboard, save_nvm=lambda: None):
    player = Player(portal)
    return Session(player, keyboard, Recorder(portal, player, Preamble()), save_nvm)


class Mouse:
    """Posts mouse and key events to a window and lets its frames pass."""

    def __init__(self, window: Window, scale: int, player: Player):
        self.window = window
        self.scale = scale
        self.player = player

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
    """Return the window's picture."""
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def shown_at(x: int, y: int) -> tuple[int, ...]:
    """Return the colour of a pixel of the window."""
    return tuple(pygame.display.get_surface().get_at((x, y))[:3])


def strip() -> np.ndarray:
    """Return the picture below the panel, (height, width, 3)."""
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)[490:]


# Other versions, and other processors, may draw letters with slightly other edges.
DRAWS = (f"Pillow {PIL.__version__}, FreeType {features.version('freetype2')}, Raqm "
         f"{features.version('raqm')}, pygame {pygame.version.ver}, {platform.machine()}")


def require_alike(picture: Image.Image, path: Path) -> None:
    """Compare with a file, which GOLDEN=1 rewrites: exactly, unless something else has drawn it."""
    if os.environ.get("GOLDEN"):
        about = PngInfo()
        about.add_text("Software", DRAWS)
        picture.save(path, optimize=True, pnginfo=about)
    golden = Image.open(path)
    seen, wanted = (np.asarray(each.convert("RGB"), int) for each in (picture, golden))
    assert seen.shape == wanted.shape
    apart, most = np.abs(seen - wanted), 0 if golden.info.get("Software") == DRAWS else 60
    assert apart.max() <= most and apart.any(axis=2).mean() < 0.05, f"it is not as in {path}"


def sheet(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures one below the other, on white, which shows what is transparent."""
    size = max(each.width for each in pictures), sum(each.height for each in pictures)
    whole, top = Image.new("RGBA", size, "white"), 0
    for each in pictures:
        whole.alpha_composite(each.convert("RGBA"), (0, top))
        top += each.height
    return whole.convert("RGB")
