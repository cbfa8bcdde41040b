// SPDX-License-Identifier: MIT
// The processor's accesses that need care: bits of a word that straddle, peripherals, faults.
// ARMv7-M Architecture Reference Manual, A3.2 (alignment) and B3.1 (address map).
//
// A store to a peripheral goes through a write buffer: the processor waits only if the one before
// is still under way. Not modelled: the MPU's permissions, the other masters' share of the bus,
// imprecise faults (those of stores are precise here).
#include "cpu_state.h"

enum {
  BRIDGE_WRITE = 4,
  BRIDGE_READ = 3
};  // cycles of an access across an AHB-APB bridge: estimates

static uint64_t bridge_free;  // when the last store to a peripheral is through

static bool is_private(uint32_t address) { return address >> 20 == 0xe00; }
static bool is_peripheral(uint32_t address) { return address >> 29 == 2; }

static void bus_fault(uint32_t address) { nvic_bus_fault(address, PRECISERR | BFARVALID); }

static bool failed;
static uint64_t steady;  // until when the register just read keeps its value; 0: it may have effects

void cpu_bus_error(void) { failed = true; }

void cpu_steady(uint64_t until) { steady = until; }

void cpu_stall(uint32_t cycles) { now += cycles; }

static void wait_for_bridge(void) {
  if (bridge_free > now) now = bridge_free;
}

static uint32_t bus_read_watched(uint32_t address, uint32_t size) {
  steady = 0;
  uint32_t value = bus_read(address, size);
  if (failed) {
    failed = false;
    bus_fault(address);
  }
  if (steady) spin_look(address, size, value, steady);
  else spin_disturbed();
  return value;
}

uint64_t cpu_steady_again(uint32_t address, uint32_t size, uint32_t value) {
  steady = 0;
  bool is_same = bus_read(address, size) == value && !failed;
  failed = false;
  return is_same ? steady : 0;
}

static uint32_t read_aligned(uint32_t address, uint32_t size) {
  uint32_t offset = address - RAM_START, value = 0;
  if (offset < RAM_SIZE) {
    if (spin_watches) spin_used(offset, bytes_of(offset, size));
    memcpy(&value, ram + offset, size);
  }
  else if (address < FLASH_SIZE) {
    if (spin_watches) spin_touched(address >> LINE_SHIFT, 1);
    cache_touch(address);
    memcpy(&value, flash + address, size);
  } else if (is_private(address)) {
    spin_disturbed();
    return nvic_read(address, size);
  } else {
    if (is_peripheral(address)) {
      wait_for_bridge();
      now += BRIDGE_READ;
    }
    value = bus_read_watched(address, size);
  }
  return size == 4 ? value : value & ((1u << 8 * size) - 1);
}

static void write_aligned(uint32_t address, uint32_t value, uint32_t size) {
  uint32_t offset = address - RAM_START;
  if (offset < RAM_SIZE) {
    if (spin_watches) spin_set(offset, bytes_of(offset, size));
    memcpy(ram + offset, &value, size);
    return;
  }
  spin_disturbed();
  if (is_private(address)) {
    nvic_write(address, value, size);
    return;
  }
  if (is_peripheral(address)) {
    wait_for_bridge();
    bridge_free = now + BRIDGE_WRITE;
  }
  bus_write(address, size == 4 ? value : value & ((1u << 8 * size) - 1), size);
  if (failed) {
    failed = false;
    bus_fault(address);
  }
}

// Whether an unaligned access is allowed: not to the private bus, not when trapped.
static bool may_be_unaligned(uint32_t address, uint32_t size) {
  if (!(address & (size - 1))) return true;
  if (!(nvic_ccr & CCR_UNALIGN_TRP) && !is_private(address)) return true;
  nvic_fault(USAGE_FAULT, UNALIGNED);
  return false;
}

uint32_t data_read(uint32_t address, uint32_t size) {
  if (!may_be_unaligned(address, size)) return 0;
  if (!(address & (size - 1))) return read_aligned(address, size);
  uint32_t value = 0;
  now += 1;
  for (uint32_t i = 0; i < size && !cpu_faulted; i++)
    value |= read_aligned(address + i, 1) << 8 * i;
  return value;
}

void data_write(uint32_t address, uint32_t value, uint32_t size) {
  if (!may_be_unaligned(address, size)) return;
  if (!(address & (size - 1))) {
    write_aligned(address, value, size);
    return;
  }
  now += 1;
  for (uint32_t i = 0; i < size && !cpu_faulted; i++)
    write_aligned(address + i, value >> 8 * i & 0xff, 1);
}

void require_alignment(uint32_t address, uint32_t size) {
  if (address & (size - 1)) nvic_fault(USAGE_FAULT, UNALIGNED);
}

bool code_read(uint32_t address, uint16_t *half) {
  if (address <= FLASH_SIZE - 2) {
    *half = load16(flash + address);
    return true;
  }
  if (address - RAM_START <= RAM_SIZE - 2) {
    *half = load16(ram + (address - RAM_START));
    return true;
  }
  if (address >= 0x40000000u && address >> 29 != 3) return false;  // devices: never executable
  *half = (uint16_t)bus_read(address, 2);
  bool answered = !failed;
  failed = false;
  return answered;
}

#ifdef __wasm__
// The compiler calls these; with -mbulk-memory the first three become one instruction.
void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }
int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *x = a, *y = b;
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}
#endif
