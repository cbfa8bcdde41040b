# SPDX-License-Identifier: MIT
"""Programs that took all the memory they could get leave nothing broken for the next portal."""

import os
import sys

import pytest

import eaters
import hang
from paths import HELPERS, ROOT


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="done on Linux only")
def test_the_next_portal_is_whole(drive, tmp_path):
    """In a process of its own, which may die of it."""
    path = os.pathsep.join([str(ROOT), HELPERS])
    done = hang.run([sys.executable, "-X", "faulthandler", "-m", "eaters", drive, tmp_path],
                    cwd=ROOT, env={**os.environ, "PYTHONPATH": path})
    games = 1 + len(eaters.PROGRAMS) // eaters.AT_A_TIME
    assert (done.stdout.split(), done.stderr) == ([eaters.picture(drive)] * games, "")
