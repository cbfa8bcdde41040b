# SPDX-License-Identifier: MIT
"""What goes wrong with Wi-Fi, the ESP32 and the hosts: set by tests, asked when it is used."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ..clock import NEVER, nanoseconds
from .answer import Answer
from .request import Headers

# What a host can do wrong, and what `value` means there, with what it is if not given: a name that
# is not found, a refused connection, a TLS handshake that fails, no answer, bytes a second, the
# bytes of the body after which the connection is closed, an error's status, half of the body as if
# it were the whole, a network that wants a login first.
HOST_FAULTS = {"dns": 1, "refused": 1, "tls": 1, "silent": 1, "slow": 100, "cut": 10,
               "429": 429, "500": 500, "truncated": 1, "captive": 1}
# How an ESP32 hangs: it never says that it is ready, does not notice that it is selected, or
# answers nothing. The library waits 10 s, 1 s or 0.1 s for it.
HANGS = ("busy", "select", "answer")


@dataclass
class _HostFault:
    kind: str
    host: str
    value: int
    times: int | None


class NetworkFaults:
    """`wrong_password`: no access point takes the program's. `hanging` and `restart` are the
    ESP32's to ask; a reset by its pin heals the first.
    """

    def __init__(self) -> None:
        self._now: Callable[[], int] = lambda: 0
        self.mend()

    def fail(self, kind: str, host: str = "*", *, value: int | None = None,
             times: int | None = None) -> None:
        """Let this go wrong with hosts of this name, `*` for all: each time, or the next `times`.
        `value` is the bytes a second of "slow" and the bytes of the body before a "cut".
        """
        if kind not in HOST_FAULTS:
            raise ValueError(f"{kind!r} is none of {', '.join(HOST_FAULTS)}")
        if (times is not None and times < 1) or (value is not None and value < 0):
            raise ValueError("times begins at 1 and value at 0")
        self._host_faults.append(
            _HostFault(kind, host, HOST_FAULTS[kind] if value is None else value, times))

    def lose_wifi(self, seconds: float | None = None) -> None:
        """No access point is in reach from now on, for so long, or until `mend`."""
        self._back_at = NEVER if seconds is None else self._now() + nanoseconds(seconds)

    def hang_esp32(self, how: str = "busy") -> None:
        """Until it is reset by its pin, as the library does when it starts."""
        if how not in HANGS:
            raise ValueError(f"{how!r} is none of {', '.join(HANGS)}")
        self.hanging = how

    def reset_esp32(self) -> None:
        """It restarts by itself, as when its supply sags: Wi-Fi and sockets are gone."""
        self.restart = True

    def mend(self) -> None:
        """All is well again, but what was lost meanwhile."""
        self.wrong_password = False
        self.hanging = ""
        self.restart = False
        self._host_faults: list[_HostFault] = []
        self._back_at = self._now()

    def follow(self, now: Callable[[], int]) -> None:
        """The network's time is theirs."""
        self._now = now

    @property
    def wifi_lost(self) -> bool:
        return self._now() < self._back_at

    def strikes(self, kind: str, host: str) -> int | None:
        """The fault's value if it strikes now; asking counts as a time."""
        for fault in self._host_faults:
            if fault.kind == kind and fnmatchcase(host, fault.host):
                if fault.times is not None:
                    fault.times -= 1
                    if not fault.times:
                        self._host_faults.remove(fault)
                return fault.value
        return None

    def spoil(self, answer: Answer, host: str) -> Answer:
        """What is left of an answer that the host has given."""
        for kind in ("429", "500"):
            status = self.strikes(kind, host)
            if status is not None:
                answer = replace(Answer.of(status), headers=Headers({"Content-Type": "text/plain",
                                                                    "Retry-After": "60"}))
        if self.strikes("truncated", host) is not None:
            answer = answer.with_body(answer.body[: len(answer.body) // 2])
        return answer
