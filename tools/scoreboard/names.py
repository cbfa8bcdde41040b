# SPDX-License-Identifier: MIT
"""Spells players' names in one way, and refuses those that look like another name or like nothing.

Letters that nothing shows are refused: Unicode's default ignorable code points (UAX #44), of which
UTS #39 allows none in an identifier, and blanks that are no spaces. They are allowed only where
they change what is seen: joiners in Indic and Arabic words (UAX #31, rules A1 to B), and what joins
emoji to one picture (UTS #51).
"""

import re
from unicodedata import category, combining, east_asian_width, normalize

# Kinds of letters, each with the sign by which `GOOD` and `BAD` name it; the first that fits.
KINDS = {
    "n": "\u200c",  # does not join
    "z": "\u200d",  # joins
    "p": "\ufe0f",  # the sign before it is a picture
    "k": "\u20e3",  # the digit before it is on a key
    "d": "0-9#*",
    "f": "\U0001f3f4",  # a flag, which tags make a region's
    "g": "\U000e0030-\U000e0039\U000e0061-\U000e007a",  # tags
    "x": "\U000e007f",  # the end of tags
    "s": "\U0001f3fb-\U0001f3ff",  # the colour of skin
    "r": "\U0001f1e6-\U0001f1ff",  # two of them are a flag
    "a": "\u0620-\u064a\u066e-\u06d3\u0750-\u077f\u08a0-\u08c9",  # Arabic
    "i": "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
         "\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
         "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff",  # invisible
}
_FIRST = re.compile("|".join(f"(?P<{sign}>[{letters}])" for sign, letters in KINDS.items()))
VIRAMA = 9  # its combining class
# A sign that is a text's takes `p`; one that is wide is a picture anyway (UAX #11).
_PICTURE = "(?:fg+x|[ef]s?|tp?s?)"
GOOD = re.compile(f"{_PICTURE}(?:z{_PICTURE})*|dp?k|v[nz]|(?<=a)n(?=a)")
# Letters that nobody sees, and marks without a letter, or more of them than UTS #39 allows.
BAD = re.compile("[nzpgxic]|(?:^| )[mvk]|[mvk]{5}")


def canonical(text: str) -> str:
    """Return a name in NFC with single spaces. Raises ValueError for one that is refused."""
    name = normalize("NFC", text.strip())
    name = "".join(" " if category(letter) == "Zs" else letter for letter in name)
    name = re.sub(" +", " ", name).strip(" ")
    if not name or BAD.search(GOOD.sub("l", "".join(map(_kind, name)))):
        raise ValueError("the name has letters that nobody can see")
    return name


def _kind(letter: str) -> str:
    """Return the sign of a letter's kind; `l` is any that is seen, `c` one that cannot be shown."""
    found = _FIRST.match(letter)
    if found and found.lastgroup:
        return found.lastgroup
    if letter == " ":
        return " "
    if not letter.isprintable():
        return "c"
    if category(letter).startswith("M"):
        return "v" if combining(letter) == VIRAMA else "m"
    if category(letter) not in ("So", "Sm", "Po", "Pd"):
        return "l"
    return "e" if east_asian_width(letter) == "W" else "t"
