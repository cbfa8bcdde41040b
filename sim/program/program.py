# SPDX-License-Identifier: MIT
"""The program on the drive: how it is found, what it may import, and what is printed when it fails.

Imports resolve as on the device: built-in modules first, then the drive's root, the frozen
libraries and /lib: see `sim.sources.finder`.
"""

from collections.abc import Callable, Mapping, Sequence
from types import CodeType, ModuleType
from typing import IO, Any

from greenlet import GreenletExit

from ..board.boards import Board
from ..clock import Clock
from ..cost.meter import Meter
from ..drive.drive import Drive
from ..limits.watchdog import wall
from ..sources import libraries
from ..sources.finder import FROZEN, Finder
from ..strict import Sandbox
from ..strict.pystack import MODULE_BYTES
from ..trace.journal import Journal
from . import bounds, help, namespaces, tracebacks
from .compiler import compile_device
from .console import CHARACTER_NS, CTRL_D, Console
from .hostfiles import HostFiles
from .interrupt import Interrupt, Interrupted
from .modules import BuiltInModules, ModuleTable, Source

SEARCH_PATH = ("", "/", FROZEN, "/lib")


class Program(ModuleTable):
    """`run` executes the drive's program to its end; `traceback` is set when it failed."""

    def __init__(self, drive: Drive, board: Board, console: Console, clock: Clock,
                 hardware: BuiltInModules, meter: Meter, journal: Journal,
                 sandbox: Sandbox | None = None):
        own = {
            **bounds.hidden(clock.beat),
            bounds.CLOCK: clock, bounds.WORK: meter.call, bounds.MADE: meter.made,
            "open": drive.open,
            "print": self._print,
            "exec": self._exec,
            "eval": self._eval,
            "help": self._help,
            "input": self._input,
            "locals": namespaces.visible,
            "KeyboardInterrupt": Interrupted,
        }
        named = sandbox.builtins if sandbox else {
            **bounds.builtin_names(clock.beat), "dir": namespaces.names_in}
        super().__init__({**named, **own, "getattr": bounds.closing(named["getattr"])})
        self.drive = drive
        self.board = board
        self.console = console
        self._clock = clock
        self._meter = meter
        self._journal = journal
        self.hardware = hardware
        self.interrupt = Interrupt(self.builtins, console, clock)
        self._sandbox = sandbox
        self._finder = Finder(drive, board)
        self.files = HostFiles(self._finder)
        self.path = list(SEARCH_PATH)
        self.traceback = ""
        self.sources: dict[str, bytes] = {}  # of the files that it has run

    @property
    def strict(self) -> bool:
        return self._sandbox is not None

    @property
    def timed(self) -> bool:
        """Whether its code takes the board's time."""
        return self._meter.timed

    def run(self, file: str = "") -> None:
        """The drive's program, or another file of it."""
        file = file or self.drive.program
        main = self.modules["__main__"] = ModuleType("__main__")
        main.__dict__.update(__builtins__=self.builtins, __file__=file)
        if self._sandbox:
            self.builtins.update(self._sandbox.configured_stack())
        self.attempt(lambda: exec(self._compile(file), main.__dict__))

    def attempt(self, act: Callable[[], object]) -> None:
        """Let the program do something; what it does not catch is printed."""
        try:
            with self.interrupt.allowed():
                act()
        except SystemExit:
            pass
        except Interrupted as error:
            self.console.write(self._last_words(error))
        except (GreenletExit, KeyboardInterrupt):
            raise  # the power was cut; somebody interrupts the simulator
        except BaseException as error:
            self.traceback = self._last_words(error)
            self.console.write(self.traceback)
            if name := tracebacks.missing_module(error):
                self._advise(name)

    def _last_words(self, error: BaseException) -> str:
        return self.format_traceback(error, self._said)

    def _said(self, error: BaseException) -> str:
        """What an exception says of itself is the program's work too, and may raise."""
        try:
            with self.interrupt.allowed():
                return tracebacks.said(error)
        except GreenletExit:
            raise
        except BaseException:
            return ""

    def _advise(self, name: str) -> None:
        """Say what brings the module; the board itself would not, so it is no part of `text`."""
        lib = self.drive.root / "lib" if self.drive.has_folder("/lib") else None
        borrows = lib is None or name.partition(".")[0] in self.board.frozen
        self.console.remark(libraries.advice(name, self.board.title, None if borrows else lib))

    def forget(self) -> None:
        super().forget()
        wall.tidy()

    def find(self, name: str, path: Sequence[str] | None) -> Source | ModuleType | None:
        if path is None and name in self.board.modules:
            module = self.hardware.for_program(name)
            return self._sandbox.narrow_module(module) if self._sandbox else module
        if "." in name and not path:
            return self._built_in_child(*name.rpartition(".")[::2])
        for folder in self.path if path is None else path:
            found = self._finder.find(folder, name.rpartition(".")[2])
            if found:
                code = self.compile(found.source, found.file, form=found.form)
                return Source(code, found.file, found.path)
        return None

    def _built_in_child(self, parent: str, child: str) -> ModuleType | None:
        """A module in a built-in module, `alarm.time`: on the device an attribute of it."""
        found = getattr(self.modules[parent], child, None)
        return found if isinstance(found, ModuleType) else None

    def import_(self, name: str, globals: Mapping[str, Any] | None = None,
                locals: Mapping[str, Any] | None = None, fromlist: Sequence[str] | None = (),
                level: int = 0) -> ModuleType:
        module = super().import_(name, globals, locals, fromlist, level)
        for wanted in fromlist if isinstance(fromlist, (list, tuple)) else ():
            if wanted != "*" and not hasattr(module, wanted):
                raise ImportError(f"can't import name {wanted}")
        return module

    def load(self, name: str) -> ModuleType:
        if name in self.modules:
            return self.modules[name]
        with self._journal.span("imports", name):
            return super().load(name)

    def _add(self, name: str, found: Source | ModuleType) -> ModuleType:
        if self._sandbox is None:
            return super()._add(name, found)
        level = self._sandbox.enter(MODULE_BYTES)
        try:
            return super()._add(name, found)
        finally:
            self._sandbox.leave(level)

    def _compile(self, file: str) -> Any:
        source = self.drive.read(file)
        if source is None:
            raise ImportError(f"no file '{file}'")
        return self.compile(source, file)

    def compile(self, source: bytes, file: str, mode: str = "exec",
                form: str = "source") -> CodeType:
        """As this machine takes it. Raises SyntaxError."""
        self._meter.load(form, len(source))
        if form != "text":
            self.sources[file] = source
        made = compile_device(source, file, mode, self.strict, self.timed)
        return self.files.named(made, file)

    def _print(self, *values: Any, sep: str = " ", end: str = "\n",
               file: IO[str] | None = None, **more: Any) -> None:
        """Of more keywords CPython's `flush` is passed over, but not when strict."""
        if more and (self._sandbox or more.keys() != {"flush"}):
            raise TypeError("extra keyword arguments given")
        before = self.console.count
        print(*values, sep=sep, end=end, file=file or self.console)  # type: ignore[arg-type]
        self._clock.advance((self.console.count - before) * CHARACTER_NS)

    def _help(self, *value: Any) -> None:
        if not value:
            self._print(help.WELCOME.format(self.hardware("os").VERSION))
        elif value[0] == "modules":
            self._print(help.modules(self.board.modules | self.board.frozen))
        else:
            self._print(help.about(value[0]))

    def _exec(self, source: Any, globals: Any = None, locals: Any = None) -> None:
        """Code in a string gets its heartbeats too."""
        if isinstance(source, str):
            source = self.compile(source.encode(), "<string>", form="text")
        names = namespaces.callers_globals() if globals is None else globals
        names.setdefault("__builtins__", self.builtins)
        exec(source, names, locals)

    def _eval(self, source: Any, globals: Any = None, locals: Any = None) -> Any:
        """As on the device, it sees no local names but those that it is given."""
        if isinstance(source, str):
            source = self.compile(source.strip().encode(), "<string>", "eval", "text")
        names = namespaces.callers_globals() if globals is None else globals
        names.setdefault("__builtins__", self.builtins)
        return eval(source, names, locals)

    def _input(self, prompt: str = "") -> str:
        self.console.write(prompt)
        stdin, line = self.hardware("sys").stdin, ""
        while not line.endswith("\n"):
            key = stdin.read(1)
            if key == CTRL_D and not line:
                raise EOFError
            line = self.console.edit(line, key)
        return line.removesuffix("\n")

    def format_traceback(self, error: BaseException,
                         ask: Callable[[BaseException], str] = tracebacks.said) -> str:
        return tracebacks.formatted(error, ask(error), self.builtins, self.files.on_device)
