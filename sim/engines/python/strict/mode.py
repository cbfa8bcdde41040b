# SPDX-License-Identifier: MIT
"""The built-in names of a strict machine: those that a program can write and those it cannot.

`sim.engines.python.compiler.rewrite` makes a program's code call the hidden ones where a difference
between CPython and the device may show. The others are CPython's, if the device has them; some take
less or return something else, as on the device.
"""

import builtins
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from ..compiler.runtime import counting
from ..native import errors
from ..native.classes import ProgramsModule, disguised
from ..native.private import is_hidden
from ..operations import power
from . import pystack, sequences
from .device import ADDED, BUILTINS, NO_KEYWORDS, Attributes, delete, settable, store
from .floats import FloatType, divisor, narrow
from .modules import SHOWN, narrow_module
from .order import Order, dict_type, hash, set_type, sorter

# Begins the hidden names. No program can write them, because of the dot.
HIDDEN = "strict."


class StrictMode:
    """The strict environment of one machine; nothing of the host's is changed.

    `builtins` are the program's built-in names, and the hidden ones that its rewritten code calls.
    `setting` looks up a key of settings.toml, None if it is not there; `beat` lets time pass.
    """

    def __init__(self, seed: int, setting: Callable[[str], object], beat: Callable[[], None]):
        self._setting = setting
        self._order = Order(seed)
        self._attributes = Attributes()
        self.builtins = builtin_names(self._order, self._attributes, beat)
        self._dict = self.builtins["dict"]
        self.builtins.update({HIDDEN + name: value for name, value in self._hidden().items()})
        self.builtins.update(self.call_stack(pystack.SIZE))

    def _hidden(self) -> dict[str, Any]:
        return {
            "attribute": self._attributes.load,
            "decode": sequences.decode,
            "dict": self._dict,
            "divisor": divisor,
            "encode": sequences.encode,
            "errno": self._attributes.errno,
            "loop": counting,
            "lower": sequences.lower,
            "members": self._members,
            "module": ProgramsModule,
            "method": self._attributes.method,
            "narrow": narrow,
            "positional": positional,
            "range": builtins.range,
            "searched": sequences.searched,
            "set": self.builtins["set"],
            "settable": settable,
            "sort": self._sort,
            "stepped": sequences.stepped,
            "target": sequences.target,
            "text": sequences.maker,
            "to_bytes": sequences.to_bytes,
            "upper": sequences.upper,
        }

    def call_stack(self, size: int) -> dict[str, Any]:
        """Return the hidden names that meter an empty stack of `size` bytes."""
        self.enter, self.leave = pystack.meter(size)
        return {HIDDEN + "enter": self.enter, HIDDEN + "leave": self.leave}

    def configured_stack(self) -> dict[str, Any]:
        """Return the hidden names that meter a stack of the size in settings.toml."""
        text = str(self._setting(pystack.SIZE_KEY) or "")
        return self.call_stack(int(text) if text.isdecimal() else pystack.SIZE)

    def narrow_module(self, module: Any) -> Any:
        """Return a built-in module as the program sees it. A module that refuses is left alone."""
        return narrow_module(module, self._dict) if type(module) is ModuleType else module

    def _members(self, value: Any) -> Any:
        """Load `value.__dict__`."""
        members = self._attributes.load(value, "__dict__")
        return self._dict({name: members[name] for name in members
                           if not is_hidden(name) and name not in ADDED})

    def _sort(self, value: Any) -> Any:
        """Load `value.sort`: a list's does not keep equal items in order."""
        if not isinstance(value, list):
            return self._attributes.load(value, "sort")

        def sort(*more: Any, key: Any = None, reverse: bool = False) -> None:
            if more:
                raise TypeError("extra positional arguments given")
            value[:] = self.builtins["sorted"](value, key=key, reverse=reverse)

        return sequences.method(sort, "sort", value)


def builtin_names(order: Order, attributes: Attributes, beat: Callable[[], None]
                  ) -> dict[str, Any]:
    """Return all names that a program finds without an import."""
    named = {name: value for name, value in vars(builtins).items() if name in BUILTINS}
    ours = [disguised(function, function.__name__.removesuffix("_")) for function in (
        isinstance_, issubclass_, iter_, next_, pow_, round_, sum_, zip_)]
    named.update({function.__name__: function for function in ours})
    named.update(dict=dict_type(order), set=set_type(set, order), sorted=sorter(order),
                 frozenset=set_type(frozenset, order), hash=hash, float=FloatType,
                 slice=sequences.Slice,
                 range=sequences.range_type(beat), type=Type, getattr=attributes.load_or,
                 hasattr=attributes.has, dir=attributes.names, setattr=store, delattr=delete)
    return named


def isinstance_(value: Any, kinds: Any, /) -> bool:
    """Check as the device does, where a bool is not an int."""
    if value is True or value is False:
        return issubclass_(bool, kinds)
    if isinstance(value, BaseException):
        return issubclass(errors.kind_of(value), _checked(kinds))
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
        if not arguments:
            raise TypeError("function missing 1 required positional arguments")
        if len(arguments) > 1:
            if len(arguments) != 3:
                raise TypeError("type takes 1 or 3 arguments")
            name, bases, contents = arguments
            return type(name, bases, {"__module__": ProgramsModule("__main__"), **contents})
        value = arguments[0]
        kind = errors.kind_of(value) if isinstance(value, BaseException) else type(value)
        kind = SHOWN.get(kind, kind)
        return OSError if kind.__name__ not in BUILTINS and issubclass(kind, OSError) else kind

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, type)


class Type(metaclass=_OfType):
    """The program's `type`. Kinds of OSError that only the host has appear as OSError."""


disguised(Type, "type")


def positional(function: Any) -> Callable[..., Any]:
    """Return a stand-in for a built-in type that is called with keywords: it refuses them."""
    def call(*_: Any, **__: Any) -> Any:
        raise TypeError(NO_KEYWORDS)

    return call
