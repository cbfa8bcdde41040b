# SPDX-License-Identifier: MIT
"""The scoreboard's folder: its settings, with the token that every post must know."""

import secrets
import tomllib
from pathlib import Path

NAME = "scoreboard.toml"
TEXT = """# Every post must know this token. Give it to the players' PyPortals, and to nobody else.
token = "{}"
"""


class SettingsError(Exception):
    """A sentence."""


def token(folder: Path) -> str:
    """The token; a new folder is given one. Raises SettingsError, OSError."""
    file = folder / NAME
    folder.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(TEXT.format(secrets.token_urlsafe(12)), encoding="utf-8")
        file.chmod(0o600)
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8")).get("token")
    except ValueError as error:
        raise SettingsError(f"{file} cannot be read: {error}") from None
    if not isinstance(found, str) or not found:
        raise SettingsError(f'{file} has no token: write a line like token = "a secret"')
    return found
