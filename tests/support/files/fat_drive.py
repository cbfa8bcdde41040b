# SPDX-License-Identifier: MIT
"""FAT images as a computer has them: read, or mounted as a drive that is pulled out at a sector.

FatFs, which CircuitPython has too, works on the image; FUSE makes a folder of it for all programs.
Processes do both, since FatFs has ten drives in a process and never frees one.
"""

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support import hang
from tests.support.paths import ROOT

fatfs = pytest.importorskip("fatfs", reason="skipped: no fatfs-ng, which works on FAT images")
try:
    import mfusepy
    Operations = mfusepy.Operations
except OSError:  # there is no libfuse
    Operations = object
UNMOUNT = shutil.which("fusermount3") or shutil.which("fusermount")
SECTOR, SECTORS, CLUSTER = 512, 16_384, 4_096
FAT_AT = 1 * SECTOR
READ, WRITE, CREATE = fatfs.FA_READ, fatfs.FA_WRITE, fatfs.FA_CREATE_ALWAYS
ERRORS = {
    fatfs.FR_NO_FILE: errno.ENOENT, fatfs.FR_NO_PATH: errno.ENOENT, fatfs.FR_EXIST: errno.EEXIST,
    fatfs.FR_DENIED: errno.ENOSPC, fatfs.FR_INVALID_NAME: errno.EINVAL,
}
ALWAYS = sys.maxsize


@cache
def empty() -> bytes:
    """An image of 8 MB, as a PyPortal's; FatFs knows only a few drives in one process."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "flash.img")
        path.write_bytes(bytes(SECTOR * SECTORS))
        fatfs.Partition(Disk(path)).mkfs()
        return path.read_bytes()


@contextmanager
def mounted(image: Path, folder: Path, sectors: int = ALWAYS) -> Iterator[Path]:
    """A folder with what is in the image, until `sectors` have been written: then it is pulled."""
    if Operations is object or not UNMOUNT:
        pytest.skip("skipped: no libfuse or no fusermount, which mount and unmount FAT images")
    folder.mkdir(exist_ok=True)
    server = subprocess.Popen([sys.executable, "-m", __name__, image, folder, str(sectors)],
                              cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        hang.until(lambda: os.path.ismount(folder) or server.poll() is not None, "a mount")
        if server.poll() is not None:
            pytest.skip("skipped: FUSE cannot mount here")
        yield folder
    finally:
        subprocess.run([UNMOUNT, "-u", "-z", folder], check=False, capture_output=True)
        server.kill()  # every file was closed, so all that it knows is in the image
        server.wait()


def files(image: Path, start: int) -> dict[str, bytes]:
    """Return {path: contents} of the file system at this block of an image, b"" for a folder."""
    found = subprocess.run([sys.executable, "-m", __name__, image, str(start)], check=True,
                           capture_output=True, cwd=ROOT)
    lines = (line.split("\t") for line in found.stdout.decode().splitlines())
    return {path: bytes.fromhex(data) for path, data in lines}


class Disk(fatfs.diskio.Disk):
    """An image from a sector on, until `left` sectors have been written."""

    def __init__(self, path: Path, left: int = ALWAYS, start: int = 0):
        self.file = open(path, "r+b", buffering=0)  # noqa: SIM115 - as long as the process
        self.left, self.start = left, start
        self.sectors = path.stat().st_size // SECTOR - start

    def ioctl_get_sector_count(self):
        return self.sectors

    def ioctl_get_sector_size(self):
        return SECTOR

    def ioctl_get_block_size(self):
        return 1

    def read(self, sector, count):
        self.require_power()
        self.file.seek((self.start + sector) * SECTOR)
        return self.file.read(count)

    def write(self, sector, count, buff):
        for at in range(0, count, SECTOR):
            self.require_power()
            self.file.seek((self.start + sector) * SECTOR + at)
            self.file.write(bytes(buff[at : at + SECTOR]))
            self.left -= 1

    def require_power(self):
        if self.left <= 0:
            raise mfusepy.FuseOSError(errno.EIO)


class Folder(Operations):
    """Answers FUSE's requests with FatFs' calls."""

    use_ns = True

    def __init__(self, image: Path, sectors: int):
        self.disk = Disk(image, sectors)
        self.part = fatfs.Partition(self.disk)
        self.part.mount()
        self.files = {}

    def name(self, path):
        return self.part._adjust_path(path)

    def done(self, result):
        self.disk.require_power()
        if result != fatfs.FR_OK:
            raise mfusepy.FuseOSError(ERRORS.get(result, errno.EIO))

    def getattr(self, path, fh=None):
        self.disk.require_power()
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o755}
        info = fatfs.FILINFO_Handle()
        self.done(fatfs.pyf_stat(self.name(path), info))
        kind = stat.S_IFDIR if info.is_directory() else stat.S_IFREG
        return {"st_mode": kind | 0o755, "st_size": info.get_size(), "st_nlink": 1}

    def readdir(self, path, fh):
        folder, info = fatfs.DIR_Handle(), fatfs.FILINFO_Handle()
        self.done(fatfs.pyf_opendir(folder, self.name(path)))
        names = [".", ".."]
        while names[-1]:
            self.done(fatfs.pyf_readdir(folder, info))
            names.append(info.get_name())
        self.done(fatfs.pyf_closedir(folder))
        return names[:-1]

    def open(self, path, flags):
        return self.opened(path, READ | WRITE if flags & (os.O_WRONLY | os.O_RDWR) else READ)

    def create(self, path, mode, fi=None):
        return self.opened(path, READ | WRITE | CREATE)

    def opened(self, path, mode):
        handle = fatfs.FIL_Handle()
        self.done(fatfs.pyf_open(handle, self.name(path), mode))
        number = max(self.files, default=0) + 1
        self.files[number] = path, handle
        return number

    def read(self, path, size, offset, fh):
        self.done(fatfs.pyf_lseek(self.files[fh][1], offset))
        result, data = fatfs.pyf_read(self.files[fh][1], size)
        self.done(result)
        return data

    def write(self, path, data, offset, fh):
        self.done(fatfs.pyf_lseek(self.files[fh][1], offset))
        result, size = fatfs.pyf_write(self.files[fh][1], data)
        self.done(result if size == len(data) else fatfs.FR_DENIED)
        return size

    def truncate(self, path, length, fh=None):
        number = next((n for n, (name, _) in self.files.items() if name == path), 0)
        handle = self.files[number or self.open(path, os.O_RDWR)][1]
        self.done(fatfs.pyf_lseek(handle, length))
        self.done(fatfs.pyf_truncate(handle))
        if not number:
            self.release(path, max(self.files))

    def flush(self, path, fh):
        return self.fsync(path, 0, fh)

    def fsync(self, path, datasync, fh):
        self.done(fatfs.pyf_sync(self.files[fh][1]))

    def release(self, path, fh):
        self.done(fatfs.pyf_close(self.files.pop(fh)[1]))

    def mkdir(self, path, mode):
        self.done(fatfs.pyf_mkdir(self.name(path)))

    def unlink(self, path):
        self.done(fatfs.pyf_unlink(self.name(path)))

    def rmdir(self, path):
        self.unlink(path)

    def rename(self, old, new):
        """Over a file that is there, which FatFs would refuse and a computer does."""
        if not fatfs.pyf_stat(self.name(new), fatfs.FILINFO_Handle()):
            self.unlink(new)
        self.done(fatfs.pyf_rename(self.name(old), self.name(new)))

    def statfs(self, path):
        free = self.free_clusters()
        return {"f_bsize": CLUSTER, "f_frsize": CLUSTER, "f_bfree": free, "f_bavail": free,
                "f_blocks": SECTORS * SECTOR // CLUSTER}

    def free_clusters(self):
        """Entries of 12 bits that are 0 in the only FAT; there is one for each cluster, and two."""
        self.disk.file.seek(FAT_AT)
        fat = self.disk.file.read(CLUSTER)
        entries = range(2, (SECTORS - 40) * SECTOR // CLUSTER + 2)
        pairs = (int.from_bytes(fat[at * 3 // 2 :][:2], "little") >> (at % 2 * 4) for at in entries)
        return sum(not pair & 0xFFF for pair in pairs)

    def utimens(self, path, times=None):
        """A drive without a clock."""


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
            done(fatfs.pyf_open(handle, part._adjust_path(inner), READ))
            result, data = fatfs.pyf_read(handle, info.get_size())
            done(result)
            yield inner, bytes(data)


def done(result):
    assert result == fatfs.FR_OK, fatfs.fresult_to_name(result)


def show(image, start):
    part = fatfs.Partition(Disk(Path(image), start=int(start)))
    part.mount()
    for path, data in contents(part):
        print(path.lstrip("/"), data.hex(), sep="\t")


def serve(image, folder, sectors):
    mfusepy.FUSE(Folder(Path(image), int(sectors)), folder, foreground=True, nothreads=True,
                 direct_io=True, attr_timeout=0, entry_timeout=0)


if __name__ == "__main__":
    (show if len(sys.argv) == 3 else serve)(*sys.argv[1:])
