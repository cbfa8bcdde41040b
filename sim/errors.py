# SPDX-License-Identifier: MIT
"""Errors of the simulator itself, not of the device."""


class UserError(Exception):
    """One sentence: what is wrong, with the file's name, and what to do."""


class StillRunning(Exception):
    """The program was to run to its end, and has none."""
