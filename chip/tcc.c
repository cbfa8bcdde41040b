// SPDX-License-Identifier: MIT
// TCC, the timers for control 0 to 4 (DS60001507, chapter 49): counting up, normal and match frequency, normal
// PWM, one-shot, buffered period and compare values, interrupts, events out, DMA triggers, waves on pins.
//
// Not modelled: counting down and dual slope, capture, event inputs, faults, dead time, swap, patterns, dithering,
// ramps. Output n shows compare channel n modulo the number of channels, the default output matrix.
#include "soc.h"

enum {
  CTRLA = 0x00, CTRLB = 0x04, SYNCBUSY = 0x08, EVCTRL = 0x20, INTENCLR = 0x24, INTENSET = 0x28, INTFLAG = 0x2c,
  STATUS = 0x30, COUNT = 0x34, PATT = 0x38, WAVE = 0x3c, PER = 0x40, CC0 = 0x44, PATTBUF = 0x64, PERBUF = 0x6c,
  CCBUF0 = 0x70, END = 0x88
};
enum { SWRST = BIT(0), ENABLE = BIT(1), ONESHOT = BIT(2), LUPD = BIT(1) };
enum { OVF = BIT(0), MC0 = BIT(16), STOPPED = BIT(0), PERBUFV = BIT(7) };
enum { NFRQ, MFRQ, NPWM };
#define UNITS 5
#define CHANNELS 6
static const uint8_t channels_of[UNITS] = { 6, 4, 3, 2, 2 }, bits_of[UNITS] = { 24, 24, 16, 16, 16 };
static const uint8_t gclk_channel[UNITS] = { 25, 25, 29, 29, 38 }, first_irq[UNITS] = {
  IRQ_TCC0_OTHER, IRQ_TCC1_OTHER, IRQ_TCC2_OTHER, IRQ_TCC3_OTHER, IRQ_TCC4_OTHER };
static const uint8_t first_event[UNITS] = { 41, 50, 57, 63, 68 }, first_trigger[UNITS] = { 22, 29, 34, 38, 41 };
static const uint8_t outputs_of[UNITS] = { 8, 8, 3, 2, 2 };
static const uint16_t prescalers[8] = { 1, 2, 4, 8, 16, 64, 256, 1024 };

static struct {
  Counter counter;
  uint32_t registers[END / 4], control, b, enabled, flags, stopped, per, perbuf, cc[CHANNELS], ccbuf[CHANNELS];
  uint32_t valid, due;                                   // valid buffers: bit n for channel n, bit 7 for the period
} timers[UNITS];

static uint32_t widest(int i) { return BIT(bits_of[i]) - 1; }
static uint32_t waveform(int i) { return timers[i].registers[WAVE / 4] & 7; }
static uint32_t top(int i) { return (waveform(i) == MFRQ ? timers[i].cc[0] : timers[i].per) & widest(i); }
static int goes(int i) { return timers[i].control & ENABLE && !timers[i].stopped; }

static void update_lines(int i) {
  uint32_t asked = timers[i].flags & timers[i].enabled;
  irq_level(first_irq[i], (asked & 0xffff) != 0);
  for (int k = 0; k < channels_of[i]; k++) irq_level(first_irq[i] + 1 + k, asked >> (16 + k) & 1);
}

static void tell_wave(int i, int output) {
  uint8_t pins[8];
  int count = pinmux_wave_pins(1, i, output, pins), channel = output % channels_of[i];
  const Counter *c = &timers[i].counter;
  uint64_t period = clock_cycles(c->clock, (uint64_t)c->top + 1);
  uint64_t high = clock_cycles(c->clock, timers[i].cc[channel] & widest(i));
  for (int k = 0; k < count; k++) {
    if (!goes(i) || !c->clock.ticks || waveform(i) == NFRQ) wave_out(pins[k], 0, 0);
    else if (waveform(i) == MFRQ) wave_out(pins[k], 2 * period, period);
    else wave_out(pins[k], period, high < period ? high : period);
  }
}

static void tell_waves(int i) { for (int output = 0; output < outputs_of[i]; output++) tell_wave(i, output); }

static uint32_t wanted(int i) {
  uint32_t event = timers[i].registers[EVCTRL / 4], bits = timers[i].enabled;
  if (event & BIT(8) || timers[i].b & ONESHOT || timers[i].valid || dmac_listens(first_trigger[i])) bits |= OVF;
  bits |= (event >> 24 & 0x3f) << 16;
  for (int k = 0; k < channels_of[i]; k++) bits |= dmac_listens(first_trigger[i] + 1 + k) << (16 + k);
  return bits;
}

static void plan(int i) {
  uint64_t next = NEVER;
  uint32_t bits = wanted(i), due = 0;
  for (int k = -1; k < channels_of[i]; k++) {
    uint32_t bit = k < 0 ? OVF : MC0 << k;
    if (!(bits & bit)) continue;
    uint64_t when = counter_when(&timers[i].counter, k < 0 ? 0 : timers[i].cc[k] & widest(i));
    if (when < next) { next = when; due = 0; }
    if (when == next && when != NEVER) due |= bit;
  }
  timers[i].due = due;
  event_at(EVENT_TCC + i, next);
}

static void configure(int i) {
  Clock clock = clock_of(gclk_hz(gclk_channel[i]), prescalers[FIELD(timers[i].control, 8, 3)]);
  counter_configure(&timers[i].counter, clock, top(i), goes(i));
  plan(i);
}

static void take_buffers(int i) {
  for (int k = 0; k < CHANNELS; k++) if (timers[i].valid >> k & 1) timers[i].cc[k] = timers[i].ccbuf[k];
  if (timers[i].valid & PERBUFV) timers[i].per = timers[i].perbuf;
  timers[i].valid = 0;
}

static void settle(int i) {
  configure(i);
  update_lines(i);
  tell_waves(i);
}

void tcc_event(int i) {
  uint32_t due = timers[i].due, event = timers[i].registers[EVCTRL / 4];
  timers[i].flags |= due;
  if (due & OVF) {
    if (!(timers[i].b & LUPD)) take_buffers(i);
    if (timers[i].b & ONESHOT) { timers[i].stopped = 1; counter_set(&timers[i].counter, 0); }
    configure(i);
    tell_waves(i);
  }
  update_lines(i);
  if (due & OVF) {
    if (event & BIT(8)) evsys_event(first_event[i]);
    dmac_trigger(first_trigger[i]);
  }
  for (int k = 0; k < channels_of[i]; k++) if (due & MC0 << k) {
    if (event >> (24 + k) & 1) evsys_event(first_event[i] + 3 + k);
    dmac_trigger(first_trigger[i] + 1 + k);
  }
  plan(i);
}

void tcc_refresh_clocks(void) { for (int i = 0; i < UNITS; i++) if (goes(i)) settle(i); }
void tcc_refresh_waves(void) { for (int i = 0; i < UNITS; i++) tell_waves(i); }

static void reset_one(int i) {
  memset(&timers[i], 0, sizeof timers[i]);
  timers[i].per = timers[i].perbuf = widest(i);
  timers[i].stopped = 1;
  settle(i);
}

void tcc_reset(void) { for (int i = 0; i < UNITS; i++) reset_one(i); }

// ---- registers

static uint32_t status(int i) {
  return timers[i].stopped | (timers[i].valid & PERBUFV) | (timers[i].valid & 0x3f) << 16;
}

uint32_t tcc_read(int i, uint32_t offset) {
  if (offset >= CC0 && offset < CC0 + 4 * CHANNELS) return timers[i].cc[(offset - CC0) / 4];
  if (offset >= CCBUF0 && offset < CCBUF0 + 4 * CHANNELS) return timers[i].ccbuf[(offset - CCBUF0) / 4];
  switch (offset) {
    case CTRLA: return timers[i].control;
    case CTRLB: return timers[i].b * 0x101u;
    case SYNCBUSY: return 0;
    case INTENCLR: case INTENSET: return timers[i].enabled;
    case INTFLAG: return timers[i].flags;
    case STATUS: return status(i);
    case COUNT: return counter_value(&timers[i].counter);
    case PER: return timers[i].per;
    case PERBUF: return timers[i].perbuf;
  }
  return offset < END ? timers[i].registers[offset / 4] : 0;
}

static void write_control(int i, uint32_t value, uint32_t mask) {
  uint32_t before = timers[i].control;
  timers[i].control = replaced(before, value, mask);
  if (timers[i].control & ~before & ENABLE) timers[i].stopped = 0;
  if (before & ~timers[i].control & ENABLE) { timers[i].stopped = 1; counter_set(&timers[i].counter, 0); }
}

static void write_b(int i, uint32_t value, uint32_t mask) {
  timers[i].b = (timers[i].b & ~(value & 7)) | (value >> 8 & 7);
  if (mask & 0xff00 && counter_command(&timers[i].counter, FIELD(value, 13, 3), &timers[i].stopped)) take_buffers(i);
}

void tcc_write(int i, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset >= END) return;
  uint32_t k = (offset - (offset < PERBUF ? CC0 : CCBUF0)) / 4;
  if (offset >= CC0 && offset < CC0 + 4 * CHANNELS) timers[i].cc[k] = replaced(timers[i].cc[k], value, mask);
  else if (offset >= CCBUF0) {
    timers[i].ccbuf[k] = replaced(timers[i].ccbuf[k], value, mask);
    timers[i].valid |= BIT(k);
  } else switch (offset) {
    case CTRLA:
      if (value & SWRST) { reset_one(i); return; }
      write_control(i, value, mask);
      break;
    case CTRLB: write_b(i, value, mask); break;
    case INTENCLR: timers[i].enabled &= ~value; break;
    case INTENSET: timers[i].enabled |= value; break;
    case INTFLAG: timers[i].flags &= ~value; break;
    case STATUS: timers[i].valid &= ~((value & PERBUFV) | (value >> 16 & 0x3f)); break;
    case COUNT: counter_set(&timers[i].counter, replaced(counter_value(&timers[i].counter), value, mask) & widest(i)); break;
    case PER: timers[i].per = replaced(timers[i].per, value, mask); break;
    case PERBUF: timers[i].perbuf = replaced(timers[i].perbuf, value, mask); timers[i].valid |= PERBUFV; break;
    default: timers[i].registers[offset / 4] = replaced(timers[i].registers[offset / 4], value, mask);
  }
  settle(i);
}
