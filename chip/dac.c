// SPDX-License-Identifier: MIT
// DAC, the two analogue outputs (DS60001507, chapter 47): values written directly or started by events, DMA when
// the buffer is empty. What is converted goes to the board in batches of equal distances.
//
// Not modelled: settling time, oversampling, differential mode, references (full scale is the supply).
#include "soc.h"

enum { CTRLA = 0x00, INTERRUPTS = 0x04, SYNCBUSY = 0x08, DACCTRL = 0x0c, DATA = 0x10, DATABUF = 0x14, END = 0x20 };
enum { ENABLE = BIT(1), LEFTADJ = BIT(0), DAC_ENABLE = BIT(1), UNDERRUN0 = BIT(0), EMPTY0 = BIT(2) };
#define BATCH 1024
#define LONGEST 600000                                   // cycles in a batch: 5 ms
static uint32_t registers[END / 4], enabled, flags;
static struct {
  uint16_t samples[BATCH];
  uint64_t began, last;
  uint32_t count, period;
  uint8_t fresh;                                         // DATABUF holds a value not yet converted
} outputs[2];

static uint16_t half(uint32_t word, int channel) { return word >> 16 * channel; }
static int runs(int channel) {
  return registers[CTRLA / 4] & ENABLE && half(registers[DACCTRL / 4], channel) & DAC_ENABLE;
}

static void update(void) {
  uint32_t asked = flags & enabled;
  irq_level(IRQ_DAC_OTHER, (asked & (UNDERRUN0 | UNDERRUN0 << 1)) != 0);
  for (int k = 0; k < 2; k++) irq_level(IRQ_DAC_EMPTY0 + k, (asked & EMPTY0 << k) != 0);
}

// ---- batches for the board

uint64_t dac_batch_began(int channel) { return outputs[channel].began; }

static void send(int channel) {
  uint32_t count = outputs[channel].count;
  if (count) board_samples(channel, outputs[channel].samples, count, count > 1 ? outputs[channel].period : 0);
  outputs[channel].count = 0;
}

void dac_flush(void) { send(0); send(1); }
void dac_event(void) { dac_flush(); }                    // nothing came for a while

static uint16_t code(int channel, uint16_t value) {      // of 12 bits
  return half(registers[DACCTRL / 4], channel) & LEFTADJ ? value >> 4 : value & 0xfff;
}

static void convert(int channel, uint16_t value) {
  uint64_t at = event_time();
  uint32_t distance = at - outputs[channel].last, count = outputs[channel].count, period = outputs[channel].period;
  if (count > 1 && (distance + 1 < period || distance > period + 1)) { send(channel); count = 0; }
  if (count && at - outputs[channel].began > LONGEST) { send(channel); count = 0; }
  if (count == BATCH) { send(channel); count = 0; }
  if (!count) outputs[channel].began = at;
  else if (count == 1) outputs[channel].period = distance;
  outputs[channel].last = at;
  outputs[channel].samples[count] = code(channel, value);
  outputs[channel].count = count + 1;
  event_at(EVENT_DAC, now + LONGEST);
}

void dac_source_ended(int channel) {
  send(channel);
  board_samples(channel, outputs[channel].samples, 0, 0);
}

static void set(int channel, uint16_t value) {          // written by the program
  uint16_t sample = code(channel, value);
  send(channel);
  outputs[channel].began = now;
  board_samples(channel, &sample, 1, 0);
}

uint32_t dac_is_waiting(int channel) {
  return !runs(channel) || (!outputs[channel].fresh && flags & UNDERRUN0 << channel);
}

static uint32_t who_waits(void) { return dac_is_waiting(0) | dac_is_waiting(1) << 1; }

// A conversion started by an event takes what is in the buffer.
void dac_start(int channel) {
  if (!runs(channel)) return;
  if (!outputs[channel].fresh) {
    flags |= UNDERRUN0 << channel;
    update();
    return;
  }
  outputs[channel].fresh = 0;
  uint16_t value = half(registers[DATABUF / 4], channel);
  registers[DATA / 4] = replaced(registers[DATA / 4], (uint32_t)value << 16 * channel, 0xffffu << 16 * channel);
  convert(channel, value);
  flags |= EMPTY0 << channel;
  update();
  dmac_trigger(72 + channel);
}

// ---- registers

void dac_reset(void) {
  dac_flush();
  memset(registers, 0, sizeof registers);
  enabled = flags = 0;
  for (int k = 0; k < 2; k++) outputs[k].fresh = 0;
  update();
}

uint32_t dac_read(int unit, uint32_t offset) {
  if (offset == INTERRUPTS) {
    uint32_t ready = (runs(0) ? 1u : 0) | (runs(1) ? 2u : 0);
    return enabled * 0x101u | flags << 16 | ready << 24 | ready << 26;      // READY, EOC
  }
  return offset < END && offset != SYNCBUSY ? registers[offset / 4] : 0;
}

static void write_register(uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == INTERRUPTS) {
    enabled = (enabled & ~value & 0xff) | (value >> 8 & 0xff);
    flags &= ~(value >> 16 & 0xff);
    update();
    return;
  }
  if (offset >= END) return;
  registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  for (int k = 0; k < 2; k++) if (mask >> 16 * k & 0xffff) {
    if (offset == DATABUF) { outputs[k].fresh = 1; flags &= ~(EMPTY0 << k); }
    if (offset == DATA && runs(k)) set(k, half(registers[DATA / 4], k));
  }
  update();
}

void dac_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  uint32_t waited = who_waits();
  if (offset == CTRLA && value & 1) dac_reset();
  else write_register(offset, value, mask);
  if (waited != who_waits()) tc_heard();
}
