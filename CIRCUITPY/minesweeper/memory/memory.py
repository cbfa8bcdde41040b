# SPDX-License-Identifier: MIT
"""Keeps options with calibration, records and the game in play in nvm, through power-off.

nvm is one block of flash: every write erases it, wears it, and loses it if the power fails in those
milliseconds; an erased block looks like a new PyPortal's. So everything is one slice with a
checksum. It is written when a changed game rests, before its first advice, at its end, and on
leaving the options: ten times a game at most.
"""

import struct
from binascii import crc32

from micropython import const

from minesweeper import lazy
from minesweeper.board.controls import PLAYING
from minesweeper.board.field import three_bv
from minesweeper.memory import options, records, savegame
from minesweeper.memory.options import Options
from minesweeper.memory.records import Records
from minesweeper.ticks import since

# With less there is no memory; the largest boards' games take more.
LEAST = 256
LIMIT = 512
REST_MS = 10_000
# This soon after power-on the plug may still be moving: nothing should be written.
SETTLE_MS = 2_000
MOST_WRITES = 10

_MAGIC = b"Ms"
_VERSION = const(5)
# Magic, version, writes for the game so far, length of everything.
_HEADER = const("<2sBBH")
_AT_VERSION = const(2)
_AT_WRITES = const(3)
_OPTIONS = struct.calcsize(_HEADER)
_RECORDS = _OPTIONS + options.SIZE
_GAME = _RECORDS + records.SIZE
_CHECKSUM = const(4)
# How long after the one before it each write of a game comes at the earliest, so that the last
# ones are not gone in a long game's first minutes. Advice and the end have one more each.
_APART_MS = (0, 0, 0, 0, 0, 60_000, 240_000, 960_000)

_NEW = ("No saved game or options (a new board, or its power failed while it saved): starting with"
        " defaults.")
_DAMAGED = const("The memory is damaged, its game, options and records are lost:"
                 " starting with defaults.")
_FOREIGN = const("The memory was written by another version of the game: starting with defaults.")
_ELSEWHERE = const("The saved game does not fit the board that the options say: a new one starts.")
_FORGETFUL = const("This board has no memory: options, records and games end with its power.")


class Memory:
    """The player's `options` and `records`; `nvm` is None on a board that has none.

    After `load`, `is_new` tells that neither the player nor settings.toml has chosen how to play.
    """

    def __init__(self, nvm, display_size):
        width, height = display_size
        self._nvm = nvm if nvm is not None and len(nvm) >= LEAST else None
        self._limit = LIMIT if self._nvm is None else min(LIMIT, len(nvm))
        self.options = Options(width, height)
        self.records = Records()
        self.is_new = False
        self._written = b""
        self._saved = None
        self._over = False
        self._writes = 0
        self._written_ms = 0
        self._has_news = False
        self._changed_ms = None

    def load(self, getenv=None):
        """Read nvm, then apply settings.toml over it; returns sentences for the console."""
        sentence = self._read()
        sentences = [sentence] if sentence else []
        if getenv:
            sentences += lazy.call("memory.settings", "apply_settings", self.options, getenv)
            chosen = lazy.call("memory.settings", "chooses", getenv)
            self.is_new = self.is_new and not chosen
        if self._saved and not self._is_on(self._saved):
            self._saved = None
            sentences.append(_ELSEWHERE)
        return sentences

    def _read(self):
        """Read nvm; returns a sentence about what was lost, "" if nothing."""
        if self._nvm is None:
            return _FORGETFUL
        image = bytes(self._nvm[0 : self._limit])
        if image == b"\xff" * len(image):
            self.is_new = True
            return _NEW
        length = _length(image)
        if not length:
            return _DAMAGED
        image = image[:length]
        if image[_AT_VERSION] != _VERSION:
            image = lazy.call("memory.upgrade", "upgraded", image, _AT_VERSION)
        if image[_AT_VERSION] != _VERSION or len(image) < _GAME + _CHECKSUM:
            return _FOREIGN
        self._written = image
        self.options.unpack_from(image, _OPTIONS)
        self.records.unpack_from(image, _RECORDS)
        self._saved = image[_GAME : len(image) - _CHECKSUM] or None
        return ""

    def _is_on(self, saved):
        return savegame.is_of(saved, self.options.preset, self.options.board())

    def resume(self, game):
        """Restore the saved game into this one, just begun; returns whether there was one."""
        if not self._saved:
            return False
        savegame.restore(self._saved, game)
        self._saved = None
        self._writes = self._written[_AT_WRITES]
        return True

    def new_game(self):
        """Note another board: its count of writes starts at none."""
        self._over = False
        self._writes = 0
        self._changed_ms = None
        if len(self._written) > _GAME + _CHECKSUM:
            # A game that was abandoned should not come back.
            self._has_news = True

    def note_change(self, now_ms):
        self._has_news = True
        self._changed_ms = now_ms

    def due(self, now_ms):
        """Whether it is time to save: something is new, has rested, and may be written."""
        if not self._has_news or self._nvm is None or self._writes >= len(_APART_MS):
            return False
        if self._changed_ms is None:
            self._changed_ms = now_ms
        if since(self._changed_ms, now_ms) < REST_MS:
            return False
        return since(self._written_ms, now_ms) >= _APART_MS[self._writes]

    def save(self, game, now_ms):
        """Write what is new, unless the game has no write left.

        Returns whether anything was written. After a MemoryError it is due again after a rest.
        """
        self._has_news = True
        to_come = (not game.hinted) + (not self._over)
        return self._writes < MOST_WRITES - to_come and self._save(game, now_ms)

    def finished(self, game, won, now_ms):
        """Note a game's end, which is then to be saved; returns whether its time is a new best."""
        seconds = game.elapsed_ms(now_ms) // 1000
        counts = not game.hinted and not game.repeated
        best = self.records.finished(options.index_of(game.preset), won, seconds, counts)
        self.records.last = three_bv(game.field), game.moves, won
        if game.daily:
            counts = won and not game.hinted
            game.daily = lazy.call("memory.days", "finished", self.records.days, counts)
        self._over = True
        return best

    def best(self, board):
        """Return the seconds of the fastest win on a board, 0 for none."""
        return self.records.of(options.index_of(board))[0]

    def _save(self, game, now_ms):
        self._changed_ms = None
        image = self._image(game, now_ms)
        if self._nvm is None or _sealed(image, self._writes) == self._written:
            self._has_news = False
            return False
        self._written = _sealed(image, self._writes + 1)
        self._nvm[0 : len(image)] = self._written
        self._writes += 1
        self._written_ms = now_ms
        self._has_news = False
        return True

    def _image(self, game, now_ms):
        """Pack everything, still without the number of writes and the checksum."""
        saved = self._pack_game(game, now_ms)
        length = _GAME + len(saved) + _CHECKSUM
        image = bytearray(length)
        struct.pack_into(_HEADER, image, 0, _MAGIC, _VERSION, 0, length)
        self.options.pack_into(image, _OPTIONS)
        self.records.pack_into(image, _RECORDS)
        image[_GAME : length - _CHECKSUM] = saved
        return image

    def _pack_game(self, game, now_ms):
        """Pack the game; b"" if none is in play, or it does not fit nvm or the options."""
        in_play = game.moves and not self._over and game.outcome() == PLAYING
        size = _GAME + savegame.size(len(game.field.cells)) + _CHECKSUM
        if not in_play or game.preset != self.options.board() or size > self._limit:
            return b""
        return savegame.pack(game, options.index_of(game.preset), now_ms)


def _sealed(image, writes):
    """Return the image with the number of writes of its game, and the checksum."""
    end = len(image) - _CHECKSUM
    image[_AT_WRITES] = writes if end > _GAME else 0
    struct.pack_into("<I", image, end, crc32(image[:end]))
    return bytes(image)


def _length(image):
    """Return the length of the image in nvm, 0 if its checksum does not match."""
    magic, _, _, length = struct.unpack_from(_HEADER, image, 0)
    if magic != _MAGIC or not _OPTIONS + _CHECKSUM <= length <= len(image):
        return 0
    end = length - _CHECKSUM
    return length if struct.unpack_from("<I", image, end)[0] == crc32(image[:end]) else 0
