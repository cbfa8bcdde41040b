# SPDX-License-Identifier: MIT
"""Network faults, set by tests, and the conditions that every connection depends on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from ..clock import NEVER, Clock, nanoseconds
from .http import Answer, Headers, Request
from .recording import Recorder

# The faults of a host: its name is not found, it refuses connections, its TLS handshake fails, it
# does not answer, it is slow (`value`: bytes a second), it closes the connection early (`value`:
# bytes of the body before that), it answers with an error's status, it sends half of the body as if
# it were all of it, the network asks for a login first.
HOST_FAULTS = ("dns", "refused", "tls", "silent", "slow", "cut", "429", "500", "truncated",
               "captive")
VALUES = {"slow": 100, "cut": 10}
# How an ESP32 hangs: it never becomes ready, does not notice that it is selected, or does not
# answer. The library waits 10 s, 1 s or 0.1 s for it.
HANGS = ("busy", "select", "answer")


@dataclass
class _HostFault:
    kind: str
    host: str
    value: int
    times: int | None


class NetworkFaults:
    """The faults of Wi-Fi, the ESP32 and the hosts.

    `wrong_password`: access points reject the program's password. `hanging` is how the ESP32 hangs,
    until a reset by its pin; `restart` asks it to restart.
    """

    def __init__(self) -> None:
        self._now: Callable[[], int] = lambda: 0
        self.clear()

    def fail(self, kind: str, host: str = "*", *, value: int | None = None,
             times: int | None = None) -> None:
        """Let hosts of this name, `*` for all, have a fault: each time, or the next `times`.

        `value` is the bytes a second of "slow" and the bytes of the body before a "cut". Raises
        ValueError for an unknown fault.
        """
        if kind not in HOST_FAULTS:
            raise ValueError(f"{kind!r} is not one of {', '.join(HOST_FAULTS)}")
        if (times is not None and times < 1) or (value is not None and value < 0):
            raise ValueError("times begins at 1 and value at 0")
        self._host_faults.append(
            _HostFault(kind, host, VALUES.get(kind, 0) if value is None else value, times))

    def lose_wifi(self, seconds: float | None = None) -> None:
        """Put all access points out of reach for some seconds, or until `clear`."""
        self._back_at = NEVER if seconds is None else self._now() + nanoseconds(seconds)

    def hang_esp32(self, how: str = "busy") -> None:
        """Let the ESP32 hang until its reset pin is used, as the library does when it starts."""
        if how not in HANGS:
            raise ValueError(f"{how!r} is not one of {', '.join(HANGS)}")
        self.hanging = how

    def reset_esp32(self) -> None:
        """Restart the ESP32, as when its supply drops: Wi-Fi and sockets are lost."""
        self.restart = True

    def clear(self) -> None:
        """End all faults; what was lost meanwhile stays lost."""
        self.wrong_password = False
        self.hanging = ""
        self.restart = False
        self._host_faults: list[_HostFault] = []
        self._back_at = self._now()

    def follow(self, now: Callable[[], int]) -> None:
        """Take the network's time."""
        self._now = now

    @property
    def wifi_lost(self) -> bool:
        return self._now() < self._back_at

    def occurs(self, kind: str, host: str) -> int | None:
        """Return the value of a fault that occurs now, else None; a call counts as one time."""
        for fault in self._host_faults:
            if fault.kind == kind and fnmatchcase(host, fault.host):
                if fault.times is not None:
                    fault.times -= 1
                    if not fault.times:
                        self._host_faults.remove(fault)
                return fault.value
        return None

    def altered(self, answer: Answer, host: str) -> Answer:
        """Return a host's answer as the faults that occur now change it."""
        for kind in ("429", "500"):
            if self.occurs(kind, host) is not None:
                headers = Headers({"Content-Type": "text/plain", "Retry-After": "60"})
                answer = replace(Answer.of(int(kind)), headers=headers)
        if self.occurs("truncated", host) is not None:
            answer = answer.with_body(answer.body[: len(answer.body) // 2])
        return answer


class Conditions:
    """The network's time, speed, faults and records.

    `requests` lists the requests to HTTP hosts. An answer begins to arrive `latency` seconds after
    its request, at `speed` bytes a second. `remark` takes a sentence for the user, `pass_on` an
    exception of a host's function, which is the user's too.
    """

    def __init__(self, faults: NetworkFaults, remark: Callable[[str], None],
                 pass_on: Callable[[BaseException], None]):
        self.faults = faults
        self.remark = remark
        self.pass_on = pass_on
        self.requests: list[Request] = []
        self.recorder = Recorder()
        self.latency = 0.08
        self.speed = 100_000
        self._clock: Clock | None = None
        self._offset = 0
        self._remarked: set[str] = set()
        faults.follow(self.now)

    def follow(self, clock: Clock) -> None:
        """Continue time with another clock; a reset replaces the board's."""
        if self._clock is not None:
            self._offset = self.now() - clock.now
        self._clock = clock

    def now(self) -> int:
        """Return the time in ns; up to the first reset it is the board's."""
        return self._clock.now + self._offset if self._clock else 0

    @property
    def latency_ns(self) -> int:
        return nanoseconds(self.latency)

    def speed_to(self, host: str) -> int:
        slow = self.faults.occurs("slow", host)
        return self.speed if slow is None else slow

    def asked(self, what: str, function: Callable[..., Any], *given: Any) -> Any:
        """Call a host's function; if it fails, tell whoever runs the board, and return None.

        `what` describes the call.
        """
        try:
            return function(*given)
        except Exception as error:
            error.add_note(f"raised by {what}")
            self.pass_on(error)
            return None

    def say_once(self, sentence: str) -> None:
        if sentence not in self._remarked:
            self._remarked.add(sentence)
            self.remark(sentence)
