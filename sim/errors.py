# SPDX-License-Identifier: MIT
"""Errors that the simulator's own surfaces raise."""


class UserError(Exception):
    """One sentence: what is wrong, with the file's name, and what to do."""


class StillRunning(Exception):
    """The program was run to its end and has none."""
