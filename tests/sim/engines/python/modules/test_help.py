# SPDX-License-Identifier: MIT
"""`help`, in the core's words."""

import pytest

from sim.board.boards import find_board
from tests.support.programs.programs import printed


def test_help_welcomes(write_program):
    assert printed(write_program("help()")) == (
        "Welcome to Adafruit CircuitPython 10.2.0!\n\nVisit circuitpython.org for more information."
        '\n\nTo list built-in modules type `help("modules")`.\n')


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_help_lists_the_modules_of_the_board(write_program, board):
    *lines, last = printed(write_program('help("modules")'), board=board).splitlines()
    listed = " ".join(lines).split()
    known = {name.partition(" ")[0] for name in find_board(board).modules}
    assert set(listed) >= known | {"__main__", "adafruit_requests"}
    assert len(lines) == -(-len(listed) // 4)
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert last == "Plus any modules on the filesystem"


@pytest.mark.parametrize("strict", [False, True])
def test_help_tells_what_an_object_has(write_program, strict):
    """Oracle: what the core printed."""
    text = printed(write_program("""
help(5)
class Lamp:
    watts = 3
    def light(self): pass
help(Lamp())
import math
help(math)
"""), strict=strict)
    lines = text.splitlines()
    assert {"object 5 is of type int", "  bit_length -- <function>"} <= set(lines[:4])
    assert {"  watts -- 3", "  light -- <function>"} <= set(lines)
    assert "  sqrt -- <function>" in lines
