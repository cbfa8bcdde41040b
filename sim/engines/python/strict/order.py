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

    def __instancecheck__(cls, value: Any) -> bool:
        if "__root__" in cls.__dict__:  # a program's class that inherits it has none
            return isinstance(value, cls.__dict__["__root__"])
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


def _pairs(items: Any) -> Iterator[tuple[Any, Any]]:
    get, is_in = builtins.dict.__getitem__, builtins.dict.__contains__
    return ((key, get(items, key)) for key in items if is_in(items, key))


class Dict(builtins.dict[Any, Any], metaclass=_Kind):
    """A dict in the order of its table, to which keys are added when it is looked at."""

    __slots__ = ("__table__",)
    __order__: Order

    def __iter__(self) -> Iterator[Any]:
        return iter(_items(self.__placed__()))

    def __placed__(self) -> Table:
        """Return the table with the keys that were added since it was looked at."""
        table = getattr(self, "__table__", [])
        if len(table) - table.count(None) != len(self):
            known = set(map(id, _items(table)))
            new = [key for key in builtins.dict.keys(self) if id(key) not in known]
            table = self.__order__.added(table, new)
            self.__place__(table)
        return table

    def __place__(self, table: Table) -> None:
        self.__table__ = table

    def keys(self) -> Any:
        return _View("keys", lambda: self)

    def values(self) -> Any:
        return _View("values", lambda: (value for _, value in _pairs(self)))

    def items(self) -> Any:
        return _View("items", lambda: _pairs(self))

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{key!r}: {value!r}' for key, value in _pairs(self))}}}"

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

    def copy(self) -> "Dict":
        made = type(self)(_pairs(self))
        made.__place__(list(self.__placed__()))
        return made

    def __or__(self, other: Any) -> Any:
        if not isinstance(other, builtins.dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    __reversed__ = None  # type: ignore[assignment]


def dict_type(order: Order) -> Any:
    """Return the `dict` of one machine."""
    names = {"__slots__": (), "__order__": order, "__root__": builtins.dict}
    return disguised(_Kind("dict", (Dict,), names), "dict")


class FrozenSet:
    """A set in the order of its table. Items added since it was looked at wait in a list.

    A machine's `set` and `frozenset` inherit it before the host's type, their `__root__`.
    """

    __slots__ = ()
    __kind__: Any  # the machine's `set` or `frozenset`
    __late__: list[Any]
    __order__: Order
    __root__: Any
    __table__: Table

    def __new__(cls, items: Iterable[Any] = (), /) -> Any:
        added = list(builtins.dict.fromkeys(items))
        made: Any = cls.__root__.__new__(cls, added)
        made.__table__, made.__late__ = [], added
        return made

    def __iter__(self) -> Iterator[Any]:
        return iter(_items(self.__placed__()))

    def __placed__(self) -> Table:
        """Return the table with all items."""
        if self.__late__:
            self.__place__(self.__order__.added(self.__table__, self.__late__))
        return self.__table__

    def __place__(self: Any, table: Table) -> None:
        self.__table__, self.__late__ = table, []

    def __repr__(self) -> str:
        return f"frozenset({{{', '.join(map(repr, self))}}})" if self else "frozenset()"


class Set(FrozenSet):
    """A set that can be changed."""

    __slots__ = ()

    def __init__(self: Any, items: Iterable[Any] = (), /):
        builtins.set.__init__(self, _items(self.__placed__()))

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self))}}}" if self else "set()"

    def add(self: Any, item: Any, /) -> None:
        if item not in self:
            builtins.set.add(self, item)
            self.__late__.append(item)

    def update(self: Any, *others: Iterable[Any]) -> None:
        for items in map(list, others):
            new = [item for item in builtins.dict.fromkeys(items) if item not in self]
            builtins.set.update(self, new)
            self.__late__ += new

    def discard(self: Any, item: Any, /) -> None:
        builtins.set.discard(self, item)
        self.__place__(_without(self.__placed__(), item))

    def remove(self: Any, item: Any, /) -> None:
        builtins.set.remove(self, item)
        self.__place__(_without(self.__placed__(), item))

    def clear(self: Any) -> None:
        builtins.set.clear(self)
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


def _result(name: str) -> Callable[..., Any]:
    """Return a set operation, whose result has the places of its first set, or is built anew."""
    def operate(one: Any, *others: Any) -> Any:
        if not name.startswith("__"):
            others = tuple(map(list, others))
        result = getattr(one.__root__, name)(one, *others)
        if result is NotImplemented:
            return result
        if name in ("__and__", "intersection") and not (others and others[0] is one):
            return one.__kind__(item for item in chain(*others, one) if item in result)
        made = one.__kind__(result)
        table = [entry if entry and entry[1] in result else None for entry in one.__placed__()]
        made.__place__(one.__order__.added(table, builtins.dict.fromkeys(
            item for item in chain(*others) if item in result and item not in one)))
        return made

    return operate


def _change(name: str, operation: str) -> Callable[[Any, Any], Any]:
    """Return a method that puts an operation's result into the set."""
    def change(one: Any, *others: Any) -> Any:
        result = getattr(Set, operation)(one, *others)
        if result is NotImplemented:
            return result
        one.clear()
        one.update(result)
        return one if name.startswith("__") else None

    return change


for _name in OPERATIONS:
    setattr(FrozenSet, _name, _result(_name))
for _name, _operation in CHANGING.items():
    setattr(Set, _name, _change(_name, _operation))


def set_type(root: Any, order: Order) -> Any:
    """Return the `set` or `frozenset` of one machine; `root` is the host's type."""
    names = {"__slots__": ("__late__", "__table__"), "__order__": order, "__root__": root}
    bases = (Set if root is builtins.set else FrozenSet), root
    kind: Any = _Kind(root.__name__, bases, names)
    kind.__kind__ = kind
    return disguised(kind, root.__name__)


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
