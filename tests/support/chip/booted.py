# SPDX-License-Identifier: MIT
"""A chip that runs a real firmware, if PYPORTAL_FIRMWARE names one, and the computer at its USB."""

from functools import cache
from pathlib import Path

from tests.support.chip.bench import CYCLES_PER_SECOND, Bench

STORAGE = 8 << 20
PROMPT = b">>> "
I2C_PINS = (34, 35)  # SDA and SCL of a PyPortal have pull-ups


class Booted(Bench):
    def __init__(self, firmware: Path, drive: bytes = b"", **answers):
        super().__init__(**answers)
        self.load_firmware(firmware)
        if drive:
            self.write(self.chip_storage(), drive)
        self.chip_power_on(1)
        for pin in I2C_PINS:
            self.chip_drive_pin(pin, 1)

    @property
    def serial(self) -> bytes:
        return b"".join(data for data, in self.heard("serial"))

    def wait_for(self, condition, seconds: float) -> bool:
        until = self.chip_now() + int(seconds * CYCLES_PER_SECOND)
        while not condition() and self.chip_now() < until:
            self.wait(0.01)
        return bool(condition())

    def type(self, text: bytes) -> None:
        self.write(self.chip_buffer(), text)
        assert self.chip_serial_type(len(text)) == len(text)

    def prompt(self) -> None:
        """Stop the program, if one runs, and begin the REPL."""
        assert self.wait_for(self.chip_serial_open, 10)
        self.wait(0.5)
        self.type(b"\x03\x03")
        self.wait(0.2)
        self.type(b"\r")
        assert self.wait_for(lambda: self.serial.endswith(PROMPT), 5), self.serial[-300:]

    def execute(self, program: str, seconds: float = 5) -> str:
        """Run a program in the raw REPL; return what it prints."""
        self.type(b"\x01")
        assert self.wait_for(lambda: self.serial.endswith(b"\r\n>"), 5), self.serial
        before = len(self.serial)
        self.type(program.encode() + b"\x04")
        assert self.wait_for(lambda: self.serial[before:].endswith(b"\x04>"), seconds)
        printed, error, _ = self.serial[before:].removeprefix(b"OK").split(b"\x04")
        self.type(b"\x02")
        assert self.wait_for(lambda: self.serial.endswith(PROMPT), 5)
        return (printed + error).replace(b"\r\n", b"\n").decode()


@cache
def formatted(firmware: Path) -> bytes:
    """The drive as this firmware makes it on an empty flash."""
    chip = Booted(firmware)
    assert chip.wait_for(lambda: b"Done" in chip.serial, 15), chip.serial
    return bytes(chip.read(chip.chip_storage(), STORAGE))
