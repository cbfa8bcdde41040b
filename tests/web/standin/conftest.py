# SPDX-License-Identifier: MIT
"""The site with a stand-in for the worker that a board lives in: its tests need a browser alone."""

import json
from pathlib import Path

import pytest

from tests.support.network import browser
from tools import site

# A module of WebAssembly with nothing in it.
CORE = b"\0asm\1\0\0\0"
WORKER = Path(__file__).with_name("worker.js")


@pytest.fixture(scope="session")
def files():
    """The site's, by path."""
    return site.around(CORE) | {"board/worker.js": WORKER.read_bytes()}


@pytest.fixture(scope="session")
def address(chromium, files, tmp_path_factory):
    with browser.served(tmp_path_factory.mktemp("site") / "site", files) as address:
        yield address


@pytest.fixture
def run(open_program):
    """Opens the page and has the stand-in do these steps."""
    return lambda steps: open_program(json.dumps(steps))
