# SPDX-License-Identifier: MIT
"""Parses a posted result and checks each field; the referee then checks the game itself.

The fields are those of `Claim`; `3bv` is `value` here, and the moves are RAWVF's lines of events.
Numbers and moves are kept in their canonical spelling, so that equal games are equal texts.
"""

import datetime
import hashlib
import json
import re
from typing import Any, NamedTuple

from minesweeper.rules import presets
from minesweeper.rules.game import ANY, NO_GUESS
from minesweeper.rules.recording import MOST
from minesweeper.saved import days
from minesweeper.sharing import numbers, today
from tools.scoreboard import names

CONTROLS = ("guide", "dig", "flag")
NAME_LETTERS = 20
NUMBER_LETTERS = 32
# A week, and more than any board's 3BV.
LONGEST_MS = 7 * 86_400_000
MOST_VALUE = 1024
# The number of moves whose times two players may share to the millisecond by chance.
FEW = 2
# RAWVF's words for moves; the releases of a button are ignored.
ACTS = {"lc": "open", "rc": "flag", "mc": "chord", "questionmark": "question", "closed": "cover"}
WORDS = {act: word for word, act in ACTS.items()}
RELEASES = ("lr", "rr", "mr")
EVENT = re.compile(r"([0-9]{1,6})\.([0-9]{3}) ([a-z]{2,12}) ([0-9]{1,3}) ([0-9]{1,3})"
                   r"(?: \([0-9]{1,5} [0-9]{1,5}\))?")


class Refused(Exception):
    """A sentence for the sender of a wrong request, and the HTTP status that goes with it."""

    def __init__(self, sentence: str, status: int = 400):
        super().__init__(sentence)
        self.status = status


class Move(NamedTuple):
    """`act` is one of the values of ACTS; columns and rows count from 0."""

    ms: int
    act: str
    column: int
    row: int


class Claim(NamedTuple):
    """A result. The number and the moves are canonical.

    `known`: the board was dealt by its number or played before. `typed`: some moves come from the
    console.
    """

    player: str
    number: str
    preset: str
    controls: str
    won: bool
    ms: int
    value: int
    hinted: bool
    known: bool
    typed: bool
    moves: str

    def play(self) -> bytes:
        """Return a digest of the board, the moves and their times.

        It includes the player for a few moves on a known board, which two players may both make.
        """
        is_chance = self.known and len(self.steps()) <= FEW
        return self.digest() if is_chance else _digest(self.number, self.moves)

    def digest(self) -> bytes:
        """Return a digest of the player, the board, the moves and their times."""
        return _digest(self.player, self.number, self.moves)

    def steps(self) -> list[Move]:
        return _steps(self.moves)


def parse(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a request's body, in UTF-8. Raises Refused."""
    try:
        found = json.loads(body.decode(), object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise Refused("The body is not JSON.") from None
    if not isinstance(found, dict):
        raise Refused("The body is not a JSON object.")
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse two fields with the same name, of which JSON readers take different ones."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("The body has a field twice.")
    return found


def read(found: dict[str, Any]) -> Claim:
    """Return the claim in a JSON object, whose field `token` is ignored. Raises Refused."""
    strange = found.keys() - {*Claim._fields, "3bv", "token"} | found.keys() & {"value"}
    if strange:
        raise Refused(f"{sorted(strange)[0][:NUMBER_LETTERS]!a} is not a field of a result.")
    return Claim(
        player=_name(found), number=_number(found),
        preset=_text(found, "preset", NUMBER_LETTERS), controls=_controls(found),
        won=_flag(found, "won"), ms=_count(found, "ms", LONGEST_MS),
        value=_count(found, "3bv", MOST_VALUE), hinted=_flag(found, "hinted"),
        known=_flag(found, "known"),
        typed=_flag(found, "typed"), moves=_moves(found))


def _field(found: dict[str, Any], name: str) -> Any:
    if name not in found:
        raise Refused(f"The field {name} is missing.")
    return found[name]


def _text(found: dict[str, Any], name: str, most: int) -> str:
    value = _field(found, name)
    if not isinstance(value, str) or len(value) > most:
        raise Refused(f"The field {name} must be a text of at most {most} letters.")
    return value


def _name(found: dict[str, Any]) -> str:
    try:
        return names.canonical(_text(found, "player", NAME_LETTERS))
    except ValueError:
        raise Refused(f"The field player must be a name of 1 to {NAME_LETTERS} letters, all of "
                      "which can be seen.") from None


def _number(found: dict[str, Any]) -> str:
    try:
        return canonical(_text(found, "number", NUMBER_LETTERS))
    except ValueError:
        raise Refused("The field number must be a board number of 12 or 19 digits.") from None


def _moves(found: dict[str, Any]) -> str:
    return _spelled(_text(found, "moves", 1 << 16))


def _controls(found: dict[str, Any]) -> str:
    controls = _text(found, "controls", NUMBER_LETTERS)
    if controls not in CONTROLS:
        raise Refused(f"The field controls must be one of {', '.join(CONTROLS)}.")
    return controls


def _flag(found: dict[str, Any], name: str) -> bool:
    value = _field(found, name)
    if not isinstance(value, bool):
        raise Refused(f"The field {name} must be true or false.")
    return value


def _count(found: dict[str, Any], name: str, most: int) -> int:
    value = _field(found, name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Refused(f"The field {name} must be a whole number from 0 to {most}.")
    return value


def _spelled(moves: str) -> str:
    """Return the moves as canonical lines, without releases, pixels and leading zeros.

    Raises Refused.
    """
    return "\n".join(f"{move.ms // 1000}.{move.ms % 1000:03d} {WORDS[move.act]}"
                     f" {move.column + 1} {move.row + 1}" for move in _steps(moves))


def _steps(moves: str) -> list[Move]:
    """Parse the moves. Raises Refused for an invalid line, and for no moves or too many."""
    steps = [move for line in moves.split("\n") if (move := _move(line))]
    if not 0 < len(steps) <= MOST:
        raise Refused(f"A game has 1 to {MOST} moves, this one has {len(steps)}.")
    return steps


def _digest(*words: str) -> bytes:
    return hashlib.sha256(json.dumps(words).encode()).digest()


def _move(line: str) -> Move | None:
    """Parse a line; None for the release of a button. Raises Refused."""
    found = EVENT.fullmatch(line)
    if not found or found[3] not in (*ACTS, *RELEASES):
        raise Refused(f"{line[:NUMBER_LETTERS]!a} is not a move of a replay.")
    seconds, thousandths, word, column, row = found.groups()
    if word in RELEASES:
        return None
    return Move(int(seconds) * 1000 + int(thousandths), ACTS[word], int(column) - 1, int(row) - 1)


def canonical(words: str) -> str:
    """Return a number's canonical spelling. Raises ValueError for an invalid number."""
    index, rule, cell, seed, own = numbers.read(words)
    # Mines that may be anywhere are laid before the first tap, so the number has no first cell.
    return numbers.text(index, _board(index, own), rule, 0 if rule == ANY else cell, seed)


def of_day(date: datetime.date) -> str:
    """Return the canonical number of the board of a day."""
    seed, cell = today.laid(days.number(date.year, date.month, date.day))
    return numbers.text(presets.id_of(today.BOARD), today.BOARD[:4], NO_GUESS, cell, seed)


def size(words: str) -> tuple[int, int, int]:
    """Return the columns, rows and mines of a number's board. Raises ValueError."""
    index, _, _, _, own = numbers.read(words)
    _, columns, rows, mines = _board(index, own)
    return columns, rows, mines


def _board(index: int, own: tuple[int, int, int] | None) -> tuple:
    return (presets.CUSTOM, *own) if own else presets.of(index)[:4]
