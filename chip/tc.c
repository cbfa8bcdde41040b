// SPDX-License-Identifier: MIT
// TC, the timers 0 to 5 (DS60001507, chapter 48): 8, 16 and 32 bits, counting up, four waveforms, one-shot,
// buffered compare values, events in (count, retrigger, start, capture of the count) and out, DMA triggers.
//
// Not modelled: counting down, capture of period and pulse width, inverted outputs, output when stopped, errors.
// A 32-bit counter needs no partner. Synchronisation takes no time.
#include <stdbool.h>

#include "soc.h"

enum {
  CTRLA = 0x00, CTRLB = 0x04, INTERRUPTS = 0x08, WAVE = 0x0c, SYNCBUSY = 0x10, COUNT = 0x14, PER = 0x18, CC = 0x1c,
  CCBUF = 0x30
};
enum { SWRST = BIT(0), ENABLE = BIT(1), ONESHOT = BIT(2), LUPD = BIT(1) };
enum { OVF = BIT(0), MC0 = BIT(4), MC1 = BIT(5), STOPPED = BIT(0), TCEI = BIT(5) };
enum { NFRQ, MFRQ, NPWM, MPWM };
enum { OFF_, EV_RETRIGGER, EV_COUNT, EV_START, EV_STAMP };
enum { COUNT16, COUNT8, COUNT32 };
#define UNITS 6

static struct {
  Counter counter;
  uint32_t control, b, event, enabled, flags, wave, drive, stopped, per, perbuf, cc[2], ccbuf[2], valid, due;
} timers[UNITS];

static const uint16_t prescalers[8] = { 1, 2, 4, 8, 16, 64, 256, 1024 };
static const uint8_t gclk_channel[UNITS] = { 9, 9, 26, 26, 30, 30 };

static uint32_t mode(int i) { return FIELD(timers[i].control, 2, 2); }
static uint32_t waveform(int i) { return timers[i].wave & 3; }
static uint32_t widest(int i) { return mode(i) == COUNT32 ? ~0u : mode(i) == COUNT8 ? 0xff : 0xffff; }
static int counts_events(int i) { return timers[i].event & TCEI && (timers[i].event & 7) == EV_COUNT; }
static int goes(int i) { return timers[i].control & ENABLE && !timers[i].stopped; }
static void update_line(int i) { irq_level(IRQ_TC0 + i, (timers[i].flags & timers[i].enabled) != 0); }

static uint32_t top(int i) {
  if (waveform(i) == MFRQ || waveform(i) == MPWM) return timers[i].cc[0] & widest(i);
  return mode(i) == COUNT8 ? timers[i].per & 0xff : widest(i);
}

static void tell_wave(int i, int output) {
  uint8_t pins[4];
  int count = pinmux_wave_pins(0, i, output, pins);
  const Counter *c = &timers[i].counter;
  int pwm = goes(i) && c->clock.ticks && (waveform(i) == MPWM ? output == 1 : waveform(i) >= NPWM);
  int square = goes(i) && c->clock.ticks && waveform(i) == MFRQ && output == 0;
  uint64_t period = clock_cycles(c->clock, (uint64_t)c->top + 1);
  uint64_t high = clock_cycles(c->clock, timers[i].cc[output] & widest(i));
  for (int k = 0; k < count; k++) {
    if (square) wave_out(pins[k], 2 * period, period);
    else if (pwm) wave_out(pins[k], period, high < period ? high : period);
    else wave_out(pins[k], 0, 0);
  }
}

// The moments that somebody would notice: 1 the overflow, 16 and 32 the compare matches, as in INTFLAG.
static uint32_t wanted(int i) {
  uint32_t event = timers[i].event;
  uint32_t bits = timers[i].enabled | (event >> 12 & 3) << 4;
  if (event >> 8 & 1 && (!(timers[i].flags & OVF) || evsys_is_heard(73 + 3 * i))) bits |= OVF;
  if (timers[i].b & ONESHOT || timers[i].valid) bits |= OVF;
  return bits | dmac_listens(44 + 3 * i) | dmac_listens(45 + 3 * i) << 4 | dmac_listens(46 + 3 * i) << 5;
}

static void plan(int i) {
  uint64_t next = NEVER;
  uint32_t bits = wanted(i), due = 0;
  const uint32_t when_bit[3] = { OVF, MC0, MC1 };
  for (int k = 0; k < 3; k++) {
    if (!(bits & when_bit[k]) || counts_events(i)) continue;
    uint64_t when = counter_when(&timers[i].counter, k ? timers[i].cc[k - 1] & widest(i) : 0);
    if (when < next) { next = when; due = 0; }
    if (when == next && when != NEVER) due |= when_bit[k];
  }
  timers[i].due = due;
  event_at(EVENT_TC + i, next);
}

static void configure(int i) {
  Clock clock = clock_of(gclk_hz(gclk_channel[i]), prescalers[FIELD(timers[i].control, 8, 3)]);
  counter_configure(&timers[i].counter, clock, top(i), goes(i) && !counts_events(i));
  plan(i);
}

static void take_buffers(int i) {
  for (int k = 0; k < 2; k++) if (timers[i].valid >> k & 1) timers[i].cc[k] = timers[i].ccbuf[k];
  if (timers[i].valid & 4) timers[i].per = timers[i].perbuf;
  timers[i].valid = 0;
}

static void settle(int i) {                             // after a change of any setting
  configure(i);
  update_line(i);
  tell_wave(i, 0);
  tell_wave(i, 1);
}

static void raise(int i, uint32_t bits) {
  uint32_t event = timers[i].event;
  timers[i].flags |= bits;
  update_line(i);
  if (bits & OVF && event >> 8 & 1) evsys_event(73 + 3 * i);
  for (int k = 0; k < 2; k++) if (bits & MC0 << k) {
    if (event >> (12 + k) & 1) evsys_event(74 + k + 3 * i);
    dmac_trigger(45 + k + 3 * i);
  }
  if (bits & OVF) dmac_trigger(44 + 3 * i);
}

static void overflow(int i) {
  bool takes = timers[i].valid && !(timers[i].b & LUPD), ends = timers[i].b & ONESHOT;
  if (!takes && !ends) return;
  if (takes) take_buffers(i);
  if (ends) {
    timers[i].stopped = 1;
    counter_set(&timers[i].counter, 0);
  }
  configure(i);
  tell_wave(i, 0);
  tell_wave(i, 1);
}

void tc_event(int i) {
  uint32_t due = timers[i].due;
  if (due & OVF) overflow(i);
  raise(i, due);
  plan(i);
}

void tc_event_input(int i) {
  if (!(timers[i].event & TCEI) || !(timers[i].control & ENABLE)) return;
  uint32_t value = counter_value(&timers[i].counter), action = timers[i].event & 7;
  if (action == EV_COUNT) {
    int wraps = value >= top(i);
    counter_set(&timers[i].counter, wraps ? 0 : value + 1);
    if (wraps) raise(i, OVF);
  } else if (action == EV_RETRIGGER || (action == EV_START && timers[i].stopped)) {
    if (action == EV_RETRIGGER) counter_set(&timers[i].counter, 0);
    timers[i].stopped = 0;
    configure(i);
  } else if (action == EV_STAMP) {
    timers[i].cc[0] = value;
    raise(i, MC0);
  } else if (action > EV_STAMP) bus_unmodelled(i, "TC capture of period or width");
}

void tc_heard(void) { for (int i = 0; i < UNITS; i++) if (goes(i)) plan(i); }
void tc_refresh_clocks(void) { for (int i = 0; i < UNITS; i++) if (goes(i)) settle(i); }
void tc_refresh_waves(void) { for (int i = 0; i < UNITS; i++) { tell_wave(i, 0); tell_wave(i, 1); } }

static void reset_one(int i) {
  memset(&timers[i], 0, sizeof timers[i]);
  timers[i].stopped = 1;
  timers[i].per = 0xff;
  settle(i);
}

void tc_reset(void) { for (int i = 0; i < UNITS; i++) reset_one(i); }

// ---- registers

static int width(int i) { return mode(i) == COUNT32 ? 4 : mode(i) == COUNT8 ? 1 : 2; }

// Compare values lie one after the other, each as wide as the counter.
static uint32_t pair_read(int i, const uint32_t *pair, uint32_t word) {
  int w = width(i);
  if (w == 4) return pair[word];
  return word ? 0 : (pair[0] & widest(i)) | (pair[1] & widest(i)) << 8 * w;
}

static uint32_t pair_write(int i, uint32_t *pair, uint32_t word, uint32_t value, uint32_t mask) {   // which changed
  int w = width(i);
  uint32_t before = pair_read(i, pair, word), after = replaced(before, value, mask), changed = 0;
  if (w == 4) { pair[word] = after; return BIT(word); }
  if (word) return 0;
  for (int k = 0; k < 2; k++) {
    uint32_t field = widest(i) << 8 * w * k;
    if (mask & field) { pair[k] = after >> 8 * w * k & widest(i); changed |= BIT(k); }
  }
  return changed;
}

uint32_t tc_read(int i, uint32_t offset) {
  switch (offset) {
    case CTRLA: return timers[i].control;
    case CTRLB: return timers[i].b * 0x101u | timers[i].event << 16;
    case INTERRUPTS: return timers[i].enabled * 0x101u | timers[i].flags << 16 | timers[i].stopped << 24 |
                            (timers[i].valid & 3) << 28 | (timers[i].valid >> 2 & 1) << 27;
    case WAVE: return timers[i].wave | timers[i].drive << 8;
    case COUNT: return counter_value(&timers[i].counter);
    case PER: return mode(i) == COUNT8 ? timers[i].per << 24 : 0;
    case CC: case CC + 4: return pair_read(i, timers[i].cc, (offset - CC) / 4);
    case CCBUF: case CCBUF + 4: return pair_read(i, timers[i].ccbuf, (offset - CCBUF) / 4);
  }
  return 0;
}

static void write_controls(int i, uint32_t value, uint32_t mask) {
  timers[i].b = (timers[i].b & ~(value & 7)) | (value >> 8 & 7);
  timers[i].event = replaced(timers[i].event, value >> 16, mask >> 16);
  if (mask & 0xff00 && counter_command(&timers[i].counter, FIELD(value, 13, 3), &timers[i].stopped)) take_buffers(i);
}

static void write_interrupts(int i, uint32_t value) {
  timers[i].enabled = (timers[i].enabled & ~value) | (value >> 8 & 0x33);
  timers[i].enabled &= 0x33;
  timers[i].flags &= ~(value >> 16);
  if (value & BIT(28)) timers[i].valid &= ~1u;
  if (value & BIT(29)) timers[i].valid &= ~2u;
}

void tc_write(int i, uint32_t offset, uint32_t value, uint32_t mask) {
  uint32_t before = timers[i].control, count = counter_value(&timers[i].counter);
  switch (offset) {
    case CTRLA:
      if (value & SWRST) { reset_one(i); return; }
      timers[i].control = replaced(timers[i].control, value, mask);
      if (timers[i].control & ~before & ENABLE) timers[i].stopped = 0;
      break;
    case CTRLB: write_controls(i, value, mask); break;
    case INTERRUPTS: write_interrupts(i, value); break;
    case WAVE:
      if (mask & 0xff) timers[i].wave = value & 0xff;
      if (mask & 0xff00) timers[i].drive = value >> 8 & 0xff;
      break;
    case COUNT: counter_set(&timers[i].counter, replaced(count, value, mask) & widest(i)); break;
    case PER: if (mask >> 24) timers[i].per = value >> 24; break;
    case CC: case CC + 4: pair_write(i, timers[i].cc, (offset - CC) / 4, value, mask); break;
    case CCBUF: case CCBUF + 4: timers[i].valid |= pair_write(i, timers[i].ccbuf, (offset - CCBUF) / 4, value, mask); break;
    default: return;
  }
  settle(i);
}
