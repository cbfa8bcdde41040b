# SPDX-License-Identifier: MIT
"""A debugger for a portal's program: debugpy, which speaks the Debug Adapter Protocol."""

import math
import os
import site
import sysconfig
from pathlib import Path

from ..engine import Engine
from . import clocks
from .machine import Machine

SIM = Path(__file__).parents[2]
HOST = "127.0.0.1"
LIBRARIES = ("stdlib", "platstdlib", "purelib", "platlib")


class Debugging:
    """Lets debuggers attach at `port` until this Python ends.

    Raises ValueError for another engine or a program that has begun, ImportError without debugpy,
    and RuntimeError where nothing can attach.
    """

    def __init__(self, engine: Engine, port: int):
        if not isinstance(engine, Machine) or engine.program.modules:
            raise ValueError('debug() is for a program that has not begun, of engine="python"')
        self.port = _listen(port)
        self.follow(engine)

    def wait(self) -> None:
        """Wait until a debugger has attached and set its breakpoints."""
        import debugpy

        debugpy.wait_for_client()

    def follow(self, engine: Engine) -> None:
        """Debug this engine's program, which takes no time and no patience while it is stopped."""
        assert isinstance(engine, Machine)
        engine.program.files.wanted = True
        engine.patience = math.inf
        clocks.hold(engine.clock)


def _listen(port: int) -> int:
    """Listen on a port of this computer, or on a free one for 0, and return it."""
    _configure()
    try:
        import debugpy
    except ModuleNotFoundError:
        raise ImportError("debugpy is missing: pip install debugpy") from None
    try:
        return int(debugpy.listen((HOST, port))[1])
    except RuntimeError as error:
        raise RuntimeError(f"no debugger can attach at port {port}: {error}") from None


def _configure() -> None:
    """Set the environment that pydevd reads at its import.

    It then steps over the simulator's code as over a library's, and does not warn about frozen
    modules.
    """
    roots = {sysconfig.get_path(name) for name in LIBRARIES}
    roots |= {*site.getsitepackages(), site.getusersitepackages(), str(SIM)}
    os.environ.setdefault("LIBRARY_ROOTS", os.pathsep.join(sorted(roots)))
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
