// SPDX-License-Identifier: MIT
// DMAC, direct memory access (DS60001507, chapter 22): 32 channels with descriptors in memory. A transfer takes
// no time of its own; its triggers set the pace.
//
// Not modelled: arbitration and priorities, event inputs other than a normal transfer, beat events, CRC, burst
// thresholds, PENDCH and BUSYCH (always idle).
#include "soc.h"

enum {
  CTRL = 0x00, SWTRIGCTRL = 0x10, PRICTRL0 = 0x14, INTPEND = 0x20, INTSTATUS = 0x24, BASEADDR = 0x34, WRBADDR = 0x38,
  CHANNEL = 0x40, CHANNELS = 32, END = 0x40
};
enum { CHCTRLA = 0x0, CHCTRLB = 0x4, CHINT = 0xc };
enum { SWRST = BIT(0), ENABLE = BIT(1), DMAENABLE = BIT(1) };
enum { TERR = 1, TCMPL = 2, SUSP = 4, FERR = 4 };
enum { VALID = BIT(0), SRCINC = BIT(10), DSTINC = BIT(11), STEPS_SOURCE = BIT(12) };
enum { BLOCK, BURST = 2, TRANSACTION = 3 };
enum { EVOE = BIT(7), EVIE = BIT(6), TRIGGERS = 96, SERCOM0_TX = 5 };
#define DAC_DATA 0x43002410u                             // DATA0, DATA1, DATABUF0, DATABUF1

static uint32_t registers[END / 4];
static struct {
  uint32_t control, settings;                            // CHCTRLA; CHPRILVL and CHEVCTRL where they lie
  uint32_t mode, left, source, target, next;             // the descriptor at work: BTCTRL, BTCNT, …
  uint8_t enabled, flags, error, on, stopped, running;
} channels[CHANNELS];
static uint8_t standing[TRIGGERS], serving;

static void update(void) {
  uint32_t status = 0, lines = 0;
  for (int n = 0; n < CHANNELS; n++) if (channels[n].flags & channels[n].enabled) {
    status |= BIT(n);
    lines |= BIT(n < 4 ? n : 4);
  }
  registers[INTSTATUS / 4] = status;
  for (int i = 0; i < 5; i++) irq_level(IRQ_DMAC_0 + i, lines >> i & 1);
}

void dmac_reset(void) {
  memset(registers, 0, sizeof registers);
  memset(channels, 0, sizeof channels);
  memset(standing, 0, sizeof standing);
  update();
}

static int source_of(int n) { return FIELD(channels[n].control, 8, 7); }

// ---- descriptors

static void write_back(int n) {
  uint32_t at = registers[WRBADDR / 4] + 16 * n;
  memory_write(at, channels[n].mode | channels[n].left << 16, 4);
  memory_write(at + 4, channels[n].source, 4);
  memory_write(at + 8, channels[n].target, 4);
  memory_write(at + 12, channels[n].next, 4);
}

static int load(int n, uint32_t at) {                   // 0: the descriptor is not valid
  uint32_t first = memory_read(at, 4);
  channels[n].mode = first & 0xffff;
  channels[n].left = first >> 16;
  channels[n].source = memory_read(at + 4, 4);
  channels[n].target = memory_read(at + 8, 4);
  channels[n].next = memory_read(at + 12, 4);
  write_back(n);
  if (first & VALID) return 1;
  channels[n].flags |= TERR | SUSP;
  channels[n].error = FERR;
  channels[n].stopped = 1;
  update();
  return 0;
}

static void has_ended(int n) {
  int source = source_of(n);
  if (channels[n].target - DAC_DATA < 8) dac_source_ended(channels[n].target >> 1 & 1);
  if (channels[n].left && source >= SERCOM0_TX && source < SERCOM0_TX + 12 && source % 2) sercom_source_cut(source / 2 - 2);
}

static void turn_off(int n) {
  has_ended(n);
  channels[n].on = 0;
  channels[n].control &= ~ENABLE;
  channels[n].error = 0;
}

static void end_block(int n) {
  uint32_t action = FIELD(channels[n].mode, 3, 2), event = FIELD(channels[n].mode, 1, 2);
  channels[n].mode &= ~VALID;
  if (action & 1) channels[n].flags |= TCMPL;
  if (action & 2) { channels[n].flags |= SUSP; channels[n].stopped = 1; }
  if (channels[n].next) load(n, channels[n].next);
  else {
    write_back(n);
    channels[n].flags |= TCMPL;
    turn_off(n);
  }
  // The event comes after the write-back: a handler looks there which block now runs.
  if (event == 1 && n < 4 && channels[n].settings >> 16 & EVOE) evsys_event(34 + n);
  update();
}

// A descriptor holds the addresses after the last beat.
static uint32_t address(int n, uint32_t end, int increments, int steps) {
  uint32_t size = 1u << FIELD(channels[n].mode, 8, 2), step = steps ? 1u << FIELD(channels[n].mode, 13, 3) : 1;
  return increments ? end - channels[n].left * size * step : end;
}

static uint32_t source_address(int n) {
  return address(n, channels[n].source, channels[n].mode & SRCINC, channels[n].mode & STEPS_SOURCE);
}

static void beat(int n) {
  if (channels[n].left) {
    uint32_t size = 1u << FIELD(channels[n].mode, 8, 2), from = source_address(n);
    uint32_t to = address(n, channels[n].target, channels[n].mode & DSTINC, !(channels[n].mode & STEPS_SOURCE));
    channels[n].left--;
    memory_write(to, memory_read(from, size), size);
  }
  if (!channels[n].left && channels[n].on) end_block(n);
}

static int goes_on(int n) { return channels[n].on && !channels[n].stopped; }

static void block(int n) {
  uint32_t beats = channels[n].left ? channels[n].left : 1;
  while (beats-- && goes_on(n)) beat(n);
}

static void transfer(int n) {                           // for one trigger
  uint32_t action = FIELD(channels[n].control, 20, 2), beats = FIELD(channels[n].control, 24, 4) + 1;
  if (!goes_on(n) || channels[n].running) return;
  channels[n].running = 1;
  if (action == BURST) while (beats-- && goes_on(n)) beat(n);
  else if (action == TRANSACTION) while (goes_on(n)) block(n);
  else block(n);
  channels[n].running = 0;
}

// ---- triggers

void dmac_trigger(int source) {
  for (int n = 0; n < CHANNELS; n++) if (channels[n].on && source_of(n) == source) transfer(n);
}

uint32_t dmac_listens(int source) {
  for (int n = 0; n < CHANNELS; n++) if (channels[n].on && source_of(n) == source) return 1;
  return 0;
}

static int serve_one(int n) {
  int source = source_of(n);
  if (!goes_on(n) || channels[n].running || !source || source >= TRIGGERS || !standing[source]) return 0;
  transfer(n);
  return 1;
}

static void serve(void) {                               // until no standing trigger moves anything
  if (serving) return;
  serving = 1;
  for (int moved = 1; moved;) {
    moved = 0;
    for (int n = 0; n < CHANNELS; n++) if (channels[n].on) moved |= serve_one(n);
  }
  serving = 0;
}

void dmac_level(int source, int on) {
  if (standing[source] == on) return;
  standing[source] = on;
  if (on) serve();
}

void dmac_event(int channel) { if (channels[channel].settings >> 16 & EVIE) transfer(channel); }

// The bytes that the channel of this trigger will send next, for a peripheral that asks the board for many at
// once; 0 when the channel does not send bytes from memory. A channel that sends one address again and again
// sends the byte `last` again: what lies there may change while it does.
uint32_t dmac_upcoming(int source, uint8_t *bytes, uint32_t most, uint8_t last) {
  for (int n = 0; n < CHANNELS; n++) {
    if (!channels[n].on || source_of(n) != source || FIELD(channels[n].mode, 8, 2)) continue;
    uint32_t count = channels[n].left < most ? channels[n].left : most, from = source_address(n);
    if (from - RAM_START >= RAM_SIZE && from >= FLASH_SIZE) return 0;
    for (uint32_t i = 0; i < count; i++) bytes[i] = channels[n].mode & SRCINC ? memory_read(from + i, 1) : last;
    return count;
  }
  return 0;
}

// ---- registers

static uint32_t pending(void) {
  for (int n = 0; n < CHANNELS; n++) if (channels[n].flags & channels[n].enabled)
    return n | channels[n].flags << 8;
  return registers[INTPEND / 4] & 31;
}

uint32_t dmac_read(int unit, uint32_t offset) {
  if (offset == INTPEND) return pending();
  if (offset < END) return registers[offset / 4];
  int n = (offset - CHANNEL) / 16;
  if (n >= CHANNELS) return 0;
  switch (offset & 15) {
    case CHCTRLA: return channels[n].control;
    case CHCTRLB: return channels[n].settings;
    case CHINT: return channels[n].enabled * 0x101u | channels[n].flags << 16 | (uint32_t)channels[n].error << 24;
  }
  return 0;
}

static void enable(int n) {
  int want = channels[n].control & ENABLE;
  if (want && !channels[n].on && registers[CTRL / 4] & DMAENABLE) {
    channels[n].on = 1;
    tc_refresh_clocks();                                  // a timer may now have a listener
    tcc_refresh_clocks();
    channels[n].stopped = channels[n].error = 0;
    if (load(n, registers[BASEADDR / 4] + 16 * n)) serve();
  } else if (!want && channels[n].on) {
    channels[n].on = 0;
    channels[n].mode &= ~VALID;
    write_back(n);
    has_ended(n);
  }
}

static void command(int n, uint32_t code) {
  if (code == 1) {
    channels[n].stopped = 1;
    channels[n].flags |= SUSP;
  } else if (code == 2) {
    channels[n].stopped = channels[n].error = 0;
    serve();
  }
}

static void channel_write(int n, uint32_t reg, uint32_t value, uint32_t mask) {
  if (reg == CHCTRLA) {
    if (value & SWRST) memset(&channels[n], 0, sizeof channels[n]);
    else channels[n].control = replaced(channels[n].control, value, mask);
    enable(n);
  } else if (reg == CHCTRLB) {
    channels[n].settings = replaced(channels[n].settings, value, mask) & ~0xffu;
    if (mask & 0xff) command(n, value & 3);
  } else if (reg == CHINT) {
    channels[n].enabled = (channels[n].enabled & ~value) | (value >> 8 & 7);
    channels[n].flags &= ~(value >> 16);
    channels[n].error &= ~(value >> 24);
  }
  update();
}

static void acknowledge(uint32_t value, uint32_t mask) {
  int n = value & 31;
  if (mask & 0xff) registers[INTPEND / 4] = n;
  channels[n].flags &= ~(value >> 8);
  update();
}

void dmac_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset >= CHANNEL) {
    if (offset < CHANNEL + 16 * CHANNELS) channel_write((offset - CHANNEL) / 16, offset & 15, value, mask);
    return;
  }
  if (offset == INTPEND) { acknowledge(value, mask); return; }
  if (offset == CTRL && value & SWRST) { dmac_reset(); return; }
  if (offset == SWTRIGCTRL) {
    for (int n = 0; n < CHANNELS; n++) if (value >> n & 1) transfer(n);
    return;
  }
  registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  if (offset == CTRL) for (int n = 0; n < CHANNELS; n++) enable(n);
}
