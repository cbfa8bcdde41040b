# SPDX-License-Identifier: MIT
"""Draws a board with the odds of its covered cells: green is safe, red is a mine."""

from PIL import Image, ImageDraw, ImageFont

from minesweeper.solver import visible
from minesweeper.solver.odds import Odds
from tools.games.boardtext import Board
from tools.guessing import chances

SIZE = 40
OPEN = (232, 232, 232)
LINE = (120, 120, 120)
INK = (20, 20, 20)
SAFE, EVEN, MINE = (60, 180, 75), (250, 225, 90), (225, 60, 50)


def draw(board: Board, odds: Odds) -> Image.Image:
    image = Image.new("RGB", (board.width * SIZE + 1, board.height * SIZE + 1), LINE)
    pen = ImageDraw.Draw(image)
    fonts = ImageFont.load_default(SIZE // 2), ImageFont.load_default(SIZE // 3)
    for cell, byte in enumerate(board.seen):
        x, y = cell % board.width * SIZE, cell // board.width * SIZE
        covered = byte >= visible.COVERED
        fill = colour(chances.chance(odds, cell)) if covered else OPEN
        pen.rectangle((x + 1, y + 1, x + SIZE - 1, y + SIZE - 1), fill)
        text = _label(odds, cell) if covered else str(byte or "")
        pen.text((x + SIZE // 2, y + SIZE // 2), text, INK, fonts[covered], anchor="mm")
        if byte == visible.FLAG:
            pen.polygon([(x + 4, y + 3), (x + 13, y + 7), (x + 4, y + 11)], INK)
    return image


def colour(chance: float) -> tuple[int, ...]:
    """From green over yellow, which is an even chance, to red."""
    one, other, part = (SAFE, EVEN, chance * 2) if chance < 0.5 else (EVEN, MINE, chance * 2 - 1)
    return tuple(round(a + (b - a) * part) for a, b in zip(one, other, strict=True))


def _label(odds: Odds, cell: int) -> str:
    mines = odds.mines[cell]
    if mines in (0, odds.solutions):
        return "100" if mines else "0"
    return f"{100 * chances.chance(odds, cell):.1f}"
