# SPDX-License-Identifier: MIT
"""The results in an SQLite file: what was answered is on the disk, and nothing is there twice."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.scoreboard.claim import Claim

BUSY_S = 30
TABLE = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
    arrived TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d', 'now')),
    player TEXT NOT NULL, number TEXT NOT NULL, preset TEXT NOT NULL, controls TEXT NOT NULL,
    won INTEGER NOT NULL, ms INTEGER NOT NULL, value INTEGER NOT NULL, hinted INTEGER NOT NULL,
    known INTEGER NOT NULL, moves TEXT NOT NULL)
"""
COLUMNS = ", ".join(Claim._fields)
KEEP = (f"INSERT INTO games (digest, {COLUMNS}) VALUES (?{', ?' * len(Claim._fields)})"
        " ON CONFLICT (digest) DO NOTHING")
SELECT = f"SELECT id, arrived, {COLUMNS} FROM games"


class Kept(NamedTuple):
    """`arrived` is a day, as in 2026-11-22."""

    id: int
    arrived: str
    claim: Claim


class Store:
    """May be used by several threads and processes: each asks over a connection of its own."""

    def __init__(self, path: Path):
        self._path = path
        with self._opened() as base:
            base.execute("PRAGMA journal_mode=WAL")
            base.execute(TABLE)

    def keep(self, claim: Claim) -> int:
        """The result's number, the same if it is kept already. When it returns, it is kept."""
        with self._opened() as base:
            base.execute("BEGIN IMMEDIATE")
            base.execute(KEEP, (claim.digest(), *claim))
            base.execute("COMMIT")
            return base.execute("SELECT id FROM games WHERE digest = ?",
                                (claim.digest(),)).fetchone()[0]

    def game(self, number: int) -> Kept | None:
        return next(self._kept("WHERE id = ?", number), None)

    def best(self, preset: str, most: int) -> list[Kept]:
        """The fastest wins without help on a board that nobody had seen."""
        return [*self._kept("WHERE preset = ? AND won AND NOT hinted AND NOT known"
                            " ORDER BY ms, id LIMIT ?", preset, most)]

    def latest(self, most: int) -> list[Kept]:
        return [*self._kept("ORDER BY id DESC LIMIT ?", most)]

    def _kept(self, which: str, *values: object) -> Iterator[Kept]:
        with self._opened() as base:
            rows = base.execute(f"{SELECT} {which}", values).fetchall()
        for number, arrived, *fields in rows:
            claim = Claim(*fields)
            yield Kept(number, arrived, claim._replace(
                won=bool(claim.won), hinted=bool(claim.hinted), known=bool(claim.known)))

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        base = sqlite3.connect(self._path, timeout=BUSY_S, isolation_level=None)
        try:
            base.execute("PRAGMA synchronous=FULL")
            yield base
        finally:
            base.close()
