# SPDX-License-Identifier: MIT
"""Plays steps on a portal, in virtual time: those of a script at their exact moments, and those of
the window or the terminal at the present one.

The command line, the window and tests let time pass through it, also without steps. `transcript`
writes what was done as a script.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from ..clock import SECOND, nanoseconds
from ..portal import PyPortal
from ..program.supervisor import REBOOT, STOPPED
from .output import save_picture
from .script import Step


class Player:
    """`now` is ns since power-on; unlike the machine's clock it continues over resets and the end.
    `done` has all steps so far. `watchers` are called with `now` after each step and whenever time
    has passed.
    """

    def __init__(self, portal: PyPortal, steps: Iterable[Step] = ()):
        self.now = 0
        self.done: list[Step] = []
        self.watchers: list[Callable[[int], None]] = []
        self._portal = portal
        self._steps = deque(steps)

    def do(self, action: str, *arguments: Any) -> None:
        """Carry out one of ACTIONS now. Raises what the portal raises."""
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
    """A file of the drive was saved: the program ends, and others may still be saved."""
    portal.machine.console.write(STOPPED)
    portal.machine.speaker.stop()
    portal.machine.power_off()


def _reload(portal: PyPortal) -> None:
    """The program restarts. Raises ValueError when there is none any more."""
    console = portal.machine.console
    portal.machine.request_reload("AUTO_RELOAD")
    console.muted = False
    console.write(REBOOT)
    portal.reset()


# `move` presses: in a window, the mouse may have lifted the stylus that the script had put down.
ACTIONS: dict[str, Callable[..., None]] = {
    "press": PyPortal.press,
    "move": PyPortal.press,
    "release": PyPortal.release,
    "screenshot": lambda portal, path: save_picture(portal.screenshot(), path),
    "type": lambda portal, text: portal.type(text + "\n"),
    "keys": PyPortal.type,
    "light": _set_light,
    "pin": lambda portal, name, level: portal.pins[name].set(level),
    "reset": PyPortal.reset,
    "stop": _stop,
    "reload": _reload,
    "end": lambda portal: None,
}
