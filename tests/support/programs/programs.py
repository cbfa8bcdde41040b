# SPDX-License-Identifier: MIT
"""Programs of a few lines, as tests run them."""

from sim import PyPortal


def run(folder, seconds=1.0, **options):
    """The portal, after the program in `folder` has run for so long."""
    portal = PyPortal(folder, **options)
    portal.run(seconds)
    return portal


def printed(folder, seconds=1.0, **options):
    return run(folder, seconds, **options).serial


# What a program prints of an expression: its value, or the exception that it raises.
TRY = """
def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__ + ":", error)
"""


def outcomes(write_program, modules, calls, **options):
    """What each of the `calls` gives, a line each: its value or its exception, in one program."""
    lines = [f"import {modules}", TRY, *(f"attempt(lambda: {call})" for call in calls)]
    return printed(write_program("\n".join(lines)), **options).splitlines()
