# SPDX-License-Identifier: MIT
"""warnings: prints, raises or ignores warnings, as `simplefilter` sets."""

from ..native.arguments import text
from . import machine

__all__ = ["simplefilter", "warn"]

ACTIONS = ("always", "ignore", "error")
_filter = {"action": "always"}


def warn(message: str, category: type = Warning) -> None:
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a subclass of Warning")
    if _filter["action"] == "error":
        raise category(message)
    if _filter["action"] == "always":
        machine.console.write(f"{category.__name__}: {message}\n")


def simplefilter(action: str) -> None:
    if text(action) not in ACTIONS:
        raise ValueError
    _filter["action"] = action
