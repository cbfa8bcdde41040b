# SPDX-License-Identifier: MIT
"""Two set-ups of make's environment at once, and one after a set-up that was killed."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.support import hang
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the Makefile needs a Unix shell")
# The environment's Python: notes each installation, which ends when there is a file `go`.
PYTHON = """\
#!/bin/sh
case "$*" in *install*)
    echo begun >>log
    while [ ! -e go ]; do sleep 0.05; done
    echo done >>log
esac
"""


@pytest.fixture
def checkout(tmp_path):
    """A checkout with an environment, the pip of which is ours."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools/environment.py", tmp_path / "tools")
    (tmp_path / "pyproject.toml").touch()
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


@pytest.fixture
def set_up(checkout):
    """Starts a set-up, and returns when it has printed its first line, with that line."""
    started = []

    def start():
        # Without an index: what begins anew ends at pip, which has nothing to install from.
        run = subprocess.Popen([sys.executable, "tools/environment.py", ".venv", "play"],
                               cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, env={**os.environ, "PIP_NO_INDEX": "1"})
        started.append(run)
        return run, run.stdout.readline()

    yield start
    (checkout / "go").touch()
    for run in started:
        run.kill()
        run.communicate()


def begun(checkout):
    hang.until((checkout / "log").exists, "the installation")


def test_a_second_set_up_waits_and_finds_the_work_done(checkout, set_up):
    first, line = set_up()
    assert line == "installing into .venv what is needed: play\n"
    begun(checkout)
    second, line = set_up()
    assert line == "waiting for another make, which sets up .venv\n"
    (checkout / "go").touch()
    assert (hang.wait(first), hang.wait(second)) == (0, 0)
    assert (checkout / "log").read_text() == "begun\ndone\n"
    assert (checkout / ".venv/.stamp-play").exists()


def test_after_a_killed_set_up_the_next_waits_for_its_pip_and_begins_anew(checkout, set_up):
    first, _ = set_up()
    begun(checkout)
    first.kill()
    first.wait()
    second, line = set_up()
    assert line == "waiting for another make, which sets up .venv\n"
    (checkout / "go").touch()
    assert second.stdout.readline().startswith("making .venv with Python 3.")
    assert not (checkout / ".venv/.stamp-play").exists()
