# SPDX-License-Identifier: MIT
"""Instructions: random programs give what another emulator gives."""


from tests.support import seeds
from tests.support.chip.bench import halves
from tests.support.chip.instructions import Comparison

BATCHES = int(seeds.more(8, 40))


def test_random_programs_leave_what_unicorn_leaves():
    comparison = Comparison(seeds.FIRST)
    for _ in range(BATCHES):
        comparison.batch()
    assert comparison.instructions > 1000 * BATCHES
    assert comparison.faults < comparison.instructions // 100


def test_zeros_infinities_and_nans_meet_as_they_do_on_unicorn():
    # vadd, vsub, vmul, vdiv s2-s5 of s0 and s1; vfma, vmls s6, s7; vsqrt, vcvt.s32, vcvtb.f16 of s0
    code = halves(0xEE30, 0x1A20, 0xEE70, 0x1A60, 0xEE20, 0x2A20, 0xEEC0, 0x2A20, 0xEEA0, 0x3A20,
                  0xEE40, 0x3A60, 0xEEB1, 0x4AC0, 0xEEFD, 0x4A40, 0xEEB3, 0x5A40)
    comparison = Comparison(seeds.FIRST)
    comparison.floats(code)
    assert comparison.instructions == 9 * 19 * 19 * 4
