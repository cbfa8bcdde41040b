// SPDX-License-Identifier: MIT
// TRNG, the random number generator (DS60001507, chapter 44). Its numbers come from the board, so a run repeats.
//
// Not modelled: the 84 cycles that a number takes; one is always ready.
#include "soc.h"

enum { CTRLA = 0x00, INTEN = 0x08, DATA = 0x20 };
static uint32_t control, enabled;

static void update(void) { irq_level(IRQ_TRNG, control & 2 && enabled & 1); }

void trng_reset(void) { control = enabled = 0; update(); }

uint32_t trng_read(int unit, uint32_t offset) {
  switch (offset) {
    case CTRLA: return control;
    case INTEN: return enabled | enabled << 8 | (control & 2 ? 1u << 16 : 0);   // INTENCLR, INTENSET, INTFLAG
    case DATA: return board_chance();
  }
  return 0;
}

void trng_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRLA) control = replaced(control, value, mask) & 0xff;
  if (offset == INTEN) enabled = (enabled & ~(value & 1)) | (value >> 8 & 1);
  update();
}
