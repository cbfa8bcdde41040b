# SPDX-License-Identifier: MIT
"""What a program leaves behind when its portal is closed: nothing that works on, nothing kept."""

import gc
import sys
import weakref

import pytest

from tests.support.programs.instantly import PyPortal

# In a circle, so that only the collector finds it, after the power was cut.
CIRCLE = """
class Circle: pass
def leave(left):
    circle = Circle()
    circle.itself, circle.left = circle, left
"""
LEFT = {
    "a destructor": "class Left:\n    def __del__(self): print('left')\nleave(Left())",
    "a generator's finally": """
def left():
    try:
        yield
    finally:
        print('left')
waiting = left()
next(waiting)
leave(waiting)
waiting = None""",
    "a generator's handler": """
def left():
    try:
        yield
    except BaseException:
        print('left')
        raise
waiting = left()
next(waiting)
leave(waiting)
waiting = None""",
}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("left", LEFT)
def test_nothing_left_behind_works_on_after_the_end(left, strict, write_program):
    """Its console is opened again here, which would hear it."""
    portal = PyPortal(write_program(f"{CIRCLE}{LEFT[left]}\nprint('end')\nwhile True: pass"),
                      strict=strict)
    gc.disable()
    try:
        portal.run(0.1)
        portal.close()
        console = portal.board.console
        console.muted = False
        del portal
        gc.collect()
    finally:
        gc.enable()
    assert console.text == "end\n"


def test_a_destructor_works_while_the_program_does(write_program):
    with PyPortal(write_program(
            "class Left:\n    def __del__(self): print('left')\nLeft()\nprint('end')")) as portal:
        portal.run(0.1)
        assert portal.serial == "left\nend\n"


def test_what_a_destructor_raises_is_not_the_computers(write_program, monkeypatch):
    heard = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    with PyPortal(write_program("class Left:\n    def __del__(self): 1 / 0\nLeft()\n"
                                "print('end')")) as portal:
        portal.run(0.1)
        assert portal.serial == "end\n"
    assert heard == []
    assert sys.unraisablehook == heard.append


def test_destructors_that_beget_others_are_stopped(write_program):
    with PyPortal(write_program(
            "class Left:\n    def __del__(self): Left(); Left()\nLeft()\nprint('end')")) as portal:
        portal.patience = 0.1
        portal.run(0.1)
        assert not portal.running


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", ["import board\nboard.DISPLAY.refresh()", "1 / 0",
                                  "while True: pass",
                                  "import displayio\nlarge = displayio.Bitmap(8, 8, 256)",
                                  "import displayio\nlarger = displayio.Bitmap(8, 8, 65536)",
                                  "import terminalio\nfrom adafruit_display_text import label\n"
                                  "text = label.Label(terminalio.FONT, text='x')"])
def test_a_machine_goes_with_its_portal(text, strict, write_program):
    portal = PyPortal(write_program(text), strict=strict)
    portal.run(0.1)
    portal.close()
    machine = weakref.ref(portal.engine)
    del portal
    gc.collect()
    assert machine() is None


def test_what_fills_the_memory_is_given_back_at_once(write_program):
    """Not first when the collector comes by."""
    portal = PyPortal(write_program("class Large: pass\nlarge = Large()\nwhile True: pass"))
    portal.run(0.1)
    large = weakref.ref(portal.engine.program.modules["__main__"].large)
    assert large()
    gc.disable()
    try:
        portal.close()
        assert large() is None
    finally:
        gc.enable()
