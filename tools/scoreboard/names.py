# SPDX-License-Identifier: MIT
"""Spells players' names in one way, and refuses those with letters that nobody sees."""

import re
from unicodedata import category, normalize

# Joiners and variation selectors are left out: another name must look different.
JOINERS = re.compile("[\u200c\u200d\ufe00-\ufe0f]")
# Letters that show nothing although Unicode counts them among letters, marks or signs.
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0"
                    "\U000e0100-\U000e01ef]")


def canonical(text: str) -> str:
    """Return a name in NFC, with single spaces. Raises ValueError for one that is refused."""
    letters = JOINERS.sub("", normalize("NFC", text.strip()))
    spaced = "".join(" " if category(letter) == "Zs" else letter for letter in letters)
    name = re.sub(" +", " ", spaced).strip(" ")
    kinds = {category(letter)[0] for letter in name.replace(" ", "")}
    if not kinds - {"M"} or kinds & {"C", "Z"} or BLANKS.search(name):
        raise ValueError("the name has letters that nobody can see")
    return name
