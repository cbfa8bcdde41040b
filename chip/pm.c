// SPDX-License-Identifier: MIT
// PM, the power manager (DS60001507, chapter 18). Idle and standby are the processor's WFI; in backup only the
// RTC goes on, and what it finds wakes the chip by a reset.
//
// Not modelled: hibernate and off (they count as backup), retention of pins, power domains, wake-up delays. The
// chip counts as asleep from the write that chooses backup, a few instructions before its WFI.
#include "soc.h"

enum { CTRLA = 0x00, INTFLAG = 0x04, STDBYCFG = 0x08, END = 0x14 };
enum { SLEEPRDY = BIT(16), HIBERNATE = 5 };      // then backup and off
static uint32_t registers[END / 4];

void pm_reset(void) { memset(registers, 0, sizeof registers); }

int pm_in_backup(void) {
  return FIELD(registers[CTRLA / 4], 8, 3) >= HIBERNATE;
}

uint32_t pm_read(int unit, uint32_t offset) {
  if (offset >= END) return 0;
  return registers[offset / 4] | (offset == INTFLAG ? SLEEPRDY : 0);
}

void pm_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset < END && offset != INTFLAG) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
}
