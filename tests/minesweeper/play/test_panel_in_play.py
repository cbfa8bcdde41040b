# SPDX-License-Identifier: MIT
"""How far the buttons beside a small board reach: a finger is right to within a few pixels."""

import numpy as np
import pytest

from tests.support.play.boardplace import SIZE

# Within this of a button's edge a finger may be on either side.
NEAR = 5
PAUSE, SWITCH, BOTTOM = 70, 148, 226


@pytest.fixture
def desk(sit_down):
    return sit_down("beginner")


def changed(desk, x, y):
    """What a tap there changes: pixels of the screen."""
    before = np.frombuffer(desk.portal.framebuffer, ">u2")
    desk.portal.tap(x, y)
    desk.portal.run(0.5)
    return np.count_nonzero(np.frombuffer(desk.portal.framebuffer, ">u2") != before)


@pytest.mark.parametrize("across", [0, 1])
def test_the_buttons_reach_from_the_board_to_the_edge(desk, across):
    edge = desk.box(desk.columns - 1)[2] + SIZE // 2
    x = 319 if across else edge + NEAR
    assert changed(desk, x, PAUSE - NEAR) == 0
    assert changed(desk, x, BOTTOM + NEAR) == 0
    for y in SWITCH + NEAR, BOTTOM - NEAR:
        assert 0 < changed(desk, x, y) < 2000
    for y in PAUSE + NEAR, SWITCH - NEAR:
        assert changed(desk, x, y) > 5000
        desk.tap_on("Resume")


def test_the_cells_beside_the_buttons_are_no_buttons(desk):
    _, _, right, _ = desk.box(desk.columns - 1)
    y = SWITCH - NEAR
    assert changed(desk, right - NEAR, y) > 0
    assert desk.covered() != set(range(81))
