// SPDX-License-Identifier: MIT
// EVSYS, the event system (DS60001507, chapter 31): 32 channels, each from one generator to any users. The first
// twelve can interrupt. An event arrives at once.
//
// Not modelled: edge selection, the users RTC, PORT, TCC, PDEC, AC and CCL (logged).
#include "soc.h"

enum { CTRLA = 0x00, SWEVT = 0x04, CHANNEL = 0x20, USER = 0x120, CHANNELS = 32, USERS = 67, INTERRUPTS = 12 };
enum { OVR = BIT(0), EVD = BIT(1), ASYNCHRONOUS = 2 };
static struct { uint32_t setting; uint8_t enabled, flags; } channels[CHANNELS];
static uint8_t user[USERS];

static void update(void) {
  uint32_t lines = 0;
  for (int c = 0; c < INTERRUPTS; c++)
    if (channels[c].flags & channels[c].enabled) lines |= BIT(c < 4 ? c : 4);
  for (int i = 0; i < 5; i++) irq_level(IRQ_EVSYS_0 + i, lines >> i & 1);
}

void evsys_reset(void) {
  memset(channels, 0, sizeof channels);
  memset(user, 0, sizeof user);
  update();
}

static void tell(int u) {
  if (u >= 44 && u < 50) tc_event_input(u - 44);
  else if (u == 61 || u == 62) dac_start(u - 61);
  else if (u == 55 || u == 57) adc_start((u - 55) / 2);
  else if (u >= 5 && u < 13) dmac_event(u - 5);
  else bus_unmodelled(0x4100e000 + USER + 4 * u, "user");
}

static void channel_event(int c) {
  if (FIELD(channels[c].setting, 8, 2) != ASYNCHRONOUS && c < INTERRUPTS) {
    channels[c].flags |= channels[c].flags & EVD ? OVR | EVD : EVD;
    update();
  }
  for (int u = 0; u < USERS; u++) if (user[u] == c + 1) tell(u);
}

void evsys_event(int generator) {
  for (int c = 0; c < CHANNELS; c++)
    if ((int)(channels[c].setting & 0x7f) == generator) channel_event(c);
}

static uint32_t changes_something(int u) { return (u != 61 && u != 62) || !dac_is_waiting(u - 61); }

static uint32_t is_heard(int c) {
  int flagged = FIELD(channels[c].setting, 8, 2) != ASYNCHRONOUS && c < INTERRUPTS;
  if (flagged && channels[c].flags != (OVR | EVD)) return 1;
  for (int u = 0; u < USERS; u++) if (user[u] == c + 1 && changes_something(u)) return 1;
  return 0;
}

uint32_t evsys_is_heard(int generator) {
  for (int c = 0; c < CHANNELS; c++)
    if ((int)(channels[c].setting & 0x7f) == generator && is_heard(c)) return 1;
  return 0;
}

uint32_t evsys_read(int unit, uint32_t offset) {
  if (offset >= CHANNEL && offset < CHANNEL + 8 * CHANNELS) {
    int c = (offset - CHANNEL) / 8;
    if (!(offset & 4)) return channels[c].setting;
    return channels[c].enabled * 0x101u | channels[c].flags << 16 | BIT(24);     // RDYUSR: the users are ready
  }
  if (offset >= USER && offset < USER + 4 * USERS) return user[(offset - USER) / 4];
  return 0;
}

static void channel_write(int c, int second, uint32_t value, uint32_t mask) {
  if (!second) {
    channels[c].setting = replaced(channels[c].setting, value, mask);
    return;
  }
  channels[c].enabled = (channels[c].enabled & ~value) | (value >> 8 & 3);
  channels[c].flags &= ~(value >> 16);
  update();
}

void evsys_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset >= CHANNEL && offset < CHANNEL + 8 * CHANNELS) channel_write((offset - CHANNEL) / 8, offset & 4, value, mask);
  else if (offset >= USER && offset < USER + 4 * USERS) user[(offset - USER) / 4] = value;
  else if (offset == CTRLA && value & 1) evsys_reset();
  else if (offset == SWEVT) for (int c = 0; c < CHANNELS; c++) if (value >> c & 1) channel_event(c);
  tc_heard();
}
