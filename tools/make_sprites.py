# SPDX-License-Identifier: MIT
"""Draws SpriteSheet.bmp: twenty tiles of 16×16 in one row, 16 colours, 4 bits a pixel.

The pictures stand below as rows of characters, a character a pixel; `.` lets the ground beneath
show through. A tile is a ground with glyphs stamped on it. Run me after changing a picture:
`python -m tools.make_sprites`; the same pictures give the same bytes.
"""

import struct
from pathlib import Path

SHEET = Path(__file__).resolve().parent.parent / "SpriteSheet.bmp"
SIZE = 16

# One role an index, so that a theme can recolour the sheet. RGB565 holds every colour exactly.
PALETTE = (
    (".", "key", 0xFF00FF),  # transparent, in overlays only
    ("f", "face", 0x7BA6DE),  # covered cell
    ("l", "light", 0xCEE3FF),  # bevel towards the light, glints
    ("s", "shade", 0x315594),  # bevel away from the light
    ("o", "open", 0xF7F7EF),  # opened cell
    ("g", "grid", 0xC6CFD6),  # line between opened cells, corners between covered ones
    ("1", "one", 0x1849D6),
    ("2", "two", 0x10794A),  # also the defused mine
    ("3", "three", 0xCE3808),
    ("4", "four", 0x421C63),
    ("5", "five", 0x6B0008),
    ("6", "six", 0x087594),
    ("#", "ink", 0x000408),  # digit 7, mine, flag pole, question mark
    ("8", "eight", 0x4A4952),
    ("r", "red", 0xDE1821),  # flag, death, cross
    ("y", "glow", 0xFFE300),  # overlays, sparks of the mine that went off
)

GROUNDS = """
gllllllllllllllg gggggggggggggggg gssssssssssssssg
llfffffffffffffs gooooooooooooooo ssssssssssssssss
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lffffffffffffffs gooooooooooooooo ssffffffffffffff
lfffffffffffffss gooooooooooooooo ssffffffffffffff
ssssssssssssssss gooooooooooooooo ssfffffffffffffl
gssssssssssssssg gooooooooooooooo gsffffffffffffll
"""

DIGITS = """
...11.. .22222. 333333. ...444. 5555555 ..6666. ####### .88888.
..111.. 2222222 3333333 ..4444. 5555555 .66666. ####### 8888888
.1111.. 22...22 .....33 ..4444. 55..... 66..... .....## 88...88
.1111.. ....222 ..3333. .44.44. 555555. 666666. ....##. .88888.
...11.. ..2222. ..3333. 44..44. 5555555 6666666 ....##. .88888.
...11.. .222... .....33 4444444 .....55 66...66 ...##.. 88...88
...11.. 222.... .....33 4444444 .....55 66...66 ...##.. 88...88
.111111 2222222 3333333 ....44. 5555555 6666666 ..##... 8888888
.111111 2222222 333333. ....44. 555555. .66666. ..##... .88888.
"""

MINES = """
......#...... ......y...... ......2......
......#...... ......y...... ......2......
..#.#####.#.. ..y.#####.y.. ..2.22222.2..
...#######... ...#######... ...2222222...
..##l###l##.. ..#ll###ll#.. ..222222ll2..
..##ll#ll##.. ..#ll###ll#.. ..22222ll22..
####l###l#### yy#########yy 222ll2ll22222
..#########.. ..####l####.. ..22lll2222..
..#########.. ..###lll###.. ..222l22222..
...#######... ...##lll##... ...2222222...
..#.#####.#.. ..y.#####.y.. ..2.22222.2..
......#...... ......y...... ......2......
......#...... ......y...... ......2......
"""

MARKS = """
............ ............
...#rr...... ....####....
...#rrrr.... ...######...
...#rrrrrr.. ...##..##...
...#rrrrrrrr .......##...
...#rrrrrr.. ......###...
...#rrrr.... .....###....
...#rr...... .....##.....
...#........ ............
.#####...... .....##.....
#######..... .....##.....
............ ............
"""

CROSS = """
rr.........rr
rrr.......rrr
.rrr.....rrr.
..rrr...rrr..
...rr...rr...
....rr.rr....
.....rrr.....
....rr.rr....
...rr...rr...
..rrr...rrr..
.rrr.....rrr.
rrr.......rrr
rr.........rr
"""

RINGS = """
.##############. yyyy........yyyy
#yyyyyyyyyyyyyy# y##y........y##y
#yyyyyyyyyyyyyy# y#............#y
#yyy........yyy# yy............yy
#yy..........yy# ................
#yy..........yy# ................
#yy..........yy# ................
#yy..........yy# ................
#yy..........yy# ................
#yy..........yy# ................
#yy..........yy# ................
#yy..........yy# ................
#yyy........yyy# yy............yy
#yyyyyyyyyyyyyy# y#............#y
#yyyyyyyyyyyyyy# y##y........y##y
.##############. yyyy........yyyy
"""


def pictures(strip):
    """Takes apart pictures that stand side by side: a tuple of rows each."""
    return list(zip(*map(str.split, strip.strip().split("\n")), strict=True))


def stamp(ground, glyph):
    """Puts a glyph on the middle of a tile, of two middles on the lower right one."""
    left, top = (SIZE - len(glyph[0]) + 1) // 2, (SIZE - len(glyph) + 1) // 2
    rows = [list(row) for row in ground]
    for y, row in enumerate(glyph, top):
        for x, char in enumerate(row, left):
            rows[y][x] = rows[y][x] if char == "." else char
    return tuple("".join(row) for row in rows)


def recolour(picture, old, new):
    """Turns each of the characters in `old` into `new`."""
    return tuple(row.translate(dict.fromkeys(map(ord, old), new)) for row in picture)


def tiles():
    """All tiles in the order of their numbers, see minesweeper/tiles.py."""
    covered, opened, pressed = pictures(GROUNDS)
    mine, dead, defused = pictures(MINES)
    ghost = recolour(mine, "#l", "s")
    flag, question = pictures(MARKS)
    (cross,) = pictures(CROSS)
    return [
        opened,
        *(stamp(opened, digit) for digit in pictures(DIGITS)),
        covered,
        stamp(recolour(opened, "o", "r"), dead),
        stamp(covered, flag),
        stamp(stamp(opened, ghost), cross),
        stamp(covered, question),
        stamp(opened, mine),
        pressed,
        *pictures(RINGS),
        stamp(covered, defused),
        covered,
    ]


def nibbles(row):
    """Two pixels a byte, the left one in the high half."""
    return bytes(left << 4 | right for left, right in zip(row[::2], row[1::2], strict=True))


def bmp(rows, colours):
    """An uncompressed 4-bit BMP, lowest row first; a row is a multiple of 8 colour indices."""
    width, height = len(rows[0]), len(rows)
    palette = struct.pack(f"<{len(colours)}I", *colours)
    pixels = b"".join(map(nibbles, reversed(rows)))
    start = 14 + 40 + len(palette)
    file_head = struct.pack("<2sIII", b"BM", start + len(pixels), 0, start)
    shape = struct.pack("<IiiHHII", 40, width, height, 1, 4, 0, len(pixels))
    print_size_and_used = struct.pack("<iiII", 2835, 2835, len(colours), 0)
    return file_head + shape + print_size_and_used + palette + pixels


def sheet():
    """The bytes of the whole sheet."""
    index = {char: number for number, (char, _, _) in enumerate(PALETTE)}
    rows = [[index[char] for char in "".join(row)] for row in zip(*tiles(), strict=True)]
    return bmp(rows, [colour for _, _, colour in PALETTE])


def main(path=SHEET):
    Path(path).write_bytes(sheet())


if __name__ == "__main__":
    main()
