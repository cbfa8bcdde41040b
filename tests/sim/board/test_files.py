# SPDX-License-Identifier: MIT
"""Files of the drive and of a card, as the board's firmware has them."""

import os

import pytest

from sim import PyPortal
from tests.support import firmware

# A program opens a file `f` of the 12 bytes "one\ntwo\nä\n\n" in this mode, does this to it, and
# prints this.
CASES = [
    ("rb", "f.seek(100000), f.tell(), f.read()", "(12, 12, b'')"),
    ("rb", "f.seek(-3, 2), f.seek(-1, 1), f.seek(99, 1), f.seek(-99, 2)", "(9, 8, 12, 12)"),
    ("rb", "f.seek(-1)", "[Errno 22] Invalid argument"),
    ("rb", "f.write(b'x')", "[Errno 13] Permission denied"),
    ("r", "f.write('x')", "[Errno 13] Permission denied"),
    ("r", "f.readline(), f.tell(), f.seek(2, 1), f.read(2), f.tell()",
     "('one\\n', 4, 6, 'o\\n', 8)"),
    ("r", "next(f), f.tell(), f.seek(-4, 2), f.read(1)", "('one\\n', 4, 8, 'ä')"),
    ("r", "f.close(), f.read()", "[Errno 22] Invalid argument"),
    ("rb", "f.close(), f.readline()", "[Errno 22] Invalid argument"),
    ("rb", "type(f), str(f)[:11]", "(<class 'FileIO'>, '<io.FileIO ')"),
    ("w", "type(f), str(f)[:18]", "(<class 'TextIOWrapper'>, '<io.TextIOWrapper ')"),
    ("w", "f.read()", "[Errno 13] Permission denied"),
    ("wb", "[line for line in f]", "[Errno 13] Permission denied"),
    ("ab", "f.readinto(bytearray(3))", "[Errno 13] Permission denied"),
    ("w", "f.write('ä'), f.write(b'xy'), f.tell()", "(2, 2, 4)"),
    ("wb", "f.write('ä'), print('x', file=f), f.tell()", "(2, None, 4)"),
    ("r+", "f.read(3), f.write('T'), f.read(2), f.tell()", "('one', 1, 'tw', 6)"),
    ("w", "f.seek(10), f.write('x'), f.tell(), f.seek(0, 2)", "(10, 1, 11, 11)"),
    ("a", "f.seek(30), f.close(), os.stat(name)[6]", "(30, None, 30)"),
]
PROGRAM = """
import os, storage
try:
    storage.remount("/", False)
except RuntimeError:
    pass
name = "/file.txt"
for mode, act in eval(open("/cases.txt").read()):
    try:
        with open(name, "wb") as f:
            f.write(b"one\\ntwo\\n\\xc3\\xa4\\n\\n")
        f = open(name, mode)
        print(eval(act))
    except OSError as error:
        print(error)
    f.close()
"""


@pytest.fixture(params=["python", "firmware"])
def engine(request):
    if request.param == "firmware":
        firmware.require()
        firmware.require_major(10)
    return request.param


def test_a_file_is_read_and_written_as_on_the_board(tmp_path, engine):
    (tmp_path / "code.py").write_text(PROGRAM)
    (tmp_path / "cases.txt").write_text(repr([case[:2] for case in CASES]))
    with PyPortal(tmp_path, engine=engine) as portal:
        portal.run(20)
        printed = [line for line in portal.serial.splitlines() if line]
    assert printed == [case[2] for case in CASES]


def test_the_first_of_four_names_is_the_program(tmp_path, engine):
    names = ["main.txt", "main.py", "code.py", "code.txt"]
    for name in names:
        (tmp_path / name).write_text(f"print({name!r})")
        with PyPortal(tmp_path, engine=engine) as portal:
            portal.run(2)
            assert portal.serial.strip() == name


def test_the_drive_has_the_boards_clusters(tmp_path, engine):
    (tmp_path / "code.py").write_text("import os\nprint(os.statvfs('/')[:3])")
    with PyPortal(tmp_path, engine=engine) as portal:
        portal.run(2)
        assert portal.serial.strip() == "(1024, 1024, 8155)"


ROOT = """
import os, storage
try:
    storage.remount("/", False)
except RuntimeError:
    pass
for name in ("new.txt", "also.txt"):
    open(name, "w").close()
os.remove("new.txt")
print(os.listdir("/"), os.listdir("/sd"), os.stat("/boot_out.txt")[0], os.stat("/b.txt")[7:])
print(open("/boot_out.txt").readline()[:23])
try:
    os.mkdir("/sd")
except OSError as error:
    print(error)
"""


def test_the_root_has_what_a_board_adds_and_leaves_out_what_is_the_computers(tmp_path, engine):
    (tmp_path / "code.py").write_text(ROOT)
    (tmp_path / "b.txt").touch()
    (tmp_path / ".git").mkdir()
    (tmp_path / "__pycache__").mkdir()
    if os.name == "posix":
        (tmp_path / "loop").symlink_to("loop")
    with PyPortal(tmp_path, engine=engine) as portal:
        portal.run(4)
        assert portal.serial.replace("\r", "").splitlines() == [
            "['b.txt', 'boot_out.txt', 'code.py', 'sd', 'also.txt'] [] 32768 "
            "(946684800, 946684800, 946684800)",
            "Adafruit CircuitPython ", "[Errno 17] File exists"]


SETTINGS = """
import os
for key in "ab", "c", "d":
    try:
        print(repr(os.getenv(key)))
    except UnicodeError as error:
        print("UnicodeError", error)
"""


def test_a_value_that_is_not_utf_8_is_an_error_and_lines_end_in_a_new_line_only(tmp_path, engine):
    (tmp_path / "code.py").write_text(SETTINGS)
    (tmp_path / "settings.toml").write_bytes(
        b'ab = "gr\xf6\xdfe"\n# \xff\nc = "x\xc2\x85y"\nd = "ok"')
    with PyPortal(tmp_path, engine=engine) as portal:
        portal.run(4)
        assert portal.serial.split() == ["UnicodeError", r"'x\x85y'", "'ok'"]


LINKS = """
import os
print([name for name in os.listdir("/") if name[0] == "l"])
for name in "lin", "lout", "lfolder", "lfolder/x.txt", "loutside", "lpipe", "pipe":
    try:
        print(name, os.stat(name)[6], end="; ")
    except OSError as error:
        print(name, error.errno, end="; ")
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the host has no pipes in folders")
def test_a_drive_has_links_to_its_own_files_only(tmp_path, engine):
    drive, outside = tmp_path / "drive", tmp_path / "outside.txt"
    (drive / "folder").mkdir(parents=True)
    (drive / "code.py").write_text(LINKS)
    (drive / "folder/x.txt").write_text("four")
    outside.write_text("out")
    os.mkfifo(drive / "pipe")
    for name, target in {"lin": "folder/x.txt", "lout": outside, "lfolder": "folder", "lself": ".",
                         "loutside": tmp_path, "lpipe": "pipe", "lnowhere": "none"}.items():
        (drive / name).symlink_to(target)
    with PyPortal(drive, engine=engine) as portal:
        portal.run(4)
        assert portal.serial.replace("\r", "").rstrip() == (
            "['lin']\nlin 4; lout 2; lfolder 2; lfolder/x.txt 2; loutside 2; lpipe 2; pipe 2;")
