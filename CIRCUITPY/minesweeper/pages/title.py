# SPDX-License-Identifier: MIT
"""The title: the game's name, a small board that plays by itself, and what one can do.

`draw` is called at power-on, before most of the game is loaded; it tells where the buttons are, so
that a touch meanwhile counts. `choose` waits for one, and `show` is the title as a page.
"""

import displayio
from micropython import const

from minesweeper.screen import plate, text, theme, tiles
from minesweeper.screen.theme import box, palette_of, shades_of

# The name in blocks, so many of which are as wide as the display.
_NAME = (
    "        X   X X X   X XXXX         ",
    "        XX XX X XX  X X            ",
    "        X X X X X X X XXX          ",
    "        X   X X X  XX X            ",
    "        X   X X X   X XXXX         ",
    "                                   ",
    " XXX X   X XXXX XXXX XXX  XXXX XXX ",
    "X    X   X X    X    X  X X    X  X",
    " XX  X X X XXX  XXX  XXX  XXX  XXX ",
    "   X XX XX X    X    X    X    X X ",
    "XXX  X   X XXXX XXXX X    XXXX X  X",
)
_ACROSS = const(40)
# From the name's edges to those of the first line's pictures, in blocks.
_ASIDE = const(2)
_SIZE = const(16)
# Pixel rows from the board to the buttons, which stay high enough for a finger.
_APART = const(6)
# The board below the name as it is in the end; a larger display repeats it.
_BOARD = ("-11.......1FF1..1---",
          "-F1.......1221.12F--",
          "-11............1F---")
_SIGNS = {".": 0, "1": 1, "2": 2, "F": tiles.FLAG, "-": tiles.BLANK}
# Where its opening begins, and its flags, one after the other.
_BEGIN = const(27)
_FLAGS = (11, 12, 21, 56, 37)
# From one step of the opening to the next, from flag to flag, and from one game to the next.
_WAVE_MS, _FLAG_MS, _REST_MS = const(40), const(600), const(3000)
_WAVES = const(24)
# The entry of the sheet's palette that the name's ground is painted with.
_GROUND = const(3)
_SHADOW = const(0x081428)
_INK = const(0xF7F7EF)
_ROWS = (3, 1)
_PLAY, _RESUME = text.RESUME + " Play", text.RESUME + " Resume"
_OTHERS = text.DAY + "\nDaily", text.PLAY + "\nLearn", text.OPTIONS + "\nOptions"
_REQUESTS = (("page", "pages.daily"), ("page", "pages.learn"), ("page", "pages.choices"),
             (None, None))
_AT_PLAY = const(3)
# The layer of the board, and those of the caps, each after its shadow.
_AT_BOARD, _AT_CAPS = const(1), const(3)


def draw(display, sheet, colors, is_resumed):
    """Draw the title in a theme's colours; returns the bounds of its buttons."""
    group = displayio.Group()
    block = display.width // _ACROSS
    above = (len(_NAME) + 1) * block // _SIZE * _SIZE
    below = above + len(_BOARD) * _SIZE + _APART
    bounds = plate.layout(_ROWS, below, display.width, display.height)
    group.append(box(sheet.palette, 0, 0, display.width, display.height, _GROUND))
    rows = (bounds[0][1] - above) // _SIZE
    board = sheet.grid(display.width // _SIZE, rows)
    board.y = above
    group.append(board)
    words = _OTHERS + (_RESUME if is_resumed else _PLAY,)
    palette = palette_of(*theme.PAGES[colors])
    ink = shades_of(palette[4], palette[plate.BUTTON])
    for place, label in zip(bounds, words):
        plate.label(plate.cap(group, palette, place), ink, label, place)
    _write_name(group, sheet, block, display.width, above // 2)
    # Drawn once, when it is whole.
    display.auto_refresh = False
    display.root_group = group
    display.refresh()
    display.auto_refresh = True
    return bounds


def press(group, bounds, point):
    """Sink the button at a touch's (x, y); returns its number."""
    number = _chosen(bounds, point)
    plate.sink(_caps(group)[number], True)
    return number


def _caps(group):
    """Return the caps of the title that was drawn into a group."""
    return [group[_AT_CAPS + 2 * number] for number in range(len(_REQUESTS))]


def _chosen(bounds, point):
    """Return the number of the button at a touch's (x, y): Play, where there is no other one."""
    number = plate.at(bounds, point[0], point[1]) if point else None
    return _AT_PLAY if number is None else number


def choose(session, bounds, touched=()):
    """Wait for a tap, unless the number of a button was `touched` already; returns a request."""
    from minesweeper.pages.page import Buttons

    display, device = session.display, session.device
    faces = _caps(display.root_group)
    buttons = Buttons(session, faces, bounds)
    buttons.add([(0, 0, display.width, display.height)],
                lambda place, is_down: plate.sink(faces[_AT_PLAY], is_down))
    if touched:
        number = touched[0]
    elif device.was_touched():
        number = _chosen(bounds, device.touch())
    else:
        number = buttons.choose(
            _AT_PLAY, _Demo(display.root_group[_AT_BOARD]).turn, requests=_REQUESTS)
    return _REQUESTS[min(_AT_PLAY, number)]


def show(session):
    """Show the title as a page; returns a request."""
    game = session.game
    playing = (game.moves or game.repeated) and not game.is_decided()
    session.finger.ignore(session.device.touch())
    bounds = draw(session.display, session.sheets.of(_SIZE), session.options.theme, playing)
    what, argument = choose(session, bounds)
    # Another board follows the options as they are now.
    return (what, argument) if what or playing else ("board", None)


def _write_name(group, sheet, block, across, middle):
    """Write the name over its shadow, and a mine and a flag beside its first line."""
    name = displayio.Bitmap(len(_NAME[0]), len(_NAME), 2)
    for y, row in enumerate(_NAME):
        for x, sign in enumerate(row):
            name[x, y] = sign == "X"
    left, top = (across - name.width * block) // 2, middle - name.height * block // 2
    for color, by in ((_SHADOW, block // 3), (_INK, 0)):
        palette = palette_of(0, color)
        palette.make_transparent(0)
        plate.put(group, displayio.TileGrid(name, pixel_shader=palette), block, left + by, top + by)
    scale = block // 4
    for tile, x in ((tiles.MINE, left + _ASIDE * block),
                    (tiles.FLAG, across - left - _ASIDE * block - scale * sheet.size)):
        picture = sheet.grid()
        picture[0] = tile
        plate.put(group, picture, scale, x, top + block // 2)


class _Demo:
    """Plays on the title's board: an opening runs outward, flags fall, and it begins anew."""

    def __init__(self, grid):
        self._grid = grid
        self._step = -1

    def turn(self):
        self._step = (self._step + 1) % (_WAVES + len(_FLAGS) + 1)
        if not self._step:
            self._cover()
            return _FLAG_MS
        if self._step < _WAVES:
            self._open(self._step)
            return _WAVE_MS
        flag = self._step - _WAVES
        if flag == len(_FLAGS):
            return _REST_MS
        self._put(_FLAGS[flag] // len(_BOARD[0]), _FLAGS[flag] % len(_BOARD[0]), "F")
        return _FLAG_MS

    def _cover(self):
        for cell in range(self._grid.width * self._grid.height):
            if self._grid[cell] != tiles.BLANK:
                self._grid[cell] = tiles.BLANK

    def _open(self, distance):
        """Open the cells that are so far from the first one."""
        width = len(_BOARD[0])
        row, column = _BEGIN // width, _BEGIN % width
        for y in range(len(_BOARD)):
            aside = distance - 1 - abs(y - row)
            for x in (column - aside, column + aside):
                if aside >= 0 and 0 <= x < width and _BOARD[y][x] not in "F-":
                    self._put(y, x, _BOARD[y][x])

    def _put(self, row, column, sign):
        """Show a sign wherever the board is repeated."""
        grid = self._grid
        for y in range(row, grid.height, len(_BOARD)):
            for x in range(column, grid.width, len(_BOARD[0])):
                grid[y * grid.width + x] = _SIGNS[sign]
