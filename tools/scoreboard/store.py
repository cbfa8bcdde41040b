# SPDX-License-Identifier: MIT
"""Stores results in an SQLite file, each once; a result is on the disk before it is answered."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import NamedTuple, get_type_hints

from minesweeper.rules import presets
from tools.scoreboard import referee
from tools.scoreboard.claim import LONGEST_MS, Claim, Refused, size

# The longest wait for another post of this process, and for another process that has the file.
TURN_S, BUSY_S = 1.0, 0.8
# `play` identifies a game that only one player can have played, `digest` one player's game.
GAMES = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, arrived TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d', 'now')),
    digest BLOB NOT NULL UNIQUE, play BLOB NOT NULL UNIQUE, ranked INTEGER NOT NULL,
    columns INTEGER NOT NULL, rows INTEGER NOT NULL, mines INTEGER NOT NULL,
    player TEXT NOT NULL, number TEXT NOT NULL, preset TEXT NOT NULL, controls TEXT NOT NULL,
    won INTEGER NOT NULL, ms INTEGER NOT NULL, value INTEGER NOT NULL, hinted INTEGER NOT NULL,
    known INTEGER NOT NULL, typed INTEGER NOT NULL, moves TEXT NOT NULL)
"""
RANKING = ("CREATE INDEX IF NOT EXISTS ranking ON games"
           " (preset, columns, rows, mines, ms, id) WHERE ranked")
PLAYERS = ("CREATE INDEX IF NOT EXISTS players ON games"
           " (player, ranked, preset, columns, rows, mines, id)")
BOARDS = "CREATE INDEX IF NOT EXISTS boards ON games (number, id)"
# The most wins on a board that are searched for a rank.
MOST_RANKED = 1000
FIELDS = ", ".join(Claim._fields)
# The types of a row's fields; SQLite stores True as 1.
KINDS = [int if kind is bool else kind for kind in get_type_hints(Claim).values()]
DERIVED = "digest, play, ranked, columns, rows, mines"
KEEP = (f"INSERT INTO games ({DERIVED}, {FIELDS}) VALUES"
        f" (?{', ?' * (5 + len(Claim._fields))}) ON CONFLICT DO NOTHING")
SELECT = f"SELECT id, arrived, ranked, {FIELDS} FROM games"
# Skips all games of the last size, which SQLite would otherwise read.
NEXT_SIZE = ("SELECT columns, rows, mines FROM games WHERE ranked AND preset = ?"
             f" AND (columns, rows, mines, ms) > (?, ?, ?, {LONGEST_MS})"
             " ORDER BY columns, rows, mines, ms LIMIT 1")

# Columns, rows and mines.
Size = tuple[int, int, int]


class StoreError(Exception):
    """The message names the file and says what to do; `reason` does not."""

    def __init__(self, path: Path, reason: str):
        super().__init__(f"{path}: {reason}: close what else has it open, put a copy of it back, "
                         "or name another folder")
        self.reason = reason


class Kept(NamedTuple):
    """A stored result. `arrived` is a day such as 2026-11-22; `ranked`: the game counts."""

    id: int
    arrived: str
    ranked: bool
    claim: Claim


class Store:
    """The store, which threads and processes can share: each call opens its own connection.

    All methods raise StoreError.
    """

    def __init__(self, path: Path):
        self._path = path
        self._turn = Lock()
        with self._opened() as base:
            base.execute("PRAGMA journal_mode=WAL")
            # A file of another version is refused before it is changed.
            for statement in GAMES, f"{SELECT} LIMIT 1", RANKING, PLAYERS, BOARDS:
                base.execute(statement)

    def keep(self, claim: Claim) -> int:
        """Store a result and return its number; a stored game keeps its number.

        Raises Refused for a game that another player has posted.
        """
        with self._in_turn(), self._opened() as base:
            base.execute("BEGIN IMMEDIATE")
            base.execute(KEEP, (*_derived(claim), *claim))
            base.execute("COMMIT")
            found = base.execute("SELECT id FROM games WHERE digest = ?",
                                 (claim.digest(),)).fetchone()
        if not found:
            raise Refused("The game was posted before, by another player.", 422)
        return found[0]

    def rank(self, claim: Claim) -> tuple[int, int] | None:
        """Return a player's place on a board, and how many have a place; None without one.

        The first win of each player without advice, at a finger's pace, counts.
        """
        times: dict[str, int] = {}
        for kept in self._kept("WHERE number = ? AND won AND NOT hinted ORDER BY id LIMIT ?",
                               claim.number, MOST_RANKED):
            if referee.is_by_finger(kept.claim.steps()):
                times.setdefault(kept.claim.player, kept.claim.ms)
        own = times.get(claim.player)
        if own is None:
            return None
        return 1 + sum(ms < own for ms in times.values()), len(times)

    def game(self, number: int) -> Kept | None:
        return next(self._kept("WHERE id = ?", number), None)

    def best(self, preset: str, size: Sequence[int], most: int) -> list[Kept]:
        """Return the fastest games that count, on boards of this preset and size."""
        return [*self._kept("WHERE ranked AND preset = ? AND columns = ? AND rows = ? AND mines = ?"
                            " ORDER BY ms, id LIMIT ?", preset, *size, most)]

    def sizes(self, most: int) -> list[Size]:
        """Return the sizes of custom boards on which a game counts, the smallest first."""
        sizes: list[Size] = [(0, 0, 0)]
        with self._opened() as base:
            while len(sizes) <= most and (found := base.execute(
                    NEXT_SIZE, (presets.CUSTOM, *sizes[-1])).fetchone()):
                sizes.append(found)
        return sizes[1:]

    def latest(self, most: int, player: str | None = None) -> list[Kept]:
        """Return the latest games, of all or of one player."""
        if player is None:
            return [*self._kept("ORDER BY id DESC LIMIT ?", most)]
        return [*self._kept("WHERE player = ? ORDER BY id DESC LIMIT ?", player, most)]

    def boards(self, player: str, most: int) -> list[tuple[str, int, int, int]]:
        """Return preset, columns, rows and mines of each board on which the player's games count,
        the one with the most games first.
        """
        with self._opened() as base:
            return base.execute(
                "SELECT preset, columns, rows, mines FROM games WHERE player = ? AND ranked"
                " GROUP BY preset, columns, rows, mines ORDER BY count(*) DESC, preset LIMIT ?",
                (player, most)).fetchall()

    def times(self, player: str, preset: str, size: Sequence[int], most: int) -> list[Kept]:
        """Return the player's latest games that count on such boards, the earliest first."""
        return [*self._kept("WHERE player = ? AND ranked = 1 AND preset = ? AND columns = ? AND"
                            " rows = ? AND mines = ? ORDER BY id DESC LIMIT ?",
                            player, preset, *size, most)][::-1]

    def _kept(self, which: str, *values: object) -> Iterator[Kept]:
        with self._opened() as base:
            found = [Kept(number, arrived, bool(ranked), _claim(number, fields))
                     for number, arrived, ranked, *fields
                     in base.execute(f"{SELECT} {which}", values)]
        yield from found

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Let one thread write at a time, so that those of one process never find it locked."""
        if not self._turn.acquire(timeout=TURN_S):
            raise StoreError(self._path, "too many results are being stored")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            base = sqlite3.connect(self._path, timeout=BUSY_S, isolation_level=None)
            try:
                base.execute("PRAGMA synchronous=FULL")
                yield base
            finally:
                base.close()
        except sqlite3.Error as error:
            raise StoreError(self._path, str(error)) from None


def _claim(number: int, fields: list) -> Claim:
    claim = Claim(*fields)
    if any(type(field) is not kind or field == ""
           for field, kind in zip(fields, KINDS, strict=True)):
        raise sqlite3.DataError(f"game {number} is damaged")
    return claim._replace(won=bool(claim.won), hinted=bool(claim.hinted), known=bool(claim.known),
                          typed=bool(claim.typed))


def _derived(claim: Claim) -> tuple:
    """Return the values of DERIVED."""
    return claim.digest(), claim.play(), _counts(claim), *size(claim.number)


def _counts(claim: Claim) -> bool:
    """Return whether a game is a win without help, on a new board, at a finger's pace."""
    return (claim.won and not claim.hinted and not claim.known
            and referee.is_by_finger(claim.steps()))
