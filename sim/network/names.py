# SPDX-License-Identifier: MIT
"""Names and addresses: each name has an address of its own, which always is the same.

They are of 198.18.0.0/15, which is set aside for test networks. An address that was never given
out stands for itself, in digits.
"""

from ipaddress import AddressValueError, IPv4Address
from zlib import crc32

FIRST, COUNT = int(IPv4Address("198.18.0.0")), 1 << 17


class Names:
    """Both ways. Names that would have one address are moved on, in the order of their asking."""

    def __init__(self) -> None:
        self._by_address: dict[bytes, str] = {}

    def address(self, name: str) -> bytes:
        number = numeric(name)
        if number is not None:
            return number
        at = crc32(name.encode()) % COUNT
        while self._by_address.setdefault((FIRST + at).to_bytes(4, "big"), name) != name:
            at = (at + 1) % COUNT
        return (FIRST + at).to_bytes(4, "big")

    def name(self, address: bytes) -> str:
        return self._by_address.get(address) or str(IPv4Address(address))


def numeric(name: str) -> bytes | None:
    """The four bytes of an address in digits; None for a name."""
    try:
        return IPv4Address(name).packed
    except AddressValueError:
        return None
