# SPDX-License-Identifier: MIT
"""Spells players' names in one way, without letters that nobody sees."""

import re
from unicodedata import category, normalize

# Letters that show nothing although Unicode counts them among letters, marks or signs.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def canonical(text: str) -> str:
    """Return a name in NFC, with single spaces. Raises ValueError if nothing of it is seen."""
    letters = SELECTORS.sub("", normalize("NFC", text))
    spaced = "".join(" " if letter.isspace() else letter for letter in letters
                     if letter.isspace() or (category(letter)[0] != "C" and letter not in BLANKS))
    name = normalize("NFC", " ".join(spaced.split()))
    if all(letter == " " or category(letter)[0] == "M" for letter in name):
        raise ValueError("nothing of the name can be seen")
    return name
