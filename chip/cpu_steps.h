// SPDX-License-Identifier: MIT
// Decoded code: what cpu_decode.c makes of instructions and cpu.c executes.
//
// A block is a run of instructions that is entered at its first only and left after its last: it ends
// at a branch, at what may change the processor's mode, or after a few lines of flash. An instruction
// becomes one step, sometimes two or three. Registers are named by their offset in cpu.r, in bytes.
#pragma once
#include "cpu_state.h"

// Pairs: the second of each also sets the flags.
#define PAIRS(X)                                                                                   \
  X(AND_R)                                                                                         \
  X(AND_I) X(BIC_R) X(BIC_I) X(ORR_R) X(ORR_I) X(ORN_R) X(ORN_I) X(EOR_R) X(EOR_I) X(MOV_R)        \
      X(MOV_I) X(MVN_R) X(LSL_I) X(LSR_I) X(ASR_I) X(ROR_I) X(RRX) X(LSL_R) X(LSR_R) X(ASR_R)      \
          X(ROR_R) X(MUL) X(ADD_R) X(ADD_I) X(SUB_R) X(SUB_I) X(RSB_R) X(RSB_I) X(ADC_R) X(ADC_I)  \
              X(SBC_R) X(SBC_I)

#define CONDITIONS(X)                                                                              \
  X(EQ) X(NE) X(CS) X(CC) X(MI) X(PL) X(VS) X(VC) X(HI) X(LS) X(GE) X(LT) X(GT) X(LE)

// Accesses of one register: the kinds of load and store, in this order everywhere.
#define KINDS(X) X(LDR) X(LDRH) X(LDRB) X(LDRSH) X(LDRSB) X(STR) X(STRH) X(STRB)

enum step_code {
#define X(name) name, name##_S,
  PAIRS(X)
#undef X
      CMP_R,
  CMP_I,
  CMN_R,
  CMN_I,
  TST_R,
  TST_I,
  TEQ_R,
  TEQ_I,
  SET_C,
  SHIFT_C,  // a shifted operand's carry
  ADD_LSL,  // d = n + (m << imm)
  MOVT,
  UBFX,
  SBFX,
  BFI,
  CLZ,
  RBIT,
  REV,
  REV16,
  REVSH,
  SXTB,
  SXTH,
  UXTB,
  UXTH,
  MLA,
  MLS,
  UMULL,
  SMULL,
  UMLAL,
  SMLAL,
  SDIV,
  UDIV,
  DSP,
  ALIGN_SP,
#define X(name) name##_IMM,  // address n + imm
  KINDS(X)
#undef X
#define X(name) name##_REG,  // address n + (m << imm)
      KINDS(X)
#undef X
#define X(name) name##_WB,  // address n + imm, then n += link
          KINDS(X)
#undef X
              LDR_CONST,  // a constant in flash: value imm, line link
  LDM,
  STM,  // list imm, from n + low half of link; n += high half
  LDM_PC,  // LDM whose list has the pc; BX follows
  LDRD,
  STRD,  // d and m; address n + imm, then n += link
  VLDM,
  VSTM,  // m registers from d on
  LDREX,
  LDREXH,
  LDREXB,
  STREX,
  STREXH,
  STREXB,
  CLREX,
  TBB,
  TBH,
  FP_READY,
  FP,
  VMRS_FLAGS,
  WATCH,  // a function that is watched begins here
#define X(name) EXPECT_##name,  // in a slice: the condition holds as often as d says, or the slice fails
  CONDITIONS(X)
#undef X
      SLICE_END,
#define X(name) SKIP_##name,  // unless the condition holds: over imm steps
  CONDITIONS(X)
#undef X
  // From here on steps that end a block.
  NEXT,  // at imm
  B,  // to imm
#define X(name) B_##name,
  CONDITIONS(X)
#undef X
#define X(name) CMP_R_##name,  // compares n and m, whose flags nobody reads
      CONDITIONS(X)
#undef X
#define X(name) CMP_I_##name,  // compares n and the number m
          CONDITIONS(X)
#undef X
#define X(name) CMP_R_S_##name,  // the same with flags
              CONDITIONS(X)
#undef X
#define X(name) CMP_I_S_##name,
                  CONDITIONS(X)
#undef X
                      TST_R_EQ,
  TST_R_NE,
  TST_I_EQ,
  TST_I_NE,
  CBZ,
  CBNZ,
  BL,
  BLX,
  BX,
  BRANCH_PC,  // BRANCH_PC: to the pc's slot, without a change of state
  SYSTEM,  // imm: the encoding
  UNDEFINED,
  NO_COPROCESSOR,
  NO_CODE,
  STEP_CODES
};

struct step {
  uint16_t code;
  uint8_t d, n, m;  // offsets in cpu.r; in conditional branches d is the cost if it is taken
  uint8_t half;  // halfword of the instruction in its block
  uint8_t rest;  // cycles of the block's later instructions
  uint8_t left;  // how many those are
  uint32_t imm;
  uint32_t link;  // a branch's target as block, 0 if not known yet; others: see above
};

enum { BLOCK_LINES = 4, BLOCK_INSTRUCTIONS = 28 };

// The line mask of code that is not in flash: never satisfied, so each entry looks at the code first.
#define CHECKED 0x80u
// The same for the block that spin_place names.
#define MARKED 0x02u

struct block {
  uint32_t address;
  uint32_t chain;  // the next block with the same hash
  uint32_t line, lines;  // first line of flash; 01 in each byte for those that the code lies in
  uint64_t cost;  // cycles in the upper half, instructions in the lower
  uint32_t source;  // of checked code: where its copy lies
  uint16_t halves;
  uint16_t it;  // ITSTATE at its start
  struct step steps[];
};

// Blocks and their copies of code lie in one arena; a block is named by its offset there.
enum { ARENA = 1 << 20, HASHES = 1 << 13 };
extern uint8_t arena[ARENA];
extern uint32_t hashes[HASHES];
extern uint32_t decoder_generation;  // changes when every block is forgotten

static inline struct block *block_of(uint32_t offset) { return (struct block *)(arena + offset); }
static inline uint32_t hash_of(uint32_t address) { return address >> 1 & (HASHES - 1); }

uint32_t block_at(uint32_t address);  // finds or decodes it
uint32_t block_inside_it(uint32_t address, uint32_t it);  // for a return into an IT block
bool block_unchanged(const struct block *block);  // of checked code
void block_forget(struct block *block);
uint32_t it_state_at(const struct block *block, uint32_t half);
void decoder_forget(void);

// ---- slice.c: the part of a turn that depends on the RTC's count
extern bool slice_follows;  // steps are to be told before they are executed
extern bool slice_learns, slice_failed;
void slice_step(const struct step *step);
uint64_t cpu_run_slice(struct block *slice);  // the cycles of its divisions

// ---- cpu_watch.c
bool watch_wants(uint32_t address);
void watch_entered(uint32_t address);

// ---- dsp.c and fpu.c
bool dsp_defined(uint32_t encoding);
void dsp_execute(uint32_t encoding);
void fpu_execute(const struct step *step);  // imm: an FP_ value

enum fp_operation {
  FP_ADD,
  FP_SUB,
  FP_MUL,
  FP_NMUL,
  FP_MLA,
  FP_MLS,
  FP_NMLA,
  FP_NMLS,
  FP_FMA,
  FP_FMS,
  FP_FNMA,
  FP_FNMS,
  FP_DIV,
  FP_ABS,
  FP_NEG,
  FP_SQRT,
  FP_TO_HALF_LOW,
  FP_TO_HALF_HIGH,
  FP_FROM_HALF_LOW,
  FP_FROM_HALF_HIGH,
  FP_COMPARE,
  FP_COMPARE_E,
  FP_COMPARE_ZERO,
  FP_COMPARE_ZERO_E,
  FP_FROM_U32,
  FP_FROM_S32,
  FP_TO_U32,
  FP_TO_S32,
  FP_TO_U32_ROUNDED,
  FP_TO_S32_ROUNDED,
  FP_FROM_FIXED,
  FP_TO_FIXED  // link: fraction bits, bit 8 unsigned, bit 9 of 32 bits
};
