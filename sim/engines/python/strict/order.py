# SPDX-License-Identifier: MIT
"""Dicts and sets in the board's order, which is not that of insertion, and its sort.

The order of most keys follows from their hashes (see `hashing`). Where it depends on addresses on
the board, as with a program's own objects, it is drawn from the machine's seed: it is always the
same for a seed, and never the order of insertion if there are two items or more.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import itemgetter
from random import Random
from typing import Any

from ..native.classes import disguised
from . import hashing

KEPT_ORDERS = 256
# Set operations by what the board starts the result with: a copy of the set, or an empty one.
COPYING = ("__or__", "__ror__", "__sub__", "__xor__", "difference", "copy")
STARTING = ("__and__", "__rand__", "__rsub__", "__rxor__")
TOGGLING = ("__xor__", "symmetric_difference")
# Methods that change a set, by the operation on a copy that gives the same.
CHANGING = {"__iand__": "__and__", "__isub__": "__sub__", "__ixor__": "__xor__",
            "difference_update": "difference", "intersection_update": "intersection",
            "symmetric_difference_update": "symmetric_difference"}
# They take one other set, where CPython takes any number.
COPYING_OF_TWO, STARTING_OF_TWO = ("union", "symmetric_difference"), ("intersection",)
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


def _in_order(order: Order, table: hashing.Table, keys: list[Any]) -> list[Any]:
    table.follow(keys)
    return table.keys() if table.is_known else list(order(keys))


def dict_type(order: Order) -> Any:
    """Return the `dict` of one machine."""
    keys, get, is_in = builtins.dict.keys, builtins.dict.__getitem__, builtins.dict.__contains__

    def pairs(items: Any) -> Iterator[tuple[Any, Any]]:
        return ((key, get(items, key)) for key in items if is_in(items, key))

    class Scrambled(builtins.dict, metaclass=_Kind):
        root = builtins.dict
        __slots__ = ("__table__",)
        __table__: hashing.Table

        def __new__(cls, *given: Any, **named: Any) -> Any:
            made = builtins.dict.__new__(cls)
            made.__table__ = hashing.Table()
            return made

        def __iter__(self) -> Iterator[Any]:
            return iter(_in_order(order, self.__table__, list(keys(self))))

        def keys(self) -> Any:
            return _View("keys", lambda: self)

        def values(self) -> Any:
            return _View("values", lambda: (value for _, value in pairs(self)))

        def items(self) -> Any:
            return _View("items", lambda: pairs(self))

        def __delitem__(self, key: Any) -> None:
            self.__table__.follow(list(keys(self)))
            builtins.dict.__delitem__(self, key)

        def pop(self, *given: Any) -> Any:
            self.__table__.follow(list(keys(self)))
            return builtins.dict.pop(self, *given)

        def popitem(self) -> tuple[Any, Any]:
            for key in self:
                return key, self.pop(key)
            raise KeyError("pop from empty dict")

        def clear(self) -> None:
            builtins.dict.clear(self)
            self.__table__ = hashing.Table()

        def copy(self) -> "Scrambled":
            made = type(self)(pairs(self))
            made.__table__ = self.__table__.copy()
            return made

        def __or__(self, other: Any) -> Any:
            if not isinstance(other, builtins.dict):
                return NotImplemented
            made = self.copy()
            made.update(other)
            return made

        __reversed__ = None  # type: ignore[assignment]

    return disguised(Scrambled, "dict")


def literal(kind: Any, items: Any, count: int) -> Any:
    """Return the dict or set of a literal, whose table has a place for each of its items."""
    made = kind(items)
    made.__table__ = hashing.Table(count)
    return made


def set_type(root: Any, order: Order) -> Any:
    """Return the `set` or `frozenset` of one machine; `root` is the host's type."""

    class Scrambled(root, metaclass=_Kind):  # type: ignore[misc]
        __slots__ = ("__added__", "__table__")
        __added__: list[Any]  # the items in the order in which they were added, and some that left
        __table__: hashing.Table

        def __new__(cls, items: Iterable[Any] = (), /) -> Any:
            added = list(items)
            made = root.__new__(cls, added)
            made.__added__, made.__table__ = added, hashing.Table()
            return made

        def __iter__(self) -> Iterator[Any]:
            added = [item for item in dict.fromkeys(self.__added__) if item in self]
            if len(added) < len(self):
                others = [item for item in root.__iter__(self) if item not in added]
                added += sorted(others, key=lambda item: hashing.board_hash(item) or 0)
            self.__added__ = added
            return iter(_in_order(order, self.__table__, added))

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

            def remove(self, item: Any, /) -> None:
                list(self)  # settles the order while the item is there
                root.remove(self, item)

            def discard(self, item: Any, /) -> None:
                list(self)  # settles the order while the item is there
                root.discard(self, item)

            def pop(self) -> Any:
                for item in self:
                    self.discard(item)
                    return item
                raise KeyError("pop from an empty set")

            def clear(self) -> None:
                root.clear(self)
                self.__added__, self.__table__ = [], hashing.Table()

    for name in (*COPYING, *STARTING):
        setattr(Scrambled, name, _result(root, name, Scrambled))
    for name in (*COPYING_OF_TWO, *STARTING_OF_TWO):
        setattr(Scrambled, name, disguised(_of_two(_result(root, name, Scrambled)), name))
    if root is builtins.set:
        for name, operation in CHANGING.items():
            setattr(Scrambled, name, _change(getattr(Scrambled, operation), name))
    Scrambled.root = root
    return disguised(Scrambled, root.__name__)


def _toggled(one: Any, other: list[Any]) -> Any:
    """Add each item that is not in the set and remove each that is: one given twice has no effect.
    """
    result = builtins.set(one)
    for item in other:
        result ^= {item}
    return result


def _change(operate: Callable[..., Any], name: str) -> Callable[[Any, Any], Any]:
    """Return a method that puts an operation's result into the set."""
    def change(one: Any, *others: Any) -> Any:
        result = operate(one, *others)
        if result is NotImplemented:
            return result
        added, table = list(result), result.__table__
        one.clear()
        builtins.set.update(one, added)
        one.__added__, one.__table__ = added, table
        return one if name.startswith("__") else None

    return change


def _of_two(method: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def operate(one: Any, other: Any) -> Any:
        return method(one, other)

    return operate


def _result(root: Any, name: str, kind: Any) -> Callable[..., Any]:
    """Return a set operation with the board's order: first the items of a copy, or of the other."""
    method, copying = getattr(root, name), name in COPYING + COPYING_OF_TWO
    if name == "symmetric_difference":
        method = _toggled

    def operate(one: Any, *others: Any) -> Any:
        if not name.startswith("__"):
            others = tuple(map(list, others))
        result = method(one, *others)
        if result is NotImplemented:
            return result
        copies = copying or others[0] is one
        parts = [one, *others] if copies else [*others, one]
        made = kind(item for item in chain(*parts) if item in result)
        if copies:
            list(one)  # settles the order, which the result takes over
            made.__table__ = one.__table__.copy()
        if name in TOGGLING:
            made.__table__.toggle(list(others[0]))
        return made

    return operate


def sorter() -> Callable[..., list[Any]]:
    """Return the machine's `sorted`, which does not keep equal items in order."""

    def sorted(iterable: Iterable[Any], *more: Any, key: Any = None, reverse: bool = False
               ) -> list[Any]:
        if more:
            raise TypeError("must use keyword argument for key function")
        return hashing.sort(list(iterable), key, reverse)

    return disguised(sorted, "sorted")
