# SPDX-License-Identifier: MIT
"""Where a debugger attaches: debugpy, which speaks the Debug Adapter Protocol, with what it must
know of the simulator.
"""

import os
import site
import sysconfig
from pathlib import Path

# The folder of the simulator's rooms.
SIM = Path(__file__).parent.parent
HOST, PORT = "127.0.0.1", 5678
LIBRARIES = ("stdlib", "platstdlib", "purelib", "platlib")


def listen(port: int) -> int:
    """Listen on a port of this computer, a free one for 0; returns it. Raises ImportError without
    debugpy, and RuntimeError where it cannot listen.
    """
    _configure()
    try:
        import debugpy
    except ModuleNotFoundError:
        raise ImportError("debugpy is missing: pip install debugpy") from None
    try:
        return int(debugpy.listen((HOST, port))[1])
    except RuntimeError as error:
        raise RuntimeError(f"no debugger can attach at port {port}: {error}") from None


def wait() -> None:
    import debugpy

    debugpy.wait_for_client()


def _configure() -> None:
    """For pydevd, which reads it when it is imported: it steps over the simulator's code as over
    that of libraries, and does not warn that it cannot see some of Python's own.
    """
    roots = {sysconfig.get_path(name) for name in LIBRARIES}
    roots |= {*site.getsitepackages(), site.getusersitepackages(), str(SIM)}
    os.environ.setdefault("LIBRARY_ROOTS", os.pathsep.join(sorted(roots)))
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
