// SPDX-License-Identifier: MIT
// The wire to the NeoPixels (WS2812): a short high is a 0, a long one a 1; a pause of 50 µs ends the bytes.
//
// Not modelled: tolerances (a high longer than 0.55 µs is a 1).
#include "soc.h"

#define LONG 66                                          // cycles
#define PAUSE cycles_of_us(50)
uint32_t pixels_pin = 255;
static uint8_t bytes[4096];
static uint32_t bits;
static uint64_t rose;

void pixels_reset(void) { bits = 0; }

void pixels_edge(int level) {
  if (level) { rose = now; event_at(EVENT_PIXELS, NEVER); return; }
  if (bits < 8 * sizeof bytes) {
    uint8_t *byte = &bytes[bits++ / 8];
    *byte = *byte << 1 | (now - rose > LONG);
  }
  event_at(EVENT_PIXELS, now + PAUSE);
}

void pixels_event(void) {
  if (bits >= 8) board_pixels(bytes, bits / 8);
  bits = 0;
}
