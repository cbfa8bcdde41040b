// SPDX-License-Identifier: MIT
// The processor as the rest of the chip sees it: a Cortex-M4F with NVIC, SysTick and the CMCC cache.
//
// The first part is what the processor offers, the second what it asks of the other files of the chip.
// Time counts in cycles of 120 MHz.
#pragma once
#include <stdint.h>

#include "memory.h"

#define NEVER (~0ull)

// ---- offered

enum { CPU_RAN, CPU_STOPPED, CPU_LOCKED_UP };

extern uint64_t now;  // cycles since power-on, sleep included; exact in bus_read and bus_write
extern uint64_t cpu_instructions;  // executed since power-on
extern uint64_t cpu_slept;  // cycles spent in WFI and WFE

void cpu_power_on(void);  // time zero, nothing executed; call before the first cpu_reset
void cpu_reset(uint32_t vectors);  // initial stack pointer and reset handler come from there
uint32_t cpu_run(uint64_t until);  // to that cycle at least; a CPU_ value
void cpu_stop(void);  // cpu_run returns CPU_STOPPED soon; callable from bus_write and events
void cpu_stall(
    uint32_t cycles);  // from bus_read and bus_write: the access took so many more cycles
void cpu_steady(uint64_t until);  // from bus_read: reading this register again gives the same until that cycle
void spin_disturbed(void);  // RAM was written, or a register changed that cpu_steady() spoke of
void cpu_bus_error(void);  // from bus_read and bus_write: nothing answers at this address
void cpu_code_changed(void);  // flash[] was written or erased
void watch_function(uint32_t address);  // see chip_watch and chip_look_for
void watch_for_text(const uint8_t *text, uint32_t size);
uint32_t cpu_pc(void);  // for the log: address of the current instruction
uint32_t
cpu_register(uint32_t number);  // 0-15 as seen by a program (13: the stack in use), 16: xPSR

void irq_level(int number, int on);  // a peripheral's interrupt line

// The cache controller (CMCC) and the flash's wait states, set by cmcc and nvmctrl registers.
void cache_reset(void);
void cache_enable(int on);
void cache_clear(void);  // all lines (MAINT0.INVALL)
void cache_clear_line(uint32_t index, uint32_t way);  // MAINT1
void cache_wait_states(
    uint32_t count);  // of the flash: NVMCTRL.CTRLA.RWS, 5 when AUTOWS at 120 MHz

// ---- asked of the other files

uint32_t rtc_count_at(uint64_t when, uint32_t lowest, uint64_t *until);  // the RTC's count, and until when its other bits stay

extern uint64_t next_event;  // when `now` reaches it, events() is called; NEVER: not
void events(void);  // does what is due and sets next_event later than `now`

// Everything but flash and RAM reads, and the processor's own registers at 0xe0000000. Writes to flash
// come here too: they fill the page buffer. `size` is 1, 2 or 4; the address is aligned to it.
uint32_t bus_read(uint32_t address, uint32_t size);
void bus_write(uint32_t address, uint32_t value, uint32_t size);

void chip_reset_requested(void);  // AIRCR.SYSRESETREQ: resets the peripherals, calls cpu_reset
void chip_log(const char *text, uint32_t value);  // one line; `value` is shown in hexadecimal
