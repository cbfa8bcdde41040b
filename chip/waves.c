// SPDX-License-Identifier: MIT
// Waves that timers put out on pins: tells the board a pin's period and high time when they change. A period
// of 0 says that no timer drives the pin any more.
#include "soc.h"

static struct { uint64_t period, high; } reported[PINS];

void waves_reset(void) {
  for (uint32_t pin = 0; pin < PINS; pin++) wave_out(pin, 0, 0);
}

void wave_out(uint32_t pin, uint64_t period, uint64_t high) {
  if (reported[pin].period == period && reported[pin].high == high) return;
  reported[pin].period = period;
  reported[pin].high = high;
  board_wave(pin, period, high);
}

void waves_pin_changed(uint32_t pin) {
  uint32_t function = port_function(pin);
  if (function == NO_FUNCTION || function < 4 || function > 6) wave_out(pin, 0, 0);
  else {
    tc_refresh_waves();
    tcc_refresh_waves();
  }
}
