// SPDX-License-Identifier: MIT
// Finds the part of a turn that depends on the count of the RTC, so that the turn need not be executed again for each count.
//
// While a turn is executed, each step is followed before it happens: from the loads of the count on, what is computed
// from it "varies". Steps that compute what varies are copied into a block of their own, the slice; what else they use is a
// constant there. A branch that depends on the count becomes a step EXPECT: the slice fails if the branch goes the other
// way. Addresses must not vary: such a turn has no slice, as one with a step that is
// not known here. A trial with the turn's own count must give what the turn gave.
//
// Most turns use only the upper bits of the count: the lower ones are shifted out, or the count is copied, or compared with
// one read earlier, which cannot be larger. The turn is then the same for all counts with the same upper bits, but for the copies.
//
// The same steps tell which registers a turn sets before it reads them: what these hold at its start does not matter.
#include "cpu_steps.h"
#include "soc.h"

enum { MOST_UNREAD = 16, BEFORE = 128, MOST_STEPS = 512, MOST_WORDS = 48, COUNT_REGISTER = 0x40002418 };
#define BIT_OF(slot) (1ull << (slot) / 4)
#define NZ (1ull << SLOTS)
#define CARRY (2ull << SLOTS)
#define OVERFLOW (4ull << SLOTS)
#define FLOAT_FLAGS (8ull << SLOTS)
#define FLAGS (NZ | CARRY | OVERFLOW)
enum {
#define X(name) name,
  CONDITIONS(X)
#undef X
};
#define TEMPORARY (SCRATCH2 * 4)

bool slice_follows;
static uint64_t read, set, varying;         // registers, as bits: read before they are set, set, and dependent on the count
static bool is_whole;                       // so far
static bool has_divided;
static bool has_lost_flags;                 // a comparison of the slice has overwritten what varies and is not read
static uint64_t known;                      // registers that hold a constant in the slice,
static uint32_t constants[SLOTS];           // namely this
static _Alignas(16) uint8_t slice_memory[sizeof(struct block) + MOST_STEPS * sizeof(struct step)];
#define SLICE ((struct block *)slice_memory)
static uint32_t steps, loads[MOST_COUNTS], load_count;
static uint64_t copies;                     // registers that hold a count itself; flags that depend on one's lower bits
static uint8_t ages[SLOTS];                 // of these counts: 1 for the one read last; BEFORE for one of an earlier turn
static struct word {
  uint32_t offset, kept, place;  // the place is spin.c's
  uint32_t bytes;                // those that vary, as bits
  uint8_t age;                   // if it is a count itself; or 0
} words[MOST_WORDS];
static uint32_t word_count;
// What a turn hands on to the next one and depends on the count: registers, and the first words of the list.
static uint64_t handed;
static uint32_t handed_count, handed_values[SLOTS];
static bool found_more;                     // such things, by the turn that was followed last
static uint64_t own_cycles;                 // those of the trial's divisions
uint32_t slice_unread;                      // bits of the count, the lowest: nothing but copies of it depends on them

void slice_forget(void) {
  handed = 0;
  handed_count = 0;
}

void slice_begin(void) {
  slice_follows = is_whole = true;
  has_lost_flags = has_divided = false;
  read = set = known = 0;
  varying = handed;
  steps = load_count = 0;
  copies = 0;
  slice_unread = MOST_UNREAD;
  word_count = handed_count;
  for (uint32_t i = 0; i < word_count; i++) {
    words[i].bytes = WHOLE_WORD;
    if (words[i].age) words[i].age = BEFORE;
  }
}

static void give_up(void) { is_whole = slice_follows = false; }

static void emit(struct step step) {
  if (steps == MOST_STEPS - 1) give_up();
  else SLICE->steps[steps++] = step;
}

static uint32_t *slot(uint32_t offset) { return (uint32_t *)((uint8_t *)cpu.r + offset); }

static void use_constant(uint32_t offset, uint32_t value) {
  uint64_t bit = BIT_OF(offset);
  if (known & bit && constants[offset / 4] == value) return;
  known |= bit;
  constants[offset / 4] = value;
  emit((struct step){ .code = MOV_I, .d = (uint8_t)offset, .imm = value });
}

static void use(uint64_t reads) {
  if (reads & (NZ | OVERFLOW) & ~varying || (has_lost_flags && reads & FLAGS)) give_up();
  if (reads & CARRY & ~varying) emit((struct step){ .code = SET_C, .imm = cpu.c });
  for (uint64_t left = reads & ~varying & (NZ - 1); left; left &= left - 1) {
    uint32_t offset = 4 * (uint32_t)__builtin_ctzll(left);
    use_constant(offset, *slot(offset));
  }
}

// Takes note of what a step reads and sets; returns whether what it sets varies.
static bool computes(uint64_t reads, uint64_t sets) {
  bool varies = reads & varying;
  read |= reads & ~set;
  set |= sets;
  if (varies) {
    use(reads);
    if (sets & BIT_OF(PC * 4)) give_up();
    known &= ~sets;
    if ((sets & FLAGS) == FLAGS) has_lost_flags = false;
    varying |= sets;
  } else varying &= ~sets;
  copies &= ~sets;
  return varies;
}

static void read_from_bit(uint32_t bit) {
  if (bit < slice_unread) slice_unread = bit;
}

static uint32_t lowest_bit_read(const struct step *s) {
  switch (s->code) {
    case LSR_I: return s->imm;
    case LSR_I_S: return s->imm ? s->imm - 1 : 0;  // the carry
    case UBFX: return s->link;
    default: return 0;
  }
}

static uint8_t age_of(uint32_t offset) { return copies & BIT_OF(offset) ? ages[offset / 4] : 0; }

static void set_age(uint32_t offset, uint8_t age) {
  copies = age ? copies | BIT_OF(offset) : copies & ~BIT_OF(offset);
  ages[offset / 4] = age;
}

static void get_older(uint8_t *age) {
  if (*age && *age < BEFORE - 1) ++*age;
}

static bool reads_one_before(uint64_t reads) {
  for (uint64_t left = reads & copies & (NZ - 1); left; left &= left - 1)
    if (ages[__builtin_ctzll(left)] == BEFORE) return true;
  return false;
}

static void copy(const struct step *s, uint64_t reads, uint64_t sets) {
  uint8_t age = s->code == MOV_R ? age_of(s->m) : 0;
  if (reads & copies && !age) read_from_bit(reads_one_before(reads) ? 0 : lowest_bit_read(s));
  if (computes(reads, sets)) emit(*s);
  if (age) set_age(s->d, age);
}

// What is not copied must not depend on the count.
static void stays(uint64_t reads, uint64_t sets) {
  if (computes(reads, sets)) give_up();
}

// ---- memory

static uint32_t word_at(uint32_t offset) {
  uint32_t i = 0;
  while (i < word_count && words[i].offset != offset) i++;
  return i;
}

// The bytes of a word that vary, as bits.
static uint32_t bytes_at(uint32_t offset) {
  uint32_t i = word_at(offset);
  return i < word_count ? words[i].bytes : 0;
}

static void access(uint32_t kind, uint32_t address, uint32_t d) {
  if (varying & BIT_OF(TEMPORARY)) give_up();
  use_constant(TEMPORARY, address);
  emit((struct step){ .code = (uint16_t)(LDR_IMM + kind), .d = (uint8_t)d, .n = TEMPORARY });
}

// The time of the load must not depend on a division before it.
static void load_count_into(uint32_t d) {
  if (has_divided) give_up();
  known &= ~BIT_OF(d);
  varying |= BIT_OF(d);
  for (uint32_t i = 0; i < SLOTS; i++) get_older(&ages[i]);
  for (uint32_t i = 0; i < word_count; i++) get_older(&words[i].age);
  set_age(d, 1);
  if (load_count == MOST_COUNTS) give_up();
  else loads[load_count++] = steps;
  emit((struct step){ .code = MOV_I, .d = (uint8_t)d });
}

static const uint8_t sizes[] = { 4, 2, 1, 2, 1, 4, 2, 1 };

static void load_copy(uint32_t i, uint32_t bytes, uint32_t d) {
  if (!words[i].age) return;
  if (bytes == WHOLE_WORD) set_age(d, words[i].age);
  else read_from_bit(0);
}

static void store_copy(uint32_t i, uint32_t bytes, uint32_t d) {
  if (bytes != WHOLE_WORD && (words[i].age || age_of(d))) read_from_bit(0);
  words[i].age = age_of(d);
}

static void load(uint32_t kind, uint32_t address, uint32_t d) {
  uint32_t offset = address - RAM_START, bytes = bytes_of(address, sizes[kind]);
  uint32_t found = offset < RAM_SIZE ? bytes_at(offset & ~3u) & bytes : 0;
  set |= BIT_OF(d);
  copies &= ~BIT_OF(d);
  if (found) {
    if (found != bytes || d == PC * 4) give_up();
    load_copy(word_at(offset & ~3u), bytes, d);
    access(kind, address, d);
    known &= ~BIT_OF(d);
    varying |= BIT_OF(d);
  } else if (address == COUNT_REGISTER && kind == 0) load_count_into(d);
  else varying &= ~BIT_OF(d);
}

static void store(uint32_t kind, uint32_t address, uint32_t d) {
  uint32_t offset = address - RAM_START, bytes = bytes_of(address, sizes[kind]), i = word_at(offset & ~3u);
  read |= BIT_OF(d) & ~set;
  if (!(varying & BIT_OF(d))) {
    if (i < word_count) words[i].bytes &= ~bytes;
    return;
  }
  if (offset >= RAM_SIZE || i == MOST_WORDS) give_up();
  if (!slice_follows) return;
  if (i == word_count) {
    words[word_count].offset = offset & ~3u;
    words[word_count].age = 0;
    words[word_count++].bytes = 0;
  }
  store_copy(i, bytes, d);
  words[i].bytes |= bytes;
  access(kind, address, d);
}

static void move(uint32_t kind, uint32_t address, uint32_t d) {
  if (address & (kind % 5 == 0 ? 3 : kind % 5 % 2)) give_up();
  if (kind >= 5) store(kind, address, d);
  else load(kind, address, d);
}

static void single(const struct step *s, uint32_t kind, uint32_t address, uint64_t base) {
  stays(base, 0);
  move(kind, address, s->d);
}

static void list(const struct step *s, uint32_t kind) {
  uint32_t address = *slot(s->n) + (uint32_t)(int16_t)s->link;
  stays(BIT_OF(s->n), 0);
  for (uint32_t left = s->imm; left; left &= left - 1, address += 4)
    move(kind, address, 4 * (uint32_t)__builtin_ctz(left));
  if (s->link >> 16) stays(0, BIT_OF(s->n));
}

static void pair(const struct step *s, uint32_t kind) {
  uint32_t address = *slot(s->n) + s->imm;
  stays(BIT_OF(s->n), 0);
  move(kind, address, s->d);
  move(kind, address + 4, s->m);
}

static void float_list(const struct step *s, uint32_t kind) {
  uint32_t address = *slot(s->n) + s->imm;
  stays(BIT_OF(s->n), 0);
  for (uint32_t i = 0; i < s->m; i++) move(kind, address + 4 * i, s->d + 4 * i);
}

// ---- computing

static void of_pair(const struct step *s) {
  uint64_t n = BIT_OF(s->n), m = BIT_OF(s->m), reads, sets = BIT_OF(s->d);
  switch (s->code & ~1u) {
    case MOV_I: reads = 0; break;
    case MOV_R: case MVN_R: case LSL_I: case LSR_I: case ASR_I: case ROR_I: reads = m; break;
    case RRX: reads = m | CARRY; break;
    case AND_I: case BIC_I: case ORR_I: case ORN_I: case EOR_I: case ADD_I: case SUB_I: case RSB_I: reads = n; break;
    case ADC_I: case SBC_I: reads = n | CARRY; break;
    case ADC_R: case SBC_R: reads = n | m | CARRY; break;
    default: reads = n | m;
  }
  if (s->code & 1) {
    bool shifts = s->code >= LSL_I && s->code <= ROR_R_S, adds = s->code >= ADD_R;
    if (shifts && (s->code >= LSL_R || !s->imm)) reads |= CARRY;  // it stays if nothing is shifted
    sets |= adds ? FLAGS : shifts ? NZ | CARRY : NZ;
  }
  copy(s, reads, sets);
}

static void of_float(const struct step *s) {
  uint64_t reads = BIT_OF(s->n) | BIT_OF(s->m);
  if (s->imm >= FP_COMPARE && s->imm <= FP_COMPARE_ZERO_E) copy(s, reads, FLOAT_FLAGS);
  else copy(s, reads | BIT_OF(s->d), BIT_OF(s->d));
}

static void divide(const struct step *s) {
  if (varying & BIT_OF(s->m) || !*slot(s->m)) give_up();
  if (varying & BIT_OF(s->n)) has_divided = true;
  copy(s, BIT_OF(s->n) | BIT_OF(s->m), BIT_OF(s->d));
}

static uint64_t flags_of(uint32_t condition) {
  static const uint64_t read[14] = { NZ, NZ, CARRY, CARRY, NZ, NZ, OVERFLOW, OVERFLOW,
                                     NZ | CARRY, NZ | CARRY, NZ | OVERFLOW, NZ | OVERFLOW, NZ | OVERFLOW, NZ | OVERFLOW };
  return read[condition];
}

static void branch(uint32_t condition) {
  copy(&(struct step){ .code = (uint16_t)(EXPECT_EQ + condition) }, flags_of(condition), 0);
}

// The count only grows, so a comparison with one read earlier may always give the same.
static bool is_sure(struct step comparison, uint32_t condition) {
  uint32_t n = age_of(comparison.n), m = age_of(comparison.m);
  if (comparison.code != CMP_R || !n || !m || n == m) return false;
  return n > m ? condition == LS || condition == HI : condition == CS || condition == CC;
}

// A comparison and a branch in one step; `keeps` tells that the flags are what they were afterwards.
static void compare(struct step comparison, uint64_t reads, uint32_t condition, bool keeps) {
  read |= reads & ~set;
  if (!(reads & varying)) {
    if (!keeps) stays(0, FLAGS);
    return;
  }
  if (reads & copies && !is_sure(comparison, condition)) read_from_bit(0);
  use(reads);
  emit(comparison);
  emit((struct step){ .code = (uint16_t)(EXPECT_EQ + condition) });
  if (keeps) has_lost_flags = true;
  else {
    set |= FLAGS;
    varying |= FLAGS;
    copies = reads & copies ? copies | FLAGS : copies & ~FLAGS;
    has_lost_flags = false;
  }
}

static struct step comparison(uint32_t code, const struct step *s, uint32_t number) {
  return (struct step){ .code = (uint16_t)code, .n = s->n, .m = s->m, .imm = number };
}

static bool is_within(uint32_t code, uint32_t first) { return code >= first && code < first + 14; }

static void system_step(uint32_t encoding) {
  bool is_mask = encoding >> 8 == 0xb6, reads_float = encoding >> 24 == 0xee && encoding >> 20 & 1;
  bool reads_special = encoding >> 16 == 0xf3ef;
  uint32_t d = encoding >> (reads_float ? 12 : 8) & 15;
  if (reads_float) stays(FLOAT_FLAGS, BIT_OF(4 * d));
  else if (reads_special) stays((encoding & 0xff) <= 3 ? FLAGS : 0, BIT_OF(4 * d));
  else if (!is_mask) give_up();
}

static void follow_branch(const struct step *s) {
  uint32_t code = s->code;
  uint64_t n = BIT_OF(s->n), m = BIT_OF(s->m);
  if (is_within(code, B_EQ)) branch(code - B_EQ);
  else if (is_within(code, CMP_R_EQ)) compare(comparison(CMP_R, s, 0), n | m, code - CMP_R_EQ, true);
  else if (is_within(code, CMP_I_EQ)) compare(comparison(CMP_I, s, s->m), n, code - CMP_I_EQ, true);
  else if (is_within(code, CMP_R_S_EQ)) compare(comparison(CMP_R, s, 0), n | m, code - CMP_R_S_EQ, false);
  else if (is_within(code, CMP_I_S_EQ)) compare(comparison(CMP_I, s, s->m), n, code - CMP_I_S_EQ, false);
  else switch (code) {
    case NEXT: case B: break;
    case TST_R_EQ: case TST_R_NE: compare(comparison(TST_R, s, 0), n | m, code - TST_R_EQ, true); break;
    case TST_I_EQ: case TST_I_NE: compare(comparison(TST_I, s, s->m), n, code - TST_I_EQ, true); break;
    case CBZ: case CBNZ: compare(comparison(CMP_I, s, 0), n, code - CBZ, true); break;
    case BL: stays(0, BIT_OF(LR * 4)); break;
    case BLX: stays(m, BIT_OF(LR * 4)); break;
    case BX: stays(m, 0); break;
    case BRANCH_PC: stays(BIT_OF(PC * 4), 0); break;
    case SYSTEM: system_step(s->imm); break;
    default: give_up();
  }
}

static void follow_access(const struct step *s) {
  uint32_t code = s->code, n = *slot(s->n);
  if (code < LDR_REG) single(s, code - LDR_IMM, n + s->imm, BIT_OF(s->n));
  else if (code < LDR_WB) single(s, code - LDR_REG, n + (*slot(s->m) << s->imm), BIT_OF(s->n) | BIT_OF(s->m));
  else {
    single(s, code - LDR_WB, n + s->imm, BIT_OF(s->n));
    if (s->d != s->n) stays(0, BIT_OF(s->n));
  }
}

void slice_step(const struct step *s) {
  uint32_t code = s->code;
  uint64_t d = BIT_OF(s->d), n = BIT_OF(s->n), m = BIT_OF(s->m);
  if (code < CMP_R) of_pair(s);
  else if (code >= LDR_IMM && code <= STRB_WB) follow_access(s);
  else if (is_within(code, SKIP_EQ)) branch(code - SKIP_EQ);
  else if (code >= NEXT) follow_branch(s);
  else switch (code) {
    case CMP_R: case CMN_R: copy(s, n | m, FLAGS); break;
    case CMP_I: case CMN_I: copy(s, n, FLAGS); break;
    case TST_R: case TEQ_R: copy(s, n | m, NZ); break;
    case TST_I: case TEQ_I: copy(s, n, NZ); break;
    case SET_C: stays(0, CARRY); break;
    case SHIFT_C: copy(s, m | CARRY, d | CARRY); break;
    case ADD_LSL: copy(s, n | m, d); break;
    case MOVT: copy(s, d, d); break;
    case UBFX: case SBFX: copy(s, n, d); break;
    case BFI: copy(s, d | n, d); break;
    case CLZ: case RBIT: case REV: case REV16: case REVSH: case SXTB: case SXTH: case UXTB: case UXTH: copy(s, m, d); break;
    case MLA: case MLS: copy(s, n | m | BIT_OF(s->imm), d); break;
    case UMULL: case SMULL: copy(s, n | m, d | BIT_OF(s->imm)); break;
    case UMLAL: case SMLAL: copy(s, n | m | d | BIT_OF(s->imm), d | BIT_OF(s->imm)); break;
    case SDIV: case UDIV: divide(s); break;
    case ALIGN_SP: stays(BIT_OF(SP * 4), BIT_OF(SP * 4)); break;
    case LDR_CONST: stays(0, d); break;
    case LDM: case LDM_PC: list(s, 0); break;
    case STM: list(s, 5); break;
    case LDRD: pair(s, 0); break;
    case STRD: pair(s, 5); break;
    case VLDM: float_list(s, 0); break;
    case VSTM: float_list(s, 5); break;
    case TBB: case TBH: stays(n | m, BIT_OF(PC * 4)); break;
    case VMRS_FLAGS: copy(s, FLOAT_FLAGS, FLAGS); break;
    case FP: of_float(s); break;
    case FP_READY: case WATCH: case CLREX: break;
    default: give_up();
  }
}

// ---- the slice as it is executed

bool slice_learns, slice_failed;

static void keep_registers(void) {
  for (uint64_t left = handed; left; left &= left - 1) {
    uint32_t i = (uint32_t)__builtin_ctzll(left);
    handed_values[i] = cpu.r[i];
  }
}

static bool registers_were(const struct cpu *present) {
  for (uint64_t left = handed; left; left &= left - 1) {
    uint32_t i = (uint32_t)__builtin_ctzll(left);
    if (handed_values[i] != present->r[i]) return false;
  }
  return true;
}

// A word that is handed on, but from which nothing is computed.
static bool is_any_copy(uint32_t i) { return slice_unread && words[i].age; }

// Whether the turn that was computed last began as one would now.
bool slice_begins_so(void) {
  if (slice_failed) return false;
  for (uint32_t i = 0; i < handed_count; i++)
    if (!is_any_copy(i) && words[i].kept != load32(ram + words[i].offset)) return false;
  return registers_were(&cpu);
}

// Whether it hands on what it was handed.
bool slice_repeats(const struct cpu *end) {
  if (slice_failed) return false;
  for (uint32_t i = 0; i < handed_count; i++)
    if (!is_any_copy(i) && words[i].kept != spin_kept(words[i].place)) return false;
  return registers_were(end);
}

static void set_counts(const uint32_t *counts) {
  for (uint32_t i = 0; i < load_count; i++) SLICE->steps[loads[i]].imm = counts[i];
}

static bool runs(uint64_t *cycles) {
  slice_failed = false;
  *cycles = cpu_run_slice(SLICE);
  return !slice_failed;
}

static void keep_words(void) {
  for (uint32_t i = 0; i < word_count; i++) words[i].kept = load32(ram + words[i].offset);
}

static void restore_words(void) {
  for (uint32_t i = 0; i < word_count; i++) store32(ram + words[i].offset, words[i].kept);
}

static bool take_word(uint32_t i) {
  uint32_t value = load32(ram + words[i].offset);
  spin_keep(words[i].place, words[i].bytes, value);
  return !slice_learns || value == words[i].kept;
}

// Gives what varies to the registers and words that follow a turn.
static bool take_results(struct cpu *end) {
  if ((end->fpscr ^ cpu.fpscr) & 0x0fffffffu) return false;
  for (uint64_t left = varying & (NZ - 1); left; left &= left - 1) {
    uint32_t i = (uint32_t)__builtin_ctzll(left);
    end->r[i] = cpu.r[i];
  }
  if (varying & NZ) end->nz = cpu.nz;
  if (varying & CARRY) end->c = cpu.c;
  if (varying & OVERFLOW) end->v = cpu.v;
  if (varying & FLOAT_FLAGS) end->fpscr = cpu.fpscr;
  bool fits = true;
  for (uint32_t i = 0; i < word_count; i++)
    if (words[i].bytes) fits &= take_word(i);
  return fits;
}

bool slice_run(const uint32_t *counts, struct cpu *end, int64_t *more_cycles) {
  struct cpu before = cpu;
  uint64_t cycles;
  set_counts(counts);
  keep_words();
  keep_registers();
  cpu = *end;
  for (uint64_t left = handed; left; left &= left - 1) {
    uint32_t i = (uint32_t)__builtin_ctzll(left);
    cpu.r[i] = handed_values[i];
  }
  slice_failed = !(runs(&cycles) && take_results(end));
  restore_words();
  cpu = before;
  if (slice_failed) return false;
  *more_cycles = (int64_t)(cycles - own_cycles);
  own_cycles = cycles;
  return true;
}

// A word that varies and is read before it is set is handed on; the next turn is followed with it in front of the list.
static void hand_on(uint32_t i) {
  found_more = true;
  struct word first = words[handed_count];
  words[handed_count++] = words[i];
  words[i] = first;
}

static bool finds_all_handed(void) {
  uint64_t more = varying & read & ~handed;
  found_more = more && more < NZ;
  handed |= more & (NZ - 1);
  bool finds = !more;
  for (uint32_t i = 0; i < word_count; i++) {
    if (i < handed_count) finds &= words[i].bytes == WHOLE_WORD && spin_finds(words[i].offset, 0, &words[i].place);
    else if (words[i].bytes && !spin_finds(words[i].offset, words[i].bytes, &words[i].place)) hand_on(i), finds = false;
  }
  for (uint32_t i = 0; finds && i < handed_count; i++) spin_hand_on(words[i].place);
  if ((handed | FLAGS) & copies || reads_one_before(copies)) read_from_bit(0);
  for (uint32_t i = 0; i < word_count; i++)
    if (words[i].age == BEFORE && words[i].bytes) read_from_bit(0);
  return finds && !(handed & ~varying);
}

bool slice_found_more(void) { return is_whole && found_more; }

// Registers that may hold anything when a turn begins, as bits: those of the core and the FPU, N and Z, C, V, the FPU's flags.
uint64_t slice_free(void) { return is_whole ? ~read | handed : 0; }

// Those of them that still hold it when it is over.
uint64_t slice_untouched(void) { return is_whole ? ~(read | set) & (2 * FLOAT_FLAGS - 1) : 0; }

// The turn is over, and the processor where it began: is there a slice that gives what the turn gave?
bool slice_end(const uint32_t *counts) {
  slice_follows = false;
  found_more = false;
  if (!is_whole || !load_count || (has_lost_flags && varying & FLAGS) || !finds_all_handed()) return false;
  SLICE->cost = 0;
  SLICE->steps[steps] = (struct step){ .code = SLICE_END };
  struct cpu present = cpu, end = cpu;
  int64_t unused;
  slice_learns = true;
  own_cycles = 0;
  bool is_done = slice_run(counts, &end, &unused);
  slice_learns = false;
  return is_done && !memcmp(&end, &present, sizeof end);
}
