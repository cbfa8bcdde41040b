// SPDX-License-Identifier: MIT
// Executes blocks of decoded steps: the Cortex-M4F's instructions, ARMv7-M Architecture Reference Manual, A7.
//
// A block's cycles and instructions are counted when it is entered, in a local variable of cpu_execute();
// a step that needs the exact time adds that to `now` and takes those of the steps behind it off for
// as long. Interrupts are taken between blocks, or behind an access to a peripheral that raised one.
// Not modelled: an interrupt in the middle of LDM, STM or a division (it waits for their end);
// privilege; flags in the frame of a fault when a later instruction of the block would have overwritten
// them unread.
#include "cpu_steps.h"

_Alignas(16) uint8_t flash[FLASH_SIZE];
_Alignas(16) uint8_t ram[RAM_SIZE];

struct cpu cpu;
uint64_t now, cpu_instructions, cpu_slept;
uint32_t cpu_attention, cpu_faulted;
int32_t cpu_allowance;  // cycles until the present run of blocks ends

// cpu_execute() counts cycles in the upper half, instructions in the lower.
#define CYCLES(count) ((uint64_t)(count) << 32)
enum { MOST_AT_ONCE = 1 << 30 };

static struct block *current;  // the block being executed
static struct block *entered;  // to be executed by the other kind of loop, from its first step on
static uint32_t current_half;  // the instruction that has the exact time
static bool in_step;
static uint32_t code_is_stale, stop_asked, was_reset;
static uint32_t logged;  // a bit for each subject that the log has had

static inline uint32_t *reg(uint32_t offset) { return (uint32_t *)((uint8_t *)cpu.r + offset); }

// ---- conditions

static inline bool sign(uint32_t value) { return value >> 31; }
static inline uint32_t high_nz(void) { return (uint32_t)((uint64_t)cpu.nz >> 32); }

#define HOLDS_EQ ((uint32_t)cpu.nz == 0)
#define HOLDS_NE ((uint32_t)cpu.nz != 0)
#define HOLDS_CS (cpu.c)
#define HOLDS_CC (!cpu.c)
#define HOLDS_MI (cpu.nz < 0)
#define HOLDS_PL (cpu.nz >= 0)
#define HOLDS_VS sign(cpu.v)
#define HOLDS_VC (!sign(cpu.v))
#define HOLDS_HI (cpu.c && HOLDS_NE)
#define HOLDS_LS (!cpu.c || HOLDS_EQ)
#define HOLDS_GE (!sign(high_nz() ^ cpu.v))
#define HOLDS_LT sign(high_nz() ^ cpu.v)
#define HOLDS_GT (HOLDS_NE && HOLDS_GE)
#define HOLDS_LE (HOLDS_EQ || HOLDS_LT)

// The same for the comparison of a with b.
#define COMPARES_EQ (a == b)
#define COMPARES_NE (a != b)
#define COMPARES_CS (a >= b)
#define COMPARES_CC (a < b)
#define COMPARES_MI sign(a - b)
#define COMPARES_PL (!sign(a - b))
#define COMPARES_VS sign((a ^ b) & (a ^ (a - b)))
#define COMPARES_VC (!sign((a ^ b) & (a ^ (a - b))))
#define COMPARES_HI (a > b)
#define COMPARES_LS (a <= b)
#define COMPARES_GE ((int32_t)a >= (int32_t)b)
#define COMPARES_LT ((int32_t)a < (int32_t)b)
#define COMPARES_GT ((int32_t)a > (int32_t)b)
#define COMPARES_LE ((int32_t)a <= (int32_t)b)

// ---- arithmetic with flags

static inline uint32_t add_flags(uint32_t a, uint32_t b) {
  uint32_t sum = a + b;
  set_nz(sum);
  cpu.c = sum < a;
  cpu.v = (a ^ sum) & (b ^ sum);
  return sum;
}

static inline uint32_t subtract_flags(uint32_t a, uint32_t b) {
  uint32_t difference = a - b;
  set_nz(difference);
  cpu.c = a >= b;
  cpu.v = (a ^ b) & (a ^ difference);
  return difference;
}

static inline uint32_t add_carry_flags(uint32_t a, uint32_t b) {
  uint64_t sum = (uint64_t)a + b + cpu.c;
  set_nz((uint32_t)sum);
  cpu.c = (uint32_t)(sum >> 32);
  cpu.v = (a ^ (uint32_t)sum) & (b ^ (uint32_t)sum);
  return (uint32_t)sum;
}

static inline uint32_t with_nz(uint32_t value) {
  set_nz(value);
  return value;
}

// ---- shifts (A2.2.1): by a register's low byte, of which 32 and more are allowed

static inline uint32_t shift_left(uint32_t v, uint32_t by) { return by < 32 ? v << by : 0; }
static inline uint32_t shift_right(uint32_t v, uint32_t by) { return by < 32 ? v >> by : 0; }
static inline uint32_t shift_signed(uint32_t v, uint32_t by) {
  return (uint32_t)((int32_t)v >> (by < 32 ? by : 31));
}

static uint32_t shift_left_flags(uint32_t v, uint32_t by) {
  if (by) cpu.c = by <= 32 ? v >> (32 - by) & 1 : 0;
  return with_nz(shift_left(v, by));
}

static uint32_t shift_right_flags(uint32_t v, uint32_t by) {
  if (by) cpu.c = by <= 32 ? v >> (by - 1) & 1 : 0;
  return with_nz(shift_right(v, by));
}

static uint32_t shift_signed_flags(uint32_t v, uint32_t by) {
  if (by) cpu.c = (by <= 32 ? v >> (by - 1) : v >> 31) & 1;
  return with_nz(shift_signed(v, by));
}

static uint32_t rotate_flags(uint32_t v, uint32_t by) {
  uint32_t result = rotate_right(v, by);
  if (by) cpu.c = result >> 31;
  return with_nz(result);
}

static inline uint32_t rotate_extended(uint32_t v) { return cpu.c << 31 | v >> 1; }

static uint32_t rotate_extended_flags(uint32_t v) {
  uint32_t result = rotate_extended(v);
  cpu.c = v & 1;
  return with_nz(result);
}

// A shifted operand, its carry set and nothing else; type and amount as encoded.
static uint32_t shift_with_carry(uint32_t type, uint32_t v, uint32_t by) {
  int64_t nz = cpu.nz;
  uint32_t amount = by ? by : 32, result;
  if (type == 0) result = shift_left_flags(v, by);
  else if (type == 1) result = shift_right_flags(v, amount);
  else if (type == 2) result = shift_signed_flags(v, amount);
  else result = by ? rotate_flags(v, by) : rotate_extended_flags(v);
  cpu.nz = nz;
  return result;
}

// ---- division: 2 to 12 cycles, by the length of the result; two are counted by the decoder

static uint64_t division_cost(uint32_t a, uint32_t b) {
  uint32_t length_a = a ? 32 - (uint32_t)__builtin_clz(a) : 0,
           length_b = b ? 32 - (uint32_t)__builtin_clz(b) : 0;
  return length_a >= length_b ? CYCLES((length_a - length_b + 4) / 4) : 0;
}

static void divide_by_zero(const struct step *s) {
  if (nvic_ccr & CCR_DIV_0_TRP) nvic_fault(USAGE_FAULT, DIVBYZERO);
  else *reg(s->d) = 0;
}

static uint32_t magnitude(uint32_t v) { return sign(v) ? -v : v; }

static uint32_t divide_signed(uint32_t a, uint32_t b) {
  uint32_t quotient = magnitude(a) / magnitude(b);
  return sign(a ^ b) ? -quotient : quotient;
}

static uint32_t reverse_bits(uint32_t v) {
  v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
  v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
  v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(v);
}

static uint32_t insert_bits(uint32_t into, uint32_t from, uint32_t width, uint32_t low) {
  uint32_t mask = (width == 32 ? ~0u : (1u << width) - 1) << low;
  return (into & ~mask) | (from << low & mask);
}

// ---- memory, the slow way: whatever is not an aligned access to RAM or flash

static uint32_t sign_extended(uint32_t kind, uint32_t v) {
  return kind == 3 ? (uint32_t)(int16_t)v : kind == 4 ? (uint32_t)(int8_t)v : v;
}

static void slow_single(const struct step *s, uint32_t kind, uint32_t address) {
  static const uint8_t sizes[] = { 4, 2, 1, 2, 1, 4, 2, 1 };
  if (s->d >= S0 * 4) require_alignment(address, 4);  // VLDR, VSTR
  if (cpu_faulted) return;
  if (kind >= 5) {
    data_write(address, *reg(s->d), sizes[kind]);
    return;
  }
  uint32_t value = data_read(address, sizes[kind]);
  if (!cpu_faulted) *reg(s->d) = sign_extended(kind, value);
}

static void slow_list(const struct step *s) {
  uint32_t address = *reg(s->n) + (uint32_t)(int16_t)s->link,
           base = *reg(s->n) + (uint32_t)((int32_t)s->link >> 16);
  uint32_t values[16], is_load = s->code != STM;
  require_alignment(address, 4);
  for (uint32_t list = s->imm; list && !cpu_faulted; list &= list - 1, address += 4) {
    uint32_t i = (uint32_t)__builtin_ctz(list);
    if (is_load) values[i] = data_read(address, 4);
    else data_write(address, cpu.r[i], 4);
  }
  if (cpu_faulted) return;
  for (uint32_t list = is_load ? s->imm : 0; list; list &= list - 1)
    cpu.r[__builtin_ctz(list)] = values[__builtin_ctz(list)];
  if (s->link >> 16) *reg(s->n) = base;
}

static void slow_float_list(const struct step *s) {
  uint32_t address = *reg(s->n) + s->imm;
  require_alignment(address, 4);
  for (uint32_t i = 0; i < s->m && !cpu_faulted; i++, address += 4) {
    if (s->code == VSTM) data_write(address, *reg(s->d + 4 * i), 4);
    else *reg(s->d + 4 * i) = data_read(address, 4);
  }
  if (!cpu_faulted) *reg(s->n) += s->link;
}

static void slow_double(const struct step *s) {
  uint32_t address = *reg(s->n) + s->imm;
  require_alignment(address, 4);
  if (cpu_faulted) return;
  if (s->code == STRD) {
    data_write(address, *reg(s->d), 4);
    if (!cpu_faulted) data_write(address + 4, *reg(s->m), 4);
    if (!cpu_faulted) *reg(s->n) += s->link;
    return;
  }
  uint32_t first = data_read(address, 4), second = cpu_faulted ? 0 : data_read(address + 4, 4);
  if (cpu_faulted) return;
  *reg(s->n) += s->link;
  *reg(s->d) = first;
  *reg(s->m) = second;
}

// The monitor knows one address; any exception clears it (A3.4).
static void slow_exclusive(const struct step *s) {
  bool is_store = s->code >= STREX;
  uint32_t address = *reg(s->n) + s->imm, size = 4u >> (s->code - (is_store ? STREX : LDREX));
  require_alignment(address, size);
  if (cpu_faulted) return;
  if (!is_store) {
    uint32_t value = data_read(address, size);
    if (cpu_faulted) return;
    cpu.exclusive = address & ~3u;
    *reg(s->d) = value;
    return;
  }
  bool granted = cpu.exclusive == (address & ~3u);
  cpu.exclusive = NOT_EXCLUSIVE;
  if (granted) data_write(address, *reg(s->m), size);
  if (!cpu_faulted) *reg(s->d) = !granted;
}

static void slow_table(const struct step *s) {
  uint32_t wide = s->code == TBH, offset = data_read(*reg(s->n) + (*reg(s->m) << wide), 1u << wide);
  if (!cpu_faulted) cpu.r[PC] = s->imm + 2 * offset;
}

static void slow_step(const struct step *s) {
  uint32_t code = s->code;
  if (code >= LDR_IMM && code <= STRB_IMM) slow_single(s, code - LDR_IMM, *reg(s->n) + s->imm);
  else if (code >= LDR_REG && code <= STRB_REG)
    slow_single(s, code - LDR_REG, *reg(s->n) + (*reg(s->m) << s->imm));
  else if (code >= LDR_WB && code <= STRB_WB) {
    uint32_t base = *reg(s->n);
    slow_single(s, code - LDR_WB, base + s->imm);
    if (!cpu_faulted && s->d != s->n) *reg(s->n) = base + s->link;
  } else if (code == LDM || code == LDM_PC || code == STM) slow_list(s);
  else if (code == LDRD || code == STRD) slow_double(s);
  else if (code == VLDM || code == VSTM) slow_float_list(s);
  else if (code >= LDREX && code <= STREXB) slow_exclusive(s);
  else if (code == TBB || code == TBH) slow_table(s);
  else if (code == FP_READY) fpu_ready();
  else divide_by_zero(s);
}

// ---- system instructions

static void wait_for_interrupt(uint32_t hint) {
  if (hint == 2 && cpu.event) {
    cpu.event = 0;
    return;
  }  // WFE
  if (hint == 4) {
    cpu.event = 1;
    return;
  }  // SEV
  cpu.asleep = 1;
  cpu_attention = 1;
}

static void change_state(uint32_t h) {  // CPS
  uint32_t disable = h >> 4 & 1;
  if (h & 2) cpu.primask = disable;
  if (h & 1) write_special(19, 0, disable);
  nvic_changed = cpu_attention = 1;
}

static void move_special(uint32_t encoding) {
  uint32_t n = encoding >> 16 & 15, d = encoding >> 8 & 15, special = encoding & 0xff;
  if (encoding >> 21 & 1) cpu.r[d] = read_special(special);
  else write_special(special, d, cpu.r[n]);
}

static void move_fpscr(uint32_t encoding) {
  uint32_t t = encoding >> 12 & 15;
  if (encoding >> 20 & 1) cpu.r[t] = cpu.fpscr;
  else cpu.fpscr = cpu.r[t] & 0xf7c0009fu;
}

static void system_step(uint32_t encoding) {
  if (encoding >> 8 == 0xdf) nvic_supervisor_call();
  else if (encoding >> 8 == 0xbe) nvic_breakpoint();
  else if (encoding >> 8 == 0xb6) change_state(encoding);
  else if (encoding >> 8 == 0xbf) wait_for_interrupt(encoding >> 4 & 15);
  else if (encoding >> 24 == 0xee) move_fpscr(encoding);
  else move_special(encoding);
}

void cpu_log_once(uint32_t subject, const char *text, uint32_t value) {
  if (!(logged >> subject & 1)) chip_log(text, value);
  logged |= 1u << subject;
}

static void give_reason(uint32_t code) {
  if (code == UNDEFINED) cpu_log_once(LOG_UNDEFINED, "undefined instruction at", cpu_pc());
  if (code == NO_CODE) nvic_bus_fault(current->address + 2 * current_half, IBUSERR);
  else nvic_fault(USAGE_FAULT, code == UNDEFINED ? UNDEFINSTR : NOCP);
}

// ---- the exact time, for everything that is not a plain step

const void *cpu_block(void) { return current; }

uint32_t cpu_pc(void) { return in_step ? current->address + 2 * current_half : cpu.r[PC]; }

static void
count(uint64_t spent) {  // the cycles may be negative: a skipped instruction's are taken back
  now += (uint64_t)(int64_t)(int32_t)(spent >> 32);
  cpu_instructions += (uint32_t)spent;
}

static void begin_step(const struct step *s) {
  now -= s->rest;
  cpu_instructions -= s->left;
  current_half = s->half;
  in_step = true;
}

static void end_step(const struct step *s) {
  now += s->rest;
  cpu_instructions += s->left;
  in_step = false;
}

static uint64_t earliest(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t run_until;
static uint32_t watched;  // whether stores are being noted

uint64_t cpu_due(void) { return earliest(run_until, earliest(next_event, systick_next)); }

static NOINLINE void set_allowance(void) {
  uint64_t limit = earliest(cpu_due(), spin_changes);
  bool ends = limit <= now || watched != spin_watches;
  cpu_allowance = ends ? 0 : (int32_t)earliest(limit - now, MOST_AT_ONCE);
}

// Whether the block ends behind this step. In the middle of an instruction it does not.
static NOINLINE bool must_leave(const struct step *s) {
  set_allowance();
  if (!cpu_attention) return false;
  bool only_nvic = nvic_changed && !(cpu_faulted || code_is_stale || stop_asked || was_reset ||
                                     cpu.locked_up || cpu.asleep);
  if (only_nvic && !nvic_due()) {
    nvic_changed = cpu_attention = 0;
    return false;
  }
  cpu_allowance = 0;
  return cpu_faulted || was_reset || s[1].half != s->half;
}

static uint32_t length_at(uint32_t address) {
  uint16_t half;
  return code_read(address, &half) && half >> 11 >= 0x1d ? 4 : 2;
}

// Ends the block at an instruction (the faulting one) or behind it.
static NOINLINE void leave(const struct step *s, bool behind) {
  uint32_t address = current->address + 2 * s->half, half = s->half;
  now -= s->rest;
  cpu_instructions -= s->left;
  if (was_reset) return;
  if (behind) {
    uint32_t length = length_at(address);
    address += length;
    half += length / 2;
  }
  cpu.it = it_state_at(current, half);
  cpu.r[PC] = address;
}

// ---- blocks

static struct block *checked_block(struct block *block) {  // code outside flash may have changed
  if (!(block->address & 1) && block_unchanged(block)) return block;
  uint32_t address = block->address & ~1u;
  block_forget(block);
  return block_of(block_at(address));
}

// Looks up what the instruction fetch meets: the cache's lines, code that may have changed.
static struct block *fetch_block(struct block *block) {
  if (block->lines & CHECKED) return checked_block(block);
  for (uint32_t i = 0; i < BLOCK_LINES && block->lines >> 8 * i & 1; i++)
    if (!cache_holds[block->line + i]) cache_miss(block->line + i);
  return block;
}

static struct block *block_to(struct step *s) {  // the target of a branch, remembered in it
  uint32_t generation = decoder_generation, found = block_at(s->imm);
  if (generation == decoder_generation) s->link = found;
  return block_of(found);
}

static struct block *first_block(void) {  // at cpu.r[PC]
  uint32_t it = cpu.it;
  cpu.it = 0;
  return block_of(it ? block_inside_it(cpu.r[PC], it) : block_at(cpu.r[PC]));
}

static void invalid_state(uint32_t address) {
  cpu.r[PC] = address & ~1u;
  nvic_fault(USAGE_FAULT, INVSTATE);
}

// Rotated, an unaligned offset is large: one comparison checks alignment and range.
static void list_used(uint32_t offset, uint32_t list) {
  for (; list; list &= list - 1, offset += 4) spin_used(offset, WHOLE_WORD);
}

#define RAM_WORD(o) (rotate_right(o, 2) < RAM_SIZE / 4)
#define RAM_HALF(o) (rotate_right(o, 1) < RAM_SIZE / 2)
#define RAM_BYTE(o) ((o) < RAM_SIZE)
#define FLASH_WORD(a) (rotate_right(a, 2) < FLASH_SIZE / 4)
#define FLASH_HALF(a) (rotate_right(a, 1) < FLASH_SIZE / 2)
#define FLASH_BYTE(a) ((a) < FLASH_SIZE)

#define D (*reg(s->d))
#define N (*reg(s->n))
#define M (*reg(s->m))

#define LOAD(in_ram, in_flash, from)                                                               \
  uint32_t o = a - RAM_START;                                                                      \
  if (in_ram(o)) {                                                                                 \
    const uint8_t *p = ram + o;                                                                    \
    if (notes) spin_used(o, BYTES_OF_##in_ram(o));                                                 \
    D = from;                                                                                      \
  } else if (in_flash(a)) {                                                                        \
    if (notes) spin_touched(a >> LINE_SHIFT, 1);                                                   \
    cache_touch(a);                                                                                \
    const uint8_t *p = flash + a;                                                                  \
    D = from;                                                                                      \
  } else goto slow;
#define BYTES_OF_RAM_WORD(o) WHOLE_WORD
#define BYTES_OF_RAM_HALF(o) bytes_of(o, 2)
#define BYTES_OF_RAM_BYTE(o) bytes_of(o, 1)
#define STORE(in_ram, to)                                                                          \
  uint32_t o = a - RAM_START;                                                                      \
  if (!in_ram(o)) goto slow;                                                                       \
  uint8_t *p = ram + o;                                                                            \
  if (notes) spin_set(o, BYTES_OF_##in_ram(o));                                                    \
  to;

#define LOADS(mode, address, after)                                                                \
  case LDR##mode: {                                                                                \
    uint32_t a = address;                                                                          \
    LOAD(RAM_WORD, FLASH_WORD, load32(p)) after                                                    \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case LDRH##mode: {                                                                               \
    uint32_t a = address;                                                                          \
    LOAD(RAM_HALF, FLASH_HALF, load16(p)) after                                                    \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case LDRB##mode: {                                                                               \
    uint32_t a = address;                                                                          \
    LOAD(RAM_BYTE, FLASH_BYTE, *p) after                                                           \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case LDRSH##mode: {                                                                              \
    uint32_t a = address;                                                                          \
    LOAD(RAM_HALF, FLASH_HALF, (uint32_t)(int16_t)load16(p)) after                                 \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case LDRSB##mode: {                                                                              \
    uint32_t a = address;                                                                          \
    LOAD(RAM_BYTE, FLASH_BYTE, (uint32_t)(int8_t)*p) after                                         \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case STR##mode: {                                                                                \
    uint32_t a = address;                                                                          \
    STORE(RAM_WORD, store32(p, D)) after                                                           \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case STRH##mode: {                                                                               \
    uint32_t a = address;                                                                          \
    STORE(RAM_HALF, store16(p, (uint16_t)D)) after                                                 \
  }                                                                                                \
    s++;                                                                                           \
    continue;                                                                                      \
  case STRB##mode: {                                                                               \
    uint32_t a = address;                                                                          \
    STORE(RAM_BYTE, *p = (uint8_t)D) after                                                         \
  }                                                                                                \
    s++;                                                                                           \
    continue;

#define PAIR(name, value, value_with_flags)                                                        \
  case name:                                                                                       \
    D = value;                                                                                     \
    s++;                                                                                           \
    continue;                                                                                      \
  case name##_S:                                                                                   \
    D = value_with_flags;                                                                          \
    s++;                                                                                           \
    continue;

#define LOGICAL(name, value)                                                                       \
  PAIR(name##_R, value(N, M), with_nz(value(N, M)))                                                \
  PAIR(name##_I, value(N, s->imm), with_nz(value(N, s->imm)))
#define AND_OF(a, b) ((a) & (b))
#define BIC_OF(a, b) ((a) & ~(b))
#define ORR_OF(a, b) ((a) | (b))
#define ORN_OF(a, b) ((a) | ~(b))
#define EOR_OF(a, b) ((a) ^ (b))

// Takes a branch or not: its target's block follows, or the one of the NEXT behind it.
#define BRANCH_IF(taken)                                                                           \
  if (taken) spent += CYCLES(s->d);                                                                \
  else s++;                                                                                        \
  goto follow;

// The registers in a list that is not empty, from consecutive words.
static inline void load_list(const uint8_t *from, uint32_t list) {
  do {
    cpu.r[__builtin_ctz(list)] = load32(from);
    from += 4;
  } while (list &= list - 1);
}

static bool expected(struct step *s, bool holds) {
  if (slice_learns) s->d = holds;
  else if (s->d != holds) slice_failed = true;
  return !slice_failed;
}

// Runs blocks from cpu.r[PC] on until the limit, a fault or a change of mode; cpu.r[PC] is then next.
static inline __attribute__((always_inline)) void execute(uint64_t until, const bool notes) {
  struct step *s;
  struct block *block;
  uint32_t target;
  uint64_t spent = 0;
  run_until = until;
  if (entered) cpu_allowance = 0;
  else set_allowance();
  block = entered ? entered : first_block();

enter:  // the only way into the loop: compilers for WebAssembly want it so
  if ((int32_t)(spent >> 32) >= cpu_allowance) {
    if (entered) {
      block = entered;
      entered = 0;
      set_allowance();
      goto begin;
    }
    count(spent);
    cpu.r[PC] = block->address & ~1u;
    cpu.it = block->it;
    return;
  }
  if (notes) {
    spin_touched(block->line, block->lines & ~MARKED);
    if (spin_records) spin_record(block);
  }
  if ((load32(cache_holds + block->line) & block->lines) != block->lines) {
    block = fetch_block(block);
    if (!notes && block == spin_place) goto place;
  }
  if (notes && (spin_place == block || spin_place == ANYWHERE)) {
  place:
    count(spent);
    spent = 0;
    current = block;
    cpu.r[PC] = block->address & ~1u;
    spin_enter(block);
    if (watched != spin_watches) {
      entered = block;
      return;
    }
    set_allowance();
  }
begin:
  current = block;
  spent += block->cost;
  s = block->steps;

  for (;;) {
    if (notes && slice_follows) slice_step(s);
    switch (s->code) {
    LOGICAL(AND, AND_OF)
    LOGICAL(BIC, BIC_OF) LOGICAL(ORR, ORR_OF) LOGICAL(ORN, ORN_OF) LOGICAL(EOR, EOR_OF) PAIR(
        MOV_R, M, with_nz(M)) PAIR(MOV_I, s->imm, with_nz(s->imm)) PAIR(MVN_R, ~M, with_nz(~M))
        PAIR(LSL_I, M << s->imm, shift_left_flags(M, s->imm)) PAIR(LSR_I, shift_right(M, s->imm),
                                                                   shift_right_flags(M, s->imm))
            PAIR(ASR_I, shift_signed(M, s->imm), shift_signed_flags(M, s->imm)) PAIR(
                ROR_I, rotate_right(M, s->imm),
                rotate_flags(M, s->imm)) PAIR(RRX, rotate_extended(M), rotate_extended_flags(M))
                PAIR(LSL_R, shift_left(N, M & 0xff), shift_left_flags(N, M & 0xff))
                    PAIR(LSR_R, shift_right(N, M & 0xff), shift_right_flags(N, M & 0xff))
                        PAIR(ASR_R, shift_signed(N, M & 0xff), shift_signed_flags(N, M & 0xff))
                            PAIR(ROR_R, rotate_right(N, M), rotate_flags(N, M & 0xff)) PAIR(
                                MUL, N * M, with_nz(N * M)) PAIR(ADD_R, N + M, add_flags(N, M))
                                PAIR(ADD_I, N + s->imm,
                                     add_flags(N, s->imm)) PAIR(SUB_R, N - M, subtract_flags(N, M))
                                    PAIR(SUB_I, N - s->imm, subtract_flags(N, s->imm))
                                        PAIR(RSB_R, M - N, subtract_flags(M, N))
                                            PAIR(RSB_I, s->imm - N, subtract_flags(s->imm, N))
                                                PAIR(ADC_R, N + M + cpu.c, add_carry_flags(N, M))
                                                    PAIR(ADC_I, N + s->imm + cpu.c,
                                                         add_carry_flags(N, s->imm))
                                                        PAIR(SBC_R, N + ~M + cpu.c,
                                                             add_carry_flags(N, ~M))
                                                            PAIR(SBC_I, N + ~s->imm + cpu.c,
                                                                 add_carry_flags(N, ~s->imm))

                                                                case CMP_R:
      subtract_flags(N, M);
      s++;
      continue;
    case CMP_I:
      subtract_flags(N, s->imm);
      s++;
      continue;
    case CMN_R:
      add_flags(N, M);
      s++;
      continue;
    case CMN_I:
      add_flags(N, s->imm);
      s++;
      continue;
    case TST_R:
      set_nz(N & M);
      s++;
      continue;
    case TST_I:
      set_nz(N & s->imm);
      s++;
      continue;
    case TEQ_R:
      set_nz(N ^ M);
      s++;
      continue;
    case TEQ_I:
      set_nz(N ^ s->imm);
      s++;
      continue;
    case SET_C:
      cpu.c = s->imm;
      s++;
      continue;
    case SHIFT_C:
      D = shift_with_carry(s->n / 4, M, s->imm);
      s++;
      continue;
    case ADD_LSL:
      D = N + (M << s->imm);
      s++;
      continue;
    case MOVT:
      D = (D & 0xffff) | s->imm << 16;
      s++;
      continue;
    case UBFX:
      D = N >> s->link & (s->imm == 32 ? ~0u : (1u << s->imm) - 1);
      s++;
      continue;
    case SBFX:
      D = (uint32_t)((int32_t)(N << (32 - s->link - s->imm)) >> (32 - s->imm));
      s++;
      continue;
    case BFI:
      D = insert_bits(D, N, s->imm, s->link);
      s++;
      continue;
    case CLZ: {
      uint32_t v = M;
      D = v ? (uint32_t)__builtin_clz(v) : 32;
      s++;
      continue;
    }
    case RBIT:
      D = reverse_bits(M);
      s++;
      continue;
    case REV:
      D = __builtin_bswap32(M);
      s++;
      continue;
    case REV16: {
      uint32_t v = M;
      D = (v & 0xff00ff) << 8 | (v >> 8 & 0xff00ff);
      s++;
      continue;
    }
    case REVSH: {
      uint32_t v = M;
      D = (uint32_t)(int16_t)((v & 0xff) << 8 | (v >> 8 & 0xff));
      s++;
      continue;
    }
    case SXTB:
      D = (uint32_t)(int8_t)M;
      s++;
      continue;
    case SXTH:
      D = (uint32_t)(int16_t)M;
      s++;
      continue;
    case UXTB:
      D = M & 0xff;
      s++;
      continue;
    case UXTH:
      D = M & 0xffff;
      s++;
      continue;
    case MLA:
      D = *reg(s->imm) + N * M;
      s++;
      continue;
    case MLS:
      D = *reg(s->imm) - N * M;
      s++;
      continue;
    case UMULL: {
      uint64_t p = (uint64_t)N * M;
      D = (uint32_t)p;
      *reg(s->imm) = (uint32_t)(p >> 32);
      s++;
      continue;
    }
    case SMULL: {
      int64_t p = (int64_t)(int32_t)N * (int32_t)M;
      D = (uint32_t)p;
      *reg(s->imm) = (uint32_t)((uint64_t)p >> 32);
      s++;
      continue;
    }
    case UMLAL: {
      uint64_t p = ((uint64_t)*reg(s->imm) << 32 | D) + (uint64_t)N * M;
      D = (uint32_t)p;
      *reg(s->imm) = (uint32_t)(p >> 32);
      s++;
      continue;
    }
    case SMLAL: {
      uint64_t p =
          ((uint64_t)*reg(s->imm) << 32 | D) + (uint64_t)((int64_t)(int32_t)N * (int32_t)M);
      D = (uint32_t)p;
      *reg(s->imm) = (uint32_t)(p >> 32);
      s++;
      continue;
    }
    case SDIV: {
      uint32_t a = N, b = M;
      if (!b) goto slow;
      spent += division_cost(magnitude(a), magnitude(b));
      D = divide_signed(a, b);
      s++;
      continue;
    }
    case UDIV: {
      uint32_t a = N, b = M;
      if (!b) goto slow;
      spent += division_cost(a, b);
      D = a / b;
      s++;
      continue;
    }
    case DSP:
      dsp_execute(s->imm);
      s++;
      continue;
    case ALIGN_SP:
      cpu.r[SP] &= ~3u;
      s++;
      continue;

      LOADS(_IMM, N + s->imm, )
      LOADS(_REG, N + (M << s->imm), )
      LOADS(_WB, N + s->imm, if (s->d != s->n) N = a - s->imm + s->link;)

    case LDR_CONST:
      D = s->imm;
      if (notes) spin_touched(s->link, 1);
      if (!cache_holds[s->link]) cache_miss(s->link);
      s++;
      continue;

    case LDM: {
      uint32_t base = N, o = base + (uint32_t)(int16_t)s->link - RAM_START, list = s->imm;
      if (o & 3 || o > RAM_SIZE - 64) goto slow;
      if (s->link >> 16) N = base + (uint32_t)((int32_t)s->link >> 16);
      if (notes) list_used(o, list);
      load_list(ram + o, list);
      s++;
      continue;
    }
    case STM: {
      uint32_t base = N, o = base + (uint32_t)(int16_t)s->link - RAM_START, list = s->imm;
      if (o & 3 || o > RAM_SIZE - 64) goto slow;
      uint8_t *p = ram + o;
      do {
        if (notes) spin_set((uint32_t)(p - ram), WHOLE_WORD);
        store32(p, cpu.r[__builtin_ctz(list)]);
        p += 4;
      } while (list &= list - 1);
      if (s->link >> 16) N = base + (uint32_t)((int32_t)s->link >> 16);
      s++;
      continue;
    }
    case LDM_PC: {
      uint32_t base = N, o = base + (uint32_t)(int16_t)s->link - RAM_START, list = s->imm;
      if (o & 3 || o > RAM_SIZE - 64) goto slow;
      if (s->link >> 16) N = base + (uint32_t)((int32_t)s->link >> 16);
      if (notes) list_used(o, list);
      load_list(ram + o, list);
      s++;
      target = cpu.r[PC];
      goto branch_exchange;
    }
    case LDRD: {
      uint32_t base = N, o = base + s->imm - RAM_START;
      if (o & 3 || o > RAM_SIZE - 8) goto slow;
      N = base + s->link;
      if (notes) {
        spin_used(o, WHOLE_WORD);
        spin_used(o + 4, WHOLE_WORD);
      }
      D = load32(ram + o);
      M = load32(ram + o + 4);
      s++;
      continue;
    }
    case STRD: {
      uint32_t base = N, o = base + s->imm - RAM_START;
      if (o & 3 || o > RAM_SIZE - 8) goto slow;
      if (notes) {
        spin_set(o, WHOLE_WORD);
        spin_set(o + 4, WHOLE_WORD);
      }
      store32(ram + o, D);
      store32(ram + o + 4, M);
      N = base + s->link;
      s++;
      continue;
    }
    case TBB: {
      uint32_t a = N + M;
      if (!FLASH_BYTE(a)) goto slow;
      if (notes) spin_touched(a >> LINE_SHIFT, 1);
      cache_touch(a);
      cpu.r[PC] = s->imm + 2 * flash[a];
      s++;
      continue;
    }
    case VMRS_FLAGS:
      set_nzcv(cpu.fpscr);
      s++;
      continue;
    case FP:
      fpu_execute(s);
      s++;
      continue;
    case CLREX:
      cpu.exclusive = NOT_EXCLUSIVE;
      s++;
      continue;
    case WATCH:
      count(spent);
      spent = 0;
      begin_step(s);
      watch_entered(current->address);
      end_step(s);
      must_leave(s);  // if the board asks for a stop: behind this block
      s++;
      continue;

#define X(name)                                                                                    \
  case EXPECT_##name:                                                                              \
    if (!expected(s, HOLDS_##name)) goto slice_over;                                               \
    s++;                                                                                           \
    continue;
      CONDITIONS(X)
#undef X
    case SLICE_END:
    slice_over:
      count(spent);
      return;

    case VLDM:
    case VSTM:
    case LDREX:
    case LDREXH:
    case LDREXB:
    case STREX:
    case STREXH:
    case STREXB:
    case TBH:
    case FP_READY:
    slow:
      count(spent);
      spent = 0;
      begin_step(s);
      slow_step(s);
      end_step(s);
      if (must_leave(s)) {
        leave(s, !cpu_faulted);
        return;
      }
      s++;
      continue;

#define X(name)                                                                                    \
  case SKIP_##name:                                                                                \
    if (!(HOLDS_##name)) {                                                                         \
      spent -= CYCLES(s->link);                                                                    \
      s += s->imm;                                                                                 \
    }                                                                                              \
    s++;                                                                                           \
    continue;
      CONDITIONS(X)
#undef X

    case NEXT:
    case B: goto follow;
#define X(name)                                                                                    \
  case B_##name: BRANCH_IF(HOLDS_##name)
      CONDITIONS(X)
#undef X
#define X(name)                                                                                    \
  case CMP_R_##name: {                                                                             \
    uint32_t a = N, b = M;                                                                         \
    BRANCH_IF(COMPARES_##name)                                                                     \
  }
      CONDITIONS(X)
#undef X
#define X(name)                                                                                    \
  case CMP_I_##name: {                                                                             \
    uint32_t a = N, b = s->m;                                                                      \
    BRANCH_IF(COMPARES_##name)                                                                     \
  }
      CONDITIONS(X)
#undef X
#define X(name)                                                                                    \
  case CMP_R_S_##name: {                                                                           \
    uint32_t a = N, b = M;                                                                         \
    subtract_flags(a, b);                                                                          \
    BRANCH_IF(COMPARES_##name)                                                                     \
  }
      CONDITIONS(X)
#undef X
#define X(name)                                                                                    \
  case CMP_I_S_##name: {                                                                           \
    uint32_t a = N, b = s->m;                                                                      \
    subtract_flags(a, b);                                                                          \
    BRANCH_IF(COMPARES_##name)                                                                     \
  }
      CONDITIONS(X)
#undef X
    case TST_R_EQ: BRANCH_IF(!(N & M))
    case TST_R_NE: BRANCH_IF(N & M)
    case TST_I_EQ: BRANCH_IF(!(N & s->m))
    case TST_I_NE: BRANCH_IF(N & s->m)
    case CBZ: BRANCH_IF(!N)
    case CBNZ: BRANCH_IF(N)
    case BL: cpu.r[LR] = current->address + 2u * s->half + 5; goto follow;
    case BLX:
      target = M;
      cpu.r[LR] = current->address + 2u * s->half + 3;
      goto interworking;
    case BX:
      target = M;
    branch_exchange:
      if (target >> 28 == 15 && cpu.ipsr) {
        count(spent);
        exception_return(target);
        if (cpu_faulted) leave(s, false);
        return;
      }
    interworking:
      if (!(target & 1)) {
        count(spent);
        invalid_state(target);
        return;
      }
      target &= ~1u;
      goto find;
    case BRANCH_PC: target = cpu.r[PC] & ~1u; goto find;
    case SYSTEM:
      count(spent);
      spent = 0;
      begin_step(s);
      system_step(s->imm);
      end_step(s);
      if (must_leave(s) || !cpu_allowance) {
        leave(s, !cpu_faulted);
        return;
      }
      s++;
      continue;
    default:
      count(spent);
      spent = 0;
      begin_step(s);
      give_reason(s->code);
      end_step(s);
      leave(s, false);
      return;

    follow:  // s branches to s->imm
      block = s->link ? block_of(s->link) : block_to(s);
      goto enter;

    find:
      block = block_of(hashes[hash_of(target)]);
      if (block->address != target) block = block_of(block_at(target));
      goto enter;
    }
  }
}

// A block that the cache never seems to hold is looked at each time it is entered.
void cpu_mark(const void *block, bool on) {
  struct block *marked = (struct block *)block;
  marked->lines = on ? marked->lines | MARKED : marked->lines & ~MARKED;
}

static NOINLINE void execute_plainly(uint64_t until) { execute(until, false); }
static NOINLINE void execute_noting_stores(uint64_t until) { execute(until, true); }

uint64_t cpu_run_slice(struct block *slice) {
  struct block *block = current;
  uint64_t began = now, instructions = cpu_instructions;
  uint32_t kind = watched;
  entered = slice;
  execute_plainly(run_until);
  uint64_t cycles = now - began;
  now = began;
  cpu_instructions = instructions;
  current = block;
  watched = kind;
  return cycles;
}

void cpu_execute(uint64_t until) {
  spin_change();
  do {
    watched = spin_watches;
    if (watched) execute_noting_stores(until);
    else execute_plainly(until);
  } while (entered);
}

// ---- running

static void sleep(uint64_t until) {
  if (nvic_wakes()) {
    cpu.asleep = 0;
    return;
  }
  uint64_t wakes = earliest(until, earliest(next_event, systick_next));
  spin_disturbed();
  if (wakes <= now) return;
  cpu_slept += wakes - now;
  spin_slept(wakes - now);
  now = wakes;
}

static void happen(void) {  // what is due by now
  if (now >= systick_next) {
    spin_disturbed();
    systick_tick();
  }
  if (now >= next_event) events();
  if (code_is_stale) {
    code_is_stale = 0;
    decoder_forget();
  }
}

uint32_t cpu_run(uint64_t until) {
  stop_asked = 0;
  spin_disturbed();  // the host may have changed anything
  while (now < until && !stop_asked && !cpu.locked_up) {
    happen();
    cpu_attention = cpu_faulted = was_reset = 0;
    while (nvic_take()) {
      cpu.asleep = 0;
      spin_disturbed();
    }
    if (cpu.asleep) {
      sleep(until);
      continue;
    }
    if (!stop_asked && !cpu.locked_up) cpu_execute(until);
  }
  return cpu.locked_up ? CPU_LOCKED_UP : stop_asked ? CPU_STOPPED : CPU_RAN;
}

void cpu_stop(void) {
  stop_asked = 1;
  cpu_attention = 1;
}

void cpu_code_changed(void) {
  code_is_stale = 1;
  cpu_attention = 1;
}

uint32_t cpu_register(uint32_t number) {
  return number == 16 ? get_xpsr() : number == PC ? cpu_pc() : cpu.r[number & 15];
}

void cpu_reset(uint32_t vectors) {
  cpu = (struct cpu){ .nz = 1, .exclusive = NOT_EXCLUSIVE };
  nvic_reset(vectors);
  systick_reset();
  cache_reset();
  cpu_code_changed();
  cpu.r[LR] = 0xffffffffu;
  cpu.r[SP] = data_read(vectors, 4) & ~3u;
  cpu.r[PC] = data_read(vectors + 4, 4) & ~1u;
  was_reset = 1;
}

void cpu_power_on(void) {
  now = cpu_instructions = cpu_slept = 0;
  spin_power_on();
  logged = 0;
}
