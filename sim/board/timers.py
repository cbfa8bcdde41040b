# SPDX-License-Identifier: MIT
"""The SAMD51J20's timers that can make a wave on a pin, and which of them are taken.

A TC drives pins by its output 1 only, and only one of them; a TCC drives a pin by each of its
channels, at one frequency.
"""

from collections.abc import Iterator

from .pinmux import PINS, Mux

# Channels of TCC0 to TCC4, and to how many bits they count.
CHANNELS = (6, 4, 3, 2, 2)
BITS = (24, 24, 16, 16, 16)
BITS_OF_TC = 16
ALL = 0xFF

CLOCK_HZ = 120_000_000
PRESCALERS = 1, 2, 4, 8, 16, 64, 256, 1024
# The fastest that a timer goes (source: `common-hal/pwmio/PWMOut.c`).
FASTEST_HZ = CLOCK_HZ // 2

# A timer's kind and number, and its output.
Output = tuple[str, int, int]


def _outputs(mux: Mux) -> Iterator[Output]:
    if mux.tc:
        yield "TC", *mux.tc
    for place in mux.tccs:
        yield "TCC", *place


OUTPUTS = {pin: tuple(_outputs(mux)) for pin, mux in PINS.items()}


def check_frequency(frequency: int) -> None:
    if not 1 <= frequency <= FASTEST_HZ:
        raise ValueError("Invalid frequency")


def period(output: Output, frequency: int) -> tuple[int, int]:
    """Return the prescaler that counts finest, and the last count of a period.

    For a frequency that is too low for all, the firmware sets none, but counts as for the last.
    """
    bits = BITS_OF_TC if output[0] == "TC" else BITS[output[1]]
    for prescaler in PRESCALERS:
        last = CLOCK_HZ // prescaler // frequency - 1
        if last < 1 << bits:
            return prescaler, last
    return PRESCALERS[0], last


class Timers:
    """The timers that are running, as the firmware deals them out."""

    def __init__(self) -> None:
        self._tcs: set[int] = set()
        self._frequencies: dict[int, int] = {}
        self._channels = [0] * len(CHANNELS)
        self._users = [0] * len(CHANNELS)

    def claim(self, pin: str, frequency: int, variable: bool) -> Output:
        """Take an output for the pin. Raises the firmware's errors."""
        outputs = OUTPUTS.get(pin, ())
        if not outputs:
            raise ValueError("Invalid pin")
        check_frequency(frequency)
        found = None if variable else self._shared(outputs, frequency)
        return found or self._unused(outputs, frequency, variable)

    def _shared(self, outputs: tuple[Output, ...], frequency: int) -> Output | None:
        for number in range(len(CHANNELS)):
            for output in outputs:
                if (output[:2] == ("TCC", number) and self._is_free(output)
                        and self._frequencies.get(number) == frequency):
                    return self._take(output, self._channel(output))
        return None

    def _unused(self, outputs: tuple[Output, ...], frequency: int, variable: bool) -> Output:
        """Take a timer that stands: a TC rather than a TCC for a frequency that may change."""
        for output in outputs if variable else reversed(outputs):
            kind, number, place = output
            if kind == "TC" and place == 1 and number not in self._tcs:
                self._tcs.add(number)
                return output
            if kind == "TCC" and number not in self._frequencies and self._is_free(output):
                self._frequencies[number] = frequency
                return self._take(output, ALL if variable else self._channel(output))
        raise RuntimeError("Internal resource(s) in use")

    def _take(self, output: Output, channels: int) -> Output:
        self._channels[output[1]] |= channels
        self._users[output[1]] += 1
        return output

    def _channel(self, output: Output) -> int:
        return 1 << output[2] % CHANNELS[output[1]]

    def _is_free(self, output: Output) -> bool:
        return not self._channels[output[1]] & self._channel(output)

    def release(self, output: Output) -> None:
        """Stop a timer without users. A variable one keeps other channels."""
        kind, number, _ = output
        if kind == "TC":
            self._tcs.discard(number)
            return
        self._channels[number] &= ~self._channel(output)
        self._users[number] -= 1
        if not self._users[number]:
            del self._frequencies[number]
