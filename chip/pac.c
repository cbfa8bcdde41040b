// SPDX-License-Identifier: MIT
// PAC, the peripheral access controller (DS60001507, chapter 27): keeps what is written.
//
// Not modelled: write protection itself, its errors, interrupt and event.
#include "soc.h"

enum { WRCTRL = 0x00, STATUSA = 0x34, END = 0x44 };
static uint32_t protected[4];

void pac_reset(void) { memset(protected, 0, sizeof protected); }

uint32_t pac_read(int unit, uint32_t offset) {
  return offset >= STATUSA && offset < END ? protected[(offset - STATUSA) / 4] : 0;
}

void pac_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  uint32_t peripheral = value & 0xffff, key = FIELD(value, 16, 8);
  if (offset != WRCTRL || peripheral >= 128) return;
  uint32_t *word = &protected[peripheral / 32], bit = BIT(peripheral % 32);
  if (key == 1) *word &= ~bit;
  else if (key == 2 || key == 3) *word |= bit;
}
