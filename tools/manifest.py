# SPDX-License-Identifier: MIT
"""Reads and writes the list of deployed files on a board's drive.

It has the format of sha256sum: a line is a SHA-256 digest and a name. A file that is not in it, or
has another digest, is the user's. During a deployment a name may have several digests.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping

NAME = "minesweeper.sha256"
Digests = dict[str, set[str]]
# Names within the drive only.
LINE = re.compile(r"([0-9a-f]{64})  ([^/\\]+(?:/[^/\\]+)*)")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def of(contents: Mapping[str, bytes]) -> Digests:
    return {name: {digest(data)} for name, data in contents.items() if name != NAME}


def parse(text: bytes) -> Digests:
    """Read a list without its damaged lines, whose files count as the user's."""
    digests: Digests = {}
    for line in text.decode("utf-8", "replace").splitlines():
        found = LINE.fullmatch(line)
        if found and not {".", ".."} & set(found[2].split("/")):
            digests.setdefault(found[2], set()).add(found[1])
    return digests


def union(lists: Iterable[Digests]) -> Digests:
    digests: Digests = {}
    for some in lists:
        for name, values in some.items():
            digests.setdefault(name, set()).update(values)
    return digests


def text(digests: Digests) -> bytes:
    lines = [f"{value}  {name}\n" for name in sorted(digests) for value in sorted(digests[name])]
    return "".join(lines).encode()
