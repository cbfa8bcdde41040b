# SPDX-License-Identifier: MIT
"""Results as a PyPortal posts them, of games that were really played, and false ones."""

import gzip
import json
from base64 import b64encode
from functools import partial
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

from minesweeper.rules import controls, field, presets
from minesweeper.rules.dice import Dice
from minesweeper.rules.game import NO_GUESS, OPENING, Game
from minesweeper.sharing import numbers
from minesweeper.sharing.events import event
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology
from tools.scoreboard import claim, referee

WAYS = ("guide", "dig", "flag")
EXPERT = presets.ALL[4]
# Random moves win these.
BOARDS = (presets.BEGINNER, presets.GUIDE, ("custom", 12, 9, 17, 16))


def played(chance, way, board, care=0.97, proved=False):
    """A game of random moves that hardly ever open a mine, whose moves are all recorded."""
    game = Game(board, controls.ALL[way](), OPENING if proved else chance.randrange(3), Dice())
    game.deal = partial(_prove, game) if proved else None
    while True:
        game.dice.shuffle = lambda: game.dice.start(chance.randrange(10_000_000))
        game.begin()
        play(game, chance, care, lambda: chance.randrange(referee.FINGER_MS, 500))
        if game.recording.whole:
            return game


def dealt(board, seed, cell):
    """A game of the board without guesses that this seed and first cell give, before its start."""
    game = Game(board, controls.Dig(), OPENING, Dice())
    game.deal = partial(_prove, game)
    game.begin_as(seed, cell)
    return game


def _prove(game, cell):
    maker = NoGuess(Topology(game.field.width, game.field.height), game.field.mines, cell,
                    game.dice.randrange)
    for _ in maker.steps():
        pass
    assert maker.proved
    return maker.truth


def play(game, chance, care, rest):
    """Random moves to the end, mines mostly spared; `rest` gives the milliseconds between two."""
    now_ms = chance.randrange(5000)
    while game.outcome() == controls.PLAYING:
        cell = chance.randrange(len(game.field.cells))
        act = chance.choice((game.tap, game.tap, game.hold, game.chord, game.flag))
        if game.field.cells[cell] & field.MINE and chance.random() < care:
            act = game.chord if game.field.state(cell) == field.FLAG else game.flag
        elif game.field.state(cell) == field.FLAG:
            act = game.flag
        act(cell, now_ms)
        now_ms += rest()


def of(game, way, **others):
    """The JSON object, without a token."""
    rule = NO_GUESS if game.proved else game.first
    dealt = numbers.text(presets.id_of(game.preset), game.preset, rule, game.first_cell,
                        game.dice.seed)
    moves = [event(kind, cell, ms, game.field.width)
             for kind, cell, ms in game.recording.moves()]
    return {"player": "Ada", "number": dealt, "preset": game.preset[0], "controls": WAYS[way],
            "won": game.outcome() == controls.WON, "ms": game.played_ms,
            "3bv": game.field.three_bv(), "hinted": False, "known": False, "typed": game.typed,
            "moves": "\n".join(moves), **others}


def some(chance, count):
    """Yield `count` results of all boards, rules and controls, won and lost."""
    for at in range(count):
        way, board = at % len(WAYS), (*BOARDS, EXPERT)[at // 3 % 4]
        yield of(played(chance, way, board, proved=chance.random() < 0.2), way)


def won(chance, board=presets.BEGINNER, **others):
    """A game won by Dig's controls."""
    while True:
        game = played(chance, controls.DIG, board, care=1)
        if game.outcome() == controls.WON:
            return of(game, controls.DIG, **others)


def later(found, ms):
    """The same game with its last move so much later: another one."""
    end = f"{found['ms'] // 1000}.{found['ms'] % 1000:03d} "
    after = found["ms"] + ms
    return {**found, "ms": after,
            "moves": found["moves"].replace(end, f"{after // 1000}.{after % 1000:03d} ")}


TOKEN = "a secret"
_PARTS = Path(__file__).with_name("odd.txt").read_text(encoding="utf-8").split("\n\n")[1:]
ODD, ODD_LINES, NUMBERS, NAMES, TOKENS = (
    [eval(line) for line in part.splitlines()[1:]] for part in _PARTS)


def attacks(kept):
    """Return (name, body) of posts that must change nothing.

    They are made of results that a scoreboard has of Ada, or of such a result with another time,
    which would be accepted but for the odd part. Some are a kept game in another spelling, which
    Ada may post: the answer is the game that is there.
    """
    new = [later(each, 1000) for each in kept]
    return [*chain.from_iterable(part(each) for each in kept for part in OF_KEPT),
            *chain.from_iterable(part(each) for each in new for part in OF_NEW),
            *_typed_values(new[0]), *_truncated(new[0])]


def body(found, **others):
    return json.dumps({"token": TOKEN, **found, **others}).encode()


def _bob(found, **others):
    return body(found, player="Bob", **others)


def at_pace(found, gap_ms):
    """A result with every move so long after the one before."""
    steps = claim.read(found).steps()
    lines = [_line(step._replace(ms=at * gap_ms)) for at, step in enumerate(steps)]
    return {**found, "moves": "\n".join(lines), "ms": (len(steps) - 1) * gap_ms}


def _line(step):
    return (f"{step.ms // 1000}.{step.ms % 1000:03d} {claim.WORDS[step.act]} {step.column + 1}"
            f" {step.row + 1}")


def _untrue(found):
    """Yield claims of another end, time, value, preset, or of more or fewer moves."""
    lines = found["moves"].split("\n")
    opened = next(at for at, line in enumerate(lines) if " lc " in line)
    last = max(at for at, line in enumerate(lines) if line.split()[1][1] != "r")
    for name, other in {
        "lost": {"won": False}, "a preset": {"preset": "expert"}, "no moves": {"moves": ""},
        **{f"{by:+} ms": {"ms": found["ms"] + by} for by in (-1000, -1, 1, 5000)},
        **{f"{by:+} 3BV": {"3bv": found["3bv"] + by} for by in (-1, 1, 100)},
        "a late start": {"moves": found["moves"].replace("0.000 ", "0.001 ")},
        "a move less": {"moves": "\n".join(lines[:last])},
        "given up": {"moves": "\n".join(lines[:last]), "won": False,
                     "ms": claim.read(found).steps()[-2].ms},
        "a move more": {"moves": f"{found['moves']}\n{found['ms'] // 1000}.999 rc 1 1 (8 8)"},
        "a cell twice": {"moves": "\n".join([*lines[:opened], lines[opened], *lines[opened:]])},
    }.items():
        yield name, _bob(found, **other)


def _too_fast(found):
    for gap_ms in range(referee.FINGER_MS):
        yield f"{gap_ms} ms a move", _bob(at_pace(found, gap_ms))
    for gap_ms in range(referee.LINE_MS // 2 + 1):
        yield f"typed, {gap_ms} ms a move", _bob(at_pace(found, gap_ms), typed=True)


def _out_of_order(found):
    lines = found["moves"].split("\n")
    moves = [at for at, line in enumerate(lines) if line.split()[1][1] != "r"]
    for first, second in zip(moves[1::3], moves[2::3], strict=False):
        changed = [*lines]
        changed[first], changed[second] = changed[second], changed[first]
        yield f"moves {first} and {second} changed", _bob(found, moves="\n".join(changed))
    yield "backwards", _bob(found, moves="\n".join(lines[::-1]))
    yield "without the first", _bob(found, moves="\n".join(lines[2:]))


def _odd_lines(found):
    for line in ODD_LINES:
        yield f"first {line!r}", _bob(found, moves=f"{line}\n{found['moves']}")
        yield f"alone {line!r}", _bob(found, moves=line)


def _odd_numbers(found):
    for odd in NUMBERS:
        yield f"number {odd!r}", _bob(found, number=odd)
    head, seed, *own = found["number"].split("-")
    for step in (1024, 2048, 4096, 8192):
        other = f"{(int(head) + step) % 28672:05d}"
        yield f"number's head {other}", _bob(found, number="-".join((other, seed, *own)))
    for other in "0000000", "9999999", f"{(int(seed) + 1) % 10_000_000:07d}":
        yield f"number's seed {other}", _bob(found, number="-".join((head, other, *own)))


def _odd_sizes(found):
    """Yield custom boards with sides or mines that no PyPortal has."""
    seed = found["number"].split("-")[1]
    for columns, rows, mines in ((0, 0, 0), (1, 1, 1), (4, 5, 3), (5, 4, 3), (5, 5, 0), (5, 5, 17),
                                 (5, 5, 25), (5, 5, 1023), (31, 5, 3), (5, 20, 3), (31, 31, 99),
                                 (99, 9, 10), (305, 0, 10), (9, 9, 73), (9, 9, 81), (9, 9, 82)):
        tail = (columns * 32 + rows) * 1024 + mines
        number = f"28672-{seed}-{tail:07d}"
        yield f"{columns}x{rows}/{mines}", _bob(found, number=number, preset="custom")


def replays(found):
    """Ada's game by another player, and in another dress."""
    lines = found["moves"].split("\n")
    presses = [line for line in lines if line.split()[1][1] != "r"]
    dressed = {
        "as it is": found["moves"], "without releases": "\n".join(presses),
        "without pixels": "\n".join(line.split(" (")[0] for line in lines),
        "other pixels": "\n".join(f"{line.split(' (')[0]} (1 1)" for line in lines),
        "more zeros": "\n".join(f"00{line}" for line in lines),
        "more zeros in places": "\n".join(line.replace(" lc ", " lc 0") for line in lines),
        "more releases": "\n".join(f"{line}\n0.000 mr 1 1" for line in lines),
    }
    for how, moves in dressed.items():
        for name in "Bob", "ada", "Ada.", "A da":
            yield f"replay by {name}, {how}", body(found, player=name, moves=moves)
        for name in "Ada", " Ada ", "\tAda\n":
            yield f"again by {name!r}, {how}", body(found, player=name, moves=moves)
    for other in ({"hinted": True}, {"known": True}, {"typed": True},
                  {"hinted": True, "known": True}, {"typed": True, "hinted": True}):
        yield f"again as {other}", body(found, **other)
        yield f"replay as {other}", _bob(found, **other)


def respelled(found):
    """The same number for the game's own reader."""
    number = found["number"]
    bare = number.replace("-", "")
    for other in (bare, " ".join(bare), f" {number} ", f"-{number}-", number.replace("-", " "),
                  f"--{bare}", number.replace("-", "--"), f"{bare} -", f"{bare[:1]} {bare[1:]}"):
        if len(other) <= claim.NUMBER_LETTERS:
            yield f"again as {other!r}", body(found, number=other)
            yield f"replay as {other!r}", _bob(found, number=other)


def _odd_names(found):
    for name in NAMES:
        yield f"name {name[:9]!r}", body(found, player=name)


def _odd_tokens(found):
    for token in TOKENS:
        yield f"token {token!r}", _bob(found, token=token)
    yield "no token", json.dumps({**found, "player": "Bob"}).encode()


def _odd_bodies(found):
    text = _bob(found).decode()
    for encoding in "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp037":
        yield encoding, text.encode(encoding)
    latin = json.dumps({"token": TOKEN, **found, "player": "Zoë"}, ensure_ascii=False)
    yield "latin-1", latin.encode("latin-1")
    yield "gzip", gzip.compress(text.encode())
    yield "base64", b64encode(text.encode())
    yield "form", urlencode({"token": TOKEN, **found, "player": "Bob"}).encode()
    yield "text in JSON", json.dumps(text).encode()
    yield "a list", f"[{text}]".encode()
    yield "twice", f"{text}{text}".encode()
    yield "lines", f"{text}\n{text}".encode()
    yield "JSONP", f"x({text})".encode()
    yield "a comment", f"{text}//".encode()
    yield "a comma too many", text.replace("}", ",}").encode()
    yield "single quotes", text.replace('"', "'").encode()
    yield "too long", text.encode() + b" " * (1 << 16)
    yield from ((f"{noise[:9]!r}", noise) for noise in (
        b"", b"\xff" * 50, b"[" * 20_000, b'{"a":' * 20_000, b"null", b"NaN", b"1" * 5000))
    for name in "player", "number", "won", "ms", "moves", "token", "hinted":
        yield f"{name} twice", text.replace("{", f'{{"{name}": 1, ', 1).encode()


OF_KEPT = replays, respelled
OF_NEW = (_untrue, _too_fast, _out_of_order, _odd_lines, _odd_numbers, _odd_sizes, _odd_names,
          _odd_tokens, _odd_bodies)


def _typed_values(found):
    """Yield each field with each odd value that it does not have, and without it."""
    for name in sorted(found):
        for value in ODD:
            if _is_other(name, found[name], value):
                changed = body({"player": "Bob", **found, name: "VALUE"})
                yield f"{name} {value[:20]}", changed.replace(b'"VALUE"', value.encode())
        if name != "typed":
            yield f"no {name}", body({key: each for key, each in found.items() if key != name})
    for name in "value", "id", "digest", "ranked", "arrived", "width", "height", "mines", "columns":
        yield f"with {name}", _bob(found, **{name: 1})


def _is_other(name, true, value):
    """Some of these values are right in some fields."""
    return json.dumps(true) != value and not (name == "player" and value == '"0"') and not (
        name in ("hinted", "known", "typed") and value in ("true", "false"))


def _truncated(found):
    whole = _bob(found)
    for at in range(0, len(whole), len(whole) // 40):
        yield f"the first {at} bytes", whole[:at]
        yield f"all but the first {at} bytes", whole[at + 1:]
