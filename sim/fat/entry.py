# SPDX-License-Identifier: MIT
"""What a folder holds of a file or folder, in 32 bytes."""

import calendar
import struct
import time
from dataclasses import dataclass

from . import names

SIZE = 32
READ_ONLY, LABEL, FOLDER, ARCHIVE = 0x01, 0x08, 0x10, 0x20
# A first byte: none from here on, or a name that was removed, or the letter 0xE5.
END, REMOVED, LETTER_E5 = 0x00, 0xE5, 0x05
FIRST_YEAR, LAST_YEAR = 1980, 2107


@dataclass
class Entry:
    """`folder` is the first cluster of the folder that it is in, `at` the number of its own 32
    bytes there, after `parts` of a long name. `stamp` is the date and the time, 16 bits each.
    """

    name: str
    raw: bytes
    bits: int = 0
    attributes: int = ARCHIVE
    cluster: int = 0
    size: int = 0
    stamp: int = 0
    folder: int = 0
    at: int = 0
    parts: int = 0

    @property
    def is_folder(self) -> bool:
        return bool(self.attributes & FOLDER)

    @property
    def is_label(self) -> bool:
        return bool(self.attributes & LABEL)

    @property
    def modified(self) -> int:
        """Seconds since 1970."""
        date, clock = divmod(self.stamp, 1 << 16)
        month = min(max(1, date >> 5 & 15), 12)
        return calendar.timegm((FIRST_YEAR + (date >> 9), month, max(1, date & 31), clock >> 11,
                                clock >> 5 & 63, clock % 32 * 2, 0, 0, 0))

    def pack(self) -> bytes:
        first = bytes([LETTER_E5]) if self.raw[0] == REMOVED else self.raw[:1]
        return first + self.raw[1:] + struct.pack(
            "<BBBIHHIHI", self.attributes, self.bits, 0, self.stamp, self.stamp >> 16,
            self.cluster >> 16, self.stamp, self.cluster & 0xFFFF, self.size)


def unpack(data: bytes, long_name: bytes, wide: bool) -> Entry:
    """`long_name` holds the units of the parts before; FAT32 has `wide` numbers of clusters."""
    attributes, bits, _, _, _, high, stamp, low, size = struct.unpack_from("<BBBIHHIHI", data, 11)
    raw = bytes([REMOVED]) + data[1:11] if data[0] == LETTER_E5 else data[:11]
    name = names.long(long_name) if long_name else names.shown(raw, bits)
    return Entry(name, raw, bits, attributes, high * wide << 16 | low, size, stamp)


def stamp(seconds: int) -> int:
    """Of seconds since 1970; years that have no number get the nearest that has."""
    year, month, day, hour, minute, second, *_ = time.gmtime(seconds)
    if year < FIRST_YEAR:
        return 1 << 21 | 1 << 16
    date = min(year, LAST_YEAR) - FIRST_YEAR << 9 | month << 5 | day
    return date << 16 | hour << 11 | minute << 5 | second // 2
