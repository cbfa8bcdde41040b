// SPDX-License-Identifier: MIT
// I2S (DS60001507, chapter 51): switched off. A program that enables it is logged.
//
// Not modelled: everything that needs it enabled.
#include "soc.h"

enum { CTRLA = 0x00, ENABLE = BIT(1) };

void i2s_reset(void) {}
uint32_t i2s_read(int unit, uint32_t offset) { return 0; }
void i2s_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRLA && value & ENABLE) bus_unmodelled(0x43002800, "enabled");
}
