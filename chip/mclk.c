// SPDX-License-Identifier: MIT
// MCLK, the main clock (DS60001507, chapter 15). Its registers keep what is written.
//
// Not modelled: dividers of the processor's clock, masks (every peripheral has its clock), interrupts.
#include "soc.h"

enum { CTRLA = 0x00, CPUDIV = 0x04, AHBMASK = 0x10, APBAMASK = 0x14, APBBMASK = 0x18, APBCMASK = 0x1c, END = 0x24 };
#define CKRDY BIT(24)
static uint32_t registers[END / 4];

void mclk_reset(void) {
  memset(registers, 0, sizeof registers);
  registers[CPUDIV / 4] = 0x101;
  registers[AHBMASK / 4] = 0x00ffffff;
  registers[APBAMASK / 4] = 0x7ff;
  registers[APBBMASK / 4] = 0x18056;
  registers[APBCMASK / 4] = 0x2000;
}

uint32_t mclk_read(int unit, uint32_t offset) {
  if (offset >= END) return 0;
  return registers[offset / 4] | (offset == CTRLA ? CKRDY : 0);
}

void mclk_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
}
