# SPDX-License-Identifier: MIT
"""The bases of a part: its keys in parts.toml, and how it is connected to the board.

The attributes of a class are its keys. A `Choice` or a `Count` cannot change while the part is
plugged in; scripts, tests and the window change a `Setting` or a `Switch`.
"""

import math
from typing import Any, ClassVar, Protocol, Self

from ... import schema
from ...clock import Clock
from ..buses import I2CBus
from ..peripheral import I2CPeripheral
from ..pins import Line, Pins

Colour = tuple[int, int, int]
ON, OFF = ("on", "true", "1"), ("off", "false", "0")


class Key:
    """A descriptor that checks what it is set to; `default` is its value if nothing sets it.

    `changes`: the value can be set while the part is plugged in.
    """

    changes = False
    name = ""

    def __init__(self, default: Any):
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, part: "Part | None", owner: type | None = None) -> Any:
        return self if part is None else part.values[self.name]

    def __set__(self, part: "Part", value: Any) -> None:
        part.values[self.name] = self.check(value)
        part.changed()

    def check(self, value: Any) -> Any:
        """Return the value. Raises ValueError with a sentence that says what is allowed."""
        return value

    def parse(self, word: str) -> Any:
        """Return the value that a word of a script means. Raises ValueError."""
        return self.check(word)


class Choice(Key):
    """One of several values; the first is the default."""

    def __init__(self, *options: Any):
        super().__init__(options[0])
        self.options = options

    def check(self, value: Any) -> Any:
        return schema.OneOf(*self.options).check(value)


class Text(Key):
    """A text, such as a path."""

    def check(self, value: Any) -> str:
        return schema.Text(1, "those of a path", r"[^\0]*").check(value)


class Setting(Key):
    """A number from `low` to `high`; a whole one if the default is an int."""

    changes = True

    def __init__(self, default: float, low: float, high: float, unit: str = ""):
        super().__init__(default)
        self.low, self.high, self.unit = low, high, unit
        self.whole = isinstance(default, int)

    def check(self, value: Any) -> float:
        number: float = schema.Number(self.low, self.high, self.whole).check(value)
        return number

    def parse(self, word: str) -> float:
        try:
            number = float(word)
        except ValueError:
            number = math.nan
        return self.check(word if math.isnan(number) else number)


class Count(Setting):
    """A whole number that is fixed, such as a strip's pixels."""

    changes = False


class Switch(Key):
    """On or off; one that is `momentary` is on while a finger presses it."""

    changes = True

    def __init__(self, default: bool = False, momentary: bool = False):
        super().__init__(default)
        self.momentary = momentary

    def check(self, value: Any) -> bool:
        return schema.Flag().check(value)

    def parse(self, word: str) -> bool:
        if word not in ON + OFF:
            raise ValueError(f"{word!r} is not on or off")
        return word in ON


class Sockets(Protocol):
    """The sides of a board that parts are connected to."""

    pins: Pins
    i2c: I2CBus
    clock: Clock


class WrongKey(ValueError):
    """A part has no such key, or no such value of it."""

    def __init__(self, key: str, why: str):
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


class Part:
    """Something that is plugged in; it lives as long as the portal, over resets of the board.

    Args:
        values: the keys' values; those left out have their defaults. Raises WrongKey naming the
            key for an unknown key, and for a value that is not allowed.
    """

    keys: ClassVar[dict[str, Key]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: key for name, key in vars(cls).items() if isinstance(key, Key)}
        cls.keys = cls.keys | own

    def __new__(cls, /, **values: Any) -> Self:
        part = super().__new__(cls)
        part.values = {name: key.default for name, key in cls.keys.items()}
        return part

    values: dict[str, Any]

    def __init__(self, /, **values: Any):
        for name, value in values.items():
            if name not in self.keys:
                raise WrongKey(name, f"there is no such key: use {' or '.join(self.keys)}")
            try:
                self.values[name] = self.keys[name].check(value)
            except ValueError as error:
                raise WrongKey(name, str(error)) from None

    def plug(self, board: Sockets) -> None:
        """Connect the part to a board that has no power yet; called again after each reset."""
        raise NotImplementedError

    def changed(self) -> None:
        """React to a setting that was changed."""

    @property
    def lamps(self) -> list[Colour]:
        """The colours of its lights, which the window shows."""
        return []


class PinPart(Part):
    """A part on one pin, D3 or D4: it gives the pin its `voltage`, or follows the line's level."""

    pin = Choice("D3", "D4")
    line: Line | None = None

    def plug(self, board: Sockets) -> None:
        self.line = board.pins[self.pin]
        self.line.outside = self.voltage

    def changed(self) -> None:
        if self.line:
            self.line.notice()

    def voltage(self) -> float | None:
        """Return 0.0 to 1.0 of 3.3 V; None if the part drives nothing."""
        return None


class I2CPart(Part, I2CPeripheral):
    """A chip at the key `address`."""

    address: Choice

    def plug(self, board: Sockets) -> None:
        board.i2c.connect(self.address, self)  # type: ignore[arg-type]


class ByteRegisters(I2CPart):
    """A chip with 256 registers of a byte. A write selects one and fills it and those that follow;
    a read goes on from there.
    """

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self.registers = bytearray(256)
        self.pointer = 0

    def write(self, data: bytes) -> None:
        if data:
            self.pointer = data[0]
            for at, value in enumerate(data[1:], self.pointer):
                self.store(at & 0xFF, value)

    def read(self, length: int) -> bytes:
        self.measure()
        return bytes(self.registers[(self.pointer + at) & 0xFF] for at in range(length))

    def store(self, register: int, value: int) -> None:
        self.registers[register] = value

    def measure(self) -> None:
        """Fill the registers that hold results."""


class WordRegisters(I2CPart):
    """A chip with registers of two bytes, the low one first. A write of one byte selects one, and
    of three fills it; a read returns it.
    """

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self.registers: dict[int, int] = {}
        self.pointer = 0

    def write(self, data: bytes) -> None:
        if data:
            self.pointer = data[0]
        if len(data) == 3:
            self.registers[data[0]] = int.from_bytes(data[1:], "little")

    def read(self, length: int) -> bytes:
        return self.word(self.pointer).to_bytes(2, "little").ljust(length, b"\xff")[:length]

    def word(self, register: int) -> int:
        """Return what a register holds now."""
        return self.registers.get(register, 0)
