# SPDX-License-Identifier: MIT
"""Names of files: eight letters and three, and the long ones in entries of their own.

As in FatFs: a name in letters of one size that fits 8.3 needs no long name, two bits tell the size.
"""

import errno
from collections.abc import Set

from ..drive.words import failure

LOWER_BODY, LOWER_EXTENSION = 0x08, 0x10
PART = 13  # of a long name, in UTF-16 units, in each entry
# Where the units of a part are in its entry.
SPANS = ((1, 11), (14, 26), (28, 32))
LONG, LAST = 0x0F, 0x40
FORBIDDEN = frozenset('"*:<>?|\\/\x7f') | {chr(code) for code in range(32)}
NOT_SHORT = frozenset("+,;=[] ")
CODE_PAGE = "cp437"
LONGEST = 255


def checked(name: str) -> str:
    """As it is kept: dots and blanks at its end are dropped. Raises OSError EINVAL."""
    kept = name.rstrip(". ")
    if not is_valid(kept):
        raise failure(errno.EINVAL)
    return kept


def is_valid(name: str) -> bool:
    """Whether a name is as FatFs writes it; others can be found on a card that is spoiled."""
    return (0 < len(name) <= LONGEST and name[-1] not in ". " and not FORBIDDEN.intersection(name))


def short(name: str) -> tuple[bytes, int] | None:
    """Eleven bytes and the case bits, None for a name that needs a long one too."""
    body, dot, extension = name.rpartition(".") if "." in name else (name, "", "")
    fits = 1 <= len(body) <= 8 and len(extension) <= 3 and bool(extension) == bool(dot)
    if not fits or "." in body or NOT_SHORT.intersection(name) or not name.isascii():
        return None
    if any(part not in (part.lower(), part.upper()) for part in (body, extension)):
        return None
    bits = LOWER_BODY * (body != body.upper()) | LOWER_EXTENSION * (extension != extension.upper())
    return _packed(body.upper(), extension.upper()), bits


def numbered(name: str, taken: Set[bytes]) -> bytes:
    """A short name for a long one, `LONGNA~1.TXT`, that is not taken."""
    body, _, extension = name.lstrip(".").upper().rpartition(".")
    if not body:
        body, extension = extension, ""
    body, extension = (_plain(part) for part in (body, extension))
    for number in range(1, 1_000_000):
        tail = f"~{number}"
        made = _packed(body[: 8 - len(tail)] + tail, extension[:3])
        if made not in taken:
            return made
    raise failure(errno.EACCES)


def _plain(part: str) -> str:
    kept = "".join("_" if letter in NOT_SHORT - {" "} else letter
                   for letter in part if letter not in " .")
    return kept.encode("ascii", "replace").decode().replace("?", "_")


def _packed(body: str, extension: str) -> bytes:
    return body.ljust(8).encode("ascii") + extension.ljust(3).encode("ascii")


def shown(raw: bytes, bits: int) -> str:
    """The name that eleven bytes and their case bits stand for."""
    body, extension = raw[:8].decode(CODE_PAGE).rstrip(), raw[8:11].decode(CODE_PAGE).rstrip()
    body = body.lower() if bits & LOWER_BODY else body
    extension = extension.lower() if bits & LOWER_EXTENSION else extension
    return f"{body}.{extension}" if extension else body


def checksum(raw: bytes) -> int:
    """Of a short name; the parts of its long name hold it."""
    total = 0
    for byte in raw:
        total = (total >> 1 | (total & 1) << 7) + byte & 0xFF
    return total


def parts(name: str, raw: bytes) -> list[bytes]:
    """The entries of a long name, in the order in which they stand before the short one."""
    units = name.encode("utf-16-le")
    count = -(-len(units) // (2 * PART))
    if len(units) < count * 2 * PART:
        units = (units + b"\0\0").ljust(count * 2 * PART, b"\xff")
    return [_part(number, units[(number - 1) * 2 * PART : number * 2 * PART], number == count,
                  checksum(raw)) for number in range(count, 0, -1)]


def _part(number: int, units: bytes, last: bool, check: int) -> bytes:
    entry = bytearray(32)
    entry[0], entry[11], entry[13] = number | LAST * last, LONG, check
    for start, end in SPANS:
        entry[start:end], units = units[: end - start], units[end - start :]
    return bytes(entry)


def units_of(entry: bytes) -> bytes:
    """What a part holds of a long name."""
    return b"".join(entry[start:end] for start, end in SPANS)


def long(units: bytes) -> str:
    text = units.decode("utf-16-le", "replace")
    return text.partition("\0")[0]
