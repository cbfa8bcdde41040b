// SPDX-License-Identifier: MIT
// OSC32KCTRL, the 32 kHz oscillators (DS60001507, chapter 29). Both run at exactly 32,768 Hz; the crystal is
// ready as soon as it is enabled.
//
// Not modelled: start-up times, clock failure, interrupts.
#include "soc.h"

enum { STATUS = 0x0c, RTCCTRL = 0x10, XOSC32K = 0x14, OSCULP32K = 0x1c, END = 0x20 };
static uint32_t registers[END / 4];

void osc32kctrl_reset(void) {
  memset(registers, 0, sizeof registers);
  registers[XOSC32K / 4] = 0x2080;
}

uint32_t osc32kctrl_rtc_hz(void) { return registers[RTCCTRL / 4] & 1 ? 32768 : 1024; }

uint32_t osc32kctrl_read(int unit, uint32_t offset) {
  if (offset == STATUS) return registers[XOSC32K / 4] >> 1 & 1;
  return offset < END ? registers[offset / 4] : 0;
}

void osc32kctrl_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
}
