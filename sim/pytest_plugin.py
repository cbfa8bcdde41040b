# SPDX-License-Identifier: MIT
"""For pytest: PyPortals to run programs on, and golden pictures of their screens.

pytest finds this by itself where pyportal-sim is installed. Paths are taken from the folder of the
test's file, wherever pytest was started.
"""

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

if TYPE_CHECKING:
    from .portal import PyPortal


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pyportal-engine", choices=("python", "core"), default="python",
                     help="what runs the programs of the pyportal fixture: this Python, or "
                          "CircuitPython's own core")
    parser.addoption("--pyportal-instant", action="store_true",
                     help="let code and drawing of those programs take no time of a board's")


def pytest_configure() -> None:
    """Python's own `code`, which its debugger imports, must not be the program under test."""
    here, path = Path.cwd(), sys.path
    sys.path = [folder for folder in path if Path(folder or here).resolve() != here.resolve()]
    try:
        importlib.import_module("code")
    finally:
        sys.path = path


@pytest.fixture
def pyportal(request: pytest.FixtureRequest) -> Iterator[Callable[..., "PyPortal"]]:
    """`pyportal("code.py", seed=1)` powers a PyPortal on; the test's end switches it off.

    What comes first is a program or a CIRCUITPY folder; it and `sd` are named from the test file's
    folder. By name, as `PyPortal` has them: seed, board, nvm and the like.
    """
    from .portal import PyPortal

    with ExitStack() as switches:
        def power_on(drive: str | os.PathLike[str], **options: Any) -> PyPortal:
            here = request.path.parent
            options.setdefault("engine", request.config.getoption("--pyportal-engine"))
            options.setdefault("instant", request.config.getoption("--pyportal-instant"))
            if options.get("sd") is not None:
                options["sd"] = here / options["sd"]
            return switches.enter_context(PyPortal(here / drive, **options))

        yield power_on


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Image.Image, str], None]:
    """`golden(portal.screenshot(), "title")` compares with golden/title.png.

    GOLDEN=1 in the environment rewrites the picture. A failure saves golden/title-computed.png.
    """
    from .golden import check

    folder = request.path.parent / "golden"
    return lambda picture, name: check(picture, folder / f"{name}.png")
