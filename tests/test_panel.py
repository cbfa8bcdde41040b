# SPDX-License-Identifier: MIT
"""The display controller: what commands and pixels on the bus make of the picture."""

import numpy as np
import pytest

from sim.panel import (
    COLUMN_ADDRESS,
    DISPLAY_OFF,
    DISPLAY_ON,
    INVERSION_ON,
    MADCTL,
    MEMORY_WRITE,
    MEMORY_WRITE_CONTINUE,
    PAGE_ADDRESS,
    PIXEL_FORMAT,
    SLEEP_IN,
    SLEEP_OUT,
    SOFTWARE_RESET,
    Panel,
)

UPRIGHT = 0xA8
BGR = 0x08


@pytest.fixture
def panel():
    """Awake, upright, 16 bits a pixel, black."""
    panel = Panel(320, 240, UPRIGHT)
    start = (MADCTL, UPRIGHT), (PIXEL_FORMAT, 0x55), (SLEEP_OUT,), (DISPLAY_ON,)
    for command, *parameters in start:
        panel.command(command)
        panel.data(bytes(parameters))
    return panel


def window(panel, left, top, right, bottom):
    for command, first, last in (COLUMN_ADDRESS, left, right), (PAGE_ADDRESS, top, bottom):
        panel.command(command)
        panel.data(first.to_bytes(2, "big") + last.to_bytes(2, "big"))


def write(panel, *pixels, command=MEMORY_WRITE):
    panel.command(command)
    panel.data(np.array(pixels, ">u2").tobytes())


def test_a_window_is_filled_row_by_row(panel):
    window(panel, 10, 20, 12, 21)
    write(panel, 1, 2, 3, 4, 5, 6)
    assert panel.pixels()[20:22, 10:13].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert np.count_nonzero(panel.pixels()) == 6


def test_pixels_go_on_where_the_last_bytes_ended(panel):
    window(panel, 0, 0, 2, 1)
    write(panel, 1, 2)
    write(panel, 3, 4, command=MEMORY_WRITE_CONTINUE)
    panel.data(np.array([5, 6], ">u2").tobytes())
    assert panel.pixels()[:2, :3].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_more_pixels_than_the_window_holds_start_over(panel):
    window(panel, 5, 5, 6, 5)
    write(panel, 1, 2, 3)
    assert panel.pixels()[5, 4:8].tolist() == [0, 3, 2, 0]


def test_parameters_may_come_in_pieces(panel):
    panel.command(COLUMN_ADDRESS)
    for byte in (0, 7, 0, 7):
        panel.data(bytes([byte]))
    write(panel, 9)
    assert panel.pixels()[0, 7] == 9


@pytest.mark.parametrize(
    ("madctl", "x", "y"),
    [(0xA8, 3, 2), (0x68, 316, 237), (0xE8, 3, 237), (0x28, 316, 2), (0x88, 2, 3)],
)
def test_the_scan_direction_turns_what_is_written(panel, madctl, x, y):
    """MY turns the long side, MX the short one; without MV, columns run along the short side."""
    panel.command(MADCTL)
    panel.data(bytes([madctl]))
    window(panel, 3, 2, 3, 2)
    write(panel, 0xFFFF)
    assert np.argwhere(panel.pixels() == 0xFFFF).tolist() == [[y, x]]


def test_the_scan_direction_does_not_move_what_is_shown(panel):
    window(panel, 3, 2, 3, 2)
    write(panel, 0xFFFF)
    panel.command(MADCTL)
    panel.data(b"\x68")
    assert panel.pixels()[2, 3] == 0xFFFF


def test_the_colour_order_swaps_red_and_blue(panel):
    window(panel, 0, 0, 0, 0)
    write(panel, 0xF81F & 0xF800)
    panel.command(MADCTL)
    panel.data(bytes([UPRIGHT ^ BGR]))
    assert panel.pixels()[0, 0] == 0x001F


@pytest.mark.parametrize("command", [SLEEP_IN, DISPLAY_OFF, SOFTWARE_RESET])
def test_a_panel_that_is_off_is_black(panel, command):
    window(panel, 0, 0, 0, 0)
    write(panel, 0xFFFF)
    panel.command(command)
    assert not panel.pixels().any()


def test_sleep_keeps_the_picture(panel):
    window(panel, 0, 0, 0, 0)
    write(panel, 0x1234)
    panel.command(SLEEP_IN)
    panel.command(SLEEP_OUT)
    assert panel.pixels()[0, 0] == 0x1234


def test_inversion_is_seen(panel):
    panel.command(INVERSION_ON)
    assert (panel.pixels() == 0xFFFF).all()


def test_another_pixel_format_is_refused_in_a_sentence(panel):
    panel.command(PIXEL_FORMAT)
    panel.data(b"\x66")
    with pytest.raises(ValueError, match="pixel format 0x66 is not simulated"):
        write(panel, 1)


def test_bytes_on_the_bus_are_counted(panel):
    before = panel.bus_bytes
    window(panel, 0, 0, 15, 15)
    write(panel, *range(256))
    assert panel.bus_bytes - before == 2 * (1 + 4) + 1 + 512
