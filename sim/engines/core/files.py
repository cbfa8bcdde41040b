# SPDX-License-Identifier: MIT
"""What the program changes on the core's drive, done to the folder that is the drive."""

from pathlib import Path

from ...board.drive.drive import Drive

# What boot.py prints; the core writes it without one too, and nobody wants it then.
BOOT_OUTPUT, BOOT_FILES = "boot_out.txt", ("boot.py", "boot.txt")


class Files:
    """The core has already refused what may not be."""

    def __init__(self, drive: Drive):
        self._volume = drive.main
        self._path = Path()
        self._content = bytearray()

    def begin(self, path: bytes) -> None:
        self._path = self._host(path)
        self._content.clear()

    def write(self, piece: bytes) -> None:
        self._content += piece

    def end(self, _: bytes) -> None:
        """A file that holds what it held stays as it is."""
        if self._path == self._volume.root / BOOT_OUTPUT and not self._boots():
            return
        if not self._path.is_file() or self._path.read_bytes() != self._content:
            self._volume.written.add(self._path)
            self._path.write_bytes(self._content)

    def _boots(self) -> bool:
        return any((self._volume.root / name).is_file() for name in BOOT_FILES)

    def make_folder(self, path: bytes) -> None:
        self._host(path).mkdir(exist_ok=True)

    def remove(self, path: bytes) -> None:
        host = self._host(path)
        self._volume.written.add(host)
        if host.is_dir():
            host.rmdir()
        else:
            host.unlink(missing_ok=True)

    def rename(self, paths: bytes) -> None:
        old, new = map(self._host, paths.split(b"\0"))
        self._volume.written |= {old, new}
        old.replace(new)

    def _host(self, path: bytes) -> Path:
        return self._volume.host(path.decode().strip("/"))
