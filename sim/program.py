# SPDX-License-Identifier: MIT
"""The program on the drive: how it is found, what it may import, and what is said when it fails.

Imports resolve as on the device: built-in modules first, then the drive's root, the frozen
libraries and /lib. A drive without a lib folder (a bare program file) borrows installed libraries.
"""

import builtins
import inspect
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, TracebackType
from typing import IO, TYPE_CHECKING, Any

from sim.compiler import BEAT, compile_device
from sim.hardware import for_program
from sim.modules import ModuleTable, Source

if TYPE_CHECKING:
    from sim.machine import Machine

SEARCH_PATH = ("", "/", ".frozen", "/lib")
FROZEN = ".frozen"


class Program(ModuleTable):
    """`run` executes the drive's program to its end; `traceback` is set when it failed."""

    def __init__(self, machine: "Machine"):
        own = {
            BEAT: machine.clock.beat,
            "open": machine.drive.open,
            "print": self._print,
            "exec": self._exec,
            "input": self._input,
        }
        super().__init__({**vars(builtins), **own})
        self._machine = machine
        self.path = list(SEARCH_PATH)
        self.traceback = ""

    def run(self) -> None:
        main = self.modules["__main__"] = ModuleType("__main__")
        main.__dict__.update(__builtins__=self.builtins, __file__=self._machine.drive.program)
        try:
            exec(self._compile(self._machine.drive.program), main.__dict__)
        except SystemExit:
            pass
        except Exception as error:
            self.traceback = self.format_traceback(error)
            self._machine.console.write(self.traceback)

    def find(self, name: str, path: Sequence[str] | None) -> Source | ModuleType | None:
        if path is None and name in self._machine.board.modules:
            return for_program(name, self._machine)
        for folder in self.path if path is None else path:
            found = self._find_in(folder, name.rpartition(".")[2])
            if found:
                return found
        return None

    def _find_in(self, folder: str, name: str) -> Source | None:
        base = f"{folder}/{name}" if folder not in ("", "/") else name
        for file, package in ((f"{base}/__init__.py", (base,)), (f"{base}.py", None)):
            source = self._read(file)
            if source is not None:
                return Source(compile_device(source, file), file, package)
        self._refuse_compiled(base)
        if self._machine.drive.has_folder(base):
            return Source(compile_device(b"", base), base, (base,))
        return None

    def _read(self, file: str) -> bytes | None:
        if not file.startswith(FROZEN):
            own = self._machine.drive.read(file)
            return self._borrowed(file) if own is None else own
        name = file.removeprefix(FROZEN + "/")
        top = name.partition("/")[0].removesuffix(".py")
        return _installed(name) if top in self._machine.board.frozen else None

    def _borrowed(self, file: str) -> bytes | None:
        if not file.startswith("/lib/") or self._machine.drive.has_folder("/lib"):
            return None
        return _installed(file.removeprefix("/lib/"))

    def _refuse_compiled(self, base: str) -> None:
        if self._machine.drive.read(f"{base}.mpy") is not None:
            raise ImportError(f"{base}.mpy is compiled: put the library's .py file beside it")

    def _compile(self, file: str) -> Any:
        source = self._machine.drive.read(file)
        if source is None:
            raise ImportError(f"no file '{file}'")
        return compile_device(source, file)

    def _print(self, *values: Any, sep: str = " ", end: str = "\n",
               file: IO[str] | None = None, flush: bool = False) -> None:
        print(*values, sep=sep, end=end, file=file or self._machine.console)  # type: ignore[arg-type]

    def _exec(self, source: Any, globals: Any = None, locals: Any = None) -> None:
        """Code in a string gets its heartbeats too."""
        if isinstance(source, str):
            source = compile_device(source.encode(), "<string>")
        caller = inspect.currentframe()
        assert caller is not None and caller.f_back is not None
        names = caller.f_back.f_globals if globals is None else globals
        names.setdefault("__builtins__", self.builtins)
        exec(source, names, locals)

    def _input(self, prompt: str = "") -> str:
        console = self._machine.console
        console.write(prompt)
        stdin, line = self._machine.hardware("sys").stdin, ""
        while not line.endswith("\n"):
            line = console.edit(line, stdin.read(1))
        return line.removesuffix("\n")

    def format_traceback(self, error: BaseException) -> str:
        """As the device prints it: the program's own files and lines, without source text."""
        lines = ["Traceback (most recent call last):"]
        lines += [f'  File "{file}", line {line}, in {name}' for file, line, name in
                  self._frames(error.__traceback__)]
        if isinstance(error, SyntaxError):
            lines.append(f'  File "{error.filename}", line {error.lineno}')
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        name = "OSError" if isinstance(error, OSError) else type(error).__name__
        lines.append(f"{name}: {text}" if text else name)
        return "\n".join(lines) + "\n"

    def _frames(self, at: TracebackType | None) -> list[tuple[str, int, str]]:
        frames = []
        while at:
            code = at.tb_frame.f_code
            if at.tb_frame.f_builtins is self.builtins:
                frames.append((code.co_filename, at.tb_lineno, code.co_name))
            at = at.tb_next
        return frames


def _installed(file: str) -> bytes | None:
    """A file of a library that is installed on this computer, by its path in site-packages."""
    top, _, rest = file.partition("/")
    spec = find_spec(top.removesuffix(".py")) if top.startswith(("adafruit_", "neopixel")) else None
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin)
    path = origin.parent / rest if rest else origin
    return path.read_bytes() if path.is_file() and path.suffix == ".py" else None
