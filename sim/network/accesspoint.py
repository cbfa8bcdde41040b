# SPDX-License-Identifier: MIT
"""A Wi-Fi network in reach."""

from dataclasses import dataclass

# The firmware's numbers for a network's encryption.
OPEN, WPA2 = 7, 4


@dataclass(frozen=True)
class AccessPoint:
    """An access point. A `password` of "" is an open network, None one that accepts any password.

    `any_name`: it answers to every name. `rssi` is the signal in dBm.
    """

    ssid: str
    password: str | None = None
    rssi: int = -55
    channel: int = 6
    bssid: bytes = bytes.fromhex("02504f525401")
    any_name: bool = False

    def answers_to(self, ssid: bytes) -> bool:
        return self.any_name or self.ssid.encode() == ssid

    def lets_in(self, password: bytes) -> bool:
        return self.password is None or self.password.encode() == password

    @property
    def encryption(self) -> int:
        return OPEN if self.password == "" else WPA2
