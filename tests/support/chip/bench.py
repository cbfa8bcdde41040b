# SPDX-License-Identifier: MIT
"""A bench for the chip alone: assembles programs, runs them on chip.wasm, keeps the board's calls.

A program is a list of steps. The results of its `read` steps are in RAM afterwards, in order. Each
interrupt is counted and switched off where it arose, so that one which stays asked for comes once.
"""

import os
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sim.engines.firmware import chip

CYCLES_PER_SECOND = 120_000_000
FIRMWARE = "PYPORTAL_FIRMWARE"
PROMPT = b">>> "
I2C_PINS = (34, 35)  # SDA and SCL of a PyPortal have pull-ups


@cache
def compiled():
    """Return an engine and the chip's module."""
    wasm = chip.load()
    return wasm.engine, wasm.module


def firmware_files() -> list[Path]:
    """The files that PYPORTAL_FIRMWARE names: one, or those in a folder."""
    named = os.environ.get(FIRMWARE)
    if not named:
        return []
    path = Path(named)
    return sorted(path.glob("*.uf2")) if path.is_dir() else [path]


START, STACK = 0x4000, 0x20040000
# in RAM: the end's mark, how often each exception came, what `read` found
END, COUNTS, FOUND = 0x20000000, 0x20000100, 0x20001000
ENDED = 0x600D
NVIC_ENABLE, NVIC_DISABLE, EXCEPTIONS = 0xE000E100, 0xE000E180, 16 + 137
LOAD = {1: 0x7800, 2: 0x8800, 4: 0x6800}
STORE = {1: 0x7000, 2: 0x8000, 4: 0x6000}


def halves(*words: int) -> bytes:
    return struct.pack(f"<{len(words)}H", *words)


def move(register: int, value: int) -> bytes:
    """MOVW and MOVT: a register gets any 32 bits."""
    code = b""
    for opcode, part in (0xF240, value & 0xFFFF), (0xF2C0, value >> 16 & 0xFFFF):
        code += halves(opcode | part >> 12 | (part >> 11 & 1) << 10,
                       (part >> 8 & 7) << 12 | register << 8 | part & 0xFF)
    return code


class Program:
    """Steps are added by methods, which return the program itself."""

    def __init__(self) -> None:
        self.code = b""
        self.reads = 0

    def write(self, address: int, value: int, size: int = 4) -> "Program":
        self.code += move(0, address) + move(1, value) + halves(STORE[size] | 0 << 3 | 1)
        return self

    def read(self, address: int, size: int = 4) -> "Program":
        self.code += move(0, address) + halves(LOAD[size] | 0 << 3 | 1)
        self.code += move(0, FOUND + 4 * self.reads) + halves(STORE[4] | 0 << 3 | 1)
        self.reads += 1
        return self

    def wait(self, address: int, mask: int, value: int, size: int = 4) -> "Program":
        """Wait until the register's bits under `mask` are `value`."""
        self.code += move(0, address) + move(2, mask) + move(3, value)
        # again: ldr r1, [r0]; ands r1, r2; cmp r1, r3; bne again
        self.code += halves(LOAD[size] | 0 << 3 | 1, 0x4011, 0x4299, 0xD1FB)
        return self

    def delay(self, rounds: int) -> "Program":
        self.code += move(0, rounds) + halves(0x3801, 0xD1FD)  # subs r0, #1; bne
        return self

    def allow(self, interrupt: int) -> "Program":
        return self.write(NVIC_ENABLE + interrupt // 32 * 4, 1 << interrupt % 32)

    def sleep(self) -> "Program":
        self.code += halves(0xBF30)
        return self

    def image(self) -> bytes:
        """The bytes from START on: vectors, the handler, the program."""
        handler = self._handler()
        table = 4 * EXCEPTIONS
        handler_at, code_at = START + table, START + table + len(handler)
        vectors = [STACK, code_at | 1] + [handler_at | 1] * (EXCEPTIONS - 2)
        end = move(0, END) + move(1, ENDED) + halves(STORE[4] | 0 << 3 | 1, 0xE7FE)
        return struct.pack(f"<{EXCEPTIONS}I", *vectors) + handler + self.code + end

    @staticmethod
    def _handler() -> bytes:
        """Counts the exception in IPSR and switches its interrupt off."""
        return (halves(0xF3EF, 0x8005) + move(1, COUNTS)  # mrs r0, ipsr
                + halves(0xF851, 0x2020, 0x3201, 0xF841, 0x2020)  # ldr, add, str r2, [r1, r0 * 4]
                + halves(0x3810, 0x2201)  # subs r0, #16; movs r2, #1
                + halves(0xF000, 0x031F, 0x409A)  # and r3, r0, #31; lsls r2, r3
                + halves(0x0940) + move(1, NVIC_DISABLE)  # lsrs r0, #5
                + halves(0xF841, 0x2020, 0xF3BF, 0x8F4F, 0x4770, 0xBF00))  # str; dsb; bx lr; nop


class Call(NamedTuple):
    cycle: int
    name: str
    values: tuple


class Bench:
    """A chip with nothing around it. `answers` maps a call of the board to a function."""

    BYTES = ("panel", "pixels", "serial", "data", "note")

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
                kept = (bytes(self.read(*values[:2])), *values[2:])
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
        """Return how often that interrupt came; a negative number is a processor exception."""
        return self.word(COUNTS + 4 * (16 + number))

    def load_firmware(self, path: Path) -> None:
        data = path.read_bytes()
        for at in range(0, len(data), 512):
            target, size = (int.from_bytes(data[at + k:at + k + 4], "little") for k in (12, 16))
            self.write(self.chip_flash() + target, data[at + 32:at + 32 + size])


class Booted(Bench):
    """The chip with a board's firmware and a drive, on which programs are run."""

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
