# SPDX-License-Identifier: MIT
"""The Python engine: runs a board's program on CPython, with CircuitPython's modules and limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...board.console import Console
from ...board.motherboard import Motherboard
from ...board.pins import Line
from ...board.settings import Settings
from ...clock import Clock
from ..engine import CoroutineEngine, Heap
from ..signals import held
from . import heap as heaps
from .cost.work import Meter
from .display.blinka import Blinka
from .firmware import identity
from .heap import BoardHeap
from .native.errors import cut_chain
from .objects import code_bytes, roots_of
from .program import tracebacks
from .program.image import named
from .program.imports import FROZEN, BuiltInModules
from .program.keyboard import Keyboard
from .program.program import Program
from .program.spin import Spin
from .program.supervisor import BOOT_OUTPUT, BootFile, ExitFunctions, Supervisor
from .strict import StrictMode
from .watchdog import Stuck, Turn, watched


class Machine(CoroutineEngine):
    """`built_ins` makes the built-in modules, which know the machine as `machine`.

    Functions in `at_end` are called when the program has ended. A strict machine gives its program
    the device's limits where CPython is wider. Code and drawing take a board's time, or none if
    `instant`.
    """

    def __init__(self, board: Motherboard, built_ins: Callable[["Machine"], BuiltInModules], *,
                 strict: bool = False, instant: bool = False):
        super().__init__(board)
        self.strict = strict
        self.drive = board.drive
        self.drive.main.given[BOOT_OUTPUT] = self.identity.encode()
        self.settings = Settings(board.drive.read)
        self.faults = board.faults
        self.entropy = board.entropy
        self.clock = board.clock
        self.journal = board.journal
        self.console = board.console
        self.pins = board.pins
        self.panel = board.panel
        self.spi = board.spi
        self.i2c = board.i2c
        self.speaker = board.speaker
        self.keyboard = Keyboard(board.console, board.clock)
        self.exit_functions = ExitFunctions()
        self.at_end: list[Callable[[], None]] = []
        self._ended = False
        self.meter = Meter(self.clock, not instant)
        self.built_ins = built_ins(self)
        self.blinka = Blinka(self.built_ins, self.clock)
        self.program = self._new_program(self.console)
        self.boot_file = BootFile(self.drive, board.model, self._new_program,
                                  self.console.remark)
        self.supervisor = Supervisor(self.program)
        self.memory = BoardHeap(self._reachable, self._code_bytes, self._owns)
        self.spin = Spin(self.clock, self._state, self._owns, self._outer, self.strict)
        self.clock.on_work = self._on_work

    @contextmanager
    def _limited(self) -> Iterator[None]:
        self._watch = self._turn()
        with (watched(self._watch), self.journal.calls(self.program.builtins),
              heaps.use(self.memory, self.clock)):
            yield

    def _owns(self, thing: object) -> bool:
        return self._current.owns(thing)

    def _on_work(self) -> int:
        """Do what is due after a program has worked for a while; return for how long, in ns."""
        self._watch.check()
        cut_chain()
        self.spin.search(self._current.builtins)
        return self.memory.look()

    def _outer(self) -> tuple[type, ...]:
        """Return classes of the simulator's own objects, which are no part of a program's state."""
        return (Machine, Motherboard, Clock, Console, Keyboard, Program, Spin,
                self.built_ins("busdisplay").BusDisplay)

    def _state(self) -> Iterator[object]:
        """Yield the modules' variables, the pins, and what the display shows."""
        for module in self._current.modules.values():
            if self._current.owns(module):
                yield named(vars(module))
        yield from self.built_ins.states()
        yield repr([(line.name, line.level, line.pull, line.in_use, line.moves)
                    for line in self.pins if line.in_use or line.moves])
        display = self.built_ins("busdisplay").displayio.display_place
        if display.is_taken:
            shown = display.thing
            yield shown.root_group, shown.auto_refresh, shown.brightness, shown.rotation

    def _reachable(self) -> Iterator[object]:
        """Yield what the program and the display hold."""
        yield from roots_of(self._current.modules, self._current.builtins, self._coroutine.gr_frame)
        screen = self.built_ins("busdisplay")
        yield screen.TERMINAL
        if screen.displayio.display_place.is_taken:
            yield screen.displayio.display_place.thing.root_group

    def _code_bytes(self) -> int:
        """Return what the code of the program's modules takes in its memory."""
        files = {getattr(module, "__file__", None) for module in self._current.modules.values()}
        return sum(code_bytes(source) for file, source in self._current.sources.items()
                   if file in files and not file.startswith(FROZEN))

    def _turn(self) -> Turn:
        return Turn(self.patience, self.clock,
                    lambda frame: self._has_turn and self._current.interrupt.condemn(frame))

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def shows_lines(self) -> bool:
        return True

    @property
    def traceback(self) -> str:
        return self.program.traceback or self.boot_file.traceback

    @property
    def heap(self) -> Heap:
        self.memory.collect()
        return Heap(self.memory.used, self.memory.free, self.memory.largest)

    def request_reload(self, reason: str = "SUPERVISOR_RELOAD", **kept: Any) -> None:
        """Ask for a restart; the next run is told the program's traceback, not that of boot.py."""
        super().request_reload(reason, **{"traceback": self.program.traceback or None, **kept})

    @property
    def reloads_on_save(self) -> bool:
        return self.supervisor.autoreload and not self.supervisor.in_repl

    def _power_off(self) -> None:
        self._current.interrupt.switch_off()
        self._watch = self._turn()
        with held(self._take), watched(self._watch):
            super()._power_off()
            self.program.forget()

    def _new_program(self, console: Console) -> Program:
        """Return a program, which has the turn from now on: boot.py first, then code.py."""
        strict_mode = None
        if self.strict:
            strict_mode = StrictMode(self.board.seed, self.settings.parsed, self.clock.beat)
        self._current = Program(self.drive, self.board.model, console, self.clock, self.keyboard,
                               self.built_ins, self.meter, self.journal, strict_mode)
        return self._current

    def position(self) -> str:
        return tracebacks.position(self._coroutine.gr_frame, self.program.builtins,
                                   self.program.files.on_device)

    def _live(self) -> None:
        self.built_ins.start_board()
        self.memory.start()
        own = [pin for pin in self.pins if pin.in_use]
        if self.board.boot.starts_up:
            self.boot_file.run()
            if self.boot_file.traceback:
                self.console.write(self.boot_file.traceback)
            if self.boot_file.output:
                self.built_ins("busdisplay").terminal_screen.restart(self.drive.program)
            self._watch.restart()
            self._current = self.program
            self._free_pins(own)
        self.clock.advance(max(0, -self.clock.now))
        if self.console.attended:
            self.supervisor.announce()
        try:
            self.program.run()
        finally:
            if self.board.powered:
                self._at_exit()
        self.speaker.stop()
        for act in self.at_end:
            self._end(act)
        self._ended = True
        if self.console.attended and not self.board.next_boot:
            self._free_pins(own)
            self.supervisor.wait()
            self.request_reload("REPL_RELOAD")

    def _end(self, act: Callable[[], None]) -> None:
        """Do something that belongs to a program's end; in loose mode, the program may have changed
        the classes that do it.
        """
        try:
            act()
        except Exception as error:
            if self.strict:
                raise
            self.console.remark(f"the program's end cannot be shown, since the program has changed "
                                f"a built-in class: {type(error).__name__}: {error}")

    @property
    def identity(self) -> str:
        return identity(self.board.model)

    def _free_pins(self, own: list[Line]) -> None:
        """Release all pins but the board's own, as the end of a program does on the device."""
        for pin in self.pins:
            if pin not in own:
                pin.release()

    def _at_exit(self) -> None:
        """Run what the program has registered, unless it was stopped; ask for the next run."""
        if not self.program.was_stopped:
            self.program.attempt(self.exit_functions.run)
        end = "error" if self.program.traceback else "success"
        if not self.board.next_boot and self.board.next_codes.reloads_after(end):
            self.request_reload(end=end)

    def _pause(self) -> None:
        if self._current.interrupt.is_condemned:
            raise Stuck
        super()._pause()
