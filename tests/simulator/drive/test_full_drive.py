# SPDX-License-Identifier: MIT
"""The drive ends where the board's does."""

import os

import pytest

from programs import printed
from sim import PyPortal
from sim.__main__ import main

WRITE = """
import os, storage
storage.remount("/", False)
written = 0
try:
    with open("log", {mode!r}) as file:
        while True:
            written += file.write({data})
except OSError as error:
    print(error.errno)
print(os.stat("log")[6], os.statvfs("/")[3], written)
"""


@pytest.mark.parametrize("mode, data", [("wb", "bytes(1000)"), ("w", "'x' * 999 + chr(10)"),
                                        ("a", "'x' * 1000"), ("w+b", "bytes(1000)")])
def test_writing_ends_where_the_drive_is_full(mode, data, tmp_path):
    (tmp_path / "code.py").write_text(WRITE.format(mode=mode, data=data))
    text = printed(tmp_path, seconds=30, drive_size=64)
    # 16 clusters, one of which is the program's.
    assert text == "28\n61440 0 61000\n"


def test_the_board_has_eight_megabytes(tmp_path):
    (tmp_path / "code.py").write_text("import os\nprint(os.statvfs('/'))")
    assert printed(tmp_path) == "(4096, 4096, 2040, 2039, 2039, 0, 0, 0, 0, 255)\n"


def test_a_full_drive_takes_not_a_byte_more(tmp_path):
    (tmp_path / "code.py").write_text("""
import os, storage
storage.remount("/", False)
with open("log", "wb") as file:
    file.write(bytes(61440))
try:
    with open("more", "wb") as file:
        file.write(b"x")
except OSError as error:
    print(error.errno, os.stat("more")[6])
""")
    assert printed(tmp_path, drive_size=64) == "28 0\n"


def test_nothing_is_written_beyond_the_end_of_a_full_drive(tmp_path):
    (tmp_path / "code.py").write_text("""
import os, storage
storage.remount("/", False)
with open("log", "wb") as file:
    file.write(bytes(61440))
    file.seek(70000)
    try:
        file.write(b"xy")
    except OSError as error:
        print(error.errno)
print(os.stat("log")[6])
""")
    assert printed(tmp_path, drive_size=64) == "28\n61440\n"


def test_a_file_is_cut_and_grows_while_there_is_room(tmp_path):
    (tmp_path / "code.py").write_text("""
import os, storage
storage.remount("/", False)
with open("log", "w+b") as file:
    file.write(bytes(1000))
    for size in 300, 5000, 70000:
        try:
            print(file.truncate(size))
        except OSError as error:
            print(error.errno)
    file.seek(200)
    print(file.truncate())
print(os.stat("log")[6])
""")
    assert printed(tmp_path, drive_size=64) == "300\n5000\n28\n200\n200\n"


def test_room_comes_back(tmp_path):
    (tmp_path / "code.py").write_text("""
import os, storage
storage.remount("/", False)
for _ in range(5):
    with open("log", "w") as file:
        file.write("x" * 50000)
os.remove("log")
print(os.statvfs("/")[3])
""")
    assert printed(tmp_path, drive_size=64) == "15\n"


def test_a_folder_takes_room_too(tmp_path):
    (tmp_path / "code.py").write_text("""
import os, storage
storage.remount("/", False)
with open("log", "wb") as file:
    file.write(bytes(61440))
try:
    os.mkdir("more")
except OSError as error:
    print(error.errno)
""")
    assert printed(tmp_path, drive_size=64) == "28\n"


def test_of_a_single_programs_folder_what_it_wrote_counts(tmp_path):
    (tmp_path / "large").write_bytes(bytes(100_000))
    (tmp_path / "code.py").write_text("import os\nprint(os.statvfs('/')[3])")
    assert printed(tmp_path / "code.py", drive_size=64) == "16\n"


def test_a_drive_too_small_is_refused(tmp_path, capsys):
    (tmp_path / "code.py").write_text("")
    with pytest.raises(ValueError, match="at least"):
        PyPortal(tmp_path, drive_size=3)
    assert main([str(tmp_path), "--headless", "--drive-size", "3"]) == 2
    assert "'3' is not a whole number from 64 on" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the host has no pipes in folders")
def test_a_pipe_on_the_drive_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "code.py").write_text("open('pipe')")
    assert "OSError: [Errno 5]" in printed(tmp_path)
