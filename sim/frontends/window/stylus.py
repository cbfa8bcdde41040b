# SPDX-License-Identifier: MIT
"""The mouse as a stylus: turns buttons and positions into contacts that a panel can feel.

A click on a computer can be over in a few milliseconds; a contact stays for its least time, the
next one comes a moment after it, and none is lost.
"""

from collections import deque
from dataclasses import dataclass

from ...clock import MS
from ..player import Player

GAP_NS = 50 * MS


@dataclass
class Contact:
    """`least` is how long it stays, in ns, even when the button is up before."""

    button: int
    x: float
    y: float
    least: int
    lifted: bool = False
    felt_at: tuple[float, float] | None = None


class Stylus:
    """The window passes it the mouse as it comes, and lets it `touch` before every frame."""

    def __init__(self, player: Player):
        self._player = player
        self._contacts: deque[Contact] = deque()
        self._began: int | None = None
        self._free_at = 0

    def down(self, button: int, x: float, y: float, least: int) -> None:
        """There is one stylus: a second button does nothing while the first is down."""
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
        """Put the portal's stylus where it is now."""
        if not self._contacts:
            return
        contact, now = self._contacts[0], self._player.now
        if self._began is None and now >= self._free_at:
            self._began = now
        if self._began is None:
            return
        if contact.lifted and now >= self._began + contact.least:
            self._lift(now)
        elif contact.felt_at != (contact.x, contact.y):
            contact.felt_at = contact.x, contact.y
            self._player.do("press", *contact.felt_at)

    def _held(self) -> Contact | None:
        """The contact whose button is down."""
        last = self._contacts[-1] if self._contacts else None
        return last if last and not last.lifted else None

    def _lift(self, now: int) -> None:
        self._player.do("release")
        self._contacts.popleft()
        self._began, self._free_at = None, now + GAP_NS
