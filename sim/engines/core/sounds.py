# SPDX-License-Identifier: MIT
"""The core's sounds, played by the board's speaker."""

import struct

from ...board.motherboard import Motherboard
from ...board.sound.sources import Source, Wave, read_wave, source_of

# Of a sample in memory: loop, channel, bits, signed, channels, rate.
RAW = struct.Struct("<xBBBBBI")
SILENT = 0xFF
PLAYS, PAUSED, NO_DMA, UNREADABLE = 1, 2, 4, 8
FAULTS = {"pin": 1, "dac": 2}


class Sounds:
    """`do` takes a letter of its own first: open, play, stop, hold, continue, query."""

    def __init__(self, board: Motherboard):
        self._board = board
        self._raw = (0, 0, 8, 0, 1, 8000)

    def do(self, payload: bytes) -> bytes:
        speaker, act = self._board.speaker, payload[:1].decode()
        if act == "o":
            return bytes([FAULTS.get(self._board.faults.sound, 0)])
        if act == "p":
            return self._play_file(payload)
        if act in "shc":
            {"s": speaker.stop, "h": speaker.pause, "c": speaker.resume}[act]()
        return bytes([speaker.playing * PLAYS | speaker.paused * PAUSED])

    def describe(self, payload: bytes) -> None:
        self._raw = RAW.unpack(payload)

    def play_raw(self, samples: bytes) -> bytes:
        loop, channel, bits, signed, channels, rate = self._raw
        wave = Wave(_as_stored(samples, bits, bool(signed)), rate, channels, bits,
                    signed=bool(signed))
        return self._play(source_of(wave), bool(loop), channel)

    def _play_file(self, payload: bytes) -> bytes:
        """What the core reads of the file and what is played here are the same bytes."""
        path = payload[3:].decode().lstrip("/")
        try:
            with self._board.drive.open(path, "rb") as file:
                wave = read_wave(file, path)
        except (OSError, ValueError):  # it has been changed since the core opened it
            return bytes([UNREADABLE])
        return self._play(source_of(wave), bool(payload[1]), payload[2])

    def _play(self, source: Source, loop: bool, channel: int) -> bytes:
        speaker = self._board.speaker
        if self._board.faults.sound == "dma":
            speaker.stop()
            return bytes([NO_DMA])
        speaker.play(source, loop, None if channel == SILENT else channel)
        return bytes([PLAYS])


def _as_stored(samples: bytes, bits: int, signed: bool) -> bytes:
    """As a sound file has them: 8 bits unsigned, 16 bits signed."""
    if signed == (bits > 8):
        return samples
    high = bytearray(samples)
    step = bits // 8
    high[step - 1::step] = bytes(byte ^ 0x80 for byte in high[step - 1::step])
    return bytes(high)
