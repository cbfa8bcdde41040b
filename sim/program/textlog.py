# SPDX-License-Identifier: MIT
"""A long text that grows at its end; of one that is too long, the beginning goes.

A program that prints for ever must not fill the computer's memory.
"""

# How much is kept, in characters.
LIMIT = 1 << 24
# So many pieces are joined to one, since each costs more than its characters.
PIECES = 1 << 16


class TextLog:
    """`count` is the number of characters that ever came."""

    def __init__(self, limit: int = LIMIT):
        self.count = 0
        self._limit = limit
        self._pieces: list[str] = []
        self._held = 0

    @property
    def text(self) -> str:
        self._join()
        return self._pieces[0]

    def add(self, text: str) -> None:
        self.count += len(text)
        self._pieces.append(text)
        self._held += len(text)
        if len(self._pieces) > PIECES or self._held > 2 * self._limit:
            self._join()

    def since(self, count: int) -> str:
        """What came after the first `count` characters, as far as it is kept."""
        missing, found = self.count - count, []
        for piece in reversed(self._pieces):
            if missing <= 0:
                break
            found.append(piece[-missing:])
            missing -= len(piece)
        return "".join(reversed(found))

    def _join(self) -> None:
        text = "".join(self._pieces)[-self._limit:]
        self._pieces, self._held = [text], len(text)
