# SPDX-License-Identifier: MIT
"""The Python engine makes of a table of lines what a board's firmware makes of them."""

from sim import PyPortal
from tests.support.language import board_cases


def test_a_table_of_lines_has_the_results_of_a_board(tmp_path):
    with PyPortal(board_cases.write(tmp_path)) as portal:
        assert board_cases.results(portal) == board_cases.read()
