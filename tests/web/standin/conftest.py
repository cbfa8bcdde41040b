# SPDX-License-Identifier: MIT
"""The site with a stand-in for the worker that a board lives in, and for the firmware: its tests
need a browser alone.
"""

import json
from pathlib import Path

import pytest

from tests.support.network import browser, standinfirmware
from tools import site

# A module of WebAssembly with nothing in it.
CHIP = b"\0asm\1\0\0\0"
WORKER = Path(__file__).with_name("worker.js")


@pytest.fixture(scope="session")
def firmware(tmp_path_factory):
    """A UF2 file that passes for a PyPortal's, and does nothing."""
    path = tmp_path_factory.mktemp("firmware") / "standin.uf2"
    path.write_bytes(standinfirmware.uf2())
    return path


@pytest.fixture(scope="session")
def files(firmware):
    """The site's, by path, before they are published."""
    return site.gathered(CHIP, firmware) | {"board/worker.js": WORKER.read_bytes()}


@pytest.fixture(scope="session")
def address(chromium, files, tmp_path_factory):
    with browser.served(tmp_path_factory.mktemp("site") / "site",
                        site.published(files)) as address:
        yield address


@pytest.fixture
def run(open_program):
    """Opens the page and has the stand-in do these steps."""
    return lambda steps: open_program(json.dumps(steps))
