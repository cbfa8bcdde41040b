// SPDX-License-Identifier: MIT
// Runs single instructions with given registers, for tests of the processor alone: no peripheral
// takes part, no time passes for them, no exception is entered.
#include "cpu_steps.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

enum { XPSR = 16, FPSCR, FIRST_FLOAT, WORDS = FIRST_FLOAT + 32 };

static uint32_t words[WORDS];  // r0-r15, xPSR, FPSCR, s0-s31

EXPORT(cpu_probe_registers) uint32_t *cpu_probe_registers(void);
EXPORT(cpu_probe_flash) uint8_t *cpu_probe_flash(void);
EXPORT(cpu_probe_ram) uint8_t *cpu_probe_ram(void);
EXPORT(cpu_probe_begin) void cpu_probe_begin(void);
EXPORT(cpu_probe_run) uint32_t cpu_probe_run(uint32_t cycles);
EXPORT(cpu_probe_time) uint32_t cpu_probe_time(void);
EXPORT(cpu_probe_cache) void cpu_probe_cache(uint32_t on);
EXPORT(cpu_probe_write) void cpu_probe_write(uint32_t address, uint32_t value);
EXPORT(cpu_probe_read) uint32_t cpu_probe_read(uint32_t address);

uint32_t *cpu_probe_registers(void) { return words; }
uint8_t *cpu_probe_flash(void) { return flash; }
uint8_t *cpu_probe_ram(void) { return ram; }

static void take_registers(void) {
  memcpy(cpu.r, words, 64);
  memcpy(cpu.r + S0, words + FIRST_FLOAT, 128);
  set_nzcv(words[XPSR]);
  cpu.q = words[XPSR] >> 27 & 1;
  cpu.ge = words[XPSR] >> 16 & 15;
  cpu.it = (words[XPSR] >> 25 & 3) | (words[XPSR] >> 10 & 0x3f) << 2;
  cpu.fpscr = words[FPSCR];
  cpu.fpca = 1;  // or the first floating-point instruction would start a new context
}

static void give_registers(void) {
  memcpy(words, cpu.r, 64);
  memcpy(words + FIRST_FLOAT, cpu.r + S0, 128);
  words[XPSR] = get_xpsr();
  words[FPSCR] = cpu.fpscr;
}

void cpu_probe_begin(void) {  // after a change of code; the FPU is on, nothing else
  next_event = NEVER;
  cpu_power_on();
  cpu_reset(0);
  cpu_probe_write(0xe000ed88u, 0xf00000);
  decoder_forget();
}

// Runs blocks from the given pc on for so many cycles; the fault status, 0 if there was no fault.
uint32_t cpu_probe_run(uint32_t cycles) {
  take_registers();
  cpu_probe_write(0xe000ed28u, ~0u);
  cpu_attention = cpu_faulted = cpu.locked_up = cpu.asleep = 0;
  spin_power_on();  // the host may have changed anything; a look that ends would end the run
  cpu_execute(now + cycles);
  give_registers();
  return cpu_probe_read(0xe000ed28u);
}

void cpu_probe_cache(uint32_t on) { cache_enable(on != 0); }
uint32_t cpu_probe_time(void) { return (uint32_t)now; }
void cpu_probe_write(uint32_t address, uint32_t value) { data_write(address, value, 4); }
uint32_t cpu_probe_read(uint32_t address) { return data_read(address, 4); }
