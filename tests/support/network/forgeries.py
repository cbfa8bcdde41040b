# SPDX-License-Identifier: MIT
"""What a scoreboard must refuse: results that are not true, and bodies that are no results.

Each is false by its making: nothing that could be the result of another game.
"""

import json

from tests.support.network import claims

TOKEN = "a secret"
LARGEST = 1 << 16
STRANGE = (None, True, 1, -1, 1.5, "", "x" * 70, [], {}, [[]], "\0", "\ud800", 10**30)


def _lines(claim):
    return claim["moves"].split("\n")


def _with(claim, **others):
    return {**claim, **others}


def _other_end(claim, chance):
    return _with(claim, won=not claim["won"])


def _other_time(claim, chance):
    return _with(claim, ms=max(0, claim["ms"] + chance.choice((-1000, -1, 1, 5000))) or 1)


def _other_value(claim, chance):
    return _with(claim, **{"3bv": claim["3bv"] + chance.choice((-1, 1, 100))})


def _other_preset(claim, chance):
    return _with(claim, preset="expert" if claim["preset"] == "beginner" else "beginner")


def _other_mines(claim, chance):
    """Of a won game: no other board is won by its moves."""
    head, seed, *own = claim["number"].split("-")
    other = (int(seed) + chance.randrange(1, 9_999_999)) % 10_000_000
    return _with(claim, number="-".join([head, f"{other:07d}", *own]))


def _one_move_less(claim, chance):
    lines = _lines(claim)
    last = next(at for at in range(len(lines) - 1, -1, -1) if lines[at].split()[1][1] != "r")
    return _with(claim, moves="\n".join(lines[:last]))


def _one_move_more(claim, chance):
    return _with(claim, moves=f"{claim['moves']}\n{claim['ms'] // 1000}.999 rc 1 1 (8 8)")


def _twice(claim, chance):
    """A cell opened again."""
    lines = _lines(claim)
    at = chance.choice([at for at, line in enumerate(lines) if " lc " in line])
    return _with(claim, moves="\n".join([*lines[:at], lines[at], *lines[at:]]))


def _outside(claim, chance):
    lines = _lines(claim)
    time = lines[0].split()[0]
    return _with(claim, moves="\n".join([f"{time} lc {chance.choice((0, 99, 999))} 1", *lines]))


def _no_moves(claim, chance):
    return _with(claim, moves="")


def _late_start(claim, chance):
    return _with(claim, moves=claim["moves"].replace("0.000 ", "0.001 "))


def _strange_line(claim, chance):
    lines = _lines(claim)
    lines[chance.randrange(len(lines))] = chance.choice(
        ("", "lc 1 1", "1.0 lc 1 1", "٣.000 lc 1 1"))
    return _with(claim, moves="\n".join(lines))


def _strange_field(claim, chance):
    """A value of another kind; true, 1 and 1.5 may be right in one place each."""
    name = chance.choice(sorted(claim))
    return _with(claim, **{name: chance.choice([value for value in STRANGE if not (
        type(value) is type(claim[name]) and value not in ("", "\0", -1))])})


def _missing_field(claim, chance):
    name = chance.choice(sorted(claim))
    return {key: value for key, value in claim.items() if key != name}


def _unknown_field(claim, chance):
    return _with(claim, **{chance.choice(("value", "id", "<b>", "digest")): 1})


def _impossible_number(claim, chance):
    return _with(claim, number=chance.choice((
        "", "12", "24576-0000000", "99999-9999999", "30719-0000000-9999999",
        "01023-0000000", "28672-0000000-0000000", "31744-0000000-0165896", "٣" * 12)))


def _wrong_token(claim, chance):
    return _with(claim, token=chance.choice(("", "a secre", "A secret", None, 5, "é")))


CLAIMS = (_other_end, _other_time, _other_value, _other_preset, _other_mines, _one_move_less,
          _one_move_more, _twice, _outside, _no_moves, _late_start, _strange_line, _strange_field,
          _missing_field, _unknown_field, _impossible_number, _wrong_token)


def _body(claim):
    return json.dumps({"token": TOKEN, **claim}).encode()


def _cut(claim, chance):
    body = _body(claim)
    return body[:chance.randrange(len(body))]


def _noise(claim, chance):
    return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))


def _nested(claim, chance):
    return chance.choice((b"[", b'{"a":')) * 20_000


def _no_object(claim, chance):
    return chance.choice((b"null", b"5", b'"a"', b"[]", b"NaN", b"1" * 5000))


def _too_long(claim, chance):
    return _body(_with(claim, moves=claim["moves"] + "\n" * (LARGEST + chance.randrange(LARGEST))))


BODIES = (_cut, _noise, _nested, _no_object, _too_long)


def some(chance, count):
    """As many (name, body) of what must not be accepted."""
    true = [claims.won(chance, board) for board in claims.BOARDS for _ in range(2)]
    for at in range(count):
        make = (*CLAIMS, *BODIES)[at % (len(CLAIMS) + len(BODIES))]
        made = make(chance.choice(true), chance)
        yield make.__name__, made if isinstance(made, bytes) else _body(made)
