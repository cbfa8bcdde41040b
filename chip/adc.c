// SPDX-License-Identifier: MIT
// ADC0 and ADC1, the analogue inputs (DS60001507, chapter 45): single conversions and free running, resolution,
// averaging, references, window interrupt, events and DMA. A conversion takes its time; the voltage is that of
// its end. The chip is at 25 °C and has 3.3 V.
//
// Not modelled: differential mode, gain and offset correction, sequences by DMA, dual mode, noise.
#include "soc.h"

enum {
  CTRLA = 0x00, INPUTCTRL = 0x04, REFCTRL = 0x08, WINDOW = 0x0c, CORRECTION = 0x10, SWTRIG = 0x14, INTERRUPTS = 0x2c,
  SYNCBUSY = 0x30, RESULT = 0x40, RESS = 0x44, CALIB = 0x48, END = 0x4c
};
enum { RESRDY = BIT(0), OVERRUN = BIT(1), WINMON = BIT(2), START = BIT(1), FREERUN = BIT(17) };
enum { BITS12, BITS16, BITS10, BITS8 };
static struct { uint32_t registers[END / 4], enabled, flags, result, busy; } converters[2];

static uint32_t input(int i) { return converters[i].registers[INPUTCTRL / 4]; }         // CTRLB is its upper half
static uint32_t resolution(int i) { return FIELD(input(i), 19, 2); }
static uint32_t samples(int i) { uint32_t n = FIELD(converters[i].registers[REFCTRL / 4], 16, 4); return n > 10 ? 10 : n; }
static int runs(int i) { return converters[i].registers[CTRLA / 4] >> 1 & 1; }

static void update(int i) {
  uint32_t asked = converters[i].flags & converters[i].enabled;
  irq_level(IRQ_ADC0_OTHER + 2 * i, (asked & (OVERRUN | WINMON)) != 0);
  irq_level(IRQ_ADC0_RESRDY + 2 * i, asked & RESRDY);
  dmac_level(68 + 2 * i, converters[i].flags & RESRDY);
}

static void reset_one(int i) {
  memset(&converters[i], 0, sizeof converters[i]);
  event_at(EVENT_ADC + i, NEVER);
  update(i);
}

void adc_reset(void) { reset_one(0); reset_one(1); }

// ---- conversions

static uint32_t reference_mv(int i) {
  switch (FIELD(converters[i].registers[REFCTRL / 4], 0, 4)) {
    case 0: return 1000;                                 // INTREF at 1.0 V
    case 2: return 1650;                                 // half of the supply
    default: return 3300;
  }
}

enum { PTAT_25 = 0x9c4, CTAT_25 = 0xb54 };               // as the calibration in nvmctrl.c says

static uint32_t code(int i) {                            // of 12 bits
  uint32_t from = FIELD(input(i), 0, 5), pin = pinmux_analogue(i, from);
  uint32_t mv65536 = 0;                                  // of a voltage: 65,536 for 3.3 V
  if (from == 0x1c) return PTAT_25;
  if (from == 0x1d) return CTAT_25;
  if (from < 16) mv65536 = pin == 255 ? 0 : analogue_voltage(pin);
  else if (from == 0x18) mv65536 = 65536 * 3 / 33;       // core supply, 1.2 V, divided by 4
  else if (from == 0x19 || from == 0x1a) mv65536 = 65536 / 4;   // 3.3 V divided by 4
  else if (from == 0x1b) mv65536 = 65536 * 10 / 33;      // 1.0 V
  else bus_unmodelled(from, "ADC input");
  uint32_t full = (uint64_t)mv65536 * 3300 * 4096 / (65536ull * reference_mv(i));
  return full > 4095 ? 4095 : full;
}

static uint32_t converted(int i) {
  uint32_t value = code(i), more = samples(i), adjust = FIELD(converters[i].registers[REFCTRL / 4], 20, 3);
  switch (resolution(i)) {
    case BITS10: return value >> 2;
    case BITS8: return value >> 4;
    case BITS16: return (value << more >> (more > 4 ? more - 4 : 0) >> adjust) & 0xffff;
  }
  return value;
}

static uint64_t duration(int i) {
  static const uint8_t bits[4] = { 12, 12, 10, 8 };
  Clock clock = clock_of(gclk_hz(40 + i), 2u << FIELD(converters[i].registers[CTRLA / 4], 8, 3));
  uint32_t sampling = FIELD(converters[i].registers[REFCTRL / 4], 24, 6) + 1;
  return clock.ticks ? clock_cycles(clock, (uint64_t)(sampling + bits[resolution(i)]) << samples(i)) : NEVER;
}

void adc_start(int i) {
  if (!runs(i) || converters[i].busy) return;
  uint64_t takes = duration(i);
  converters[i].busy = 1;
  event_at(EVENT_ADC + i, takes == NEVER ? NEVER : now + takes);
}

static int in_window(int i, uint32_t value) {
  uint32_t low = converters[i].registers[WINDOW / 4] & 0xffff, high = converters[i].registers[WINDOW / 4] >> 16;
  switch (FIELD(input(i), 24, 3)) {
    case 1: return value > low;
    case 2: return value < high;
    case 3: return value > low && value < high;
    case 4: return value < low || value > high;
  }
  return 0;
}

void adc_event(int i) {
  spin_disturbed();
  converters[i].busy = 0;
  converters[i].result = converted(i);
  if (converters[i].flags & RESRDY) converters[i].flags |= OVERRUN;
  converters[i].flags |= RESRDY | (in_window(i, converters[i].result) ? WINMON : 0);
  if (converters[i].registers[CTRLA / 4] >> 20 & 1) evsys_event(103 + 2 * i);
  if (input(i) & FREERUN) adc_start(i);
  update(i);
}

// ---- registers

uint32_t adc_read(int i, uint32_t offset) {
  switch (offset) {
    case INTERRUPTS:
      cpu_steady(NEVER);
      return converters[i].enabled * 0x101u | converters[i].flags << 16 | converters[i].busy << 24;
    case SYNCBUSY: cpu_steady(NEVER); return 0;
    case SWTRIG: return 0;
    case RESS: return converters[i].result;
    case RESULT: {
      uint32_t result = converters[i].result;
      converters[i].flags &= ~RESRDY;
      update(i);
      return input(i) & BIT(16) && resolution(i) != BITS16 ? result << 4 : result;      // LEFTADJ
    }
  }
  return offset < END ? converters[i].registers[offset / 4] : 0;
}

void adc_write(int i, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRLA && value & 1) { reset_one(i); return; }
  if (offset == INTERRUPTS) {
    converters[i].enabled = (converters[i].enabled & ~(value & 7)) | (value >> 8 & 7);
    converters[i].flags &= ~(value >> 16 & 7);
    update(i);
  } else if (offset == SWTRIG) {
    if (value & START) adc_start(i);
  } else if (offset < END) converters[i].registers[offset / 4] = replaced(converters[i].registers[offset / 4], value, mask);
  if (!runs(i)) { converters[i].busy = 0; event_at(EVENT_ADC + i, NEVER); }
  else if (offset == CTRLA && input(i) & FREERUN) adc_start(i);
}
