# SPDX-License-Identifier: MIT
"""The names in Host headers under which the scoreboard answers.

It refuses other names because of DNS rebinding: a foreign page can point its own name at this
computer, and would then read and post as if it were a page of the scoreboard. The address that
a connection came to is always accepted.
"""

import ipaddress
import re
import socket

MOST_LETTERS = 253
# Letters of a wrong name that the answer repeats.
SHOWN = 60
# The authority of RFC 3986, with the characters in use; brackets enclose an IPv6 address.
AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::[0-9]{0,5})?")


def own() -> set[str]:
    """Return this computer's address and names, including its `.local` name."""
    name = canonical(socket.gethostname())
    first = name.partition(".")[0]
    return {"localhost", own_address(), name, first, f"{first}.local"}


def read(header: str) -> str | None:
    """Return the canonical name or address in a Host header, None if it has none."""
    found = AUTHORITY.fullmatch(header)
    return canonical(found[1]) if found and len(found[1]) <= MOST_LETTERS else None


def canonical(name: str) -> str:
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
