# SPDX-License-Identifier: MIT
"""Hands on a portal, in virtual time: carries out a script's steps at their exact moments, and what
other hands do at the present one.

The command line, the window and tests give it time; without steps it just lets time pass. What was
done can be written down as a script by `sim.transcript`.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from .. import supervisor
from ..clock import SECOND, nanoseconds
from ..output import save_picture
from ..portal import PyPortal
from .script import Step


class Player:
    """`now` is ns since power-on; unlike the machine's clock it goes on over resets and the end.

    `done` has all steps so far. `watchers` are told `now` after everything that is done and
    whenever time has passed.
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
    "stop": supervisor.stop,
    "reload": supervisor.reload,
    "end": lambda portal: None,
}
