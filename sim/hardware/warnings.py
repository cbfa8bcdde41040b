# SPDX-License-Identifier: MIT
"""Warnings: printed, raised or ignored, as `simplefilter` sets."""

from ..machine import Machine

__all__ = ["simplefilter", "warn"]

machine: Machine

ACTIONS = ("always", "ignore", "error")
_filter = {"action": "always"}


def warn(message: str, category: type = Warning) -> None:
    if not (isinstance(category, type) and issubclass(category, Exception)):
        raise TypeError("category must be a Warning subclass")
    if _filter["action"] == "error":
        raise category(message)
    if _filter["action"] == "always":
        machine.console.write(f"{category.__name__}: {message}\n")


def simplefilter(action: str) -> None:
    if action not in ACTIONS:
        raise ValueError("Invalid action")
    _filter["action"] = action
