# SPDX-License-Identifier: MIT
"""Exceptions, faults and their registers, by programs that take them."""

import pytest

from tests.support.chip.bench import COUNTS, Bench, Program, halves, move

SCS = 0xE000E000
SYST_CSR, SYST_RVR, SYST_CVR = SCS + 0x10, SCS + 0x14, SCS + 0x18
PENDING_SET, PRIORITY = SCS + 0x200, SCS + 0x400
ICSR, CCR, SHCSR, CPACR = SCS + 0xD04, SCS + 0xD14, SCS + 0xD24, SCS + 0xD88
CYCCNT, DWT_CTRL = 0xE0001004, 0xE0001000
PENDSV = 1 << 28
HARD_FAULT, BUS_FAULT, USAGE_FAULT, SVCALL, PENDSV_NUMBER, SYSTICK = 3, 5, 6, 11, 14, 15
PRECISE, ADDRESS_VALID, UNDEFINED, NO_COPROCESSOR = 1 << 9, 1 << 15, 1 << 16, 1 << 19
UNALIGNED, DIVISION_BY_ZERO = 1 << 24, 1 << 25
SAVED = 0x20000080  # CFSR, BFAR, the faulting address, the last exception
SCRATCH = 0x20002000
NOTHING = 0x60000000
DIVIDE = 0xFB91, 0xF0F2  # sdiv r0, r1, r2
VMOV = 0xEE00, 0x0A10  # vmov s0, r0


class Handled(Program):
    """Counts each exception; keeps what a fault tells and goes on behind its wide instruction."""

    @staticmethod
    def _handler() -> bytes:
        fault = (move(1, SCS + 0xD28)  # ldr r2, [r1]; str r2, [r1]; str r2, [r3]
                 + halves(0x680A, 0x600A, 0x601A)
                 + halves(0x690A, 0x605A)  # ldr r2, [r1, #16]; str r2, [r3, #4]
                 # ldr r2, [sp, #24]; str r2, [r3, #8]; adds r2, #4; str r2, [sp, #24]
                 + halves(0x9A06, 0x609A, 0x3204, 0x9206))
        return (halves(0xF3EF, 0x8005) + move(1, COUNTS)  # mrs r0, ipsr
                + halves(0xF851, 0x2020, 0x3201, 0xF841, 0x2020)  # ldr, add, str r2, [r1, r0 * 4]
                + move(3, SAVED) + halves(0x60D8)  # str r0, [r3, #12]
                + halves(0x2807, 0xDA00 | (len(fault) - 2) // 2)  # cmp r0, #7; bge
                + fault + halves(0x4770))  # bx lr

    def raw(self, *words: int) -> "Handled":
        self.code += halves(*words)
        return self

    def load(self, register: int, value: int) -> "Handled":
        self.code += move(register, value)
        return self

    def store(self, register: int, address: int) -> "Handled":
        """str register, [address], by r7."""
        self.code += move(7, address) + halves(0x6000 | 7 << 3 | register)
        return self


def count(bench, number):
    return bench.word(COUNTS + 4 * number)


def saved(bench, index):
    return bench.word(SAVED + 4 * index)


def ran(program):
    bench = Bench()
    bench.run(program)
    return bench


IRQ_30 = COUNTS + 4 * (16 + 30)
PROGRAMS = {
    "a supervisor call is taken at once": (
        Handled().raw(0xDF05).read(COUNTS + 4 * SVCALL), [1]),
    "a pended exception is taken behind the store": (
        Handled().write(ICSR, PENDSV).read(COUNTS + 4 * PENDSV_NUMBER), [1]),
    "an interrupt waits for PRIMASK and comes as soon as it may": (
        Handled().allow(30).raw(0xB672).write(PENDING_SET, 1 << 30).read(IRQ_30).raw(0xB662)
        .read(IRQ_30), [0, 1]),
    "BASEPRI holds back what is not more urgent": (
        Handled().write(PRIORITY + 3, 0x40, 1).write(PRIORITY + 4, 0x20, 1).allow(3).allow(4)
        .load(0, 0x40).raw(0xF380, 0x8811).write(PENDING_SET, 3 << 3)
        .read(COUNTS + 4 * 19).read(COUNTS + 4 * 20), [0, 1]),
    # movs r2, #0; movs r3, #1; movs r4, #1; cmp r2, #0; itet eq: streq (pends), movne r3, moveq r4
    "IT blocks go on behind an exception inside them": (
        Handled().load(0, ICSR).load(1, PENDSV).raw(0x2200, 0x2301, 0x2401, 0x2A00, 0xBF0A)
        .raw(0x6001, 0x2309, 0x2408).store(4, SCRATCH).store(3, SCRATCH + 4)
        .read(SCRATCH).read(SCRATCH + 4).read(COUNTS + 4 * PENDSV_NUMBER), [8, 1, 1]),
    "floating-point registers are the same behind an exception": (
        Handled().write(CPACR, 0xF << 20).load(0, 0x40490FDB).raw(0xEE00, 0x0A10)
        .write(ICSR, PENDSV).raw(0xEE10, 0x4A10).store(4, SCRATCH).read(SCRATCH)
        .read(COUNTS + 4 * PENDSV_NUMBER), [0x40490FDB, 1]),
    # ldrex r2, [r0]; strex r3, r1, [r0]; strex r4, r1, [r0]
    "exclusive stores fail without their load": (
        Handled().load(0, SCRATCH).load(1, 5)
        .raw(0xE850, 0x2F00, 0xE840, 0x1300, 0xE840, 0x1400)
        .store(3, SCRATCH + 4).store(4, SCRATCH + 8)
        .read(SCRATCH).read(SCRATCH + 4).read(SCRATCH + 8), [5, 0, 1]),
    # movs r6, #5; bx lr, later #9; blx r0; mov r4, r6
    "code in RAM that changes runs as it is": (
        Handled().write(SCRATCH, 0x47702605).load(0, SCRATCH | 1).raw(0x4780)
        .raw(0x4634).write(SCRATCH, 0x47702609).load(0, SCRATCH | 1).raw(0x4780)
        .store(4, SCRATCH + 8).store(6, SCRATCH + 12).read(SCRATCH + 8).read(SCRATCH + 12), [5, 9]),
    "unaligned words are read unless trapped": (
        Handled().write(SCRATCH, 0x44332211).write(SCRATCH + 4, 0x88776655).read(SCRATCH + 1),
        [0x55443322]),
}


@pytest.mark.parametrize(("program", "found"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_finds(program, found):
    assert Bench().run(program) == found


def test_of_two_pending_interrupts_the_more_urgent_comes_first():
    program = (Handled().write(PRIORITY + 3, 0x40, 1).write(PRIORITY + 4, 0x20, 1).allow(3).allow(4)
               .raw(0xB672).write(PENDING_SET, 3 << 3).raw(0xB662))
    assert saved(ran(program), 3) == 16 + 3


def test_an_interrupt_whose_line_stays_high_comes_again():
    # SERCOM0 as SPI host asks for data as long as it gets none: interrupt 46
    program = (Handled().write(0x40001C80 + 4 * 7, 1 << 6).write(0x40003000, 3 << 2 | 2)
               .write(0x40003016, 1, 1).allow(46))
    bench = Bench()
    bench.power_on(program)
    bench.proceed(0.001)
    assert count(bench, 16 + 46) > 100


def test_systick_interrupts_every_time_it_reaches_zero():
    program = (Handled().write(SYST_RVR, 999).write(SYST_CVR, 0).write(SYST_CSR, 7).delay(3000)
               .write(SYST_CSR, 0))
    bench = ran(program)
    assert 9 <= count(bench, SYSTICK) <= 13  # 3000 rounds of three cycles, and the handler


# Each with the exception that counts it, the fault's status and, for a bus fault, its address.
FAULTS = {
    "an undefined instruction": (Handled().raw(0xF7F0, 0xA000), HARD_FAULT, UNDEFINED, None),
    "one while usage faults are on": (
        Handled().write(SHCSR, 1 << 18).raw(0xF7F0, 0xA000), USAGE_FAULT, UNDEFINED, None),
    "a load from nothing": (
        Handled().write(SHCSR, 1 << 17).load(1, NOTHING + 8).raw(0xF8D1, 0x0000), BUS_FAULT,
        PRECISE | ADDRESS_VALID, NOTHING + 8),
    "a trapped division by zero": (
        Handled().write(CCR, 0x210).load(1, 7).load(2, 0).raw(*DIVIDE), HARD_FAULT,
        DIVISION_BY_ZERO, None),
    "a trapped unaligned word": (
        Handled().write(CCR, 0x208).load(1, SCRATCH + 1).raw(0xF8D1, 0x0000), HARD_FAULT,
        UNALIGNED, None),
    "an unaligned pair": (  # ldrd r2, r3, [r1]
        Handled().load(1, SCRATCH + 2).raw(0xE9D1, 0x2300), HARD_FAULT, UNALIGNED, None),
    "floating point while it is off": (
        Handled().raw(*VMOV), HARD_FAULT, NO_COPROCESSOR, None),
}


@pytest.mark.parametrize(("program", "number", "status", "address"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_taken_and_tells_its_cause(program, number, status, address):
    bench = ran(program)
    assert (count(bench, number), saved(bench, 0)) == (1, status)
    assert address is None or saved(bench, 1) == address


def test_divisions_by_zero_and_floating_point_do_not_fault_where_they_may_pass():
    divided = Handled().load(1, 7).load(2, 0).raw(*DIVIDE).store(0, SCRATCH).read(SCRATCH)
    bench = Bench()
    assert (bench.run(divided), count(bench, HARD_FAULT)) == ([0], 0)
    assert count(ran(Handled().write(CPACR, 0xF << 20).raw(*VMOV)), HARD_FAULT) == 0


def test_the_cycle_counter_counts_what_passes():
    # subs, bne: three cycles a round with the cache on
    program = (Program().write(0x41006008, 1).write(DWT_CTRL, 1).delay(1000).read(CYCCNT)
               .delay(1000).read(CYCCNT))
    first, second = Bench().run(program)
    assert second - first == pytest.approx(3000, abs=40)


def test_waiting_for_an_interrupt_passes_the_time():
    program = (Handled().write(SYST_RVR, 99_999).write(SYST_CVR, 0).write(SYST_CSR, 7).sleep()
               .write(SYST_CSR, 0))
    bench = ran(program)
    assert count(bench, SYSTICK) == 1
    assert bench.chip_slept() == pytest.approx(100_000, rel=0.01)


def test_a_fault_in_the_hard_fault_handler_locks_the_processor_up():
    class Broken(Handled):
        @staticmethod
        def _handler():
            return halves(0xDE00, 0xDE00)  # undefined

    bench = Bench()
    bench.power_on(Broken().raw(0xDE00))
    assert bench.chip_run(100_000) == 2
