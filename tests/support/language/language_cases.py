# SPDX-License-Identifier: MIT
"""The snippets of language_cases.txt: programs that CircuitPython refuses, and what passes."""

from pathlib import Path


def read_cases():
    """name: (what is found, what passes)"""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    cases = {}
    for case in text.split("\n--- ")[1:]:
        name, _, sources = case.partition("\n")
        cases[name] = tuple(sources.split("+++\n"))
    return cases


CASES = read_cases()
REFUSED = [name for name in CASES if name.startswith("refused")]
