# SPDX-License-Identifier: MIT
"""Sounds: a WAV file, known by its checksum and its length."""

from binascii import crc32

_HEADER = 44


class WaveFile:
    def __init__(self, file):
        self._file = file
        self._buffer = bytearray(1024)
        header = file.read(_HEADER)
        if header[:4] != b"RIFF" or header[8:16] != b"WAVEfmt ":
            raise ValueError("Invalid wave file")
        self.length_ms = _int(header[40:44]) * 1000 // _int(header[28:32])
        self.checksum = crc32(header)
        size = file.readinto(self._buffer)
        while size:
            self.checksum = crc32(memoryview(self._buffer)[:size], self.checksum)
            size = file.readinto(self._buffer)


def _int(part):
    return int.from_bytes(part, "little")
