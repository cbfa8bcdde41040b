// SPDX-License-Identifier: MIT
// The processor's registers, shared by the files that make it up: cpu*.c, dsp.c, fpu.c, nvic.c.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "cpu.h"

// Inlined into the loop that executes steps, what is seldom needed makes all of it slower.
#define NOINLINE __attribute__((noinline))

// Slots of the register file. SCRATCH holds a value between the steps of one instruction.
enum { SP = 13, LR = 14, PC = 15, SCRATCH = 16, SCRATCH2 = 17, S0 = 18, SLOTS = 50 };

struct cpu {
  uint32_t r[SLOTS];  // r0-r12, the SP in use, lr, pc, two scratch slots, s0-s31
  int64_t nz;  // Z is set if the low word is zero, N if the whole is negative
  uint32_t c;  // 0 or 1
  uint32_t v;  // in bit 31
  uint32_t q;  // 0 or 1
  uint32_t ge;  // four bits
  uint32_t it;  // ITSTATE, when an exception came or returns inside an IT block
  uint32_t fpscr;
  uint32_t ipsr, primask, faultmask, basepri, control;  // control: SPSEL in bit 1, nPRIV in bit 0
  uint32_t fpca;  // CONTROL.FPCA
  uint32_t other_sp;  // the stack pointer that is not in use
  uint32_t exclusive;  // address that LDREX marked, or NOT_EXCLUSIVE
  uint32_t event;  // WFE's event register
  uint32_t asleep;
  uint32_t locked_up;
};
#define NOT_EXCLUSIVE 1u

extern struct cpu cpu;

// Set when something happened that ends the present block: an interrupt, a fault, a reset.
extern uint32_t cpu_attention;
extern uint32_t cpu_faulted;  // the present instruction did not complete
extern int32_t cpu_allowance;  // cycles that blocks may still take before something is due

static inline uint32_t flag_n(void) { return cpu.nz < 0; }
static inline uint32_t flag_z(void) { return (uint32_t)cpu.nz == 0; }
static inline void set_nz(uint32_t value) { cpu.nz = (int32_t)value; }

static inline void set_nzcv(uint32_t top) {  // from bits 31-28
  uint32_t negative = top >> 31 ? 0xffffffffu : 0, other = top >> 30 & 1 ? 0 : 1;
  cpu.nz = (int64_t)((uint64_t)negative << 32 | other);
  cpu.c = top >> 29 & 1;
  cpu.v = top << 3 & 0x80000000u;
}

static inline uint32_t get_nzcv(void) {
  return flag_n() << 31 | flag_z() << 30 | cpu.c << 29 | cpu.v >> 31 << 28;
}

static inline uint32_t rotate_right(uint32_t value, uint32_t by) {
  return value >> (by & 31) | value << (-by & 31);
}

static inline uint32_t load32(const void *from) {
  uint32_t v;
  __builtin_memcpy(&v, from, 4);
  return v;
}
static inline uint16_t load16(const void *from) {
  uint16_t v;
  __builtin_memcpy(&v, from, 2);
  return v;
}
static inline void store32(void *to, uint32_t v) { __builtin_memcpy(to, &v, 4); }
static inline void store16(void *to, uint16_t v) { __builtin_memcpy(to, &v, 2); }

void cpu_execute(uint64_t until);  // without events and interrupts
const void *cpu_block(void);  // names the block being executed
void cpu_mark(const void *block, bool on);  // while nothing is noted, spin_enter() is called for it too
uint64_t cpu_due(void);  // the cycle at which the present run of blocks ends

// ---- spin.c
extern uint32_t spin_watches;  // accesses are to be told
extern bool spin_traces;  // what a turn uses is to be noted
void spin_use(uint32_t offset, uint32_t bytes, bool sets);
#define WHOLE_WORD 15u
static inline uint32_t bytes_of(uint32_t offset, uint32_t size) { return ((1u << size) - 1) << (offset & 3); }
static inline void spin_used(uint32_t offset, uint32_t bytes) {  // before bytes of a word of RAM are read while it watches
  if (spin_traces) spin_use(offset, bytes, false);
}
static inline void spin_set(uint32_t offset, uint32_t bytes) {  // before they are set
  if (spin_traces) spin_use(offset, bytes, true);
}
void spin_look(uint32_t address, uint32_t size, uint32_t value, uint64_t until);  // a register keeps its value until then
#define ANYWHERE ((const void *)0)
#define NOWHERE ((const void *)1)
extern const void *spin_place;  // the block at whose entry the present look compares
extern uint64_t spin_changes;  // the cycle at which the present look ends, or the next one begins
void spin_slept(uint64_t cycles);
void spin_missed(void);  // the cache changes
void spin_trace(uint32_t line, uint32_t lines);
static inline void spin_touched(uint32_t line, uint32_t lines) {  // before it is looked up; `lines` as a block's
  if (spin_traces) spin_trace(line, lines);
}
extern bool spin_records;
void spin_record(const void *block);  // that is entered, while spin_records
void spin_enter(const void *block);  // at the place of the present look
void spin_change(void);  // begins or ends a look if it is time
void spin_forget(void);  // code has changed
void spin_power_on(void);

bool spin_finds(uint32_t offset, uint32_t bytes, uint32_t *place);  // bytes that the turn sets before it reads them
void spin_keep(uint32_t place, uint32_t bytes, uint32_t value);  // what a turn leaves in them

void spin_hand_on(uint32_t place);  // a word may be another one at the start of each turn
uint32_t spin_kept(uint32_t place);

// ---- slice.c
enum { MOST_COUNTS = 8 };  // that a turn with a slice reads
void slice_forget(void);
void slice_begin(void);
extern uint32_t slice_unread;  // a slice gives the same for counts that differ in so many lowest bits, but for copies of them
bool slice_found_more(void);
bool slice_begins_so(void);
bool slice_repeats(const struct cpu *end);
bool slice_end(const uint32_t *counts);
uint64_t slice_free(void);
uint64_t slice_untouched(void);
bool slice_run(const uint32_t *counts, struct cpu *end, int64_t *more_cycles);

enum { LOG_UNDEFINED, LOG_BUS_ERROR, LOG_MPU };
void cpu_log_once(uint32_t subject, const char *text, uint32_t value);

// ---- cpu_memory.c: every access that has no fast path; sets cpu_faulted if it failed
uint32_t data_read(uint32_t address, uint32_t size);
void data_write(uint32_t address, uint32_t value, uint32_t size);
uint64_t cpu_steady_again(uint32_t address, uint32_t size, uint32_t value);  // until when a register has it; 0 if it has not
void require_alignment(uint32_t address, uint32_t size);  // for LDM, LDRD, LDREX, VLDR
bool code_read(uint32_t address, uint16_t *half);  // false: no memory there

// ---- nvic.c
enum {
  NMI = 2,
  HARD_FAULT,
  MEMORY_FAULT,
  BUS_FAULT,
  USAGE_FAULT,
  SVCALL = 11,
  PENDSV = 14,
  SYSTICK
};
// Bits of CFSR.
enum {
  IBUSERR = 1 << 8,
  PRECISERR = 1 << 9,
  STKERR = 1 << 12,
  UNSTKERR = 1 << 11,
  BFARVALID = 1 << 15,
  UNDEFINSTR = 1 << 16,
  INVSTATE = 1 << 17,
  INVPC = 1 << 18,
  NOCP = 1 << 19,
  UNALIGNED = 1 << 24,
  DIVBYZERO = 1 << 25
};
enum { CCR_UNALIGN_TRP = 8, CCR_DIV_0_TRP = 16, CCR_STKALIGN = 512 };

extern uint32_t nvic_ccr;
extern uint32_t nvic_changed;  // look for an exception to take
void nvic_reset(uint32_t vectors);
uint32_t nvic_read(uint32_t address, uint32_t size);
void nvic_write(uint32_t address, uint32_t value, uint32_t size);
void nvic_fault(uint32_t exception, uint32_t cfsr_bits);
void nvic_bus_fault(uint32_t address, uint32_t cfsr_bits);
void nvic_breakpoint(void);
void nvic_supervisor_call(void);
void nvic_pend(uint32_t exception);
bool nvic_take(void);  // enters the exception that is due, if any
bool nvic_due(void);
bool nvic_wakes(void);  // whether WFI would end
void exception_return(uint32_t value);
uint32_t get_xpsr(void);
uint32_t read_special(uint32_t number);
void write_special(uint32_t number, uint32_t mask, uint32_t value);
bool fpu_ready(void);  // before a floating-point instruction; false: it faulted

// ---- systick.c
extern uint64_t systick_next;  // when it interrupts
void systick_reset(void);
void systick_tick(void);
uint32_t systick_read(uint32_t offset);
void systick_write(uint32_t offset, uint32_t value);

// ---- cache.c: a byte for each line of flash, 1 if the cache holds it
#define LINE_SHIFT 4
extern uint8_t cache_holds[(FLASH_SIZE >> LINE_SHIFT) + 4];
void cache_miss(uint32_t line);
extern uint64_t cache_spent;  // cycles spent on misses
extern uint64_t cache_missed;  // sets of the cache, as bits, in which a line was missing; set to 0 by whom it concerns
static inline uint64_t cache_set(uint32_t line) { return 1ull << line % 64; }
uint32_t cache_most_spent(void);  // on one
void cache_save(void);
void cache_restore(void);
void cache_note(void);
bool cache_is_as_noted(void);
void cache_go_back(void);  // to what was noted
static inline void cache_touch(uint32_t address) {
  if (!cache_holds[address >> LINE_SHIFT]) cache_miss(address >> LINE_SHIFT);
}
