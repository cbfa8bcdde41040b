# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive: files and folders, its size, spoiled files, and settings.toml."""

import os

import pytest

from sim import PyPortal
from sim.__main__ import main
from sim.board.drive.drive import Drive
from tests.support.programs.programs import outcomes, printed

REMOUNT = "import os, storage\nstorage.remount('/', False)\n"


def test_errors_of_files_and_folders_are_those_of_a_fat(write_program, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "file").touch()
    errors = {
        "os.mkdir('full')": 17, "os.rmdir('full')": 13, "os.remove('full')": 21,
        "os.rmdir('file')": 20, "os.remove('none')": 2, "os.stat('none')": 2,
        "os.rename('none', 'x')": 2, "os.listdir('none')": 2, "os.chdir('file')": 2,
        "open('full')": 21, "os.rename('full', 'file')": 17, "os.mkdir('none/x')": 2,
    }
    lines = outcomes(write_program, "os, storage\nstorage.remount('/', False)", errors)
    assert [int(line.partition("[Errno ")[2].partition("]")[0]) for line in lines] == [
        *errors.values()]


def test_arguments_of_the_wrong_kind_are_refused(write_program):
    no_text = "TypeError: can't convert 'int' object to str implicitly"
    assert outcomes(write_program, "os", ["os.listdir(5)", "open(3)", "os.urandom(-1)"]) == [
        no_text, no_text, "ValueError: size must be >= 0"]


# (program, output) on a drive that the program may write to.
PROGRAMS = {
    "a file's place and time can be replaced": ("""
for name in "old", "new":
    with open(name, "w") as file: file.write(name)
os.rename("new", "old")
os.utime("old", (1_000_000_000, 1_000_000_001))
print(open("old").read(), os.stat("old")[8], sorted(os.listdir()))
""", "new 1000000001 ['code.py', 'old']\n"),
    "a file moves to another folder under another name": ("""
for folder in "am": os.mkdir(folder)
open("/a/x", "w").close()
for old, new in ("/a/x", "/m/y"), ("/m/y", "/a/z"), ("/a/z", "/Z"), ("/Z", "/z"):
    os.rename(old, new)
    print(os.listdir("a"), os.listdir("m"), "z" in os.listdir("/"))
""", "[] ['y'] False\n['z'] [] False\n[] [] False\n[] [] True\n"),
    "a folder and a file are told apart": ("""
os.mkdir("folder")
with open("file", "w") as file: file.write("abc")
print(os.stat("folder")[:7], os.stat("/file")[:7])
""", "(16384, 0, 0, 0, 0, 0, 0) (32768, 0, 0, 0, 0, 0, 3)\n"),
    "line ends are not translated": ("""
with open("dos.txt", "wb") as file: file.write(b"one\\r\\ntwo\\rstill two\\n")
print(open('dos.txt').readlines(), open('/dos.txt', 'rb').readline())
""", "['one\\r\\n', 'two\\rstill two\\n'] b'one\\r\\n'\n"),
    "the file system of the drive has the same interface": ("""
vfs = storage.getmount("/")
vfs.mkdir("folder")
with vfs.open("folder/x.txt", "w") as file: file.write("abc")
print(vfs.label, vfs.readonly, sorted(vfs.ilistdir("/"))[1], vfs.stat("/folder")[0])
print(list(vfs.ilistdir("folder")), vfs.statvfs("/")[:3])
storage.remount("/", True)
print(vfs.readonly)
""", "CIRCUITPY False ('folder', 16384, 0, 0) 16384\n"
     "[('x.txt', 32768, 0, 3)] (4096, 4096, 2040)\nTrue\n"),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_files(write_program, case):
    program, output = PROGRAMS[case]
    assert printed(write_program(REMOUNT + program)) == output


def test_names_are_found_in_any_case_and_keep_their_own(write_program, tmp_path):
    (tmp_path / "Sounds").mkdir()
    (tmp_path / "Sounds" / "Coin.wav").write_text("clink")
    (tmp_path / "Helper.py").write_text("print(__file__)")
    assert printed(write_program(REMOUNT + """
import helper
print(open("/sounds/coin.WAV").read(), os.stat("SOUNDS/COIN.WAV")[6], os.listdir("/sounds"))
try:
    os.mkdir("/SOUNDS")
except OSError as error:
    print(error)
with open("/SOUNDS/coin.wav", "w") as file:
    file.write("clank")
with open("/sounds/New.txt", "w") as file:
    file.write("new")
os.rename("/sounds/new.txt", "/Sounds/NEW.TXT")
os.remove("/sounds/COIN.wav")
print(os.listdir("/sounds"))
""")) == "helper.py\nclink 5 ['Coin.wav']\n[Errno 17] File exists\n['NEW.TXT']\n"
    assert [file.name for file in (tmp_path / "Sounds").iterdir()] == ["NEW.TXT"]


def test_a_link_leads_no_further_than_the_drive(write_program, tmp_path_factory, tmp_path):
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text("secret")
    folder = write_program("for name in ('out', 'in'):\n"
                           "    try: print(open(name).read())\n"
                           "    except OSError as error: print(error.errno)")
    (tmp_path / "inside.txt").write_text("mine")
    (tmp_path / "out").symlink_to(outside)
    (tmp_path / "in").symlink_to(tmp_path / "inside.txt")
    assert printed(folder) == "2\nmine\n"


def test_stat_gives_size_and_time(write_program, tmp_path):
    folder = write_program("import os\nprint(os.stat('file'), os.stat('folder'))")
    (tmp_path / "file").write_text("12345")
    (tmp_path / "folder").mkdir()
    for name in "file", "folder":
        os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))
    times = ", ".join(["1700000000"] * 3)
    assert printed(folder) == (f"(32768, 0, 0, 0, 0, 0, 5, {times}) "
                               f"(16384, 0, 0, 0, 0, 0, 0, {times})\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the host has no pipes in folders")
def test_a_pipe_is_no_file(write_program, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "OSError: [Errno 5]" in printed(write_program("open('pipe')"))


# (program, output) on a drive of 64 KB: 16 clusters of 4,096 bytes, one of which is the program's.
FULL = {
    "not a byte more is written": ("""
with open("log", "wb") as file:
    file.write(bytes(61440))
try:
    with open("more", "wb") as file:
        file.write(b"x")
except OSError as error:
    print(error.errno, os.stat("more")[6])
""", "28 0\n"),
    "nothing is written beyond the end": ("""
with open("log", "wb") as file:
    file.write(bytes(61440))
    file.seek(70000)
    try:
        file.write(b"xy")
    except OSError as error:
        print(error.errno)
print(os.stat("log")[6])
""", "28\n61440\n"),
    "a file is cut, and grows while there is space": ("""
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
""", "300\n5000\n28\n200\n200\n"),
    "a file grows to all the space that others leave": ("""
with open("other", "wb") as file:
    file.write(bytes(16384))
with open("log", "wb") as file:
    file.write(bytes(20480))
    print(file.truncate(45056))
""", "45056\n"),
    "removed files free their space": ("""
for _ in range(5):
    with open("log", "w") as file:
        file.write("x" * 50000)
os.remove("log")
print(os.statvfs("/")[3])
""", "15\n"),
    "a folder takes space too": ("""
with open("log", "wb") as file:
    file.write(bytes(61440))
try:
    os.mkdir("more")
except OSError as error:
    print(error.errno)
""", "28\n"),
}
FILL = """
written = 0
try:
    with open("log", {!r}) as file:
        while True:
            written += file.write({})
except OSError as error:
    print(error.errno)
print(os.stat("log")[6], os.statvfs("/")[3], written)
"""
for mode, data in (("wb", "bytes(1000)"), ("w", "'x' * 999 + chr(10)"), ("a", "'x' * 1000"),
                   ("w+b", "bytes(1000)")):
    FULL[f"writing with {mode} ends at the end"] = FILL.format(mode, data), "28\n61440 0 61000\n"


@pytest.mark.parametrize("case", FULL)
def test_a_full_drive(write_program, case):
    program, output = FULL[case]
    assert printed(write_program(REMOUNT + program), seconds=30, drive_size=64) == output


def test_the_drive_has_eight_megabytes(write_program):
    program = write_program("import os\nprint(os.statvfs('/'))")
    assert printed(program) == "(4096, 4096, 2040, 2039, 2039, 0, 0, 0, 0, 255)\n"


def test_in_the_folder_of_a_single_program_only_written_files_take_space(tmp_path):
    (tmp_path / "large").write_bytes(bytes(100_000))
    (tmp_path / "code.py").write_text("import os\nprint(os.statvfs('/')[3])")
    assert printed(tmp_path / "code.py", drive_size=64) == "16\n"


def test_the_folder_of_the_sources_is_a_drive_to_be_compiled(tmp_path):
    (tmp_path / "code.py").touch()
    (tmp_path / "other").mkdir()
    for sources, expected in (None, False), (tmp_path / "other", False), (tmp_path, True):
        assert Drive(tmp_path, sources=sources).is_to_be_compiled is expected


def test_a_drive_too_small_is_refused(tmp_path, capsys):
    (tmp_path / "code.py").write_text("")
    with pytest.raises(ValueError, match="at least"):
        PyPortal(tmp_path, drive_size=3)
    assert main([str(tmp_path), "--headless", "--drive-size", "3"]) == 2
    assert "'3' is not a whole number of at least 64" in capsys.readouterr().err


def printed_with_spoiled(folder, **spoiled):
    with PyPortal(folder) as portal:
        for path, at in spoiled.items():
            portal.faults.spoil(path, at)
        portal.run(1)
        return portal.serial


def test_a_spoiled_file_fails_when_it_is_opened_or_read(write_program, tmp_path):
    for name in "o.txt", "R.txt", "good.txt":
        (tmp_path / name).write_text("text")
    assert printed_with_spoiled(write_program("""
import os
for name, mode in ("/o.txt", "rb"), ("r.txt", "r"), ("/R.TXT", "rb"), ("good.txt", "r"):
    try:
        file = open(name, mode)
        print("open", end=" ")
        print(file.read(2))
    except OSError as error:
        print(error.errno)
print(os.stat("/r.txt")[6])
"""), **{"/o.txt": "open", "r.txt": "read"}) == "5\nopen 5\nopen 5\nopen te\n4\n"


def test_spoiled_settings_pictures_and_modules_fail(write_program, tmp_path):
    (tmp_path / "mine.py").write_text("x = 1")
    (tmp_path / "settings.toml").write_text('NAME = "x"')
    (tmp_path / "a.bmp").write_bytes(b"BM" + bytes(100))
    serial = printed_with_spoiled(write_program("""
import displayio, os
print(os.getenv("NAME"))
try:
    displayio.OnDiskBitmap("/a.bmp")
except OSError as error:
    print(error.errno)
import mine
"""), **dict.fromkeys(("mine.py", "settings.toml", "a.bmp"), "read"))
    assert serial.startswith("None\n5\nTraceback")
    assert serial.endswith("OSError: [Errno 5] Input/output error\n")


def test_a_spoiled_file_cannot_be_written(write_program, tmp_path):
    (tmp_path / "f.txt").write_text("text")
    program = write_program(REMOUNT + "open('/f.txt', 'w').write('new')")
    assert "[Errno 5]" in printed_with_spoiled(program, **{"f.txt": "read"})
    assert (tmp_path / "f.txt").read_text() == "text"


def test_a_spoiled_file_that_does_not_exist_is_missing(write_program):
    program = write_program("open('/none')")
    assert "[Errno 2]" in printed_with_spoiled(program, **{"/none": "open"})


SETTINGS = r'''
# what a program sets
NAME = "desk"   # a comment
SAID = "a \"word\" \u00e9 # no comment"
SIZE = 7
HEX=0x10
MINUS = -3
ON = true
RATIO = 1.5
BARE = some words # and a comment
BROKEN = "open
BEYOND = "\U00110000"
EMPTY =
NAME = "last"
[table]
LATER = 1
'''
VALUES = [  # key, os.getenv, supervisor.get_setting
    ("NAME", "'last'", "'last'"),
    ("SAID", "'a \"word\" é # no comment'", "'a \"word\" é # no comment'"),
    ("SIZE", "'7'", "7"),
    ("HEX", "'0x10'", "16"),
    ("MINUS", "'-3'", "-3"),
    ("ON", "'true'", "True"),
    ("RATIO", "'1.5'", "1.5"),
    ("BARE", "'some words'", "ValueError"),
    ("BROKEN", "'?'", "ValueError"),
    ("BEYOND", "'?'", "ValueError"),
    ("EMPTY", "''", "ValueError"),
    ("LATER", "'?'", "'?'"),
    ("NONE", "'?'", "'?'"),
]


def test_settings_are_text_for_getenv_and_typed_for_get_setting(write_program, tmp_path):
    (tmp_path / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    for function, column in (("os.getenv", 1), ("supervisor.get_setting", 2)):
        calls = [f"repr({function}({key!r}, '?'))" for key, *_ in VALUES]
        told = outcomes(write_program, "os, supervisor", calls)
        assert [line.split(":")[0] for line in told] == [row[column] for row in VALUES]


def test_without_settings_there_is_only_the_default(write_program):
    calls = ["os.getenv('X')", "os.getenv('X', 5)", "os.getenv(5)",
             "supervisor.get_setting('X', 1)"]
    assert outcomes(write_program, "os, supervisor", calls) == [
        "None", "5", "TypeError: key must be of type str, not int", "1"]
