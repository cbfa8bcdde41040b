# SPDX-License-Identifier: MIT
"""The portal in a window: the mouse is the stylus, sound is audible, time is real.

Every 1/60 s the window runs the portal for as much virtual time, or `speed` times as much, and
shows what has changed. On a computer too slow for that, virtual time falls behind. Sound plays at
speed 1 only, since at another it would not keep up with the picture. No other module knows pygame.
"""

import os
import sys
from collections.abc import Callable
from time import perf_counter, sleep
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "PyPortal")

import numpy as np
import pygame
from PIL import Image

from ...board.panel import Panel, rgb
from ...clock import MS, nanoseconds
from ...errors import UserError
from ...output import muted_libraries
from ...portal import TAP_S, PyPortal
from ..files import new_paths, pictures, png, write_new
from ..player import Player
from ..recorder import SUFFIXES, Recorder
from .controls import Controls
from .drawing import Bezel, Status, help_card, icon, message
from .screens import lacking
from .sound import Loudspeaker
from .stylus import Stylus

FPS = 60
FRAME_NS = nanoseconds(1 / FPS)
# A frame's first slice of virtual time; each one after it is twice as long, since going into the
# program and back takes a computer as long as much of a frame.
SLICE_NS = MS // 4
# A frame that takes the computer longer is shown unfinished, so that the window reacts. The slice
# that goes beyond this takes about as long as those before it.
CATCH_UP_S = 0.025
LAG_S = 0.1
# How long a message stays on the screen.
WORDS_S = 1.6
# How long the strip shows the keys at the start, unless the mouse is used.
KEYS_S = 12
SPEEDS = (0.1, 0.25, 0.5, 1, 2, 4, 8, 16)
LIGHT_STEP = 0.05

LEFT, RIGHT = 1, 3
LEAST_NS = {LEFT: nanoseconds(TAP_S), RIGHT: nanoseconds(0.8)}


class Window:
    """Shows a portal, each panel pixel `scale` window pixels wide.

    Without a `recorder`, nothing can be recorded. Raises UserError when there is no display.
    """

    def __init__(self, portal: PyPortal, player: Player, scale: int = 2, *,
                 speed: float = 1, recorder: Recorder | None = None):
        self._portal = portal
        self._player = player
        self._recorder = recorder
        self._stylus = Stylus(player)
        panel = portal.board.panel
        size = panel.width, panel.height
        self._bezel = Bezel(size, scale)
        self._controls = Controls(portal.parts, self._bezel.size[0], self._set)
        self._shows_controls = self._controls.has_parts
        self._pointer = 0, 0
        self._canvas = Canvas(size, self._bezel, self._controls, self._shows_controls)
        self._loudspeaker = _loudspeaker()
        if self._loudspeaker:
            portal.board.speaker.listener = self._loudspeaker.hear
        self._speed = speed
        self._muted = False
        self._helping = False
        self._words = ""
        self._words_end = 0.0
        self._keys_end = perf_counter() + KEYS_S
        self.open = True

    def run(self, each_frame: Callable[[], None] = lambda: None) -> None:
        """Run until the window is closed."""
        due = perf_counter()
        while self.open:
            self.frame()
            each_frame()
            due = max(due + 1 / FPS, perf_counter() - LAG_S)
            sleep(max(0.0, due - perf_counter()))

    def close(self) -> None:
        pygame.quit()

    def frame(self) -> None:
        """Handle one sixtieth of a second: input, the program's reaction, the picture."""
        self._follow_parts()
        for event in pygame.event.get():
            self._handle(event)
        self._stylus.touch()
        self._controls.turn(self._player.now)
        self._run_portal()
        if self._loudspeaker:
            heard = self._speed == 1 and not self._muted
            self._loudspeaker.amplify(heard and self._portal.amplified and self._portal.running)
        self._show()

    def _run_portal(self) -> None:
        target = self._player.now + round(FRAME_NS * self._speed)
        slice_ns = round(SLICE_NS * max(1, self._speed))
        give_up = perf_counter() + CATCH_UP_S
        while self._player.now < target and perf_counter() < give_up:
            self._player.run_until(min(target, self._player.now + slice_ns))
            slice_ns *= 2

    def _handle(self, event: Any) -> None:
        if event.type == pygame.QUIT:
            self.open = False
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.button, event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._stylus.up(event.button)
            self._controls.up()
        elif event.type == pygame.MOUSEWHEEL:
            self._turn_wheel(event.y)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.WINDOWEXPOSED:
            self._canvas.forget()

    def _press(self, button: int, position: tuple[int, int]) -> None:
        self._keys_end = 0.0
        pixel = self._bezel.pixel_at(position)
        if button in LEAST_NS and pixel == self._bezel.nearest(pixel):
            self._stylus.down(button, *pixel, LEAST_NS[button])
        elif button in LEAST_NS and (place := self._in_controls(position)):
            self._controls.down(place, button, self._player.now)

    def _move(self, position: tuple[int, int]) -> None:
        self._pointer = position
        self._stylus.drag(*self._bezel.nearest(self._bezel.pixel_at(position)))
        self._controls.drag(position)

    def _in_controls(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """Return a window position in the controls' picture; None if it is above them."""
        x, y = position[0], position[1] - self._bezel.size[1]
        return (x, y) if self._shows_controls and y >= 0 else None

    def _turn_wheel(self, steps: float) -> None:
        """Move the control under the mouse, or change the light."""
        if place := self._in_controls(self._pointer):
            self._controls.turn_wheel(place, steps)
        else:
            self._brighten(steps)

    def _set(self, name: str, value: float | bool) -> None:
        self._player.do("set", name, value)

    def _follow_parts(self) -> None:
        """Show other controls when other parts have been plugged in."""
        if self._controls.parts is not self._portal.parts:
            had = self._controls.has_parts
            self._controls = Controls(self._portal.parts, self._bezel.size[0], self._set)
            self._shows_controls |= self._controls.has_parts and not had
            self._canvas.resize(self._controls, self._shows_controls)

    def _toggle_controls(self) -> None:
        self._shows_controls = not self._shows_controls
        self._canvas.resize(self._controls, self._shows_controls)

    def _key(self, event: Any) -> None:
        """Handle a key: letters by their character on this keyboard, other keys by their code."""
        control = bool(event.mod & pygame.KMOD_CTRL)
        sign = getattr(event, "unicode", "")
        action = _KEYS.get((control, event.key)) or (None if control else _SIGNS.get(sign))
        if action:
            action(self)

    def _close(self) -> None:
        self.open = False

    def _help(self) -> None:
        self._helping = not self._helping

    def _reset(self) -> None:
        try:
            self._player.do("reset")
        except ValueError as error:
            _notice(f"cannot restart: {error}")

    def _mute(self) -> None:
        self._muted = not self._muted
        self._say("sound off" if self._muted else "sound on")

    def _change_speed(self, faster: bool) -> None:
        """Change to the next of SPEEDS."""
        if faster:
            self._speed = min((speed for speed in SPEEDS if speed > self._speed),
                              default=self._speed)
        else:
            self._speed = max((speed for speed in SPEEDS if speed < self._speed),
                              default=self._speed)
        self._say(f"speed {self._speed:g}x")

    def _brighten(self, steps: float) -> None:
        light = round(min(max(self._portal.light + LIGHT_STEP * steps, 0.0), 1.0), 2)
        if light != self._portal.light:
            self._player.do("light", light)
        self._say(f"light {round(100 * light)} %")

    def _save_screenshot(self) -> None:
        try:
            path = write_new(pictures() / "screenshot", ".png", png(self._portal.screenshot()))
        except (OSError, UserError) as error:
            _notice(f"cannot save a screenshot: {error}")
            return
        print(path, flush=True)
        self._say(f"saved {path.name}")

    def _record(self) -> None:
        """Start a recording, or stop and save the present one."""
        if self._recorder is None:
            return
        try:
            if self._recorder.recording:
                saved = self._recorder.stop()
                print(*saved, sep="\n", flush=True)
                self._say(f"saved {', '.join(path.name for path in saved)}")
            else:
                self._recorder.start(*new_paths(pictures() / "recording", SUFFIXES))
                self._say("recording: F9 saves")
        except UserError as error:
            _notice(str(error))

    def _say(self, words: str) -> None:
        """Show a message on the screen for a moment."""
        self._words, self._words_end = words, perf_counter() + WORDS_S

    def _show(self) -> None:
        if self._words and perf_counter() > self._words_end:
            self._words = ""
        self._canvas.show(self._portal.board.panel, self._portal.backlight, self._status(),
                          self._title(), self._helping, self._words)

    def _status(self) -> Status:
        recording = self._recorder is not None and self._recorder.recording
        words = {"rec": recording, f"{self._speed:g}x": self._speed != 1, "muted": self._muted}
        shown = tuple(word for word, true in words.items() if true)
        return Status(self._portal.pixel, self._portal.light, shown, recording,
                      perf_counter() < self._keys_end)

    def _title(self) -> str:
        board = self._portal.board
        name = f"{board.model.title}: {board.drive.root.name}/{board.drive.program}"
        if self._speed != 1:
            name += f" ×{self._speed:g}"
        if self._portal.running:
            return name
        return f"{name} ({'failed' if self._portal.failed else 'ended'}: Ctrl+R restarts)"


# (with Ctrl, key) and its action; signs are known by their character, since keyboards differ.
_KEYS: dict[tuple[bool, int], Callable[[Window], None]] = {
    (False, pygame.K_F1): Window._help,
    (False, pygame.K_F2): Window._toggle_controls,
    (False, pygame.K_F9): Window._record,
    (False, pygame.K_F12): Window._save_screenshot,
    (False, pygame.K_UP): lambda window: window._brighten(2),
    (False, pygame.K_DOWN): lambda window: window._brighten(-2),
    (False, pygame.K_KP_PLUS): lambda window: window._change_speed(True),
    (False, pygame.K_KP_MINUS): lambda window: window._change_speed(False),
    (False, pygame.K_m): Window._mute,
    (True, pygame.K_q): Window._close,
    (True, pygame.K_r): Window._reset,
}
_SIGNS: dict[str, Callable[[Window], None]] = {
    "+": lambda window: window._change_speed(True),
    "-": lambda window: window._change_speed(False),
}


def _loudspeaker() -> Loudspeaker | None:
    try:
        with muted_libraries():
            pygame.mixer.init(44100, -16, 2, 512, allowedchanges=0)
    except pygame.error:
        _notice("no audio device was found: there will be no sound")
        return None
    return Loudspeaker(pygame.mixer)


def _notice(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


class Canvas:
    """Opens the window and draws what has changed. Raises UserError when there is no display."""

    def __init__(self, size: tuple[int, int], bezel: Bezel, controls: Controls,
                 shows_controls: bool):
        self.bezel = bezel
        self._size = size
        self.resize(controls, shows_controls)

    def resize(self, controls: Controls, shows_controls: bool) -> None:
        """Open the window, or give it the height for the controls or without them."""
        bezel = self.bezel
        self._controls = controls
        self._shows_controls = shows_controls
        height = bezel.size[1] + shows_controls * self._controls.size[1]
        self._screen = _screen((bezel.size[0], height))
        self._screen.blit(_surface(bezel.picture()), (0, 0))
        self._area = self._screen.subsurface(bezel.screen_at, bezel.screen_size)
        self._picture = pygame.Surface(self._size, 0, self._screen)
        self._brightness = -1.0
        self._colours = np.zeros(0, np.uint32)
        self._seen: tuple[Any, ...] = ()
        self._shown_status: Status | None = None
        self._set_to: tuple[Any, ...] = ()

    def show(self, panel: Panel, brightness: float, status: Status, title: str,
             helping: bool, words: str) -> None:
        """Draw the panel, with the help on top if `helping` and `words` at the lower edge."""
        set_to = self._controls.state if self._shows_controls else ()
        seen = panel, panel.frame, brightness, status, title, helping, words, set_to
        if seen == self._seen:
            return
        self._seen = seen
        self._dim(brightness)
        pygame.surfarray.blit_array(self._picture, self._colours[panel.pixels()].T)
        pygame.transform.scale(self._picture, self.bezel.screen_size, self._area)
        self._lay_on_top(helping, words)
        if status != self._shown_status:
            self._shown_status = status
            self._screen.blit(_surface(self.bezel.strip(status)), self.bezel.strip_at)
        if set_to != self._set_to:
            self._set_to = set_to
            self._screen.blit(_surface(self._controls.picture()), (0, self.bezel.size[1]))
        pygame.display.set_caption(title)
        pygame.display.flip()

    def forget(self) -> None:
        """Draw everything again, since the window was covered."""
        self._seen = ()

    def _lay_on_top(self, helping: bool, words: str) -> None:
        width, height = self.bezel.screen_size
        if helping:
            self._area.blit(_surface(help_card((width, height))), (0, 0))
        if words:
            plate = message((width, height), words)
            place = (width - plate.width) // 2, height - plate.height - height // 30
            self._area.blit(_surface(plate), place)

    def _dim(self, brightness: float) -> None:
        """Compute the window's colour of every RGB565 colour under this backlight."""
        if brightness != self._brightness:
            self._brightness = brightness
            # A monitor's light is about the 2.2th power of a level, the backlight's its brightness.
            lit = rgb(np.arange(1 << 16).reshape(256, 256)).reshape(-1, 3) * brightness ** (1 / 2.2)
            shifts = np.array(self._screen.get_shifts()[:3], np.uint32)
            self._colours = (lit.round().astype(np.uint32) << shifts).sum(1, np.uint32)


def _screen(size: tuple[int, int]) -> pygame.Surface:
    try:
        with muted_libraries():
            pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error(lacking(os.environ))
        pygame.display.set_icon(_surface(icon()))
        return pygame.display.set_mode(size)
    except pygame.error as error:
        raise UserError(f"no display ({error}): use --terminal to run in this terminal, as "
                        "make play PLAY_ARGS=--terminal does, or --headless") from None


def _surface(picture: Image.Image) -> pygame.Surface:
    return pygame.image.frombytes(picture.convert("RGBA").tobytes(), picture.size, "RGBA")
