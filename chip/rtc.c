// SPDX-License-Identifier: MIT
// RTC, the real-time counter (DS60001507, chapter 21) in mode 0: a 32-bit count with two compare values,
// periodic interrupts, tamper inputs that wake, backup registers. Its state outlives every reset but power-on.
//
// Not modelled: modes 1 (16 bits) and 2 (calendar), frequency correction, time stamps, active layer protection,
// debouncing, general purpose registers' conflicts. Synchronisation takes no time.
#include "soc.h"

enum {
  CTRLA = 0x00, EVCTRL = 0x04, INTEN = 0x08, INTFLAG = 0x0c, SYNCBUSY = 0x10, FREQCORR = 0x14, COUNT = 0x18,
  COMP0 = 0x20, COMP1 = 0x24, GP0 = 0x40, TAMPCTRL = 0x60, TIMESTAMP = 0x64, TAMPID = 0x68, BKUP0 = 0x80, END = 0xa0
};
enum { SWRST = BIT(0), ENABLE = BIT(1), MATCHCLR = BIT(7), CMP0 = BIT(8), CMP1 = BIT(9), TAMPER = BIT(14), OVF = BIT(15) };
static uint32_t registers[END / 4];
static uint32_t enabled, flags, from;
static uint64_t since, seen;           // when the count was `from`; ticks of the oscillator up to which flags are known

static uint32_t steady_count;          // the present count, which stays until `count_until`
static uint64_t count_until;

// As clock_of() says: 32,768 Hz are 64 ticks in 234,375 cycles.
static Clock oscillator(void) { return (Clock){ osc32kctrl_rtc_hz() / 512, 234375 }; }
static uint64_t ticks(void) { return clock_ticks(oscillator(), now - since); }
static int runs(void) { return registers[CTRLA / 4] & ENABLE && FIELD(registers[CTRLA / 4], 8, 4); }
static int shift(void) { uint32_t p = FIELD(registers[CTRLA / 4], 8, 4); return p ? p - 1 : 0; }
static uint32_t count_at(uint64_t t) { return from + (uint32_t)(t >> shift()); }
static uint32_t count(void) { return runs() ? count_at(ticks()) : from; }
static void update(void) { irq_level(IRQ_RTC, (flags & enabled) != 0); }

// The ticks after `t` until the count is `value`.
static uint64_t ticks_until(uint64_t t, uint32_t value) {
  uint64_t counted = t >> shift(), more = (uint32_t)(value - count_at(t));
  if (!more) more = 1ull << 32;
  return ((counted + more) << shift()) - t;
}

static void raise_event(int generator, uint32_t bit) { if (registers[EVCTRL / 4] & bit) evsys_event(generator); }

static void set_flags(uint32_t bits) {
  flags |= bits;
  for (int n = 0; n < 8; n++) if (bits & BIT(n)) raise_event(4 + n, BIT(n));
  if (bits & CMP0) raise_event(12, CMP0);
  if (bits & CMP1) raise_event(13, CMP1);
  if (bits & OVF) raise_event(17, OVF);
}

static void catch_up(void) {
  if (!runs()) return;
  uint64_t t = ticks();
  uint32_t found = 0;
  if (t <= seen) return;
  for (int n = 0; n < 8; n++) if (t >> (n + 3) != seen >> (n + 3)) found |= BIT(n);
  if (ticks_until(seen, registers[COMP0 / 4]) <= t - seen) found |= CMP0;
  if (ticks_until(seen, registers[COMP1 / 4]) <= t - seen) found |= CMP1;
  if (ticks_until(seen, 0) <= t - seen) found |= OVF;
  seen = t;
  set_flags(found);
  if (found & CMP0 && registers[CTRLA / 4] & MATCHCLR) {
    from = 0;
    since = now;
    seen = count_until = 0;
    spin_disturbed();
  }
}

// When one of these flags is set next.
static uint64_t when_set(uint32_t wanted) {
  uint64_t next = NEVER;
  if (!runs() || !(wanted & 0x83ff)) return NEVER;
  for (int n = 0; n < 8; n++) if (wanted & BIT(n)) {
    uint64_t wait = (((seen >> (n + 3)) + 1) << (n + 3)) - seen;
    if (wait < next) next = wait;
  }
  if (wanted & CMP0 && ticks_until(seen, registers[COMP0 / 4]) < next) next = ticks_until(seen, registers[COMP0 / 4]);
  if (wanted & CMP1 && ticks_until(seen, registers[COMP1 / 4]) < next) next = ticks_until(seen, registers[COMP1 / 4]);
  if (wanted & OVF && ticks_until(seen, 0) < next) next = ticks_until(seen, 0);
  return since + clock_cycles(oscillator(), seen + next);
}

static void plan(void) {
  event_at(EVENT_RTC, when_set(enabled | registers[EVCTRL / 4] | (registers[CTRLA / 4] & MATCHCLR ? CMP0 : 0)));
}

static void wake(void) {
  if (pm_in_backup() && flags & enabled) chip_reset(RESET_BACKUP);
}

void rtc_event(void) {
  catch_up();
  update();
  plan();
  wake();
}

// The count at a cycle, and until when it is the same but for its lowest bits.
uint32_t rtc_count_at(uint64_t when, uint32_t lowest, uint64_t *until) {
  *until = NEVER;
  if (!runs()) return from;
  uint64_t t = clock_ticks(oscillator(), when - since);
  uint32_t found = count_at(t), more = (1u << lowest) - (found & ((1u << lowest) - 1));
  *until = since + clock_cycles(oscillator(), ((t >> shift()) + more) << shift());
  return found;
}

static void know_count(void) {
  if (now < count_until) return;
  catch_up();
  steady_count = rtc_count_at(now, 0, &count_until);
}

static void restart(uint32_t value) {
  count_until = 0;
  from = value;
  since = now;
  seen = 0;
}

void rtc_power_on(void) {
  memset(registers, 0, sizeof registers);
  enabled = flags = 0;
  restart(0);
}

void rtc_reset(void) {                                  // of the chip: the counter goes on
  update();
  plan();
}

// IN0 to IN2 are PB00, PB02 and PA02; IN3 and IN4 have no pin in a J package.
void rtc_pin(uint32_t pin, int level) {
  static const uint8_t inputs[3] = { 32, 34, 2 };
  for (int n = 0; n < 3; n++) {
    uint32_t control = registers[TAMPCTRL / 4], action = FIELD(control, 2 * n, 2);
    if (pin != inputs[n] || !action || action == 3 || level != (int)FIELD(control, 16 + n, 1)) continue;
    registers[TAMPID / 4] |= BIT(n);
    flags |= TAMPER;
    raise_event(16, TAMPER);
    update();
    wake();
  }
}

uint32_t rtc_read(int unit, uint32_t offset) {
  switch (offset) {
    case INTEN: return enabled | enabled << 16;
    case INTFLAG:
      catch_up();
      cpu_steady(when_set(~flags));
      return flags;
    case SYNCBUSY: cpu_steady(NEVER); return 0;
    case COUNT:
      know_count();
      cpu_steady(count_until);
      return steady_count;
  }
  return offset < END ? registers[offset / 4] : 0;
}

static void control(uint32_t value, uint32_t mask) {
  if (value & SWRST) {
    uint32_t backup[8];
    memcpy(backup, &registers[BKUP0 / 4], sizeof backup);
    rtc_power_on();
    memcpy(&registers[BKUP0 / 4], backup, sizeof backup);
    return;
  }
  uint32_t value_now = count();
  registers[CTRLA / 4] = replaced(registers[CTRLA / 4], value, mask);
  if (FIELD(registers[CTRLA / 4], 2, 2)) bus_unmodelled(0x40002400, "mode 1 or 2");
  restart(value_now);
}

void rtc_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  catch_up();
  switch (offset) {
    case CTRLA: control(value, mask); break;
    case INTEN: enabled = (enabled & ~(value & 0xffff)) | value >> 16; break;
    case INTFLAG: flags &= ~value; break;
    case COUNT: restart(value); break;
    case TAMPID: registers[offset / 4] &= ~value; break;
    default: if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  }
  update();
  plan();
}
