# SPDX-License-Identifier: MIT
"""Games and gestures played by chance, told move by move: the same file runs on two interpreters.

What comes of it must not depend on which: chance is the generator that the caller hands in, and of
every move a checksum is told, of what it changed, of the whole board and of all counters.
"""

from binascii import crc32

from chance import Chance
from player import choose

from minesweeper import gesture
from minesweeper.board import controls, field
from minesweeper.board.game import Game
from minesweeper.screen import tiles

SIZES = ((20, 15), (20, 14), (12, 8), (9, 9), (9, 9), (5, 4), (7, 1), (1, 6), (2, 2))
CELLS_PER_MINE = (20, 20, 8, 5)
MOVES = 400
STEPS_MS = (1, 8, 8, 9, 40)
# Soon after twelve days the device's small integers end.
LATE_MS = (1 << 30) - 20000


def games(random, count):
    """A line a game: what it is and how it ended, then the checksums: laid, each move, the end.

    Some boards are played a second time.
    """
    for seed in range(count):
        random.seed(seed)
        game, name = begun(random, seed)
        yield played(game, name, random)
        if random.randrange(8) == 0:
            game.repeat()
            yield played(game, name + ", repeated", random)


def begun(random, seed):
    """A game of any kind, and what kind."""
    width, height = random.choice(SIZES)
    mines = width * height // random.choice(CELLS_PER_MINE)
    number, first = random.randrange(3), random.randrange(3)
    way = controls.ALL[number](random.randrange(2) == 1, random.randrange(4) > 0)
    game = Game(("chance", width, height, mines, 16), way, first, Chance(random.randrange))
    name = "game {}, {}x{}, {} mines, controls {}{}{}, first {}".format(
        seed, width, height, mines, number, "?" if way.questions else "",
        "c" if way.chords else "", first)
    return game, name


def played(game, name, random):
    now_ms = LATE_MS
    board = game.field
    sums = [checksum(game, range(len(board.cells)), now_ms)]
    while game.outcome() == controls.PLAYING and len(sums) < MOVES:
        now_ms += random.randrange(3000)
        sums.append(checksum(game, move(game, random, now_ms), now_ms))
    sums.append(checksum(game, game.end(), now_ms))
    return "{}, outcome {}: {}".format(name, game.outcome(), " ".join(sums))


def move(game, random, now_ms):
    """As a console moves at times, else as a finger."""
    cell, is_open = choose(game.field, field, random)
    if random.randrange(12) == 0:
        name = "open" if is_open else random.choice(("flag", "chord"))
        return getattr(game, name)(cell, now_ms)
    digs = type(game.controls) is controls.Dig
    taps = is_open == digs or game.field.is_open(cell)
    return (game.tap if taps else game.hold)(cell, now_ms)


def checksum(game, changed, now_ms):
    """Of the changed cells in their order and as they are shown, the board, and the counters."""
    board = game.field
    counters = (board.flags, board.wrong_flags, board.undecided, board.safe_left, board.exploded,
                board.fatal_cell, board.laid, game.moves, game.elapsed_ms(now_ms))
    told = f"{list(changed)} {counters}".encode()
    shown = bytes([tiles.of(board.cells[cell]) for cell in changed])
    return f"{crc32(shown, crc32(board.cells, crc32(told))):08x}"


def gestures(random, count):
    """A line an event: which reading, what, and where it was pressed."""
    random.seed(count)
    hand = gesture.Gesture(bounds)
    now_ms = LATE_MS
    for number, point in enumerate(readings(random, count)):
        now_ms += random.choice(STEPS_MS)
        event = hand.update(point, now_ms)
        if event != gesture.NONE:
            yield f"reading {number}: event {event} at {hand.x} {hand.y}"


def readings(random, count):
    """Presses of all lengths that tremble, slide, break off and spark."""
    x = y = length = 0
    down = False
    for _ in range(count):
        if length == 0:
            down = not down
            length = random.choice((1, 2, 3, 6, 20, 90))
            x, y = random.randrange(320), random.randrange(240)
        length -= 1
        x += random.randint(-1, 1) * random.choice((1, 1, 3))
        spark = random.randrange(30) == 0
        yield (x, y) if down != spark else None


def bounds(x, y):
    return x // 16 * 16, y // 16 * 16, x // 16 * 16 + 16, y // 16 * 16 + 16
