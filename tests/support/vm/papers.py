# SPDX-License-Identifier: MIT
"""What the firmware keeps and says, by chance: options, records, saves and console answers.

Runs on two interpreters, as games.py does: bytes and text must be the same on both.
"""

from binascii import crc32, hexlify

import games
from chance import Chance
from player import choose
from typist import Typist

from minesweeper.board import controls, field, presets
from minesweeper.board.game import Game
from minesweeper.console import text
from minesweeper.memory import choices, statistics
from minesweeper.memory.memory import Memory

DISPLAYS = ((320, 240), (320, 240), (480, 320))
FACTORY = b"\xff" * 512
LIMIT = 512
COMMANDS = ("open", "flag", "flag", "flag", "chord", "", "", "board", "new", "new expert", "stats",
            "help", "dance", "OPEN", "-")
TYPED = "0123456789 -\x7f\b\r\nopenflgchrdbas\x1b"


def saves(random, count):
    """A line a memory: what was saved, said at the next start, resumed, and after damage."""
    for seed in range(count):
        random.seed(seed)
        display = random.choice(DISPLAYS)
        nvm = bytearray(FACTORY)
        memory = Memory(nvm, display)
        told = memory.load(None)
        chosen(memory.options, random)
        recorded(memory.records, random)
        now_ms = games.LATE_MS
        game = started(memory.options, random)
        for _ in range(random.randrange(40)):
            now_ms += random.randrange(2000)
            if game.outcome() == controls.PLAYING:
                games.move(game, random, now_ms)
        if game.outcome() != controls.PLAYING:
            memory.finished(game, game.outcome() == controls.WON, now_ms)
        memory.save(game, now_ms)
        told += [hexlify(bytes(nvm[:LIMIT])).decode().rstrip("f")]
        told += woken(nvm, display, random, now_ms) + statistics.lines(memory.records)
        nvm[random.randrange(100)] ^= 1 << random.randrange(8)
        told += woken(nvm, display, random, now_ms)
        yield f"memory {seed}: {told}"


def woken(nvm, display, random, now_ms):
    """What the next start says and has."""
    memory = Memory(bytearray(nvm), display)
    told = memory.load(None)
    told.append(", ".join([choices.word(memory.options, name)
                           for name in ("preset", "light", "theme")]))
    game = started(memory.options, random)
    told.append(memory.resume(game))
    told.append(games.checksum(game, range(len(game.field.cells)), now_ms))
    return told


def started(options, random):
    return Game(options.board(), options.make_controls(), options.first,
                Chance(random.randrange))


def chosen(options, random):
    """Every option tapped a few times, numbers both ways."""
    for name in ("preset", "controls", "questions", "chords", "first", "hold", "guard", "sound",
                 "pixel", "light", "theme"):
        for _ in range(random.randrange(4)):
            choices.step(options, name)
    for name in ("custom_columns", "custom_rows", "custom_mines"):
        for _ in range(random.randrange(30)):
            choices.step(options, name, random.randint(0, 1) * 2 - 1)
    if random.randrange(2):
        low = random.randrange(20000)
        options.calibration = (low, low + 40000), (low + 1, low + 33333)


def recorded(records, random):
    for _ in range(random.randrange(40)):
        records.finished(random.randrange(len(presets.ALL) + 1), random.randrange(3) > 0,
                         random.randrange(9000), random.randrange(5) > 0)
    records.last = random.randrange(200), random.randrange(300), random.randrange(2) == 1


def talks(random, count):
    """A line a game: the checksum of what was typed, echoed and answered, and the last answer."""
    for seed in range(count):
        random.seed(seed)
        console = Typist(presets.ALL)
        game, name = games.begun(random, seed)
        told = answer = ""
        for _ in range(30):
            line = command(game, random)
            echo, complete = console.line.feed(typed(line, random))
            told += echo
            if complete is not None:
                answer = console.answer(complete, game, 0)
                if console.wanted == "board":
                    answer = "\n".join(text.lines(game))
                told += f"{answer}{list(console.changed)}{console.wanted}{console.argument}\n"
        yield f"{name}: {crc32(told.encode()):08x} {answer!r}"


def command(game, random):
    cell, is_open = choose(game.field, field, random)
    word = "open" if is_open else random.choice(COMMANDS)
    row, column = cell // game.field.width, cell % game.field.width
    return f"{word} {row} {column}" if word in COMMANDS[:7] else word


def typed(line, random):
    """With slips of the finger at times."""
    if random.randrange(4) == 0:
        line += "".join([random.choice(TYPED) for _ in range(random.randrange(90))])
    return line + "\r"
