# SPDX-License-Identifier: MIT
"""The settings in the scoreboard's folder: the token that every post must contain, and the names in
Host headers under which the scoreboard answers.

Other names are refused because of DNS rebinding: a foreign page can point its own name at this
computer, and would then read and post as if it were a page of the scoreboard. The address that
a connection came to is always accepted.
"""

import ipaddress
import os
import re
import secrets
import socket
from pathlib import Path
from typing import Any, NamedTuple

from sim import schema

MOST_LETTERS = 253
# Letters of a wrong name that the answer repeats.
SHOWN_LETTERS = 60
# The authority of RFC 3986, with the characters in use; brackets enclose an IPv6 address.
AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::[0-9]{0,5})?")


def own_names() -> set[str]:
    """Return this computer's address and names, including its `.local` name."""
    name = canonical_host(socket.gethostname())
    first = name.partition(".")[0]
    return {"localhost", own_address(), name, first, f"{first}.local"}


def host_in(header: str) -> str | None:
    """Return the canonical name or address in a Host header, None if it has none."""
    found = AUTHORITY.fullmatch(header)
    return canonical_host(found[1]) if found and len(found[1]) <= MOST_LETTERS else None


def canonical_host(name: str) -> str:
    """Return the canonical spelling of a name or an address."""
    bare = name.strip("[]").partition("%")[0]
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return name.lower().removesuffix(".")
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def own_address() -> str:
    """Return the address at which others in the network can probably reach this computer.

    Nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("198.51.100.1", 9))
            return asked.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def require_free(host: str, port: int) -> None:
    """Raises SettingsError if nothing can be served at this address of the computer."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            if os.name == "posix":  # as Uvicorn; on Windows it would let two share the port
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
            tried.listen()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", "") or "not a name"
        raise SettingsError(
            f"{schema.quoted(host)}, port {port}: {why}: name an address of this computer with "
            "--host and a free port with --port") from None


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


CONTROL = re.compile("[\0-\x1f\x7f]")


class Token(schema.Kind):
    """A token as the game's header carries it: without blanks at its ends or control characters."""

    def check(self, value: Any) -> str:
        text = schema.Text().check(value)
        if not text:
            raise schema.WrongField('the token is empty: write a line like token = "a secret"')
        if text != text.strip(" ") or CONTROL.search(text):
            raise schema.WrongField(f"{schema.quoted(text)} cannot be sent in a header: leave out "
                                    "blanks at its ends and control characters")
        return text


class Host(schema.Kind):
    """The name or address of a computer, in its canonical spelling."""

    def check(self, value: Any) -> str:
        name = host_in(value) if isinstance(value, str) else None
        if not name:
            raise schema.WrongField(
                f"{schema.quoted(value)} is not the name or address of a computer")
        return name


SCHEMA = schema.Table({"token": Token(), "hosts": schema.ListOf(Host())}, optional=["hosts"])


def read(folder: Path) -> Settings:
    """Read the settings; a new folder gets a token. Raises SettingsError."""
    file = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() or not schema.text(file).strip():
            _write(file, TEXT.format(secrets.token_urlsafe(12)))
        found = schema.load(file, SCHEMA, "TOML")
    except OSError as error:
        raise SettingsError(f"{file} cannot be read or written: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(str(error)) from None
    return Settings(found["token"], frozenset(found.get("hosts", ())))


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
