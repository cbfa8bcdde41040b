// SPDX-License-Identifier: MIT
// NVMCTRL, the program flash (DS60001507, chapter 25, memories in chapter 9): page buffer, erasing blocks of
// 8 KB, writing pages of 512 bytes and quad words, the user page, the calibration row. Bits can only be cleared;
// erasing sets them. A command changes the memory at once and then takes its time: who reads the bank meanwhile
// waits for its end, and finds it changed.
//
// Not modelled: region locks, boot protection, suspending, bank swap, SmartEEPROM, ECC errors, the time of a
// processor that waits for the bank being written. The times are typical values, not the data sheet's maxima.
#include "soc.h"

enum {
  CTRLA = 0x00, CTRLB = 0x04, PARAM = 0x08, INTEN = 0x0c, STATUS = 0x10, ADDR = 0x14, RUNLOCK = 0x18, END = 0x30
};
enum { ERASE_PAGE = 0x00, ERASE_BLOCK = 0x01, WRITE_PAGE = 0x03, WRITE_QUAD = 0x04, CLEAR_BUFFER = 0x15, KEY = 0xa5 };
enum { DONE = BIT(0), ADDRE = BIT(1), PROGE = BIT(2) };
enum { PAGE = 512, BLOCK = 8192, QUAD = 16, USER_PAGE = 0x804000 };
static uint32_t registers[END / 4], enabled, flags, busy;
static uint8_t buffer[PAGE], user_page[PAGE], calibration[0x7000];      // calibration: 0x800000 …
static uint32_t loaded;

static void update(void) { irq_level(IRQ_NVMCTRL_0, flags & enabled & 0x3f ? 1 : 0); irq_level(IRQ_NVMCTRL_1, flags & enabled & 0x7c0 ? 1 : 0); }

static void clear_buffer(void) {
  memset(buffer, 0xff, sizeof buffer);
  loaded = 0;
}

void nvmctrl_reset(void) {
  memset(registers, 0, sizeof registers);
  registers[CTRLA / 4] = 4;
  enabled = flags = busy = 0;
  clear_buffer();
  cache_wait_states(5);
  update();
}

static void put_word(uint8_t *to, uint32_t value) { memcpy(to, &value, 4); }

// ---- what a factory left: temperature calibration for adc.c, defaults of the user page, a serial number

void nvmctrl_set_serial_number(const uint32_t words[4]) {
  static const uint16_t places[4] = { 0x61fc, 0x6010, 0x6014, 0x6018 };
  for (int i = 0; i < 4; i++) put_word(calibration + places[i], words[i]);
}

void nvmctrl_power_on(void) {
  static int once;
  if (once) return;
  once = 1;
  memset(calibration, 0xff, sizeof calibration);
  memset(user_page, 0xff, sizeof user_page);
  put_word(user_page, 0xfe9a9239);
  put_word(user_page + 4, 0xaeecff80);
  // 25.0 °C and 85.0 °C; PTAT 0x9c4 and 0xbb8, CTAT 0xb54 and 0x8fc there
  put_word(calibration + 0x100, 25 | 85 << 12);
  put_word(calibration + 0x104, 0x9c4 << 8 | 0xbb8u << 20);
  put_word(calibration + 0x108, 0xb54 | 0x8fc << 12 | 0xffu << 24);
  const uint32_t serial[4] = { 0x50795061, 0x7274616c, 0x20200000, 1 };
  nvmctrl_set_serial_number(serial);
}

uint32_t nvmctrl_user_read(uint32_t address, uint32_t size) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < size; i++, address++) {
    uint32_t byte = address - 0x4000 < PAGE ? user_page[address - 0x4000]
                  : address < sizeof calibration ? calibration[address] : 0xff;
    value |= byte << 8 * i;
  }
  return value;
}

// ---- commands

static uint8_t *memory_at(uint32_t address) {
  if (address < FLASH_SIZE) return flash + address;
  return address - USER_PAGE < PAGE ? user_page + (address - USER_PAGE) : 0;
}

static void erase(uint32_t address, uint32_t size) {
  address &= ~(size - 1);
  memset(memory_at(address), 0xff, size);
  cpu_code_changed();
  if (address < FLASH_SIZE) board_programmed(0, address, size, 1);
}

static void program(uint32_t address, uint32_t size) {
  address &= ~(size - 1);
  uint8_t *to = memory_at(address);
  for (uint32_t i = 0; i < size; i++) to[i] &= buffer[(address + i) & (PAGE - 1)];
  clear_buffer();
  cpu_code_changed();
  if (address < FLASH_SIZE) board_programmed(0, address, size, 0);
}

static uint64_t duration(uint32_t command) {
  switch (command) {
    case ERASE_PAGE: case ERASE_BLOCK: return cycles_of_us(50000);
    case WRITE_PAGE: return cycles_of_us(2500);
    case WRITE_QUAD: return cycles_of_us(100);
  }
  return 0;
}

static void execute(uint32_t command, uint32_t address) {
  switch (command) {
    case ERASE_PAGE: erase(address, PAGE); break;
    case ERASE_BLOCK: erase(address, BLOCK); break;
    case WRITE_PAGE: program(address, PAGE); break;
    case WRITE_QUAD: program(address, QUAD); break;
  }
}

void nvmctrl_event(void) {
  busy = 0;
  flags |= DONE;
  update();
}

static int is_possible(uint32_t command, uint32_t address) {
  if (!memory_at(address)) return 0;
  return command == ERASE_PAGE ? address >= FLASH_SIZE : command != ERASE_BLOCK || address < FLASH_SIZE;
}

static void begin(uint32_t command, uint32_t address) {
  if (command == CLEAR_BUFFER) clear_buffer();
  uint64_t takes = duration(command);
  if (takes && !is_possible(command, address)) { flags |= ADDRE | DONE; update(); return; }
  if (!takes) { flags |= DONE; update(); return; }
  execute(command, address);
  busy = 1;
  event_at(EVENT_NVM, now + takes);
}

void nvmctrl_page_buffer(uint32_t address, uint32_t value, uint32_t size) {
  uint32_t mode = FIELD(registers[CTRLA / 4], 4, 2);    // WMODE: 0 by command, 2 by quad word, 3 by page
  for (uint32_t i = 0; i < size; i++) buffer[(address + i) & (PAGE - 1)] &= value >> 8 * i;
  registers[ADDR / 4] = address;
  loaded = 1;
  uint32_t end = address + size;
  if (mode >= 2 && end % (mode == 3 ? PAGE : QUAD) == 0) begin(mode == 3 ? WRITE_PAGE : WRITE_QUAD, address);
}

// ---- registers

uint32_t nvmctrl_read(int unit, uint32_t offset) {
  switch (offset) {
    case CTRLB: return 0;
    case PARAM: return 0x00060800;                       // 2,048 pages of 512 bytes
    case INTEN: return enabled | enabled << 16;
    case STATUS: return flags | (busy ? 0 : BIT(16)) | loaded << 18 | BIT(20);   // READY, LOAD, AFIRST
    case RUNLOCK: return ~0u;
  }
  return offset < END ? registers[offset / 4] : 0;
}

void nvmctrl_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  if (offset == CTRLB) {
    if (FIELD(value, 8, 8) == KEY && !busy) begin(value & 0x7f, registers[ADDR / 4] & 0xffffff);
    else { flags |= PROGE; update(); }
  } else if (offset == INTEN) {
    enabled = (enabled & ~(value & 0xffff)) | value >> 16;
    update();
  } else if (offset == STATUS) {
    flags &= ~(value & 0xffff);
    update();
  } else if (offset < END) registers[offset / 4] = replaced(registers[offset / 4], value, mask);
  if (offset == CTRLA)
    cache_wait_states(registers[CTRLA / 4] & 4 ? 5 : FIELD(registers[CTRLA / 4], 8, 4));
}
