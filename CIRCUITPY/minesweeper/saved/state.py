# SPDX-License-Identifier: MIT
"""Keeps options with calibration, records and the game in play in nvm, through power-off.

nvm is one block of flash: every write erases it, wears it, and loses it if the power fails in those
milliseconds; an erased block looks like a new PyPortal's. So everything is one slice with a
checksum, which counts the erases. It is written at a game's end, before its first advice, and when
options have changed; besides, once a game and then every five minutes at most, when a changed game
rests or the player opens the menu.
"""

import struct
from binascii import crc32

from micropython import const

from minesweeper import lazy
from minesweeper.rules import presets
from minesweeper.rules.controls import PLAYING
from minesweeper.saved import options, records, savegame
from minesweeper.saved.options import Options
from minesweeper.saved.records import Records

# With less there is no memory; the largest boards' games take more.
LEAST = 256
LIMIT = 512
REST_MS = 30_000
MENU_MS = 1_500
# So long after the last write a game in play may be written once more.
APART_MS = 300_000
# This soon after power-on the plug may still be moving: nothing should be written.
SETTLE_MS = 2_000

MAGIC = b"Ms"
VERSION = const(8)
# Magic, version, an unused byte, length of everything.
HEADER = const("<2sBxH")
_AT_LENGTH = const(4)
_OPTIONS = struct.calcsize(HEADER)
_ERASES = _OPTIONS + options.SIZE
_RECORDS = _ERASES + 4
CHECKSUM = const(4)
_ELSEWHERE = const("The saved game does not fit the board that the options say: a new one starts.")
# Everything but records and a game.
_LEAST_IMAGE = _RECORDS + records.LEAST + CHECKSUM


class SavedState:
    """The player's `options` and `records`; `nvm` is None on a board that has none.

    After `load`, `is_new` tells that neither the player nor settings.toml has chosen how to play,
    `game` is the packed game to be resumed, if any, and `board` its board or else the chosen one.
    `erases` counts the writes of nvm since it was new; `is_over` tells that the end of the present
    game is noted.
    """

    def __init__(self, nvm, display_size):
        width, height = display_size
        self._nvm = nvm if nvm is not None and len(nvm) >= LEAST else None
        self._limit = LIMIT if self._nvm is None else min(LIMIT, len(nvm))
        self.options = Options(width, height)
        self.records = Records()
        self.is_new = False
        self.board = None
        self.erases = 0
        self._written = b""
        self.game = None
        self.is_over = False
        # Whether this game was saved while in play.
        self._is_kept = False
        # When nvm was last written.
        self._written_ms = 0
        self._is_changed = False
        self._due_ms = None
        self._choices = self._packed_options()

    def load(self, getenv=None):
        """Read nvm, then apply settings.toml over it; returns sentences for the console."""
        image = None if self._nvm is None else bytes(self._nvm[0 : self._limit])
        image, sentence, self.is_new = lazy.call(
            "saved.reading", "whole", image, _LEAST_IMAGE)
        sentences = [sentence] if sentence else []
        if image:
            self._unpack(image)
        if getenv:
            sentences += lazy.call("saved.settings", "read", self, getenv)
        board = self.game and lazy.call("saved.restoring", "board_of", self.game, self.options)
        if self.game and not board:
            self.game = None
            sentences.append(_ELSEWHERE)
        self.board = board or self.options.board()
        self._choices = self._packed_options()
        return sentences

    def _unpack(self, image):
        self._written = image
        self.options.unpack_from(image, _OPTIONS)
        self.erases = struct.unpack_from("<I", image, _ERASES)[0]
        kept = image[: len(image) - CHECKSUM]
        self.game = kept[self.records.unpack_from(kept, _RECORDS) :] or None

    def _packed_options(self):
        packed = bytearray(options.SIZE)
        self.options.pack_into(packed, 0)
        return packed

    def resume(self, game, arrange=None):
        """Restore the saved game into this one, just begun; returns whether there was one."""
        if not self.game:
            return False
        lazy.call("saved.restoring", "restore", self.game, game, arrange)
        self.game = None
        return True

    def new_game(self):
        """Note another board, which may be written once before its end."""
        self.is_over = self._is_kept = False
        self._due_ms = None
        if len(self._written) > self._at_game() + CHECKSUM:
            # A game that was abandoned should not come back.
            self._is_changed = True

    def note_change(self, now_ms):
        self._is_changed = True
        self._due_ms = now_ms + REST_MS

    def put_off(self, now_ms, ms):
        """Save what is new after so long, instead of when it was due before."""
        self._due_ms = now_ms + ms

    def due(self, now_ms):
        """Whether it is time to save: something is new, has rested, and may be written."""
        if not self._is_changed or self._nvm is None:
            return False
        if self._due_ms is None:
            self._due_ms = now_ms + REST_MS
        if now_ms < self._due_ms:
            return False
        unkept = self.is_over or not self._is_kept
        return unkept or now_ms - self._written_ms >= APART_MS

    def save(self, game, now_ms):
        """Write what is new; returns whether there was anything.

        After a MemoryError it is due again after a rest.
        """
        self._is_changed = True
        self._due_ms = None
        is_kept, self._is_kept = self._is_kept, False
        image = self._image(self._pack_game(game, now_ms))
        written = _sealed(image, self.erases + 1)
        nvm, is_new = self._nvm, False
        if nvm is not None and _sealed(image, self.erases) != self._written:
            is_new = True
            self.erases += 1
            nvm[0 : len(written)] = written
            self._note_written(written)
            self._written_ms = now_ms
        self._is_kept = is_kept or (is_new and game.moves > 0)
        self._is_changed = False
        return is_new

    def has_choices(self):
        """Whether the options have changed since they were written."""
        return self._packed_options() != self._choices

    def write_behind(self, start, content):
        """Write `content` at `start`, together with the saved state, so that flash is erased once.

        Without memory for both it is written alone, and the next write counts the erase.
        """
        nvm = self._nvm
        if nvm is None:
            return
        self.erases += 1
        end = start + len(content)
        try:
            image = self._image(b"") if self.is_over else bytearray(self._written)
            written = _sealed(image, self.erases)
            whole = nvm[0:end]
            whole[0 : len(written)] = written
            whole[start:end] = content
        except MemoryError:
            nvm[start:end] = content
            return
        nvm[0:end] = whole
        self._note_written(written)

    def _note_written(self, written):
        self._written = written
        self._choices = self._written[_OPTIONS:_ERASES]

    def finished(self, game, won, now_ms):
        """Note a game's end, which is then to be saved; returns whether its time is a new best.

        After a MemoryError nothing is noted.
        """
        seconds = game.elapsed_ms(now_ms) // 1000
        counts = not game.hinted and not game.repeated
        # First what takes memory, so that all of it is noted or nothing.
        self.records.last = game.field.three_bv(), game.moves, won
        best = self.records.finished(presets.id_of(game.preset), won, seconds, counts)
        if game.daily:
            game.daily = self.records.finished_day(won and not game.hinted)
        self.is_over = True
        return best

    def best(self, board):
        """Return the seconds of the fastest win on a board, 0 for none."""
        return self.records.of(presets.id_of(board))[0]

    def _image(self, saved):
        """Return everything with a packed game, to be sealed."""
        at_game = self._at_game()
        image = bytearray(at_game + len(saved) + CHECKSUM)
        struct.pack_into(HEADER, image, 0, MAGIC, VERSION, len(image))
        self.options.pack_into(image, _OPTIONS)
        self.records.pack_into(image, _RECORDS)
        image[at_game : at_game + len(saved)] = saved
        return image

    def _at_game(self):
        """Return where a packed game begins."""
        return _RECORDS + self.records.size()

    def _pack_game(self, game, now_ms):
        """Pack the game; b"" if none is in play, or it does not fit nvm."""
        in_play = game.moves and not self.is_over and game.outcome() == PLAYING
        size = self._at_game() + savegame.size(len(game.field.cells)) + CHECKSUM
        if not in_play or size > self._limit:
            return b""
        return savegame.pack(game, presets.id_of(game.preset), now_ms)


def _sealed(image, erases):
    """Return the image with its length, the erases and the checksum; an empty one stays so."""
    if image:
        end = len(image) - CHECKSUM
        struct.pack_into("<H", image, _AT_LENGTH, len(image))
        struct.pack_into("<I", image, _ERASES, erases)
        struct.pack_into("<I", image, end, crc32(image[:end]))
    return bytes(image)
