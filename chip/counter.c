// SPDX-License-Identifier: MIT
// A counter that counts up from 0 to its top and begins anew, driven by a clock: the heart of TC and TCC. It is
// computed from the time when it is asked, so a running counter costs nothing.
#include "soc.h"

static uint64_t total(const Counter *c) {                // counted since `from`, never wrapped
  return c->from + (c->runs ? clock_ticks(c->clock, now - c->since) : 0);
}

uint32_t counter_value(const Counter *c) { return total(c) % ((uint64_t)c->top + 1); }

void counter_set(Counter *c, uint32_t value) {
  c->from = value;
  c->since = now;
}

// The commands of CTRLB: 1 retrigger, 2 stop, 3 update. Returns whether the buffers' values are to be taken.
uint32_t counter_command(Counter *c, uint32_t code, uint32_t *stopped) {
  if (code == 1) counter_set(c, 0);
  if (code == 1 || code == 2) *stopped = code == 2;
  return code == 3;
}

// Keeps the value, and the part of a tick that has passed when the clock stays the same.
void counter_configure(Counter *c, Clock clock, uint32_t top, uint32_t runs) {
  if (runs == c->runs && top == c->top && clock.ticks == c->clock.ticks && clock.cycles == c->clock.cycles) return;
  uint64_t counted = total(c), ticks = counted - c->from;
  uint32_t value = counted % ((uint64_t)c->top + 1);
  int same = c->runs && runs && c->clock.ticks == clock.ticks && c->clock.cycles == clock.cycles;
  uint64_t tick_began = same ? c->since + clock_cycles(clock, ticks) : now;
  c->since = tick_began < now ? tick_began : now;
  c->from = value;
  c->clock = clock;
  c->top = top;
  c->runs = runs && clock.ticks;
}

uint64_t counter_when(const Counter *c, uint32_t value) {
  if (!c->runs || value > c->top) return NEVER;
  uint64_t counted = total(c), period = (uint64_t)c->top + 1, due = counted - counted % period + value;
  if (due <= counted) due += period;
  return c->since + clock_cycles(c->clock, due - c->from);
}
