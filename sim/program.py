# SPDX-License-Identifier: MIT
"""The program on the drive: how it is found, what it may import, and what is said when it fails.

Imports resolve as on the device: built-in modules first, then the drive's root, the frozen
libraries and /lib. A drive without a lib folder (a bare program file) borrows installed libraries.
"""

import builtins
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, ModuleType, TracebackType
from typing import IO, TYPE_CHECKING, Any

from . import libraries
from .compiler import BEAT, compile_device
from .console import CTRL_D
from .hardware import for_program
from .interrupt import Interrupted
from .modules import ModuleTable, Source
from .native import is_hidden
from .strict import Sandbox
from .strict.pystack import MODULE_BYTES

if TYPE_CHECKING:
    from .machine import Machine

SEARCH_PATH = ("", "/", ".frozen", "/lib")
FROZEN = ".frozen"
# Half of the calls that a traceback shows; the device's stack holds fewer than these together.
CALLS = 40


class Program(ModuleTable):
    """`run` executes the drive's program to its end; `traceback` is set when it failed."""

    def __init__(self, machine: "Machine"):
        own = {
            BEAT: machine.clock.beat,
            "open": machine.drive.open,
            "print": self._print,
            "exec": self._exec,
            "eval": self._eval,
            "input": self._input,
            "locals": _locals,
            "KeyboardInterrupt": Interrupted,
        }
        self._sandbox = Sandbox(machine) if machine.strict else None
        named = self._sandbox.builtins if self._sandbox else {**vars(builtins), "dir": _dir}
        super().__init__({**named, **own})
        self._machine = machine
        self.path = list(SEARCH_PATH)
        self.traceback = ""

    def run(self) -> None:
        main = self.modules["__main__"] = ModuleType("__main__")
        main.__dict__.update(__builtins__=self.builtins, __file__=self._machine.drive.program)
        if self._sandbox:
            self.builtins.update(self._sandbox.configured_stack())
        self.attempt(lambda: exec(self._compile(self._machine.drive.program), main.__dict__))

    def attempt(self, act: Callable[[], object]) -> None:
        """Let the program do something; what it does not catch is printed."""
        try:
            with self._machine.interrupt.allowed():
                act()
        except SystemExit:
            pass
        except Interrupted as error:
            self._machine.console.write(self.format_traceback(error))
        except Exception as error:
            self.traceback = self.format_traceback(error)
            self._machine.console.write(self.traceback)
            if isinstance(error, ImportError) and error.name:
                self._advise(error.name)

    def _advise(self, name: str) -> None:
        """Say what brings the module; the board itself would not, so it is no part of `text`."""
        drive, board = self._machine.drive, self._machine.board
        lib = drive.root / "lib" if drive.has_folder("/lib") else None
        borrows = lib is None or name.partition(".")[0] in board.frozen
        self._machine.console.remark(
            libraries.advice(name, board.title, None if borrows else lib))

    def find(self, name: str, path: Sequence[str] | None) -> Source | ModuleType | None:
        if path is None and name in self._machine.board.modules:
            module = for_program(name, self._machine)
            return self._sandbox.narrow_module(module) if self._sandbox else module
        if "." in name and not path:
            return self._built_in_child(*name.rpartition(".")[::2])
        for folder in self.path if path is None else path:
            found = self._find_in(folder, name.rpartition(".")[2])
            if found:
                return found
        return None

    def _built_in_child(self, parent: str, child: str) -> ModuleType | None:
        """A module in a built-in module, `alarm.time`: on the device an attribute of it."""
        found = getattr(self.modules[parent], child, None)
        return found if isinstance(found, ModuleType) else None

    def _find_in(self, folder: str, name: str) -> Source | None:
        base = f"{folder}/{name}" if folder not in ("", "/") else name
        for file, package in ((f"{base}/__init__.py", (base,)), (f"{base}.py", None)):
            source = self._read(file)
            if source is not None:
                return Source(self.compile(source, file), file, package)
        self._refuse_compiled(base)
        if self._machine.drive.has_folder(base):
            return Source(self.compile(b"", base), base, (base,))
        return None

    def import_(self, name: str, globals: Mapping[str, Any] | None = None,
                locals: Mapping[str, Any] | None = None, fromlist: Sequence[str] | None = (),
                level: int = 0) -> ModuleType:
        module = super().import_(name, globals, locals, fromlist, level)
        for wanted in fromlist if isinstance(fromlist, (list, tuple)) else ():
            if wanted != "*" and not hasattr(module, wanted):
                raise ImportError(f"can't import name {wanted}")
        return module

    def _add(self, name: str, found: Source | ModuleType) -> ModuleType:
        if self._sandbox is None:
            return super()._add(name, found)
        level = self._sandbox.enter(MODULE_BYTES)
        try:
            return super()._add(name, found)
        finally:
            self._sandbox.leave(level)

    def _read(self, file: str) -> bytes | None:
        if not file.startswith(FROZEN):
            own = self._machine.drive.read(file)
            return self._borrowed(file) if own is None else own
        name = file.removeprefix(FROZEN + "/")
        top = name.partition("/")[0].removesuffix(".py")
        return libraries.read(name) if top in self._machine.board.frozen else None

    def _borrowed(self, file: str) -> bytes | None:
        if not file.startswith("/lib/") or self._machine.drive.has_folder("/lib"):
            return None
        return libraries.read(file.removeprefix("/lib/"))

    def _refuse_compiled(self, base: str) -> None:
        if self._machine.drive.read(f"{base}.mpy") is not None:
            raise ImportError(f"{base}.mpy is compiled: put the library's .py file beside it")

    def _compile(self, file: str) -> Any:
        source = self._machine.drive.read(file)
        if source is None:
            raise ImportError(f"no file '{file}'")
        return self.compile(source, file)

    def compile(self, source: bytes, file: str, mode: str = "exec") -> CodeType:
        """As this machine takes it. Raises SyntaxError."""
        return compile_device(source, file, mode, self._machine.strict)

    def _print(self, *values: Any, sep: str = " ", end: str = "\n",
               file: IO[str] | None = None, **more: Any) -> None:
        """Of more keywords CPython's `flush` is passed over, but not when strict."""
        if more and (self._sandbox or more.keys() != {"flush"}):
            raise TypeError("extra keyword arguments given")
        print(*values, sep=sep, end=end, file=file or self._machine.console)  # type: ignore[arg-type]

    def _exec(self, source: Any, globals: Any = None, locals: Any = None) -> None:
        """Code in a string gets its heartbeats too."""
        if isinstance(source, str):
            source = self.compile(source.encode(), "<string>")
        names = _callers_globals() if globals is None else globals
        names.setdefault("__builtins__", self.builtins)
        exec(source, names, locals)

    def _eval(self, source: Any, globals: Any = None, locals: Any = None) -> Any:
        """As on the device, it sees no local names but those that it is given."""
        if isinstance(source, str):
            source = self.compile(source.strip().encode(), "<string>", "eval")
        names = _callers_globals() if globals is None else globals
        names.setdefault("__builtins__", self.builtins)
        return eval(source, names, locals)

    def _input(self, prompt: str = "") -> str:
        console = self._machine.console
        console.write(prompt)
        stdin, line = self._machine.hardware("sys").stdin, ""
        while not line.endswith("\n"):
            key = stdin.read(1)
            if key == CTRL_D and not line:
                raise EOFError
            line = console.edit(line, key)
        return line.removesuffix("\n")

    def format_traceback(self, error: BaseException) -> str:
        """As the device prints it: the program's own files and lines, without source text."""
        lines = ["Traceback (most recent call last):"]
        lines += _shorten([f'  File "{file}", line {line}, in {name}' for file, line, name in
                           self._frames(error.__traceback__)])
        if isinstance(error, SyntaxError):
            lines.append(f'  File "{error.filename}", line {error.lineno}')
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        lines.append(f"{_kind(error)}: {text}")
        return "\n".join(lines) + "\n"

    def _frames(self, at: TracebackType | None) -> list[tuple[str, int, str]]:
        frames = []
        while at:
            code = at.tb_frame.f_code
            if at.tb_frame.f_builtins is self.builtins:
                frames.append((code.co_filename, at.tb_lineno, code.co_name))
            at = at.tb_next
        return frames


def _kind(error: BaseException) -> str:
    """The device has one class where CPython has finer ones."""
    if isinstance(error, RecursionError):
        return "RuntimeError"
    return "OSError" if isinstance(error, OSError) else type(error).__name__


def _shorten(calls: list[str]) -> list[str]:
    """Of calls deeper than a board has room for, the outermost and the innermost."""
    left_out = len(calls) - 2 * CALLS
    if left_out <= 0:
        return calls
    return [*calls[:CALLS], f"  ({left_out} more)", *calls[-CALLS:]]


def _callers_globals() -> dict[str, Any]:
    """Those of the program's code that called `exec` or `eval`."""
    caller = inspect.currentframe()
    for _ in range(2):
        assert caller is not None
        caller = caller.f_back
    assert caller is not None
    return caller.f_globals


def _dir(*value: Any) -> list[str]:
    """The host's, without what no program can name."""
    return [name for name in (dir(*value) if value else sorted(_locals())) if not is_hidden(name)]


def _locals() -> Any:
    """The names of the module or class body that is being run: the device keeps no dict of a
    function's variables (`mp_builtin_locals` in py/modbuiltins.c).
    """
    frame = inspect.currentframe()
    assert frame is not None
    frame = frame.f_back
    while frame and frame.f_back and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        frame = frame.f_back
    return frame.f_locals if frame else {}
