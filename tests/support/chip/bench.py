# SPDX-License-Identifier: MIT
"""A bench for the chip alone: loads chip.wasm, runs a program, and keeps the board's calls."""

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from sim.errors import UserError
from tests.support.chip.program import COUNTS, END, ENDED, FOUND, START, Program
from tools import build_chip

CYCLES_PER_SECOND = 120_000_000
FIRMWARE = "PYPORTAL_FIRMWARE"


@cache
def compiled():
    """The chip's module, built if need be; a test without wasmtime or clang is skipped."""
    wasmtime = pytest.importorskip("wasmtime")
    try:
        build_chip.build()
    except UserError as error:
        pytest.skip(str(error))
    engine = wasmtime.Engine()
    return engine, wasmtime.Module.from_file(engine, str(build_chip.BUILT))


def firmware_files() -> list[Path]:
    """The files that PYPORTAL_FIRMWARE names: one, or those in a folder."""
    named = os.environ.get(FIRMWARE)
    if not named:
        return []
    path = Path(named)
    return sorted(path.glob("*.uf2")) if path.is_dir() else [path]


class Call(NamedTuple):
    cycle: int
    name: str
    values: tuple


class Bench:
    """A chip with nothing around it. `answers` maps a call of the board to a function."""

    BYTES = ("panel_data", "pixels", "serial", "data", "note")

    def __init__(self, **answers):
        import wasmtime

        engine, module = compiled()
        self.calls, self.answers = [], answers
        self.store = wasmtime.Store(engine)
        linker = wasmtime.Linker(engine)
        for wanted in module.imports:
            linker.define(self.store, "board", wanted.name,
                          wasmtime.Func(self.store, wanted.type, self._heard(wanted)))
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        self.memory = self.exports["memory"]
        self.chip_erase()
        self.chip_set_panel_pins(16, 41, 37, 38)
        self.chip_set_pixel_pin(54)

    def __getattr__(self, name):
        function = self.exports[name]
        return lambda *values: function(self.store, *values)

    def _heard(self, wanted):
        name, answers = wanted.name, bool(wanted.type.results)

        def call(*values):
            kept = values
            if name in self.BYTES:
                kept = (bytes(self.read(*values)),)
            elif name in ("spi_block", "report"):
                kept = (values[0], bytes(self.read(*values[1:])))
            elif name == "samples":
                channel, at, count, period = values
                data = memoryview(bytes(self.read(at, 2 * count)))
                kept = (channel, data.cast("H").tolist(), period)
            self.calls.append(Call(self.chip_now(), name, kept))
            answer = self.answers[name](*values) if name in self.answers else 0
            return answer if answers else None

        return call

    def read(self, address: int, count: int) -> bytearray:
        return self.memory.read(self.store, address, address + count)

    def write(self, address: int, data: bytes) -> None:
        self.memory.write(self.store, data, address)

    def word(self, address: int) -> int:
        """A word of the chip's RAM."""
        return int.from_bytes(self.read(self.chip_ram() + address - 0x20000000, 4), "little")

    def heard(self, name: str) -> list:
        """Return the arguments of each call of the board by this name."""
        return [call.values for call in self.calls if call.name == name]

    def power_on(self, program: Program, cause: int = 1) -> None:
        self.write(self.chip_flash() + START, program.image())
        self.chip_power_on(cause)
        ram = self.chip_ram()
        self.write(ram, bytes(0x3000))

    def run(self, program: Program, seconds: float = 1) -> list[int]:
        """Run it to its end; what its reads found."""
        self.power_on(program)
        self.proceed(seconds)
        assert self.word(END) == ENDED, "the program did not reach its end"
        return [self.word(FOUND + 4 * k) for k in range(program.reads)]

    def proceed(self, seconds: float) -> None:
        """Run until the program ends, or that many seconds later."""
        until = self.chip_now() + int(seconds * CYCLES_PER_SECOND)
        while self.chip_now() < until and self.word(END) != ENDED:
            self.chip_run(min(until, self.chip_now() + 2400))

    def wait(self, seconds: float) -> None:
        self.chip_run(self.chip_now() + int(seconds * CYCLES_PER_SECOND))

    def interrupts(self, number: int) -> int:
        """How often that interrupt came; a negative number is an exception of the processor."""
        return self.word(COUNTS + 4 * (16 + number))

    def load_firmware(self, path: Path) -> None:
        data = path.read_bytes()
        for at in range(0, len(data), 512):
            target, size = (int.from_bytes(data[at + k:at + k + 4], "little") for k in (12, 16))
            self.write(self.chip_flash() + target, data[at + 32:at + 32 + size])
