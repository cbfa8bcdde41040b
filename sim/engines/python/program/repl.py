# SPDX-License-Identifier: MIT
"""The REPL, which runs the lines that are typed, and its line editor.

The program's names are gone, as on the device, where the REPL is another virtual machine
(`shared/runtime/pyexec.c`). Time passes while somebody types. Tools use the raw REPL, which echoes
nothing and marks the ends of output and traceback; in its raw paste mode, the board tells how much
it can take.

The editor turns keys and a terminal's escape sequences into a line, and writes what a VT100 needs
to show it. Keys, history, indents and tabs are those of `shared/readline/readline.c`.
"""

import ast
from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import Any

from ....board.console import CTRL_C, CTRL_D, ENTER, to_bytes
from ..compiler import syntax
from ..compiler.compiler import compile_tree
from ..compiler.parser import parse
from ..firmware import banner
from ..native.private import is_hidden
from .imports import bare_module
from .interrupt import Interrupted
from .program import Program

CTRL_A, CTRL_B, CTRL_E = "\x01", "\x02", "\x05"
ESCAPE = "\x1b"
ERASE = f"{ESCAPE}[K"
FIRST = ">>> "
HISTORY, COLUMN = 8, 16
INDENT = "    "
# The characters of names.
NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
UP, DOWN, RIGHT, LEFT, DELETE = "[A", "[B", "[C", "[D", "[3~"
# Escape sequences, without their ESC, that do the same as a key.
SAME = {**dict.fromkeys(["[H", "OH", "[1~", "[7~"], CTRL_A),
        **dict.fromkeys(["[F", "OF", "[4~", "[8~"], CTRL_E)}


class LineEditor:
    """Reads lines with editing, history and completion.

    `read_key` waits for a character, and `write` shows text. `complete` returns the possible
    continuations of the name at the end of a text.
    """

    def __init__(self, read_key: Callable[[], str], write: Callable[[str], object],
                 complete: Callable[[str], list[str]]):
        self._read_key = read_key
        self._write = write
        self._complete = complete
        self._history: list[str] = []
        self._recalled = -1
        self._line = ""
        self._at = 0
        self._indented = False
        self._indents = True
        self._prompt = ""
        self._keys: dict[str, Callable[[], None]] = {
            CTRL_A: lambda: self._go(0),
            CTRL_E: lambda: self._go(len(self._line)),
            LEFT: lambda: self._go(self._at - 1),
            RIGHT: lambda: self._go(self._at + 1),
            DELETE: lambda: self._cut(self._at, self._at + 1),
            "\b": self._backspace,
            "\x7f": self._backspace,
            "\t": self._tab,
            DOWN: lambda: self._recall(self._recalled - 1),
            UP: lambda: self._recall(self._recalled + 1),
        }

    def read(self, prompt: str, indent: str = "") -> tuple[str, str]:
        """Read a line and return (line, "").

        Returns ("", key) for Ctrl-C and, on an empty line, for Ctrl-A to Ctrl-E.
        """
        self._line, self._at, self._recalled, self._prompt = "", 0, -1, prompt
        self._write(prompt)
        self._indents = self._indents or prompt == FIRST
        self._insert(indent * self._indents)
        self._indented = bool(self._line)
        while True:
            key = self._key()
            if key == ENTER:
                self._write("\n")
                self._remember(self._line)
                return self._line, ""
            if key == CTRL_C or (not self._line and CTRL_A <= key <= CTRL_E):
                return "", key
            self._do(key)

    def _key(self) -> str:
        """Return the next key, or an escape sequence without its ESC."""
        key = self._read_key()
        if key != ESCAPE:
            return key
        sequence = self._read_key() + self._read_key()
        if sequence[1].isdigit():
            sequence += self._read_key()
        return SAME.get(sequence, sequence)

    def _do(self, key: str) -> None:
        if self._indented and key in " \t":
            self._undent(key)
        elif key in self._keys:
            self._keys[key]()
        elif len(key) == 1 and key >= " ":
            self._insert(key)
        self._indented = False

    def _undent(self, key: str) -> None:
        """Keep an automatic indent on Tab, and shorten it to one space on a space.

        Lines that come with indents of their own get no more until the next statement.
        """
        self._indents = False
        if key == " ":
            self._line, self._at = " ", 1
            self._write(_back(len(INDENT) - 1))

    def _insert(self, text: str) -> None:
        self._line = self._line[:self._at] + text + self._line[self._at:]
        self._write(text)
        self._at += len(text)
        self._write(self._line[self._at:] + _back(len(self._line) - self._at))

    def _go(self, to: int) -> None:
        to = min(max(to, 0), len(self._line))
        self._write(_back(self._at - to) if to < self._at else self._line[self._at:to])
        self._at = to

    def _cut(self, start: int, end: int) -> None:
        self._go(start)
        rest = self._line[end:]
        if rest != self._line[start:]:
            self._line = self._line[:start] + rest
            self._write(f"{ERASE}{rest}{_back(len(rest))}")

    def _backspace(self) -> None:
        """Delete a character, or a whole indent if only spaces are before the cursor."""
        if self._at:
            blank = self._at >= len(INDENT) and not self._line[:self._at].strip(" ")
            self._cut(self._at - (len(INDENT) if blank else 1), self._at)

    def _recall(self, number: int) -> None:
        """Show a line of the history, 0 being the last one; −1 is an empty line."""
        if -1 <= number < len(self._history):
            recalled = self._history[number] if number >= 0 else ""
            self._go(0)
            self._write(ERASE * (len(recalled) < len(self._line)) + recalled)
            self._recalled, self._line, self._at = number, recalled, len(recalled)

    def _remember(self, line: str) -> None:
        if line and line not in self._history[:1]:
            self._history = [line, *self._history][:HISTORY]

    def _tab(self) -> None:
        """Complete the name before the cursor, or list the possible names."""
        before = self._line[:self._at]
        if before[-1:].isspace():
            return self._insert(INDENT)
        endings = self._complete(before)
        common = _common(endings)
        if common or len(endings) < 2:
            return self._insert(common)
        stem = before[len(before.rstrip(NAME)):]
        self._write("\n" + _table([stem + ending for ending in endings]) + self._prompt + before)
        self._write(self._line[self._at:] + _back(len(self._line) - self._at))


def _back(columns: int) -> str:
    return f"{ESCAPE}[{columns}D" if columns > 4 else "\b" * columns


def _common(endings: list[str]) -> str:
    """Return the longest common start."""
    first, last = min(endings, default=""), max(endings, default="")
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b),
                min(len(first), len(last)))
    return first[:same]


def _table(names: list[str]) -> str:
    """Return the names in lines of four columns; a long name takes several."""
    lines = names[:1]
    for name in names[1:]:
        gap = -len(lines[-1]) % COLUMN
        longer = lines[-1] + " " * (gap if gap > 1 else gap + COLUMN) + name
        if len(longer) <= 4 * COLUMN:
            lines[-1] = longer
        else:
            lines.append(name)
    return "".join(f"{line}\n" for line in lines)


SHOW = "__repl_print__"
FILE = "<stdin>"
PASTE = "paste mode; Ctrl-C to cancel, Ctrl-D to finish"
RAW = "raw REPL; CTRL-B to exit\n"
IMPORT = "import "
PASTE_RAW = CTRL_E + "A"
END = b"\x04"
# A host may send twice so many bytes of raw paste ahead; the board tells when it has read so many.
WINDOW = 128
COMPOUND = ("if", "while", "for", "try", "with", "def", "class", "async")


class Repl:
    """One virtual machine. `run` and `run_raw` return the key that ends it: Ctrl-A or Ctrl-B for
    the other REPL, Ctrl-D to start anew, also when the code exits.
    """

    def __init__(self, program: Program):
        self._program = program
        self._console = program.console
        self._banner = banner(program.board)
        self._read_key = program.keyboard.key
        self._editor = LineEditor(self._read_key, self._console.write, self._endings)
        self._names = self._fresh_names()

    def run(self) -> str:
        self._console.write(f"\n{self._banner}\n")
        while True:
            line, key = self._editor.read(FIRST)
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

    def _read_raw(self) -> tuple[str, str]:
        """Read what was sent up to Ctrl-A, Ctrl-B or Ctrl-D; return both. Ctrl-C starts anew."""
        text = ""
        while (key := self._read_key()) not in (CTRL_A, CTRL_B, CTRL_D):
            text = "" if key == CTRL_C else text + key
        return text, key

    def _pasted_raw(self) -> str:
        """Read up to Ctrl-D, while telling the host how much there is room for."""
        self._console.send(b"R\1" + WINDOW.to_bytes(2, "little") + b"\1")
        keys, room = [], WINDOW
        try:
            while (key := self._read_key()) != CTRL_D:
                if key == CTRL_C:
                    raise Interrupted
                keys.append(key)
                room -= len(to_bytes(key))
                if room <= 0:
                    room += WINDOW
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
            raise syntax.worded(error, source) if self._program.strict else error from None
        return compile_tree(tree, FILE, "exec", self._program.strict, self._program.timed)

    def _continued(self, text: str) -> str | None:
        """Read the lines that belong to the first one; return None if Ctrl-C is pressed."""
        while is_open(text):
            text += "\n"
            line, key = self._editor.read("... ", indent_after(text))
            if key == CTRL_C:
                self._console.write("\n")
                return None
            if key == CTRL_D:
                return text
            text += line
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

    def _endings(self, text: str) -> list[str]:
        """Return the possible continuations of the name at the end of `text`."""
        dotted = text[len(text.rstrip(NAME + ".")):]
        *owners, stem = dotted.split(".")
        names = self._modules() if _imports(text) and not owners else self._known(owners)
        found = sorted(name.removeprefix(stem) for name in names
                       if name.startswith(stem) and (stem or not name.startswith("_")))
        begins_import = stem and text == stem and IMPORT.startswith(stem)
        return found or ([IMPORT.removeprefix(stem)] if begins_import else [])

    def _modules(self) -> list[str]:
        return [name for name in self._program.board.modules if "." not in name]

    def _known(self, owners: list[str]) -> list[str]:
        """Return the names in the REPL, or in `owners[0].owners[1]…`, without calling anything."""
        names = {name: value for name, value in self._names.items() if name != "__builtins__"}
        for owner in owners:
            if owner not in names:
                return []
            names = {**_attributes(type(names[owner])), **_attributes(names[owner])}
        return list(names)


def _attributes(value: Any) -> dict[str, Any]:
    own = getattr(value, "__dict__", {})
    return {name: own[name] for name in own if not is_hidden(name)}


def _imports(text: str) -> bool:
    return text.startswith(IMPORT)


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


def is_open(text: str) -> bool:
    """Tell whether more lines are needed, after an open bracket or long string, or in a block.

    An empty line ends a block (`mp_repl_continue_with_input` in `py/repl.c`).
    """
    depth, quote = _unclosed(text)
    if depth > 0 or len(quote) == 3 or text.endswith("\\"):
        return True
    return _is_compound(text) and not text.endswith("\n")


def _is_compound(text: str) -> bool:
    word = text[:len(text) - len(text.lstrip(NAME))]
    return text.startswith("@") or word in COMPOUND


def _unclosed(text: str) -> tuple[int, str]:
    """Return the number of open brackets and the quotation mark of an open string."""
    depth, quote, at = 0, "", 0
    while at < len(text):
        if quote:
            if text[at] == "\\":
                at += 1
            elif text.startswith(quote, at):
                at += len(quote) - 1
                quote = ""
        elif text[at] in "'\"":
            quote = text[at] * (3 if text.startswith(text[at] * 3, at) else 1)
            at += len(quote) - 1
        else:
            depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
    return depth, quote


def indent_after(text: str) -> str:
    """Return the next line's indent: the last line's, deeper after a colon.

    After two lines of spaces there is none.
    """
    lines = text.split("\n")[:-1]
    last = lines[-1]
    if len(lines) > 2 and not last.strip(" ") and not lines[-2].strip(" "):
        return ""
    depth = (len(last) - len(last.lstrip(" "))) // len(INDENT)
    return INDENT * (depth + last.endswith(":"))
