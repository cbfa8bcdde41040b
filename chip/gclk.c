// SPDX-License-Identifier: MIT
// GCLK, the generic clock controller (DS60001507, chapter 14): 12 generators, 48 channels to peripherals. Also
// the arithmetic that turns a clock into cycles of 120 MHz, in integers.
//
// Not modelled: synchronisation takes no time, inputs and outputs on pins, write locks, the processor's own clock
// (generator 0 always counts as 120 MHz for it).
#include "soc.h"

enum { CTRLA = 0x00, SYNCBUSY = 0x04, GENCTRL = 0x20, PCHCTRL = 0x80 };
#define GENERATORS 12
#define CHANNELS 48
static uint32_t generator[GENERATORS], channel[CHANNELS];
enum { GENEN = BIT(8), DIVSEL = BIT(12), CHEN = BIT(6) };

void gclk_reset(void) {
  memset(generator, 0, sizeof generator);
  memset(channel, 0, sizeof channel);
  generator[0] = GENEN | 6;                             // the DFLL
}

static uint32_t generator_hz(int n) {
  uint32_t setting = generator[n], source = setting & 15, division = setting >> 16;
  if (!(setting & GENEN)) return 0;
  uint32_t hz = source == 3 ? n == 1 ? 0 : generator_hz(1) : oscctrl_hz(source);
  if (setting & DIVSEL) return hz >> ((division & 15) + 1);
  return division ? hz / division : hz;
}

uint32_t gclk_hz(int n) {
  uint32_t setting = channel[n], from = setting & 15;
  return setting & CHEN && from < GENERATORS ? generator_hz(from) : 0;
}

uint32_t gclk_read(int unit, uint32_t offset) {
  if (offset >= GENCTRL && offset < GENCTRL + 4 * GENERATORS) return generator[(offset - GENCTRL) / 4];
  if (offset >= PCHCTRL && offset < PCHCTRL + 4 * CHANNELS) return channel[(offset - PCHCTRL) / 4];
  return 0;
}

void gclk_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  uint32_t *word = offset >= GENCTRL && offset < GENCTRL + 4 * GENERATORS ? &generator[(offset - GENCTRL) / 4]
                 : offset >= PCHCTRL && offset < PCHCTRL + 4 * CHANNELS ? &channel[(offset - PCHCTRL) / 4] : 0;
  uint32_t before = word ? *word : 0;
  if (word) *word = replaced(before, value, mask);
  else if (offset == CTRLA && value & 1) gclk_reset();
  if (word && *word == before) return;                  // as before each conversion of the ADC
  tc_refresh_clocks();
  tcc_refresh_clocks();
}

// ---- arithmetic

static uint32_t common_divisor(uint32_t a, uint32_t b) {
  while (b) { uint32_t rest = a % b; a = b; b = rest; }
  return a;
}

Clock clock_of(uint32_t hz, uint32_t divisor) {
  if (!hz) return (Clock){ 0, 0 };
  uint32_t common = common_divisor(hz, CYCLES_PER_SECOND);
  uint32_t ticks = hz / common, more = common_divisor(ticks, divisor);
  return (Clock){ ticks / more, (uint64_t)(CYCLES_PER_SECOND / common) * (divisor / more) };
}

// Both products stay below 2^64: at most 1024 divides a clock, and no clock is faster than 2^27 Hz.
uint64_t clock_ticks(Clock clock, uint64_t cycles) {
  if (!clock.ticks) return 0;
  return cycles / clock.cycles * clock.ticks + cycles % clock.cycles * clock.ticks / clock.cycles;
}

uint64_t clock_cycles(Clock clock, uint64_t ticks) {
  if (!clock.ticks) return NEVER / 2;
  uint64_t whole = ticks / clock.ticks * clock.cycles, rest = ticks % clock.ticks * clock.cycles;
  return whole + (rest + clock.ticks - 1) / clock.ticks;
}

uint64_t cycles_of_us(uint32_t microseconds) { return (uint64_t)microseconds * 120; }
