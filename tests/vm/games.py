# SPDX-License-Identifier: MIT
"""Games and gestures played by chance, told move by move: the same file runs on two interpreters.

What comes of it must not depend on which: chance is the generator that the caller hands in, and of
every move a checksum is told, of what it changed, of the whole board and of all counters.
"""

from binascii import crc32

from player import choose

from minesweeper import field, gesture, guide, tiles
from minesweeper.field import Field

SIZES = ((20, 15), (20, 15), (20, 15), (30, 20), (9, 9), (5, 4), (7, 1), (1, 6), (2, 2))
CELLS_PER_MINE = (20, 20, 8, 5)
MOVES = 400
STEPS_MS = (1, 8, 8, 9, 40)
ALMOST_WRAPPED_MS = (1 << 29) - 20000


def games(random, count):
    """A line a game: what it is and how it ended, then the checksums: laid, each move, revealed."""
    for seed in range(count):
        random.seed(seed)
        board = laid(random)
        sums = [checksum(board, range(len(board.cells)))]
        while guide.outcome(board) == guide.PLAYING and len(sums) < MOVES:
            cell, is_hold = choose(board, field, random)
            sums.append(checksum(board, (guide.hold if is_hold else guide.tap)(board, cell)))
        sums.append(checksum(board, board.reveal()))
        game = f"game {seed}, {board.width}x{board.height}, {board.mines} mines"
        yield f"{game}, outcome {guide.outcome(board)}: {' '.join(sums)}"


def laid(random):
    width, height = random.choice(SIZES)
    board = Field(width, height)
    board.start(width * height // random.choice(CELLS_PER_MINE))
    board.lay(random.randrange)
    return board


def checksum(board, changed):
    """Of the changed cells in their order and as they are shown, the board, and the counters."""
    counters = (board.flags, board.wrong_flags, board.undecided, board.safe_left, board.exploded)
    told = f"{list(changed)} {counters}".encode()
    shown = bytes([tiles.of(board.cells[cell]) for cell in changed])
    return f"{crc32(shown, crc32(board.cells, crc32(told))):08x}"


def gestures(random, count):
    """A line an event: which reading, what, and where it was pressed."""
    random.seed(count)
    hand = gesture.Gesture(bounds)
    now_ms = ALMOST_WRAPPED_MS
    for number, point in enumerate(readings(random, count)):
        now_ms = (now_ms + random.choice(STEPS_MS)) & 0x1FFFFFFF
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
