# SPDX-License-Identifier: MIT
"""Assembles small programs for the chip, which write and read registers and take interrupts.

A program is a list of steps. What its `read` steps found is in RAM afterwards, in their order. Each
interrupt is counted and switched off where it arose, so that one which stays asked for comes once.
"""

import struct

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
        """Until the register's bits under `mask` are `value`."""
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
