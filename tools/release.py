# SPDX-License-Identifier: MIT
"""Builds what users download, into dist/: the game's drive as zips, the simulator as packages.

One zip holds the modules as .py, one as .mpy for CircuitPython 9 and 10. The packages are a wheel
and a source archive. The same sources give the same bytes: no time, user or order of files is in
them.
"""

import argparse
import gzip
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from sim import output
from sim.errors import UserError
from tools import firmware
from tools.stage import DRIVE, ROOT, StageError, copy_folder, stage

DIST = ROOT / "dist"
PACKAGED = ("pyproject.toml", "README.md", "LICENSE", "sim")
BUILD = (
    "from setuptools import build_meta as build; build.build_wheel('out'); build.build_sdist('out')"
)
TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold


class ReleaseError(Exception):
    """The message is the output of the build that failed."""


def build(folder: Path) -> list[Path]:
    """Build all downloads and return their paths.

    Raises the errors of `firmware.files`, and ReleaseError.
    """
    stage(DRIVE)
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    downloads = {
        f"pyportal-minesweeper-{version}-py.zip": drive_zip(compiled=False),
        f"pyportal-minesweeper-{version}-mpy.zip": drive_zip(compiled=True),
        **packages(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in downloads.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in downloads]


def drive_zip(compiled: bool) -> bytes:
    """Return the bytes of a zip to be unpacked onto the board's drive."""
    licence = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    return zipped(firmware.files(DRIVE, compiled) | licence)


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system = 3  # Unix, wherever it is made
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data, method, 9)
    return packed.getvalue()


def packages() -> dict[str, bytes]:
    """Build the wheel and the source archive from a copy with nothing else of the checkout."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in (ROOT / item for item in PACKAGED):
            copy = copy_folder if path.is_dir() else shutil.copyfile
            copy(path, folder / path.name)
        for unwanted in folder.rglob("*.egg-info"):
            shutil.rmtree(unwanted)
        ran = subprocess.run([sys.executable, "-c", BUILD], cwd=folder, capture_output=True,
                             text=True, check=False)
        if ran.returncode:
            raise ReleaseError(ran.stdout + ran.stderr)
        return {path.name: without_traces(path) for path in sorted((folder / "out").iterdir())}


def without_traces(package: Path) -> bytes:
    """Repack a package so that its bytes depend on its contents only."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as archive:
            return zipped({name: archive.read(name) for name in archive.namelist()})
    packed = io.BytesIO()
    with (
        tarfile.open(package) as archive,
        gzip.GzipFile("", "wb", 9, packed, mtime=0) as file,
        tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as clean,
    ):
        for entry in sorted(archive.getmembers(), key=lambda entry: entry.name):
            clean.addfile(anonymous(entry), archive.extractfile(entry) if entry.isfile() else None)
    return packed.getvalue()


def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.mtime = entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.isdir() else 0o644
    return entry


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.parse_args(arguments)
    try:
        downloads = build(DIST)
    except (StageError, UserError, ValueError, ReleaseError) as error:
        print(error, file=sys.stderr)
        return 1
    for path in downloads:
        print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(output.run(main))
