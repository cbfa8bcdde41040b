// SPDX-License-Identifier: MIT
// Decodes Thumb-2 instructions into blocks of steps: ARMv7-M Architecture Reference Manual, A5 (the
// encodings), A7 (the instructions); cycles: Cortex-M4 Technical Reference Manual, 3.3.1 and 7.2.3.
//
// Flags that a later instruction of the block overwrites unread are not computed. Where a compare's
// flags have no reader besides the branch behind it, both become one step.
#include "cpu_steps.h"

_Alignas(16) uint8_t arena[ARENA];
uint32_t hashes[HASHES];
uint32_t decoder_generation = 1;

static uint32_t arena_used;

// ---- the block being made

enum { MAX_STEPS = 112 };
enum { NZ = 1, C = 2, V = 4, ALL_FLAGS = 7 };

static struct {
  struct step steps[MAX_STEPS];
  uint32_t count;  // of steps
  uint32_t start, at;  // address of the block, of the instruction
  uint32_t cycles;  // of the instruction
  uint32_t ended;  // after this instruction
  uint32_t result_before, loaded_before;  // registers that the instruction before has computed, loaded
  uint32_t loaded;  // this one loads
  uint32_t memory;  // this one loads or stores
  uint32_t float_ready;  // FP_READY is in the block
  uint32_t in_it;  // the instruction is in an IT block
} made;

static struct step *emit(uint32_t code, uint32_t d, uint32_t n, uint32_t m, uint32_t imm) {
  struct step *step = &made.steps[made.count++];
  *step = (struct step){ .code = (uint16_t)code,
                         .d = (uint8_t)(d * 4),
                         .n = (uint8_t)(n * 4),
                         .m = (uint8_t)(m * 4),
                         .half = (uint8_t)((made.at - made.start) / 2),
                         .imm = imm };
  return step;
}

static uint32_t bits(uint32_t value, uint32_t low, uint32_t count) {
  return value >> low & ((1u << count) - 1);
}
static int32_t sign_extend(uint32_t value, uint32_t width) {
  return (int32_t)(value << (32 - width)) >> (32 - width);
}
static uint32_t pc_value(void) { return made.at + 4; }

static void undefined(void) {
  emit(UNDEFINED, 0, 0, 0, 0);
  made.ended = 1;
}

// An operand that is the pc becomes a scratch register with the pc's value.
static uint32_t operand(uint32_t reg, uint32_t scratch) {
  if (reg != PC) return reg;
  emit(MOV_I, scratch, 0, 0, pc_value());
  return scratch;
}

static void branch_to_register(uint32_t code, uint32_t reg) {
  emit(code, 0, 0, reg, 0);
  made.cycles += 2;
  made.ended = 1;
}

// After a result: what a write to the pc or the stack pointer entails.
static void written(uint32_t d) {
  if (d == PC) branch_to_register(BRANCH_PC, PC);
  if (d == SP) emit(ALIGN_SP, 0, 0, 0, 0);
}

static void load_pc(void) {  // three cycles, for nothing could be fetched before
  branch_to_register(BX, PC);
  made.cycles += 1;
}

static void loaded(uint32_t d) {
  if (d == PC) load_pc();
  if (d == SP) emit(ALIGN_SP, 0, 0, 0, 0);
}

// ---- branches

// A wide instruction that straddles two words costs a branch to it one cycle more.
static uint32_t target_cost(uint32_t target) {
  uint16_t half;
  if (!(target & 2) || target >= FLASH_SIZE || !code_read(target, &half)) return 0;
  return half >> 11 >= 0x1d;
}

static void branch(uint32_t code, uint32_t target) {
  emit(code, 0, 0, 0, target);
  made.cycles += 1 + target_cost(target);
  made.ended = 1;
}

static void next(uint32_t address) {
  emit(NEXT, 0, 0, 0, address);
  made.ended = 1;
}

static void conditional_branch(uint32_t code, uint32_t n, uint32_t target, uint32_t length) {
  struct step *step = emit(code, 0, n, 0, target);
  step->d = (uint8_t)(1 + target_cost(target));
  next(made.at + length);
}

// ---- data processing

enum operation {
  AND,
  BIC,
  ORR,
  ORN,
  EOR,
  MOV,
  MVN,
  ADD,
  SUB,
  RSB,
  ADC,
  SBC,
  TST,
  TEQ,
  CMP,
  CMN,
  NONE
};

static const uint16_t register_codes[] = { AND_R, BIC_R, ORR_R, ORN_R, EOR_R, MOV_R, MVN_R, ADD_R,
                                           SUB_R, RSB_R, ADC_R, SBC_R, TST_R, TEQ_R, CMP_R, CMN_R };
static const uint16_t immediate_codes[] = {
  AND_I, BIC_I, ORR_I, ORN_I, EOR_I, MOV_I, 0,     ADD_I,
  SUB_I, RSB_I, ADC_I, SBC_I, TST_I, TEQ_I, CMP_I, CMN_I
};

static bool compares(uint32_t operation) { return operation >= TST; }

static void with_register(uint32_t operation, uint32_t d, uint32_t n, uint32_t m,
                          uint32_t set_flags) {
  emit(register_codes[operation] + (compares(operation) ? 0 : set_flags), d, n, m, 0);
}

static void with_immediate(uint32_t operation, uint32_t d, uint32_t n, uint32_t imm,
                           uint32_t set_flags) {
  if (operation == MVN) {
    operation = MOV;
    imm = ~imm;
  }
  emit(immediate_codes[operation] + (compares(operation) ? 0 : set_flags), d, n, 0, imm);
}

enum { SHIFT_LSL, SHIFT_LSR, SHIFT_ASR, SHIFT_ROR };

// Rd = Rm shifted by a constant as instructions encode it.
static void shift(uint32_t type, uint32_t d, uint32_t m, uint32_t by, uint32_t set_flags) {
  static const uint16_t codes[] = { LSL_I, LSR_I, ASR_I, ROR_I };
  if (!by && type == SHIFT_LSL) emit(MOV_R + set_flags, d, 0, m, 0);
  else if (!by && type == SHIFT_ROR) emit(RRX + set_flags, d, 0, m, 0);
  else emit(codes[type] + set_flags, d, 0, m, by ? by : 32);
}

static bool sets_carry_from_shift(uint32_t operation) {
  return operation <= MVN || operation == TST || operation == TEQ;
}

// The operand Rm shifted: the register that holds it.
static uint32_t shifted(uint32_t m, uint32_t type, uint32_t by, uint32_t wants_carry) {
  if (!by && type == SHIFT_LSL) return m;
  if (wants_carry) {  // RRX reads the carry that SHIFT_C sets, so SHIFT_C makes the value too
    emit(SHIFT_C, SCRATCH, type, m, by);
    return SCRATCH;
  }
  shift(type, SCRATCH, m, by, 0);
  return SCRATCH;
}

static uint32_t expand_immediate(uint32_t imm12, uint32_t *carry_changes) {  // A5.3.2
  uint32_t byte = imm12 & 0xff;
  *carry_changes = imm12 >> 10 != 0;
  if (*carry_changes) return rotate_right(0x80 | (imm12 & 0x7f), imm12 >> 7);
  switch (imm12 >> 8) {
  case 0: return byte;
  case 1: return byte << 16 | byte;
  case 2: return byte << 24 | byte << 8;
  default: return byte * 0x01010101u;
  }
}

// The operation of a wide data-processing instruction: A5.3.1, A5.3.11.
static uint32_t wide_operation(uint32_t op, uint32_t n, uint32_t d, uint32_t s) {
  static const uint8_t plain[16] = { AND, BIC,  ORR, ORN, EOR,  NONE, NONE, NONE,
                                     ADD, NONE, ADC, SBC, NONE, SUB,  RSB,  NONE };
  if (d == PC && s) {
    if (op == 0) return TST;
    if (op == 4) return TEQ;
    if (op == 8) return CMN;
    if (op == 13) return CMP;
  }
  if (n == PC && op == 2) return MOV;
  if (n == PC && op == 3) return MVN;
  return plain[op];
}

static void wide_immediate(uint32_t h, uint32_t l) {
  uint32_t n = h & 15, d = bits(l, 8, 4), s = bits(h, 4, 1), carry_changes;
  uint32_t imm =
      expand_immediate(bits(h, 10, 1) << 11 | bits(l, 12, 3) << 8 | (l & 0xff), &carry_changes);
  uint32_t operation = wide_operation(bits(h, 5, 4), n, d, s);
  if (operation == NONE) {
    undefined();
    return;
  }
  if (carry_changes && s && sets_carry_from_shift(operation)) emit(SET_C, 0, 0, 0, imm >> 31);
  if (operation != MOV && operation != MVN) n = operand(n, SCRATCH2);
  with_immediate(operation, d, n, imm, s);
  if (!compares(operation)) written(d);
}

static void pack_halfwords(uint32_t h, uint32_t l) {
  if (dsp_defined(h << 16 | l)) emit(DSP, 0, 0, 0, h << 16 | l);
  else undefined();
}

static void wide_register(uint32_t h, uint32_t l) {
  uint32_t n = h & 15, d = bits(l, 8, 4), m = l & 15, s = bits(h, 4, 1), op = bits(h, 5, 4);
  uint32_t by = bits(l, 12, 3) << 2 | bits(l, 6, 2), type = bits(l, 4, 2);
  if (op == 6) {
    pack_halfwords(h, l);
    return;
  }
  uint32_t operation = wide_operation(op, n, d, s);
  if (operation == NONE) {
    undefined();
    return;
  }
  if (operation == MOV) {
    shift(type, d, operand(m, SCRATCH), by, s);
    written(d);
    return;
  }
  if (operation == ADD && !s && type == SHIFT_LSL && by && n != PC && m != PC) {
    emit(ADD_LSL, d, n, m, by);
    written(d);
    return;
  }
  m = shifted(operand(m, SCRATCH), type, by, s && sets_carry_from_shift(operation));
  if (operation != MVN) n = operand(n, SCRATCH2);
  with_register(operation, d, n, m, s);
  if (!compares(operation)) written(d);
}

static void bit_field(uint32_t h, uint32_t l, uint32_t op) {
  uint32_t n = h & 15, d = bits(l, 8, 4), low = bits(l, 12, 3) << 2 | bits(l, 6, 2), width = l & 31;
  if (op == 22) {
    if (width < low) {
      undefined();
      return;
    }
    if (n == PC) emit(MOV_I, SCRATCH, 0, 0, 0);  // BFC
    emit(BFI, d, n == PC ? SCRATCH : n, 0, width - low + 1)->link = low;
  } else if (low + width > 31) undefined();
  else emit(op == 20 ? SBFX : UBFX, d, n, 0, width + 1)->link = low;
}

static void wide_plain_immediate(uint32_t h, uint32_t l) {  // A5.3.3
  uint32_t n = h & 15, d = bits(l, 8, 4), op = bits(h, 4, 5);
  uint32_t imm12 = bits(h, 10, 1) << 11 | bits(l, 12, 3) << 8 | (l & 0xff), imm16 = n << 12 | imm12;
  switch (op) {
  case 0:
  case 10:
    if (n == PC) emit(MOV_I, d, 0, 0, (pc_value() & ~3u) + (op ? -imm12 : imm12));
    else emit(op ? SUB_I : ADD_I, d, n, 0, imm12);
    written(d);
    break;
  case 4: emit(MOV_I, d, 0, 0, imm16); break;
  case 12: emit(MOVT, d, 0, 0, imm16); break;
  case 20:
  case 22:
  case 28: bit_field(h, l, op); break;
  default: pack_halfwords(h, l);  // saturation
  }
}

static void extend(uint32_t op, uint32_t n, uint32_t d, uint32_t m, uint32_t rotation) {
  static const uint16_t codes[] = { SXTH, UXTH, 0, 0, SXTB, UXTB };
  if (rotation) {
    emit(ROR_I, SCRATCH, 0, m, rotation * 8);
    m = SCRATCH;
  }
  if (n == PC) {
    emit(codes[op], d, 0, m, 0);
    return;
  }
  emit(codes[op], SCRATCH, 0, m, 0);
  emit(ADD_R, d, n, SCRATCH, 0);
}

static void wide_register_operation(uint32_t h, uint32_t l) {  // A5.3.12
  static const uint16_t shifts[] = { LSL_R, LSR_R, ASR_R, ROR_R };
  static const uint16_t reversals[] = { REV, REV16, RBIT, REVSH };
  uint32_t n = h & 15, d = bits(l, 8, 4), m = l & 15, op = bits(h, 4, 4), op2 = bits(l, 4, 4);
  if (l >> 12 != 15) undefined();
  else if (op < 8 && op2 == 0) emit(shifts[op >> 1] + (op & 1), d, n, m, 0);
  else if ((op < 2 || op == 4 || op == 5) && op2 & 8 && !(op2 & 4)) extend(op, n, d, m, op2 & 3);
  else if (op == 9 && (op2 & 12) == 8) emit(reversals[op2 & 3], d, 0, m, 0);
  else if (op == 11 && op2 == 8) emit(CLZ, d, 0, m, 0);
  else pack_halfwords(h, l);
}

static void multiply(uint32_t h, uint32_t l) {  // A5.3.16
  uint32_t n = h & 15, d = bits(l, 8, 4), m = l & 15, a = l >> 12, op = bits(h, 4, 3),
           op2 = bits(l, 4, 4);
  if (op || op2 > 1) {
    pack_halfwords(h, l);
    return;
  }
  if (op2 == 0 && a == PC) {
    emit(MUL, d, n, m, 0);
    return;
  }
  emit(op2 ? MLS : MLA, d, n, m, a * 4);
  made.cycles += 1;
}

static void long_multiply(uint32_t h, uint32_t l) {  // A5.3.17
  uint32_t n = h & 15, high = bits(l, 8, 4), low = l >> 12, m = l & 15, op = bits(h, 4, 3),
           op2 = bits(l, 4, 4);
  uint32_t key = op << 4 | op2;
  switch (key) {
  case 0x00: emit(SMULL, low, n, m, high * 4); break;
  case 0x20: emit(UMULL, low, n, m, high * 4); break;
  case 0x40: emit(SMLAL, low, n, m, high * 4); break;
  case 0x60: emit(UMLAL, low, n, m, high * 4); break;
  case 0x1f:
    emit(SDIV, high, n, m, 0);
    made.cycles += 1;
    break;
  case 0x3f:
    emit(UDIV, high, n, m, 0);
    made.cycles += 1;
    break;
  default: pack_halfwords(h, l);
  }
}

// ---- loads and stores

enum kind {
  KIND_LDR,
  KIND_LDRH,
  KIND_LDRB,
  KIND_LDRSH,
  KIND_LDRSB,
  KIND_STR,
  KIND_STRH,
  KIND_STRB
};

enum { NOTHING = 0xff };

// Load and store timings, Technical Reference Manual, 3.3.2. An address made from the result of the data
// processing before waits a cycle for it.
static void count_address(uint32_t n, uint32_t m) {
  made.memory = 1;
  if (made.result_before != NOTHING && (made.result_before == n || made.result_before == m))
    made.cycles += 1;
}

// The second cycle of a load, or of a store to [n, m], overlaps with a load before it, unless the address
// needs what that loads; nothing overlaps with a store. m: NOTHING for a constant offset.
static void count_access(uint32_t kind, uint32_t t, uint32_t n, uint32_t m) {
  uint32_t before = made.loaded_before;
  bool overlaps = before != NOTHING && before != n && before != m;
  if ((kind < KIND_STR || m != NOTHING) && !overlaps) made.cycles += 1;
  count_address(n, m);
  if (kind < KIND_STR) made.loaded = t;
}

static void access_immediate(uint32_t kind, uint32_t t, uint32_t n, uint32_t offset) {
  emit(LDR_IMM + kind, t, n, 0, offset);
  count_access(kind, t, n, NOTHING);
  if (kind < KIND_STR) loaded(t);
}

static void access_register(uint32_t kind, uint32_t t, uint32_t n, uint32_t m, uint32_t by) {
  emit(LDR_REG + kind, t, n, m, by);
  count_access(kind, t, n, m);
  if (kind < KIND_STR) loaded(t);
}

static void access_write_back(uint32_t kind, uint32_t t, uint32_t n, uint32_t before,
                              uint32_t change) {
  emit(LDR_WB + kind, t, n, 0, before)->link = change;
  count_access(kind, t, n, NOTHING);
  if (n == SP) emit(ALIGN_SP, 0, 0, 0, 0);
  if (kind < KIND_STR) loaded(t);
}

static uint32_t constant(uint32_t kind, uint32_t address) {
  const uint8_t *at = flash + address;
  switch (kind) {
  case KIND_LDR: return load32(at);
  case KIND_LDRH: return load16(at);
  case KIND_LDRB: return *at;
  case KIND_LDRSH: return (uint32_t)(int16_t)load16(at);
  default: return (uint32_t)(int8_t)*at;
  }
}

static void access_literal(uint32_t kind, uint32_t t, uint32_t address) {
  uint32_t size = kind == KIND_LDR ? 4 : kind == KIND_LDRH || kind == KIND_LDRSH ? 2 : 1;
  if (address < FLASH_SIZE && !(address & (size - 1))) {
    emit(LDR_CONST, t, 0, 0, constant(kind, address))->link = address >> LINE_SHIFT;
    count_access(kind, t, NOTHING, NOTHING);
    loaded(t);
    return;
  }
  emit(MOV_I, SCRATCH, 0, 0, address);
  access_immediate(kind, t, SCRATCH, 0);
}

// The kind of a wide load or store: size 0 byte, 1 halfword, 2 word.
static uint32_t wide_kind(uint32_t size, uint32_t is_load, uint32_t is_signed) {
  static const uint8_t loads[2][3] = { { KIND_LDRB, KIND_LDRH, KIND_LDR },
                                       { KIND_LDRSB, KIND_LDRSH, KIND_LDR } };
  static const uint8_t stores[3] = { KIND_STRB, KIND_STRH, KIND_STR };
  return is_load ? loads[is_signed][size] : stores[size];
}

static void wide_single_access(uint32_t h, uint32_t l) {  // A5.3.7 - A5.3.10
  uint32_t n = h & 15, t = l >> 12, size = bits(h, 5, 2), is_load = bits(h, 4, 1),
           is_signed = bits(h, 8, 1);
  if (size == 3 || (is_signed && (!is_load || size == 2)) || (!is_load && n == PC)) {
    undefined();
    return;
  }
  uint32_t kind = wide_kind(size, is_load, is_signed), up = bits(h, 7, 1), imm8 = l & 0xff;
  if (t == PC && is_load && size != 2) return;  // preload hints
  if (n == PC) access_literal(kind, t, (pc_value() & ~3u) + (up ? l & 0xfff : -(l & 0xfff)));
  else if (up) access_immediate(kind, t, n, l & 0xfff);
  else if (!(l & 0x800)) {
    if (l & 0x7c0) undefined();
    else access_register(kind, t, n, l & 15, bits(l, 4, 2));
  } else {
    uint32_t before = bits(l, 10, 1), offset = l & 0x200 ? imm8 : -imm8, write_back = bits(l, 8, 1);
    if (!before && !write_back) undefined();
    else if (!write_back || bits(l, 8, 3) == 6)
      access_immediate(kind, t, n, bits(l, 8, 3) == 6 ? imm8 : offset);
    else access_write_back(kind, t, n, before ? offset : 0, offset);
  }
}

// Registers of a list from Rn + offset on; `change` is added to Rn, 0 for none.
static void access_list(uint32_t code, uint32_t n, uint32_t list, uint32_t offset,
                        uint32_t change) {
  if (code == LDM && list >> PC & 1) code = LDM_PC;
  struct step *step = emit(code, 0, n, 0, list);
  step->link = (offset & 0xffff) | change << 16;
  made.cycles += (uint32_t)__builtin_popcount(list);
  count_address(n, NOTHING);
  if (code == LDM_PC) load_pc();
}

static void wide_list(uint32_t h, uint32_t l) {  // A5.3.5
  uint32_t n = h & 15, is_load = bits(h, 4, 1), write_back = bits(h, 5, 1), mode = bits(h, 7, 2);
  uint32_t bytes = 4 * (uint32_t)__builtin_popcount(l), down = mode == 2;
  if (mode == 0 || mode == 3 || n == PC || !l) {
    undefined();
    return;
  }
  if (is_load && l >> n & 1) write_back = 0;
  access_list(is_load ? LDM : STM, n, l, down ? -bytes : 0,
              write_back ? (down ? -bytes : bytes) : 0);
}

static void access_double(uint32_t h, uint32_t l) {
  uint32_t n = h & 15, is_load = bits(h, 4, 1), offset = (l & 0xff) * 4;
  if (!bits(h, 7, 1)) offset = -offset;
  if (n == PC) {
    emit(MOV_I, SCRATCH, 0, 0, pc_value() & ~3u);
    n = SCRATCH;
  }
  emit(is_load ? LDRD : STRD, l >> 12, n, bits(l, 8, 4), bits(h, 8, 1) ? offset : 0)->link =
      bits(h, 5, 1) ? offset : 0;
  count_address(n, NOTHING);
  made.cycles += 2;
}

static void table_branch(uint32_t h, uint32_t l) {
  emit(bits(l, 4, 1) ? TBH : TBB, 0, operand(h & 15, SCRATCH), l & 15, pc_value());
  count_address(h & 15, l & 15);
  branch_to_register(BRANCH_PC, PC);
  made.cycles += 2;
}

static void exclusive(uint32_t h, uint32_t l) {  // A5.3.6
  static const uint16_t loads[] = { LDREXB, LDREXH }, stores[] = { STREXB, STREXH };
  uint32_t n = h & 15, t = l >> 12, is_load = bits(h, 4, 1), op = bits(l, 4, 4);
  made.cycles += 1;
  if (!bits(h, 7, 1)) {
    count_address(n, NOTHING);
    if (is_load) emit(LDREX, t, n, 0, (l & 0xff) * 4);
    else emit(STREX, bits(l, 8, 4), n, t, (l & 0xff) * 4);
  } else if (is_load && op < 2) table_branch(h, l);
  else if (op == 4 || op == 5) {
    if (is_load) emit(loads[op & 1], t, n, 0, 0);
    else emit(stores[op & 1], l & 15, n, t, 0);
  } else undefined();
}

static void wide_double_or_exclusive(uint32_t h, uint32_t l) {
  if (bits(h, 8, 1) || bits(h, 5, 1)) access_double(h, l);
  else exclusive(h, l);
}

static void system_step(uint32_t encoding, uint32_t cycles);

// ---- floating point (A6)

static void float_step(uint32_t code, uint32_t d, uint32_t n, uint32_t m, uint32_t imm) {
  emit(code, S0 + d, S0 + n, S0 + m, imm);
}

static void float_list(uint32_t h, uint32_t l, uint32_t first, uint32_t count) {
  uint32_t n = h & 15, down = bits(h, 8, 1), bytes = 4 * (l & 0xff);
  struct step *step = emit(bits(h, 4, 1) ? VLDM : VSTM, S0 + first, operand(n, SCRATCH), 0, 0);
  step->m = (uint8_t)count;
  step->imm = down ? -bytes : 0;
  step->link = bits(h, 5, 1) ? (down ? -bytes : bytes) : 0;
  made.cycles += count;
  count_address(n, NOTHING);
}

static void float_single(uint32_t h, uint32_t l, uint32_t first, uint32_t is_double) {
  uint32_t n = h & 15, offset = 4 * (l & 0xff), kind = bits(h, 4, 1) ? KIND_LDR : KIND_STR;
  if (!bits(h, 7, 1)) offset = -offset;
  if (n == PC) {
    emit(MOV_I, SCRATCH, 0, 0, pc_value() & ~3u);
    n = SCRATCH;
  }
  if (!is_double) {
    access_immediate(kind, S0 + first, n, offset);
    made.loaded = NOTHING;
    return;
  }
  struct step *step = emit(kind == KIND_LDR ? VLDM : VSTM, S0 + first, n, 0, offset);
  step->m = 2;
  made.cycles += 2;
  count_address(n, NOTHING);
}

static void float_move_two(uint32_t h, uint32_t l) {
  uint32_t to_core = bits(h, 4, 1), is_double = bits(l, 8, 1), m = l & 15, high = bits(l, 5, 1);
  uint32_t first = is_double ? (m | high << 4) * 2 : m * 2 + high, t[2] = { l >> 12, h & 15 };
  if ((l & 0xd0) != 0x10 || first > 30) {
    undefined();
    return;
  }
  for (uint32_t i = 0; i < 2; i++) {
    if (to_core) emit(MOV_R, t[i], 0, S0 + first + i, 0);
    else emit(MOV_R, S0 + first + i, 0, t[i], 0);
  }
}

static void float_memory(uint32_t h, uint32_t l) {  // A6.5
  uint32_t is_double = bits(l, 8, 1), d = l >> 12, high = bits(h, 6, 1);
  uint32_t first = is_double ? (d | high << 4) * 2 : d * 2 + high,
           count = is_double ? l & 0xfe : l & 0xff;
  uint32_t before = bits(h, 8, 1), up = bits(h, 7, 1), write_back = bits(h, 5, 1);
  if ((h & 0xfe0) == 0xc40) float_move_two(h, l);
  else if (before && !write_back) {
    if (first > 31) undefined();
    else float_single(h, l, first, is_double);
  } else if (before == up || !count || first + count > 32) undefined();
  else float_list(h, l, first, count);
}

static void float_core_move(uint32_t h, uint32_t l) {  // A6.6
  uint32_t t = l >> 12, op = bits(h, 4, 4), s = (h & 15) * 2 + bits(l, 7, 1), to_core = op & 1;
  if (bits(l, 8, 1)) {  // half of a double register
    s = ((h & 15) | bits(l, 7, 1) << 4) * 2 + bits(h, 5, 1);
    if (op > 3 || s > 31) {
      undefined();
      return;
    }
  } else if (op >= 14) {
    if ((h & 15) != 1) {
      undefined();
      return;
    }
    if (op == 15 && t == PC) emit(VMRS_FLAGS, 0, 0, 0, 0);
    else emit(SYSTEM, 0, 0, 0, h << 16 | l);
    return;
  } else if (op > 1) {
    undefined();
    return;
  }
  if (to_core) emit(MOV_R, t, 0, S0 + s, 0);
  else emit(MOV_R, S0 + s, 0, t, 0);
}

static uint32_t float_immediate(uint32_t imm8) {
  return (imm8 >> 7) << 31 | (bits(imm8, 6, 1) ? 0x3e000000u : 0x40000000u) | (imm8 & 0x3f) << 19;
}

static void float_fixed(uint32_t h, uint32_t l, uint32_t d) {
  uint32_t to_fixed = bits(h, 2, 1), wide = bits(l, 7, 1), size = wide ? 32 : 16,
           taken = (l & 15) << 1 | bits(l, 5, 1);
  float_step(FP, d, 0, d, to_fixed ? FP_TO_FIXED : FP_FROM_FIXED);
  if (taken > size) {
    made.count--;
    undefined();
    return;
  }
  made.steps[made.count - 1].link = (size - taken) | (h & 1) << 8 | wide << 9;
}

static void float_other(uint32_t h, uint32_t l, uint32_t d, uint32_t m) {  // A6.4, table A6-3
  uint32_t upper = bits(l, 7, 1);
  switch (h & 15) {
  case 0:
    if (upper) float_step(FP, d, 0, m, FP_ABS);
    else float_step(MOV_R, d, 0, m, 0);
    break;
  case 1:
    float_step(FP, d, 0, m, upper ? FP_SQRT : FP_NEG);
    if (upper) made.cycles += 13;
    break;
  case 2: float_step(FP, d, 0, m, upper ? FP_FROM_HALF_HIGH : FP_FROM_HALF_LOW); break;
  case 3: float_step(FP, d, 0, m, upper ? FP_TO_HALF_HIGH : FP_TO_HALF_LOW); break;
  case 4: float_step(FP, 0, d, m, upper ? FP_COMPARE_E : FP_COMPARE); break;
  case 5: float_step(FP, 0, d, 0, upper ? FP_COMPARE_ZERO_E : FP_COMPARE_ZERO); break;
  case 8: float_step(FP, d, 0, m, upper ? FP_FROM_S32 : FP_FROM_U32); break;
  case 12: float_step(FP, d, 0, m, upper ? FP_TO_U32 : FP_TO_U32_ROUNDED); break;
  case 13: float_step(FP, d, 0, m, upper ? FP_TO_S32 : FP_TO_S32_ROUNDED); break;
  case 10:
  case 11:
  case 14:
  case 15: float_fixed(h, l, d); break;
  default: undefined();
  }
}

static void float_operation(uint32_t h, uint32_t l) {  // A6.4
  static const uint8_t pairs[][2] = { { FP_MLA, FP_MLS },  { FP_NMLS, FP_NMLA },
                                      { FP_MUL, FP_NMUL }, { FP_ADD, FP_SUB },
                                      { FP_DIV, FP_DIV },  { FP_FNMS, FP_FNMA },
                                      { FP_FMA, FP_FMS } };
  uint32_t op = bits(h, 7, 1) << 2 | bits(h, 4, 2), second = bits(l, 6, 1);
  uint32_t d = (l >> 12) * 2 + bits(h, 6, 1), n = (h & 15) * 2 + bits(l, 7, 1),
           m = (l & 15) * 2 + bits(l, 5, 1);
  if (bits(l, 8, 1)) {
    undefined();
    return;
  }  // double precision
  if (op == 7) {
    if (second) float_other(h, l, d, m);
    else emit(MOV_I, S0 + d, 0, 0, float_immediate((h & 15) << 4 | (l & 15)));
    return;
  }
  if (op == 4 && second) {
    undefined();
    return;
  }
  float_step(FP, d, n, m, pairs[op][second]);
  if (op == 4) made.cycles += 13;
  if (op < 2 || op > 4) made.cycles += 2;
}

static void coprocessor(uint32_t h, uint32_t l) {
  if ((bits(l, 8, 4) & 14) != 10) {
    emit(NO_COPROCESSOR, 0, 0, 0, 0);
    made.ended = 1;
    return;
  }
  if (h & 0x1000) {
    undefined();
    return;
  }
  if (!made.float_ready) {
    emit(FP_READY, 0, 0, 0, 0);
    made.float_ready = 1;
  }
  if (!(h & 0x200)) float_memory(h, l);
  else if (l & 0x10) float_core_move(h, l);
  else float_operation(h, l);
}

// ---- wide branches, system instructions (A5.3.4)

static void system_step(uint32_t encoding, uint32_t cycles) {
  emit(SYSTEM, 0, 0, 0, encoding);
  made.cycles += cycles;
  made.float_ready = 0;
}

static void wide_system(uint32_t h, uint32_t l) {
  uint32_t op = bits(h, 4, 7), option = l >> 4 & 15;
  if (op == 0x38 || op == 0x3e) system_step(h << 16 | l, 1);  // MSR, MRS
  else if (op == 0x3b && option == 2) emit(CLREX, 0, 0, 0, 0);
  else if (op == 0x3b && option == 6) {
    if (!made.in_it) next(made.at + 4);
  }  // ISB
  else if (op == 0x3b && (option == 4 || option == 5))
    return;  // DSB, DMB
  else if (op == 0x3a && !bits(l, 8, 3)) {
    uint32_t hint = l & 0xff;  // as the 16-bit hints
    if (hint >= 2 && hint <= 4) system_step(0xbf00 | hint << 4, 0);
  } else undefined();
}

static void wide_branch(uint32_t h, uint32_t l) {
  uint32_t sign = bits(h, 10, 1), j1 = bits(l, 13, 1), j2 = bits(l, 11, 1);
  if (l & 0x1000) {
    uint32_t offset =
        (h & 0x3ff) << 12 | (l & 0x7ff) << 1 | !(j2 ^ sign) << 22 | !(j1 ^ sign) << 23 | sign << 24;
    branch(l & 0x4000 ? BL : B, pc_value() + (uint32_t)sign_extend(offset, 25));
    return;
  }
  if (l & 0x4000) {
    undefined();
    return;
  }
  uint32_t condition = bits(h, 6, 4),
           offset = (l & 0x7ff) << 1 | (h & 0x3f) << 12 | j1 << 18 | j2 << 19 | sign << 20;
  if (condition >= 14) wide_system(h, l);
  else conditional_branch(B_EQ + condition, 0, pc_value() + (uint32_t)sign_extend(offset, 21), 4);
}

static void wide(uint32_t h, uint32_t l) {  // A5.3
  switch (bits(h, 9, 4)) {
  case 4:
    if (bits(h, 6, 1)) wide_double_or_exclusive(h, l);
    else wide_list(h, l);
    break;
  case 5: wide_register(h, l); break;
  case 6:
  case 7:
  case 14:
  case 15: coprocessor(h, l); break;
  case 8:
  case 10:
    if (l & 0x8000) wide_branch(h, l);
    else wide_immediate(h, l);
    break;
  case 9:
  case 11:
    if (l & 0x8000) wide_branch(h, l);
    else wide_plain_immediate(h, l);
    break;
  case 12: wide_single_access(h, l); break;
  default:
    if (!bits(h, 8, 1)) wide_register_operation(h, l);
    else if (!bits(h, 7, 1)) multiply(h, l);
    else long_multiply(h, l);
  }
}

// ---- 16-bit instructions (A5.2)

static void narrow_arithmetic(uint32_t h, uint32_t s) {
  uint32_t n = bits(h, 3, 3), d = h & 7, other = bits(h, 6, 3), subtracts = bits(h, 9, 1);
  if (h & 0x400) with_immediate(subtracts ? SUB : ADD, d, n, other, s);
  else with_register(subtracts ? SUB : ADD, d, n, other, s);
}

static void narrow_immediate(uint32_t h, uint32_t s) {
  static const uint8_t operations[] = { MOV, CMP, ADD, SUB };
  uint32_t d = bits(h, 8, 3);
  with_immediate(operations[bits(h, 11, 2)], d, d, h & 0xff, s);
}

static void narrow_operation(uint32_t h, uint32_t s) {  // A5.2.2
  static const uint8_t operations[16] = { AND, EOR, 0,   0,   0,   ADC,  SBC, 0,
                                          TST, RSB, CMP, CMN, ORR, NONE, BIC, MVN };
  static const uint16_t shifts[8] = { [2] = LSL_R, [3] = LSR_R, [4] = ASR_R, [7] = ROR_R };
  uint32_t d = h & 7, m = bits(h, 3, 3), op = bits(h, 6, 4);
  if (op == 13) emit(MUL + s, d, d, m, 0);
  else if (op == 9) with_immediate(RSB, d, m, 0, s);
  else if (op < 8 && shifts[op]) emit(shifts[op] + s, d, d, m, 0);
  else with_register(operations[op], d, d, m, s);
}

static void narrow_high(uint32_t h) {  // A5.2.3: all registers
  uint32_t m = bits(h, 3, 4), d = (h & 7) | bits(h, 7, 1) << 3;
  switch (bits(h, 8, 2)) {
  case 0:
    emit(ADD_R, d, operand(d, SCRATCH2), operand(m, SCRATCH), 0);
    written(d);
    break;
  case 1: emit(CMP_R, 0, operand(d, SCRATCH2), operand(m, SCRATCH), 0); break;
  case 2:
    emit(MOV_R, d, 0, operand(m, SCRATCH), 0);
    written(d);
    break;
  default: branch_to_register(h & 0x80 ? BLX : BX, operand(m, SCRATCH));
  }
}

static void narrow_register_access(uint32_t h) {
  static const uint8_t kinds[] = { KIND_STR, KIND_STRH, KIND_STRB, KIND_LDRSB,
                                   KIND_LDR, KIND_LDRH, KIND_LDRB, KIND_LDRSH };
  access_register(kinds[bits(h, 9, 3)], h & 7, bits(h, 3, 3), bits(h, 6, 3), 0);
}

static void narrow_immediate_access(uint32_t h) {
  static const uint8_t kinds[] = { KIND_STR, KIND_LDR, KIND_STRB, KIND_LDRB, KIND_STRH, KIND_LDRH };
  static const uint8_t scales[] = { 2, 2, 0, 0, 1, 1 };
  uint32_t which = (h >> 11) - 12;
  access_immediate(kinds[which], h & 7, bits(h, 3, 3), bits(h, 6, 5) << scales[which]);
}

static void narrow_push_pop(uint32_t h) {
  uint32_t list = h & 0xff, pops = bits(h, 11, 1);
  if (h & 0x100) list |= pops ? 1 << PC : 1 << LR;
  uint32_t bytes = 4 * (uint32_t)__builtin_popcount(list);
  if (!list) undefined();
  else access_list(pops ? LDM : STM, SP, list, pops ? 0 : -bytes, pops ? bytes : -bytes);
}

static void narrow_extend(uint32_t h) {
  static const uint16_t codes[] = { SXTH, SXTB, UXTH, UXTB };
  emit(codes[bits(h, 6, 2)], h & 7, 0, bits(h, 3, 3), 0);
}

static void narrow_reverse(uint32_t h) {
  static const uint16_t codes[] = { REV, REV16, UNDEFINED, REVSH };
  if (bits(h, 6, 2) == 2) undefined();
  else emit(codes[bits(h, 6, 2)], h & 7, 0, bits(h, 3, 3), 0);
}

static void narrow_hint(uint32_t h) {  // IT is the block's business
  uint32_t hint = bits(h, 4, 4);
  if (hint >= 2 && hint <= 4) system_step(h, 0);  // WFE, WFI, SEV
}

static void compare_and_branch(uint32_t h) {
  uint32_t offset = bits(h, 3, 5) << 1 | bits(h, 9, 1) << 6;
  conditional_branch(h & 0x800 ? CBNZ : CBZ, h & 7, pc_value() + offset, 2);
}

static void narrow_miscellaneous(uint32_t h) {  // A5.2.5
  switch (bits(h, 8, 4)) {
  case 0: emit(h & 0x80 ? SUB_I : ADD_I, SP, SP, 0, (h & 0x7f) * 4); break;
  case 1:
  case 3:
  case 9:
  case 11: compare_and_branch(h); break;
  case 2: narrow_extend(h); break;
  case 4:
  case 5:
  case 12:
  case 13: narrow_push_pop(h); break;
  case 6:
    if ((h & 0xffec) == 0xb660) system_step(h, 1);
    else undefined();
    break;  // CPS
  case 10: narrow_reverse(h); break;
  case 14: system_step(h, 0); break;  // BKPT
  case 15: narrow_hint(h); break;
  default: undefined();
  }
}

static void narrow_list(uint32_t h) {
  uint32_t n = bits(h, 8, 3), list = h & 0xff, is_load = bits(h, 11, 1),
           bytes = 4 * (uint32_t)__builtin_popcount(list);
  if (!list) undefined();
  else access_list(is_load ? LDM : STM, n, list, 0, is_load && list >> n & 1 ? 0 : bytes);
}

static void narrow_branch(uint32_t h) {
  uint32_t condition = bits(h, 8, 4);
  if (condition == 14) undefined();
  else if (condition == 15) system_step(h, 0);  // SVC
  else
    conditional_branch(B_EQ + condition, 0, pc_value() + (uint32_t)sign_extend((h & 0xff) << 1, 9),
                       2);
}

static void narrow(uint32_t h, uint32_t s) {  // s: outside IT, so arithmetic sets the flags
  switch (h >> 11) {
  case 0:
  case 1:
  case 2: shift(h >> 11, h & 7, bits(h, 3, 3), bits(h, 6, 5), s); break;
  case 3: narrow_arithmetic(h, s); break;
  case 4:
  case 5:
  case 6:
  case 7: narrow_immediate(h, s); break;
  case 8:
    if (h & 0x400) narrow_high(h);
    else narrow_operation(h, s);
    break;
  case 9: access_literal(KIND_LDR, bits(h, 8, 3), (pc_value() & ~3u) + (h & 0xff) * 4); break;
  case 10:
  case 11: narrow_register_access(h); break;
  case 12:
  case 13:
  case 14:
  case 15:
  case 16:
  case 17: narrow_immediate_access(h); break;
  case 18:
  case 19:
    access_immediate(h & 0x800 ? KIND_LDR : KIND_STR, bits(h, 8, 3), SP, (h & 0xff) * 4);
    break;
  case 20: emit(MOV_I, bits(h, 8, 3), 0, 0, (pc_value() & ~3u) + (h & 0xff) * 4); break;
  case 21: emit(ADD_I, bits(h, 8, 3), SP, 0, (h & 0xff) * 4); break;
  case 22:
  case 23: narrow_miscellaneous(h); break;
  case 24:
  case 25: narrow_list(h); break;
  case 26:
  case 27: narrow_branch(h); break;
  default: branch(B, pc_value() + (uint32_t)sign_extend((h & 0x7ff) << 1, 12));
  }
}

// ---- IT blocks (A7.7.38)

static bool is_it(uint32_t h) { return (h & 0xff00) == 0xbf00 && h & 15; }
static bool is_wide(uint32_t h) { return h >> 11 >= 0x1d; }
static uint32_t it_advance(uint32_t it) { return it & 7 ? (it & 0xe0) | (it << 1 & 0x1f) : 0; }

uint32_t it_state_at(const struct block *block, uint32_t half) {
  uint32_t it = block->it, address = block->address, end = address + 2 * half;
  uint16_t h;
  while (address < end && code_read(address, &h)) {
    it = is_it(h) ? h & 0xff : it_advance(it);
    address += is_wide(h) ? 4 : 2;
  }
  return it;
}

// ---- which flags a step reads and writes

static uint32_t reads_of(uint32_t code) {
  static const uint8_t by_condition[14] = { NZ, NZ,     C,      C,      NZ,     NZ,     V,
                                            V,  NZ | C, NZ | C, NZ | V, NZ | V, NZ | V, NZ | V };
  if (code >= SKIP_EQ && code <= SKIP_LE) return by_condition[code - SKIP_EQ];
  if (code >= B_EQ && code <= B_LE) return by_condition[code - B_EQ];
  if (code >= ADC_R && code <= SBC_I_S) return C;
  if (code == RRX || code == RRX_S || code == SHIFT_C) return C;
  return code == NEXT || code >= BL || code == TBB || code == TBH ? ALL_FLAGS : 0;
}

static uint32_t may_write(uint32_t code) {
  if (code <= SBC_I_S) {
    if (!(code & 1)) return 0;
    return code >= ADD_R ? ALL_FLAGS : code >= LSL_I && code <= ROR_R_S ? NZ | C : NZ;
  }
  if (code <= CMN_I || code == VMRS_FLAGS || (code >= CMP_R_S_EQ && code <= CMP_I_S_LE))
    return ALL_FLAGS;
  if (code <= TEQ_I) return NZ;
  return code == SET_C || code == SHIFT_C ? C : 0;
}

static uint32_t surely_writes(uint32_t code) {
  return code >= LSL_R && code <= ROR_R_S && code & 1 ? NZ : may_write(code);
}

// ---- flags live behind a branch: looks some instructions ahead

enum { LOOK_AHEAD = 10 };

static void decode_one(uint16_t h, uint32_t it);

static uint32_t live_from(uint32_t address) {
  uint32_t live_unless = ALL_FLAGS;  // flags that nothing has overwritten so far
  for (uint32_t i = 0; i < LOOK_AHEAD && live_unless; i++) {
    uint16_t h;
    if (address >= FLASH_SIZE - 4 || !code_read(address, &h) || is_it(h)) return live_unless;
    made.start = made.at = address;
    made.count = made.ended = 0;
    decode_one(h, 0);
    for (uint32_t k = 0; k < made.count; k++) {
      uint32_t code = made.steps[k].code;
      if (code == B || code == BL) break;
      if (code >= NEXT || reads_of(code) & live_unless) return live_unless;
      live_unless &= ~surely_writes(code);
    }
    const struct step *last = &made.steps[made.count - 1];
    bool follows = made.count && (last->code == B || last->code == BL);
    if (made.ended && !follows) return live_unless;
    address = follows ? last->imm : address + (is_wide(h) ? 4 : 2);
  }
  return live_unless;
}

// ---- from instruction to steps

// The core register that an instruction's steps from `first` on compute, if they do not access memory.
static uint32_t result_from(uint32_t first) {
  uint32_t result = NOTHING;
  for (uint32_t i = first; i < made.count && !made.memory; i++) {
    uint32_t code = made.steps[i].code, d = made.steps[i].d / 4;
    if ((code <= SBC_I_S || (code >= ADD_LSL && code <= UDIV && code != DSP)) && d < SCRATCH) result = d;
  }
  return result;
}

static void decode_one(uint16_t h, uint32_t it) {
  uint16_t l;
  uint32_t first = made.count;
  made.cycles = 1;
  made.memory = 0;
  made.loaded = NOTHING;
  made.in_it = it;
  if (!is_wide(h)) narrow(h, it == 0);
  else if (code_read(made.at + 2, &l)) wide(h, l);
  else {
    emit(NO_CODE, 0, 0, 0, 0);
    made.ended = 1;
  }
  made.loaded_before = made.loaded;
  made.result_before = result_from(first);
}

// One instruction of an IT block: its steps behind a SKIP unless its condition is "always".
static void decode_conditional(uint16_t h, uint32_t it) {
  uint32_t condition = it >> 4, at = made.count, length = is_wide(h) ? 4 : 2;
  if (condition >= 14) {
    decode_one(h, it);
    return;
  }
  emit(SKIP_EQ + condition, 0, 0, 0, 0);
  decode_one(h, it);
  if (made.ended && made.steps[made.count - 1].code != NEXT) emit(NEXT, 0, 0, 0, made.at + length);
  uint32_t skipped = made.count - at - 1;
  if (made.ended) skipped -= 1;  // lands on NEXT
  made.steps[at].imm = skipped;
  made.steps[at].link = made.cycles - 1;
}

struct counts {
  uint32_t instructions, halves, total;
  uint8_t cycles[BLOCK_INSTRUCTIONS + 4], first[BLOCK_INSTRUCTIONS + 4];
};

// Whether the block goes on with the instruction at made.at.
static bool block_is_full(const struct counts *counts, uint32_t it) {
  if (it) return false;  // an IT block stays whole
  uint32_t length = made.at + 4 - (made.start & ~15u);
  return counts->instructions >= BLOCK_INSTRUCTIONS - 4 || length > BLOCK_LINES * 16 ||
         made.count > MAX_STEPS - 32 || counts->total > 120;
}

static uint32_t decode_instructions(struct counts *counts, uint32_t it) {
  uint16_t h;
  made.count = made.ended = made.float_ready = 0;
  made.result_before = made.loaded_before = NOTHING;
  while (!made.ended) {
    if (block_is_full(counts, it)) {
      emit(NEXT, 0, 0, 0, made.at);
      break;
    }
    if (!code_read(made.at, &h)) {
      emit(NO_CODE, 0, 0, 0, 0);
      break;
    }
    counts->first[counts->instructions] = (uint8_t)made.count;
    if (made.at == made.start && !it && watch_wants(made.start)) emit(WATCH, 0, 0, 0, 0);
    made.cycles = 1;
    if (it) {
      decode_conditional(h, it);
      it = it_advance(it);
      made.float_ready = 0;
    } else if (is_it(h)) it = h & 0xff;
    else decode_one(h, 0);
    counts->cycles[counts->instructions++] = (uint8_t)made.cycles;
    counts->total += made.cycles;
    made.at += is_wide(h) ? 4 : 2;
  }
  return (made.at - made.start) / 2;
}

// Tells each step the cycles and the number of the instructions behind its own.
static void count_rest(const struct counts *counts) {
  uint32_t rest = 0, step = made.count;
  for (uint32_t i = counts->instructions; i-- > 0;) {
    while (step > counts->first[i]) {
      step--;
      made.steps[step].rest = (uint8_t)rest;
      made.steps[step].left = (uint8_t)(counts->instructions - 1 - i);
    }
    rest += counts->cycles[i];
  }
}

// ---- what is left out

static bool is_conditional(uint32_t at) {  // a SKIP may jump over it
  for (uint32_t i = at; i-- > 0 && at - i < 8;) {
    uint32_t code = made.steps[i].code;
    if (code >= SKIP_EQ && code <= SKIP_LE && i + made.steps[i].imm >= at) return true;
  }
  return false;
}

static void drop_unread_flags(uint32_t live) {
  for (uint32_t i = made.count; i-- > 0;) {
    struct step *step = &made.steps[i];
    uint32_t code = step->code;
    if (code <= SBC_I_S && code & 1 && !(may_write(code) & live)) {
      step->code = (uint16_t)(code - 1);
      code--;
    }
    if (!is_conditional(i)) live &= ~surely_writes(code);
    live |= reads_of(code);
  }
}

// The step for a compare and a conditional branch in one, or 0; `live`: the flags are read later.
static uint32_t fused_code(uint32_t compare, uint32_t condition, uint32_t live) {
  if (compare == CMP_R) return (live ? CMP_R_S_EQ : CMP_R_EQ) + condition;
  if (compare == CMP_I) return (live ? CMP_I_S_EQ : CMP_I_EQ) + condition;
  if (condition > 1 || live) return 0;
  return compare == TST_R ? TST_R_EQ + condition : compare == TST_I ? TST_I_EQ + condition : 0;
}

static void fuse_compare(uint32_t live) {
  if (made.count < 3) return;
  struct step *compare = &made.steps[made.count - 3], *branch = compare + 1;
  if (branch->code < B_EQ || branch->code > B_LE || is_conditional(made.count - 3)) return;
  uint32_t code = fused_code(compare->code, branch->code - B_EQ, live);
  if (!code) return;
  if (compare->code == CMP_I || compare->code == TST_I) {  // the constant moves: imm is the target
    if (compare->imm > 0xff) return;
    compare->m = (uint8_t)compare->imm;
  }
  branch->n = compare->n;
  branch->m = compare->m;
  branch->code = (uint16_t)code;
  *compare = *branch;
  *branch = branch[1];
  made.count--;
}

// Flags that code behind the block may read.
static uint32_t live_at_end(uint32_t in_flash) {
  const struct step *end = &made.steps[made.count - 1], *before = end - 1;
  uint32_t address = end->imm, code = end->code, target = before->imm;
  bool conditional = made.count > 1 && code == NEXT &&
                     ((before->code >= B_EQ && before->code <= B_LE) || before->code == CBZ ||
                      before->code == CBNZ);
  bool known = code == NEXT || code == B || code == BL;
  if (!in_flash || !known) return ALL_FLAGS;
  static struct step kept[MAX_STEPS];
  uint32_t count = made.count, start = made.start, at = made.at;
  memcpy(kept, made.steps, count * sizeof *kept);
  uint32_t live = live_from(address);
  if (conditional) live |= live_from(target);
  memcpy(made.steps, kept, count * sizeof *kept);
  made.count = count;
  made.start = start;
  made.at = at;
  return live;
}

static void optimise(uint32_t in_flash, uint32_t ends_conditionally) {
  uint32_t live = ends_conditionally ? ALL_FLAGS : live_at_end(in_flash);
  if (!ends_conditionally) fuse_compare(live);
  uint32_t count = made.count, end = made.steps[count - 1].code;
  // By itself the last step would count as one that reads all flags.
  if (!ends_conditionally && (end == NEXT || end == B || end == BL)) made.count--;
  else live = ALL_FLAGS;
  drop_unread_flags(live);
  made.count = count;
}

// ---- the arena

void decoder_forget(void) {
  spin_forget();
  memset(hashes, 0, sizeof hashes);
  memset(arena, 0, sizeof(struct block));
  block_of(0)->address = 1;  // no code lies at an odd address
  arena_used = sizeof(struct block) + 16;
  arena_used &= ~15u;
  decoder_generation++;
}

static uint32_t reserve(uint32_t bytes) {
  uint32_t at = arena_used;
  arena_used += (bytes + 15) & ~15u;
  return at;
}

static void set_lines(struct block *block, uint32_t halves) {
  uint32_t last = block->address + 2 * halves - 1;
  block->lines = CHECKED;
  block->line = 0;
  if (last >= FLASH_SIZE) return;
  block->line = block->address >> LINE_SHIFT;
  uint32_t count = (last >> LINE_SHIFT) - block->line + 1;
  block->lines = 0x01010101u >> 8 * (4 - (count > 4 ? 4 : count));
}

static void keep_source(struct block *block, uint32_t halves) {
  block->halves = (uint16_t)halves;
  if (block->lines != CHECKED) return;
  block->source = reserve(2 * halves);
  for (uint32_t i = 0; i < halves; i++) {
    uint16_t half = 0;
    code_read(block->address + 2 * i, &half);
    store16(arena + block->source + 2 * i, half);
  }
}

bool block_unchanged(const struct block *block) {
  for (uint32_t i = 0; i < block->halves; i++) {
    uint16_t half;
    if (!code_read(block->address + 2 * i, &half) || half != load16(arena + block->source + 2 * i))
      return false;
  }
  return true;
}

void block_forget(struct block *block) { block->address |= 1; }

static uint32_t decode_block(uint32_t address, uint32_t it) {
  if (arena_used > ARENA - 8192) decoder_forget();
  struct counts counts = { 0 };
  made.start = made.at = address;
  uint32_t halves = decode_instructions(&counts, it);
  if (!halves) halves = 1;
  count_rest(&counts);
  bool conditional_end = made.count > 1 && is_conditional(made.count - 2);
  optimise(address + 2 * halves <= FLASH_SIZE, conditional_end);
  uint32_t offset =
      reserve((uint32_t)sizeof(struct block) + made.count * (uint32_t)sizeof(struct step));
  struct block *block = block_of(offset);
  *block = (struct block){ .address = address,
                           .it = (uint16_t)it,
                           .cost = (uint64_t)counts.total << 32 | counts.instructions };
  memcpy(block->steps, made.steps, made.count * sizeof(struct step));
  set_lines(block, halves);
  keep_source(block, halves);
  return offset;
}

uint32_t block_at(uint32_t address) {
  uint32_t *head = &hashes[hash_of(address)];
  for (uint32_t at = *head; at; at = block_of(at)->chain)
    if (block_of(at)->address == address) return at;
  uint32_t at = decode_block(address, 0);
  block_of(at)->chain = *head;
  *head = at;
  return at;
}

uint32_t block_inside_it(uint32_t address, uint32_t it) { return decode_block(address, it); }
