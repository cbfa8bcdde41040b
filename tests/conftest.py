# SPDX-License-Identifier: MIT
"""The drive's modules and the simulator, as the tests meet them."""

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DRIVE = ROOT / "CIRCUITPY"

# Appended: at the front, code.py would shadow the standard library's module of that name.
sys.path.append(str(DRIVE))


@pytest.fixture(scope="session")
def drive() -> Path:
    """The repository's drive, staged."""
    from tools.stage import stage

    stage(DRIVE)
    return DRIVE


@pytest.fixture(scope="session")
def drive_with(drive, tmp_path_factory):
    """Copies the drive with other lines in settings.toml and returns the copy."""

    def copy(*lines: str) -> Path:
        folder = tmp_path_factory.mktemp("drive") / "CIRCUITPY"
        shutil.copytree(drive, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "settings.toml").write_text("\n".join(lines), encoding="utf-8")
        return folder

    return copy


@pytest.fixture(scope="session")
def guide_drive(drive_with) -> Path:
    """The drive with the guide's rules to the letter."""
    return drive_with('MINES_FIRST = "any"', 'MINES_CHORDS = "off"')


@pytest.fixture
def write_program(tmp_path):
    """Writes a program as code.py on a bare drive and returns the drive's folder."""

    def write(source: str) -> Path:
        (tmp_path / "code.py").write_text(source, encoding="utf-8")
        return tmp_path

    return write
