# SPDX-License-Identifier: MIT
"""The program on the drive: its built-in names, its imports, and the output when it fails.

Imports resolve as on the device: built-in modules first, then the drive's root, the frozen
libraries and /lib: see `sim.engines.python.program.imports`. The texts of `help` are those of
`py/builtinhelp.c`.
"""

import errno
import gc
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import CodeType, CoroutineType, GeneratorType, ModuleType
from typing import IO, Any

from greenlet import GreenletExit

from ....board import libraries
from ....board.boards import Board
from ....board.console import CHARACTER_NS, CTRL_D, Console
from ....board.drive import Drive
from ....board.failures import failure
from ....board.journal import Journal
from ....clock import Clock
from ..arithmetic import Arithmetic
from ..compiler import comprehensions, runtime
from ..compiler.compiler import compile_device
from ..cost.work import Meter
from ..firmware import VERSION
from ..heap import FULL
from ..native.arguments import stream
from ..native.classes import View, bound_method, native_function
from ..native.names import BUILTINS, Names, names_of
from ..native.private import is_hidden
from ..strict import StrictMode
from ..strict.floats import narrow
from ..watchdog import Stuck
from . import tracebacks
from .imports import (
    FROZEN,
    BuiltInModules,
    Finder,
    HostFiles,
    ModuleTable,
    Source,
    bare_module,
)
from .interrupt import Interrupt, Interrupted
from .keyboard import Keyboard

WELCOME = """Welcome to Adafruit CircuitPython {}!

Visit circuitpython.org for more information.

To list built-in modules type `help("modules")`."""
COLUMNS, WIDTH = 4, 18
FUNCTION = "<function>"
ALWAYS = frozenset(["__main__", "builtins"])


def help_on_modules(names: Iterable[str]) -> str:
    """Return what `help("modules")` prints: the names in four columns, each read downwards."""
    listed = sorted({name.partition(" ")[0] for name in names} | ALWAYS)
    rows = -(-len(listed) // COLUMNS)
    lines = ["".join(map(_padded, listed[row::rows])).rstrip() for row in range(rows)]
    return "\n".join([*lines, "Plus any modules on the filesystem"])


def _padded(name: str) -> str:
    """Pad the name to the next column."""
    return name.ljust((len(name) // WIDTH + 1) * WIDTH)


def help_on(value: Any, names: Iterable[str]) -> str:
    """Return what `help(value)` prints: its attributes of these names."""
    parts = {name: getattr(value, name) for name in names if not name.startswith("__")}
    return "\n".join([f"object {value} is of type {type(value).__name__}",
                      *(f"  {name} -- {FUNCTION if callable(part) else part}"
                        for name, part in parts.items())])


def _shown_as_native(names: dict[str, Any]) -> dict[str, Any]:
    """Return names with the firmware's functions in place of those of the simulator."""
    return {name: thing if "." in name else native_function(thing)
            for name, thing in names.items()}


def callers_globals() -> dict[str, Any]:
    """Return the globals of the code that called the caller: a program that called `exec`."""
    caller = inspect.currentframe()
    for _ in range(2):
        assert caller is not None
        caller = caller.f_back
    assert caller is not None
    return caller.f_globals


def own_globals() -> Names:
    """The program's `globals`."""
    frame = inspect.currentframe()
    assert frame and frame.f_back
    return names_of(frame.f_back.f_globals)


def names_in(value: Any) -> list[str]:
    """Return the names for `dir`: the host's, without those that no program can write."""
    return [name for name in dir(value) if not is_hidden(name)]


def visible() -> Any:
    """Return the names for `locals`: those of the running module or class body.

    The device keeps no dict of a function's variables (`mp_builtin_locals` in py/modbuiltins.c).
    """
    frame = inspect.currentframe()
    assert frame is not None
    frame = frame.f_back
    while frame and frame.f_back and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        frame = frame.f_back
    assert frame
    return names_of(frame.f_globals) if frame.f_locals is frame.f_globals else frame.f_locals


def is_hosts(error: BaseException) -> bool:
    """Tell whether an exception comes from the computer, as pytest's outcomes do."""
    return not isinstance(error, Exception) and any(
        kind.__module__ != "builtins"
        and getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind
        for kind in type(error).__mro__)


# The attribute with the frame of what waits.
FRAMES: dict[type, str] = {CoroutineType: "cr_frame", GeneratorType: "gi_frame"}
SEARCH_PATH = ("", "/", FROZEN, "/lib")


class Program(ModuleTable):
    """`run` executes the drive's program to its end, and sets `traceback` if it fails."""

    def __init__(self, drive: Drive, board: Board, console: Console, clock: Clock,
                 keyboard: Keyboard, built_ins: BuiltInModules, meter: Meter, journal: Journal,
                 strict_mode: StrictMode | None = None):
        named = strict_mode.builtins if strict_mode else {
            **runtime.builtin_names(clock.beat), "dir": names_in}
        self._names_in = named["dir"]
        arithmetic = Arithmetic(meter.spend)
        hidden = {
            **runtime.hidden(clock.beat), **comprehensions.HIDDEN, **arithmetic.hidden(),
            runtime.CLOCK: clock, runtime.WORK: meter.call, runtime.SIZED: meter.sized,
        }
        super().__init__(_shown_as_native({
            **named, **hidden, **self._own_names(), **arithmetic.built_in(named["pow"]),
            "open": drive.open, "getattr": runtime.closing(named["getattr"])}))
        self.drive = drive
        self.board = board
        self.console = console
        self._clock = clock
        self._meter = meter
        self._journal = journal
        self.keyboard = keyboard
        self._built_ins = built_ins
        self.interrupt = Interrupt(self.builtins, console, clock)
        self._strict_mode = strict_mode
        self._finder = Finder(drive, board, console.remark)
        self.files = HostFiles(self._finder)
        self.path = list(SEARCH_PATH)
        self.traceback = ""
        self.was_stopped = False  # by the simulator
        self.has_exited = False
        self.sources: dict[str, bytes] = {}  # of the files that it has run

    def _own_names(self) -> dict[str, Any]:
        """Return the built-in names that stand for something of this program."""
        return {
            "print": self._print,
            "compile": self._compiled,
            "dir": self._dir,
            "exec": self._exec,
            "eval": self._eval,
            "globals": own_globals,
            "help": self._help,
            "input": self._input,
            "locals": visible,
            "memoryview": View,
            "KeyboardInterrupt": Interrupted,
        }

    @property
    def strict(self) -> bool:
        return self._strict_mode is not None

    @property
    def timed(self) -> bool:
        """Tell whether code takes the board's time."""
        return self._meter.timed

    def run(self, file: str = "") -> None:
        """Run the drive's program, or another file on the drive."""
        file = self.interrupt.file = file or self.drive.program
        main = bare_module("__main__", __builtins__=self.builtins, __file__=file)
        self.modules["__main__"] = main

        def act() -> None:
            if self._strict_mode:
                self.builtins.update(self._strict_mode.configured_stack())
            exec(self._compile(file), main.__dict__)

        self.attempt(act)

    def attempt(self, act: Callable[[], object],
                divide: Callable[[], object] = lambda: None) -> bool:
        """Call `act` as the program's code, and print an exception that it does not catch. Return
        whether the code has exited. `divide` is called between the output and the exception.
        """
        try:
            self.interrupt.run(act)
        except SystemExit as error:
            self.has_exited = True
            divide()
            self._show_exit(error)
            return True
        except Interrupted as error:
            divide()
            self.console.write(self._report(error))
        except (GreenletExit, KeyboardInterrupt):
            raise  # the power was cut, or the user interrupts the simulator
        except BaseException as error:
            if is_hosts(error):
                raise
            self._set_traceback(error)
            divide()
            self.console.write(self.traceback)
            self._advise(error)
        else:
            divide()
        return False

    def _set_traceback(self, error: BaseException) -> None:
        if isinstance(error, Stuck):
            self.was_stopped = True
            self.traceback = self._formatted(error, str(error), list(error.args))
        else:
            self.traceback = self._report(error)

    def _show_exit(self, error: SystemExit) -> None:
        """Print why the program exits, unless that is a number. The text may be the program's."""
        value = error.args[0] if error.args else None
        if value is None or type(value) is int:
            return
        try:
            self.interrupt.run(lambda: self._print(value))
        except GreenletExit:
            raise
        except BaseException:
            pass

    def _report(self, error: BaseException) -> str:
        return self.format_traceback(error, self._message)

    def _message(self, error: BaseException) -> str:
        """Return the exception's text. Its `__str__` may be the program's, and raise."""
        texts: list[str] = []
        try:
            self.interrupt.run(lambda: texts.append(tracebacks.said(error)))
        except GreenletExit:
            raise
        except BaseException:
            return ""
        return texts[0]

    def _advise(self, error: BaseException) -> None:
        """Tell the user more about an error. A board would not, so these are remarks."""
        for note in tracebacks.notes(error):
            calls = tracebacks.passed(error, self.builtins)
            self.console.remark(note + self._place_of(calls) * (note == FULL))
        if name := tracebacks.missing_module(error):
            lib = self.drive.root / "lib" if self.drive.has_folder("/lib") else None
            borrows = lib is None or name.partition(".")[0] in self.board.frozen
            self.console.remark(libraries.advice(name, self.board.title, None if borrows else lib))

    def forget(self) -> None:
        if "asyncio" in self.modules:
            self._close_coroutines()
        super().forget()

    def _close_coroutines(self) -> None:
        """End what waits, while the names that it uses are still there."""
        for thing in gc.get_objects():
            frame = getattr(thing, FRAMES[type(thing)]) if type(thing) in FRAMES else None
            if frame and frame.f_builtins is self.builtins:
                with suppress(BaseException):
                    thing.close()

    def find(self, name: str, path: Sequence[str] | None) -> Source | ModuleType | None:
        built_in = path is None and name in self.board.modules
        if built_in and (module := self._built_ins.for_program(name)):
            if self._strict_mode:
                module = self._strict_mode.narrow_module(module)
            vars(module).update(_shown_as_native(vars(module)))
            return module
        if "." in name and not path:
            return self._built_in_child(*name.rpartition(".")[::2])
        for folder in self.path if path is None else path:
            found = self._finder.find(folder, name.rpartition(".")[2])
            if found:
                code = self.compile(found.source, found.file, form=found.form)
                return Source(code, found.file, found.path)
        return None

    def _built_in_child(self, parent: str, child: str) -> ModuleType | None:
        """Return a submodule such as `alarm.time`, on the device an attribute of `alarm`."""
        found = getattr(self.modules[parent], child, None)
        return found if isinstance(found, ModuleType) else None

    def import_(self, name: str, globals: Mapping[str, Any] | None = None,
                locals: Mapping[str, Any] | None = None, fromlist: Sequence[str] | None = (),
                level: int = 0) -> ModuleType:
        module = super().import_(name, globals, locals, fromlist, level)
        for wanted in fromlist if isinstance(fromlist, (list, tuple)) else ():
            if wanted != "*" and not hasattr(module, wanted):
                if hasattr(module, "__path__"):
                    raise ImportError(f"no module named '{module.__name__}.{wanted}'")
                raise ImportError(f"can't import name {wanted}")
        return module

    def load(self, name: str) -> ModuleType:
        if name in self.modules:
            return self.modules[name]
        with self._journal.span("imports", name):
            return super().load(name)

    def _add(self, name: str, found: Source | ModuleType) -> ModuleType:
        with self._stack():
            return super()._add(name, found)

    @contextmanager
    def _stack(self) -> Iterator[None]:
        """Let code take some of the memory for calls while it runs."""
        level = self._strict_mode.enter(0) if self._strict_mode else 0
        try:
            yield
        finally:
            if self._strict_mode:
                self._strict_mode.leave(level)

    def _compile(self, file: str) -> Any:
        source = self.drive.read(file)
        if source is None:
            raise ImportError(f"no file '{file}'")
        return self.compile(source, file)

    def compile(self, source: bytes, file: str, mode: str = "exec",
                form: str = "source") -> CodeType:
        """Compile source text in this machine's mode, and count the time. Raises SyntaxError."""
        self._meter.load(form, len(source))
        if form != "text":
            self.sources[file] = source
        made = compile_device(source, file, mode, self.strict, self.timed)
        return self.files.named(made, file)

    def _print(self, *values: Any, sep: str = " ", end: str = "\n",
               file: IO[str] | None = None, flush: bool = False) -> None:
        """Print on the console, which a board cannot flush."""
        before = self.console.count
        if self._strict_mode:
            values = tuple(map(narrow, map(bound_method, values)))
        out = stream(self.console if file is None else file)
        print(*values, sep=sep, end=end, file=out)
        self._clock.advance((self.console.count - before) * CHARACTER_NS)
        if flush and self._strict_mode:
            raise failure(errno.EINVAL)

    def _help(self, *value: Any) -> None:
        if not value:
            self._print(WELCOME.format(VERSION))
        elif value[0] == "modules":
            self._print(help_on_modules(self.board.modules | self.board.frozen))
        else:
            names = () if isinstance(value[0], type) else self._names_in(value[0])
            self._print(help_on(value[0], names))

    def _dir(self, *value: Any) -> list[str]:
        return self._names_in(*value) if value else list(visible())

    def _compiled(self, source: Any, file: str, mode: str, /, *_: Any) -> CodeType:
        """The program's `compile`."""
        if mode not in ("exec", "eval", "single"):
            raise ValueError("bad compile mode")
        text = source if isinstance(source, str) else bytes(source).decode()
        return self.compile(text.encode(), file, mode, "text")

    def _exec(self, source: Any, globals: Any = None, locals: Any = None) -> None:
        """Execute code. A string is compiled like a file, with heartbeats."""
        if isinstance(source, str):
            source = self.compile(source.encode(), "<string>", form="text")
        names = callers_globals() if globals is None else globals
        with self._own_builtins(names) as names, self._stack():
            exec(source, names, locals)

    def _eval(self, source: Any, globals: Any = None, locals: Any = None) -> Any:
        """Evaluate an expression. Only local names that are given are visible."""
        if isinstance(source, str):
            source = self.compile(source.strip().encode(), "<string>", "eval", "text")
        with self._own_builtins(callers_globals() if globals is None else globals) as names:
            return eval(source, names, locals)

    @contextmanager
    def _own_builtins(self, names: Any) -> Iterator[dict[str, Any]]:
        """Let code run with the board's built-ins, whatever `__builtins__` is among its names: on a
        board it is a name like any other.
        """
        names = names.names if isinstance(names, Names) else names
        missing = object()
        given = names.get(BUILTINS, missing)
        names[BUILTINS] = self.builtins
        try:
            yield names
        finally:
            if given is not missing:
                names[BUILTINS] = given

    def _input(self, prompt: str = "") -> str:
        self.console.write(prompt)
        line = ""
        while not line.endswith("\n"):
            key = self.keyboard.key()
            if key == CTRL_D and not line:
                raise EOFError
            line = self.console.edit(line, key)
        return line.removesuffix("\n")

    def format_traceback(self, error: BaseException,
                         ask: Callable[[BaseException], str] = tracebacks.said,
                         limit: int | None = None, chain: bool = True) -> str:
        """Return the traceback of an error, after those of the errors that led to it."""
        parts: list[str] = []
        shown = set()
        following: tuple[BaseException, str] | None = (error, "")
        while following and id(following[0]) not in shown:
            each, sentence = following
            shown.add(id(each))
            calls = tracebacks.passed(each, self.builtins)
            parts.append(self._formatted(each, ask(each), tracebacks.limited(calls, limit)) + (
                f"\n{sentence}\n\n" if sentence else ""))
            following = tracebacks.before(each, self._source_of) if chain else None
        return "".join(reversed(parts))

    def _source_of(self, file: str) -> bytes:
        return self.sources.get(self.files.on_device(file), b"")

    def _place_of(self, calls: list[tracebacks.Call]) -> str:
        return f" ({self.files.on_device(calls[-1][0])} line {calls[-1][1]})" if calls else ""

    def _formatted(self, error: BaseException, text: str, calls: list[tracebacks.Call]) -> str:
        return tracebacks.formatted(error, text, calls, self.files.on_device)
