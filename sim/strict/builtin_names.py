# SPDX-License-Identifier: MIT
"""Built-in functions and types that take less, or give something else, on the device."""

import builtins
from collections.abc import Callable, Iterable
from typing import Any

from ..native.sizes import power
from .attributes import NO_KEYWORDS, Attributes
from .device import BUILTINS
from .disguise import disguised
from .floats import Float, narrow
from .order import Order, dict_type, set_type, sorter
from .sequences import Slice, range_type


def builtin_names(order: Order, attributes: Attributes, beat: Callable[[], None]
                  ) -> dict[str, Any]:
    """All that a program of the machine with these finds without an import."""
    named = {name: value for name, value in vars(builtins).items() if name in BUILTINS}
    ours = [disguised(function, function.__name__.removesuffix("_")) for function in (
        isinstance_, issubclass_, iter_, next_, pow_, round_, sum_, zip_)]
    named.update({function.__name__: function for function in ours})
    named.update(dict=dict_type(order), set=set_type(order, set), sorted=sorter(order),
                 frozenset=set_type(order, frozenset), float=Float, slice=Slice,
                 range=range_type(beat), type=Type, getattr=attributes.load_or,
                 hasattr=attributes.has, dir=attributes.names)
    return named


def isinstance_(value: Any, kinds: Any, /) -> bool:
    """On the device a bool is no int."""
    if value is True or value is False:
        return issubclass_(bool, kinds)
    return isinstance(value, _checked(kinds))


def issubclass_(kind: Any, kinds: Any, /) -> bool:
    if kind is bool:
        return any(one in (bool, object) for one in _flat(kinds))
    return issubclass(kind, _checked(kinds))


def _flat(kinds: Any) -> tuple[Any, ...]:
    return kinds if isinstance(kinds, tuple) else (_checked(kinds),)


def _checked(kinds: Any) -> Any:
    if not isinstance(kinds, (type, tuple)):
        raise TypeError("issubclass() arg 2 must be a class or a tuple of classes")
    return kinds


def iter_(iterable: Any, /) -> Any:
    return iter(iterable)


def next_(iterator: Any, /) -> Any:
    return next(iterator)


def pow_(base: Any, exponent: Any, modulus: Any = None, /) -> Any:
    return narrow(power(base, exponent, modulus))


def round_(number: Any, digits: Any = None, /) -> Any:
    return round(number) if digits is None else round(number, digits)


def sum_(iterable: Iterable[Any], start: Any = 0, /) -> Any:
    for item in iterable:
        start = start + item
    return start


def zip_(*iterables: Any) -> Any:
    return zip(*iterables, strict=False)


class _OfType(type):
    def __call__(cls, *arguments: Any) -> Any:
        if len(arguments) > 1:
            name, bases, contents = arguments
            return type(name, bases, {"__module__": "__main__", **contents})
        kind = type(arguments[0])
        return OSError if kind.__name__ not in BUILTINS and issubclass(kind, OSError) else kind

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, type)


class Type(metaclass=_OfType):
    """The program's `type`: the kinds of OSError that only the host has are OSError."""


disguised(Type, "type")


def positional(function: Any) -> Callable[..., Any]:
    """Stands for a built-in type that is called with keywords."""
    def call(*_: Any, **__: Any) -> Any:
        raise TypeError(NO_KEYWORDS)

    return call
