# SPDX-License-Identifier: MIT
"""CircuitPython's own core, built as a program of this computer that is shaped as a PyPortal.

The environment variable PYPORTAL_VM names it: a 32-bit program that takes a FAT image of a drive,
has a PyPortal's heap, which grows by areas that double from 8 KB, and takes commands on its
standard input: run, press, release, type, shot, heap, … Times are virtual seconds.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

VARIABLE = "PYPORTAL_VM"
# 188,288 bytes are left of these for the heap.
RAM_BYTES, FIRST_AREA_BYTES = 194_560, 8_192
DRIVE_BYTES = 8 << 20
# Where they are looked for: on Debian an ordinary user's PATH leads to no mkfs.fat.
TOOLS = "mkfs.fat", "mcopy"
PLACES = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
TAP_S = 0.12
NO_CORE = f"skipped: {VARIABLE} names no core to run the firmware on"


class Died(Exception):
    """The core's process ended, which no program can bring about on a sound one."""


def _tool(name: str) -> str:
    return shutil.which(name, path=PLACES) or ""


def missing() -> str:
    """Why the core cannot be run, "" if it can."""
    if not os.environ.get(VARIABLE):
        return NO_CORE
    lacking = [tool for tool in TOOLS if not _tool(tool)]
    return f"{' and '.join(lacking)} missing: install dosfstools and mtools" if lacking else ""


def require() -> None:
    """For a test: skip without a core, fail where one is named and cannot be run."""
    if why := missing():
        (pytest.fail if os.environ.get(VARIABLE) else pytest.skip)(why)


def image(drive: Path, path: Path) -> Path:
    """A FAT image as a PyPortal's flash holds it, of what is in the folder `drive`."""
    with open(path, "wb") as file:
        file.truncate(DRIVE_BYTES)
    make_fat, copy = map(_tool, TOOLS)
    form = [make_fat, "-F", "12", "-s", "8", "-S", "512", "-n", "CIRCUITPY", path]
    subprocess.run(form, check=True, capture_output=True)
    names = [item for item in sorted(drive.iterdir()) if item.name != "__pycache__"]
    subprocess.run([copy, "-i", path, "-s", "-Q", *names, "::/"], check=True)
    return path


@contextmanager
def power_on(flash: Path, seed: int = 0, ram: int = RAM_BYTES,
             nvm: bytes | None = None) -> Iterator["Core"]:
    """A core that runs /code.py of an image, until the end of the context."""
    with TemporaryDirectory() as folder:
        core = Core(flash, Path(folder), seed, ram, nvm)
        try:
            yield core
        finally:
            core.close()


class Core:
    """Powered on; `ended` once its program did, whether in a traceback or not."""

    def __init__(self, flash: Path, folder: Path, seed: int, ram: int, nvm: bytes | None):
        self._folder = folder
        self._heard = 0
        self.ended = False
        if nvm is not None:
            (folder / "nvm").write_bytes(nvm)
        self._process = subprocess.Popen(
            [os.environ[VARIABLE], "-i", flash, "-s", folder / "serial", "-n", folder / "nvm",
             "-X", str(ram), "-split", str(FIRST_AREA_BYTES), "-c", "/code.py"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()
        self._send(f"entropy {Random(seed).randbytes(64).hex()}")

    def run(self, seconds: float) -> None:
        self._ask(f"run {round(seconds * 1e9)}")

    def press(self, x: int, y: int) -> None:
        self._send(f"press {x} {y} 1.0")

    def release(self) -> None:
        self._send("release")

    def tap(self, x: int, y: int) -> None:
        self.hold(x, y, TAP_S)

    def hold(self, x: int, y: int, seconds: float = 0.8) -> None:
        self.press(x, y)
        self.run(seconds)
        self.release()

    def type(self, text: str) -> None:
        self._send(f"type {text.encode().hex()}")

    @property
    def serial(self) -> str:
        return (self._folder / "serial").read_text(encoding="utf-8", errors="replace")

    def news(self) -> str:
        """What was printed since this was last asked."""
        with open(self._folder / "serial", "rb") as file:
            file.seek(self._heard)
            new = file.read()
        self._heard += len(new)
        return new.decode("utf-8", "replace")

    @property
    def framebuffer(self) -> bytes:
        """RGB565, big-endian, row by row."""
        self._ask(f"shot {self._folder / 'shot'}")
        return (self._folder / "shot").read_bytes()

    @property
    def nvm(self) -> bytes:
        return (self._folder / "nvm").read_bytes()

    def heap(self, collect: bool = False) -> dict[str, int]:
        """Bytes `used`, `free`, in the largest free block (`maxfree`), and the least that both have
        ever been right after a collection (`low`, `lowblock`).
        """
        words = self._ask("gc" if collect else "heap").split()
        return dict(zip(words[::2], map(int, words[1::2]), strict=False))

    def cut_power_at(self, byte: int) -> None:
        """In the middle of the next write to nvm, before this byte of it."""
        self._send(f"nvmcut {byte}")

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _send(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise Died(self._process.wait()) from None

    def _answer(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline().strip()
        if line.startswith("ended"):
            self.ended = True
            return self._answer()
        if not line or line == "cut":
            raise Died(line or self._process.wait())
        return line

    def _ask(self, line: str) -> str:
        self._send(line)
        return self._answer()
