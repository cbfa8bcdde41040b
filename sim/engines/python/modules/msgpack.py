# SPDX-License-Identifier: MIT
"""MessagePack: objects to bytes and back (msgpack.org's specification).

Integers are signed and floats have 32 bits, as on the device.
"""

import struct
from collections.abc import Callable
from typing import Any

from ..native.arguments import buffer, int_range

__all__ = ["ExtType", "pack", "unpack"]

NIL, FALSE, TRUE, FLOAT, DOUBLE = 0xC0, 0xC2, 0xC3, 0xCA, 0xCB
FIXED_MAP, FIXED_ARRAY, FIXED_TEXT = 0x80, 0x90, 0xA0
# The first codes of headers with a length of 1, 2 and 4 bytes; arrays and maps have no 1-byte one.
BYTES, EXTENSION, TEXT, ARRAY, MAP = 0xC4, 0xC7, 0xD9, 0xDC, 0xDE
UNSIGNED, SIGNED, FIXED_EXTENSION = 0xCC, 0xD0, 0xD4
# Integers of more than 31 bits are not packed.
SMALL = 1 << 30


class ExtType:
    """Bytes of an application-defined type, 0–127."""

    data: Any = None

    def __init__(self, code: int, data: Any):
        self.code, self.data = code, data

    @property
    def code(self) -> int:
        return self._code

    @code.setter
    def code(self, code: int) -> None:
        self._code = int_range(code, 0, 127, "code")


def pack(obj: object, stream: Any, *, default: Callable[[Any], object] | None = None) -> None:
    """Raises ValueError for what cannot be packed, after asking `default` for another object."""
    write = _method(stream, "write")
    if isinstance(obj, (list, tuple)):
        write(_header(len(obj), FIXED_ARRAY, 16, ARRAY, "HI"))
        for item in obj:
            pack(item, stream, default=default)
    elif isinstance(obj, dict):
        write(_header(len(obj), FIXED_MAP, 16, MAP, "HI"))
        for key, value in obj.items():
            pack(key, stream, default=default)
            pack(value, stream, default=default)
    elif (simple := _simple(obj)) is not None:
        write(simple)
    elif default is not None:
        pack(default(obj), stream)
    else:
        raise ValueError("no default packer")


def unpack(stream: Any, *, ext_hook: Callable[[int, bytes], object] | None = None,
           use_list: bool = True) -> object:
    """Return the next object. Raises EOFError at the stream's end, ValueError for other data."""
    read = _method(stream, "read")
    if not (ext_hook is None or callable(ext_hook)):
        raise ValueError("ext_hook is not a function")
    return _Reader(read, ext_hook, use_list).next()


def _method(stream: Any, name: str) -> Any:
    if not hasattr(stream, name):
        raise OSError("stream operation not supported")
    return getattr(stream, name)


def _simple(obj: object) -> bytes | None:
    if obj is None or isinstance(obj, bool):
        return bytes([NIL if obj is None else TRUE if obj else FALSE])
    if isinstance(obj, int):
        return _integer(obj) if -SMALL <= obj < SMALL else None
    if isinstance(obj, float):
        return struct.pack(">Bf", FLOAT, obj)
    if isinstance(obj, str):
        data = obj.encode()
        return _header(len(data), FIXED_TEXT, 32, TEXT, "BHI") + data
    if isinstance(obj, (bytes, bytearray, memoryview)):
        return _header(len(obj), 0, 0, BYTES, "BHI") + bytes(obj)
    return _extension(obj) if isinstance(obj, ExtType) else None


def _integer(value: int) -> bytes:
    if -32 < value < 128:
        return struct.pack("b" if value < 0 else "B", value)
    step = 0 if -128 <= value < 128 else 1 if -32768 <= value < 32768 else 2
    return struct.pack(">B" + "bhi"[step], SIGNED + step, value)


def _extension(value: ExtType) -> bytes:
    data = bytes(buffer(value.data))
    length = len(data)
    if length in (1, 2, 4, 8, 16):
        header = bytes([FIXED_EXTENSION + length.bit_length() - 1])
    else:
        header = _header(length, 0, 0, EXTENSION, "BHI")
    return header + bytes([value.code]) + data


def _header(length: int, fixed: int, below: int, first: int, codes: str) -> bytes:
    """Return a type and its length, in one byte if it is small, else by the smallest of `codes`."""
    if length < below:
        return bytes([fixed | length])
    for step, code in enumerate(codes):
        if length < 1 << 8 * struct.calcsize(code):
            return struct.pack(f">B{code}", first + step, length)
    raise ValueError("too long")


class _Reader:
    """Reads one object after the other from a stream."""

    def __init__(self, read: Any, ext_hook: Callable[[int, bytes], object] | None, use_list: bool):
        self._read = read
        self._ext_hook = ext_hook
        self._sequence: type = list if use_list else tuple

    def next(self) -> object:
        kind = self._number("B")
        if kind < FIXED_MAP or kind >= 0xE0:
            return kind - 256 * (kind >= 0xE0)
        if kind < FIXED_ARRAY:
            return self._map(kind - FIXED_MAP)
        if kind < FIXED_TEXT:
            return self._array(kind - FIXED_ARRAY)
        if kind < NIL:
            return self._take(kind - FIXED_TEXT).decode()
        return self._headed(kind)

    def _headed(self, kind: int) -> object:
        if kind in (NIL, FALSE, TRUE):
            return {NIL: None, FALSE: False, TRUE: True}[kind]
        if kind in (FLOAT, DOUBLE):
            return self._number("f" if kind == FLOAT else "d")
        if UNSIGNED <= kind < FIXED_EXTENSION:
            return self._number("BHIQbhiq"[kind - UNSIGNED])
        if FIXED_EXTENSION <= kind < TEXT:
            return self._extended(1 << kind - FIXED_EXTENSION)
        return self._long(kind)

    def _long(self, kind: int) -> object:
        for first, codes, make in ((BYTES, "BHI", self._take), (EXTENSION, "BHI", self._extended),
                                   (TEXT, "BHI", self._text), (ARRAY, "HI", self._array),
                                   (MAP, "HI", self._map)):
            if first <= kind < first + len(codes):
                return make(self._number(codes[kind - first]))
        raise ValueError("Invalid format")

    def _take(self, length: int) -> bytes:
        data: bytes = self._read(length) if length else b""
        if length and not data:
            raise EOFError
        if len(data) < length:
            raise ValueError("short read")
        return data

    def _number(self, code: str) -> Any:
        return struct.unpack(f">{code}", self._take(struct.calcsize(code)))[0]

    def _text(self, length: int) -> str:
        return self._take(length).decode()

    def _array(self, length: int) -> object:
        return self._sequence(self.next() for _ in range(length))

    def _map(self, length: int) -> object:
        return {self.next(): self.next() for _ in range(length)}

    def _extended(self, length: int) -> object:
        code, data = self._number("B"), self._take(length)
        return self._ext_hook(code, data) if self._ext_hook else ExtType(code, data)
