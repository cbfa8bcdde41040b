# SPDX-License-Identifier: MIT
"""The display controller: what commands and pixels on the bus make of the picture."""

import numpy as np
import pytest
from PIL import Image

from sim.board.panel import (
    COLUMN_ADDRESS,
    DISPLAY_ON,
    MADCTL,
    MEMORY_WRITE,
    MEMORY_WRITE_CONTINUE,
    PAGE_ADDRESS,
    PIXEL_FORMAT,
    SCROLL_AREA,
    SCROLL_START,
    SLEEP_OUT,
    Panel,
    Scan,
    rgb,
)

UPRIGHT = 0xA8
START = (MADCTL, UPRIGHT), (PIXEL_FORMAT, 0x55), (SLEEP_OUT,), (DISPLAY_ON,)


def send(panel, command, *parameters):
    panel.command(command)
    panel.data(bytes(parameters))


@pytest.fixture
def panel():
    """Awake, upright, 16 bits a pixel, black."""
    panel = Panel(320, 240, UPRIGHT, lambda: 0)
    for step in START:
        send(panel, *step)
    return panel


def window(panel, left, top, right, bottom):
    for command, first, last in (COLUMN_ADDRESS, left, right), (PAGE_ADDRESS, top, bottom):
        panel.command(command)
        panel.data(first.to_bytes(2, "big") + last.to_bytes(2, "big"))


def write(panel, *pixels, command=MEMORY_WRITE):
    panel.command(command)
    panel.data(np.array(pixels, ">u2").tobytes())


def test_pixels_fill_the_window_row_by_row_in_any_pieces_and_start_over(panel):
    before = panel.bus_bytes
    window(panel, 10, 20, 12, 21)
    write(panel, 1, 2)
    write(panel, 3, 4, command=MEMORY_WRITE_CONTINUE)
    panel.data(np.array([5, 6], ">u2").tobytes())
    assert panel.pixels()[20:22, 10:13].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert np.count_nonzero(panel.pixels()) == 6
    assert panel.bus_bytes - before == 2 * (1 + 4) + (1 + 4) + (1 + 4) + 4
    panel.data(np.array([7, 8], ">u2").tobytes())
    assert panel.pixels()[20:22, 10:13].tolist() == [[7, 8, 3], [4, 5, 6]]


@pytest.mark.parametrize(("madctl", "x", "y"), [
    (0xA8, 3, 2), (0x68, 316, 237), (0xE8, 3, 237), (0x28, 316, 2), (0x88, 2, 3)])
def test_the_scan_direction_turns_what_is_written(panel, madctl, x, y):
    """MY turns the long side, MX the short one; without MV, columns run along the short side."""
    send(panel, MADCTL, madctl)
    window(panel, 3, 2, 3, 2)
    write(panel, 0xFFFF)
    assert np.argwhere(panel.pixels() == 0xFFFF).tolist() == [[y, x]]
    send(panel, MADCTL, madctl ^ 0xC0)  # which moves nothing that is there
    assert np.argwhere(panel.pixels() == 0xFFFF).tolist() == [[y, x]]


def test_commands_have_the_numbers_of_the_data_sheet():
    """ILI9341, chapter 8."""
    panel = Panel(1, 2, 0, lambda: 0)
    seen = []
    for command, *parameters in (
            (0x01,), (0x3A, 0x55), (0x11,), (0x29,), (0x2A, 0, 0, 0, 0), (0x2B, 0, 0, 0, 1),
            (0x2C, 0x12, 0x34), (0x3C, 0xFF, 0xFF), (0x21,), (0x20,), (0x36, 0x08), (0x36, 0x00),
            (0x28,), (0x29,), (0x10,), (0x11,)):
        send(panel, command, *parameters)
        seen.append(panel.pixels().ravel().tolist())
    shown, dark = [0x1234, 0xFFFF], [0, 0]
    assert seen == [dark] * 6 + [[0x1234, 0], shown, [0xEDCB, 0], shown, [0xA222, 0xFFFF], shown,
                                 dark, shown, dark, shown]


def test_a_watcher_is_told_when_pixels_change_the_picture():
    panel, pictures = Panel(2, 3, 0, lambda: 0), []
    for step in START[1:]:
        send(panel, *step)
    panel.watcher = lambda: pictures.append(panel.pixels().tolist())
    for _ in range(2):
        write(panel, 1, 2, 3, 4, 5, 6)
    assert pictures == [[[1, 2], [3, 4], [5, 6]]]


def test_the_scrolled_part_begins_where_it_is_told_to(panel):
    """Upright, the memory's rows are the picture's columns from the right on."""
    window(panel, 0, 0, 319, 239)
    write(panel, *range(320), *range(320))
    before = panel.pixels()
    send(panel, SCROLL_AREA, 0, 20, 1, 0, 0, 44)
    send(panel, SCROLL_START, 0, 50)
    expected = before.copy()
    expected[:, 44:300] = np.roll(before[:, 44:300], 30, axis=1)
    assert np.array_equal(panel.pixels(), expected)


def test_the_tearing_effect_is_high_between_two_frames():
    """Some 70 frames a second, of 320 lines and four between."""
    now = [0]
    scan = Scan(320, lambda: now[0])
    assert not scan.tearing_effect()
    scan.tearing = True
    levels = [scan.tearing_effect() for now[0] in range(0, 648 * 43_903, 43_903)]
    assert levels == 2 * [*[0.0] * 320, *[1.0] * 4]


def test_a_picture_of_16_bits_is_seen_in_24_as_pillow_sees_it():
    """But for rounding: Pillow rounds down."""
    every = np.arange(1 << 16, dtype=np.uint16).reshape(256, 256)
    pillows = Image.frombytes("RGB", (256, 256), every.astype("<u2").tobytes(), "raw", "BGR;16")
    above = rgb(every).astype(int) - np.asarray(pillows)
    assert set(np.unique(above)) == {0, 1}
    assert rgb(every)[0, 0].tolist() == [0, 0, 0] and rgb(every)[-1, -1].tolist() == [255] * 3


def test_a_pixel_may_come_in_two_halves_but_not_over_a_command(panel):
    window(panel, 0, 0, 2, 0)
    panel.command(MEMORY_WRITE)
    for piece in b"\0", b"\1\0", b"\2\0":
        panel.data(piece)
    assert panel.pixels()[0, :3].tolist() == [1, 2, 0]
    panel.command(MEMORY_WRITE_CONTINUE)
    panel.data(b"\3\4")
    assert panel.pixels()[0, :3].tolist() == [1, 2, 0x304]


@pytest.mark.parametrize("place", [(318, 239, 400, 300), (330, 0, 340, 0), (5, 0, 2, 0)])
def test_of_a_window_over_the_edge_only_what_is_on_the_glass_is_written(panel, place):
    window(panel, *place)
    write(panel, 7, 8)
    written = np.argwhere(panel.pixels()).tolist()
    assert written == ([[239, 318], [239, 319]] if place[0] == 318 else [])


def test_an_incomplete_address_leaves_the_window_as_it_was(panel):
    window(panel, 10, 20, 11, 20)
    send(panel, COLUMN_ADDRESS, 0, 0, 0)
    write(panel, 1, 2)
    assert panel.pixels()[20, 10:12].tolist() == [1, 2]


def test_a_panel_after_power_on_ignores_pixels_until_it_has_their_format():
    panel = Panel(2, 1, 0, lambda: 0)
    for step in (SLEEP_OUT,), (DISPLAY_ON,):
        send(panel, *step)
    write(panel, 1, 2)
    assert panel.pixels().ravel().tolist() == [0, 0]
    send(panel, PIXEL_FORMAT, 0x55)
    write(panel, 1, 2)
    assert panel.pixels().ravel().tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"^pixel format 0x66 is not simulated, 0x55 is$"):
        send(panel, PIXEL_FORMAT, 0x66)


def test_the_frame_rate_and_porches_of_the_tearing_effect_can_be_set():
    """Registers 0xB1, a clock's divider and clocks a line, and 0xB5, the blank lines."""
    now = [0]
    scan = Scan(320, lambda: now[0])
    scan.tearing = True
    scan.set(0xB1, bytes([1, 16]))
    scan.set(0xB5, bytes([3, 5]))
    line_ns = 32 * 1_000_000_000 // 615_000
    levels = [scan.tearing_effect() for now[0] in range(line_ns // 2, 328 * line_ns, line_ns)]
    assert levels == [*[0.0] * 320, *[1.0] * 8]


def test_a_window_that_is_drawn_at_once_is_that_of_its_commands(panel):
    pixels = [0x1234, 0x5678, 0x9ABC, 0xDEF0, 0x1111, 0x2222]
    window(panel, 10, 20, 12, 21)
    write(panel, *pixels)
    expected = panel.pixels().copy()
    write(panel, *[0] * 6)
    before = panel.bus_bytes
    panel.draw(bytes((COLUMN_ADDRESS, 0, 10, 0, 12, PAGE_ADDRESS, 0, 20, 0, 21, MEMORY_WRITE))
               + np.array(pixels, ">u2").tobytes())
    assert np.array_equal(panel.pixels(), expected)
    assert panel.bus_bytes - before == 11 + 12
    write(panel, 0x7777, command=MEMORY_WRITE_CONTINUE)
    assert panel.pixels()[20, 10] == 0x7777
