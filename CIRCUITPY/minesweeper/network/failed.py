# SPDX-License-Identifier: MIT
"""The error that ends a delivery early, and the pauses within one."""


class Failed(Exception):
    """Nothing could be sent: says why in a few words."""


def pause(turns):
    """Wait for so many turns of the game loop, some 9 ms each."""
    for _ in range(turns):
        yield
