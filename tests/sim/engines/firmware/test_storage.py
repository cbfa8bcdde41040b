# SPDX-License-Identifier: MIT
"""The drive in the board's flash: filled from a folder, and kept in step with it both ways."""

import numpy as np
import pytest

from sim.board.drive import Drive
from sim.board.fat import FatVolume
from sim.engines.firmware.storage import BLOCK, Flash, Storage

FLASH_BYTES = 8 << 20
FROZEN = frozenset(["neopixel", "adafruit_portalbase"])
BUILT_IN = frozenset(["adafruit_pixelbuf", "board", "digitalio", "neopixel_write", "time"])


class Board:
    def __init__(self, root, size_kb=None):
        self.remarks = []
        self.drive = Drive(root) if size_kb is None else Drive(root, size_kb=size_kb)
        self.storage = Storage(self.drive, FROZEN, BUILT_IN, "identity\r\n", self.remarks.append)
        self.flash = Flash(np.empty(FLASH_BYTES, np.uint8))
        self.storage.fill(self.flash.memory)

    @property
    def volume(self):
        """The file system as the board has it."""
        return FatVolume(self.flash, lambda: 0)

    def settle(self):
        self.storage.bring_back(self.flash)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "code.py").write_text("print(1)\n")
    (tmp_path / "lib" / "a rather long name.py").write_bytes(bytes(range(256)) * 20)
    return tmp_path


def test_the_flash_holds_the_folders_files(root):
    (root / ".hidden").touch()
    (root / "__pycache__").mkdir()
    (root / "a link to itself").symlink_to("a link to itself")
    volume = Board(root).volume
    assert volume.label == "CIRCUITPY"
    assert sorted(volume.listdir("")) == ["boot_out.txt", "code.py", "lib", "sd"]
    assert volume.read("lib/a rather long name.py") == bytes(range(256)) * 20
    assert volume.read("boot_out.txt") == b"identity\r\n"


def test_a_program_is_the_boards_code(tmp_path):
    (tmp_path / "blink.py").write_text("import board, neopixel\n")
    (tmp_path / "picture.bmp").write_bytes(b"BM")
    volume = Board(tmp_path / "blink.py").volume
    assert volume.read("code.py") == b"import board, neopixel\n"
    assert volume.read("picture.bmp") == b"BM"
    assert not volume.has_folder("lib")


def test_a_program_among_too_many_files_takes_the_first_of_them(tmp_path):
    (tmp_path / "blink.py").write_text("print(1)\n")
    for number in range(300):
        (tmp_path / f"picture {number:03}.bmp").touch()
    board = Board(tmp_path / "blink.py")
    names = board.volume.listdir("")
    assert {"code.py", "picture 000.bmp"} <= set(names) and "picture 299.bmp" not in names
    [remark] = board.remarks
    assert remark.endswith("whose top takes 512 names: put the program into its own folder")


def test_a_program_without_a_lib_folder_borrows_installed_libraries(tmp_path):
    (tmp_path / "code.py").write_text("import adafruit_touchscreen\n")
    volume = Board(tmp_path).volume
    assert b"class Touchscreen" in volume.read("lib/adafruit_touchscreen.py")


def test_a_frozen_library_borrows_the_libraries_that_it_imports(tmp_path):
    (tmp_path / "code.py").write_text("from adafruit_portalbase import PortalBase\n")
    volume = Board(tmp_path).volume
    libraries = volume.listdir("lib")
    assert "adafruit_bitmap_font" in libraries and "adafruit_portalbase" not in libraries


def storage(root, size_kb=64):
    """Take the files for a board, which is refused before the board has power."""
    return Storage(Drive(root, size_kb=size_kb), frozenset(), frozenset(), "", print)


@pytest.mark.parametrize("files", [{"big": 60_000}, {"a" * 60 + str(n): 1 for n in range(100)}],
                         ids=["too large", "too many at the top"])
def test_a_folder_that_does_not_fit_is_refused_in_a_sentence(root, files):
    for name, size in files.items():
        (root / name).write_bytes(bytes(size))
    with pytest.raises(ValueError, match=rf"^{root} has \d+ KB: the board's drive takes 64 KB, "
                       "with 512 names at its top, so remove some files$"):
        storage(root)


def test_a_folder_that_just_fits_is_taken(root):
    (root / "big").write_bytes(bytes(40_000))
    assert "big" in storage(root).files


LONG = ["b" * 250, "c" * 255, "€" * 84 + "abc"]


def test_names_as_long_as_the_computer_takes_come_back(root):
    board = Board(root)
    for name in LONG:
        with board.volume.open(name, "wb") as file:
            file.write(b"content")
    board.settle()
    assert [(root / name).read_bytes() for name in LONG] == [b"content"] * 3
    assert not board.remarks


def test_a_name_that_the_computer_cannot_hold_is_told_once(root):
    board, name = Board(root), "ä" * 200
    for content in b"one", b"another":
        with board.volume.open(name, "wb") as file:
            file.write(content)
        board.settle()
    board.volume.remove(name)
    board.settle()
    assert board.remarks == [
        f"cannot write {root / name}, which the board has written: File name too long"]
    assert board.volume.listdir("") == ["boot_out.txt", "code.py", "lib", "sd"]


def test_what_the_board_writes_appears_in_the_folder(root):
    board = Board(root)
    volume = board.volume
    with volume.open("log.txt", "wb") as file:
        file.write(b"measured\n")
    volume.mkdir("new")
    with volume.open("new/data.bin", "wb") as file:
        file.write(bytes(5000))
    volume.remove("lib/a rather long name.py")
    board.settle()
    assert (root / "log.txt").read_bytes() == b"measured\n"
    assert (root / "new" / "data.bin").read_bytes() == bytes(5000)
    assert list((root / "lib").iterdir()) == []
    assert not (root / "boot_out.txt").exists()
    assert root / "log.txt" in board.drive.main.written


def test_a_folder_removed_on_the_board_keeps_files_that_the_board_never_had(root):
    (root / "lib" / ".git").write_text("mine")
    board = Board(root)
    board.volume.remove("lib/a rather long name.py")
    board.volume.rmdir("lib")
    board.settle()
    assert [path.name for path in (root / "lib").iterdir()] == [".git"]


def test_a_drive_that_the_board_formats_leaves_the_folder_alone(root):
    board = Board(root)
    board.flash.write(0, bytes(64 * BLOCK))
    board.settle()
    assert (root / "code.py").exists()
    assert "the board has formatted its drive" in board.remarks[0]


def test_saved_files_are_blocks_to_write_data_first(root):
    board = Board(root)
    (root / "code.py").write_text("print(2)\n" * 300)
    (root / "extra.txt").write_text("more")
    (root / "lib" / "a rather long name.py").unlink()
    blocks = board.storage.news(board.flash)
    for number, data in blocks:
        board.flash.write(number, data)
    data = board.volume.layout.data
    assert [number < data for number, _ in blocks] == sorted(number < data for number, _ in blocks)
    assert board.volume.read("code.py") == b"print(2)\n" * 300
    assert board.volume.read("extra.txt") == b"more"
    assert board.volume.listdir("lib") == []


def test_a_name_that_fat_cannot_hold_is_left_out_with_a_remark(root):
    try:
        (root / "what?.txt").touch()
    except OSError:
        pytest.skip("this computer cannot hold it either")
    board = Board(root)
    assert "what?.txt is not on the board's drive" in board.remarks[0]


def test_of_names_that_differ_only_in_case_the_first_is_on_the_drive(root):
    files = {"Notes.txt": "A", "notes.txt": "b", "Data/x": "C", "data/y": "d",
             "Straße": "E", "STRASSE": "F"}
    for path, content in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(content)
    if len([*root.iterdir()]) < 8:
        pytest.skip("the computer's names do not differ in case either")
    board = Board(root)
    assert set(board.volume.listdir("")) >= {"Notes.txt", "Data", "Straße", "STRASSE"}
    assert board.volume.listdir("Data") == ["x"]
    board.volume.remove("Notes.txt")
    board.settle()
    files.pop("Notes.txt")
    assert {path: (root / path).read_text() for path in files} == files
    assert board.remarks[0] == (f"{root}/data is not on the board's drive: FAT takes its name for "
                                f"that of {root}/Data, so rename one of them")


def test_a_file_that_becomes_a_folder_and_back_reaches_the_board(root):
    board = Board(root)
    for is_folder in True, False:
        if is_folder:
            (root / "code.py").unlink()
            (root / "code.py").mkdir()
            (root / "code.py/x").write_text("x")
        else:
            (root / "code.py/x").unlink()
            (root / "code.py").rmdir()
            (root / "code.py").write_text("print(2)")
        for block, data in board.storage.news(board.flash):
            board.flash.write(block, data)
        assert board.flash.has_all() and board.volume.has_folder("code.py") == is_folder
        assert not board.remarks
    assert board.volume.read("code.py") == b"print(2)"
