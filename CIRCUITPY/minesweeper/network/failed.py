# SPDX-License-Identifier: MIT
"""What ends a session before its time, and how it waits."""


class Failed(Exception):
    """Why nothing could be sent, in a few words."""


def pause(turns):
    """Let so many turns of the game's loop pass, some 9 ms each."""
    for _ in range(turns):
        yield
