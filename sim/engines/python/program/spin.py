# SPDX-License-Identifier: MIT
"""Skips the turns of a `while` loop that leave everything as it was.

A turn that ends with the same objects, in the same state, as it began with, and that has only read
inputs that keep their values for now, is followed by turns just like it. As many as are over before
the next event, before an input changes, and before the program is to pause, count as done: their
time passes. What the program sees afterwards is what it would have seen without.

Now and then, once the program has worked for a while, its `while` loops get another heartbeat,
`Spin._turn`, that looks for such a turn. The turn is one from an anchor, a frame and a place in its
code, to the next passage there. As a turn may consist of several of a loop, the anchor is kept for
twice as many passages each time (Brent's way to find a cycle). At first only variables are
compared; then an `image` of all that the program holds. What was found stays true as long as the
loop reads the same values.

The time is another value in each turn. While a search is on, a program's clocks return `moments`,
which tell for how many turns all that the program learns from them stays the same.

Built-in functions that let time pass, or whose results the simulator's user may change, report to
`Spin`: by default as something that a turn must not contain.
"""

import sys
from collections.abc import Callable, Iterable
from operator import itemgetter
from types import FrameType
from typing import Any, NamedTuple

from ....board.pins import Line
from ....clock import LOOP_NS, NEVER, SECOND, Clock
from ..compiler.runtime import WHILE
from ..moments import Notes, Source
from ..objects import IsOwn
from ..strict.floats import Float
from .image import HEAP_TYPE, Images, frames, only_past_differs

PLAIN = frozenset([bool, int, float, Float, str, bytes, type(None)])
# Passages of an anchor before it is moved, at first and at most; heads of loops that are passed
# until a search ends, and how many count for a stretch of work without any.
FEWEST, MOST, PASSED, WORKED = 2, 64, 400, 100
# How many stretches of work a search that has found nothing puts the next one off for, at most. One
# with so many looks at a pin is a wait, for the ESP32 say, and counts for several.
LONGEST_REST = 64
MANY_LOOKS, FASTER = 300, 16
# Images that a search compares in vain until it ends, and how many times longer the next one is
# then put off: an image takes as long as thousands of short turns.
MOST_IMAGES, LONGER = 4, 8
# How many turns are skipped at once where images are no waste.
WORTH_IMAGES = 100
# How far to look for the next change by the time, in ns.
FAR = 600 * SECOND
# The most items of a list or dict that are compared each turn, not only in images.
FEW = 64

Roots = Callable[[], Iterable[Any]]


class Read(NamedTuple):
    """An input that a program has read: `get` tells its cause, which was `given` at that time."""

    get: Callable[[], Any]
    given: Any
    value: Any


class Spin:
    """Looks for turns to skip in the loops of a program.

    `roots` returns what is to be compared besides the variables of running functions; see `image`
    for `is_own` and `outer`. A program that is not `strict` would tell a moment from a number.
    """

    def __init__(self, clock: Clock, roots: Roots, is_own: IsOwn,
                 outer: Callable[[], tuple[type, ...]], strict: bool):
        self._clock = clock
        self._roots = roots
        self._is_own = is_own
        self._outer = outer
        self._strict = strict
        self._notes = Notes()
        self._builtins: dict[str, Any] = {}
        self._rest = self._resting = self._looks = 0
        self._is_waiting = False
        self._tells_objects = True
        self._frame: FrameType | None = None
        # The image at the anchor, and that of the last turn which left everything as it was.
        self._image: list[Any] | None = None
        self._fixed: list[Any] | None = None
        self._variables: Variables | None = None
        self._images_of: Images | None = None
        self._was_even = False
        # Passages of the anchor since the turn began, and in the turn that was found.
        self._laps, self._laps_a_turn = 0, 1
        self._place = self._acts = self._calm = self._calls = self._passed = self._images = 0
        self._lasts = NEVER
        self._reads: list[Read] = []

    # ---- reports of built-in functions

    def act(self) -> None:
        """Note a call that may give another result the next time."""
        self._acts += 1

    def rest(self) -> None:
        """Note that the last call has let time pass and done nothing else."""
        self._calm += 1

    def read(self, get: Callable[[], Any], until: int = NEVER) -> None:
        """Note that the program reads what `get` returns.

        The value does not change by itself until that time in ns; an event may change it, or the
        simulator's user.
        """
        if self._notes.is_on:
            self._note(None, get, until)

    def _note(self, value: Any, get: Callable[[], Any], until: int) -> None:
        self._reads.append(Read(get, get(), value))
        self._lasts = min(self._lasts, until - self._clock.now)

    def look(self, line: Line) -> None:
        """Note that the program reads a pin, for which time has passed."""
        self._looks += 1
        if self._notes.is_on and (until := line.steady_until()) > self._clock.now:
            self._calm += 1
            self._note(line.voltage(), lambda: (line.held, line.condition()), until)

    def tell(self, source: Source, ns: int) -> Any:
        """Let time pass, and return what a clock of the program tells then."""
        clock = self._clock
        if clock.now + ns < clock.turn:
            clock.now += ns
        else:
            clock.pass_on(ns)
        if self._notes.is_on and self._strict:
            return self._notes.read(source, clock.now)
        self._acts += 1
        return source.at(clock.now)

    # ---- the search for a turn

    def search(self, builtins: dict[str, Any]) -> None:
        """Begin a search, or rest from the last one: the program has worked for a while."""
        if self._notes.is_on:
            self._passed += WORKED
            if self._passed > PASSED or builtins.get(WHILE) != self._turn:
                self._stop()
            return
        self._resting -= FASTER if self._looks > MANY_LOOKS else 1
        self._looks = 0
        if (self._resting < 0 and builtins.get(WHILE) == self._clock.beat
                and not self._is_watched()):
            self._builtins = builtins
            self._builtins[WHILE] = self._turn
            self._notes.is_on, self._is_waiting, self._passed, self._images = True, False, 0, 0

    def _is_watched(self) -> bool:
        """Tell whether a profiler or a debugger wants to see all turns."""
        return type(self._clock) is not Clock or sys.getprofile() is not None

    def _stop(self) -> None:
        factor = 2 * (LONGER if self._images >= MOST_IMAGES else 1)
        longest = LONGEST_REST * factor // 2
        self._rest = 0 if self._is_waiting else min(longest, factor * (self._rest + 1) - 1)
        self._tells_objects ^= not self._is_waiting
        self._resting = self._rest
        self._notes.is_on = self._is_waiting = False
        self._frame, self._image = None, None
        # They hold what the program may let go.
        self._variables = self._images_of = self._fixed = None
        self._reads = []
        for _ in range(2):  # all moments are numbers from now on
            self._notes.next_turn()
        if self._builtins.get(WHILE) == self._turn:
            self._builtins[WHILE] = self._clock.beat

    def _turn(self, ns: int = LOOP_NS) -> None:
        """Be the heartbeat of the program's `while` loops."""
        clock = self._clock
        clock.now += ns
        if clock.now >= clock.turn:
            clock.now -= ns
            clock.beat(ns)
        frame = sys._getframe(1)
        if frame is not self._frame or frame.f_lasti != self._place:
            self._pass(frame)
            return
        self._laps += 1
        if self._laps < self._laps_a_turn:
            return
        if self._is_waiting:
            self._go_on(frame)
        else:
            self._compare(frame)

    def _pass(self, frame: FrameType) -> None:
        """Move the anchor to another loop's head if the anchor's function is over."""
        self._passed += 1
        if self._passed > PASSED:
            self._stop()
        elif not _runs(self._frame, frame):
            self._most = FEWEST
            self._set_anchor(frame)

    def _set_anchor(self, frame: FrameType, has_waited: bool = False) -> None:
        """Begin to compare; after a wait by images at once, since the loop probably waits again."""
        self._is_waiting = False
        self._frame, self._place = frame, frame.f_lasti
        self._passages = 0
        self._image = None
        self._variables = None if has_waited else Variables(frame, self._tells_objects)
        self._laps_a_turn = self._laps_a_turn if has_waited else 1
        self._fixed = self._fixed if has_waited else None
        self._begin()

    def _begin(self) -> None:
        """Begin to note what happens until the next passage of the anchor."""
        clock = self._clock
        self._began, self._limit, self._calls = clock.now, clock.limit, clock.calls
        self._acts = self._calm = self._laps = 0
        self._lasts = NEVER
        self._notes.next_turn()
        if self._reads:
            self._reads = []

    def _compare(self, frame: FrameType) -> None:
        """See whether everything is as it was when the anchor was passed before."""
        self._passed += 1
        self._passages += 1
        has_waited = self._variables is None
        if has_waited and self._passages <= FEWEST and not self._is_known():
            self._begin()
        elif self._may_repeat() and (not self._variables or self._variables.are_same(frame)):
            before, self._image = self._image, self._imaged(frame)
            self._images += 1
            if self._image is None:
                self._stop()
            elif before == self._image or (before is None and self._waits_again()):
                self._wait()
            elif before and has_waited:
                self._set_anchor(frame)
            else:
                self._begin()
        elif self._passages >= self._most:
            self._most = min(MOST, 2 * self._most)
            self._set_anchor(frame)
        is_vain = self._images >= MOST_IMAGES and not self._is_waiting
        if self._notes.is_on and (is_vain or self._passed > PASSED):
            self._stop()

    def _may_repeat(self) -> bool:
        """Tell whether nothing has happened since the anchor that would not happen again."""
        return (self._limit == self._clock.limit and not self._acts
                and self._clock.calls - self._calls == self._calm)

    def _imaged(self, frame: FrameType) -> list[Any] | None:
        if self._images_of is None:
            self._images_of = Images(self._is_own, self._outer())
        return self._images_of.make([*self._roots(), *frames(frame)], self._began)

    # ---- a turn that leaves everything as it was has been found

    def _wait(self) -> None:
        self._is_waiting, self._was_even = True, False
        self._laps_a_turn = self._laps
        self._fixed, self._image = self._image, None
        self._period = self._clock.now - self._began
        self._known = [read[1:] for read in self._reads]
        self._answers = self._notes.answers
        self._until = 0
        self._begin()

    def _waits_again(self) -> bool:
        """Tell whether this was the turn that left everything as it was, with other times kept.

        The program has learnt the same of them, so the next such turn does what this one did.
        """
        return (self._fixed is not None and self._image is not None
                and self._clock.now - self._began == self._period and self._is_known()
                and only_past_differs(self._fixed, self._image))

    def _is_known(self) -> bool:
        """Tell whether the program has read and learnt the same as in the turn that was found."""
        return (not self._acts and self._clock.calls - self._calls == self._calm
                and [read[1:] for read in self._reads] == self._known
                and self._notes.answers == self._answers)

    def _go_on(self, frame: FrameType) -> None:
        """Skip more turns if the last one was like those before."""
        self._passed = 0
        if not self._is_known():
            self._most = FEWEST
            self._set_anchor(frame, has_waited=True)
            return
        # A turn in which something has happened lasts longer than others.
        is_even = self._clock.limit == self._limit
        if is_even and (self._was_even or not self._notes.looks_back):
            self._skip()
        self._was_even = is_even
        self._begin()

    def _skip(self) -> None:
        clock, notes, period = self._clock, self._notes, self._period
        if any(read.get() != read.given for read in self._reads):
            return
        if self._is_watched():
            self._stop()
            return
        turns = (min(clock.idle_until() - clock.now, self._lasts) - 1) // period
        if turns > 0 and notes.has_read:
            turns = min(turns, self._steady(turns))
        if turns > 0:
            if turns >= WORTH_IMAGES:
                self._images = 0
            clock.skip(turns * period)
            notes.turn.skipped = turns * period

    def _steady(self, turns: int) -> int:
        """Return for how many turns, of so many, the answers about the time stay the same.

        Up to `until` they are known to.
        """
        now, period = self._clock.now, self._period
        if now + turns * period > self._until:
            turns = self._notes.steady(max(turns, FAR // period), period)
            self._until = now + turns * period
        return turns


class Variables:
    """The numbers and texts in the variables of a running function and of its module.

    Those in short lists and dicts and in attributes that a variable holds are there too. So are
    the identities of objects, if asked for: tasks that take turns may look alike.
    """

    def __init__(self, frame: FrameType, tells_objects: bool):
        spaces = [(space, names) for space in _spaces(frame) if (names := _names(space))]
        self._fixed = [(_getter(names), space) for space, names in spaces]
        self._tells_objects = tells_objects
        self._local: Callable[..., Any] | None = None
        if frame.f_locals is not frame.f_globals:
            self._local = _getter(_names(frame.f_locals))
        self._values = self._present(frame)

    def _present(self, frame: FrameType) -> list[tuple[Any, ...]] | None:
        try:
            values = [get(space) for get, space in self._fixed]
            if self._local:  # a new dict until Python 3.12
                values.append(self._local(frame.f_locals))
            if self._tells_objects:
                values.append(tuple(id(thing) for thing in _held(frame) if _is_object(thing)))
        except LookupError:  # a variable was deleted
            return None
        return values

    def are_same(self, frame: FrameType) -> bool:
        present = self._present(frame)
        return present is not None and present == self._values


def _held(frame: FrameType) -> list[Any]:
    """Return what the variables of a module and of a function hold."""
    held = list(frame.f_globals.values())
    if frame.f_locals is not frame.f_globals:
        held += frame.f_locals.values()
    return held


def _is_object(thing: Any) -> bool:
    """Tell whether it has attributes, by a class that Python code has made."""
    return bool(type(thing).__flags__ & HEAP_TYPE and type(thing).__dictoffset__)


def _spaces(frame: FrameType) -> list[Any]:
    """Return a module's variables, and what they and a function's hold that has items."""
    things = {id(thing): thing for thing in _held(frame)}.values()
    return [frame.f_globals,
            *(thing for thing in things if type(thing) in (list, dict) and len(thing) <= FEW),
            *(vars(thing) for thing in things if _is_object(thing))]


def _names(space: Any) -> list[Any]:
    named = enumerate(space) if type(space) is list else space.items()
    return [name for name, value in named if type(value) in PLAIN]


def _getter(names: list[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a fast function that returns the values of these names, as a tuple."""
    return itemgetter(*names, names[-1]) if names else lambda space: ()


def _runs(function: FrameType | None, frame: FrameType | None) -> bool:
    """Tell whether a function is the running one, or has called it."""
    while frame is not None and frame is not function:
        frame = frame.f_back
    return frame is not None
