# SPDX-License-Identifier: MIT
"""The ESP32's Wi-Fi: joining an access point takes time, and the network may be lost.

The state is brought up to date when it is read, which is at every command.
"""

from collections.abc import Callable

from ...clock import NEVER, SECOND
from ..accesspoint import AccessPoint
from ..network import ADDRESS, AP_LISTENING, CONNECTED, GATEWAY, MASK, SCANNED, Network

# The times for an active scan of all channels, and for association, four-way handshake and DHCP.
SCAN_NS, JOIN_NS = 2_100_000_000, 2_600_000_000
OWN_ADDRESS = bytes([192, 168, 4, 1])
NOWHERE = bytes(4)


class Station:
    """The Wi-Fi station; `on_loss` is called when the network is lost."""

    def __init__(self, network: Network, on_loss: Callable[[], None]):
        self._network = network
        self._now = network.now
        self._on_loss = on_loss
        self._status = network.esp32.idle
        self._wanted: tuple[bytes, bytes] | None = None
        self._due = NEVER
        self._fixed: tuple[bytes, bytes, bytes] | None = None
        self.joined: AccessPoint | None = None
        self.own: AccessPoint | None = None
        self.found: list[AccessPoint] = []

    @property
    def status(self) -> int:
        self._catch_up()
        return self._status

    @property
    def connected(self) -> bool:
        return self.status == CONNECTED

    def join(self, ssid: bytes, password: bytes) -> None:
        self.leave()
        self._wanted = ssid, password
        self._status, self._due = self._network.esp32.joining, self._now() + JOIN_NS

    def leave(self) -> None:
        if self.joined:
            self._on_loss()
        self._status = self._network.esp32.gone
        self.joined = self.own = self._wanted = None
        self._due = NEVER

    def open_own(self, ssid: bytes, password: bytes, channel: int) -> None:
        """Become an access point, which no station joins."""
        self.leave()
        self.own = AccessPoint(ssid.decode("utf-8", "replace"), password.decode("latin-1"),
                               0, channel or 1)
        self._status = AP_LISTENING

    def configure(self, address: bytes, gateway: bytes, mask: bytes) -> None:
        self._fixed = address, mask, gateway

    def scan(self) -> list[AccessPoint]:
        self._catch_up()
        self.found = list(self._network.in_reach)
        if not self.joined and self._wanted is None:
            self._status = SCANNED
        return self.found

    @property
    def addresses(self) -> tuple[bytes, bytes, bytes]:
        """The board's address, the mask and the gateway's address."""
        if self.own:
            return OWN_ADDRESS, MASK, OWN_ADDRESS
        if not self.connected:
            return NOWHERE, NOWHERE, NOWHERE
        return self._fixed or (ADDRESS, MASK, GATEWAY)

    @property
    def ssid(self) -> bytes:
        """The name of the network: its own, or the one it has joined."""
        if self.own:
            return self.own.ssid.encode()
        return self._wanted[0] if self.joined and self._wanted else b""

    def _catch_up(self) -> None:
        if self.joined and self.joined not in self._network.in_reach:
            self._lose()
        if self._now() >= self._due:
            self._arrive()

    def _lose(self) -> None:
        self._on_loss()
        self.joined = None
        self._status = self._network.esp32.gone
        if self._network.esp32.reconnects:
            self._due = self._now() + JOIN_NS

    def _arrive(self) -> None:
        """End an attempt to join; the newer firmware tries again after a failure."""
        assert self._wanted is not None
        ssid, password = self._wanted
        there = next((each for each in self._network.in_reach if each.answers_to(ssid)), None)
        self._due = NEVER
        if there is None:
            self._status = self._network.esp32.no_such_network
        elif self._network.faults.wrong_password or not there.lets_in(password):
            self._status = self._network.esp32.wrong_password
        else:
            self._status, self.joined = CONNECTED, there
            return
        if self._network.esp32.reconnects:
            self._due = self._now() + SECOND
