// SPDX-License-Identifier: MIT
// SysTick, the processor's 24-bit timer: ARMv7-M Architecture Reference Manual, B3.3.
//
// The counter is not stepped: `zero_at` is the cycle at which it reaches zero next.
// Not modelled: a reference clock (CLKSOURCE is stored, the processor's clock is always counted).
#include "cpu_state.h"

enum { CSR, RVR = 4, CVR = 8, CALIB = 12 };
enum { ENABLE = 1, TICKINT = 2, COUNTFLAG = 1 << 16 };

uint64_t systick_next = NEVER;
static uint64_t zero_at;
static uint32_t control, reload, stopped_at;  // stopped_at: the count while it is off

static void settle(void) {  // takes note of the zeros up to now
  if (!(control & ENABLE) || now < zero_at) return;
  control |= COUNTFLAG;
  if (!reload) {
    zero_at = NEVER;
    return;
  }
  zero_at += ((now - zero_at) / (reload + 1) + 1) * (reload + 1);
}

static uint32_t count(void) {
  if (!(control & ENABLE)) return stopped_at;
  if (zero_at == NEVER) return 0;
  uint64_t left = zero_at - now;
  return left > reload ? 0 : (uint32_t)left;  // more: it is zero right now and reloads next
}

static void schedule(void) {
  systick_next = (control & (ENABLE | TICKINT)) == (ENABLE | TICKINT) ? zero_at : NEVER;
}

static void start(void) {
  if (stopped_at) zero_at = now + stopped_at;
  else zero_at = reload ? now + reload + 1 : NEVER;
}

void systick_tick(void) {
  settle();
  nvic_pend(SYSTICK);
  schedule();
}

uint32_t systick_read(uint32_t offset) {
  settle();
  if (offset == RVR) return reload;
  if (offset == CVR) return count();
  if (offset == CALIB) return 0x80000000u;  // no reference clock
  uint32_t value = control;
  control &= ~(uint32_t)COUNTFLAG;
  return value;
}

static void write_control(uint32_t value) {
  if (value & ~control & ENABLE) start();
  if (control & ~value & ENABLE) stopped_at = count();
  control = (control & COUNTFLAG) | (value & 7);
}

void systick_write(uint32_t offset, uint32_t value) {
  settle();
  if (offset == CSR) write_control(value);
  if (offset == RVR) reload = value & 0xffffff;
  if (offset == CVR) {
    stopped_at = 0;
    control &= ~(uint32_t)COUNTFLAG;
    start();
  }
  schedule();
  cpu_attention = 1;
}

void systick_reset(void) {
  control = reload = stopped_at = 0;
  zero_at = systick_next = NEVER;
}
