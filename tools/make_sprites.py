# SPDX-License-Identifier: MIT
"""Draws the sprite sheets: 32 tiles in one row, 16×16 and 24×24, 16 colours, 4 bits a pixel.

The pictures are in art/sprites16.txt and art/sprites24.txt as rows of characters, one per pixel;
`.` is transparent over the ground. A tile is a ground with glyphs stamped on it. Run it after
changing a picture: `python -m tools.make_sprites`. The same pictures give the same bytes.
"""

import argparse
import functools
import struct
import sys
from pathlib import Path

from sim import output

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "tools" / "art"
SHEETS = {"SpriteSheet.bmp": "sprites16.txt", "SpriteSheet24.bmp": "sprites24.txt"}

# Each index has one role, so that a theme can recolour the sheet. All colours are exact in RGB565.
PALETTE = (
    (".", "key", 0xFF00FF),  # transparent, in overlays only
    ("f", "face", 0x7BA6DE),  # covered cell, a button's shade
    ("l", "light", 0xCEE3FF),  # bevel towards the light, glints, the hint's inner line
    ("s", "shade", 0x315594),  # bevel away from the light, corners, panel, eyes and mouth of a face
    ("o", "open", 0xF7F7EF),  # opened cell
    ("g", "grid", 0xC6CFD6),  # line between opened cells, button
    ("1", "one", 0x1849D6),
    ("2", "two", 0x10794A),  # also the defused mine, tick and hint
    ("3", "three", 0xCE3808),  # also a wrong flag's cross, cheeks and the spade's handle
    ("4", "four", 0x421C63),
    ("5", "five", 0x6B0008),
    ("6", "six", 0x087594),  # also the ring around a clue, within its rim of ink
    ("#", "ink", 0x000408),  # digit 7, mine, flag pole, question mark, rim of a face
    ("8", "eight", 0x4A4952),
    ("r", "red", 0xE72429),  # flag, death, tongue
    ("y", "glow", 0xFFE300),  # overlays, sparks of the mine that went off, face, switch
)

# A ground and what is stamped on it, in the order of the tiles' numbers:
# minesweeper/screen/tiles.py.
TILES = (
    "opened",
    *(f"opened {digit}" for digit in range(1, 9)),
    "covered",
    "burnt dead",
    "covered flag",
    "opened ghost cross",
    "covered question",
    "opened mine",
    "pressed",
    "ripe",
    "cursor",
    "covered defused",
    "covered danger mine",
    *(f"button {face}" for face in ("calm", "won", "lost", "gasp")),
    "button dig",
    "button mark",
    "opened hint tick",
    "clue",
    "opened tick",
    "panel",
    "covered high",
    "covered low",
)


def pictures(text):
    """Return a tuple of rows by name, from strips of pictures side by side beneath their names."""
    named: dict[str, tuple[str, ...]] = {}
    for strip in text.strip().split("\n\n"):
        names, *rows = map(str.split, strip.split("\n"))
        named |= zip(names, zip(*rows, strict=True), strict=True)
    return named


def stamp(ground, glyph):
    """Put a glyph on the middle of a tile; of two middles, the lower right one."""
    size = len(ground)
    left, top = (size - len(glyph[0]) + 1) // 2, (size - len(glyph) + 1) // 2
    rows = [list(row) for row in ground]
    for y, row in enumerate(glyph, top):
        for x, char in enumerate(row, left):
            rows[y][x] = rows[y][x] if char == "." else char
    return tuple("".join(row) for row in rows)


def recolour(picture, old, new):
    """Replace each of the characters in `old` with `new`."""
    return tuple(row.translate(dict.fromkeys(map(ord, old), new)) for row in picture)


def lifted(glyph, size, by):
    """Move a glyph up by so many pixels on a tile of this size; cut what leaves the tile."""
    top = (size - len(glyph) + 1) // 2 - by
    rows = glyph[max(0, 1 - top):]
    blank = "." * len(glyph[0])
    return rows + (blank,) * (size - 2 * max(1, top) - len(rows))


def tiles(text):
    """Return all tiles, each a tuple of rows, from the text of a picture file."""
    named = pictures(text)
    named["ghost"] = recolour(named["mine"], "#l", "s")
    named["danger"] = recolour(named["hint"], "2", "r")
    named["burnt"] = recolour(named["opened"], "o", "r")
    size = len(named["covered"])
    named["high"], named["low"] = (lifted(named["flag"], size, size * by // 16) for by in (6, 2))
    return [functools.reduce(stamp, map(named.get, recipe.split())) for recipe in TILES]


def packed(row, bits):
    """Pack a row with so many bits per pixel, the left one highest, padded to whole words."""
    ink = int("".join(f"{index:0{bits}b}" for index in row), 2)
    size = (len(row) * bits + 31) // 32 * 4
    return (ink << size * 8 - len(row) * bits).to_bytes(size, "big")


def bmp(rows, colours, bits=4):
    """Return an uncompressed BMP of colour indices, lowest row first."""
    width, height = len(rows[0]), len(rows)
    palette = struct.pack(f"<{len(colours)}I", *colours)
    pixels = b"".join(packed(row, bits) for row in reversed(rows))
    start = 14 + 40 + len(palette)
    file_head = struct.pack("<2sIII", b"BM", start + len(pixels), 0, start)
    shape = struct.pack("<IiiHHII", 40, width, height, 1, bits, 0, len(pixels))
    print_size_and_used = struct.pack("<iiII", 2835, 2835, len(colours), 0)
    return file_head + shape + print_size_and_used + palette + pixels


def sheet(text):
    """Return the bytes of the sheet with the pictures in a text."""
    index = {char: number for number, (char, _, _) in enumerate(PALETTE)}
    rows = [[index[char] for char in "".join(row)] for row in zip(*tiles(text), strict=True)]
    return bmp(rows, [colour for _, _, colour in PALETTE])


def write(folder=ROOT):
    for name, source in SHEETS.items():
        (Path(folder) / name).write_bytes(sheet((ART / source).read_text()))


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tools.make_sprites", description=__doc__)
    parser.parse_args(arguments)
    write()


if __name__ == "__main__":
    sys.exit(output.run(main))
