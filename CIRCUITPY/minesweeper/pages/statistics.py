# SPDX-License-Identifier: MIT
"""Statistics: a row for each board that was played, and sentences about days, games and the flash.

A row has the wins, a bar of wins and losses below them, a chart of the latest winning times, and
the best time, which is marked in the chart.
"""

import bitmaptools
import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.board import presets
from minesweeper.memory.records import RECENT
from minesweeper.pages.page import MARGIN, Page
from minesweeper.screen import icons, text
from minesweeper.screen.box import palette_of
from minesweeper.screen.panel import clock

_HEADS = const("Board\tWon\tBest")
_MORE, _DONE = icons.NEXT + " {} of {}", icons.DONE + " Done"
_ROW = const(24)
# A row's picture: the bar and right of it the chart, in pixels from the page's middle.
_LEFT, _WIDTH, _HEIGHT = const(-34), const(140), const(21)
_BAR, _THICK = const(68), const(3)
_CHART, _EACH, _TALL = const(80), const(7), const(16)
_NOTHING, _PAPER, _GREEN, _RED = range(4)
_COLORS = (0, 0xF7F7EF, 0x63E384, 0xFF6B6B)


def show(session):
    """Show one page after the other until the player is done."""
    parts = _parts(session)
    number = 0
    while True:
        more = (_MORE.format(number + 1, len(parts)),) if len(parts) > 1 else ()
        choices = more + (_DONE,)
        page = Page(session, "Statistics", choices, (), len(choices))
        _fill(session, page, parts[number])
        if page.choose() == len(choices) - 1:
            return
        number = (number + 1) % len(parts)


def _parts(session):
    """Divide what there is to tell into pages of (height, preset's index or None, sentence)."""
    memory = session.memory
    played = [index for index in range(len(presets.ALL)) if memory.records.of(index)[1]]
    told: list = [(_ROW, index, "") for index in played]
    for sentence in lazy.call("memory.statistics", "sentences", memory.records, memory.erases):
        told.append((text.body.height, None, sentence))
    room = session.display.height - 2 * _ROW - text.heading.height - text.body.height - 2 * MARGIN
    parts: list = [[]]
    used = 0
    for item in told:
        if used + item[0] > room:
            parts.append([])
            used = 0
        parts[len(parts) - 1].append(item)
        used += item[0]
    return parts


def _fill(session, page, part):
    middle, top = session.display.width // 2, page.top
    palette = palette_of(*_COLORS)
    palette.make_transparent(_NOTHING)
    if part[0][1] is not None:
        page.say(_HEADS, middle, top + text.body.height // 2, None, page.width)
        top += text.body.height + 2
    for height, index, sentence in part:
        if index is None:
            page.say(sentence, middle, top + height // 2)
        else:
            record, recent = session.memory.records.of(index), session.memory.records.recent(index)
            name = presets.ALL[index][0]
            words = "{}\t{} of {}\t{}".format(name[0].upper() + name[1:], record[2], record[1],
                                              clock(record[0]) if record[0] else "-")
            page.say(words, middle, top + text.body.height // 2, None, page.width)
            picture = displayio.TileGrid(_picture(record, recent), pixel_shader=palette,
                                         x=middle + _LEFT, y=top)
            page.group.append(picture)
        top += height


def _picture(record, recent):
    """Draw the bar of wins and losses, and the chart, the latest time last."""
    best, games, wins = record[0], record[1], record[2]
    picture = displayio.Bitmap(_WIDTH, _HEIGHT, len(_COLORS))
    won, top = _BAR * wins // games, _HEIGHT - _THICK
    bitmaptools.fill_region(picture, 0, top, won, _HEIGHT, _GREEN)
    bitmaptools.fill_region(picture, won, top, _BAR, _HEIGHT, _RED)
    slowest = max(recent)
    for at in range(RECENT):
        seconds = recent[RECENT - 1 - at]
        if seconds:
            tall = max(2, (_TALL - 3) * seconds // slowest)
            _draw_time(picture, _CHART + at * _EACH, tall, seconds == best)
    return picture


def _draw_time(picture, left, tall, is_best):
    """Draw a bar of the chart, with a dot above the best time's."""
    right, top = left + _EACH - 2, _TALL + 1 - tall
    color = _GREEN if is_best else _PAPER
    bitmaptools.fill_region(picture, left, top, right, _TALL + 1, color)
    if is_best:
        bitmaptools.fill_region(picture, left + 1, top - 3, right - 1, top - 1, color)
