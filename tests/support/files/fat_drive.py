# SPDX-License-Identifier: MIT
"""Reads FAT images with FatFs, which CircuitPython has too.

A process of its own does it, `python -m tests.support.files.fat_drive IMAGE START`, because FatFs
has ten drives in a process and never frees one.
"""

import subprocess
import sys
from pathlib import Path

import fatfs

from tests.support.paths import ROOT

SECTOR = 512


def files(image: Path, start: int) -> dict[str, bytes]:
    """Return {path: contents} of the file system at this block of an image, b"" for a folder."""
    found = subprocess.run([sys.executable, "-m", __name__, image, str(start)], check=True,
                           capture_output=True, cwd=ROOT)
    lines = (line.split("\t") for line in found.stdout.decode().splitlines())
    return {path: bytes.fromhex(data) for path, data in lines}


class Disk(fatfs.diskio.Disk):
    def __init__(self, path, start):
        self.data = Path(path).read_bytes()[start * SECTOR :]

    def ioctl_get_sector_count(self):
        return len(self.data) // SECTOR

    def ioctl_get_sector_size(self):
        return SECTOR

    def ioctl_get_block_size(self):
        return 1

    def read(self, sector, count):
        return self.data[sector * SECTOR : (sector + count) * SECTOR]

    def write(self, sector, count, buff):
        raise OSError("read only")


def contents(part, path=""):
    """Yield (path, contents) of all that is in a folder."""
    folder, info = fatfs.DIR_Handle(), fatfs.FILINFO_Handle()
    done(fatfs.pyf_opendir(folder, part._adjust_path(path)))
    while not done(fatfs.pyf_readdir(folder, info)) and (name := info.get_name()):
        inner = f"{path}/{name}"
        if info.is_directory():
            yield inner, b""
            yield from contents(part, inner)
        else:
            handle = fatfs.FIL_Handle()
            done(fatfs.pyf_open(handle, part._adjust_path(inner), fatfs.FA_READ))
            result, data = fatfs.pyf_read(handle, info.get_size())
            done(result)
            yield inner, bytes(data)


def done(result):
    assert result == fatfs.FR_OK, fatfs.fresult_to_name(result)


if __name__ == "__main__":
    part = fatfs.Partition(Disk(sys.argv[1], int(sys.argv[2])))
    part.mount()
    for path, data in contents(part):
        print(path.lstrip("/"), data.hex(), sep="\t")
