# SPDX-License-Identifier: MIT
"""The chip's processor alone, in chip.wasm, and unicorn, another emulator of the same processor.

Both take a state (registers, flags, FPSCR), run code from an address and give the state behind it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, replace

import unicorn
from unicorn import arm_const

from tests.support.chip.bench import Bench

FLASH, FLASH_SIZE = 0, 0x100000
RAM, RAM_SIZE = 0x20000000, 0x40000
CODE = 0x8000  # where tests put instructions
WORDS = 50

LOOP = b"\xfe\xe7"  # b .
ISB = b"\xbf\xf3\x6f\x8f"  # behind it the processor stops: one cycle


@dataclass
class State:
    """Registers r0-r15, flags as in the xPSR, FPSCR, s0-s31."""

    registers: list[int] = field(default_factory=lambda: [0] * 15 + [CODE])
    xpsr: int = 0
    fpscr: int = 0
    floats: list[int] = field(default_factory=lambda: [0] * 32)

    def with_registers(self, **values: int) -> State:
        """A copy in which r0=..., r13=... and so on are changed."""
        registers = list(self.registers)
        for name, value in values.items():
            registers[int(name[1:])] = value & 0xFFFFFFFF
        return replace(self, registers=registers)

    def pack(self) -> bytes:
        """Return the state as words, in the order of cpu_probe_registers."""
        return struct.pack(f"<{WORDS}I", *self.registers, self.xpsr, self.fpscr, *self.floats)

    @staticmethod
    def unpack(data: bytes | bytearray) -> State:
        """The reverse of pack."""
        words = list(struct.unpack(f"<{WORDS}I", data))
        return State(words[:16], words[16], words[17], words[18:])


class Processor:
    """The processor of a chip.wasm; the board around the chip answers nothing."""

    def __init__(self) -> None:
        self._bench = Bench()
        self._registers = self.call("cpu_probe_registers")
        self._flash, self._ram = self.call("cpu_probe_flash"), self.call("cpu_probe_ram")

    def call(self, name: str, *arguments: int) -> int:
        """Call an export; return its result as an unsigned number."""
        return (getattr(self._bench, name)(*arguments) or 0) & 0xFFFFFFFF

    def _address(self, address: int) -> int:
        return self._flash + address if address < FLASH_SIZE else self._ram + address - RAM

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into flash or RAM; begin() afterwards if they are code in flash."""
        self._bench.write(self._address(address), data)

    def read(self, address: int, size: int) -> bytes:
        """Return bytes of flash or RAM."""
        return bytes(self._bench.read(self._address(address), size))

    def begin(self) -> None:
        """Resets the processor and forgets all decoded code."""
        self.call("cpu_probe_begin")

    def run(self, state: State, cycles: int = 1) -> tuple[State, int]:
        """Runs blocks of code for so many cycles: the state then and the fault status (CFSR)."""
        self._bench.write(self._registers, state.pack())
        status = self.call("cpu_probe_run", cycles)
        return State.unpack(self._bench.read(self._registers, 4 * WORDS)), status

    def time_of(self, code: bytes, state: State | None = None, cached: bool = True) -> int:
        """Cycles that code takes to its end when the cache, if on, holds what it can."""
        self.write(CODE, code + ISB + LOOP)
        self.begin()
        self.call("cpu_probe_cache", cached)
        end = CODE + len(code + ISB)
        return [self._time_until(end, state or State()) for _ in range(3)][-1] - 1

    def _time_until(self, end: int, state: State) -> int:
        started = self.call("cpu_probe_time")
        for _ in range(1000):
            state, status = self.run(state)
            assert not status, f"fault status {status:#x}"
            if state.registers[15] == end:
                return self.call("cpu_probe_time") - started
        raise AssertionError("the code did not reach its end")


_CORE = [getattr(arm_const, f"UC_ARM_REG_{name}")
         for name in [*(f"R{n}" for n in range(13)), "SP", "LR", "PC"]]
_FLOATS = [getattr(arm_const, f"UC_ARM_REG_S{n}") for n in range(32)]
_ALL = [*_CORE, arm_const.UC_ARM_REG_XPSR, arm_const.UC_ARM_REG_FPSCR, *_FLOATS]


class Reference:
    """unicorn as a Cortex-M4 with the same memory."""

    def __init__(self) -> None:
        mode = unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
        self._engine = unicorn.Uc(unicorn.UC_ARCH_ARM, mode)
        self._engine.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M4)
        self._engine.mem_map(FLASH, FLASH_SIZE, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        self._engine.mem_map(RAM, RAM_SIZE)
        self.write(FLASH, b"\xff" * FLASH_SIZE)  # erased, as the chip's
        # the first floating-point instruction would start a new context, with another FPSCR
        self.write(CODE, b"\xb0\xee\x40\x0a" + LOOP)
        self.run(State())
        self.begin()

    def write(self, address: int, data: bytes) -> None:
        """Puts bytes into flash or RAM."""
        self._engine.mem_write(address, data)

    def read(self, address: int, size: int) -> bytes:
        """Bytes of flash or RAM."""
        return bytes(self._engine.mem_read(address, size))

    def begin(self) -> None:
        """Forgets translated code, which unicorn does not notice to change in flash."""
        self._engine.ctl_flush_tb()

    def greater_equal(self) -> int:
        """The GE flags in the xPSR, which cannot be set from here."""
        return int(self._engine.reg_read(arm_const.UC_ARM_REG_XPSR)) & 0xF0000

    def run(self, state: State, until: int = 0xFFFFFFFE, count: int = 1) -> tuple[State, int]:
        """Runs instructions; the state then and unicorn's error, 0 for none."""
        words = struct.unpack(f"<{WORDS}I", state.pack())
        self._engine.reg_write_batch(list(zip(_ALL, words, strict=True)))
        error = 0
        try:
            self._engine.emu_start(state.registers[15] | 1, until, count=count)
        except unicorn.UcError as failure:
            error = failure.errno
        words = self._engine.reg_read_batch(_ALL)
        return State.unpack(struct.pack(f"<{WORDS}I", *words)), error
