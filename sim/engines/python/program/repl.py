# SPDX-License-Identifier: MIT
"""The REPL, which runs the lines that are typed.

The program's names are gone, as on the device, where the REPL is another virtual machine
(`shared/runtime/pyexec.c`). Time passes while somebody types. Tools use the raw REPL, which echoes
nothing and marks the ends of output and traceback; in its raw paste mode, the board tells how much
it can take. A line is typed at its end: what a board's editor does with the keys of a terminal
(cursor, history, Tab's names, indents of its own) is left to the firmware.
"""

import ast
import codeop
from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import Any

from ....board.console import CTRL_C, CTRL_D, ENTER, to_bytes
from ..compiler import syntax
from ..compiler.compiler import compile_tree
from ..compiler.parser import parse
from ..firmware import banner
from .imports import bare_module
from .interrupt import Interrupted
from .program import Program

CTRL_A, CTRL_B, CTRL_E = "\x01", "\x02", "\x05"
ESCAPE = "\x1b"
ERASED = f"\b{ESCAPE}[K"
FIRST, NEXT = ">>> ", "... "
INDENT = "    "
SHOW = "__repl_print__"
FILE = "<stdin>"
PASTE = "paste mode; Ctrl-C to cancel, Ctrl-D to finish"
RAW = "raw REPL; CTRL-B to exit\n"
PASTE_RAW = CTRL_E + "A"
END = b"\x04"
# A host may send twice so many bytes of raw paste ahead; the board tells when it has read so many.
WINDOW = 128


class Repl:
    """One virtual machine. `run` and `run_raw` return the key that ends it: Ctrl-A or Ctrl-B for
    the other REPL, Ctrl-D to start anew, also when the code exits.
    """

    def __init__(self, program: Program):
        self._program = program
        self._console = program.console
        self._banner = banner(program.board)
        self._read_key = program.keyboard.key
        self._names = self._fresh_names()

    def run(self) -> str:
        self._console.write(f"\n{self._banner}\n")
        while True:
            line, key = self._read_line(FIRST)
            exits = False
            if key and key in CTRL_A + CTRL_D:
                self._console.write("\n")
                return key
            if key == CTRL_E:
                exits = self._run(self._pasted())
            elif key:
                self._console.write("\n" if key == CTRL_C else f"\n\n{self._banner}\n")
            elif line:
                exits = self._run(self._continued(line))
            if exits:
                return CTRL_D

    def run_raw(self) -> str:
        self._console.write(RAW)
        while True:
            self._console.write(">")
            source, key = self._read_raw()
            if key == CTRL_A and source == PASTE_RAW:
                key = self._run_raw(self._pasted_raw)
            elif key == CTRL_D and source:
                self._console.write("OK")
                key = self._run_raw(partial(str, source))
            elif key == CTRL_A and source.startswith(CTRL_E) and len(source) == 2:
                self._console.send(b"R\0")
                key = ""
            elif key == CTRL_A:
                self._console.write(RAW)
                key = ""
            elif key:
                self._console.write("\n" if key == CTRL_B else "OK\n")
            if key:
                return key

    def _read_line(self, prompt: str) -> tuple[str, str]:
        """Read a line and return (line, "").

        Returns ("", key) for Ctrl-C and, on an empty line, for Ctrl-A to Ctrl-E.
        """
        self._console.write(prompt)
        line = ""
        while (key := self._read_key()) != ENTER:
            if key == CTRL_C or (not line and CTRL_A <= key <= CTRL_E):
                return "", key
            if key in "\b\x7f":
                self._console.write(ERASED if line else "")
                line = line[:-1]
            elif key == ESCAPE:
                self._skip_sequence()
            elif key >= " " or key == "\t":
                text = INDENT if key == "\t" else key
                self._console.write(text)
                line += text
        self._console.write("\n")
        return line, ""

    def _skip_sequence(self) -> None:
        """Read the rest of what a terminal sends for a key such as an arrow."""
        self._read_key()
        while not (key := self._read_key()).isalpha() and key != "~":
            pass

    def _read_raw(self) -> tuple[str, str]:
        """Read what was sent up to Ctrl-A, Ctrl-B or Ctrl-D; return both. Ctrl-C starts anew."""
        text = ""
        while (key := self._read_key()) not in (CTRL_A, CTRL_B, CTRL_D):
            text = "" if key == CTRL_C else text + key
        return text, key

    def _pasted_raw(self) -> str:
        """Read up to Ctrl-D, while telling the host how much it may send."""
        self._console.send(b"R\1" + WINDOW.to_bytes(2, "little") + b"\1")
        keys, left = [], WINDOW
        try:
            while (key := self._read_key()) != CTRL_D:
                if key == CTRL_C:
                    raise Interrupted
                keys.append(key)
                left -= len(to_bytes(key))
                if left <= 0:
                    left += WINDOW
                    self._console.send(b"\1")
        finally:
            self._console.send(END)
        return "".join(keys)

    def _run_raw(self, read: Callable[[], str]) -> str:
        """Run what `read` returns; return Ctrl-D if it exits."""
        def act() -> None:
            exec(program.compile(to_bytes(read()), FILE, form="text"), self._names)

        program, kept = self._program, self._program.traceback
        exits = program.attempt(act, lambda: self._console.send(END))
        program.traceback = kept
        self._console.send(END)
        return CTRL_D if exits else ""

    def _fresh_names(self) -> dict[str, Any]:
        program = self._program
        program.modules.clear()
        main = bare_module("__main__", __builtins__=program.builtins)
        program.modules["__main__"] = main
        program.builtins[SHOW] = self._show
        return main.__dict__

    def _show(self, value: Any) -> None:
        """Print the value of an expression, and keep it as `_`."""
        if value is not None:
            self._console.write(f"{value!r}\n")
            self._program.builtins["_"] = value

    def _run(self, source: str | None) -> bool:
        """Run the source; return whether it exits. An error does not count as the program's."""
        if source is None:
            return False
        program, kept = self._program, self._program.traceback
        exits = program.attempt(lambda: exec(self._compile(source), self._names))
        program.traceback = kept
        return exits

    def _compile(self, source: str) -> CodeType:
        """Compile like a file, but show the values of expression statements."""
        try:
            tree = _Showing().visit(parse(source, FILE, strict=self._program.strict))
        except SyntaxError as error:
            raise syntax.worded(error) if self._program.strict else error from None
        return compile_tree(tree, FILE, "exec", self._program.strict, self._program.timed)

    def _continued(self, text: str) -> str | None:
        """Read the lines that belong to the first one; return None if Ctrl-C is pressed."""
        while _is_open(text):
            line, key = self._read_line(NEXT)
            if key == CTRL_C:
                self._console.write("\n")
                return None
            text += "\n" + line
            if key == CTRL_D:
                return text
        return text

    def _pasted(self) -> str | None:
        """Read all keys up to Ctrl-D; return None if Ctrl-C is pressed."""
        self._console.write(f"\n{PASTE}\n=== ")
        text = ""
        while (key := self._read_key()) not in (CTRL_C, CTRL_D):
            text += "\n" if key == ENTER else key
            self._console.send(b"\r\n=== " if key == ENTER else to_bytes(key))
        self._console.write("\n")
        return text if key == CTRL_D else None


class _Showing(ast.NodeTransformer):
    """Turns expression statements, except in functions and classes, into calls of `SHOW`."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        call = ast.Call(func=ast.Name(id=SHOW, ctx=ast.Load()), args=[node.value], keywords=[])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(value=call), node))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node


def _is_open(text: str) -> bool:
    """Tell whether more lines are needed: in brackets, and in a block up to an empty line."""
    try:
        return codeop.compile_command(text, FILE) is None
    except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
        return False  # the error is the program's
