# SPDX-License-Identifier: MIT
"""What a program can import, in which order it is looked for, and what is refused."""

from sim import PyPortal
from tests.support.programs.programs import printed


def test_a_module_the_board_lacks_is_refused_as_the_board_refuses_it(write_program):
    for name in "threading", "typing", "wifi", "numpy", "pygame", "enum":
        assert f"ImportError: no module named '{name}'" in printed(write_program(f"import {name}"))


def test_using_a_module_that_is_not_simulated_says_so(write_program):
    text = printed(write_program("import usb_midi\nusb_midi.PortOut()"))
    assert text.endswith("NotImplementedError: usb_midi.PortOut is not simulated: "
                         "no MIDI program listens on the computer's side\n")


def test_modules_and_packages_of_the_drive_are_found(write_program, tmp_path):
    program = "import a.b\nfrom a import c\nfrom a.b import deep\nprint(a.b.deep, c.x)"
    folder = write_program(program)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "__init__.py").write_text("")
    (tmp_path / "a" / "b.py").write_text("from . import c\nfrom .c import x\ndeep = x + 1")
    (tmp_path / "a" / "c.py").write_text("x = 1")
    assert printed(folder) == "2 1\n"


def test_built_in_modules_are_found_before_files(write_program, tmp_path):
    (tmp_path / "time.py").write_text("raise ValueError")
    assert printed(write_program("import time\nprint('fine')")) == "fine\n"


def test_lib_is_searched_and_frozen_libraries_need_no_file(write_program, tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "mine.py").write_text("x = 3")
    program = "import mine, neopixel\nfrom adafruit_display_text import label\nprint(mine.x)"
    assert printed(write_program(program)) == "3\n"


def test_a_drive_with_a_lib_folder_must_hold_its_libraries(write_program, tmp_path):
    (tmp_path / "lib").mkdir()
    text = printed(write_program("import adafruit_touchscreen"))
    assert "no module named 'adafruit_touchscreen'" in text


def test_a_compiled_library_is_refused_in_a_sentence(write_program, tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "thing.mpy").write_bytes(b"C\6")
    text = printed(write_program("import thing"))
    assert "/lib/thing.mpy is compiled: put the library's .py file beside it" in text


def test_a_name_that_a_module_lacks_is_refused_in_the_devices_words(write_program):
    portal = PyPortal(write_program("from board import D99"))
    remarks = []
    portal.board.console.adviser = remarks.append
    portal.run(1)
    assert portal.serial.endswith("ImportError: can't import name D99\n")
    assert remarks == [], "no library is missing"
