# SPDX-License-Identifier: MIT
"""The SAMD51J20's timers that can make a wave on a pin, and which of them are taken.

A TC drives pins by its output 1 only, and only one of them; a TCC drives a pin by each of its
channels, at one frequency. Source of the table: DS60001507, chapter 6, columns E, F and G.
"""

from collections.abc import Iterator

# Channels of TCC0 to TCC4; TC6 and TC7 do not exist in the package with 64 pins.
CHANNELS = (6, 4, 3, 2, 2)
TC_COUNT = 6
ALL = 0xFF

# Each pin's outputs: a TC's number and output, then TCCs' numbers and outputs.
_TABLE = """
PA00 2.0
PA01 2.1
PA04 0.0
PA05 0.1
PA06 1.0
PA07 1.1
PA08 0.0 0.0 1.4
PA09 0.1 0.1 1.5
PA10 1.0 0.2 1.6
PA11 1.1 0.3 1.7
PA12 2.0 0.6 1.2
PA13 2.1 0.7 1.3
PA14 3.0 2.0 1.2
PA15 3.1 2.1 1.3
PA16 2.0 1.0 0.4
PA17 2.1 1.1 0.5
PA18 3.0 1.2 0.6
PA19 3.1 1.3 0.7
PA20 7.0 1.4 0.0
PA21 7.1 1.5 0.1
PA22 4.0 1.6 0.2
PA23 4.1 1.7 0.3
PA24 5.0 2.2
PA25 5.1
PA30 6.0 2.0
PA31 6.1 2.1
PB02 6.0 2.2
PB08 4.0
PB09 4.1
PB10 5.0 0.4 1.0
PB11 5.1 0.5 1.1
PB12 4.0 3.0 0.0
PB13 4.1 3.1 0.1
PB14 5.0 4.0 0.2
PB15 5.1 4.1 0.3
PB16 6.0 3.0 0.4
PB17 6.1 3.1 0.5
PB30 0.0 4.0 0.6
PB31 0.1 4.1 0.7
"""
# A timer's kind and number, and its output.
Output = tuple[str, int, int]


def _outputs(words: list[str]) -> Iterator[Output]:
    for place, word in enumerate(words):
        number, output = map(int, word.split("."))
        if place or number < TC_COUNT:
            yield "TCC" if place else "TC", number, output


OUTPUTS = {pin: tuple(_outputs(words)) for pin, *words in map(str.split, _TABLE.split("\n")[1:-1])}


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
