# SPDX-License-Identifier: MIT
"""Programs with a card in the slot, and what is in its folder afterwards."""

DRIVERS = {
    "sdcardio": "import sdcardio\ncard = sdcardio.SDCard(board.SPI(), board.SD_CS)",
    "sdcardio, a pin of the program's":
        "import digitalio, sdcardio\n"
        "card = sdcardio.SDCard(board.SPI(), digitalio.DigitalInOut(board.SD_CS), 12_000_000)",
    "adafruit_sdcard":
        "import adafruit_sdcard, digitalio\n"
        "card = adafruit_sdcard.SDCard(board.SPI(), digitalio.DigitalInOut(board.SD_CS))",
}
MOUNT = """
import board, os, storage
{}
vfs = storage.VfsFat(card)
storage.mount(vfs, "/sd")
"""


def files_of(folder):
    """The contents by path; a folder has none."""
    return {path.relative_to(folder).as_posix(): b"" if path.is_dir() else path.read_bytes()
            for path in folder.rglob("*")}
