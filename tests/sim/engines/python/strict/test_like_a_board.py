# SPDX-License-Identifier: MIT
"""The Python engine makes of a table of lines what a board's firmware makes of them."""

from sim import PyPortal
from tests.support.language import strict_cases


def test_a_table_of_lines_has_the_results_of_a_board(tmp_path):
    with PyPortal(strict_cases.write_board_cases(tmp_path)) as portal:
        assert strict_cases.board_results(portal) == strict_cases.read_board_cases()
