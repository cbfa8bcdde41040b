// SPDX-License-Identifier: MIT
// RSTC, the reset controller (DS60001507, chapter 16): why the chip started.
//
// Not modelled: brown-outs.
#include "soc.h"

enum { RCAUSE = 0x00 };
static uint32_t cause;

void rstc_set_cause(uint32_t value) { cause = value; }
void rstc_reset(void) {}

uint32_t rstc_read(int unit, uint32_t offset) {
  uint32_t by_rtc = cause == RESET_BACKUP ? 2u << 16 : 0;         // BKUPEXIT, the third byte
  return offset == RCAUSE ? cause | by_rtc : 0;
}

void rstc_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {}
