# SPDX-License-Identifier: MIT
"""Files that were spoiled on purpose, as a program meets them."""

from sim import PyPortal


def test_a_spoiled_file_fails_when_it_is_opened_or_read(write_program, tmp_path):
    for name in "o.txt", "r.txt", "good.txt":
        (tmp_path / name).write_text("text")
    portal = PyPortal(write_program("""
import os
for name, mode in ("/o.txt", "rb"), ("r.txt", "r"), ("/r.txt", "rb"), ("good.txt", "r"):
    try:
        file = open(name, mode)
        print("open", end=" ")
        print(file.read(2))
    except OSError as error:
        print(error.errno)
print(os.stat("/r.txt")[6])
"""))
    portal.faults.spoil("/o.txt", "open")
    portal.faults.spoil("r.txt")
    portal.run(1)
    assert portal.serial == "5\nopen 5\nopen 5\nopen te\n4\n"


def test_a_spoiled_module_picture_and_settings_file(write_program, tmp_path):
    (tmp_path / "mine.py").write_text("x = 1")
    (tmp_path / "settings.toml").write_text('NAME = "x"')
    (tmp_path / "a.bmp").write_bytes(b"BM" + bytes(100))
    portal = PyPortal(write_program("""
import displayio, os
print(os.getenv("NAME"))
try:
    displayio.OnDiskBitmap("/a.bmp")
except OSError as error:
    print(error.errno)
import mine
"""))
    for file in "mine.py", "settings.toml", "a.bmp":
        portal.faults.spoil(file)
    portal.run(1)
    assert portal.serial.startswith("None\n5\nTraceback")
    assert portal.serial.endswith("OSError: [Errno 5] Input/output error\n")


def test_a_spoiled_file_cannot_be_written_either(write_program, tmp_path):
    (tmp_path / "f.txt").write_text("text")
    portal = PyPortal(write_program("import storage\nstorage.remount('/', False)\n"
                                    "open('/f.txt', 'w').write('new')"))
    portal.faults.spoil("f.txt")
    portal.run(1)
    assert "[Errno 5]" in portal.serial
    assert (tmp_path / "f.txt").read_text() == "text"


def test_a_spoiled_file_that_is_missing_is_missing(write_program):
    portal = PyPortal(write_program("open('/none')"))
    portal.faults.spoil("/none", "open")
    portal.run(1)
    assert "[Errno 2]" in portal.serial
