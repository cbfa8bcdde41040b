# SPDX-License-Identifier: MIT
"""What a user downloads works: the zips boot and play, the packages install; made again they are
the same.
"""

import os
import random
import subprocess
import sys
import sysconfig
import venv
import zipfile
from contextlib import suppress

import pytest

from desk import power_on
from sim.core import wasm
from sim.core.link import CoreError
from tools import release

ZIPS = ["-py.zip", "-mpy.zip"]
PACKAGES = [".whl", ".tar.gz"]
DEMO = "import board, displayio\nboard.DISPLAY.root_group = displayio.Group()\nprint('hello')\n"
ALONE = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--force-reinstall",
         "--no-compile"]
SHOW_HOME = "import pyportal_sim; print(pyportal_sim.__file__)"


@pytest.fixture(scope="module")
def downloads(tmp_path_factory):
    return release.build(tmp_path_factory.mktemp("dist"))


def the_one(downloads, ending):
    (path,) = [path for path in downloads if path.name.endswith(ending)]
    return path


def test_there_is_a_zip_of_each_kind_and_a_package_of_each_kind(downloads):
    assert len(downloads) == 4
    for ending in ZIPS + PACKAGES:
        the_one(downloads, ending)


def test_made_again_elsewhere_they_are_the_same_bytes(downloads, tmp_path):
    again = release.build(tmp_path / "again")
    assert [path.name for path in again] == [path.name for path in downloads]
    for first, second in zip(downloads, again, strict=True):
        assert first.read_bytes() == second.read_bytes(), first.name


@pytest.mark.parametrize("ending", ZIPS)
def test_an_unpacked_drive_boots_and_plays_a_game_to_its_end(drive, downloads, tmp_path, ending):
    with zipfile.ZipFile(the_one(downloads, ending)) as archive:
        assert archive.testzip() is None
        assert "LICENSE" in archive.namelist()
        archive.extractall(tmp_path)
    sources = drive if ending == "-mpy.zip" else None
    with power_on(tmp_path, seed=1, sources=sources) as portal:
        portal.run(1)
        cells = [f"{row} {column}" for row in range(15) for column in range(20)]
        for cell in random.Random(1).sample(cells, len(cells)):
            portal.type(f"open {cell}\n")
            portal.run(0.3)
            if "You have" in portal.serial:
                break
        assert "You have lost" in portal.serial
        assert not portal.failed


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A fresh environment that borrows what the packages depend on, and not the simulator."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    (site,) = folder.glob("[Ll]ib/**/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return scripts


@pytest.mark.parametrize("ending", PACKAGES)
def test_an_installed_package_runs_a_program(downloads, environment, tmp_path, ending):
    python = environment / "python"
    run([sys.executable, "-m", "pip", "--python", python, "install", *ALONE,
         the_one(downloads, ending)])
    home = run([python, "-c", SHOW_HOME], cwd=tmp_path)
    assert home.startswith(str(environment.parent))
    (tmp_path / "demo.py").write_text(DEMO)
    command = [environment / "pyportal-sim", "demo.py", "--headless"]
    assert run(command, cwd=tmp_path) == "hello\n"
    with suppress(CoreError):
        wasm.built()
        assert run([*command, "--engine", "core"], cwd=tmp_path) == "hello\n"


def run(command, **options):
    ran = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
