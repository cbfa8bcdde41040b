// SPDX-License-Identifier: MIT
// OSCCTRL, the oscillators (DS60001507, chapter 28): the DFLL at 48 MHz and two DPLLs.
//
// Not modelled: crystals at XIN (XOSC0 and XOSC1 never become ready), tuning of the DFLL (always exactly 48 MHz),
// time to lock, clock failure, interrupts.
#include "soc.h"

enum {
  STATUS = 0x10, DFLLCTRLA = 0x1c, DFLLSYNC = 0x2c, DPLL = 0x30, DPLL_SIZE = 0x14,
  DPLLCTRLA = 0x00, DPLLRATIO = 0x04, DPLLCTRLB = 0x08, DPLLSYNCBUSY = 0x0c, DPLLSTATUS = 0x10, END = 0x58
};
enum { DFLLRDY = BIT(8), DFLLLCKF = BIT(10), DFLLLCKC = BIT(11), DPLL0LCKR = BIT(16), DPLL1LCKR = BIT(24) };
#define FASTEST 200000000u
static uint32_t registers[END / 4];

void oscctrl_reset(void) {
  memset(registers, 0, sizeof registers);
  registers[DFLLCTRLA / 4] = 0x82;
}

static uint32_t dpll(int n, int reg) { return registers[(DPLL + n * DPLL_SIZE + reg) / 4]; }
static int dpll_runs(int n) { return dpll(n, DPLLCTRLA) >> 1 & 1; }

// A program may feed a DPLL, through a generator, with its own output: then it runs as fast as it can.
static uint32_t reference_hz(int n) {
  static uint32_t asked;
  if (asked & BIT(n)) return FASTEST;
  asked |= BIT(n);
  uint32_t hz = gclk_hz(1 + n);
  asked &= ~BIT(n);
  return hz;
}

static uint32_t dpll_hz(int n) {
  if (!dpll_runs(n)) return 0;
  uint32_t choice = FIELD(dpll(n, DPLLCTRLB), 5, 3), ratio = dpll(n, DPLLRATIO);
  uint32_t hz = choice == 0 ? reference_hz(n) : choice == 1 ? 32768 : 0;
  uint64_t thirtyseconds = (uint64_t)(FIELD(ratio, 0, 13) + 1) * 32 + FIELD(ratio, 16, 5);
  uint64_t wanted = hz * thirtyseconds / 32;
  return wanted > FASTEST ? FASTEST : wanted;
}

uint32_t oscctrl_hz(int source) {
  switch (source) {
    case 4: case 5: return 32768;
    case 6: return registers[DFLLCTRLA / 4] & 2 ? 48000000 : 0;
    case 7: return dpll_hz(0);
    case 8: return dpll_hz(1);
  }
  return 0;
}

static uint32_t status(void) {
  uint32_t dfll = registers[DFLLCTRLA / 4] & 2 ? DFLLRDY | DFLLLCKF | DFLLLCKC : 0;
  return dfll | (dpll_runs(0) ? DPLL0LCKR : 0) | (dpll_runs(1) ? DPLL1LCKR : 0);
}

uint32_t oscctrl_read(int unit, uint32_t offset) {
  switch (offset) {
    case STATUS: return status();
    case DFLLSYNC: case DPLL + DPLLSYNCBUSY: case DPLL + DPLL_SIZE + DPLLSYNCBUSY: return 0;
    case DPLL + DPLLSTATUS: return dpll_runs(0) ? 3 : 0;
    case DPLL + DPLL_SIZE + DPLLSTATUS: return dpll_runs(1) ? 3 : 0;
  }
  return offset < END ? registers[offset / 4] : 0;
}

void oscctrl_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  tc_refresh_clocks();
  tcc_refresh_clocks();
}
