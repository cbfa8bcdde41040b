// SPDX-License-Identifier: MIT
// QSPI (DS60001507, chapter 37) with the board's flash chip, a W25Q64JV (Winbond's data sheet, chapter 8): the
// drive. Commands: read and set status, write enable, page program, erase of 4, 32 and 64 KB and of the chip,
// reads in one and four lanes, identification. Programming and erasing take typical times.
//
// Not modelled: SPI mode without memory, scrambling, DMA triggers, quad protocol errors, protection bits, suspend,
// security registers, power down. An access takes the time of its bits.
#include "soc.h"

enum {
  CTRLA = 0x00, CTRLB = 0x04, BAUD = 0x08, INTENCLR = 0x14, INTENSET = 0x18, INTFLAG = 0x1c, STATUS = 0x20,
  INSTRADDR = 0x30, INSTRCTRL = 0x34, INSTRFRAME = 0x38, END = 0x48
};
enum { ENABLE = BIT(1), LASTXFER = BIT(24), DRE = BIT(1), CSRISE = BIT(8), INSTREND = BIT(10), DATAEN = BIT(7) };
enum { READ, READ_MEMORY, WRITE, WRITE_MEMORY };         // INSTRFRAME.TFRTYPE
enum { BUSY = BIT(0), WRITE_ENABLED = BIT(1), QUAD_ENABLE = BIT(1) };
uint8_t storage[STORAGE_SIZE];
static uint32_t registers[END / 4], enabled, flags;
static uint8_t status1, status2;
static uint32_t erased_at, erased_size, next_address, programmed_at, programmed_count;

static uint32_t instruction(void) { return registers[INSTRCTRL / 4] & 0xff; }
static uint32_t frame(void) { return registers[INSTRFRAME / 4]; }
static void update(void) { irq_level(IRQ_QSPI, (flags & enabled) != 0); }

void qspi_reset(void) {
  memset(registers, 0, sizeof registers);
  enabled = flags = 0;
  next_address = ~0u;
  update();
}

// ---- the flash chip

static void busy_for(uint32_t microseconds) {
  status1 = (status1 | BUSY) & ~WRITE_ENABLED;
  event_at(EVENT_QSPI, now + cycles_of_us(microseconds));
}

void qspi_event(void) {                                 // what took its time has ended
  status1 &= ~BUSY;
  if (erased_size) {
    memset(storage + erased_at, 0xff, erased_size);
    board_programmed(1, erased_at, erased_size, 1);
  }
  erased_size = 0;
}

void qspi_power_on(void) {
  status1 = 0;
  status2 = QUAD_ENABLE;
  erased_size = programmed_count = 0;
}

static void erase(uint32_t address, uint32_t size, uint32_t microseconds) {
  if (!(status1 & WRITE_ENABLED)) return;
  erased_at = address & (STORAGE_SIZE - 1) & ~(size - 1);
  erased_size = size;
  busy_for(microseconds);
}

static void flash_command(void) {                       // one without data
  uint32_t address = registers[INSTRADDR / 4];
  if (status1 & BUSY) return;
  switch (instruction()) {
    case 0x06: status1 |= WRITE_ENABLED; break;
    case 0x04: status1 &= ~WRITE_ENABLED; break;
    case 0x20: erase(address, 4096, 45000); break;
    case 0x52: erase(address, 32768, 120000); break;
    case 0xd8: erase(address, 65536, 150000); break;
    case 0x60: case 0xc7: erase(0, STORAGE_SIZE, 20000000); break;
    case 0x66: case 0x99: case 0xab: case 0xb9: case 0x50: break;     // reset, power down, volatile write enable
    default: bus_unmodelled(instruction(), "command of the QSPI flash");
  }
}

static uint8_t flash_answer(uint32_t at) {              // a command that reads, byte `at`
  static const uint8_t identification[3] = { 0xef, 0x40, 0x17 };
  switch (instruction()) {
    case 0x9f: return identification[at % 3];
    case 0x05: return status1;
    case 0x35: return status2;
    case 0x15: return 0;
    case 0x4b: return 0;
  }
  bus_unmodelled(instruction(), "command of the QSPI flash");
  return 0xff;
}

static void flash_status(uint32_t at, uint8_t byte) {
  if (instruction() == 0x31 || (instruction() == 0x01 && at == 1)) status2 = byte;
  else if (instruction() == 0x01 && at == 0) status1 = (status1 & 3) | (byte & 0xfc);
}

static void flash_program(uint32_t address, uint8_t byte) {
  if (instruction() != 0x02 && instruction() != 0x32) return;
  if (!(status1 & WRITE_ENABLED) || status1 & BUSY) return;
  address &= STORAGE_SIZE - 1;
  if (!programmed_count) programmed_at = address;
  programmed_count++;
  storage[address] &= byte;
}

static void end_of_transfer(void) {                     // the chip is deselected
  next_address = ~0u;
  if (FIELD(frame(), 12, 2) == WRITE && frame() & DATAEN && (instruction() == 1 || instruction() == 0x31)) busy_for(100);
  if (!programmed_count) return;
  board_programmed(1, programmed_at, programmed_count, 0);
  programmed_count = 0;
  busy_for(400);
}

// ---- the memory window

static uint32_t lanes(void) {
  static const uint8_t of_width[8] = { 1, 2, 4, 2, 4, 2, 4, 1 };
  return of_width[frame() & 7];
}

// A transfer that does not go on where the last one ended begins with instruction, address and dummy cycles.
static void take_time(uint32_t address, uint32_t size) {
  uint32_t clocks = size * 8 / lanes();
  if (address != next_address) clocks += 32 + FIELD(frame(), 16, 5);
  next_address = address + size;
  cpu_stall(clocks * (FIELD(registers[BAUD / 4], 8, 8) + 1));
}

uint32_t qspi_memory_read(uint32_t address, uint32_t size) {
  uint32_t value = 0, type = FIELD(frame(), 12, 2);
  take_time(address, size);
  for (uint32_t i = 0; i < size; i++) {
    uint8_t byte = type == READ_MEMORY ? status1 & BUSY ? 0xff : storage[(address + i) & (STORAGE_SIZE - 1)]
                 : type == READ ? flash_answer(address + i) : 0xff;
    value |= (uint32_t)byte << 8 * i;
  }
  return value;
}

void qspi_memory_write(uint32_t address, uint32_t value, uint32_t size) {
  uint32_t type = FIELD(frame(), 12, 2);
  take_time(address, size);
  for (uint32_t i = 0; i < size; i++) {
    if (type == WRITE_MEMORY) flash_program(address + i, value >> 8 * i);
    else if (type == WRITE) flash_status(address + i, value >> 8 * i);
  }
}

// ---- registers

uint32_t qspi_read(int unit, uint32_t offset) {
  switch (offset) {
    case INTENCLR: case INTENSET: return enabled;
    case INTFLAG: return flags | DRE;
    case STATUS: return registers[CTRLA / 4] & ENABLE;
    case CTRLA: return registers[CTRLA / 4] & ENABLE;
  }
  return offset < END ? registers[offset / 4] : 0;
}

void qspi_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset >= END) return;
  if (offset == CTRLA && value & 1) { qspi_reset(); return; }
  switch (offset) {
    case INTENCLR: enabled &= ~value; break;
    case INTENSET: enabled |= value; break;
    case INTFLAG: flags &= ~value; break;
    default: registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  }
  if (offset == CTRLA && value & LASTXFER) {
    end_of_transfer();
    flags |= INSTREND | CSRISE;
  }
  if (offset == INSTRFRAME) {
    next_address = ~0u;
    if (!(frame() & DATAEN)) { flash_command(); flags |= INSTREND | CSRISE; }
  }
  update();
}
