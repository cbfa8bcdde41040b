// SPDX-License-Identifier: MIT
// The cache between the processor and the flash, as time: DS60001507, chapters 11 (CMCC) and 25 (NVMCTRL).
//
// 4 KB in lines of 16 bytes, 4 ways, the victim chosen by round robin, which is the oldest line;
// instructions and constants share it (11.2). Only which lines are present is kept: their content is
// always the flash's own. A program cannot learn in which way a line lies, so the ways are numbered by
// age, and equal sets of lines are equal states. A miss waits for the flash's wait states, then for the
// four words of the line. With the cache off, the flash's own buffer of one line serves (25.6.11).
//
// Not modelled: locked ways, the part of the cache used as RAM, the monitor's counters, the words
// that arrive while the processor already runs on.
#include "cpu_state.h"

enum { SETS = 64, WAYS = 4, WORDS = 4 };

uint8_t cache_holds[(FLASH_SIZE >> LINE_SHIFT) + 4];
static struct state {
  uint32_t lines[SETS][WAYS];  // line number + 1, 0 for none; the oldest first
  uint32_t buffered;
} state, noted, saved;
static bool changed;  // since it was noted
uint64_t cache_spent, cache_missed;
static uint32_t enabled, wait_states = 5;

void NOINLINE cache_miss(uint32_t line) {
  if (spin_traces) spin_missed();
  changed = true;
  uint32_t cycles = (line + 1 != state.buffered ? wait_states : 0) + (enabled ? WORDS : 0);
  now += cycles;
  cache_spent += cycles;
  cpu_allowance -= (int32_t)cycles;
  state.buffered = line + 1;
  if (!enabled) return;
  uint32_t *lines = state.lines[line % SETS];
  cache_missed |= cache_set(line);
  if (*lines) cache_holds[*lines - 1] = 0;
  for (uint32_t way = 1; way < WAYS; way++) lines[way - 1] = lines[way];
  lines[WAYS - 1] = line + 1;
  cache_holds[line] = 1;
}

uint32_t cache_most_spent(void) { return wait_states + WORDS; }

static void hold(uint8_t holds) {
  for (uint32_t set = 0; set < SETS; set++)
    for (uint32_t way = 0; way < WAYS; way++)
      if (state.lines[set][way]) cache_holds[state.lines[set][way] - 1] = holds;
}

void cache_save(void) { saved = state; }

static void become(const struct state *other) {
  hold(0);
  state = *other;
  hold(1);
}

void cache_restore(void) { become(&saved); }
void cache_go_back(void) { become(&noted); }

void cache_note(void) {
  noted = state;
  changed = false;
}

bool cache_is_as_noted(void) {
  const uint32_t *then = (const uint32_t *)&noted, *present = (const uint32_t *)&state;
  if (changed)
    for (uint32_t i = 0; i < sizeof state / 4; i++)
      if (then[i] != present[i]) return false;
  return true;
}

void cache_clear_line(uint32_t set, uint32_t way) {
  uint32_t *place = &state.lines[set % SETS][way % WAYS];
  if (*place) cache_holds[*place - 1] = 0;
  *place = 0;
}

void cache_clear(void) {
  for (uint32_t set = 0; set < SETS; set++)
    for (uint32_t way = 0; way < WAYS; way++) cache_clear_line(set, way);
  state.buffered = 0;
}

void cache_enable(int on) {
  enabled = on != 0;
  if (!on) cache_clear();
}

void cache_wait_states(uint32_t count) { wait_states = count; }

void cache_reset(void) {
  cache_enable(0);
  wait_states = 5;
}
