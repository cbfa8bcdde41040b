# SPDX-License-Identifier: MIT
"""What becomes of the folder that a card is made of: at resets, power cuts, and under bad names."""

from cards import DRIVERS, MOUNT, files_of
from programs import printed
from sim import PyPortal


def test_a_reset_shows_the_card_what_the_folder_holds_now(write_program, folder):
    portal = PyPortal(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
print(os.listdir("/sd"))
open("/sd/mark.txt", "w").close()
"""), sd=folder)
    portal.run(1)
    (folder / "gone.txt").unlink()
    portal.reset()
    portal.run(1)
    assert portal.serial == ("['Songs', 'gone.txt', 'helper.py']\n"
                             "['Songs', 'helper.py', 'mark.txt']\n")


def test_a_power_cut_leaves_what_was_flushed(write_program, folder):
    """As on a board: what was not, and the file's size, are lost."""
    portal = PyPortal(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
log = open("/sd/log.txt", "w")
log.write("flushed ")
log.flush()
log.write("lost")
print("ready")
while True:
    pass
"""), sd=folder)
    portal.run(1)
    portal.cut_power()
    assert portal.serial == "ready\n"
    assert (folder / "log.txt").read_text() == "flushed "


def test_a_card_whose_file_system_is_spoiled_leaves_the_folder_alone(write_program, folder):
    text = "import board\n" + DRIVERS["sdcardio"] + """
for block in range(0, 4096, 64):
    card.writeblocks(block, bytes(512 * 64))
card.sync()
"""
    before = files_of(folder)
    printed(write_program(text), 10, sd=folder)
    assert files_of(folder) == before


def test_nothing_is_written_outside_the_folder(write_program, folder, tmp_path):
    """Neither by names that lead out of it, which blocks can hold, nor by a link that is there."""
    (tmp_path / "other").mkdir()
    (folder / "out").symlink_to(tmp_path / "other")
    text = MOUNT.format(DRIVERS["sdcardio"]) + """
os.mkdir("/sd/out")
open("/sd/out/x.txt", "w").close()
open("/sd/AAAAAAA1.TXT", "w").close()
root = 2561
block = bytearray(512)
card.readblocks(root, block)
at = block.find(b"AAAAAAA1")
block[at : at + 8] = b"../EVIL "
card.writeblocks(root, block)
card.sync()
"""
    assert printed(write_program(text), 10, sd=folder) == ""
    assert [*(tmp_path / "other").iterdir()] == []
    assert not list(folder.parent.glob("*EVIL*"))
    assert (folder / "gone.txt").exists()


def test_what_a_fat_cannot_hold_stays_out_of_the_card(write_program, folder):
    (folder / "what?.txt").write_text("kept")
    (folder / "out").symlink_to("/")
    said = printed(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
print(os.listdir("/sd"))
os.remove("/sd/gone.txt")
"""), sd=folder)
    assert said == "['Songs', 'gone.txt', 'helper.py']\n"
    assert {path.name for path in folder.iterdir()} == {"Songs", "helper.py", "what?.txt", "out"}
