# SPDX-License-Identifier: MIT
"""The lines at the head of a script, before its first command: what the run starts from.

A recorded script has them, so that it replays bit for bit: `seed 5`, `board pyportal`, `nvm` with
the chip's memory, `strict` or `loose`, `timed` at the board's speed or `instant` at the desk's, and
`attended` when somebody sat at the serial console.
"""

import base64
import binascii
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from ..board.boards import DISPLAYS
from ..errors import UserError
from ..machine import NVM_BYTES

VALUES = "seed", "board", "nvm"
# What each word without a value says of which field.
FLAGS = {"strict": ("strict", True), "loose": ("strict", False), "timed": ("instant", False),
         "instant": ("instant", True), "attended": ("attended", True)}
WORDS = *VALUES, *FLAGS


@dataclass(frozen=True)
class Preamble:
    """None for what a script does not set."""

    seed: int | None = None
    board: str | None = None
    nvm: bytes | None = None
    strict: bool | None = None
    instant: bool | None = None
    attended: bool = False

    def lines(self) -> list[str]:
        """As `parse` reads them."""
        lines = [f"{name} {value}" for name, value in (("seed", self.seed), ("board", self.board))
                 if value is not None]
        if self.nvm is not None and self.nvm.strip(b"\xff"):
            lines.append(f"nvm {base64.b64encode(zlib.compress(self.nvm, 9)).decode()}")
        return lines + [word for word, (field, value) in FLAGS.items()
                        if getattr(self, field) is value]


def read_text(path: str | os.PathLike[str]) -> str:
    """A script's text. Raises UserError."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read the script {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"the script {path} is not text in UTF-8") from None


def parse(text: str, path: str | os.PathLike[str]) -> Preamble:
    """Raises UserError naming file and line. Other lines are left to `script`."""
    found: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words and words[0] not in WORDS:
            break
        if words:
            name, value = _field(words, f"{path}, line {number}")
            found[name] = value
    return Preamble(**found)  # type: ignore[arg-type]


def _field(words: list[str], where: str) -> tuple[str, object]:
    name, *values = words
    if len(values) != (name in VALUES):
        _refuse(where, f"{name} takes {'one value' if name in VALUES else 'nothing'}")
    if not values:
        return FLAGS[name]
    return name, {"seed": _seed, "board": _board, "nvm": _nvm}[name](values[0], where)


def _seed(word: str, where: str) -> int:
    try:
        return int(word)
    except ValueError:
        _refuse(where, f"the seed {word} is not a whole number")


def _board(word: str, where: str) -> str:
    if word not in DISPLAYS:
        _refuse(where, f"board {word!r} is not simulated: choose one of {', '.join(DISPLAYS)}")
    return word


def _nvm(word: str, where: str) -> bytes:
    try:
        content = zlib.decompressobj().decompress(base64.b64decode(word), NVM_BYTES + 1)
    except (binascii.Error, zlib.error):
        content = b""
    if len(content) != NVM_BYTES:
        _refuse(where, "this is no nvm as a recording writes it")
    return content


def _refuse(where: str, why: str) -> NoReturn:
    raise UserError(f"{where}: {why}")
