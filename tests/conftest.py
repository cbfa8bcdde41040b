# SPDX-License-Identifier: MIT
"""Settings of the test suite, and fixtures for drives and programs."""

import gc
import os
import shlex
import signal
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sim import interrupt
from tests.support import firmware, seeds
from tests.support.drives import Drives
from tests.support.network import browser
from tests.support.paths import DRIVE
from tests.support.programs import programs

# The drive comes last, since its code.py would shadow the standard library's module of that name.
sys.path.append(str(DRIVE))

# The same examples on every machine, however slow, and after any earlier run: no deadline, no
# database, and no health checks, which count seconds. SEED gives others, and more of them.
settings.register_profile("suite", deadline=None, derandomize=not seeds.IS_NEW, database=None,
                          max_examples=int(seeds.more(40, 100)),
                          suppress_health_check=list(HealthCheck))
settings.load_profile("suite")

# A shell's job in the background ignores Ctrl-C, and under nohup the end of its terminal. So would
# the commands that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for number in interrupt.ENDING:
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

# Commands that the tests start print the same for everybody.
for name in ("FORCE_COLOR", "NO_COLOR", "PY_COLORS", "PYTHONWARNINGS"):
    os.environ.pop(name, None)


def pytest_configure(config):
    if seeds.IS_NEW:
        config.option.hypothesis_seed = seeds.FIRST


def pytest_collection_finish():
    """Exclude imported modules and collected tests, which stay to the end, from garbage collection.

    Blinka's displayio, which some tests import, has no display to refresh in the background.
    """
    if "displayio" in sys.modules:
        sys.modules["displayio"]._stop_background()
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with programs.closed_afterwards():
        return (yield)


def pytest_terminal_summary(terminalreporter):
    """Print how to repeat failures with the seed of a soak, and what was not tested."""
    failed = terminalreporter.stats.get("failed", []) if seeds.IS_NEW else []
    for report in failed:
        terminalreporter.write_line(
            f"again: SEED={seeds.FIRST} make test PYTEST_ARGS={shlex.quote(report.nodeid)}")
    if not hasattr(terminalreporter.config, "workerinput"):
        if terminalreporter.config.option.markexpr == "not browser":
            terminalreporter.write_line("nothing was tried in a browser: make test-web does")
        elif reason := browser.missing():
            terminalreporter.write_line(f"nothing was tried in a browser: {reason}")
        terminalreporter.write_line(firmware.summary())


@pytest.fixture(scope="session")
def drive() -> Path:
    """The repository's staged drive."""
    from tools.stage import stage

    stage(DRIVE)
    return DRIVE


@pytest.fixture(scope="session")
def drive_with(drive, tmp_path_factory):
    """Returns the drive with the given lines in settings.toml; its other files are shared."""
    drives = Drives(drive, tmp_path_factory.mktemp("shared") / "CIRCUITPY")
    yield cache(lambda *lines: drives.make(tmp_path_factory.mktemp("drive") / "CIRCUITPY", lines))
    drives.require_unchanged()


@pytest.fixture(scope="session")
def own_drive_with(drive_with, tmp_path_factory):
    """Makes such a drive as a copy whose files may be changed."""
    from tools.stage import copy_folder

    def copy(*lines: str) -> Path:
        return copy_folder(drive_with(*lines), tmp_path_factory.mktemp("own") / "CIRCUITPY")

    return copy


@pytest.fixture(scope="session")
def guide_drive(drive_with) -> Path:
    """The drive with the guide's rules to the letter."""
    return drive_with('MINES_PRESET = "guide"', 'MINES_CONTROLS = "guide"', 'MINES_FIRST = "any"',
                      'MINES_CHORDS = "off"')


@pytest.fixture
def write_program(tmp_path):
    """Writes a program as code.py on a bare drive and returns the drive's folder."""

    def write(source: str) -> Path:
        (tmp_path / "code.py").write_text(source, encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def start_game(drive_with):
    """Makes a player of the preset of this name, by Dig controls unless other lines are given."""
    from tests.support.play.player import BY_NAME, DIG, SEED, Player

    players = []

    def start(name="guide", *lines, **options):
        drive = drive_with(f'MINES_PRESET = "{name}"', *(lines or [DIG]))
        players.append(Player(drive, SEED, BY_NAME[name], **options))
        return players[-1]

    yield start
    for player in players:
        player.portal.close()
