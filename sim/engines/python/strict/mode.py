# SPDX-License-Identifier: MIT
"""The built-in names of a strict machine: those that a program can write and those it cannot.

`sim.engines.python.compiler.rewrite` makes a program's code call the hidden ones where a difference
between CPython and the device may show. The others are CPython's, if the device has them; some take
less or return something else, as on the device.
"""

import builtins
from collections.abc import Callable, Iterable
from types import MethodType, ModuleType
from typing import Any

from ..native import errors
from ..native.arguments import word
from ..native.classes import ProgramsModule, bound_method, disguised
from ..native.private import is_hidden
from ..ranges import counting, long_range
from . import pystack, sequences
from .device import (
    ADDED,
    BUILTINS,
    Attributes,
    Parents,
    delete,
    positional,
    settable,
    store,
)
from .floats import FloatType, divisor, narrow, percent
from .modules import SHOWN, narrow_module
from .order import Order, dict_type, hash, literal, set_type, sorted

# Begins the hidden names. No program can write them, because of the dot.
HIDDEN = "strict."


class StrictMode:
    """The strict environment of one machine; nothing of the host's is changed.

    `builtins` are the program's built-in names, and the hidden ones that its rewritten code calls.
    `setting` looks up a key of settings.toml, None if it is not there; `beat` lets time pass.
    """

    def __init__(self, seed: int, setting: Callable[[str], str | int | bool | None],
                 beat: Callable[[], None]):
        self._setting = setting
        self._order = Order(seed)
        self._attributes = Attributes()
        self.builtins = builtin_names(self._order, self._attributes, beat)
        self._dict = self.builtins["dict"]
        self.builtins.update({HIDDEN + name: value for name, value in self._hidden().items()})
        self.builtins.update(self.call_stack(pystack.SIZE))

    def _hidden(self) -> dict[str, Any]:
        return {
            "ascii": ascii_method,
            "attribute": self._attributes.load,
            "dict": self._dict,
            "divisor": divisor,
            "literal": literal(self._dict, self._order),
            "literal_set": literal(self.builtins["set"], self._order),
            "loop": counting,
            "members": self._members,
            "module": ProgramsModule,
            "method": self._attributes.method,
            "narrow": narrow,
            "partial_format": partial_format,
            "percent": percent,
            "positional": positional,
            "range": builtins.range,
            "repr": repr_,
            "set": self.builtins["set"],
            "settable": settable,
            "sort": self._sort,
            "stepped": sequences.stepped,
            "target": sequences.target,
            "uncompared": uncompared,
        }

    def call_stack(self, size: int) -> dict[str, Any]:
        """Return the hidden names that meter an empty stack of `size` bytes."""
        self.enter, self.leave = pystack.meter(size)
        return {HIDDEN + "enter": self.enter, HIDDEN + "leave": self.leave}

    def configured_stack(self) -> dict[str, Any]:
        """Return the hidden names that meter a stack of the size in settings.toml.

        Raises ValueError for what is no number.
        """
        try:
            size = self._setting(pystack.SIZE_KEY)
        except ValueError:
            size = ""
        if isinstance(size, (bool, str)):
            raise ValueError(f"settings.toml: {pystack.SIZE_KEY} must be a whole number, "
                             "else a board starts in safe mode")
        return self.call_stack(size if size and size > 0 else pystack.SIZE)

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

        def sort(value: list[Any], *, key: Any = None, reverse: bool = False) -> None:
            value[:] = self.builtins["sorted"](value, key=key, reverse=reverse)

        return MethodType(sort, value)


def ascii_method(value: Any, name: str) -> Any:
    """Load a method in `ASCII_ONLY`."""
    if type(value) is not str or value.isascii():
        return getattr(value, name)
    if name in ("lower", "upper"):
        return lambda: "".join(getattr(each, name)() if each.isascii() else each for each in value)
    known = value.encode("ascii", "ignore").decode() if name in ("islower", "isupper") else "."
    return getattr(known, name)


def partial_format(_template: str) -> Callable[..., Any]:
    """Return the `format` of a text with a field that is a part of an argument."""
    def format(*_: Any, **__: Any) -> Any:
        raise NotImplementedError("attributes not supported")

    return format


def uncompared(name: str) -> Callable[[Any, Any], Any]:
    """Return the method of a class that lacks it, for CPython would ask the other object."""
    def compare(one: Any, other: Any) -> Any:
        raise TypeError(f"unsupported types for {name}: '{type(one).__name__}', "
                        f"'{type(other).__name__}'")

    return compare


def builtin_names(order: Order, attributes: Attributes, beat: Callable[[], None]
                  ) -> dict[str, Any]:
    """Return all names that a program finds without an import."""
    named = {name: value for name, value in vars(builtins).items() if name in BUILTINS}
    ours = [disguised(function, function.__name__.removesuffix("_")) for function in (
        chr_, iter_, next_, pow_, repr_, sum_, zip_)]
    named.update({function.__name__: function for function in ours})
    named.update(dict=dict_type(order), set=set_type(set, order), sorted=sorted,
                 frozenset=set_type(frozenset, order), hash=hash, float=FloatType,
                 range=long_range(beat), super=Parents, type=Type, getattr=attributes.load_or,
                 hasattr=attributes.has, dir=attributes.names, setattr=store, delattr=delete)
    return named


def chr_(code: Any, /) -> str:
    return chr(word(code))


def iter_(iterable: Any, /) -> Any:
    return iter(iterable)


def next_(iterator: Any, /) -> Any:
    return next(iterator)


def pow_(base: Any, exponent: Any, modulus: Any = None, /) -> Any:
    return narrow(pow(base, exponent, modulus))


def repr_(value: Any, /) -> str:
    value = bound_method(value)
    return errors.representation(value) if isinstance(value, BaseException) else repr(value)


def sum_(iterable: Iterable[Any], start: Any = 0, /) -> Any:
    for item in iterable:
        start = start + item
    return start


def zip_(*iterables: Any) -> Any:
    return zip(*iterables, strict=False)


class _OfType(type):
    def __call__(cls, value: Any, *more: Any) -> Any:
        if more:
            if len(more) != 2:
                raise TypeError("type takes 1 or 3 arguments")
            bases, contents = more
            return type(value, bases, {"__module__": ProgramsModule("__main__"), **contents})
        kind = errors.kind_of(value) if isinstance(value, BaseException) else type(value)
        return Type if issubclass(kind, type) else SHOWN.get(kind, kind)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, type)


class Type(metaclass=_OfType):
    """The program's `type`, which shows its own classes for the host's."""


disguised(Type, "type")
