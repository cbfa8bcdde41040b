# SPDX-License-Identifier: MIT
"""Sets up the environment that make's commands run in: `python3 tools/environment.py .venv test`.

The computer's own Python runs it, before anything is installed. A second set-up waits for the first
and then finds its work done. One that was killed leaves the file `.unfinished`, and the next begins
anew, since half a package looks like a whole one. Else an environment with a pip is kept, so that
it may also be one that was made by hand.
"""

from __future__ import annotations  # an old Python must get as far as the sentence about it

import argparse
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OLDEST, NEWEST = (3, 11), (3, 14)
INTERRUPTED = 130
SILENT: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
# An environment for one purpose also serves these, beside playing.
FOR_TESTS = ("test", "device", "scoreboard")
ALSO = {"test": FOR_TESTS, "lint": FOR_TESTS, "web": FOR_TESTS}

# Programs of this environment find `sim` and `tools` wherever they lie themselves. The line names
# no folder, so that one in any alphabet is found in any locale.
CHECKOUT = """\
import sysconfig
with open(sysconfig.get_path("purelib") + "/checkout.pth", "w") as file:
    file.write("import os, sys; sys.path.append(os.path.dirname(sys.prefix))")
"""
# A first run compiles what a start imports, which containers often do not let Python write by
# itself: a start takes a third less. A checkout that cannot be written does without.
FIRST_RUN = """\
from sim import PyPortal
from sim.frontends.window import window
with PyPortal("docs/simulator/demo.py") as portal:
    portal.run(0.1)
"""


class SetUp:
    """The set-up of the environment `folder`, while no other one runs."""

    def __init__(self, folder: Path, lock: int):
        self._python = folder / "bin" / "python"
        self._folder = folder
        self._lock = lock
        self._unfinished = folder / ".unfinished"

    def run(self, purpose: str) -> None:
        """Install what a purpose needs: `play`, or an extra of pyproject.toml."""
        if self._is_done(purpose):
            return
        if self._unfinished.exists() or not self._has_pip():
            self._make()
        _say(f"installing into {self._folder} what is needed: {purpose}")
        self._unfinished.touch()
        self._install("." if purpose == "play" else f".[{purpose}]")
        self._unfinished.unlink()
        for name in ("play", purpose, *ALSO.get(purpose, ())):
            self._stamp(name).touch()

    def _is_done(self, purpose: str) -> bool:
        stamp, asked = self._stamp(purpose), ROOT / "pyproject.toml"
        return stamp.exists() and stamp.stat().st_mtime >= asked.stat().st_mtime

    def _stamp(self, purpose: str) -> Path:
        return self._folder / (".stamp-" + purpose)

    def _has_pip(self) -> bool:
        try:
            self._call("-m", "pip", "--version", **SILENT)
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _make(self) -> None:
        _say("making {} with Python {}.{}".format(self._folder, *sys.version_info[:2]))
        self._call("-m", "venv", "--clear", "--without-pip", str(self._folder),
                   python=sys.executable)
        self._unfinished.touch()
        self._call("-Im", "ensurepip", "--upgrade", "--default-pip", stdout=subprocess.DEVNULL)

    def _install(self, package: str) -> None:
        try:
            self._call("-m", "pip", "--disable-pip-version-check", "install", "--quiet",
                       "--no-compile", "--editable", package)
        except subprocess.CalledProcessError:
            self._unfinished.unlink()  # pip takes back what it could not finish
            raise
        self._call("-c", CHECKOUT)
        with suppress(subprocess.CalledProcessError):
            self._call("-c", FIRST_RUN, env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""}, **SILENT)

    def _call(self, *arguments: str, python: str = "", **options: Any) -> None:
        """Run Python, the environment's own by default. It keeps the lock if this one is killed."""
        subprocess.run([python or str(self._python), *arguments], cwd=ROOT, check=True,
                       pass_fds=[self._lock], **options)


@contextmanager
def only_one(folder: str) -> Iterator[int]:
    """Wait until no other set-up runs; the lock's descriptor."""
    with open(__file__, "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say(f"waiting for another make, which sets up {folder}")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="such as .venv")
    parser.add_argument("purpose", help="play, or an extra of pyproject.toml")
    options = parser.parse_args()
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return _refuse("Python {}.{} runs, 3.11 to 3.14 is needed: name one with PYTHON=".format(
            *sys.version_info[:2]))
    if not find_spec("venv") or not find_spec("ensurepip"):
        return _refuse("Python lacks the venv module: apt install python3-venv, and run make again")
    try:
        with only_one(options.folder) as lock:
            SetUp(Path(options.folder), lock).run(options.purpose)
    except subprocess.CalledProcessError as error:
        return error.returncode  # it said why
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _say(sentence: str) -> None:
    with suppress(OSError):  # nobody reads it
        print(sentence, flush=True)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _run() -> Any:
    """Run the command and return its status, whether or not somebody reads what it prints."""
    try:
        status: Any = main()
    except SystemExit as end:
        status = end.code
    try:
        print(end="", flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            return _refuse(f"what was printed is lost: {error.strerror}")
    return status


if __name__ == "__main__":
    sys.exit(_run())
