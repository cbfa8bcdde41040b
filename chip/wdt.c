// SPDX-License-Identifier: MIT
// WDT, the watchdog (DS60001507, chapter 20), clocked with 1,024 Hz: period, window, early warning, reset.
//
// Not modelled: start-up from the user page (off at power-on).
#include "soc.h"

enum { CTRLA = 0x00, INTEN = 0x04, SYNCBUSY = 0x08, CLEAR = 0x0c };
enum { ENABLE = BIT(1), WEN = BIT(2), ALWAYSON = BIT(7), KEY = 0xa5 };
static uint32_t settings, enabled, flag;                  // CTRLA, CONFIG and EWCTRL in one word
static uint64_t began;
static int warned;

static int runs(void) { return (settings & (ENABLE | ALWAYSON)) != 0; }
static uint64_t duration(uint32_t code) { return clock_cycles(clock_of(1024, 1), 8u << (code > 11 ? 11 : code)); }
static uint64_t closed(void) { return settings & WEN ? duration(FIELD(settings, 12, 4)) : 0; }
static uint64_t bites(void) { return began + closed() + duration(FIELD(settings, 8, 4)); }
static uint64_t warns(void) { return began + (settings & WEN ? closed() : duration(FIELD(settings, 16, 4))); }
static void update(void) { irq_level(IRQ_WDT, flag & enabled & 1); }

static void plan(void) {
  uint64_t next = !warned && warns() < bites() ? warns() : bites();
  event_at(EVENT_WDT, runs() ? next : NEVER);
}

static void begin(void) {
  began = now;
  warned = 0;
  plan();
}

void wdt_reset(void) {
  settings = 0xb << 16 | 0xbb << 8;
  enabled = flag = 0;
  begin();
  update();
}

void wdt_event(void) {
  if (now >= bites()) {
    board_note("the watchdog bites", 18);
    chip_reset(RESET_WATCHDOG);
    return;
  }
  warned = 1;
  flag = 1;
  update();
  plan();
}

uint32_t wdt_read(int unit, uint32_t offset) {
  if (offset == CTRLA) return settings;
  return offset == INTEN ? enabled | enabled << 8 | flag << 16 : 0;
}

static void clear(uint32_t key) {
  if (!runs()) return;
  if (key != KEY || now < began + closed()) chip_reset(RESET_WATCHDOG);
  else begin();
}

void wdt_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRLA) {
    if (settings & ALWAYSON) return;
    int ran = runs();
    settings = replaced(settings, value, mask) & 0xffffff;
    if (runs() && !ran) begin(); else plan();
  } else if (offset == INTEN) {
    enabled = (enabled & ~(value & 1)) | (value >> 8 & 1);
    flag &= ~(value >> 16 & 1);
    update();
  } else if (offset == CLEAR) clear(value & 0xff);
}
