# SPDX-License-Identifier: MIT
"""Advice that is prepared while its menu is shown, so that the tap on it does not wait.

Prepared advice lies over the view, which the menu hides; whoever shows the board without it unmarks
the view. The menu calls `hint` and `odds` at each turn of its loop, the game loop takes the answer.
"""

from minesweeper import lazy
from minesweeper.solver.deduction import Stopped


class Ahead:
    """Prepares one answer at a time; without memory, or after a touch, none."""

    def __init__(self, session):
        self._session = session
        self.forget()

    def forget(self):
        """Begin anew, as the board may have changed."""
        self._name, self._answer = "", None

    def take(self, name):
        """Return what a module's `show` has answered, None if it was not prepared."""
        answer = self._answer if self._name == name else None
        self.forget()
        return answer

    def hint(self, now_ms):
        """Prepare a hint, unless the last one still is to be followed."""
        if not self._session.advice:
            self._prepare("advice.hint")

    def odds(self, now_ms):
        """Prepare the odds."""
        self._prepare("advice.odds")

    def _prepare(self, name):
        session = self._session
        if self._name == name or not session.finger.is_idle():
            return
        self._name, self._answer = name, None
        try:
            answer = lazy.call(name, "show", session)
            if name == "advice.hint":
                lay(session.view, answer)
            self._answer = answer
        except (MemoryError, Stopped):
            session.solver.forget()
            session.view.unmark()


def lay(view, hint):
    """Lay a hint's marks and its sentence over a view."""
    sentence, marks, _ = hint
    view.mark(marks)
    view.banner.tell(sentence)
