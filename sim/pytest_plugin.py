# SPDX-License-Identifier: MIT
"""A pytest plugin: PyPortals to run programs on, and golden pictures of their screens.

pytest loads it by itself where pyportal-sim is installed. Paths are relative to the folder of the
test's file, wherever pytest was started.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from .standard import import_code

if TYPE_CHECKING:
    from .portal import PyPortal


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pyportal-engine", choices=("python", "firmware"), default="python",
                     help="what runs the programs of the pyportal fixture: this computer's "
                          "Python, or the board's own CircuitPython")
    parser.addoption("--pyportal-firmware", metavar="FILE", default=None,
                     help="the .uf2, or a folder of them, for --pyportal-engine firmware")
    parser.addoption("--pyportal-instant", action="store_true",
                     help="let code and drawing of those programs take no virtual time")


def pytest_configure() -> None:
    import_code()


COVERAGE = ("pyportal: coverage counts the lines of a program, and those behind the first run(), "
            'only with concurrency = ["greenlet"] under [tool.coverage.run] in pyproject.toml')


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what pytest-cov lacks to count the lines of a program."""
    plugin = config.pluginmanager.get_plugin("_cov")
    measured = getattr(getattr(plugin, "cov_controller", None), "cov", None)
    if measured and "greenlet" not in (measured.get_option("run:concurrency") or ()):
        terminalreporter.write_line(COVERAGE)


@pytest.fixture
def pyportal(request: pytest.FixtureRequest) -> Iterator[Callable[..., "PyPortal"]]:
    """Returns a function that powers a PyPortal on: `portal = pyportal("code.py", seed=1)`.

    The first argument is a program file or a CIRCUITPY folder. It, `sd` and `parts` are relative to
    the test file's folder. The keyword arguments are those of `PyPortal`. Every portal is switched
    off at the end of the test. `pytest --pyportal-engine`, `--pyportal-firmware` and
    `--pyportal-instant` set defaults.
    """
    from .portal import PyPortal

    with ExitStack() as switches:
        def power_on(drive: str | os.PathLike[str], **options: Any) -> PyPortal:
            __tracebackhide__ = True
            here = request.path.parent
            options.setdefault("engine", request.config.getoption("--pyportal-engine"))
            if options["engine"] == "firmware":
                options.setdefault("firmware", request.config.getoption("--pyportal-firmware"))
            options.setdefault("instant", request.config.getoption("--pyportal-instant"))
            for name in "sd", "parts":
                if isinstance(options.get(name), (str, os.PathLike)):
                    options[name] = here / options[name]
            try:
                return switches.enter_context(PyPortal(here / drive, **options))
            except ValueError as error:  # the user's, so the test's line is enough
                raise ValueError(str(error)) from None

        yield power_on


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Image.Image, str], None]:
    """Returns a function that compares pictures: `golden(portal.screenshot(), "title")`.

    It compares the picture with golden/title.png beside the test file. A difference fails the test
    and saves the picture as golden/title-computed.png. GOLDEN=1 in the environment rewrites
    golden/title.png instead.
    Raises ValueError for a name that leads out of the folder.
    """
    from .golden import check, place

    folder = request.path.parent / "golden"
    return lambda picture, name: check(picture, place(folder, name))
