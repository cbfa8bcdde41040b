# SPDX-License-Identifier: MIT
"""The chip's non-volatile memory as a file on this computer, so that it survives the simulator.

The command line loads it before power-on; the frontends call `save` as often as they like.
"""

from pathlib import Path

from ..errors import UserError
from ..machine import NVM_BYTES
from .output import require_writable, write_whole


class NvmFile:
    """`content` is None until there is a file."""

    def __init__(self, path: Path):
        """Raises UserError for a file that cannot be nvm or cannot be written."""
        require_writable(path)
        self.path = path
        self.content = _read(path) if path.exists() else None

    def save(self, nvm: bytes | bytearray) -> None:
        """Write what differs from the file."""
        if nvm != self.content:
            self.content = bytes(nvm)
            write_whole(self.path, self.content)


def _read(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read the nvm file {path}: {error.strerror}") from None
    if len(content) != NVM_BYTES:
        raise UserError(f"{path} is no nvm file: it has {len(content)} bytes, the chip's nvm has "
                        f"{NVM_BYTES}; name another file or remove this one")
    return content
