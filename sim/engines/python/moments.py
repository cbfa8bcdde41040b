# SPDX-License-Identifier: MIT
"""Numbers that stand for a time, in a loop whose turns may be skipped.

While `program.spin` looks for such a loop, the program's clocks return moments. A moment computes
and compares as its number does, so a program cannot tell the two apart. It remembers how it was
computed, so its value in a later turn of the loop can be computed too. What a program learns from
one, such as the result of a comparison or a text, is noted: turns may be skipped for as long as
nothing that was noted would be different.

Only operations whose results rise or fall steadily with time make moments again. So what is noted
stays the same up to some turn, and that one can be found by halving.
"""

import builtins
import math
import operator
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from .native.classes import disguised
from .objects import LOOKS
from .strict.device import LOST
from .strict.floats import Float, FloatType, narrow
from .strict.modules import SHOWN

PLAIN = frozenset([int, bool, float, Float])
# The most steps that a moment remembers.
MOST_STEPS = 12
# Whole floats below are told apart.
EXACT = 1 << 20
Operation = Callable[[Any, Any], Any]
_numbers = count()


class Source(NamedTuple):
    """A clock: its value at a time in ns, and its unit in ns if it counts whole ones."""

    at: Callable[[int], Any]
    unit: int = 0

    def possible(self, before: int, ns: int) -> tuple[Any, ...]:
        return (self.at(ns),)


class Difference(NamedTuple):
    """The difference of two readings of one clock, `apart` ns: `choices` are all that it may be."""

    source: Source
    apart: int
    shift: int
    choices: tuple[int, ...]

    def at(self, ns: int) -> int:
        return int(self.source.at(ns) - self.source.at(ns - self.apart) + self.shift)

    def possible(self, before: int, ns: int) -> tuple[int, ...]:
        """Return the difference until one of the readings changes, then all that it may be."""
        at, apart = self.source.at, self.apart
        if at(ns) == at(before) and at(ns - apart) == at(before - apart):
            return (self.at(ns),)
        return self.choices


class Step(NamedTuple):
    """An operation with a number, which is its first operand if it `leads`."""

    operation: Operation
    operand: Any
    kind: type
    leads: bool

    def of(self, value: Any) -> Any:
        pair = (self.operand, value) if self.leads else (value, self.operand)
        return narrow(self.operation(*pair))


class Reading(NamedTuple):
    """A clock that was read at a time in ns, and what was then computed."""

    source: Source | Difference
    ns: int
    steps: tuple[Step, ...]

    def value(self, later: int) -> Any:
        return self._through(self.source.at(self.ns + later))

    def possible(self, later: int) -> list[Any]:
        """Return all values that it may have so many ns later."""
        return [self._through(value) for value in self.source.possible(self.ns, self.ns + later)]

    def _through(self, value: Any) -> Any:
        value = narrow(value)
        for step in self.steps:
            value = step.of(value)
        return value

    @property
    def is_count(self) -> bool:
        """Tell whether it is a clock's whole number and what was added."""
        return (isinstance(self.source, Source) and self.source.unit > 0
                and all(step.operation in (operator.add, operator.sub) and step.kind is int
                        and not (step.leads and step.operation is operator.sub)
                        for step in self.steps))


class Noted(NamedTuple):
    """A question that a program has asked about a moment, and its answer."""

    reading: Reading
    ask: Callable[[Any], Any]
    answer: Any

    def holds(self, later: int) -> bool:
        """Tell whether the answer is sure to be the same so many ns later."""
        return all(self.ask(value) == self.answer for value in self.reading.possible(later))


class Past(NamedTuple):
    """Stands for a moment of an earlier turn in an image."""

    number: int


class Turn:
    """A turn of a loop. Turns that take `skipped` ns, and are alike, were skipped after it."""

    __slots__ = ("number", "skipped")

    def __init__(self, number: int):
        self.number = number
        self.skipped = 0


class Notes:
    """Records how moments are used in a turn of a loop.

    A moment of this or the last turn stands for others in later turns; an older one is a number.
    `answers` are what the program has learnt of moments of any age, while a search `is_on`.
    `has_read` is set when a moment is made, and `looks_back` when one of the last turn is used.
    """

    def __init__(self) -> None:
        self.turn = Turn(0)
        self.is_on = False
        self.has_read = self.looks_back = False
        self.noted: list[Noted] = []
        self.answers: list[Any] = []

    def next_turn(self) -> None:
        self.turn = Turn(self.turn.number + 1)
        if self.has_read or self.answers:
            self.has_read, self.noted, self.answers = False, [], []
        self.looks_back = False

    def read(self, source: Source, ns: int) -> "Moment":
        return self.moment(Reading(source, ns, ()), narrow(source.at(ns)))

    def moment(self, reading: Reading, value: Any) -> "Moment":
        self.has_read = True
        return (FloatMoment if isinstance(value, float) else WholeMoment)(self, reading, value)

    def ask(self, moment: "Moment", ask: Callable[[Any], Any]) -> Any:
        answer = ask(moment.value)
        if self.is_on:
            self.answers.append(answer)
            if moment.is_live():
                self.noted.append(Noted(moment.reading, ask, answer))
        return answer

    def steady(self, turns: int, period: int) -> int:
        """Return for how many more turns, each of `period` ns, all answers stay the same."""
        for noted in self.noted:
            low, high = 0, 1
            while low < turns and noted.holds(min(high, turns) * period):
                low, high = min(high, turns), 2 * high
            while high - low > 1 and low < turns:
                middle = (low + high) // 2
                low, high = (middle, high) if noted.holds(middle * period) else (low, middle)
            turns = low
        return turns


class Moment:
    """A number that depends on the time."""

    __slots__ = ("_first", "_passed", "_value", "notes", "number", "turn")

    def __init__(self, notes: Notes, reading: Reading, value: Any):
        self.notes = notes
        self.turn = notes.turn
        self.number = next(_numbers)
        self._first = reading
        self._value = value
        self._passed = 0

    @property
    def value(self) -> Any:
        if self._passed != self.turn.skipped:
            self._passed = self.turn.skipped
            self._value = self._first.value(self._passed)
        return self._value

    @property
    def reading(self) -> Reading:
        source, ns, steps = self._first
        return Reading(source, ns + self.turn.skipped, steps) if self.turn.skipped else self._first

    def is_live(self) -> bool:
        """Tell whether it stands for other moments in later turns."""
        if self.turn is self.notes.turn:
            return True
        is_last = self.turn.number == self.notes.turn.number - 1
        self.notes.looks_back |= is_last
        return is_last

    def state(self, began: int) -> Any:
        """Return what is equal for moments that will be computed alike in all turns."""
        if self.turn is self.notes.turn:
            source, ns, steps = self.reading
            return source, ns - began, steps
        return Past(self.number)

    def same(self) -> Any:
        """Return the number, and note that all of it is used."""
        return self.notes.ask(self, _itself)

    def _combined(self, operation: Operation, other: Any, leads: bool,
                  is_steady: Callable[[Any], bool]) -> Any:
        if isinstance(other, Moment):
            if not other.is_live():
                other = other.value
            elif self.is_live():
                return self._with(operation, other, leads)
        if not self.is_live():
            return self.notes.ask(self, lambda value: _done(operation, value, other, leads))
        if type(other) not in PLAIN or len(self._first.steps) >= MOST_STEPS:
            return _done(operation, self.same(), other, leads)
        if is_steady(other) or type(self._first.source) is Difference:
            return self._after(Step(operation, other, type(other), leads))
        return _done(operation, self.same(), other, leads)

    def _after(self, step: Step) -> "Moment":
        value = step.of(self.value)
        source, ns, steps = self.reading
        return self.notes.moment(Reading(source, ns, (*steps, step)), value)

    def _with(self, operation: Operation, other: "Moment", leads: bool) -> Any:
        """Combine two moments that both change: only a difference of counts is known to last."""
        one, two = (other, self) if leads else (self, other)
        first, second = one.reading, two.reading
        source = first.source
        if not (operation is operator.sub and isinstance(source, Source)
                and source is second.source and first.is_count and second.is_count):
            return _done(operation, one.same(), two.same(), False)
        apart = first.ns - second.ns
        value = one.value - two.value
        shift = value - (source.at(first.ns) - source.at(second.ns))
        least, most = apart // source.unit + shift, -(-apart // source.unit) + shift
        choices = (least,) if least == most else (least, most)
        return self.notes.moment(Reading(Difference(source, apart, shift, choices), first.ns, ()),
                                 value)

    def _remainder(self, operation: Operation, other: Any, divisor: Any) -> Any:
        """Compute the remainder of a `divisor`, which rises while it is contained as often."""
        is_usual = type(other) in PLAIN and divisor > 0 and type(self._first.source) is Source
        if not is_usual or not self.is_live():
            return self._combined(operation, other, False, _never)
        times = self.notes.ask(self, lambda value: value // divisor)
        if type(times) is int:
            return self._combined(operator.sub, times * divisor, False, _always)
        return self._combined(operation, other, False, _always if times < EXACT else _never)

    def __mod__(self, other: Any) -> Any:
        return self._remainder(operator.mod, other, other if type(other) in PLAIN else 0)

    def __and__(self, other: Any) -> Any:
        is_mask = type(other) is int and other & other + 1 == 0
        return self._remainder(operator.and_, other, other + 1 if is_mask else 0)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        return narrow(pow(self.same(), other, modulus))

    def __rand__(self, other: Any) -> Any:
        return self & other

    def __neg__(self) -> Any:
        return operator.mul(self, -1)

    def __pos__(self) -> Any:
        return operator.mul(self, 1)

    def __abs__(self) -> Any:
        return abs(self.same())

    def __invert__(self) -> Any:
        return ~self.same()

    def __bool__(self) -> bool:
        return bool(self.notes.ask(self, lambda value: (value > 0) - (value < 0)))

    def __eq__(self, other: object) -> bool:
        return self._is_equal(other, operator.eq)

    def __ne__(self, other: object) -> bool:
        return self._is_equal(other, operator.ne)

    def _is_equal(self, other: Any, test: Operation) -> Any:
        if type(other) not in PLAIN:
            return self._compared(other, test)
        side = self.notes.ask(self, lambda value: (value > other) - (value < other))
        return test(side, 0)

    def _compared(self, other: Any, test: Operation) -> Any:
        """Compare with a number; two moments by their difference."""
        if isinstance(other, Moment):
            if other.is_live():
                pair = (operator.sub(self, other), 0) if self.is_live() else (self.value, other)
                return test(*pair)
            return test(self, other.value)
        if type(other) not in PLAIN:
            self.same()
            return NotImplemented
        return self.notes.ask(self, lambda value: test(value, other))

    def __hash__(self) -> int:
        return hash(self.same())

    def __int__(self) -> int:
        return int(self.notes.ask(self, int))

    def __float__(self) -> float:
        return builtins.float(self.same())

    def __round__(self, *digits: Any) -> Any:
        return self.notes.ask(self, lambda value: round(value, *digits))

    def __trunc__(self) -> Any:
        return self.notes.ask(self, math.trunc)

    def __floor__(self) -> Any:
        return self.notes.ask(self, math.floor)

    def __ceil__(self) -> Any:
        return self.notes.ask(self, math.ceil)

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.same(), other)

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, self.same())

    def __repr__(self) -> str:
        return repr(self.same())

    def __str__(self) -> str:
        return str(self.same())

    def __format__(self, specification: str) -> str:
        return format(self.same(), specification)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.same(), name)


def _itself(value: Any) -> Any:
    return value


def _done(operation: Operation, one: Any, other: Any, leads: bool) -> Any:
    return narrow(operation(other, one) if leads else operation(one, other))


def _operator(operation: Operation, leads: bool, is_steady: Callable[[Any], bool]) -> Any:
    return lambda self, other: self._combined(operation, other, leads, is_steady)


def _comparison(test: Operation) -> Any:
    return lambda self, other: self._compared(other, test)


def _always(other: Any) -> bool:
    return True


def _never(other: Any) -> bool:
    return False


def _is_divisor(other: Any) -> bool:
    return bool(other != 0)


for _test in (operator.lt, operator.le, operator.gt, operator.ge):
    setattr(Moment, f"__{_test.__name__}__", _comparison(_test))
for _operation, _name, _forward, _backward in (
        (operator.add, "add", _always, _always), (operator.sub, "sub", _always, _always),
        (operator.mul, "mul", _always, _always), (operator.truediv, "truediv", _is_divisor, _never),
        (operator.floordiv, "floordiv", _is_divisor, _never), (operator.pow, "pow", None, _never),
        (operator.mod, "mod", None, _never), (operator.and_, "and", None, None),
        (operator.or_, "or", _never, _never), (operator.xor, "xor", _never, _never),
        (operator.lshift, "lshift", _never, _never), (operator.rshift, "rshift", _never, _never)):
    if _forward:
        setattr(Moment, f"__{_name}__", _operator(_operation, False, _forward))
    if _backward:
        setattr(Moment, f"__r{_name}__", _operator(_operation, True, _backward))


class FloatMoment(Moment):
    """A moment that passes for the device's float."""

    __slots__ = ()
    __class__ = property(lambda self: Float)  # type: ignore[assignment]


class WholeMoment(Moment):
    """A moment that passes for an int."""

    __slots__ = ()
    __class__ = property(lambda self: builtins.int)  # type: ignore[assignment]

    def __index__(self) -> int:
        return int(self.same())


MOMENTS = frozenset([FloatMoment, WholeMoment])
disguised(FloatMoment, "float")
disguised(WholeMoment, "int")
SHOWN.update({FloatMoment: FloatType, WholeMoment: int})
LOOKS[WholeMoment] = lambda thing: (0, (thing.value,))
LOST.update({FloatMoment: LOST[float], WholeMoment: LOST[int]})
