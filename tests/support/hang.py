# SPDX-License-Identifier: MIT
"""Waits for processes and events, and fails a test when one takes absurdly long.

A hang within a test itself is caught by pytest's `faulthandler_timeout`, which is longer still.
"""

import subprocess
import time
from collections.abc import Callable, Sequence

import pytest

HANG_S = 900


def run(command: str | Sequence, **options) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and return its output as text; fail the test if it hangs."""
    try:
        return subprocess.run(command, text=True, capture_output=True, check=False,
                              timeout=HANG_S, **options)
    except subprocess.TimeoutExpired as hang:
        pytest.fail(f"a hang: {command} did not end in {HANG_S} s and said {hang.stdout!r}")


def wait(process: subprocess.Popen) -> int:
    """Return a process's exit status; fail the test if it does not end."""
    try:
        return process.wait(HANG_S)
    except subprocess.TimeoutExpired:
        pytest.fail(f"a hang: {process.args} did not end in {HANG_S} s")


def until(happened: Callable[[], object], what: str, seconds: float | None = None) -> None:
    """Call `happened` until it is true; if it never is, fail the test, naming `what`."""
    seconds = seconds or HANG_S
    give_up = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > give_up:
            pytest.fail(f"a hang: {what} did not happen in {seconds} s")
