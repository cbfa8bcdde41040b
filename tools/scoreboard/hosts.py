# SPDX-License-Identifier: MIT
"""By which names the scoreboard is asked, where another name may be a foreign page's.

A page that a player has open elsewhere can have its own name lead to this computer ("DNS
rebinding"), and would then read and post as if it were the scoreboard's. The address that a
connection came to is always right.
"""

import ipaddress
import re
import socket

MOST_LETTERS = 253
# Of a wrong one, in the answer.
SHOWN = 60
# As in RFC 3986, without what no name in use has; brackets are an IPv6 address'.
AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::[0-9]{0,5})?")


def own() -> set[str]:
    """This computer's address and names, with the one that it has where there is no DNS."""
    name = canonical(socket.gethostname())
    first = name.partition(".")[0]
    return {"localhost", own_address(), name, first, f"{first}.local"}


def read(header: str) -> str | None:
    """The canonical name or address in a Host header, None if it has none."""
    found = AUTHORITY.fullmatch(header)
    return canonical(found[1]) if found and len(found[1]) <= MOST_LETTERS else None


def canonical(name: str) -> str:
    """The same for every spelling of a name or an address."""
    bare = name.strip("[]").partition("%")[0]
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return name.lower().removesuffix(".")
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def own_address() -> str:
    """By which others in the network most likely reach this computer; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("198.51.100.1", 9))
            return asked.getsockname()[0]
        except OSError:
            return "127.0.0.1"
