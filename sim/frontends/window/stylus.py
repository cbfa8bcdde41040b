# SPDX-License-Identifier: MIT
"""Turns the mouse's buttons and positions into touches that the panel can notice.

A click can be over in a few milliseconds; a touch lasts for its least time. The next one comes a
moment later, and none is lost.
"""

from collections import deque
from dataclasses import dataclass

from ...clock import MS
from ..player import Player

GAP_NS = 50 * MS


@dataclass
class Contact:
    """A touch that lasts at least `least` ns, even if the button is up earlier."""

    button: int
    x: float
    y: float
    least: int
    lifted: bool = False
    pressed_at: tuple[float, float] | None = None


class Stylus:
    """Receives the mouse's events from the window, which calls `touch` before every frame."""

    def __init__(self, player: Player):
        self._player = player
        self._contacts: deque[Contact] = deque()
        self._began: int | None = None
        self._free_at = 0

    def down(self, button: int, x: float, y: float, least: int) -> None:
        """Start a touch; a second button does nothing while the first is down."""
        if self._held() is None:
            self._contacts.append(Contact(button, x, y, least))

    def drag(self, x: float, y: float) -> None:
        contact = self._held()
        if contact:
            contact.x, contact.y = x, y

    def up(self, button: int) -> None:
        contact = self._held()
        if contact and contact.button == button:
            contact.lifted = True

    def touch(self) -> None:
        """Press, move or release the portal's stylus."""
        if not self._contacts:
            return
        contact, now = self._contacts[0], self._player.now
        if self._began is None and now >= self._free_at:
            self._began = now
        if self._began is None:
            return
        if contact.lifted and now >= self._began + contact.least:
            self._lift(now)
        elif contact.pressed_at != (contact.x, contact.y):
            contact.pressed_at = contact.x, contact.y
            self._player.do("press", *contact.pressed_at)

    def _held(self) -> Contact | None:
        """Return the touch whose button is down."""
        last = self._contacts[-1] if self._contacts else None
        return last if last and not last.lifted else None

    def _lift(self, now: int) -> None:
        self._player.do("release")
        self._contacts.popleft()
        self._began, self._free_at = None, now + GAP_NS
