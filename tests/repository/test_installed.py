# SPDX-License-Identifier: MIT
"""The simulator as pip installs it: the command, the package, and the pytest plugin.

It is used from an empty folder. The plugin runs the files of docs/simulator/testing.md.
"""

import os
import re
import shutil
import sys
import zipfile

import pytest
from PIL import Image

from tests.support import hang
from tests.support.paths import ROOT
from tools.stage import copy_folder

# The same as `pip wheel --no-deps --no-build-isolation .`, but a second faster.
BUILD = "from setuptools import build_meta; build_meta.build_wheel('out')"


def install(folder):
    """Build and unpack the wheel; return the folder that holds it alone."""
    source, site = folder / "source", folder / "site"
    source.mkdir()
    for name in "pyproject.toml", "README.md", "LICENSE":
        shutil.copyfile(ROOT / name, source / name)
    copy_folder(ROOT / "sim", source / "sim")
    built = _python(source, {}, "-c", BUILD)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (source / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def run_installed(site, folder, *arguments, **variables):
    """Run Python in `folder` with the installed wheel first on its path; return the process."""
    return _python(folder, {"PYTHONPATH": str(site), **variables}, *arguments)


def _python(folder, variables, *arguments):
    ours = ("GOLDEN", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    return hang.run([sys.executable, *arguments], cwd=folder, env=environment | variables)


PROGRAM = """
import board, displayio, terminalio
from adafruit_display_text.label import Label
group = displayio.Group()
group.append(Label(terminalio.FONT, text="hello", x=10, y=10))
board.DISPLAY.root_group = group
print("hello")
"""
# Runs the command, then lists the files of all imported modules.
WATCH = """
import sys
from pyportal_sim.__main__ import main
status = main(["demo.py", "--headless", "--seconds", "1", "--screenshot", "shot.png"])
files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
print("status", status)
print(*files, sep="\\n")
"""
# Without plugins that nothing here uses, and that take longer to import than the tests take.
QUICK = [f"-pno:{name}" for name in ("cacheprovider", "randomly", "anyio", "hypothesispytest",
                                     "xdist")]
# The files and the program of the page on testing.
PAGE = (ROOT / "docs" / "simulator" / "testing.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(\w+\.py)`:\n\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return install(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "demo.py").write_text(PROGRAM)
    return tmp_path


def test_the_command_runs_a_program_and_imports_nothing_from_the_repository(site, folder):
    ran = run_installed(site, folder, "-c", WATCH)
    hello, status, *files = ran.stdout.splitlines()
    assert (hello, status) == ("hello", "status 0"), ran.stderr
    assert any(file.startswith(str(site)) for file in files)
    assert not [file for file in files for part in ("sim", "tools", "tests")
                if file.startswith(f"{ROOT / part}/")]
    assert (folder / "shot.png").exists()


def test_every_file_of_the_simulator_is_installed_and_no_other(site):
    assert files_of(site / "pyportal_sim") == files_of(ROOT / "sim")
    assert {path.name for path in site.iterdir() if path.suffix != ".dist-info"} == {"pyportal_sim"}


def files_of(folder):
    """Return the files of a folder, without those that Python and the build leave behind."""
    files = {file.relative_to(folder) for file in folder.rglob("*") if file.is_file()}
    return {file for file in files if file.parts[0] != "pyportal_sim.egg-info"
            and "__pycache__" not in file.parts}


@pytest.fixture
def check(site, tmp_path):
    """Runs pytest in a folder with these files of the page; returns exit status and output."""

    def run(*names, **variables):
        for name in names:
            (tmp_path / name).write_text(FILES[name], encoding="utf-8")
        ran = run_installed(site, tmp_path, "-m", "pytest", *QUICK, **variables)
        return ran.returncode, ran.stdout + ran.stderr

    return run


DEEP = {
    "card/note.txt": "hello",
    "test_options.py": """
portals = []

def test_options(pyportal):
    portals.extend([pyportal("../show.py", seed=1), pyportal("../show.py", seed=2),
                    pyportal("../show.py", seed=1, board="pyportal_titano", nvm=b"a")])
    for portal in portals:
        portal.run(1)
    one, two, titano = (portal.serial.split(maxsplit=1) for portal in portals)
    assert (one[0], two[0], titano[0]) == ("320", "320", "480")
    assert one[1] == titano[1] != two[1]
    assert portals[2].nvm[:1] == b"a"

def test_they_are_off():
    assert [portal.running for portal in portals] == [False] * 3
""",
    "card.py": """
import board, sdcardio, storage
storage.mount(storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS)), "/sd")
print(open("/sd/note.txt").read())
""",
    "test_card.py": """
def test_card(pyportal):
    portal = pyportal("card.py", sd="card")
    portal.run(1)
    assert portal.serial == "hello\\n"
""",
}


def test_the_plugin_runs_the_pages_files_takes_options_and_writes_pictures(check, tmp_path):
    """`python -m pytest` puts the folder before the standard library, whose `code` pdb imports.

    Drives and cards are relative to the test's folder, not to that in which pytest starts.
    """
    (tmp_path / "deep/card").mkdir(parents=True)
    (tmp_path / "show.py").write_text("import board, os\nprint(board.DISPLAY.width, os.urandom(4))"
                                      "\nwhile True:\n    pass\n")
    for name, text in DEEP.items():
        (tmp_path / "deep" / name).write_text(text)
    status, said = check("code.py", "test_code.py", "test_screen.py", GOLDEN="1")
    assert status == 0, said
    assert "5 passed" in said
    assert len(FILES["test_code.py"].splitlines()) == 5
    assert (tmp_path / "golden/console.png").is_file()


def test_another_program_fails_the_pages_tests(check, tmp_path):
    """With the option all programs are instant: on a board this one takes three seconds."""
    (tmp_path / "golden").mkdir()
    Image.new("RGB", (320, 240), "red").save(tmp_path / "golden/console.png")
    (tmp_path / "code.py").write_text("print('touch me')\n")
    (tmp_path / "slow.py").write_text("for i in range(40_000): sorted(range(9))\nprint('end')\n")
    (tmp_path / "test_slow.py").write_text(
        "def test_slow(pyportal):\n    portal = pyportal('slow.py')\n    portal.run(1)\n"
        "    assert portal.serial == 'end\\n'\n")
    status, said = check("test_code.py", "test_screen.py", PYTEST_ADDOPTS="--pyportal-instant")
    assert (status, "AssertionError" in said) == (1, True)
    assert "golden/console-computed.png" in said
    assert "2 failed, 1 passed" in said
