# SPDX-License-Identifier: MIT
"""Errors of the simulator itself, not of the device."""


class UserError(ValueError):
    """A mistake of the user's, in one sentence: what is wrong, in which file, and what to do."""


class StillRunning(Exception):
    """The program did not end when it was to run to its end."""
