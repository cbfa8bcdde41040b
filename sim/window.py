# SPDX-License-Identifier: MIT
"""The portal in a window: the mouse is the stylus, the speaker is heard, time is real.

The only module that knows pygame. Every 1/60 s it gives the portal as much virtual time and shows
what has changed; on a computer that is too slow for that, virtual time falls behind.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import perf_counter, sleep
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "PyPortal")

import numpy as np
import pygame
from PIL import Image

from sim.bezel import Bezel, icon, lamp
from sim.clock import MS, nanoseconds
from sim.errors import UserError
from sim.loudspeaker import Loudspeaker
from sim.output import png
from sim.player import Player
from sim.portal import TAP_S, PyPortal, rgb
from sim.stylus import Stylus

FPS = 60
FRAME_NS = nanoseconds(1 / FPS)
SLICE_NS = MS // 4
# A frame that takes the computer longer than this is shown unfinished; the window stays alive.
PATIENCE_S = 0.025
LAG_S = 0.1

LEFT, RIGHT = 1, 3
LEAST_NS = {LEFT: nanoseconds(TAP_S), RIGHT: nanoseconds(0.8)}


class Window:
    """`scale` window pixels a panel pixel. Raises UserError when there is no display."""

    def __init__(self, portal: PyPortal, player: Player, scale: int = 2):
        self._portal = portal
        self._player = player
        self._stylus = Stylus(portal)
        self._shown: tuple[Any, ...] = ()
        self._lit: tuple[int, int, int] | None = None
        self._brightness = -1.0
        self._colours = np.zeros(0, np.uint32)
        self._open(scale)
        self._loudspeaker = _loudspeaker()
        if self._loudspeaker:
            portal.machine.speaker.listener = self._loudspeaker.hear
        self.open = True

    def run(self, each_frame: Callable[[], None] = lambda: None) -> None:
        """Until the window is closed."""
        due = perf_counter()
        while self.open:
            self.frame()
            each_frame()
            due = max(due + 1 / FPS, perf_counter() - LAG_S)
            sleep(max(0.0, due - perf_counter()))

    def close(self) -> None:
        pygame.quit()

    def frame(self) -> None:
        """One sixtieth of a second: what was done, what the program does about it, what is seen."""
        for event in pygame.event.get():
            self._handle(event)
        self._stylus.touch(self._player.now)
        self._run_portal()
        if self._loudspeaker:
            self._loudspeaker.amplify(self._portal.amplified and self._portal.running)
        self._show()

    def _run_portal(self) -> None:
        target = self._player.now + FRAME_NS
        give_up = perf_counter() + PATIENCE_S
        while self._player.now < target and perf_counter() < give_up:
            self._player.run_until(min(target, self._player.now + SLICE_NS))

    def _handle(self, event: Any) -> None:
        if event.type == pygame.QUIT:
            self.open = False
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.button, event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._stylus.drag(*self._bezel.nearest(self._bezel.pixel_at(event.pos)))
        elif event.type == pygame.MOUSEBUTTONUP:
            self._stylus.up(event.button)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key, event.mod)
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = ()

    def _press(self, button: int, position: tuple[int, int]) -> None:
        pixel = self._bezel.pixel_at(position)
        if button in LEAST_NS and pixel == self._bezel.nearest(pixel):
            self._stylus.down(button, *pixel, LEAST_NS[button])

    def _key(self, key: int, modifiers: int) -> None:
        control = modifiers & pygame.KMOD_CTRL
        if key == pygame.K_F12:
            self._save_screenshot()
        elif control and key == pygame.K_q:
            self.open = False
        elif control and key == pygame.K_r:
            self._reset()

    def _reset(self) -> None:
        try:
            self._portal.reset()
        except ValueError as error:
            _notice(f"cannot restart: {error}")

    def _save_screenshot(self) -> None:
        try:
            print(_write_new("screenshot", png(self._portal.screenshot())), flush=True)
        except OSError as error:
            _notice(f"cannot save a screenshot here: {error.strerror}")

    def _open(self, scale: int) -> None:
        panel = self._portal.machine.panel
        size = panel.width, panel.height
        self._bezel = Bezel(size, scale)
        self._screen = _screen(self._bezel.size)
        self._screen.blit(_surface(self._bezel.picture()), (0, 0))
        self._area = self._screen.subsurface(self._bezel.screen_at, self._bezel.screen_size)
        self._picture = pygame.Surface(size, 0, self._screen)

    def _show(self) -> None:
        """Draw if what is to be seen differs from what is shown."""
        panel, brightness = self._portal.machine.panel, self._portal.backlight
        seen = panel, panel.frame, brightness, self._portal.pixel, self._title()
        if seen == self._shown:
            return
        self._shown = seen
        self._dim(brightness)
        pygame.surfarray.blit_array(self._picture, self._colours[panel.pixels()].T)
        pygame.transform.scale(self._picture, self._bezel.screen_size, self._area)
        if self._portal.pixel != self._lit:
            self._lit = self._portal.pixel
            self._screen.blit(_surface(lamp(self._lit)), self._bezel.lamp_at)
        pygame.display.set_caption(seen[-1])
        pygame.display.flip()

    def _dim(self, brightness: float) -> None:
        """The window's colour of every RGB565 colour under this backlight."""
        if brightness != self._brightness:
            self._brightness = brightness
            lit = rgb(np.arange(1 << 16).reshape(256, 256)).reshape(-1, 3) * brightness
            shifts = np.array(self._screen.get_shifts()[:3], np.uint32)
            self._colours = (lit.round().astype(np.uint32) << shifts).sum(1, np.uint32)

    def _title(self) -> str:
        machine = self._portal.machine
        name = f"{machine.board.title}: {machine.drive.root.name}/{machine.drive.program}"
        if self._portal.running:
            return name
        return f"{name} ({'failed' if self._portal.failed else 'ended'}: Ctrl+R restarts)"


@contextmanager
def _mute_libraries() -> Iterator[None]:
    """What SDL's drivers write on stderr when they find no device: we say that in a sentence."""
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
        with _mute_libraries():
            pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("none was found")
        pygame.display.set_icon(_surface(icon()))
        return pygame.display.set_mode(size)
    except pygame.error as error:
        raise UserError(f"no display ({error}): use --headless to run without one") from None


def _surface(picture: Image.Image) -> pygame.Surface:
    return pygame.image.frombytes(picture.convert("RGBA").tobytes(), picture.size, "RGBA")


def _loudspeaker() -> Loudspeaker | None:
    try:
        with _mute_libraries():
            pygame.mixer.init(44100, -16, 2, 512, allowedchanges=0)
    except pygame.error:
        _notice("no audio device was found: sounds are not heard")
        return None
    return Loudspeaker(pygame.mixer)


def _write_new(stem: str, data: bytes) -> str:
    """Under the first numbered name that is free; returns it."""
    for number in count(1):
        name = f"{stem}-{number}.png"
        try:
            with open(name, "xb") as file:
                file.write(data)
            return name
        except FileExistsError:
            continue
    raise AssertionError("numbers do not end")


def _notice(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
