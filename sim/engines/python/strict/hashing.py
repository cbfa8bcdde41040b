# SPDX-License-Identifier: MIT
"""Hashes as the board computes them, and the order that they give to the items of its tables.

A dict or set of the board is one table with open addressing. It is read from its first place to its
last, so the order follows from the keys' hashes, from the order in which keys were added, and from
the table's size. Sources: py/map.c, `qstr_compute_hash` in py/qstr.c, and the objects' `unary_op`.
"""

import builtins
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

# Sizes of tables. A full table is replaced by one of the next size.
SIZES = (2, 4, 6, 8, 10, 12, 17, 23, 29, 37, 47, 59, 73, 97, 127, 167, 223, 293, 389, 521, 691, 919,
         1223, 1627, 2161, 3229, 4831, 7243, 10861, 16273, 24407, 36607, 54907)
WORD, SMALL_BITS = 0xFFFFFFFF, 31
# The hash of None, and where the firmware has its empty tuple, from which a tuple's hash starts.
NONE, EMPTY_TUPLE = 14, 0x6D760
# A place that has never held a key, and one that holds it no more.
FREE, GONE = object(), object()


def small(number: int) -> int:
    """Return the number as far as a small int of the board keeps it."""
    half = 1 << SMALL_BITS - 1
    return (number + half & 2 * half - 1) - half


@lru_cache(maxsize=4096)
def _of_bytes(data: bytes) -> int:
    found = 5381
    for byte in data:
        found = found * 33 & WORD ^ byte
    return found & 0xFF or 1


def board_hash(value: Hashable) -> int | None:
    """Return the hash of a value that does not depend on an address, else None."""
    kind = type(value)
    if kind is str:
        return _of_bytes(value.encode(errors="surrogatepass"))  # type: ignore[attr-defined]
    if isinstance(value, int):
        size = abs(value) & WORD
        return small(size if value >= 0 else -size)
    if isinstance(value, float) and abs(value) < 1 << SMALL_BITS - 1:
        return int(value)
    if kind is bytes:
        return _of_bytes(value)  # type: ignore[arg-type]
    if kind is tuple:
        return _of_tuple(value)  # type: ignore[arg-type]
    return NONE if value is None else None


def _of_tuple(values: tuple[Any, ...]) -> int | None:
    found = list(map(board_hash, values))
    return None if None in found else small(EMPTY_TUPLE + sum(found))  # type: ignore[arg-type]


def hash(value: Any, /) -> int:
    """The program's `hash`."""
    given = builtins.hash(value)
    found = board_hash(value)
    return small(given) if found is None else found


class Table:
    """The places of a dict's keys or of a set's items; it had `room` at first.

    `is_known` is False once a hash depends on an address.
    """

    def __init__(self, room: int = 0):
        self._slots: list[Any] = [FREE] * room
        self._held: set[Any] = set()
        self.is_known = True

    def copy(self) -> "Table":
        made = Table()
        made._slots, made._held, made.is_known = [*self._slots], {*self._held}, self.is_known
        return made

    def toggle(self, keys: list[Any]) -> None:
        """Remove each of the keys that is held and add each that is not."""
        for key in keys:
            if key in self._held:
                self._remove(key)
            else:
                self._held.add(key)
                self._add(key)

    def keys(self) -> list[Any]:
        return [key for key in self._slots if key is not FREE and key is not GONE]

    def follow(self, keys: list[Any]) -> None:
        """Remove what is no longer among the keys, then add what is new, in its order."""
        if len(keys) < len(self._held) or not self._held.issuperset(keys):
            for key in self._held.difference(keys):
                self._remove(key)
            for key in keys:
                if key not in self._held:
                    self._held.add(key)
                    self._add(key)

    def _remove(self, key: Any) -> None:
        self._held.remove(key)
        if self.is_known:
            place = self._slots.index(key)
            following = self._slots[(place + 1) % len(self._slots)]
            self._slots[place] = FREE if following is FREE else GONE

    def _add(self, key: Any) -> None:
        found = board_hash(key)
        if found is None:
            self.is_known = False
        if self.is_known:
            while (place := self._free(found or 0)) is None:
                self._grow()
            self._slots[place] = key

    def _free(self, found: int) -> int | None:
        """Return the place for a key that is not in the table, None if the table is full."""
        size, gone = len(self._slots), None
        for step in range(size):
            place = ((found & WORD) + step) % size
            if self._slots[place] is FREE:
                return place if gone is None else gone
            if self._slots[place] is GONE and gone is None:
                gone = place
        return gone

    def _grow(self) -> None:
        least, keys = len(self._slots) + 1, self.keys()
        size = next((size for size in SIZES if size >= least), (least + least // 2) | 1)
        self._slots = [FREE] * size
        for key in keys:
            self._add(key)


def sort(items: list[Any], key: Any, reverse: bool) -> list[Any]:
    """Return the items in the order to which the board sorts them: equal ones may change places."""
    keys = items if key is None else list(map(key, items))
    order = _steady(keys, reverse)
    if not order or any(not (keys[one] < keys[other] or keys[other] < keys[one])
                        for one, other in pairwise(order)):
        order = list(range(len(items)))
        _quicksort(order, keys, not reverse)
    return [items[place] for place in order]


def _steady(keys: Sequence[Any], reverse: bool) -> list[int]:
    """Sort the places of keys, which takes the host little time; return none if it fails."""
    try:
        return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)
    except TypeError:
        return []


def _quicksort(order: list[int], keys: Sequence[Any], upwards: bool) -> None:
    """Sort places by their keys, step by step as `mp_quicksort` in py/objlist.c."""
    parts = [(-1, len(order) - 1)]
    while parts:
        head, tail = parts.pop()
        if tail - head <= 1:
            continue
        low, high, pivot = head, tail, keys[order[tail]]
        while True:
            low += 1
            while low < high and (keys[order[low]] < pivot) == upwards:
                low += 1
            high -= 1
            while low < high and (pivot < keys[order[high]]) == upwards:
                high -= 1
            if low >= high:
                break
            order[low], order[high] = order[high], order[low]
        order[low], order[tail] = order[tail], order[low]
        parts += [(head, high), (low, tail)]
