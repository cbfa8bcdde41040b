// SPDX-License-Identifier: MIT
// SERCOM0 to 5 (DS60001507, chapters 33 to 36): SPI host, I2C host, UART. A byte takes the time of its bits; at
// its end the board is told, or asked for the byte that comes back. When DMA sends several bytes by SPI, the board
// gets them in one block.
//
// Not modelled: SPI and I2C devices, 9 bits and 32-bit data, hardware chip select, 10-bit addresses and high
// speed, SCL stretching and time-outs, automatic length, lost arbitration, RTS and CTS, IrDA, LIN, collisions.
#include "soc.h"

enum {
  CTRLA = 0x00, CTRLB = 0x04, CTRLC = 0x08, BAUD = 0x0c, INTEN = 0x14, INTFLAG = 0x18, SYNCBUSY = 0x1c, ADDR = 0x24,
  DATA = 0x28, END = 0x34
};
enum { SWRST = BIT(0), ENABLE = BIT(1), UART_MODE = 1, SPI_MODE = 3, I2C_MODE = 5 };
enum { DRE = BIT(0), TXC = BIT(1), RXC = BIT(2), RXS = BIT(3), ERROR = BIT(7), MB = BIT(0), SB = BIT(1) };
enum { BUFOVF = BIT(2), RXNACK = BIT(2), CLKHOLD = BIT(7), IDLE = 1, OWNER = 2 };
enum { TXEN = BIT(16), RXEN = BIT(17), SMEN = BIT(8), ACKACT = BIT(18) };
#define UNITS 6
#define AHEAD 512
#define HEARD 1024
static const uint8_t gclk_channel[UNITS] = { 7, 8, 23, 24, 34, 35 };

static struct {
  uint32_t registers[END / 4], enabled, flags, status;
  uint8_t shifting, waiting, shift, next;                // the byte on the wire and the one behind it
  uint8_t received[2], received_count;
  uint8_t reads, refused, pending, has_bus;              // I2C
  uint8_t answers[AHEAD];                                // what came back for SPI bytes not yet sent
  uint32_t answered, answered_used;
  uint8_t heard[HEARD];                                  // UART bytes on their way in
  uint32_t heard_from, heard_to;
} units[UNITS];

static uint32_t mode(int i) { return FIELD(units[i].registers[CTRLA / 4], 2, 3); }
static int runs(int i) { return units[i].registers[CTRLA / 4] & ENABLE; }
static uint32_t control_b(int i) { return units[i].registers[CTRLB / 4]; }

static void update(int i) {
  uint32_t asked = units[i].flags & units[i].enabled;
  for (int k = 0; k < 3; k++) irq_level(IRQ_SERCOM0_0 + 4 * i + k, asked >> k & 1);
  irq_level(IRQ_SERCOM0_OTHER + 4 * i, (asked & 0xf8) != 0);
  int streams = runs(i) && (mode(i) == SPI_MODE || mode(i) == UART_MODE);
  dmac_level(4 + 2 * i, streams && units[i].flags & RXC);
  dmac_level(5 + 2 * i, streams && units[i].flags & DRE);
}

static void after(int i, Clock clock, uint64_t ticks) {
  event_at(EVENT_SERCOM + i, clock.ticks ? now + clock_cycles(clock, ticks) : NEVER);
}

static void receive(int i, uint8_t byte) {
  if (!(control_b(i) & RXEN)) return;
  if (units[i].received_count < 2) units[i].received[units[i].received_count++] = byte;
  else {
    units[i].status |= BUFOVF;
    units[i].flags |= ERROR;
  }
  units[i].flags |= RXC;
}

static uint8_t take_received(int i) {
  uint8_t byte = units[i].received[0];
  if (!units[i].received_count) return 0;
  units[i].received[0] = units[i].received[1];
  if (!--units[i].received_count) units[i].flags &= ~RXC;
  return byte;
}

// ---- SPI

static uint8_t exchange(int i, uint8_t byte) {          // with the board
  uint32_t used = units[i].answered_used;
  if (used < units[i].answered) return units[i].answers[units[i].answered_used++];
  uint8_t *bytes = units[i].answers;
  uint32_t count = 0;
  bytes[count++] = byte;
  if (units[i].waiting) bytes[count++] = units[i].next;
  count += dmac_upcoming(5 + 2 * i, bytes + count, AHEAD - count, bytes[count - 1]);
  units[i].answered = units[i].answered_used = 0;
  if (count < 3) return board_spi(i, byte);
  board_spi_block(i, units[i].answers, count);
  units[i].answered = count;
  return units[i].answers[units[i].answered_used++];
}

void sercom_source_cut(int i) { units[i].answered = units[i].answered_used = 0; }

static void spi_shift(int i, uint8_t byte) {
  Clock clock = clock_of(gclk_hz(gclk_channel[i]), 1);
  units[i].shift = byte;
  units[i].shifting = 1;
  units[i].flags &= ~TXC;
  after(i, clock, 16 * ((units[i].registers[BAUD / 4] & 0xff) + 1));
}

static void spi_done(int i) {
  units[i].shifting = 0;
  receive(i, exchange(i, units[i].shift));
  if (units[i].waiting) {
    units[i].waiting = 0;
    units[i].flags |= DRE;
    spi_shift(i, units[i].next);
  } else units[i].flags |= TXC;
}

// ---- UART

static uint32_t frame_bits(int i) {
  static const uint8_t sizes[8] = { 8, 9, 8, 8, 8, 5, 6, 7 };
  uint32_t parity = FIELD(units[i].registers[CTRLA / 4], 24, 4) == 1, stops = control_b(i) >> 6 & 1;
  return 2 + sizes[control_b(i) & 7] + parity + stops;
}

static uint64_t frame_cycles(int i) {
  static const uint8_t oversampling[8] = { 16, 16, 8, 8, 3, 16, 16, 16 };
  uint32_t sampling = FIELD(units[i].registers[CTRLA / 4], 13, 3), baud = units[i].registers[BAUD / 4] & 0xffff;
  uint64_t hz = gclk_hz(gclk_channel[i]), over = oversampling[sampling], bits = frame_bits(i);
  if (!hz) return NEVER / 4;
  if (sampling == 1 || sampling == 3)                    // fractional: BAUD and eighths
    return bits * over * ((baud & 0x1fff) * 8 + (baud >> 13)) * CYCLES_PER_SECOND / (8 * hz);
  return bits * over * 65536 * CYCLES_PER_SECOND / (hz * (65536 - baud));
}

static void uart_shift(int i, uint8_t byte) {
  units[i].shift = byte;
  units[i].shifting = 1;
  units[i].flags &= ~TXC;
  event_at(EVENT_SERCOM + i, now + frame_cycles(i));
}

static void uart_done(int i) {
  units[i].shifting = 0;
  board_uart(i, units[i].shift);
  if (units[i].waiting) {
    units[i].waiting = 0;
    units[i].flags |= DRE;
    uart_shift(i, units[i].next);
  } else units[i].flags |= TXC;
}

void sercom_receive_event(int i) {
  uint8_t byte = units[i].heard[units[i].heard_from++ % HEARD];
  if (runs(i) && mode(i) == UART_MODE) receive(i, byte);
  if (units[i].heard_from != units[i].heard_to) event_at(EVENT_UART + i, now + frame_cycles(i));
  update(i);
}

uint32_t sercom_hear(int i, uint8_t byte) {             // from outside; 0: no room
  if (units[i].heard_to - units[i].heard_from == HEARD) return 0;
  if (units[i].heard_to == units[i].heard_from) event_at(EVENT_UART + i, now + frame_cycles(i));
  units[i].heard[units[i].heard_to++ % HEARD] = byte;
  return 1;
}

static void send(int i, uint8_t byte) {                 // SPI or UART
  if (units[i].shifting) {
    units[i].next = byte;
    units[i].waiting = 1;
    units[i].flags &= ~DRE;
  } else if (mode(i) == SPI_MODE) spi_shift(i, byte);
  else if (control_b(i) & TXEN) uart_shift(i, byte);
}

// ---- I2C

static void bus_state(int i, uint32_t state) { units[i].status = replaced(units[i].status, state << 4, 0x30); }

static void i2c_bits(int i, uint32_t bits) {
  uint32_t baud = units[i].registers[BAUD / 4], low = FIELD(baud, 8, 8), high = baud & 0xff;
  units[i].pending = 1;
  after(i, clock_of(gclk_hz(gclk_channel[i]), 1), (uint64_t)bits * (10 + high + (low ? low : high)));
}

static void i2c_clear(int i) {
  units[i].flags &= ~(MB | SB);
  units[i].status &= ~CLKHOLD;
}

static void i2c_address(int i) {
  uint32_t address = units[i].registers[ADDR / 4];
  i2c_clear(i);
  units[i].reads = address & 1;
  units[i].refused = !board_i2c_start(i, address >> 1 & 0x7f, address & 1);
  units[i].has_bus = 1;
  bus_state(i, OWNER);
  i2c_bits(i, 10);
}

static void i2c_stop(int i) {
  if (units[i].has_bus) board_i2c_stop(i);
  units[i].has_bus = 0;
  bus_state(i, IDLE);
}

static void i2c_command(int i, uint32_t command) {
  i2c_clear(i);
  if (command == 3) i2c_stop(i);
  else if (command == 2 && units[i].reads) i2c_bits(i, 9);
  else if (command == 1) i2c_address(i);
}

static void i2c_done(int i) {
  if (!units[i].pending) return;
  units[i].pending = 0;
  units[i].status = (units[i].status & ~RXNACK) | (units[i].refused ? RXNACK : 0) | CLKHOLD;
  if (units[i].reads && !units[i].refused) {
    units[i].registers[DATA / 4] = board_i2c_read(i) & 0xff;
    units[i].flags |= SB;
  } else units[i].flags |= MB;
}

static void i2c_send(int i, uint8_t byte) {
  if (units[i].reads) return;
  i2c_clear(i);
  units[i].refused = !board_i2c_write(i, byte);
  i2c_bits(i, 9);
}

static uint32_t i2c_take(int i) {                       // in smart mode a read goes on by itself
  if (control_b(i) & SMEN && units[i].flags & SB) {
    i2c_clear(i);
    if (!(control_b(i) & ACKACT)) i2c_bits(i, 9);
    update(i);
  }
  return units[i].registers[DATA / 4];
}

// ---- registers

void sercom_event(int i) {
  if (mode(i) == SPI_MODE) spi_done(i);
  else if (mode(i) == UART_MODE) uart_done(i);
  else if (mode(i) == I2C_MODE) i2c_done(i);
  update(i);
}

static void reset_one(int i) {
  if (units[i].has_bus) board_i2c_stop(i);
  uint32_t from = units[i].heard_from, to = units[i].heard_to;
  memset(units[i].registers, 0, sizeof units[i].registers);
  units[i].enabled = units[i].flags = units[i].status = 0;
  units[i].shifting = units[i].waiting = units[i].received_count = units[i].pending = units[i].has_bus = 0;
  units[i].answered = units[i].answered_used = 0;
  units[i].heard_from = from;
  units[i].heard_to = to;
  event_at(EVENT_SERCOM + i, NEVER);
  update(i);
}

void sercom_reset(void) { for (int i = 0; i < UNITS; i++) reset_one(i); }

void sercom_power_on(void) {
  for (int i = 0; i < UNITS; i++) units[i].heard_from = units[i].heard_to = 0;
}

uint32_t sercom_read(int i, uint32_t offset) {
  switch (offset) {
    case INTEN: return units[i].enabled | units[i].enabled << 16;
    case INTFLAG: return units[i].flags | units[i].status << 16;
    case SYNCBUSY: return 0;
    case DATA: {
      if (mode(i) == I2C_MODE) return i2c_take(i);
      uint32_t byte = take_received(i);
      update(i);
      return byte;
    }
  }
  return offset < END ? units[i].registers[offset / 4] : 0;
}

static void begin(int i) {                              // enabled
  units[i].flags = mode(i) == I2C_MODE ? 0 : DRE;
  if (mode(i) == I2C_MODE) bus_state(i, 0);
  if (mode(i) != I2C_MODE && mode(i) != SPI_MODE && mode(i) != UART_MODE) bus_unmodelled(i, "SERCOM mode");
}

static void finish(int i) {                             // disabled
  uint32_t keep[END / 4], enabled = units[i].enabled;
  memcpy(keep, units[i].registers, sizeof keep);
  reset_one(i);
  memcpy(units[i].registers, keep, sizeof keep);
  units[i].enabled = enabled;
}

static void write_control_a(int i, uint32_t value, uint32_t mask) {
  uint32_t before = units[i].registers[CTRLA / 4];
  if (value & SWRST) { reset_one(i); return; }
  units[i].registers[CTRLA / 4] = replaced(before, value, mask);
  if (~before & units[i].registers[CTRLA / 4] & ENABLE) begin(i);
  if (before & ~units[i].registers[CTRLA / 4] & ENABLE) finish(i);
}

static void write_control_b(int i, uint32_t value, uint32_t mask) {
  units[i].registers[CTRLB / 4] = replaced(control_b(i), value, mask);
  if (mode(i) == I2C_MODE) {
    units[i].registers[CTRLB / 4] &= ~0x30000u;
    if (runs(i) && FIELD(value, 16, 2)) i2c_command(i, FIELD(value, 16, 2));
  } else if (!(control_b(i) & RXEN)) {
    units[i].received_count = 0;
    units[i].flags &= ~RXC;
  }
}

static void write_flags(int i, uint32_t value, uint32_t mask) {
  uint32_t clearable = mode(i) == I2C_MODE ? 0xff : 0xff & ~(DRE | RXC);
  units[i].flags &= ~(value & clearable);
  if (mode(i) == I2C_MODE && value >> 16 & 3 & clearable) units[i].status &= ~(value >> 16 & 3);
  if (mode(i) == I2C_MODE && FIELD(value, 20, 2) == IDLE) bus_state(i, IDLE);
  else if (mode(i) != I2C_MODE) units[i].status &= ~(value >> 16);
}

void sercom_write(int i, uint32_t offset, uint32_t value, uint32_t mask) {
  switch (offset) {
    case CTRLA: write_control_a(i, value, mask); break;
    case CTRLB: write_control_b(i, value, mask); break;
    case INTEN: units[i].enabled = (units[i].enabled & ~(value & 0xff)) | (value >> 16 & 0xff); break;
    case INTFLAG: write_flags(i, value, mask); break;
    case SYNCBUSY: break;
    case ADDR:
      units[i].registers[ADDR / 4] = replaced(units[i].registers[ADDR / 4], value, mask);
      if (runs(i) && mode(i) == I2C_MODE) i2c_address(i);
      break;
    case DATA:
      if (!runs(i)) break;
      if (mode(i) == I2C_MODE) i2c_send(i, value);
      else send(i, value);
      break;
    default: if (offset < END) units[i].registers[offset / 4] = replaced(units[i].registers[offset / 4], value, mask);
  }
  update(i);
}
