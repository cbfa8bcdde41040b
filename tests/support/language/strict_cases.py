# SPDX-License-Identifier: MIT
"""Snippets with their results, and programs that run them.

Those of strict_cases.txt run on a strict machine and in the MicroPython VM; `results` reads what
their program prints. Those of board_cases.txt have the results that a board's firmware gives.
"""

from pathlib import Path
from typing import NamedTuple

LINE = "⏎"
PROGRAM = """
import array, binascii, collections, errno, json, math, random, re, struct
from collections import namedtuple, deque, OrderedDict

def show(text, lines):
    names = dict(globals())
    try:
        if lines or text.split()[0] in ("import", "from", "raise"):
            exec(text, names)
            print("=", repr(names.get("r")))
        else:
            print("=", repr(eval(text, names)))
    except Exception as error:
        told = isinstance(error, (AttributeError, ImportError))
        print("!", type(error).__name__, *(error.args if told else ()))

for number, (text, lines) in enumerate({cases!r}):
    print("\\n@", number)
    show(text, lines)
"""


class Case(NamedTuple):
    text: str
    strict: str | None  # what strict mode makes of it, where that is not what the VM does


def read_cases() -> list[Case]:
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    lines = [line for part in text.split("\n---")[1:] for line in part.splitlines()[1:] if line]
    return [_case(line) for line in lines]


def _case(line: str) -> Case:
    text, _, differing = line.partition(" => ")
    strict = differing.partition(" -- ")[0] if differing else None
    return Case(text.replace(LINE, "\n"), strict)


def program(texts: list[str]) -> str:
    return PROGRAM.format(cases=[(text, _is_lines(text)) for text in texts])


def _is_lines(text: str) -> bool:
    return "\n" in text or text.startswith(("def ", "for ", "with ", "async ", "@"))


def results(printed: str) -> list[str]:
    """Return the part that the program printed for each text, in their order."""
    return [part.partition("\n")[2].strip() for part in printed.split("\n@ ")[1:]]


def read_refused() -> dict[str, str]:
    """Return programs that strict mode refuses, by name."""
    text = Path(__file__).with_name("refused.txt").read_text(encoding="utf-8")
    parts = (case.partition("\n") for case in text.split("\n--- ")[1:])
    return {name: program for name, _, program in parts}


BOARD_CASES = Path(__file__).with_name("board_cases.txt")
ARROW = " => "
BOARD_PROGRAM = """
def show(text):
    names = {}
    try:
        exec(text, names)
        print(repr(names.get("r")))
    except Exception as error:
        print(type(error).__name__, error.args)
for line in open("cases.txt"):
    show(line.rstrip("\\n"))
print("END")
"""


def read_board_cases():
    """Return pairs of a line and its result."""
    lines = BOARD_CASES.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(ARROW)) for line in lines if not line.startswith("#")]


def write_board_cases(drive: Path) -> Path:
    """Write the program that runs all lines; return its drive."""
    (drive / "code.py").write_text(BOARD_PROGRAM, encoding="utf-8")
    lines = (f"{line}\n" for line, _ in read_board_cases())
    (drive / "cases.txt").write_text("".join(lines), encoding="utf-8")
    return drive


def board_results(portal):
    """Run the program to its end; return the lines with their results."""
    for _ in range(60):
        portal.run(1)
        if "END" in portal.serial:
            break
    printed = portal.serial.replace("\r", "").split("\n")
    return list(zip((line for line, _ in read_board_cases()), printed, strict=False))
