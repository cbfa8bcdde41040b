# SPDX-License-Identifier: MIT
"""The settings in the scoreboard's folder, with the token that every post must contain."""

import os
import secrets
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tools.scoreboard import hosts

NAME = "scoreboard.toml"
TEXT = """# Every post must contain this token. Give it to the players' PyPortals only.
token = "{}"

# Other names of this computer in the addresses that players use, such as
# ["pi.fritz.box", "scores.example.org"].
hosts = []
"""


class SettingsError(Exception):
    """The message is a sentence."""


class Settings(NamedTuple):
    """`hosts` are canonical names besides those that the computer knows itself."""

    token: str
    hosts: frozenset[str]


def read(folder: Path) -> Settings:
    """Read the settings; a new folder gets a token. Raises SettingsError."""
    file = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() or not file.read_bytes().strip():
            _write(file, TEXT.format(secrets.token_urlsafe(12)))
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{file} cannot be read or written: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"{file} cannot be read: {error}") from None
    return Settings(_token(file, found), _hosts(file, found))


def _write(file: Path, text: str) -> None:
    """Write the whole file or nothing, readable for its owner only. Raises OSError."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    try:
        _write_new(new, text.encode())
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _write_new(file: Path, text: bytes) -> None:
    """Create a file that only its owner can read from the start, whatever the umask."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        file.chmod(0o600)
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())


def _token(file: Path, found: dict[str, Any]) -> str:
    token = found.get("token")
    if not isinstance(token, str) or not token:
        raise SettingsError(f'{file} has no token: write a line like token = "a secret"')
    return token


def _hosts(file: Path, found: dict[str, Any]) -> frozenset[str]:
    given = found.get("hosts", [])
    if not isinstance(given, list):
        raise SettingsError(f'{file}: hosts is not a list: write it like hosts = ["pi.fritz.box"]')
    return frozenset(_host(file, each) for each in given)


def _host(file: Path, given: object) -> str:
    name = hosts.read(given) if isinstance(given, str) else None
    if not name:
        raise SettingsError(f"{file}: {given!r} in hosts is not the name or address of a computer")
    return name
