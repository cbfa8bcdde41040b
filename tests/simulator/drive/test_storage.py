# SPDX-License-Identifier: MIT
"""Files, folders and cards, as a program meets them."""

import os

import pytest

from programs import outcomes, printed
from sim import PyPortal
from sim.__main__ import main

MISSING = "No such file/directory"


@pytest.fixture
def card(tmp_path_factory):
    folder = tmp_path_factory.mktemp("card")
    (folder / "songs").mkdir()
    (folder / "songs" / "one.txt").write_text("la la")
    return folder


MOUNT = """
import board, os, sdcardio, storage
card = sdcardio.SDCard(board.SPI(), board.SD_CS)
vfs = storage.VfsFat(card)
storage.mount(vfs, "/sd")
"""


def test_a_folder_is_the_card(write_program, card):
    assert printed(write_program(f"""{MOUNT}
print(os.listdir("/sd"), "sd" in os.listdir("/"), card.count())
print(open("/sd/songs/one.txt").read(), os.stat("/sd/songs/one.txt")[6], os.stat("/sd")[0])
with open("/sd/new.txt", "w") as file:
    file.write("kept")
os.mkdir("/sd/deep")
os.rename("/sd/new.txt", "/sd/deep/er.txt")
os.chdir("/sd/deep")
print(os.getcwd(), os.listdir(), open("er.txt").read())
"""), sd=card) == "['songs'] True 2095616\nla la 5 16384\n/sd/deep ['er.txt'] kept\n"
    assert (card / "deep" / "er.txt").read_text() == "kept"


def test_the_card_stays_in_its_slot_over_a_reset(write_program, card):
    portal = PyPortal(write_program(MOUNT + 'print(os.listdir("/sd"))'), sd=card)
    portal.run(1)
    portal.reset()
    portal.run(1)
    assert portal.serial == "['songs']\n" * 2


def test_a_card_can_be_mounted_for_reading_only_and_unmounted(write_program, card):
    calls = ["vfs.readonly", "os.mkdir('/sd/x')", "storage.getmount('/sd') is vfs",
             "storage.mount(vfs, '/sd')", "storage.umount('/sd')", "storage.getmount('/sd')",
             "storage.umount(vfs)", "os.listdir('/sd')", "storage.mount(vfs, '/nowhere')",
             "storage.mount(vfs, '/')"]
    modules = MOUNT.replace("import ", "", 1).strip() + "\nstorage.umount('/sd')\n" \
        "storage.mount(vfs, '/sd', readonly=True)"
    assert outcomes(write_program, modules, calls, sd=card) == [
        "True", "OSError: [Errno 30] Read-only filesystem", "True",
        "OSError: [Errno 1] Operation not permitted", "None",
        "OSError: [Errno 19] No such device", "OSError: [Errno 22] Invalid argument",
        f"OSError: [Errno 2] {MISSING}", "RuntimeError: Mount point directory missing",
        "OSError: [Errno 1] Operation not permitted"]


def test_without_a_card_there_is_none(write_program, tmp_path):
    calls = ["sdcardio.SDCard(board.SPI(), board.SD_CS)", "sdcardio.SDCard(board.SPI(), board.D3)",
             "sdcardio.SDCard(5, board.SD_CS)", "storage.VfsFat(5)"]
    assert outcomes(write_program, "board, sdcardio, storage", calls, seconds=5) == [
        "OSError: no SD card", "OSError: no SD card", "TypeError: bus must be of type SPI, not int",
        "AttributeError: 'int' object has no attribute 'readblocks'"]
    with pytest.raises(ValueError, match="is neither a folder nor an image: name one"):
        PyPortal(tmp_path, sd=tmp_path / "none")


def test_formatting_is_refused_with_a_sentence(write_program, card):
    calls = ["storage.VfsFat.mkfs(card)", "storage.erase_filesystem()"]
    modules = "board, sdcardio, storage\ncard = sdcardio.SDCard(board.SPI(), board.SD_CS)"
    told = outcomes(write_program, modules, calls, sd=card)
    assert [line.split(":")[0] for line in told] == ["NotImplementedError"] * 2
    assert all(" is not simulated: " in line for line in told)
    assert (card / "songs" / "one.txt").exists()


def test_the_drives_file_system_can_be_asked_for(write_program, tmp_path):
    (tmp_path / "folder").mkdir()
    assert printed(write_program("""
import storage
vfs = storage.getmount("/")
print(vfs.label, vfs.readonly, sorted(vfs.ilistdir("/"))[1], vfs.stat("/folder")[0])
storage.remount("/", False)
vfs.mkdir("folder/in")
with vfs.open("folder/in/x.txt", "w") as file:
    file.write("abc")
print(list(vfs.ilistdir("folder/in")), vfs.readonly, vfs.statvfs("/")[:3])
""")) == "CIRCUITPY True ('folder', 16384, 0, 0) 16384\n" \
         "[('x.txt', 32768, 0, 3)] False (4096, 4096, 2040)\n"


def test_files_and_folders_are_refused_as_a_fat_refuses_them(write_program, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "file").touch()
    calls = ["os.mkdir('full')", "os.rmdir('full')", "os.remove('full')", "os.rmdir('file')",
             "os.remove('none')", "os.stat('none')", "os.rename('none', 'x')", "os.listdir('none')",
             "os.chdir('file')", "os.listdir(5)", "open('full')", "os.rename('full', 'file')",
             "os.mkdir('none/x')", "open(3)", "os.urandom(-1)"]
    modules = "os, storage\nstorage.remount('/', False)"
    told = outcomes(write_program, modules, calls)
    numbers = [int(line.partition("[Errno ")[2].partition("]")[0] or 0) for line in told]
    assert numbers == [17, 13, 21, 20, 2, 2, 2, 2, 2, 0, 21, 17, 2, 0, 0]
    assert told[9] == told[13] == "TypeError: can't convert 'int' object to str implicitly"
    assert told[14] == "ValueError: size must be >= 0"


def test_a_file_may_take_anothers_place_and_time(write_program, tmp_path):
    (tmp_path / "old").write_text("old")
    (tmp_path / "new").write_text("new")
    assert printed(write_program("""
import os, storage
storage.remount("/", False)
os.rename("new", "old")
os.utime("old", (1_000_000_000, 1_000_000_001))
print(open("old").read(), os.stat("old")[8], sorted(os.listdir()))
""")) == "new 1000000001 ['code.py', 'old']\n"


def test_lines_are_read_as_they_are(write_program, tmp_path):
    (tmp_path / "dos.txt").write_bytes(b"one\r\ntwo\rstill two\n")
    program = "print(open('dos.txt').readlines(), open('/dos.txt', 'rb').readline())"
    assert printed(write_program(program)) == (
        "['one\\r\\n', 'two\\rstill two\\n'] b'one\\r\\n'\n")


def test_the_command_line_takes_a_card(write_program, card, capsys):
    folder = write_program(MOUNT + 'print(os.listdir("/sd"))')
    assert main([str(folder), "--headless", "--sd", str(card)]) == 0
    assert main([str(folder), "--headless", "--sd", str(card / "none")]) == 2
    out, errors = capsys.readouterr()
    assert "['songs']" in out
    assert errors.endswith("is neither a folder nor an image: name one to be the SD card\n")


def test_names_are_found_by_any_letters_and_keep_those_they_were_written_with(
        write_program, tmp_path):
    (tmp_path / "Sounds").mkdir()
    (tmp_path / "Sounds" / "Coin.wav").write_text("clink")
    (tmp_path / "Helper.py").write_text("print(__file__)")
    assert printed(write_program("""
import os, storage
import helper
print(open("/sounds/coin.WAV").read(), os.stat("SOUNDS/COIN.WAV")[6], os.listdir("/sounds"))
storage.remount("/", False)
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


def test_a_spoiled_file_is_spoiled_by_any_letters(write_program, tmp_path):
    (tmp_path / "Coin.wav").write_text("clink")
    with PyPortal(write_program('open("/COIN.wav")')) as portal:
        portal.faults.spoil("coin.wav", "open")
        portal.run(1)
        assert portal.serial.endswith("OSError: [Errno 5] Input/output error\n")


def test_a_file_moves_to_another_folder_under_another_name(write_program):
    """Whichever of the folders comes first in the alphabet."""
    assert printed(write_program("""
import os, storage
storage.remount("/", False)
for folder in "am": os.mkdir(folder)
open("/a/x", "w").close()
for old, new in ("/a/x", "/m/y"), ("/m/y", "/a/z"), ("/a/z", "/Z"), ("/Z", "/z"):
    os.rename(old, new)
    print(os.listdir("a"), os.listdir("m"), "z" in os.listdir("/"))
""")) == "[] ['y'] False\n['z'] [] False\n[] [] False\n[] [] True\n"


def test_a_folder_and_a_file_are_told_apart(write_program):
    assert printed(write_program("""
import os, storage
storage.remount("/", False)
os.mkdir("folder")
with open("file", "w") as file: file.write("abc")
print(os.stat("folder")[:7], os.stat("/file")[:7])
""")) == "(16384, 0, 0, 0, 0, 0, 0) (32768, 0, 0, 0, 0, 0, 3)\n"


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


def test_a_file_and_a_folder_tell_their_size_and_times(write_program, tmp_path):
    folder = write_program("import os\nprint(os.stat('file'), os.stat('folder'))")
    (tmp_path / "file").write_text("12345")
    (tmp_path / "folder").mkdir()
    for name in "file", "folder":
        os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))
    times = ", ".join(["1700000000"] * 3)
    assert printed(folder) == (f"(32768, 0, 0, 0, 0, 0, 5, {times}) "
                               f"(16384, 0, 0, 0, 0, 0, 0, {times})\n")
