# SPDX-License-Identifier: MIT
"""Programs that use an SD card."""

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
    """Return {path: contents} of a folder, b"" for a folder in it."""
    return {path.relative_to(folder).as_posix(): b"" if path.is_dir() else path.read_bytes()
            for path in folder.rglob("*")}
