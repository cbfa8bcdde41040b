# SPDX-License-Identifier: MIT
"""Reads equivalents.txt: changes of the code that change nothing that a test could notice."""

import ast
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import ROOT

WHATEVER = "..."


class Change(NamedTuple):
    module: str  # the end of its name
    line: str
    becomes: str


def read() -> list[Change]:
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    return [_change(line) for part in text.split("\n---")[1:] for line in part.splitlines()[1:]
            if line]


def _change(line: str) -> Change:
    module, _, change = line.partition(": ")
    before, _, after = change.rpartition(" => ")
    return Change(module, before, after)


def is_one(module: str, diff: str) -> bool:
    """Return whether a unified diff of this module is one of them."""
    before, after = (_bare("".join(line[1:] for line in diff.splitlines()
                                   if line.startswith(sign) and not line.startswith(sign * 3)))
                     for sign in "-+")
    return any(module.endswith(known.module) and before == _bare(known.line)
               and after.startswith(_bare(known.becomes.removesuffix(WHATEVER)))
               and (known.becomes.endswith(WHATEVER) or after == _bare(known.becomes))
               for known in read())


def is_annotation(module: str, at: tuple[int, int]) -> bool:
    """Return whether an annotation is at this line and column: mypy reads it, and no program."""
    nodes = ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8")))
    parts = [getattr(node, field, None) for node in nodes for field in ("annotation", "returns")]
    return any((part.lineno, part.col_offset) <= at <= (part.end_lineno, part.end_col_offset)
               for part in parts if part)


def _bare(code: str) -> str:
    return "".join(code.split())
