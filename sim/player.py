# SPDX-License-Identifier: MIT
"""Carries out a script's steps on a portal, each at its exact moment in virtual time.

The command line, the window and tests give it time; without steps it just lets time pass.
"""

from collections import deque
from collections.abc import Callable, Iterable

from sim.clock import SECOND, nanoseconds
from sim.output import save_picture
from sim.portal import PyPortal
from sim.script import Step


class Player:
    """`now` is ns since power-on; unlike the machine's clock it goes on over resets and the end."""

    def __init__(self, portal: PyPortal, steps: Iterable[Step] = ()):
        self.now = 0
        self._portal = portal
        self._steps = deque(steps)

    def run_until(self, when: int) -> None:
        while self._steps and self._steps[0].at <= when:
            step = self._steps.popleft()
            self._run_portal(step.at)
            ACTIONS[step.action](self._portal, *step.arguments)
        self._run_portal(when)

    def _run_portal(self, when: int) -> None:
        self._portal.run((when - self.now) / SECOND)
        self.now = when


def play(portal: PyPortal, steps: Iterable[Step], until: float) -> None:
    """Carry out the steps on a portal that was just powered on, to `until` virtual seconds."""
    Player(portal, steps).run_until(nanoseconds(until))


def _set_light(portal: PyPortal, level: float) -> None:
    portal.light = level


# `move` presses: in a window, the mouse may have lifted the stylus that the script had put down.
ACTIONS: dict[str, Callable[..., None]] = {
    "press": PyPortal.press,
    "move": PyPortal.press,
    "release": PyPortal.release,
    "screenshot": lambda portal, path: save_picture(portal.screenshot(), path),
    "type": lambda portal, text: portal.type(text + "\n"),
    "light": _set_light,
    "reset": PyPortal.reset,
}
