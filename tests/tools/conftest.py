# SPDX-License-Identifier: MIT
"""A board's drive and deploying to it."""

from pathlib import Path

import pytest

from game_on_drive import BOOT_OUT, GAME, contents_of, fill
from tools import deploy as deploying


@pytest.fixture
def mounted(tmp_path: Path) -> Path:
    """The drive of a board that is plugged in, without a program."""
    return fill(tmp_path / "CIRCUITPY", {"boot_out.txt": BOOT_OUT})


@pytest.fixture
def deploy(mounted: Path):
    """Deploys the game, or other files, and returns what was done."""

    def deploy_files(files=GAME, **options):
        return deploying.deploy(contents_of(files), mounted, **options)

    return deploy_files
