# SPDX-License-Identifier: MIT
"""The list, on a board's drive, of what was put there: a line has a SHA-256 digest and a name.

It has sha256sum's format. What is not in the list, or has another digest there, is the user's.
A name may be in it with several digests while a deployment is under way.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping

NAME = "minesweeper.sha256"
Digests = dict[str, set[str]]
# Names in folders of the drive only: a line that leads out of it is none of ours.
LINE = re.compile(r"([0-9a-f]{64})  ([^/\\]+(?:/[^/\\]+)*)")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def of(contents: Mapping[str, bytes]) -> Digests:
    return {name: {digest(data)} for name, data in contents.items() if name != NAME}


def parse(text: bytes) -> Digests:
    """Lines that are damaged are left out, so that what they named counts as the user's."""
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
