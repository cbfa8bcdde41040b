# SPDX-License-Identifier: MIT
"""Where this computer keeps the files of an interactive run: nvm, pictures, recordings.

They are the platform's own folders, so that nothing is left in the current one. Raises UserError
where they cannot be made.
"""

from pathlib import Path

from platformdirs import user_data_path, user_pictures_path

from ..errors import UserError

NAME = "pyportal-sim"


def memory(board: str) -> Path:
    """The file for the nvm of a board when no other is named."""
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
