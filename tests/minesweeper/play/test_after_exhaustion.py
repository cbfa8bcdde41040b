# SPDX-License-Identifier: MIT
"""Programs that exhaust the memory leave the next portal whole."""

import os
import sys

import pytest

from tests.support import hang
from tests.support.paths import ROOT
from tests.support.programs import exhausting


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="done on Linux only")
def test_the_next_portal_is_whole(drive, tmp_path):
    """In a process of its own, which may die of it."""
    done = hang.run([sys.executable, "-X", "faulthandler", "-m",
                     "tests.support.programs.exhausting", drive, tmp_path], cwd=ROOT)
    games = 1 + len(exhausting.PROGRAMS) // exhausting.AT_A_TIME
    assert (done.stdout.split(), done.stderr) == ([exhausting.picture(drive)] * games, "")
