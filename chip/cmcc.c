// SPDX-License-Identifier: MIT
// CMCC, the registers of the cache (DS60001507, chapter 11). The cache itself belongs to the processor (cache.c).
//
// Not modelled: locked ways, the hit counters, the choice of what is cached.
#include "soc.h"

enum { TYPE = 0x00, CFG = 0x04, CTRL = 0x08, SR = 0x0c, MAINT0 = 0x20, MAINT1 = 0x24, END = 0x38 };
static uint32_t registers[END / 4], enabled;

void cmcc_reset(void) {
  memset(registers, 0, sizeof registers);
  registers[CFG / 4] = 0x20;                             // 4 KB
  enabled = 0;
  cache_enable(0);
}

uint32_t cmcc_read(int unit, uint32_t offset) {
  if (offset == TYPE) return 0x12d2;
  if (offset == SR) return enabled;
  return offset < END && offset != CTRL ? registers[offset / 4] : 0;
}

void cmcc_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRL) cache_enable(enabled = value & 1);
  else if (offset == MAINT0 && value & 1) cache_clear();
  else if (offset == MAINT1) cache_clear_line(FIELD(value, 4, 8), FIELD(value, 28, 4));
  else if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
}
