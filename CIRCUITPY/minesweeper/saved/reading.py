# SPDX-License-Identifier: MIT
"""Reads what nvm has kept, and says what is lost; loaded at power-on."""

import struct
from binascii import crc32

from micropython import const

from minesweeper import lazy
from minesweeper.saved.state import CHECKSUM, HEADER, MAGIC, VERSION

_AT_VERSION = const(2)
_NEW = ("No saved game or options (a new board, or its power failed while it saved): starting with"
        " defaults.")
_DAMAGED = const("The saved data is damaged. Its game, options and records are lost:"
                 " starting with defaults.")
_FOREIGN = const("The saved data comes from another version of the game: starting with defaults.")
_FORGETFUL = const("This board cannot save: options, records and games are lost with its power.")


def whole(image, least):
    """Return (what was saved, a sentence about what is lost, whether the board is new).

    `image` is what nvm has, None where there is none; what was saved has `least` bytes or more, and
    is None if it cannot be read.
    """
    if image is None:
        return None, _FORGETFUL, False
    if image == b"\xff" * len(image):
        return None, _NEW, True
    length = _length(image)
    if not length:
        return None, _DAMAGED, False
    image = image[:length]
    if image[_AT_VERSION] != VERSION:
        image = lazy.call("saved.upgrade", "upgrade", image, _AT_VERSION)
    if image[_AT_VERSION] != VERSION or len(image) < least:
        return None, _FOREIGN, False
    return image, "", False


def _length(image):
    """Return the length of the image in nvm, 0 if its checksum does not match."""
    magic, _, length = struct.unpack_from(HEADER, image, 0)
    if magic != MAGIC or not struct.calcsize(HEADER) + CHECKSUM <= length <= len(image):
        return 0
    end = length - CHECKSUM
    return length if struct.unpack_from("<I", image, end)[0] == crc32(image[:end]) else 0
