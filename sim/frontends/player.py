# SPDX-License-Identifier: MIT
"""Lets a portal's time pass and plays input on it: a script's steps at their exact moments, those
of the window or the terminal at once.

Frontends and tests run a portal through a `Player`, with or without steps. `script.write` turns
the steps that it has done into a script.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from ..clock import SECOND, nanoseconds
from ..engines.python.program.supervisor import REBOOT, STOPPED
from ..portal import PyPortal
from .files import save_picture
from .script import Step


class Player:
    """Runs a portal and keeps the steps `done` so far.

    `now` is ns since power-on; unlike the board's clock, it goes on over resets and after the
    program's end. `watchers` are called with `now` after each step and whenever time has passed.
    """

    def __init__(self, portal: PyPortal, steps: Iterable[Step] = ()):
        self.now = 0
        self.done: list[Step] = []
        self.watchers: list[Callable[[int], None]] = []
        self._portal = portal
        self._steps = deque(steps)

    def do(self, action: str, *arguments: Any) -> None:
        """Carry out one of ACTIONS now. Raises the portal's errors."""
        ACTIONS[action](self._portal, *arguments)
        self.done.append(Step(self.now, action, arguments))
        self._tell()

    def run_until(self, when: int) -> None:
        while self._steps and self._steps[0].at <= when:
            step = self._steps.popleft()
            self._run_portal(step.at)
            self.do(step.action, *step.arguments)
        self._run_portal(when)

    def _run_portal(self, when: int) -> None:
        self._portal.run((when - self.now) / SECOND)
        self.now = when
        self._tell()

    def _tell(self) -> None:
        for watcher in self.watchers:
            watcher(self.now)


def play(portal: PyPortal, steps: Iterable[Step], until: float) -> None:
    """Carry out the steps on a portal that was just powered on, to `until` virtual seconds."""
    Player(portal, steps).run_until(nanoseconds(until))


def _set_light(portal: PyPortal, level: float) -> None:
    portal.light = level


def _stop(portal: PyPortal) -> None:
    """End the program because a file of the drive was saved; more may follow.

    A firmware ends it itself when the computer has written the file.
    """
    if portal.engine.has_own_drive:
        return
    portal.board.console.write(STOPPED)
    portal.board.speaker.stop()
    portal.board.power_off()


def _reload(portal: PyPortal) -> None:
    """Restart the program with the parts that are plugged in now. Raises ValueError when the drive
    has none any more.
    """
    console = portal.board.console
    if portal.engine.has_own_drive:
        plug(portal)
        portal.engine.save()
        return
    portal.engine.request_reload("AUTO_RELOAD")
    console.muted = False
    plug(portal)
    console.write(REBOOT)
    portal.reset()


def plug(portal: PyPortal) -> None:
    """Read parts.toml again; one that is wrong is remarked on, and the parts stay."""
    try:
        portal.plug()
    except ValueError as error:
        portal.board.console.remark(str(error))


def _set(portal: PyPortal, name: str, value: float | bool) -> None:
    """Set a value of a part, which may have been pulled out since the script was read."""
    try:
        portal.set(name, value)
    except ValueError as error:
        portal.board.console.remark(str(error))


# `move` is a press, since in a window the mouse may have lifted the script's stylus.
ACTIONS: dict[str, Callable[..., None]] = {
    "press": PyPortal.press,
    "move": PyPortal.press,
    "release": PyPortal.release,
    "screenshot": lambda portal, path: save_picture(portal.screenshot(), path),
    "type": lambda portal, text: portal.type(text + "\n"),
    "keys": PyPortal.type,
    "send": PyPortal.type,
    "light": _set_light,
    "set": _set,
    "pin": lambda portal, name, level: portal.pins[name].set(level),
    "reset": PyPortal.reset,
    "stop": _stop,
    "reload": _reload,
    "end": lambda portal: None,
}
