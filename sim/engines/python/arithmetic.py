# SPDX-License-Identifier: MIT
"""A program's operators, checked against the board's heap and charged with its time.

The board keeps a long number in digits of 16 bits, and multiplies and divides as one does on paper
(py/mpz.c). A sum of texts or bytes is a copy of both. The compiler
(`sim.engines.python.compiler.guards`) replaces operators by those of `Arithmetic.hidden`.
`exponent`, `factor`, `divisor` and `added` return their second operand, for augmented assignments.
All raise MemoryError if the result cannot fit.
"""

from collections.abc import Callable
from typing import Any

from .cost.prices import NUMBERS, STEPS
from .heap import allocate
from .native.classes import disguised
from .objects import table_length
from .operations import ADDED, ITEM_BYTES, PLUS, added, grown, plus, repeated

# Names of these functions in a compiled program. No program can write them, because of the dot.
POWER, EXPONENT, TIMES, FACTOR = "sim.power", "sim.exponent", "sim.times", "sim.factor"
QUOTIENT, REMAINDER, DIVISOR = "sim.quotient", "sim.remainder", "sim.divisor"
STORED = "sim.stored"
# Smaller numbers take little memory and time.
FAR_BITS, DIGIT_BITS = 512, 16
FAR = 1 << FAR_BITS
TEXTS = frozenset([str, bytes])
# Texts have 255 hashes, and lie one behind the other: cycles for each that is passed on the way.
MEAN_HASH, PASSED = 128, 165


def digits(number: int) -> int:
    """Return how many digits the board keeps."""
    return number.bit_length() // DIGIT_BITS + 1


def is_long(number: Any) -> bool:
    return type(number) is int and not -FAR < number < FAR


class Arithmetic:
    """The operators of one machine, whose `spend` takes cycles of the board."""

    def __init__(self, spend: Callable[[float], None]):
        self._spend = spend
        self._stored: tuple[int, int] = 0, 0  # the last dict in which a value was stored, its items

    def hidden(self) -> dict[str, Any]:
        return {POWER: self.power, EXPONENT: self.exponent, TIMES: self.times,
                FACTOR: self.factor, QUOTIENT: self.quotient, REMAINDER: self.remainder,
                DIVISOR: self.divisor, PLUS: self.plus, ADDED: self.added,
                STORED: self.stored}

    def built_in(self, pow_: Callable[..., Any]) -> dict[str, Any]:
        """Return the program's functions; its `pow` has the results of this one."""

        def divmod_(*both: Any) -> Any:
            if len(both) == 2:
                self.divisor(*both)
            return divmod(*both)  # type: ignore[misc]  # the wrong number is an error

        def power(base: Any, exponent: Any, modulus: Any = None, /) -> Any:
            if modulus is None:
                return pow_(base, self.exponent(base, exponent))
            if is_long(modulus) and type(exponent) is int:
                each = NUMBERS["product"] + NUMBERS["quotient"]
                self._spend(1.5 * exponent.bit_length() * each * digits(modulus) ** 2)
            return pow_(base, exponent, modulus)

        return {"divmod": disguised(divmod_, "divmod"), "pow": disguised(power, "pow")}

    def power(self, base: Any, power: Any, /) -> Any:
        return base ** self.exponent(base, power)

    def exponent(self, base: Any, power: Any, /) -> Any:
        """Return `power` after a check of the result's size."""
        if isinstance(base, int) and isinstance(power, int):
            bits = base.bit_length()
            if bits > 1 and power > 1:
                allocate((bits - 1) * power // 8 + 2)
                if bits * power > FAR_BITS:
                    self._spend(NUMBERS["product"] * (bits * power // DIGIT_BITS) ** 2)
        return power

    def times(self, left: Any, right: Any, /) -> Any:
        """Return `left * right`. A sequence to repeat may be on either side."""
        if type(left) in ITEM_BYTES:
            repeated(left, right)
        elif type(right) in ITEM_BYTES:
            repeated(right, left)
        elif type(left) is int and type(right) is int:
            self._product(left, right)
        try:
            return left * right
        except TypeError:
            if type(left) in ITEM_BYTES or type(right) in ITEM_BYTES:
                raise TypeError(f"unsupported types for __mul__: '{type(left).__name__}', "
                                f"'{type(right).__name__}'") from None
            raise

    def factor(self, sequence: Any, count: Any, /) -> Any:
        """Return `count` after a check of the size of `sequence * count`, or of a product."""
        if type(sequence) is int and type(count) is int:
            self._product(sequence, count)
        else:
            repeated(sequence, count)
        return count

    def _product(self, left: int, right: int) -> None:
        """Check the size of a product; one of small numbers is small."""
        if not (-FAR < left < FAR and -FAR < right < FAR):
            allocate((left.bit_length() + right.bit_length()) // 8 + 2)
            self._spend(NUMBERS["product"] * digits(left) * digits(right))

    def plus(self, left: Any, right: Any, /) -> Any:
        self._copy(left, right)
        return plus(left, right)

    def added(self, left: Any, right: Any, /) -> Any:
        """Return `right` after a check of the size of `left + right`, and the time of a text's."""
        self._copy(left, right)
        return added(left, right)

    def _copy(self, left: Any, right: Any) -> None:
        if type(left) in TEXTS and type(right) in TEXTS:
            self._spend(STEPS["text"] + STEPS["byte"] * (len(left) + len(right)))

    def quotient(self, left: Any, right: Any, /) -> Any:
        return left // self.divisor(left, right)

    def remainder(self, left: Any, right: Any, /) -> Any:
        return left % self.divisor(left, right)

    def divisor(self, left: Any, right: Any, /) -> Any:
        """Return `right` after the time of a division."""
        if type(left) is int and type(right) is int and not -FAR < left < FAR:
            steps = digits(right) * max(0, digits(left) - digits(right))
            self._spend(NUMBERS["digit"] * digits(left) + NUMBERS["quotient"] * steps)
        return right

    def stored(self, table: Any, /) -> None:
        """Check a dict in which a value was stored, and charge the search for its key."""
        if not isinstance(table, dict):
            return
        items, before = len(table), self._stored
        self._stored = id(table), items
        is_new = self._stored == (before[0], before[1] + 1)
        if is_new:
            try:
                grown(table)
            except MemoryError:
                dict.popitem(table)
                raise
        if items > MEAN_HASH and type(next(dict.__reversed__(table))) in TEXTS:
            moves = is_new and table_length(items) != table_length(items - 1)
            self._spend(PASSED * _passed(items, is_new, moves))


def _passed(items: int, is_new: bool, moves: bool) -> float:
    """Return how many texts of a dict are passed until one is stored.

    A new one passes all that have its hash or come behind; a table that moves stores all anew.
    """
    far = items - MEAN_HASH
    if is_new and not moves:
        return far
    return far * far / 2 / (1 if moves else items)
