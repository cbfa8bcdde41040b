# SPDX-License-Identifier: MIT
"""A file of played games that survives a stopped run: its terms, then a line of JSON for each game.

The first line gives the terms of play; a file of other terms is refused. A last line that a power
cut left unfinished is cut off.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

KINDS = [int, bool, int, float]  # number, won, guesses, milliseconds


class RecordError(Exception):
    """A sentence: which file, which line, what is wrong with it."""


class Record:
    """`games` are tuples of what was kept before."""

    def __init__(self, games: list[tuple], file: IO[str] | None):
        self.games = games
        self._file = file

    def keep(self, games: Iterable[tuple]) -> None:
        if self._file:
            self._file.writelines(json.dumps(list(game)) + "\n" for game in games)
            self._file.flush()


@contextmanager
def opened(path: str | None, about: dict) -> Iterator[Record]:
    """The record of that file, made if there is none; of no file, one that forgets.

    Raises RecordError, OSError.
    """
    if path is None:
        yield Record([], None)
        return
    games = _read(Path(path), about) if Path(path).exists() else []
    with open(path, "a", encoding="utf-8") as file:
        if not file.tell():
            file.write(json.dumps(about) + "\n")
        yield Record(games, file)


def _read(path: Path, about: dict) -> list[tuple]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no record of games: it is not text") from None
    whole = text[:text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    lines = whole.splitlines()
    if lines and _parse(path, 1, lines[0]) != about:
        raise RecordError(f"{path}, line 1: these games were played under other terms, {lines[0]}")
    return [_game(path, number, line) for number, line in enumerate(lines[1:], 2)]


def _game(path: Path, number: int, line: str) -> tuple:
    game = _parse(path, number, line)
    if not isinstance(game, list) or [type(part) for part in game] != KINDS:
        raise RecordError(f"{path}, line {number}: {line!r} is no game")
    return tuple(game)


def _parse(path: Path, number: int, line: str):
    try:
        return json.loads(line)
    except ValueError:
        raise RecordError(f"{path}, line {number}: {line!r} is no JSON") from None
