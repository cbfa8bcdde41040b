// SPDX-License-Identifier: MIT
// The DSP extension: saturation, packed halfwords and bytes, multiplications of halfwords. ARMv7-M
// Architecture Reference Manual, A4.4.3 - A4.4.6, A5.3.13 - A5.3.17.
//
// Instructions are taken apart when executed; programs of the board use few of them.
#include "cpu_steps.h"

static uint32_t field(uint32_t v, uint32_t low, uint32_t count) {
  return v >> low & ((1u << count) - 1);
}

static int32_t low_half(uint32_t v) { return (int16_t)v; }
static int32_t high_half(uint32_t v) { return (int16_t)(v >> 16); }
static uint32_t pack(uint32_t high, uint32_t low) { return high << 16 | (low & 0xffff); }
static uint32_t swapped(uint32_t v) { return v << 16 | v >> 16; }

static int64_t clamp(int64_t v, int64_t least, int64_t most) {
  return v < least ? least : v > most ? most : v;
}

static uint32_t saturate(int64_t v, int64_t least, int64_t most) {  // notes it in Q
  int64_t result = clamp(v, least, most);
  if (result != v) cpu.q = 1;
  return (uint32_t)result;
}

static uint32_t saturate_signed(int64_t v, uint32_t width) {
  return saturate(v, -(1ll << (width - 1)), (1ll << (width - 1)) - 1);
}

static uint32_t saturate_unsigned(int64_t v, uint32_t width) {
  return saturate(v, 0, (1ll << width) - 1);
}

static uint32_t noted(int64_t v) {  // wraps, but notes it in Q
  if (v != (int32_t)v) cpu.q = 1;
  return (uint32_t)v;
}

// ---- parallel addition and subtraction (A5.3.13, A5.3.14)

enum { PLAIN, SATURATES, HALVES };

static int32_t lane(uint32_t v, uint32_t index, uint32_t width, bool is_signed) {
  uint32_t bits = v >> index * width & ((1u << width) - 1);
  if (!is_signed) return (int32_t)bits;
  return width == 8 ? (int8_t)bits : (int16_t)bits;
}

static int32_t limited(int32_t v, uint32_t width, bool is_signed, uint32_t how) {
  if (how == HALVES) return v >> 1;
  if (how != SATURATES) return v;
  if (!is_signed) return (int32_t)clamp(v, 0, (1 << width) - 1);
  return (int32_t)clamp(v, -(1 << (width - 1)), (1 << (width - 1)) - 1);
}

static bool greater_equal(int32_t v, uint32_t width, bool is_signed, bool subtracts) {
  return is_signed || subtracts ? v >= 0 : v >= 1 << width;
}

static void parallel(uint32_t e) {
  uint32_t op = field(e, 20, 3), how = field(e, 4, 2), n = cpu.r[field(e, 16, 4)],
           m = cpu.r[field(e, 0, 4)];
  bool is_signed = !field(e, 6, 1), crosses = op == 2 || op == 6;
  uint32_t width = op & 3 ? 16 : 8, result = 0, ge = 0;
  for (uint32_t i = 0; i < 32 / width; i++) {
    bool subtracts = crosses ? (op == 6) == i : op & 4;  // ASX subtracts below, SAX above
    int32_t a = lane(n, i, width, is_signed), b = lane(m, crosses ? 1 - i : i, width, is_signed);
    int32_t v = subtracts ? a - b : a + b;
    if (greater_equal(v, width, is_signed, subtracts))
      ge |= (width == 8 ? 1u : 3u) << i * (width / 8);
    result |= ((uint32_t)limited(v, width, is_signed, how) & ((1u << width) - 1)) << i * width;
  }
  if (how == PLAIN) cpu.ge = ge;
  cpu.r[field(e, 8, 4)] = result;
}

// ---- what remains of the register operations (A5.3.12, A5.3.15)

static void saturating_add(uint32_t e) {
  int64_t n = (int32_t)cpu.r[field(e, 16, 4)], m = (int32_t)cpu.r[field(e, 0, 4)];
  if (field(e, 4, 1)) n = (int32_t)saturate_signed(2 * n, 32);
  cpu.r[field(e, 8, 4)] = saturate_signed(field(e, 5, 1) ? m - n : m + n, 32);
}

static void select_bytes(uint32_t e) {
  uint32_t mask = 0;
  for (uint32_t i = 0; i < 4; i++) mask |= cpu.ge >> i & 1 ? 0xffu << 8 * i : 0;
  cpu.r[field(e, 8, 4)] = (cpu.r[field(e, 16, 4)] & mask) | (cpu.r[field(e, 0, 4)] & ~mask);
}

static void extend_pair(uint32_t e) {  // SXTB16, UXTB16 and with addition
  uint32_t n = field(e, 16, 4), m = rotate_right(cpu.r[field(e, 0, 4)], 8 * field(e, 4, 2)),
           add = n == PC ? 0 : cpu.r[n];
  uint32_t low = field(e, 20, 1) ? m & 0xff : (uint32_t)(int8_t)m;
  uint32_t high = field(e, 20, 1) ? m >> 16 & 0xff : (uint32_t)(int8_t)(m >> 16);
  cpu.r[field(e, 8, 4)] = pack((add >> 16) + high, add + low);
}

static void pack_halves(uint32_t e) {  // PKHBT, PKHTB
  uint32_t by = field(e, 12, 3) << 2 | field(e, 6, 2), n = cpu.r[field(e, 16, 4)],
           m = cpu.r[field(e, 0, 4)];
  if (field(e, 5, 1))
    cpu.r[field(e, 8, 4)] = pack(n >> 16, (uint32_t)((int32_t)m >> (by ? by : 31)));
  else cpu.r[field(e, 8, 4)] = pack(m << by >> 16, n);
}

static void saturate_halves(uint32_t e, bool is_signed) {
  uint32_t n = cpu.r[field(e, 16, 4)], width = field(e, 0, 4) + is_signed;
  uint32_t low =
      is_signed ? saturate_signed(low_half(n), width) : saturate_unsigned(low_half(n), width);
  uint32_t high =
      is_signed ? saturate_signed(high_half(n), width) : saturate_unsigned(high_half(n), width);
  cpu.r[field(e, 8, 4)] = pack(high, low);
}

static void saturate_word(uint32_t e) {  // SSAT, USAT
  uint32_t n = cpu.r[field(e, 16, 4)], by = field(e, 12, 3) << 2 | field(e, 6, 2),
           width = field(e, 0, 5);
  bool is_signed = !field(e, 23, 1), shifts_right = field(e, 21, 1);
  if (shifts_right && !by) {
    saturate_halves(e, is_signed);
    return;
  }
  int32_t v = shifts_right ? (int32_t)n >> by : (int32_t)(n << by);
  cpu.r[field(e, 8, 4)] = is_signed ? saturate_signed(v, width + 1) : saturate_unsigned(v, width);
}

// ---- multiplications with a 32-bit result (A5.3.16)

static int64_t halves_product(uint32_t n, uint32_t m, uint32_t which) {
  return (int64_t)(which & 2 ? high_half(n) : low_half(n)) *
         (which & 1 ? high_half(m) : low_half(m));
}

static int64_t both_products(uint32_t n, uint32_t m, bool swaps, bool subtracts) {
  if (swaps) m = swapped(m);
  int64_t low = halves_product(n, m, 0), high = halves_product(n, m, 3);
  return subtracts ? low - high : low + high;
}

static uint32_t most_significant(uint32_t n, uint32_t m, uint32_t accumulator, bool subtracts,
                                 bool rounds) {
  uint64_t product = (uint64_t)((int64_t)(int32_t)n * (int32_t)m),
           base = (uint64_t)accumulator << 32;
  return (uint32_t)(((subtracts ? base - product : base + product) + (rounds ? 0x80000000u : 0)) >>
                    32);
}

static uint32_t differences(uint32_t n, uint32_t m, uint32_t accumulator) {  // USAD8, USADA8
  for (uint32_t i = 0; i < 4; i++) {
    int32_t difference = lane(n, i, 8, false) - lane(m, i, 8, false);
    accumulator += (uint32_t)(difference < 0 ? -difference : difference);
  }
  return accumulator;
}

static void short_multiply(uint32_t e) {
  uint32_t n = cpu.r[field(e, 16, 4)], m = cpu.r[field(e, 0, 4)], a = field(e, 12, 4),
           *d = &cpu.r[field(e, 8, 4)];
  uint32_t accumulator = a == PC ? 0 : cpu.r[a], low = field(e, 4, 1);
  int64_t add = (int32_t)accumulator;
  switch (field(e, 20, 3)) {
  case 1: *d = noted(halves_product(n, m, field(e, 4, 2)) + add); break;
  case 2: *d = noted(both_products(n, m, low, false) + add); break;
  case 3: *d = noted(((int64_t)(int32_t)n * (low ? high_half(m) : low_half(m)) >> 16) + add); break;
  case 4: *d = noted(both_products(n, m, low, true) + add); break;
  case 5: *d = most_significant(n, m, accumulator, false, low); break;
  case 6: *d = most_significant(n, m, accumulator, true, low); break;
  default: *d = differences(n, m, accumulator);
  }
}

// ---- multiplications that add to 64 bits (A5.3.17)

static void long_multiply(uint32_t e) {
  uint32_t n = cpu.r[field(e, 16, 4)], m = cpu.r[field(e, 0, 4)];
  uint32_t *low = &cpu.r[field(e, 12, 4)], *high = &cpu.r[field(e, 8, 4)], op2 = field(e, 4, 4);
  uint64_t sum = (uint64_t)*high << 32 | *low;
  switch (field(e, 20, 3)) {
  case 4:
    sum += (uint64_t)((op2 & 12) == 8 ? halves_product(n, m, op2 & 3)
                                      : both_products(n, m, op2 & 1, false));
    break;
  case 5: sum += (uint64_t)both_products(n, m, op2 & 1, true); break;
  default: sum = (uint64_t)n * m + *low + *high;  // UMAAL
  }
  *low = (uint32_t)sum;
  *high = (uint32_t)(sum >> 32);
}

// ---- which of them an encoding is

enum group {
  NONE,
  PARALLEL,
  SATURATING_ADD,
  SELECT,
  EXTEND_PAIR,
  PACK,
  SATURATE,
  SHORT_MULTIPLY,
  LONG_MULTIPLY
};

static enum group register_group(uint32_t e) {  // 0xfa..
  uint32_t op = field(e, 20, 4), op2 = field(e, 4, 4);
  if (op >= 8) {
    uint32_t lanes = op & 7;
    if (!(op2 & 8)) return lanes != 3 && lanes != 7 && (op2 & 3) != 3 ? PARALLEL : NONE;
    if (op == 8) return (op2 & 12) == 8 ? SATURATING_ADD : NONE;
    return op == 10 && op2 == 8 ? SELECT : NONE;
  }
  return (op == 2 || op == 3) && (op2 & 12) == 8 ? EXTEND_PAIR : NONE;
}

static enum group short_group(uint32_t e) {  // 0xfb0. - 0xfb7.
  uint32_t op = field(e, 20, 3), op2 = field(e, 4, 4);
  if (op == 1) return op2 < 4 ? SHORT_MULTIPLY : NONE;
  if (op == 7) return op2 == 0 ? SHORT_MULTIPLY : NONE;
  return op && op2 < 2 ? SHORT_MULTIPLY : NONE;
}

static enum group long_group(uint32_t e) {  // 0xfb8. - 0xfbf.
  uint32_t op = field(e, 20, 3), op2 = field(e, 4, 4);
  if (op == 4) return (op2 & 12) == 8 || (op2 & 14) == 12 ? LONG_MULTIPLY : NONE;
  if (op == 5) return (op2 & 14) == 12 ? LONG_MULTIPLY : NONE;
  return op == 6 && op2 == 6 ? LONG_MULTIPLY : NONE;
}

static enum group saturate_group(uint32_t e) {  // 0xf30. - 0xf3a.
  uint32_t op = field(e, 20, 5);
  if (op != 16 && op != 18 && op != 24 && op != 26) return NONE;
  bool halves = field(e, 21, 1) && !(field(e, 12, 3) << 2 | field(e, 6, 2));
  return halves && field(e, 4, 2) ? NONE : SATURATE;
}

static enum group group_of(uint32_t e) {
  switch (e >> 24) {
  case 0xea: return field(e, 4, 1) || field(e, 20, 1) ? NONE : PACK;
  case 0xfa: return register_group(e);
  case 0xfb: return field(e, 23, 1) ? long_group(e) : short_group(e);
  default: return saturate_group(e);
  }
}

bool dsp_defined(uint32_t encoding) { return group_of(encoding) != NONE; }

void dsp_execute(uint32_t encoding) {
  switch (group_of(encoding)) {
  case PARALLEL: parallel(encoding); break;
  case SATURATING_ADD: saturating_add(encoding); break;
  case SELECT: select_bytes(encoding); break;
  case EXTEND_PAIR: extend_pair(encoding); break;
  case PACK: pack_halves(encoding); break;
  case SATURATE: saturate_word(encoding); break;
  case SHORT_MULTIPLY: short_multiply(encoding); break;
  case LONG_MULTIPLY: long_multiply(encoding); break;
  default: break;
  }
}
