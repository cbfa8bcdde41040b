// SPDX-License-Identifier: MIT
// RAMECC, error correction of the RAM (DS60001507, chapter 17). No bit ever flips.
#include "soc.h"

enum { INTFLAG = 0x00, END = 0x10 };
static uint32_t registers[END / 4];

void ramecc_reset(void) { memset(registers, 0, sizeof registers); }
uint32_t ramecc_read(int unit, uint32_t offset) { return offset < END && offset != INTFLAG ? registers[offset / 4] : 0; }
void ramecc_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
}
