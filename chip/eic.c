// SPDX-License-Identifier: MIT
// EIC, the external interrupt controller (DS60001507, chapter 23). Line n is pin n modulo 16 of every port, when
// the pin is given to it (function A).
//
// Not modelled: NMI (PA08), filter, debouncer, the choice of its clock.
#include "soc.h"

enum {
  CTRLA = 0x00, SYNCBUSY = 0x04, EVCTRL = 0x08, INTENCLR = 0x0c, INTENSET = 0x10, INTFLAG = 0x14, ASYNCH = 0x18,
  CONFIG0 = 0x1c, CONFIG1 = 0x20, DEBOUNCEN = 0x30, PINSTATE = 0x38, END = 0x3c
};
enum { NONE, RISE, FALL, BOTH, HIGH, LOW, NMI_PIN = 8 };
static uint32_t registers[END / 4], enabled, flags, levels;      // levels: of the lines, as seen last

static int runs(void) { return registers[CTRLA / 4] >> 1 & 1; }
static uint32_t sense(uint32_t line) { return FIELD(registers[(CONFIG0 + line / 8 * 4) / 4], line % 8 * 4, 3); }
static int has_pin(uint32_t pin) { return pin != NMI_PIN && port_function(pin) == 0; }

static void update(void) {
  for (int line = 0; line < 16; line++) irq_level(IRQ_EIC_EXTINT0 + line, flags & enabled & BIT(line) ? 1 : 0);
}

static void hold_levels(void) {                         // a level asks as long as it lasts
  if (!runs()) return;
  for (int line = 0; line < 16; line++) {
    uint32_t s = sense(line), high = levels >> line & 1;
    if ((s == HIGH && high) || (s == LOW && !high)) flags |= BIT(line);
  }
}

void eic_reset(void) {
  memset(registers, 0, sizeof registers);
  enabled = flags = 0;
  update();
}

void eic_pin(uint32_t pin, int level) {
  if (!has_pin(pin)) return;
  uint32_t line = pin % 16, s = sense(line);
  levels = replaced(levels, level ? BIT(line) : 0, BIT(line));
  if (!runs()) return;
  if (!((level && (s == RISE || s == BOTH || s == HIGH)) || (!level && (s == FALL || s == BOTH || s == LOW)))) return;
  flags |= BIT(line);
  update();
  if (registers[EVCTRL / 4] & BIT(line)) evsys_event(18 + line);
}

void eic_given(uint32_t pin) {
  if (has_pin(pin)) levels = replaced(levels, port_level(pin) << pin % 16, BIT(pin % 16));
}

uint32_t eic_read(int unit, uint32_t offset) {
  switch (offset) {
    case SYNCBUSY: return 0;
    case INTENCLR: case INTENSET: return enabled;
    case INTFLAG: hold_levels(); return flags;
    case PINSTATE: return levels;
  }
  return offset < END ? registers[offset / 4] : 0;
}

void eic_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRLA && value & 1) { eic_reset(); return; }
  switch (offset) {
    case INTENCLR: enabled &= ~value; break;
    case INTENSET: enabled |= value; break;
    case INTFLAG: flags &= ~value; break;
    default: if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  }
  hold_levels();
  update();
}
