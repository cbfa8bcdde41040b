# SPDX-License-Identifier: MIT
"""Conversions between text and bytes. The device knows UTF-8 only and ignores a named encoding."""

from collections.abc import Callable
from typing import Any

from ..native.classes import disguised

# Arguments of a decoding: the encoding, and the handling of errors.
MOST_NAMED = 2
NO_BUFFER = "object with buffer protocol required"
BUFFERS = (bytes, bytearray)


def maker(kind: Any) -> Callable[..., Any]:
    """Return a stand-in for `str`, `bytes` or `bytearray` that is called with an encoding."""
    make = {str: _text, bytes: _data(bytes), bytearray: _data(bytearray)}.get(kind)
    return make or kind  # type: ignore[no-any-return]


def _text(value: Any, /, *named: Any) -> str:
    _check(named)
    return value if isinstance(value, str) else _decoded(value)


def _data(kind: type) -> Callable[..., Any]:
    def make(value: Any, /, *named: Any) -> Any:
        _check(named)
        if isinstance(value, str):
            return kind(value.encode())
        try:
            return kind(memoryview(value))
        except TypeError:
            raise TypeError("wrong number of arguments") from None

    return make


def decode(value: Any) -> Any:
    """Load `value.decode`."""
    if not isinstance(value, BUFFERS):
        return value.decode

    def decode(*named: Any) -> str:
        _check(named)
        return _decoded(value)

    return _method(decode, "decode", value)


def encode(value: Any) -> Any:
    """Load `value.encode`."""
    if not isinstance(value, str):
        return value.encode

    def encode(*named: Any) -> bytes:
        _check(named)
        return value.encode()

    return _method(encode, "encode", value)


def _method(function: Any, name: str, owner: Any) -> Any:
    """Make a function pass for a built-in method of `owner`, by which its time is counted."""
    function.__self__ = owner
    return disguised(function, name)


def _decoded(value: Any) -> str:
    try:
        return bytes(memoryview(value)).decode()
    except UnicodeDecodeError:
        raise UnicodeError from None
    except TypeError:
        raise TypeError(NO_BUFFER) from None


def _check(named: tuple[Any, ...]) -> None:
    if len(named) > MOST_NAMED:
        raise TypeError(f"function expected at most {MOST_NAMED + 1} arguments, got "
                        f"{len(named) + 1}")
