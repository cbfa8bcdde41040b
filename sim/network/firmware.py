# SPDX-License-Identifier: MIT
"""What differs between the nina-fw that a PyPortal is sold with and today's.

Source: `main/CommandHandler.cpp` of both, and the Wi-Fi libraries below it (nina-fw's own up to
1.7, arduino-esp32 from 3.0).
"""

from dataclasses import dataclass

from ..clock import SECOND

IDLE, NO_SSID, SCANNED, CONNECTED, FAILED, LOST, DISCONNECTED = range(7)
AP_LISTENING, STOPPED = 7, 254


@dataclass(frozen=True)
class Firmware:
    """`idle` to `gone` are the Wi-Fi statuses: before anything, while it joins, when there is no
    such network, when the password is wrong, when the network is lost. `handshake_ns` is how long
    it tries a TLS handshake that cannot succeed, and answers nobody meanwhile.
    """

    version: str
    time_bytes: int
    idle: int
    joining: int
    no_such_network: int
    wrong_password: int
    gone: int
    reconnects: bool
    notices_close: bool
    handshake_ns: int
    accepts_silent: bool


FIRMWARES = {
    "1.7.7": Firmware("1.7.7", 4, IDLE, NO_SSID, FAILED, DISCONNECTED, DISCONNECTED,
                      reconnects=False, notices_close=False, handshake_ns=120 * SECOND,
                      accepts_silent=False),
    "3.3.0": Firmware("3.3.0", 8, STOPPED, DISCONNECTED, NO_SSID, FAILED, DISCONNECTED,
                      reconnects=True, notices_close=True, handshake_ns=0, accepts_silent=True),
}
AS_SOLD = "1.7.7"
