# SPDX-License-Identifier: MIT
"""Reads the image of a card with FatFs, from the file system at block START.

It runs as a process of its own, `python -m tests.support.files.fat_reader IMAGE START`, because
FatFs has ten drives in a process and never frees one.
"""

import subprocess
import sys
from pathlib import Path

import fatfs

from tests.support.paths import ROOT

BLOCK = 512


def files(image, start):
    """Return {path: contents} of an image, b"" for a folder."""
    found = subprocess.run([sys.executable, "-m", __name__, image, str(start)], check=True,
                           capture_output=True, cwd=ROOT)
    lines = (line.split("\t") for line in found.stdout.decode().splitlines())
    return {path: bytes.fromhex(data) for path, data in lines}


class Disk(fatfs.diskio.Disk):
    def __init__(self, path, start):
        self.data = Path(path).read_bytes()[start * BLOCK :]

    def ioctl_get_sector_count(self):
        return len(self.data) // BLOCK

    def ioctl_get_sector_size(self):
        return BLOCK

    def ioctl_get_block_size(self):
        return 1

    def read(self, sector, count):
        return self.data[sector * BLOCK : sector * BLOCK + count]

    def write(self, sector, count, buff):
        raise OSError("read only")


def done(result):
    assert result == fatfs.FR_OK, fatfs.fresult_to_name(result)


def tree(part, path):
    folder, info = fatfs.DIR_Handle(), fatfs.FILINFO_Handle()
    done(fatfs.pyf_opendir(folder, part._adjust_path(path)))
    while True:
        done(fatfs.pyf_readdir(folder, info))
        name = info.get_name()
        if not name:
            return
        inner = f"{path}/{name}"
        if info.is_directory():
            yield inner, b""
            yield from tree(part, inner)
        else:
            yield inner, contents(part, inner, info.get_size())


def contents(part, path, size):
    handle = fatfs.FIL_Handle()
    done(fatfs.pyf_open(handle, part._adjust_path(path), fatfs.FA_READ))
    result, data = fatfs.pyf_read(handle, size)
    done(result)
    return bytes(data)


if __name__ == "__main__":
    part = fatfs.Partition(Disk(sys.argv[1], int(sys.argv[2])))
    part.mount()
    for path, data in tree(part, ""):
        print(path.lstrip("/"), data.hex(), sep="\t")
