// SPDX-License-Identifier: MIT
// Single-precision arithmetic: ARMv7-M Architecture Reference Manual, A2.5 and A7 (VADD and the rest).
//
// Results, NaNs and the cumulative flags of FPSCR are computed with integers and so are the same on
// every machine. Only where no flag can change (FPSCR.IXC is set already, the result is an ordinary
// number, rounding is to nearest) the machine's own arithmetic, which is IEEE 754's, gives the result.
#include "cpu_steps.h"

enum { IOC = 1, DZC = 2, OFC = 4, UFC = 8, IXC = 16, IDC = 128 };
enum { FZ = 1 << 24, DN = 1 << 25, AHP = 1 << 26, MODE = 3 << 22 };
enum { NEAREST, PLUS, MINUS, ZERO };
enum { SIGN = 1u << 31, INFINITY_BITS = 0x7f800000, DEFAULT_NAN = 0x7fc00000, QUIET = 1 << 22 };

static uint32_t rounding(void) { return cpu.fpscr >> 22 & 3; }
static void raise(uint32_t flags) { cpu.fpscr |= flags; }

static bool is_nan(uint32_t v) { return (v & ~SIGN) > INFINITY_BITS; }
static bool is_signalling(uint32_t v) { return is_nan(v) && !(v & QUIET); }
static bool is_infinite(uint32_t v) { return (v & ~SIGN) == INFINITY_BITS; }
static bool is_zero(uint32_t v) { return !(v & ~SIGN); }

static uint32_t invalid(void) {
  raise(IOC);
  return DEFAULT_NAN;
}

// A denormal operand counts as zero if FZ is set.
static uint32_t flushed(uint32_t v) {
  if (!(cpu.fpscr & FZ) || v & INFINITY_BITS || is_zero(v)) return v;
  raise(IDC);
  return v & SIGN;
}

// ---- numbers taken apart: mantissa * 2^exponent

struct number {
  uint32_t sign;
  int32_t exponent;
  uint64_t mantissa;
};

static struct number
unpack(uint32_t v) {  // finite; the mantissa of anything but zero has bit 23 set
  int32_t exponent = (int32_t)(v >> 23 & 0xff);
  uint32_t mantissa = v & 0x7fffff;
  if (exponent) return (struct number){ v & SIGN, exponent - 150, mantissa | 1u << 23 };
  if (!mantissa) return (struct number){ v & SIGN, -149, 0 };
  int32_t shift = __builtin_clz(mantissa) - 8;
  return (struct number){ v & SIGN, -149 - shift, (uint64_t)mantissa << shift };
}

static uint64_t shift_right_sticky(uint64_t v,
                                   uint32_t by) {  // bits that fall out stay as the lowest
  if (by > 63) return v != 0;
  return by ? v >> by | ((v & ((1ull << by) - 1)) != 0) : v;
}

// Whether what is cut off makes the kept part larger by one.
static bool rounds_up(uint32_t sign, uint64_t kept, uint64_t cut, uint64_t half, uint32_t mode) {
  if (mode == NEAREST) return cut > half || (cut == half && kept & 1);
  return cut && mode == (sign ? MINUS : PLUS);
}

struct format {
  int32_t digits, least, greatest;
};  // of the mantissa; exponents of 1.0 * 2^e

static const struct format single = { 24, -126, 127 };
static const struct format half = { 11, -14, 15 };

// Rounds to a format: the bits without sign, `overflow` if too large. Sets UFC and IXC.
static uint32_t round_to(struct number n, struct format format, uint32_t mode, bool *overflow) {
  uint32_t leading = (uint32_t)__builtin_clzll(n.mantissa);
  uint64_t mantissa = n.mantissa << leading;
  int32_t exponent = n.exponent - (int32_t)leading + 63;  // value is 1.x * 2^exponent
  bool tiny = exponent < format.least;
  int32_t drop = 64 - format.digits + (tiny ? format.least - exponent : 0);
  if (drop > 63) {
    mantissa = shift_right_sticky(mantissa, (uint32_t)drop - 63);
    drop = 63;
  }
  uint64_t kept = mantissa >> drop, cut = mantissa & ((1ull << drop) - 1);
  if (cut) raise(tiny ? UFC | IXC : IXC);
  kept += rounds_up(n.sign, kept, cut, 1ull << (drop - 1), mode);
  uint64_t biased = tiny ? 0 : (uint64_t)(exponent - format.least);
  uint64_t bits = (biased << (format.digits - 1)) + kept;
  *overflow = bits >= (uint64_t)(format.greatest - format.least + 2) << (format.digits - 1);
  return (uint32_t)bits;
}

static bool overflows_to_infinity(uint32_t sign, uint32_t mode) {
  return mode == NEAREST || mode == (sign ? MINUS : PLUS);
}

static uint32_t pack_in_mode(struct number n, uint32_t mode) {
  if (!n.mantissa) return n.sign;
  int32_t exponent = n.exponent + 63 - (int32_t)__builtin_clzll(n.mantissa);
  if (cpu.fpscr & FZ && exponent < single.least) {
    raise(UFC);
    return n.sign;
  }
  bool overflow;
  uint32_t bits = round_to(n, single, mode, &overflow);
  if (!overflow) return n.sign | bits;
  raise(OFC | IXC);
  return n.sign |
         (uint32_t)(overflows_to_infinity(n.sign, mode) ? INFINITY_BITS : INFINITY_BITS - 1);
}

static uint32_t pack(struct number n) { return pack_in_mode(n, rounding()); }

// ---- NaNs (A2.5.4)

static uint32_t quieted(uint32_t nan) {
  if (is_signalling(nan)) raise(IOC);
  return cpu.fpscr & DN ? DEFAULT_NAN : nan | QUIET;
}

static uint32_t choose_nan(uint32_t a, uint32_t b) {
  if (is_signalling(a)) return quieted(a);
  if (is_signalling(b)) return quieted(b);
  return quieted(is_nan(a) ? a : b);
}

static uint32_t choose_nan_of_three(uint32_t a, uint32_t b, uint32_t c) {
  if (is_signalling(a)) return quieted(a);
  if (is_signalling(b) || is_signalling(c)) return choose_nan(b, c);
  return is_nan(a) ? quieted(a) : choose_nan(b, c);
}

// ---- the quick way

static float as_float(uint32_t v) {
  float f;
  __builtin_memcpy(&f, &v, 4);
  return f;
}
static uint32_t as_bits(float f) {
  uint32_t v;
  __builtin_memcpy(&v, &f, 4);
  return v;
}

static bool is_plain(uint32_t result) {
  uint32_t exponent = result >> 23 & 0xff;
  return (cpu.fpscr & (FZ | MODE | IXC)) == IXC && exponent - 1 < 254;
}

// ---- addition

static struct number sum_of(struct number a, struct number b) {  // mantissas below 2^62
  if (a.exponent < b.exponent) {
    struct number t = a;
    a = b;
    b = t;
  }
  if (!a.mantissa) return b;
  int32_t spare = __builtin_clzll(a.mantissa) - 2, distance = a.exponent - b.exponent;
  int32_t up = distance < spare ? distance : spare;
  a.mantissa <<= up;
  a.exponent -= up;
  b.mantissa = shift_right_sticky(b.mantissa, (uint32_t)(distance - up));
  if (a.sign == b.sign) a.mantissa += b.mantissa;
  else if (a.mantissa >= b.mantissa) a.mantissa -= b.mantissa;
  else {
    a.mantissa = b.mantissa - a.mantissa;
    a.sign = b.sign;
  }
  return a;
}

static uint32_t zero_sum_sign(uint32_t a_sign, uint32_t b_sign) {
  if (a_sign == b_sign) return a_sign;
  return rounding() == MINUS ? (uint32_t)SIGN : 0;
}

static uint32_t add(uint32_t a, uint32_t b) {
  uint32_t quick = as_bits(as_float(a) + as_float(b));
  if (is_plain(quick)) return quick;
  a = flushed(a);
  b = flushed(b);
  if (is_nan(a) || is_nan(b)) return choose_nan(a, b);
  if (is_infinite(a)) return is_infinite(b) && a != b ? invalid() : a;
  if (is_infinite(b)) return b;
  struct number sum = sum_of(unpack(a), unpack(b));
  if (!sum.mantissa) return zero_sum_sign(a & SIGN, b & SIGN);
  return pack(sum);
}

// ---- multiplication, division, root

static struct number product_of(uint32_t a, uint32_t b) {
  struct number x = unpack(a), y = unpack(b);
  return (struct number){ x.sign ^ y.sign, x.exponent + y.exponent, x.mantissa * y.mantissa };
}

static bool infinity_times_zero(uint32_t a, uint32_t b) {
  return (is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b));
}

static uint32_t multiply(uint32_t a, uint32_t b) {
  uint32_t quick = as_bits(as_float(a) * as_float(b));
  if (is_plain(quick)) return quick;
  a = flushed(a);
  b = flushed(b);
  if (is_nan(a) || is_nan(b)) return choose_nan(a, b);
  if (infinity_times_zero(a, b)) return invalid();
  if (is_infinite(a) || is_infinite(b)) return ((a ^ b) & SIGN) | INFINITY_BITS;
  return pack(product_of(a, b));
}

static uint32_t divide(uint32_t a, uint32_t b) {
  uint32_t quick = as_bits(as_float(a) / as_float(b));
  if (is_plain(quick)) return quick;
  a = flushed(a);
  b = flushed(b);
  uint32_t sign = (a ^ b) & SIGN;
  if (is_nan(a) || is_nan(b)) return choose_nan(a, b);
  if ((is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b))) return invalid();
  if (is_infinite(a)) return sign | INFINITY_BITS;
  if (is_infinite(b) || is_zero(a)) return sign;
  if (is_zero(b)) {
    raise(DZC);
    return sign | INFINITY_BITS;
  }
  struct number x = unpack(a), y = unpack(b);
  uint64_t scaled = x.mantissa << 38, quotient = scaled / y.mantissa;
  return pack(
      (struct number){ sign, x.exponent - y.exponent - 38, quotient | (scaled % y.mantissa != 0) });
}

static uint64_t whole_root(uint64_t v) {
  uint64_t root = (uint64_t)__builtin_sqrt((double)v);
  while (root * root > v) root--;
  while ((root + 1) * (root + 1) <= v) root++;
  return root;
}

static uint32_t square_root(uint32_t a) {
  a = flushed(a);
  if (is_nan(a)) return quieted(a);
  if (is_zero(a)) return a;
  if (a & SIGN) return invalid();
  if (is_infinite(a)) return a;
  struct number x = unpack(a);
  int32_t shift = x.exponent & 1 ? 37 : 38;  // leaves an even exponent
  uint64_t scaled = x.mantissa << shift, root = whole_root(scaled);
  return pack(
      (struct number){ 0, (x.exponent - shift) / 2 - 1, root << 1 | (root * root != scaled) });
}

static uint32_t multiply_add(uint32_t addend, uint32_t a, uint32_t b) {  // rounded once
  addend = flushed(addend);
  a = flushed(a);
  b = flushed(b);
  bool impossible = infinity_times_zero(a, b);
  if (impossible && is_nan(addend) && !is_signalling(addend)) return invalid();
  if (is_nan(addend) || is_nan(a) || is_nan(b)) return choose_nan_of_three(addend, a, b);
  if (impossible) return invalid();
  uint32_t sign = (a ^ b) & SIGN;
  if (is_infinite(a) || is_infinite(b)) {
    if (is_infinite(addend) && (addend & SIGN) != sign) return invalid();
    return sign | INFINITY_BITS;
  }
  if (is_infinite(addend)) return addend;
  struct number sum = sum_of(product_of(a, b), unpack(addend));
  if (!sum.mantissa) return zero_sum_sign(sign, addend & SIGN);
  return pack(sum);
}

// ---- comparison

static void compare(uint32_t a, uint32_t b, bool signals) {
  a = flushed(a);
  b = flushed(b);
  uint32_t result;
  if (is_nan(a) || is_nan(b)) {
    if (signals || is_signalling(a) || is_signalling(b)) raise(IOC);
    result = 3;
  } else {
    float x = as_float(a), y = as_float(b);
    result = x == y ? 6 : x < y ? 8 : 2;
  }
  cpu.fpscr = (cpu.fpscr & 0x0fffffffu) | result << 28;
}

// ---- conversions

static uint32_t clamp(uint64_t magnitude, bool negative, uint32_t width, bool is_signed) {
  uint64_t most = is_signed  ? (1ull << (width - 1)) - !negative
                  : negative ? 0
                             : (1ull << width) - 1;
  bool outside = magnitude > most;
  if (outside) {
    raise(IOC);
    magnitude = most;
  }
  return negative ? -(uint32_t)magnitude : (uint32_t)magnitude;
}

// To an integer of `width` bits, times 2^fraction; sign-extended to the register.
static uint32_t to_integer(uint32_t v, uint32_t width, bool is_signed, uint32_t fraction,
                           uint32_t mode) {
  v = flushed(v);
  if (is_nan(v)) {
    raise(IOC);
    return 0;
  }
  bool negative = v & SIGN;
  if (is_infinite(v)) return clamp(~0ull, negative, width, is_signed);
  struct number n = unpack(v);
  int32_t exponent = n.exponent + (int32_t)fraction;
  if (exponent > 32) return clamp(n.mantissa ? ~0ull : 0, negative, width, is_signed);
  if (exponent >= 0) return clamp(n.mantissa << exponent, negative, width, is_signed);
  uint32_t drop = (uint32_t)-exponent > 62 ? 62 : (uint32_t)-exponent;
  uint64_t mantissa = shift_right_sticky(n.mantissa, (uint32_t)-exponent - drop);
  uint64_t kept = mantissa >> drop, cut = mantissa & ((1ull << drop) - 1);
  kept += rounds_up(n.sign, kept, cut, 1ull << (drop - 1), mode);
  uint32_t before = cpu.fpscr & IOC;
  cpu.fpscr &= ~(uint32_t)IOC;
  uint32_t result = clamp(kept, negative, width, is_signed);
  if (cut && !(cpu.fpscr & IOC)) raise(IXC);  // one or the other
  raise(before);
  return result;
}

static uint32_t from_integer(uint32_t v, bool is_signed, uint32_t fraction, uint32_t mode) {
  bool negative = is_signed && v >> 31;
  return pack_in_mode(
      (struct number){ negative ? (uint32_t)SIGN : 0, -(int32_t)fraction, negative ? -v : v },
      mode);
}

static uint32_t from_half(uint32_t h) {
  uint32_t sign = (h & 0x8000) << 16, exponent = h >> 10 & 31, mantissa = h & 0x3ff;
  if (exponent == 31 && !(cpu.fpscr & AHP)) {
    if (!mantissa) return sign | INFINITY_BITS;
    if (!(mantissa & 0x200)) raise(IOC);
    return cpu.fpscr & DN ? DEFAULT_NAN : sign | INFINITY_BITS | QUIET | mantissa << 13;
  }
  if (exponent) return sign | (exponent + 112) << 23 | mantissa << 13;
  if (!mantissa) return sign;
  uint32_t shift = (uint32_t)__builtin_clz(mantissa) - 21;  // to 1.x
  return sign | (113 - shift) << 23 | (mantissa << shift & 0x3ff) << 13;
}

static uint32_t nan_to_half(uint32_t v) {
  if (is_signalling(v) || cpu.fpscr & AHP) raise(IOC);
  if (cpu.fpscr & AHP) return v >> 16 & 0x8000;
  return cpu.fpscr & DN ? 0x7e00 : (v >> 16 & 0x8000) | 0x7e00 | (v >> 13 & 0x1ff);
}

static uint32_t half_overflow(uint32_t sign) {
  if (cpu.fpscr & AHP) {
    raise(IOC);
    return sign | 0x7fff;
  }
  raise(OFC | IXC);
  return sign | (overflows_to_infinity(sign, rounding()) ? 0x7c00 : 0x7bff);
}

static uint32_t to_half(uint32_t v) {
  v = flushed(v);
  uint32_t sign = v >> 16 & 0x8000;
  if (is_nan(v)) return nan_to_half(v);
  if (is_infinite(v)) {
    if (cpu.fpscr & AHP) {
      raise(IOC);
      return sign | 0x7fff;
    }
    return sign | 0x7c00;
  }
  if (is_zero(v)) return sign;
  struct format format = half;
  if (cpu.fpscr & AHP) format.greatest = 16;  // no infinities, no NaNs
  bool overflow;
  uint32_t flags = cpu.fpscr, bits = round_to(unpack(v), format, rounding(), &overflow);
  if (!overflow) return sign | bits;
  cpu.fpscr = flags;
  return half_overflow(sign);
}

static void put_half(uint32_t *d, uint32_t v, bool high) {
  uint32_t bits = to_half(v);
  *d = high ? (*d & 0xffff) | bits << 16 : (*d & 0xffff0000u) | bits;
}

static uint32_t fixed_of(uint32_t v, uint32_t how) {
  uint32_t width = how >> 9 & 1 ? 32 : 16;
  return to_integer(v, width, !(how >> 8 & 1), how & 0xff, ZERO);
}

static uint32_t of_fixed(uint32_t v, uint32_t how) {
  bool is_signed = !(how >> 8 & 1);
  if (!(how >> 9 & 1)) v = is_signed ? (uint32_t)(int16_t)v : v & 0xffff;
  return from_integer(v, is_signed, how & 0xff, NEAREST);
}

// ---- one instruction

static uint32_t result_of(const struct step *s, uint32_t d, uint32_t n, uint32_t m) {
  switch (s->imm) {
  case FP_ADD: return add(n, m);
  case FP_SUB: return is_nan(m) ? add(n, m) : add(n, m ^ SIGN);
  case FP_MUL: return multiply(n, m);
  case FP_NMUL: return multiply(n, m) ^ SIGN;
  case FP_MLA: return add(d, multiply(n, m));
  case FP_MLS: return add(d, multiply(n, m) ^ SIGN);
  case FP_NMLA: return add(d ^ SIGN, multiply(n, m) ^ SIGN);
  case FP_NMLS: return add(d ^ SIGN, multiply(n, m));
  case FP_FMA: return multiply_add(d, n, m);
  case FP_FMS: return multiply_add(d, n ^ SIGN, m);
  case FP_FNMA: return multiply_add(d ^ SIGN, n ^ SIGN, m);
  case FP_FNMS: return multiply_add(d ^ SIGN, n, m);
  case FP_DIV: return divide(n, m);
  case FP_ABS: return m & ~SIGN;
  case FP_NEG: return m ^ SIGN;
  case FP_SQRT: return square_root(m);
  case FP_FROM_HALF_LOW: return from_half(m & 0xffff);
  case FP_FROM_HALF_HIGH: return from_half(m >> 16);
  case FP_FROM_U32: return from_integer(m, false, 0, rounding());
  case FP_FROM_S32: return from_integer(m, true, 0, rounding());
  case FP_TO_U32: return to_integer(m, 32, false, 0, ZERO);
  case FP_TO_S32: return to_integer(m, 32, true, 0, ZERO);
  case FP_TO_U32_ROUNDED: return to_integer(m, 32, false, 0, rounding());
  case FP_TO_S32_ROUNDED: return to_integer(m, 32, true, 0, rounding());
  case FP_FROM_FIXED: return of_fixed(m, s->link);
  default: return fixed_of(m, s->link);
  }
}

void fpu_execute(const struct step *s) {
  uint32_t *d = &cpu.r[s->d / 4], n = cpu.r[s->n / 4], m = cpu.r[s->m / 4];
  switch (s->imm) {
  case FP_COMPARE:
  case FP_COMPARE_E: compare(n, m, s->imm == FP_COMPARE_E); break;
  case FP_COMPARE_ZERO:
  case FP_COMPARE_ZERO_E: compare(n, 0, s->imm == FP_COMPARE_ZERO_E); break;
  case FP_TO_HALF_LOW:
  case FP_TO_HALF_HIGH: put_half(d, m, s->imm == FP_TO_HALF_HIGH); break;
  default: *d = result_of(s, *d, n, m);
  }
}
