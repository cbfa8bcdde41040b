// SPDX-License-Identifier: MIT
// Levels that the host wants on pins at later times: pulses of sensors and remote controls, exact to the cycle.
#include "soc.h"

#define ROOM 512
static struct { uint64_t when; int32_t level; uint32_t pin; } queue[ROOM];      // in the order of time
static uint32_t count;

static void plan(void) { event_at(EVENT_PINS, count ? queue[0].when : NEVER); }

uint32_t pins_later(uint32_t pin, int32_t level, uint64_t when) {
  if (count == ROOM) return 0;
  uint32_t i = count++;
  for (; i && queue[i - 1].when > when; i--) queue[i] = queue[i - 1];
  queue[i].when = when;
  queue[i].level = level;
  queue[i].pin = pin;
  plan();
  return 1;
}

void pins_event(void) {
  while (count && queue[0].when <= now) {
    uint32_t pin = queue[0].pin;
    int32_t level = queue[0].level;
    memmove(queue, queue + 1, --count * sizeof *queue);
    port_drive(pin, level);
  }
  plan();
}

void pins_power_on(void) { count = 0; }
