# SPDX-License-Identifier: MIT
"""Reads tables of cases from text files: two lines a case, the second of them indented.
"""

from pathlib import Path


def pairs(text: str) -> list[tuple[str, str]]:
    """Return each odd line with what stands below it."""
    lines = text.splitlines()
    return [(line, below.strip()) for line, below in zip(lines[::2], lines[1::2], strict=True)]


def rows(name: str, beside: str) -> list[tuple[str, str]]:
    """Return the cases of a file in the folder of the module `beside`."""
    return pairs((Path(beside).parent / name).read_text(encoding="utf-8"))
