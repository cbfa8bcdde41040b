# SPDX-License-Identifier: MIT
"""The portal in a window: the mouse is the stylus, sound is audible, time is real.

Every 1/60 s it runs the portal for as much virtual time, or `speed` times as much, and shows what
has changed; on a computer that is too slow for that, virtual time falls behind. Sound plays at
speed 1 only: at another it would not keep up with the picture.
"""

import os
import sys
from collections.abc import Callable
from time import perf_counter, sleep
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "PyPortal")

import pygame

from ...clock import MS, nanoseconds
from ...errors import UserError
from ...portal import TAP_S, PyPortal
from ..output import new_paths, png, write_new
from ..places import pictures
from ..player import Player
from ..recorder import SUFFIXES, Recorder
from .bezel import Bezel, Status
from .canvas import Canvas, mute_libraries
from .loudspeaker import Loudspeaker
from .stylus import Stylus

FPS = 60
FRAME_NS = nanoseconds(1 / FPS)
SLICE_NS = MS // 4
# A frame that takes the computer longer than this is shown unfinished; the window stays alive.
PATIENCE_S = 0.025
LAG_S = 0.1
# How long a message stays on the screen.
WORDS_S = 1.6
SPEEDS = (0.1, 0.25, 0.5, 1, 2, 4, 8, 16)
LIGHT_STEP = 0.05

LEFT, RIGHT = 1, 3
LEAST_NS = {LEFT: nanoseconds(TAP_S), RIGHT: nanoseconds(0.8)}


class Window:
    """`scale` window pixels a panel pixel; `bare` without a bezel. Raises UserError when there is
    no display. Without a `recorder`, nothing can be recorded.
    """

    def __init__(self, portal: PyPortal, player: Player, scale: int = 2, *, bare: bool = False,
                 speed: float = 1, recorder: Recorder | None = None):
        self._portal = portal
        self._player = player
        self._recorder = recorder
        self._stylus = Stylus(player)
        panel = portal.machine.panel
        size = panel.width, panel.height
        self._bezel = Bezel(size, scale, bare)
        self._canvas = Canvas(size, self._bezel)
        self._loudspeaker = _loudspeaker()
        if self._loudspeaker:
            portal.machine.speaker.listener = self._loudspeaker.hear
        self._speed = speed
        self._muted = False
        self._helping = False
        self._words = ""
        self._words_end = 0.0
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
        """One sixtieth of a second: input, the program's reaction, and the picture."""
        for event in pygame.event.get():
            self._handle(event)
        self._stylus.touch()
        self._run_portal()
        if self._loudspeaker:
            heard = self._speed == 1 and not self._muted
            self._loudspeaker.amplify(heard and self._portal.amplified and self._portal.running)
        self._show()

    def _run_portal(self) -> None:
        target = self._player.now + round(FRAME_NS * self._speed)
        slice_ns = round(SLICE_NS * max(1, self._speed))
        give_up = perf_counter() + PATIENCE_S
        while self._player.now < target and perf_counter() < give_up:
            self._player.run_until(min(target, self._player.now + slice_ns))

    def _handle(self, event: Any) -> None:
        if event.type == pygame.QUIT:
            self.open = False
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.button, event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._stylus.drag(*self._bezel.nearest(self._bezel.pixel_at(event.pos)))
        elif event.type == pygame.MOUSEBUTTONUP:
            self._stylus.up(event.button)
        elif event.type == pygame.MOUSEWHEEL:
            self._brighten(event.y)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.WINDOWEXPOSED:
            self._canvas.forget()

    def _press(self, button: int, position: tuple[int, int]) -> None:
        pixel = self._bezel.pixel_at(position)
        if button in LEAST_NS and pixel == self._bezel.nearest(pixel):
            self._stylus.down(button, *pixel, LEAST_NS[button])

    def _key(self, event: Any) -> None:
        """Letters by their character on this keyboard, other keys by their code."""
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
        """To the next of SPEEDS."""
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
        """Start, or stop and save; also what the command line has started."""
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
        """On the screen, for a moment."""
        self._words, self._words_end = words, perf_counter() + WORDS_S

    def _show(self) -> None:
        if self._words and perf_counter() > self._words_end:
            self._words = ""
        self._canvas.show(self._portal.machine.panel, self._portal.backlight, self._status(),
                          self._title(), self._helping, self._words)

    def _status(self) -> Status:
        recording = self._recorder is not None and self._recorder.recording
        words = {"rec": recording, f"{self._speed:g}x": self._speed != 1, "muted": self._muted}
        shown = tuple(word for word, true in words.items() if true)
        return Status(self._portal.pixel, self._portal.light, shown, recording)

    def _title(self) -> str:
        machine = self._portal.machine
        name = f"{machine.board.title}: {machine.drive.root.name}/{machine.drive.program}"
        if self._speed != 1:
            name += f" ×{self._speed:g}"
        if self._portal.running:
            return name
        return f"{name} ({'failed' if self._portal.failed else 'ended'}: Ctrl+R restarts)"


# (with Ctrl, key) and what it does; signs that stand elsewhere on other keyboards.
_KEYS: dict[tuple[bool, int], Callable[[Window], None]] = {
    (False, pygame.K_F1): Window._help,
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
        with mute_libraries():
            pygame.mixer.init(44100, -16, 2, 512, allowedchanges=0)
    except pygame.error:
        _notice("no audio device was found: sounds are not heard")
        return None
    return Loudspeaker(pygame.mixer)


def _notice(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
