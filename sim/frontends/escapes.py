# SPDX-License-Identifier: MIT
"""Keys as text in a script: control characters, quotes and the backslash as escapes.

`escape` writes what `unescape` reads: `\\n`, `\\r`, `\\t`, `\\\\`, `\\x03`, `\\u20ac`.
"""

import re

_NAMED = {"\n": "n", "\r": "r", "\t": "t", "\\": "\\"}
_MEANT = {name: key for key, name in _NAMED.items()}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.?))", re.DOTALL)


def escape(text: str) -> str:
    """One line without quotes."""
    return "".join(map(_escaped, text))


def unescape(text: str) -> str:
    """Raises ValueError naming an unknown escape."""
    return _ESCAPE.sub(_meant, text)


def _escaped(key: str) -> str:
    if key in _NAMED:
        return "\\" + _NAMED[key]
    if key in "'\"" or (not key.isprintable() and ord(key) < 0x100):
        return f"\\x{ord(key):02x}"
    return key if key.isprintable() or ord(key) > 0xFFFF else f"\\u{ord(key):04x}"


def _meant(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        return chr(int(code, 16))
    if match[3] not in _MEANT:
        raise ValueError(f"{match[0]} is none of \\n, \\r, \\t, \\\\, \\x03, \\u20ac")
    return _MEANT[match[3]]
