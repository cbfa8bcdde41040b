# SPDX-License-Identifier: MIT
"""Dicts and sets in the order of the device's hash tables, and its sort, which is not stable.

A table holds its items by their hash, and doubles little by little (CircuitPython's `py/map.c`).
So the order follows from what was added and taken away. Objects that the device hashes by their
address lie in an order that is drawn from the machine's seed.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from ..native.classes import disguised
from ..objects import table_length

# Set operations, and the methods that change a set with the operation that gives the same.
OPERATIONS = ("__and__", "__or__", "__sub__", "__xor__", "__rand__", "__ror__", "__rsub__",
              "__rxor__", "copy", "difference", "intersection", "symmetric_difference", "union")
CHANGING = {"__iand__": "__and__", "__isub__": "__sub__", "__ixor__": "__xor__",
            "difference_update": "difference", "intersection_update": "intersection",
            "symmetric_difference_update": "symmetric_difference"}
# An odd number that scatters the objects that have no hash of their own.
SCATTER = 40_503


@lru_cache(maxsize=4096)
def _of_text(value: str | bytes) -> int:
    """Return the hash of a text, which is one byte."""
    found = 5381
    for byte in value if isinstance(value, bytes) else value.encode(errors="surrogatepass"):
        found = found * 33 & 0xFF ^ byte
    return found or 1


def hash(value: Any, /) -> int:
    """The program's `hash`."""
    if isinstance(value, (str, bytes)):
        return _of_text(value)
    if isinstance(value, tuple):
        return sum(map(hash, value))
    return int(value) if isinstance(value, int) else builtins.hash(value)


# A hash and the item that has it, or None for a free place.
Table = list[tuple[int, Any] | None]


class Order:
    """Keeps the tables of one machine; `seed` orders the objects that have no hash of their own."""

    def __init__(self, seed: int):
        self._seed = seed

    def added(self, table: Table, items: Iterable[Any]) -> Table:
        """Return the table with more items, which is a larger one if it was too small."""
        free = table.count(None)
        for item in items:
            if not free:
                table, before = [None] * table_length(len(table) + 1), table
                for entry in before:
                    _put(table, entry)
                free = table.count(None)
            _put(table, (self._hash(item, len(table) - free), item))
            free -= 1
        return table

    def _hash(self, item: Any, place: int) -> int:
        if type(item).__hash__ is object.__hash__:
            return (self._seed + place) * SCATTER & 0xFFFF
        return hash(item) & 0xFFFF_FFFF


def _put(table: Table, entry: Any) -> None:
    at = entry[0] % len(table)
    while table[at]:
        at = (at + 1) % len(table)
    table[at] = entry


def _items(table: Table) -> list[Any]:
    return [entry[1] for entry in table if entry]


def _without(table: Table, item: Any) -> Table:
    """Return the table without an item, if it has it."""
    return [None if entry and entry[1] == item else entry for entry in table]


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
        __slots__ = ("__table__",)

        def __iter__(self) -> Iterator[Any]:
            return iter(_items(self.__placed__()))

        def __placed__(self) -> Table:
            """Return the table with the keys that were added since it was looked at."""
            table = getattr(self, "__table__", [])
            if len(table) - table.count(None) != len(self):
                known = set(map(id, _items(table)))
                table = order.added(table, [key for key in keys(self) if id(key) not in known])
                self.__place__(table)
            return table

        def __place__(self, table: Table) -> None:
            self.__table__ = table

        def keys(self) -> Any:
            return _View("keys", lambda: self)

        def values(self) -> Any:
            return _View("values", lambda: (value for _, value in pairs(self)))

        def items(self) -> Any:
            return _View("items", lambda: pairs(self))

        def __repr__(self) -> str:
            return f"{{{', '.join(f'{key!r}: {value!r}' for key, value in pairs(self))}}}"

        def __delitem__(self, key: Any) -> None:
            self.__place__(_without(self.__placed__(), key))
            builtins.dict.__delitem__(self, key)

        def pop(self, key: Any, *default: Any) -> Any:
            self.__place__(_without(self.__placed__(), key))
            return builtins.dict.pop(self, key, *default)

        def popitem(self) -> tuple[Any, Any]:
            for key in self:
                return key, self.pop(key)
            raise KeyError("pop from empty dict")

        def clear(self) -> None:
            self.__place__([])
            builtins.dict.clear(self)

        def copy(self) -> "Shuffled":
            made = type(self)(pairs(self))
            made.__place__(list(self.__placed__()))
            return made

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
        # Items added since the table was looked at wait in a list.
        __slots__ = ("__late__", "__table__")
        __late__: list[Any]
        __table__: Table

        def __new__(cls, items: Iterable[Any] = (), /) -> Any:
            added = list(builtins.dict.fromkeys(items))
            made = root.__new__(cls, added)
            made.__table__, made.__late__ = [], added
            return made

        def __iter__(self) -> Iterator[Any]:
            return iter(_items(self.__placed__()))

        def __placed__(self) -> Table:
            """Return the table with all items."""
            if self.__late__:
                self.__place__(order.added(self.__table__, self.__late__))
            return self.__table__

        def __place__(self, table: Table) -> None:
            self.__table__, self.__late__ = table, []

        def __repr__(self) -> str:
            inside = f"{{{', '.join(map(repr, self))}}}" if self else ""
            return inside or "set()" if root is builtins.set else f"frozenset({inside})"

        if root is builtins.set:
            def __init__(self, items: Iterable[Any] = (), /):
                root.__init__(self, _items(self.__placed__()))

            def add(self, item: Any, /) -> None:
                if item not in self:
                    root.add(self, item)
                    self.__late__.append(item)

            def update(self, *others: Iterable[Any]) -> None:
                for items in map(list, others):
                    new = [item for item in builtins.dict.fromkeys(items) if item not in self]
                    root.update(self, new)
                    self.__late__ += new

            def discard(self, item: Any, /) -> None:
                root.discard(self, item)
                self.__place__(_without(self.__placed__(), item))

            def remove(self, item: Any, /) -> None:
                root.remove(self, item)
                self.__place__(_without(self.__placed__(), item))

            def clear(self) -> None:
                root.clear(self)
                self.__place__([])

            def __ior__(self, other: Any) -> Any:
                if not isinstance(other, (builtins.set, frozenset)):
                    return NotImplemented
                self.update(other)
                return self

            def pop(self) -> Any:
                for item in self:
                    self.discard(item)
                    return item
                raise KeyError("pop from empty set")

    for name in OPERATIONS:
        setattr(Shuffled, name, _result(root, name, Shuffled, order))
    if root is builtins.set:
        for name, operation in CHANGING.items():
            setattr(Shuffled, name, _change(getattr(Shuffled, operation), name))
    Shuffled.root = root
    return disguised(Shuffled, root.__name__)


def _result(root: Any, name: str, kind: Any, order: Order) -> Callable[..., Any]:
    """Return a set operation, whose result has the places of its first set, or is built anew."""
    method = getattr(root, name)

    def operate(one: Any, *others: Any) -> Any:
        if not name.startswith("__"):
            others = tuple(map(list, others))
        result = method(one, *others)
        if result is NotImplemented:
            return result
        if name in ("__and__", "intersection") and not (others and others[0] is one):
            return kind(item for item in chain(*others, one) if item in result)
        made = kind(result)
        table = [entry if entry and entry[1] in result else None for entry in one.__placed__()]
        made.__place__(order.added(table, builtins.dict.fromkeys(
            item for item in chain(*others) if item in result and item not in one)))
        return made

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


def literal(kind: Any, order: Order) -> Callable[[Any], Any]:
    """Return a function that makes a dict or set whose table has room for what is given only."""
    def made(items: Any) -> Any:
        table = kind(items)
        table.__place__(order.added([None] * len(items), builtins.dict.fromkeys(items)))
        return table

    return made


def sorted(iterable: Iterable[Any], *more: Any, key: Any = None, reverse: bool = False
           ) -> list[Any]:
    """The program's `sorted`, which brings equal items into the device's order."""
    if more:
        raise TypeError("must use keyword argument for key function")
    items = list(iterable)
    keyed = [(item if key is None else key(item), item) for item in items]
    try:
        made = builtins.sorted(keyed, key=lambda pair: pair[0], reverse=reverse)
    except TypeError:  # the board begins with other items
        made = []
    if not made or any(not (after[0] < before[0] if reverse else before[0] < after[0])
           for before, after in pairwise(made)):
        _sort(keyed, -1, len(keyed) - 1, reverse)
        made = keyed
    return [item for _, item in made]


def _sort(items: list[tuple[Any, Any]], before: int, last: int, reverse: bool) -> None:
    """Sort the pairs of a key and an item behind `before` in place (source: `py/objlist.c`)."""
    while last - before > 1:
        low, high, pivot = before, last, items[last][0]
        while True:
            low += 1
            while low < high and (items[low][0] < pivot) != reverse:
                low += 1
            high -= 1
            while low < high and (pivot < items[high][0]) != reverse:
                high -= 1
            if low >= high:
                break
            items[low], items[high] = items[high], items[low]
        items[low], items[last] = items[last], items[low]
        if high - before < last - low:
            _sort(items, before, high, reverse)
            before = low
        else:
            _sort(items, low, last, reverse)
            last = high


disguised(sorted, "sorted")
