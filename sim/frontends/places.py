# SPDX-License-Identifier: MIT
"""Where this computer keeps what a person's run leaves: the chip's memory, pictures, recordings.

The platform's own folders, so that nothing is left in the folder that one happens to be in.
Raises UserError where they cannot be made.
"""

from pathlib import Path

from platformdirs import user_data_path, user_pictures_path

from ..errors import UserError

NAME = "pyportal-sim"


def memory(board: str) -> Path:
    """The nvm of the board that plays when no other is named."""
    return _made(user_data_path(NAME, appauthor=False)) / f"{board}.nvm"


def pictures() -> Path:
    """For screenshots and recordings by a key."""
    return _made(user_pictures_path() / NAME)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from None
    return folder
