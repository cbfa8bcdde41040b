# SPDX-License-Identifier: MIT
"""What pip installs works far from this repository: the command, the import name, and no more."""

from importlib.metadata import PathDistribution

import pytest

import installed

PROGRAM = """
import board, displayio, terminalio
from adafruit_display_text.label import Label
group = displayio.Group()
group.append(Label(terminalio.FONT, text="hello", x=10, y=10))
board.DISPLAY.root_group = group
print("hello")
"""
# Runs the command, then lists the files of everything that was imported on the way.
WATCH = """
import sys
from pyportal_sim.__main__ import main
status = main(["demo.py", "--headless", "--seconds", "1", "--screenshot", "shot.png"])
files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
print("status", status)
print(*files, sep="\\n")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return installed.install(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "demo.py").write_text(PROGRAM)
    return tmp_path


def test_runs_a_program_from_an_empty_folder(site, folder):
    ran = installed.run(site, folder, "-m", "pyportal_sim", "demo.py", "--headless")
    assert (ran.stdout, ran.stderr, ran.returncode) == ("hello\n", "", 0)


def test_imports_nothing_from_the_repository(site, folder):
    ran = installed.run(site, folder, "-c", WATCH)
    hello, status, *files = ran.stdout.splitlines()
    assert (hello, status) == ("hello", "status 0"), ran.stderr
    assert any(file.startswith(str(site)) for file in files)
    assert not [file for file in files for part in ("sim", "tools", "tests")
                if file.startswith(f"{installed.ROOT / part}/")]
    assert (folder / "shot.png").exists()


def test_holds_every_file_of_the_simulator_and_no_other(site):
    assert files_of(site / "pyportal_sim") == files_of(installed.ROOT / "sim")


def files_of(folder):
    """All but what Python and the build leave behind."""
    files = {file.relative_to(folder) for file in folder.rglob("*") if file.is_file()}
    return {file for file in files if file.parts[0] != "pyportal_sim.egg-info"
            and "__pycache__" not in file.parts}
    assert sorted(p.name for p in site.iterdir() if not p.name.endswith(".dist-info")) == [
        "pyportal_sim"]


def test_gives_the_command_and_the_plugin(site):
    (info,) = site.glob("*.dist-info")
    offered = {(e.group, e.name, e.value) for e in PathDistribution(info).entry_points}
    assert offered == {("console_scripts", "pyportal-sim", "pyportal_sim.__main__:main"),
                       ("pytest11", "pyportal_sim", "pyportal_sim.pytest_plugin")}
    assert PathDistribution(info).metadata["Name"] == "pyportal-sim"


def test_without_a_drive_asks_for_one_in_a_sentence(site, folder):
    ran = installed.run(site, folder, "-m", "pyportal_sim", "--headless")
    assert (ran.stderr, ran.returncode) == ("name a drive: a CIRCUITPY folder or a .py file\n", 2)


def test_its_help_calls_it_by_its_installed_name(site, folder):
    assert installed.run(site, folder, "-m", "pyportal_sim", "--help").stdout.startswith(
        "usage: pyportal-sim ")
