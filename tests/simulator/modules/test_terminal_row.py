# SPDX-License-Identifier: MIT
"""A terminal of one row, as status lines have it."""

from programs import outcomes

MODULES = """displayio, terminalio
def terminal(width, height):
    box = terminalio.FONT.get_bounding_box()
    grid = displayio.TileGrid(terminalio.FONT.bitmap, pixel_shader=displayio.Palette(2),
                              width=width, height=height, tile_width=box[0], tile_height=box[1])
    return grid, terminalio.Terminal(grid, terminalio.FONT)
def row(text):
    grid, line = terminal(5, 1)
    line.write(text)
    return [grid[x, 0] for x in range(5)], line.cursor_x, line.cursor_y
"""


def test_a_terminal_may_have_one_row_but_not_one_cell(write_program):
    """The core scrolls when the cursor comes to another row, which it never does here."""
    assert outcomes(write_program, MODULES, [
        "row('ab')[1:]", "row('ab\\r\\nx')[0] == row('xb')[0]",
        "row('abcdefg')[0] == row('fgcde')[0]",
        "terminal(1, 1)"]) == [
        "(2, 0)", "True", "True", "ValueError: scroll_area_area must be >= 2"]
