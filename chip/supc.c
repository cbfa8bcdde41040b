// SPDX-License-Identifier: MIT
// SUPC, the supply controller (DS60001507, chapter 19). The supply is always good.
//
// Not modelled: brown-out detection, battery, choice of the regulator, levels of the voltage reference.
#include "soc.h"

enum { STATUS = 0x0c, END = 0x2c };
enum { BOD33RDY = BIT(0), VREGRDY = BIT(8), VCORERDY = BIT(10) };
static uint32_t registers[END / 4];

void supc_reset(void) { memset(registers, 0, sizeof registers); }

uint32_t supc_read(int unit, uint32_t offset) {
  if (offset == STATUS) return BOD33RDY | VREGRDY | VCORERDY;
  return offset < END ? registers[offset / 4] : 0;
}

void supc_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
}
