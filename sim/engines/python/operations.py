# SPDX-License-Identifier: MIT
"""Operations of a program whose results may be large, checked against the board's heap.

The compiler (`sim.engines.python.compiler.guards`) replaces operators and calls by those in
`HIDDEN`. Where a short program may ask for any size, the size is checked before anything is
computed; other results are no larger than what they are made of, and are checked when they are
there. `shift` and `added` return their second operand, for augmented assignments. All raise
MemoryError. `arithmetic` has the operators whose time grows with their operands, sums among them.
"""

from array import array
from io import BytesIO, StringIO
from typing import Any

from .heap import LARGEST, allocate, check, grow, lack, overdue
from .objects import WORD, inherited, items_bytes, table_length

# Names of these functions in a compiled program. No program can write them, because of the dot.
SHIFTED, SHIFT, COUNTED, ZEROS = "sim.shifted", "sim.shift", "sim.counted", "sim.zeros"
PLACES, PLUS, ADDED = "sim.places", "sim.plus", "sim.added"
NEW, MAKING, GROWN, EXTENDED = "sim.new", "sim.making", "sim.grown", "sim.extended"
# The least memory that an item takes on the board, where an object is a word.
ITEM_BYTES: dict[type, int] = {str: 1, bytes: 1, bytearray: 1, array: 1, list: WORD, tuple: WORD}
BYTES = frozenset([bytes, bytearray])
# Bytes of a block beside the items.
HEADS: dict[type, int] = {str: 1, bytes: 1, tuple: 8}
# Shorter results take no block of their own.
SHORT = 16
# A list that grows item by item, and so has places to spare, never gets so large a block.
LONGEST = 131_072
# The bytes by which a file that is read whole makes its result longer, in the same block.
PART = 256
# The items of a result that may fill the memory by themselves.
MANY = 64


def _word(count: int) -> int:
    """Return a count. Raises OverflowError if it does not fit into a word of the chip."""
    if not -(1 << 31) <= count < 1 << 31:
        raise OverflowError("overflow converting long int to machine word")
    return count


def shifted(left: Any, right: Any, /) -> Any:
    return left << shift(left, right)


def repeated(sequence: Any, count: Any, /) -> None:
    """Check the size of `sequence * count`."""
    kind = type(sequence)
    if isinstance(count, int) and kind in ITEM_BYTES:
        allocate(_word(count) * len(sequence) * ITEM_BYTES[kind] + HEADS.get(kind, 0))


def shift(left: Any, right: Any, /) -> Any:
    """Return `right` after a check of the size of `left << right`."""
    if isinstance(left, int) and isinstance(right, int) and left:
        allocate((left.bit_length() + _word(right)) // 8 + 2)
    return right


def counted(count: Any, /) -> Any:
    """Return `count` after a check that as many bytes or characters fit."""
    return allocate(count + 1) - 1 if isinstance(count, int) and count > 0 else count


def places(count: Any, /) -> Any:
    """Return `count` after a check that a bytearray of so many bytes, or of its items, fits."""
    if isinstance(count, int) and count < 0:
        raise lack(count & LARGEST)
    return allocate(count) if isinstance(count, int) else _copied(count)


def _copied(items: Any) -> Any:
    """Return `items`, of which bytes are to be made, after a check that these fit."""
    if type(items) in ITEM_BYTES:
        allocate(len(items), items)
    return items


def zeros(count: Any, /) -> Any:
    """Return an argument from which `bytes` makes `count` zeros in memory that has been written.

    A computer hands out memory that nobody has written yet without taking any, so that a program
    could outrun `sim.engines.python.watchdog`, which looks from time to time how much is taken.
    """
    if isinstance(count, int) and count > 0:
        return bytearray(allocate(count + 1) - 1)
    return _copied(count)


def plus(left: Any, right: Any, /) -> Any:
    right = _as_bytes(left, right)
    return new(left + right, left, right)


def _as_bytes(left: Any, right: Any) -> Any:
    """Return `right`, or its bytes: of a text that is added to bytes, of an array to itself."""
    if type(right) is str and type(left) in BYTES:
        return right.encode()
    return bytes(right) if right is left and type(left) is bytearray else right


def added(left: Any, right: Any, /) -> Any:
    """Return `right` after a check of the size of `left + right`: a list must remain the same."""
    kind, right = type(left), _as_bytes(left, right)
    if kind in ITEM_BYTES and type(right) in ITEM_BYTES:
        if kind in (list, bytearray):
            extended(left, len(right))
        else:
            allocate((len(left) + len(right)) * ITEM_BYTES[kind] + HEADS.get(kind, 0), right)
    return right


def making(function: Any, /, *arguments: Any, **named: Any) -> Any:
    """Call a function and check the size of what it makes, while its arguments are in use."""
    value = function(*arguments, **named)
    if arguments[:1] == (".read",) and len(arguments) == 2 and type(value) in (str, bytes):
        for size in range(PART, items_bytes(value), PART):
            grow(value, size, size + PART)
    if type(value) is list:
        value.append(None)
        value.pop()  # like the board's, it has grown, and so has spare places
    return new(value, function, arguments)


def new(value: Any, /, *held: Any) -> Any:
    """Return a value that was just made, after a check of its size."""
    if overdue:
        raise overdue.pop()
    kind = type(value)
    if kind in MADE and len(value) > SHORT:
        size = items_bytes(value)
        if kind in GROWN_ONES:
            if kind is list and size > max(LONGEST, WORD * len(value)):
                raise lack(LONGEST)
            if len(value) >= MANY:
                check(value, *held)
            allocate(size // (1 if kind is tuple else 2), *held)
        allocate(size, *held)
    return value


def grown(value: Any, /) -> None:
    """Check the block to which a list or the like has moved, if one item more was too many."""
    if overdue:
        raise overdue.pop()
    if type(value) is list and (len(value) - 1) & (len(value) - 2):
        return  # its places, a power of two, were not all taken before
    check = GROWTH.get(type(value)) or inherited(GROWTH, type(value))
    if check:
        check(value)


def _grown_list(value: list[Any]) -> None:
    places = len(value) - 1
    if places > SHORT and places & (places - 1) == 0:
        _one_more(value, WORD * places, 2 * WORD * places)


def _one_more(value: Any, before: int, after: int) -> None:
    """Take a larger block for the last item, which is taken away if there is none."""
    try:
        grow(value, before, after)
    except MemoryError:
        value.pop()
        raise


def _grown_bytes(value: Any) -> None:
    """Check an array, which takes eight places more whenever it is full."""
    if len(value) % 8 == 1 and len(value) > SHORT:
        size = getattr(value, "itemsize", 1)
        _one_more(value, (len(value) - 1) * size, (len(value) + 7) * size)


def _grown_table(value: Any) -> None:
    places, before = table_length(len(value)), table_length(len(value) - 1)
    if places != before and places > SHORT:
        each = WORD * 2 if isinstance(value, dict) else WORD
        grow(value, each * before, each * places)


def _grown_file(value: Any) -> None:
    grow(value, 0, value.tell() + 1)


def extended(value: Any, more: int = 0, /) -> None:
    """Check the block to which a list or the like has moved for several items, or will for `more`.

    A list takes four places more than it needs.
    """
    if isinstance(value, (bytearray, array)) and len(value) + more > SHORT:
        each = getattr(value, "itemsize", 1)
        grow(value, each * len(value), each * (len(value) + more))
    elif isinstance(value, list) and len(value) > SHORT:
        if len(value) % 4 == 0 or more > 4:
            grow(value, WORD * len(value), WORD * (len(value) + 4 + more))
    else:
        grown(value)


# The kinds that the board makes of items one by one, in a block that grows.
GROWN_ONES = frozenset([list, tuple, dict, set])
MADE = frozenset([str, bytes, bytearray, list, tuple, dict, set, frozenset, array])
GROWTH: dict[type, Any] = {
    list: _grown_list, bytearray: _grown_bytes, array: _grown_bytes, dict: _grown_table,
    set: _grown_table, BytesIO: _grown_file, StringIO: _grown_file}
HIDDEN = {SHIFTED: shifted, SHIFT: shift, COUNTED: counted, PLACES: places, ZEROS: zeros,
          NEW: new, MAKING: making, GROWN: grown, EXTENDED: extended}
