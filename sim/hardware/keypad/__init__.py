# SPDX-License-Identifier: MIT
"""Keys that are scanned in the background, and the queue of their events."""

from typing import Any

from ...machine import Machine

__all__ = ["Event", "EventQueue", "KeyMatrix", "Keys", "ShiftRegisterKeys"]

machine: Machine


def _class(module: str, name: str) -> Any:
    kind = getattr(machine.hardware(f"keypad.{module}"), name)
    kind.__module__ = "keypad"
    return kind


Event = _class("events", "Event")
EventQueue = _class("events", "EventQueue")
Keys = _class("keys", "Keys")
KeyMatrix = _class("matrix", "KeyMatrix")
ShiftRegisterKeys = _class("shift_register", "ShiftRegisterKeys")
