// SPDX-License-Identifier: MIT
// Exceptions, interrupts, faults and the registers of the system control space: ARMv7-M Architecture
// Reference Manual, B1.5 (exceptions), B3.2 (system control), B3.4 (NVIC), C1.8 (cycle counter);
// DS60001507, chapter 10 (137 interrupts, eight priorities).
//
// Not modelled: the MPU's effect (its registers are stored), privilege (every access is allowed),
// debug and trace units but the cycle counter, a fault while a handler's frame is stacked (it is
// noted and taken afterwards), late arrival and tail chaining (each entry and return takes its full time).
#include "cpu_state.h"

enum {
  IRQS = 137,
  WORDS = 5,
  FIRST_IRQ = 16,
  ENTRY_CYCLES = 12,
  RETURN_CYCLES = 10,
  THREAD_PRIORITY = 256
};
enum { BASIC_FRAME = 0x20, FLOAT_FRAME = 0x68 };
enum { HFSR_VECTTBL = 1 << 1, HFSR_FORCED = 1 << 30, HFSR_DEBUGEVT = 1u << 31 };
enum { ASPEN = 1u << 31, LSPEN = 1 << 30, LSPACT = 1 };
enum { SLEEPONEXIT = 2, SEVONPEND = 16 };

uint32_t nvic_ccr, nvic_changed;

// Exceptions by number: 0-15 the system's, 16 and up the interrupts.
static uint32_t pending[WORDS + 1], active[WORDS + 1], enabled[WORDS + 1], line[WORDS + 1];
static uint8_t priorities[192];
static uint32_t vtor, prigroup, scr, shcsr, cfsr, hfsr, mmfar, bfar, cpacr, fpccr, fpcar, fpdscr;
static uint32_t demcr, cycle_control;
static uint64_t cycle_zero;

// Registers that are kept and have no effect: MPU, debug.
static uint32_t mpu[12];

static bool get(const uint32_t *set, uint32_t n) { return set[n >> 5] >> (n & 31) & 1; }
static void put(uint32_t *set, uint32_t n, bool on) {
  if (on) set[n >> 5] |= 1u << (n & 31);
  else set[n >> 5] &= ~(1u << (n & 31));
}

static void changed(void) {
  nvic_changed = 1;
  cpu_attention = 1;
}

// ---- priorities

static int priority_of(uint32_t n) { return n == NMI ? -2 : n == HARD_FAULT ? -1 : priorities[n]; }

static int group_priority(uint32_t n) {  // only these bits decide about pre-emption
  int priority = priority_of(n);
  return priority < 0 ? priority : priority & (0xff << (prigroup + 1)) & 0xff;
}

static int active_priority(void) {
  int best = THREAD_PRIORITY;
  for (uint32_t word = 0; word <= WORDS; word++)
    for (uint32_t left = active[word]; left; left &= left - 1) {
      int priority = group_priority(word * 32 + (uint32_t)__builtin_ctz(left));
      if (priority < best) best = priority;
    }
  return best;
}

static int with_basepri(int priority) {
  int base = (int)(cpu.basepri & (0xffu << (prigroup + 1)) & 0xff);
  return base && base < priority ? base : priority;
}

static int execution_priority(void) {
  int priority = with_basepri(active_priority());
  if (cpu.primask && priority > 0) priority = 0;
  if (cpu.faultmask && priority > -1) priority = -1;
  return priority;
}

// The pending exception to take first, 0 for none.
static uint32_t first_pending(void) {
  uint32_t first = 0;
  for (uint32_t word = 0; word <= WORDS; word++)
    for (uint32_t left = pending[word] & enabled[word]; left; left &= left - 1) {
      uint32_t n = word * 32 + (uint32_t)__builtin_ctz(left);
      if (!first || priority_of(n) < priority_of(first)) first = n;
    }
  return first;
}

bool nvic_due(void) {
  uint32_t n = first_pending();
  return n && group_priority(n) < execution_priority();
}

bool nvic_wakes(void) {  // PRIMASK does not keep the processor asleep (B1.5.17)
  uint32_t n = first_pending();
  return n && group_priority(n) < with_basepri(active_priority());
}

void nvic_pend(uint32_t exception) {
  if ((scr & SEVONPEND) && !get(pending, exception)) cpu.event = 1;
  put(pending, exception, true);
  changed();
}

// A line that is high makes its interrupt pending, also again when its handler returns (B3.4.1).
void irq_level(int number, int on) {
  uint32_t n = FIRST_IRQ + (uint32_t)number;
  if (get(line, n) == (on != 0)) return;
  put(line, n, on);
  if (on) nvic_pend(n);
}

// ---- faults

static bool fault_enabled(uint32_t exception) {
  return exception == HARD_FAULT || shcsr >> (exception - MEMORY_FAULT + 16) & 1;
}

// A fault that cannot be handled at its own priority becomes a HardFault, and that a lockup (B1.5.15).
static void raise(uint32_t exception) {
  int now_at = execution_priority();
  if (exception != HARD_FAULT &&
      (!fault_enabled(exception) || group_priority(exception) >= now_at)) {
    exception = HARD_FAULT;
    hfsr |= HFSR_FORCED;
  }
  if (exception == HARD_FAULT && now_at <= -1) cpu.locked_up = 1;
  else nvic_pend(exception);
  cpu_attention = 1;
}

void nvic_fault(uint32_t exception, uint32_t cfsr_bits) {
  cfsr |= cfsr_bits;
  cpu_faulted = 1;
  raise(exception);
}

void nvic_bus_fault(uint32_t address, uint32_t cfsr_bits) {
  cpu_log_once(LOG_BUS_ERROR, "bus error at", address);
  bfar = address;
  nvic_fault(BUS_FAULT, cfsr_bits);
}

void nvic_breakpoint(void) {  // no debugger is attached
  hfsr |= (uint32_t)HFSR_DEBUGEVT;
  cpu_faulted = 1;
  raise(HARD_FAULT);
}

void nvic_supervisor_call(void) {
  if (group_priority(SVCALL) < execution_priority()) {
    nvic_pend(SVCALL);
    return;
  }
  hfsr |= HFSR_FORCED;
  raise(HARD_FAULT);
}

// ---- the frame on the stack

uint32_t get_xpsr(void) {
  return get_nzcv() | cpu.q << 27 | (cpu.it & 3) << 25 | 1u << 24 | cpu.ge << 16 |
         cpu.it >> 2 << 10 | cpu.ipsr;
}

static void set_flags(uint32_t value) {
  set_nzcv(value);
  cpu.q = value >> 27 & 1;
  cpu.ge = value >> 16 & 15;
}

static void swap_stack_pointers(void) {
  uint32_t sp = cpu.r[SP];
  cpu.r[SP] = cpu.other_sp;
  cpu.other_sp = sp;
}

static void save_float(uint32_t frame) {
  for (uint32_t i = 0; i < 16; i++) data_write(frame + 4 * i, cpu.r[S0 + i], 4);
  data_write(frame + 64, cpu.fpscr, 4);
}

static void stack_frame(uint32_t frame, uint32_t aligned) {
  uint32_t words[8] = { cpu.r[0],  cpu.r[1],  cpu.r[2],  cpu.r[3],
                        cpu.r[12], cpu.r[LR], cpu.r[PC], (get_xpsr() & ~(1u << 9)) | aligned << 9 };
  for (uint32_t i = 0; i < 8; i++) data_write(frame + 4 * i, words[i], 4);
  if (!cpu.fpca) return;
  if (fpccr & LSPEN) {
    fpcar = frame + BASIC_FRAME;
    fpccr |= LSPACT;
  } else save_float(frame + BASIC_FRAME);
}

static uint32_t push_frame(void) {  // the value for LR
  uint32_t size = cpu.fpca ? FLOAT_FRAME : BASIC_FRAME,
           on_process_stack = !cpu.ipsr && cpu.control & 2;
  uint32_t aligned = cpu.r[SP] & 4 && (nvic_ccr & CCR_STKALIGN || cpu.fpca) ? 1 : 0;
  uint32_t frame = cpu.r[SP] - size;
  if (aligned) frame &= ~4u;
  cpu.r[SP] = frame;
  stack_frame(frame, aligned);
  if (cpu_faulted) {
    cfsr |= STKERR;
    cpu_faulted = 0;
  }
  if (on_process_stack) swap_stack_pointers();
  return 0xffffffe1u | (cpu.fpca ? 0 : 0x10) | (cpu.ipsr ? 0 : 8) | (on_process_stack ? 4 : 0);
}

static void enter(uint32_t n) {
  now += ENTRY_CYCLES;
  cpu.r[LR] = push_frame();
  put(pending, n, false);
  put(active, n, true);
  cpu.ipsr = n;
  cpu.it = cpu.fpca = 0;
  cpu.control &= ~2u;
  cpu.exclusive = NOT_EXCLUSIVE;
  cpu.event = 1;
  cpu.r[PC] = data_read(vtor + 4 * n, 4) & ~1u;
  if (cpu_faulted) {
    cpu_faulted = 0;
    hfsr |= HFSR_VECTTBL;
  }
  changed();
}

bool nvic_take(void) {
  nvic_changed = 0;
  if (!nvic_due()) return false;
  enter(first_pending());
  return true;
}

static void pop_float(uint32_t frame) {
  if (fpccr & LSPACT) {
    fpccr &= ~(uint32_t)LSPACT;
    return;
  }  // it never left the registers
  for (uint32_t i = 0; i < 16; i++) cpu.r[S0 + i] = data_read(frame + 4 * i, 4);
  cpu.fpscr = data_read(frame + 64, 4);
}

static void pop_frame(bool with_float) {
  static const uint8_t into[7] = { 0, 1, 2, 3, 12, LR, PC };
  uint32_t frame = cpu.r[SP], xpsr = data_read(frame + 28, 4);
  for (uint32_t i = 0; i < 7; i++) cpu.r[into[i]] = data_read(frame + 4 * i, 4);
  if (with_float) pop_float(frame + BASIC_FRAME);
  if (cpu_faulted) cfsr |= UNSTKERR;
  cpu.r[PC] &= ~1u;
  cpu.r[SP] = frame + (with_float ? FLOAT_FRAME : BASIC_FRAME);
  if (xpsr >> 9 & 1 && (nvic_ccr & CCR_STKALIGN || with_float)) cpu.r[SP] |= 4;
  cpu.fpca = with_float;
  set_flags(xpsr);
  cpu.it = (xpsr >> 25 & 3) | (xpsr >> 10 & 0x3f) << 2;
  cpu.ipsr = xpsr & 0x1ff;
}

static bool return_is_valid(uint32_t value) {
  uint32_t mode = value & 15;
  return get(active, cpu.ipsr) && (value & 0x0fffffe0) == 0x0fffffe0 &&
         (mode == 1 || mode == 9 || mode == 13);
}

void exception_return(uint32_t value) {
  spin_disturbed();
  uint32_t returning = cpu.ipsr;
  if (!return_is_valid(value)) {
    nvic_fault(USAGE_FAULT, INVPC);
    return;
  }
  now += RETURN_CYCLES;
  put(active, returning, false);
  if (get(line, returning)) nvic_pend(returning);
  if (returning != NMI) cpu.faultmask = 0;
  if (value & 4) {
    swap_stack_pointers();
    cpu.control |= 2;
  }
  pop_frame(!(value & 0x10));
  cpu.exclusive = NOT_EXCLUSIVE;
  cpu.event = 1;
  if (!cpu.ipsr && scr & SLEEPONEXIT) cpu.asleep = 1;
  changed();
}

// ---- floating-point context (B1.5.7)

bool fpu_ready(void) {
  if ((cpacr >> 20 & 3) == 0) {
    nvic_fault(USAGE_FAULT, NOCP);
    return false;
  }
  if (fpccr & LSPACT) {
    spin_disturbed();
    fpccr &= ~(uint32_t)LSPACT;
    save_float(fpcar);
    if (cpu_faulted) return false;
  }
  if (!cpu.fpca && fpccr & ASPEN) {
    cpu.fpscr = (cpu.fpscr & ~0x07c00000u) | fpdscr;
    cpu.fpca = 1;
  }
  return true;
}

// ---- MRS and MSR (B5.2)

enum {
  MSP_NUMBER = 8,
  PSP_NUMBER,
  PRIMASK_NUMBER = 16,
  BASEPRI_NUMBER,
  BASEPRI_MAX,
  FAULTMASK_NUMBER,
  CONTROL_NUMBER
};

uint32_t read_special(uint32_t number) {
  bool process = cpu.control & 2;
  if (number < 8) return (number & 4 ? 0 : get_xpsr() & 0xf80f0000u) | (number & 1 ? cpu.ipsr : 0);
  switch (number) {
  case MSP_NUMBER: return process ? cpu.other_sp : cpu.r[SP];
  case PSP_NUMBER: return process ? cpu.r[SP] : cpu.other_sp;
  case PRIMASK_NUMBER: return cpu.primask;
  case BASEPRI_NUMBER:
  case BASEPRI_MAX: return cpu.basepri;
  case FAULTMASK_NUMBER: return cpu.faultmask;
  case CONTROL_NUMBER: return cpu.control | cpu.fpca << 2;
  default: return 0;
  }
}

static void write_flags(uint32_t mask, uint32_t value) {
  if (mask & 8) {
    set_nzcv(value);
    cpu.q = value >> 27 & 1;
  }
  if (mask & 4) cpu.ge = value >> 16 & 15;
}

static void write_control(uint32_t value) {
  if (!cpu.ipsr && (value ^ cpu.control) & 2) {
    swap_stack_pointers();
    cpu.control ^= 2;
  }
  cpu.control = (cpu.control & 2) | (value & 1);
  cpu.fpca = value >> 2 & 1;
}

void write_special(uint32_t number, uint32_t mask, uint32_t value) {
  uint32_t process = cpu.control >> 1 & 1;
  if (number < 4) {
    write_flags(mask, value);
    return;
  }
  changed();
  switch (number) {
  case MSP_NUMBER:
  case PSP_NUMBER:
    if (process == number - MSP_NUMBER) cpu.r[SP] = value & ~3u;
    else cpu.other_sp = value & ~3u;
    break;
  case PRIMASK_NUMBER: cpu.primask = value & 1; break;
  case BASEPRI_NUMBER: cpu.basepri = value & 0xe0; break;
  case BASEPRI_MAX:
    value &= 0xe0;
    if (value && (!cpu.basepri || value < cpu.basepri)) cpu.basepri = value;
    break;
  case FAULTMASK_NUMBER:
    if (execution_priority() > -1 || !(value & 1)) cpu.faultmask = value & 1;
    break;
  case CONTROL_NUMBER: write_control(value); break;
  }
}

// ---- the system control space, 0xe000e000

static bool within(uint32_t offset, uint32_t start, uint32_t bytes) {
  return offset - start < bytes;
}

// Where the bits of the interrupts from 32 * index on lie, half a word up in the sets by exception.
static uint32_t irq_word(const uint32_t *set, uint32_t index) {
  return set[index] >> 16 | set[index + 1] << 16;
}

static void change_irqs(uint32_t *set, uint32_t index, uint32_t bits, bool on) {
  for (; bits; bits &= bits - 1) {
    uint32_t n = FIRST_IRQ + 32 * index + (uint32_t)__builtin_ctz(bits);
    if (n < FIRST_IRQ + IRQS) put(set, n, on);
  }
}

static void clear_pending(uint32_t index, uint32_t bits) {  // a line that is still high pends again
  change_irqs(pending, index, bits & ~irq_word(line, index), false);
}

static uint32_t icsr(void) {
  uint32_t waiting = first_pending(), others = active_priority() < THREAD_PRIORITY;
  for (uint32_t n = 1; others && n < FIRST_IRQ + IRQS; n++)
    if (get(active, n) && n != cpu.ipsr) others = 0;
  uint32_t any_irq = 0;
  for (uint32_t i = 0; i < WORDS; i++) any_irq |= irq_word(pending, i);
  return cpu.ipsr | others << 11 | waiting << 12 | (any_irq != 0) << 22 |
         (uint32_t)get(pending, SYSTICK) << 26 | (uint32_t)get(pending, PENDSV) << 28 |
         (uint32_t)get(pending, NMI) << 31;
}

static void write_icsr(uint32_t value) {
  if (value >> 25 & 1) put(pending, SYSTICK, false);
  if (value >> 26 & 1) nvic_pend(SYSTICK);
  if (value >> 27 & 1) put(pending, PENDSV, false);
  if (value >> 28 & 1) nvic_pend(PENDSV);
  if (value >> 31) nvic_pend(NMI);
}

// SHCSR's bits for what is active and pending, by exception.
static const struct {
  uint8_t bit, exception;
} states[] = { { 0, MEMORY_FAULT }, { 1, BUS_FAULT }, { 3, USAGE_FAULT },
               { 7, SVCALL },       { 10, PENDSV },   { 11, SYSTICK } };
static const struct {
  uint8_t bit, exception;
} waiting_states[] = {
  { 12, USAGE_FAULT }, { 13, MEMORY_FAULT }, { 14, BUS_FAULT }, { 15, SVCALL }
};

static uint32_t read_shcsr(void) {
  uint32_t value = shcsr & 0x70000;
  for (uint32_t i = 0; i < sizeof states / sizeof *states; i++)
    value |= (uint32_t)get(active, states[i].exception) << states[i].bit;
  for (uint32_t i = 0; i < sizeof waiting_states / sizeof *waiting_states; i++)
    value |= (uint32_t)get(pending, waiting_states[i].exception) << waiting_states[i].bit;
  return value;
}

static void write_shcsr(uint32_t value) {
  shcsr = value & 0x70000;
  for (uint32_t i = 0; i < sizeof states / sizeof *states; i++)
    put(active, states[i].exception, value >> states[i].bit & 1);
  for (uint32_t i = 0; i < sizeof waiting_states / sizeof *waiting_states; i++)
    put(pending, waiting_states[i].exception, value >> waiting_states[i].bit & 1);
}

static uint32_t *stored_register(uint32_t offset) {
  if (within(offset, 0xd94, 0x28) && (offset & 3) == 0) return &mpu[(offset - 0xd94) / 4];
  switch (offset) {
  case 0xd08: return &vtor;
  case 0xd10: return &scr;
  case 0xd14: return &nvic_ccr;
  case 0xd34: return &mmfar;
  case 0xd38: return &bfar;
  case 0xd88: return &cpacr;
  case 0xdfc: return &demcr;
  case 0xf34: return &fpccr;
  case 0xf38: return &fpcar;
  case 0xf3c: return &fpdscr;
  default: return 0;
  }
}

static uint32_t read_system(uint32_t offset) {
  const uint32_t *stored = stored_register(offset);
  if (stored) return *stored;
  switch (offset) {
  case 0x004: return WORDS - 1;  // ICTR
  case 0xd00: return 0x410fc241u;  // CPUID: Cortex-M4 r0p1
  case 0xd04: return icsr();
  case 0xd0c: return 0xfa050000u | prigroup << 8;
  case 0xd24: return read_shcsr();
  case 0xd28: return cfsr;
  case 0xd2c: return hfsr;
  case 0xd90: return 8 << 8;  // MPU_TYPE: eight regions
  case 0xf40: return 0x10110021u;  // MVFR0, MVFR1: single precision, half conversions
  case 0xf44: return 0x11000011u;
  default: return 0;
  }
}

static void write_system(uint32_t offset, uint32_t value) {
  uint32_t *stored = stored_register(offset);
  switch (offset) {
  case 0xd04: write_icsr(value); return;
  case 0xd08: vtor = value & 0xffffff80u; return;
  case 0xd94:
    if (value & 1) cpu_log_once(LOG_MPU, "the MPU is on, without effect: MPU_CTRL", value);
    *stored = value;
    return;
  case 0xd0c:
    if (value >> 16 != 0x5fa) return;
    prigroup = value >> 8 & 7;
    if (value & 4) chip_reset_requested();
    return;
  case 0xd24: write_shcsr(value); return;
  case 0xd28: cfsr &= ~value; return;
  case 0xd2c: hfsr &= ~value; return;
  case 0xf00:
    if ((value & 0x1ff) < IRQS) nvic_pend(FIRST_IRQ + (value & 0x1ff));
    return;
  default:
    if (stored) *stored = value;
  }
}

static uint32_t read_irqs(uint32_t offset) {
  uint32_t index = offset >> 2 & 31;
  if (index >= WORDS) return 0;
  switch (offset >> 7) {
  case 2:
  case 3: return irq_word(enabled, index);
  case 4:
  case 5: return irq_word(pending, index);
  default: return irq_word(active, index);
  }
}

static void write_irqs(uint32_t offset, uint32_t value) {
  uint32_t index = offset >> 2 & 31;
  if (index >= WORDS) return;
  switch (offset >> 7) {
  case 2: change_irqs(enabled, index, value, true); break;
  case 3: change_irqs(enabled, index, value, false); break;
  case 4: change_irqs(pending, index, value, true); break;
  case 5: clear_pending(index, value); break;
  }
}

// The priority bytes that lie at an offset: of the system's exceptions or the interrupts.
static uint8_t *priority_bytes(uint32_t offset) {
  if (within(offset, 0xd18, 12)) return &priorities[4 + offset - 0xd18];
  if (within(offset, 0x400, IRQS + 3)) return &priorities[FIRST_IRQ + offset - 0x400];
  return 0;
}

static uint32_t read_scs(uint32_t offset) {
  if (within(offset, 0x010, 16)) return systick_read(offset - 0x010);
  if (within(offset, 0x100, 0x280)) return read_irqs(offset);
  return read_system(offset);
}

static void write_scs(uint32_t offset, uint32_t value) {
  if (within(offset, 0x010, 16)) systick_write(offset - 0x010, value);
  else if (within(offset, 0x100, 0x280)) write_irqs(offset, value);
  else write_system(offset, value);
}

// ---- the whole private bus

enum { DWT_CTRL = 0xe0001000u, DWT_CYCCNT = 0xe0001004u, SCS = 0xe000e000u };

static uint32_t read_word(uint32_t address) {
  if (within(address, SCS, 0x1000)) return read_scs(address - SCS);
  if (address == DWT_CTRL) return 4u << 28 | cycle_control;
  if (address == DWT_CYCCNT)
    return cycle_control & 1 ? (uint32_t)(now - cycle_zero) : (uint32_t)cycle_zero;
  return 0;
}

// While the counter is off, cycle_zero holds its value.
static void write_cycle_control(uint32_t value) {
  if ((value ^ cycle_control) & 1) cycle_zero = now - cycle_zero;
  cycle_control = value & 1;
}

static void write_word(uint32_t address, uint32_t value) {
  if (within(address, SCS, 0x1000)) write_scs(address - SCS, value);
  else if (address == DWT_CTRL) write_cycle_control(value);
  else if (address == DWT_CYCCNT) cycle_zero = cycle_control & 1 ? now - value : value;
}

uint32_t nvic_read(uint32_t address, uint32_t size) {
  const uint8_t *bytes = within(address, SCS, 0x1000) ? priority_bytes(address - SCS) : 0;
  uint32_t value = 0;
  if (bytes) memcpy(&value, bytes, size);
  else value = read_word(address & ~3u) >> 8 * (address & 3);
  return size == 4 ? value : value & ((1u << 8 * size) - 1);
}

void nvic_write(uint32_t address, uint32_t value, uint32_t size) {
  uint8_t *bytes = within(address, SCS, 0x1000) ? priority_bytes(address - SCS) : 0;
  uint32_t shift = 8 * (address & 3), mask = size == 4 ? ~0u : ((1u << 8 * size) - 1) << shift;
  for (uint32_t i = 0; bytes && i < size; i++) bytes[i] = value >> 8 * i & 0xe0;
  bool clears = (address & 0xffc) == 0xd28;  // CFSR may be written in parts; zeros leave it
  if (!bytes)
    write_word(address & ~3u, (clears || size == 4 ? 0 : read_word(address & ~3u) & ~mask) |
                                  (value << shift & mask));
  changed();
}

void nvic_reset(uint32_t vectors) {
  memset(pending, 0, sizeof pending);
  memset(active, 0, sizeof active);
  memset(line, 0, sizeof line);
  memset(priorities, 0, sizeof priorities);
  memset(enabled, 0, sizeof enabled);
  enabled[0] = 0xffff;
  vtor = vectors;
  nvic_ccr = CCR_STKALIGN;
  fpccr = (uint32_t)ASPEN | LSPEN;
  prigroup = scr = shcsr = cfsr = hfsr = mmfar = bfar = cpacr = fpcar = fpdscr = demcr =
      cycle_control = 0;
  cycle_zero = 0;
  memset(mpu, 0, sizeof mpu);
  changed();
}
