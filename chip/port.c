// SPDX-License-Identifier: MIT
// PORT, the pins (DS60001507, chapter 32): direction, output, pulls, functions. A pin that nothing drives or
// pulls keeps its last level, as its capacitance does.
//
// Not modelled: drive strength, continuous sampling, event inputs, input buffers that are off (IN always reads),
// the level of a pin that another peripheral drives.
#include "soc.h"

enum {
  DIR = 0x00, DIRCLR = 0x04, DIRSET = 0x08, DIRTGL = 0x0c, OUT = 0x10, OUTCLR = 0x14, OUTSET = 0x18, OUTTGL = 0x1c,
  IN = 0x20, CTRL = 0x24, WRCONFIG = 0x28, EVCTRL = 0x2c, PMUX = 0x30, PINCFG = 0x40, GROUP_SIZE = 0x80
};
enum { PMUXEN = BIT(0), PULLEN = BIT(2) };
static struct {
  uint32_t dir, out, outside, outside_level, level, function[4], config[8];   // function: PMUX; config: PINCFG
} groups[2];
static uint8_t reported[PINS], functions[PINS];         // functions: as timers last heard
static uint32_t late[2];                                // pins whose changes the board hears late

static uint32_t config_of(uint32_t pin) { return groups[pin / 32].config[pin % 32 / 4] >> 8 * (pin % 4) & 0xff; }

uint32_t port_function(uint32_t pin) {
  if (!(config_of(pin) & PMUXEN)) return NO_FUNCTION;
  return groups[pin / 32].function[pin % 32 / 8] >> 4 * (pin % 8) & 15;
}

static int given_away(uint32_t pin) {                   // to a peripheral that may drive it
  uint32_t function = port_function(pin);
  return function != NO_FUNCTION && function >= 1;
}

static uint32_t state(uint32_t pin) {
  uint32_t g = pin / 32, bit = BIT(pin % 32);
  if (groups[g].dir & bit) return given_away(pin) ? PIN_FLOATS : groups[g].out & bit ? PIN_HIGH : PIN_LOW;
  if (config_of(pin) & PULLEN) return groups[g].out & bit ? PIN_PULLED_UP : PIN_PULLED_DOWN;
  return PIN_FLOATS;
}

static int level(uint32_t pin, uint32_t st) {
  uint32_t g = pin / 32, bit = BIT(pin % 32);
  if (st == PIN_LOW || st == PIN_HIGH) return st == PIN_HIGH;
  if (groups[g].outside & bit) return (groups[g].outside_level & bit) != 0;
  if (st != PIN_FLOATS) return st == PIN_PULLED_UP;
  return (groups[g].level & bit) != 0;
}

static void tell(uint32_t pin, uint32_t st) {
  if (st == reported[pin]) return;
  reported[pin] = st;
  if (pin != pixels_pin && !(quiet_wires[pin / 32] & BIT(pin % 32))) {
    panel_flush();
    board_pin(pin, st);
  }
}

static void pin_changed(uint32_t pin) {
  uint32_t g = pin / 32, bit = BIT(pin % 32), st = state(pin);
  int before = (groups[g].level & bit) != 0, after = level(pin, st);
  groups[g].level = replaced(groups[g].level, after ? bit : 0, bit);
  if (before != after) {
    spin_disturbed();
    if (pin == pixels_pin) pixels_edge(after);
    eic_pin(pin, after);
    rtc_pin(pin, after);
  }
  if (!(late[g] & bit)) tell(pin, st);                  // last: the board may drive the pin at once
}

static void pins_changed(uint32_t g, uint32_t bits) {
  for (; bits; bits &= bits - 1) pin_changed(32 * g + __builtin_ctz(bits));
}

void port_tell_late(void) {
  for (uint32_t g = 0; g < 2; g++)
    for (uint32_t bits = late[g]; bits; bits &= bits - 1) {
      uint32_t pin = 32 * g + __builtin_ctz(bits);
      tell(pin, state(pin));
    }
}

void port_set_late(uint32_t a, uint32_t b) {
  port_tell_late();
  late[0] = a;
  late[1] = b;
}

uint32_t port_is_late(uint32_t pin) { return late[pin / 32] >> pin % 32 & 1; }

uint64_t port_late_states(void) {                       // as one number: up to 27 pins have five states each
  uint64_t states = 0;
  for (uint32_t g = 0; g < 2; g++)
    for (uint32_t bits = late[g]; bits; bits &= bits - 1)
      states = states * 5 + state(32 * g + __builtin_ctz(bits));
  return states;
}

uint32_t port_out(uint32_t port) { return groups[port].out; }
uint32_t port_level(uint32_t pin) { return groups[pin / 32].level >> pin % 32 & 1; }

void port_drive(uint32_t pin, int to) {
  if (pin >= PINS) return;
  uint32_t g = pin / 32, bit = BIT(pin % 32);
  groups[g].outside = replaced(groups[g].outside, to < 0 ? 0 : bit, bit);
  groups[g].outside_level = replaced(groups[g].outside_level, to > 0 ? bit : 0, bit);
  pin_changed(pin);
}

void port_bus_reset(void) {                             // the wires outside stay as they are
  memset(functions, NO_FUNCTION, sizeof functions);
  for (int g = 0; g < 2; g++) {
    groups[g].dir = groups[g].out = 0;
    memset(groups[g].function, 0, sizeof groups[g].function);
    memset(groups[g].config, 0, sizeof groups[g].config);
    pins_changed(g, ~0u);
  }
}

void port_power_on(void) {
  memset(reported, PIN_FLOATS, sizeof reported);
  for (int g = 0; g < 2; g++) groups[g].level = 0;
  port_bus_reset();
}

// ---- registers

static void set_out(uint32_t g, uint32_t out) {
  uint32_t changed = groups[g].out ^ out, rises = changed & out;
  groups[g].out = out;
  if (g == panel_port && rises & panel_write_mask) panel_strobe();
  if (g == panel_select_port && rises & panel_select_mask) panel_deselect();
  changed &= ~quiet_wires[g];
  if (changed) pins_changed(g, changed);
}

static void set_dir(uint32_t g, uint32_t dir) {
  uint32_t changed = groups[g].dir ^ dir;
  groups[g].dir = dir;
  pins_changed(g, changed);
}

static void set_config(uint32_t g, uint32_t pin, uint32_t value) {
  uint32_t shift = 8 * (pin % 4);
  groups[g].config[pin / 4] = replaced(groups[g].config[pin / 4], (value & 0x47) << shift, 0xffu << shift);
}

static void set_function(uint32_t g, uint32_t pin, uint32_t value) {
  uint32_t shift = 4 * (pin % 8);
  groups[g].function[pin / 8] = replaced(groups[g].function[pin / 8], value << shift, 15u << shift);
}

static void functions_changed(uint32_t g, uint32_t pins) {
  pins_changed(g, pins);
  for (; pins; pins &= pins - 1) {
    uint32_t pin = 32 * g + __builtin_ctz(pins), function = port_function(pin);
    if (function == functions[pin]) continue;
    functions[pin] = function;
    waves_pin_changed(pin);
    eic_given(pin);
  }
}

static void write_config(uint32_t g, uint32_t value) {   // many pins at once
  uint32_t pins = (value & 0xffff) << (value >> 31 ? 16 : 0);
  for (uint32_t rest = pins; rest; rest &= rest - 1) {
    uint32_t pin = __builtin_ctz(rest);
    if (value & BIT(30)) set_config(g, pin, FIELD(value, 16, 7));
    if (value & BIT(28)) set_function(g, pin, FIELD(value, 24, 4));
  }
  functions_changed(g, pins);
}

uint32_t port_bus_read(int unit, uint32_t offset) {
  uint32_t g = offset / GROUP_SIZE, reg = offset % GROUP_SIZE;
  cpu_steady(NEVER);
  if (g > 1) return 0;
  if (reg < OUT) return groups[g].dir;
  if (reg < IN) return groups[g].out;
  if (reg == IN) return groups[g].level;
  if (reg >= PMUX && reg < PINCFG) return groups[g].function[(reg - PMUX) / 4];
  if (reg >= PINCFG && reg < PINCFG + 32) return groups[g].config[(reg - PINCFG) / 4];
  return 0;
}

void port_bus_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  uint32_t g = offset / GROUP_SIZE, reg = offset % GROUP_SIZE;
  if (g > 1) return;
  switch (reg) {
    case DIR: set_dir(g, replaced(groups[g].dir, value, mask)); return;
    case DIRCLR: set_dir(g, groups[g].dir & ~value); return;
    case DIRSET: set_dir(g, groups[g].dir | value); return;
    case DIRTGL: set_dir(g, groups[g].dir ^ value); return;
    case OUT: set_out(g, replaced(groups[g].out, value, mask)); return;
    case OUTCLR: set_out(g, groups[g].out & ~value); return;
    case OUTSET: set_out(g, groups[g].out | value); return;
    case OUTTGL: set_out(g, groups[g].out ^ value); return;
    case WRCONFIG: write_config(g, value); return;
  }
  if (reg >= PMUX && reg < PINCFG) {
    uint32_t *word = &groups[g].function[(reg - PMUX) / 4];
    *word = replaced(*word, value, mask);
    functions_changed(g, 0xffu << 2 * (reg - PMUX));
  } else if (reg >= PINCFG && reg < PINCFG + 32) {
    uint32_t *word = &groups[g].config[(reg - PINCFG) / 4];
    *word = replaced(*word, value, mask) & 0x47474747;
    functions_changed(g, 15u << (reg - PINCFG));
  } else if (value) bus_unmodelled(0x41008000 + offset, "write");
}
