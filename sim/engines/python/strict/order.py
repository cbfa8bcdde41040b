# SPDX-License-Identifier: MIT
"""Dicts and sets whose order a program must not rely on, and a sort that is not stable.

On the device, a dict has the order of its hash table, which depends on sizes and addresses. Here
the order is drawn from the machine's seed: it is always the same for a seed, and never the order of
insertion if there are two items or more.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from random import Random
from typing import Any
from zlib import crc32

from ..native.classes import disguised

KEPT_ORDERS = 256
PLAIN = (str, bytes, bool, int, float, type(None))
SET_RESULTS = ("__or__", "__ror__", "__and__", "__rand__", "__sub__", "__rsub__", "__xor__",
               "__rxor__", "difference", "copy")
# They take one other set, where CPython takes any number.
SET_RESULTS_OF_TWO = ("union", "intersection", "symmetric_difference")


class Order:
    """Permutes lists: `order(items)` depends on the seed and on the number of items."""

    def __init__(self, seed: int):
        self._seed = seed
        self._getters: dict[int, Callable[[list[Any]], tuple[Any, ...]]] = {}

    def __call__(self, items: list[Any]) -> Any:
        count = len(items)
        if count < 2:
            return items
        getter = self._getters.get(count)
        return (getter or self._getter(count))(items)

    def _getter(self, count: int) -> Callable[[list[Any]], tuple[Any, ...]]:
        chance, places = Random(self._seed * 0x10001 + count), list(range(count))
        while places == sorted(places):
            chance.shuffle(places)
        if len(self._getters) >= KEPT_ORDERS:
            self._getters.clear()
        getter = self._getters[count] = itemgetter(*places)
        return getter


class _Kind(type):
    """Makes the host's dicts or sets instances too, since hardware modules may return one."""

    root: type

    def __instancecheck__(cls, value: Any) -> bool:
        if cls.__dict__.get("root"):
            return isinstance(value, cls.root)
        return type.__instancecheck__(cls, value)


class _View:
    """A dict's keys, values or items: it has no set operations and equals nothing else."""

    def __init__(self, name: str, entries: Callable[[], Iterable[Any]]):
        self._name = name
        self._entries = entries

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries())

    def __len__(self) -> int:
        return len(list(self._entries()))

    def __repr__(self) -> str:
        return f"dict_{self._name}({list(self._entries())!r})"


disguised(_View, "dict_view")


def dict_type(order: Order) -> type:
    """Return the `dict` of one machine."""
    keys, get = builtins.dict.keys, builtins.dict.__getitem__

    def pairs(items: Any) -> Iterator[tuple[Any, Any]]:
        return ((key, get(items, key)) for key in items if key in items)

    class Scrambled(builtins.dict, metaclass=_Kind):
        root = builtins.dict

        def __iter__(self) -> Iterator[Any]:
            return iter(order(list(keys(self))))

        def keys(self) -> Any:
            return _View("keys", lambda: self)

        def values(self) -> Any:
            return _View("values", lambda: (value for _, value in pairs(self)))

        def items(self) -> Any:
            return _View("items", lambda: pairs(self))

        def popitem(self) -> tuple[Any, Any]:
            for key in self:
                return key, self.pop(key)
            raise KeyError("pop from empty dict")

        def copy(self) -> "Scrambled":
            return type(self)(self)

        def __or__(self, other: Any) -> Any:
            return type(self)(builtins.dict.__or__(self, other))

        def __ror__(self, other: Any) -> Any:
            return type(self)(builtins.dict.__ror__(self, other))

        __reversed__ = None  # type: ignore[assignment]

    return disguised(Scrambled, "dict")


def set_type(order: Order, root: Any) -> type:
    """Return the `set` or `frozenset` of one machine; `root` is the host's type."""

    class Scrambled(root, metaclass=_Kind):  # type: ignore[misc]
        def __iter__(self) -> Iterator[Any]:
            return iter(order(_steady(list(root.__iter__(self)))))

        def pop(self) -> Any:
            for item in self:
                self.discard(item)
                return item
            raise KeyError("pop from an empty set")

    for name in SET_RESULTS:
        setattr(Scrambled, name, _of_same_type(getattr(root, name), Scrambled))
    for name in SET_RESULTS_OF_TWO:
        setattr(Scrambled, name, _of_two(getattr(root, name), Scrambled))
    Scrambled.root = root
    return disguised(Scrambled, root.__name__)


def _of_same_type(method: Callable[..., Any], kind: type) -> Callable[..., Any]:
    def same(*arguments: Any) -> Any:
        result = method(*arguments)
        return result if result is NotImplemented else kind(result)

    return same


def _of_two(method: Callable[..., Any], kind: type) -> Callable[[Any, Any], Any]:
    return disguised(lambda one, other: kind(method(one, other)), method.__name__)


def _steady(items: list[Any]) -> list[Any]:
    """Sort plain values, so that their order does not depend on the host's hashes."""
    if all(_is_plain(item) for item in items):
        items.sort(key=lambda item: crc32(repr(item).encode()))
    return items


def _is_plain(item: Any) -> bool:
    if isinstance(item, (tuple, frozenset)):
        return all(map(_is_plain, item))
    return isinstance(item, PLAIN)


def sorter(order: Order) -> Callable[..., list[Any]]:
    """Return the machine's `sorted`, which orders equal items by the seed."""

    def sorted(iterable: Iterable[Any], *more: Any, key: Any = None, reverse: bool = False
               ) -> list[Any]:
        if more:
            raise TypeError("must use keyword argument for key function")
        items = list(order(list(iterable)))
        items.sort(key=key, reverse=reverse)
        return items

    return disguised(sorted, "sorted")
