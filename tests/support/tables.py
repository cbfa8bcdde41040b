# SPDX-License-Identifier: MIT
"""Reads tables of cases from text files: two lines a case, the second of them indented.

Long programs and lists of a test module stand in a TOML file of its name.
"""

import tomllib
from pathlib import Path
from typing import Any


def pairs(text: str) -> list[tuple[str, str]]:
    """Return each odd line with what stands below it."""
    lines = text.splitlines()
    return [(line, below.strip()) for line, below in zip(lines[::2], lines[1::2], strict=True)]


def rows(name: str, beside: str) -> list[tuple[str, str]]:
    """Return the cases of a file in the folder of the module `beside`."""
    return pairs((Path(beside).parent / name).read_text(encoding="utf-8"))


def texts(module: str) -> dict[str, Any]:
    """Return the programs or lists of a test module, given its `__file__`."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
