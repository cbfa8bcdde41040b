# SPDX-License-Identifier: MIT
"""Dicts and sets in an order that no program can rely on, and a sort that is not stable.

A board's order follows from its hash tables, and is not that of insertion either. Here it is drawn
from the machine's seed: it is the same for the same seed and history, and never the order of
insertion if there are two items or more.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import itemgetter
from random import Random
from typing import Any

from ..native.classes import disguised

KEPT_ORDERS = 256
# Set operations, and the methods that change a set with the operation that gives the same.
OPERATIONS = ("__and__", "__or__", "__sub__", "__xor__", "__rand__", "__ror__", "__rsub__",
              "__rxor__", "copy", "difference", "intersection", "symmetric_difference", "union")
CHANGING = {"__iand__": "__and__", "__isub__": "__sub__", "__ixor__": "__xor__",
            "difference_update": "difference", "intersection_update": "intersection",
            "symmetric_difference_update": "symmetric_difference"}
# Additions that a set remembers beyond the items that it has.
SPARE = 32


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


def dict_type(order: Order) -> Any:
    """Return the `dict` of one machine."""
    keys, get, is_in = builtins.dict.keys, builtins.dict.__getitem__, builtins.dict.__contains__

    def pairs(items: Any) -> Iterator[tuple[Any, Any]]:
        return ((key, get(items, key)) for key in items if is_in(items, key))

    class Shuffled(builtins.dict, metaclass=_Kind):
        root = builtins.dict
        __slots__ = ()

        def __iter__(self) -> Iterator[Any]:
            return iter(order(list(keys(self))))

        def keys(self) -> Any:
            return _View("keys", lambda: self)

        def values(self) -> Any:
            return _View("values", lambda: (value for _, value in pairs(self)))

        def items(self) -> Any:
            return _View("items", lambda: pairs(self))

        def __repr__(self) -> str:
            return f"{{{', '.join(f'{key!r}: {value!r}' for key, value in pairs(self))}}}"

        def popitem(self) -> tuple[Any, Any]:
            for key in self:
                return key, self.pop(key)
            raise KeyError("pop from empty dict")

        def copy(self) -> "Shuffled":
            return type(self)(pairs(self))

        def __or__(self, other: Any) -> Any:
            if not isinstance(other, builtins.dict):
                return NotImplemented
            made = self.copy()
            made.update(other)
            return made

        __reversed__ = None  # type: ignore[assignment]

    return disguised(Shuffled, "dict")


def set_type(root: Any, order: Order) -> Any:
    """Return the `set` or `frozenset` of one machine; `root` is the host's type."""

    class Shuffled(root, metaclass=_Kind):  # type: ignore[misc]
        __slots__ = ("__added__",)
        __added__: list[Any]  # the items in the order in which they were added, and some that left

        def __new__(cls, items: Iterable[Any] = (), /) -> Any:
            added = list(items)
            made = root.__new__(cls, added)
            made.__added__ = added
            return made

        def __iter__(self) -> Iterator[Any]:
            self.__added__ = [item for item in dict.fromkeys(self.__added__) if item in self]
            return iter(order(self.__added__))

        def __repr__(self) -> str:
            inside = f"{{{', '.join(map(repr, self))}}}" if self else ""
            return inside or "set()" if root is builtins.set else f"frozenset({inside})"

        if root is builtins.set:
            def __init__(self, items: Iterable[Any] = (), /):
                root.__init__(self, self.__added__)

            def add(self, item: Any, /) -> None:
                self.update((item,))

            def update(self, *others: Iterable[Any]) -> None:
                if len(self.__added__) > 2 * len(self) + SPARE:
                    self.__added__ = list(self)
                for items in map(list, others):
                    root.update(self, items)
                    self.__added__ += items

            def __ior__(self, other: Any) -> Any:
                if not isinstance(other, (builtins.set, frozenset)):
                    return NotImplemented
                self.update(other)
                return self

            def pop(self) -> Any:
                for item in self:
                    self.discard(item)
                    return item
                raise KeyError("pop from an empty set")

    for name in OPERATIONS:
        setattr(Shuffled, name, _result(root, name, Shuffled))
    if root is builtins.set:
        for name, operation in CHANGING.items():
            setattr(Shuffled, name, _change(getattr(Shuffled, operation), name))
    Shuffled.root = root
    return disguised(Shuffled, root.__name__)


def _result(root: Any, name: str, kind: Any) -> Callable[..., Any]:
    """Return a set operation that keeps the order in which items were added."""
    method = getattr(root, name)

    def operate(one: Any, *others: Any) -> Any:
        if not name.startswith("__"):
            others = tuple(map(list, others))
        result = method(one, *others)
        if result is NotImplemented:
            return result
        return kind(item for item in chain(one, *others) if item in result)

    return operate


def _change(operate: Callable[..., Any], name: str) -> Callable[[Any, Any], Any]:
    """Return a method that puts an operation's result into the set."""
    def change(one: Any, *others: Any) -> Any:
        result = operate(one, *others)
        if result is NotImplemented:
            return result
        one.clear()
        one.update(result)
        return one if name.startswith("__") else None

    return change


def sorter(order: Order) -> Callable[..., list[Any]]:
    """Return the machine's `sorted`, which does not keep equal items in order."""

    def sorted(iterable: Iterable[Any], *more: Any, key: Any = None, reverse: bool = False
               ) -> list[Any]:
        if more:
            raise TypeError("must use keyword argument for key function")
        return builtins.sorted(order(list(iterable)), key=key, reverse=reverse)

    return disguised(sorted, "sorted")


def hash(value: Any, /) -> int:
    """The program's `hash`, which is the same for a text in every run."""
    if isinstance(value, (str, bytes)):
        data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
        return reduce(lambda found, byte: found * 33 & 0xFFFF ^ byte, data, 5381)
    if isinstance(value, tuple):
        return reduce(lambda found, item: (found * 31 + hash(item)) & 0xFFFFFFF, value, 1)
    return builtins.hash(value)
