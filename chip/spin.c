// SPDX-License-Identifier: MIT
// Skips the turns of a loop that only waits: for the RTC's next count, a flag that an event will set, or an interrupt.
//
// A turn that ends where it began, with the same registers and the same memory, and has read no registers of peripherals
// but those that keep their values for now, is followed by turns just like it. So as many as are over before the first of
// these values changes, and before anything else is due, count as done: their cycles and instructions are added. The state
// afterwards is the one that executing them gives.
//
// There are two ways to find a turn. Both compare the state at a place in the code with an earlier one, the anchor, while
// what the program uses of the memory is noted (cpu.c), with the values before. A place is where a register of a
// peripheral was read; or, in a look, a block that the processor enters. A look that finds no loop ends after some
// cycles, and the next one is put off for longer.
//
// One that has found a turn knows all that the turn depends on: the registers, the words of memory, the registers of
// peripherals. Nothing is noted then, until the processor enters the turn's first block. When these have their values again at the turn's place, after an interrupt, the turn need not be executed
// once more. Only the cache may differ: the lines that a turn looks up are noted too, and looked up again for each turn
// that counts as done, until the cache is what it was.
#include "cpu_state.h"

enum { MOST_NOTED = 2048, MOST_READS = 24, MOST_TOUCHED = 4096, MOST_ASKED = 32 };
enum { LEAST_PASSES = 2, LEAST_TRIES = 3 };
enum { LOOK_CYCLES = 1 << 12, LONGEST_LOOK = 1 << 14, FOUND_CYCLES = 1 << 17, LEAST_REST = 1 << 12, MOST_REST = 1 << 22 };
// A turn may pass the same place twice with other return addresses on the stack; and its first one
// overwrites what an interrupt has left there.
enum { MOST_DIFFERENCES = 1 };

uint32_t spin_watches;
static struct {
  struct cpu cpu;
  const void *block;
  uint64_t cycle, instructions, missed;
  uint32_t pc, value, reads, differences;
} anchor;
bool spin_traces;        // whether there is an anchor
static uint64_t steady;  // until then all that was read since the anchor keeps its value

// ---- the words of RAM used since the anchor, and what they held there

static struct {
  uint32_t offset, value;
  bool is_set_first;
} noted[MOST_NOTED];
static uint32_t noted_count;
static bool is_noted[RAM_SIZE / 4];

static void forget_uses(void) {
  for (uint32_t i = 0; i < noted_count; i++) is_noted[noted[i].offset / 4] = false;
  noted_count = 0;
}

void spin_use(uint32_t offset, bool sets) {
  if (is_noted[offset / 4]) return;
  if (noted_count == MOST_NOTED) {
    spin_disturbed();
    return;
  }
  offset &= ~3u;
  is_noted[offset / 4] = true;
  noted[noted_count].offset = offset;
  noted[noted_count].value = load32(ram + offset);
  noted[noted_count++].is_set_first = sets;
}

static uint32_t held(uint32_t i) { return load32(ram + noted[i].offset); }

// What a turn sets before it reads it may be anything: an interrupt has left something there.
static bool memory_is_as_before(void) {
  for (uint32_t i = 0; i < noted_count; i++)
    if (!noted[i].is_set_first && held(i) != noted[i].value) return false;
  return true;
}

static void keep_what_was_set(void) {
  for (uint32_t i = 0; i < noted_count; i++)
    if (noted[i].is_set_first) noted[i].value = held(i);
}

static void set_again(void) {
  for (uint32_t i = 0; i < noted_count; i++)
    if (noted[i].is_set_first) store32(ram + noted[i].offset, noted[i].value);
}

// ---- the lines of flash looked up in the cache since the anchor, in order

static struct {
  uint32_t line, lines;
} touched[MOST_TOUCHED];
static uint32_t touched_count;
static uint32_t most_touched;  // a turn that looks up more is not noted to its end

static void give_up(void) {
  spin_disturbed();
  cpu_allowance = 0;
}

void spin_trace(uint32_t line, uint32_t lines) {
  if (touched_count && touched[touched_count - 1].line == line && touched[touched_count - 1].lines == lines) return;
  if (lines & ~0x01010101u || touched_count == most_touched) {  // code outside flash
    give_up();
    return;
  }
  touched[touched_count].line = line;
  touched[touched_count++].lines = lines;
}

static uint32_t lines_touched(void) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < touched_count; i++) count += (uint32_t)__builtin_popcount(touched[i].lines);
  return count;
}

static bool are_all_held(void) {
  for (uint32_t i = 0; i < touched_count; i++)
    for (uint32_t line = touched[i].line, lines = touched[i].lines; lines; line++, lines >>= 8)
      if (!cache_holds[line]) return false;
  return true;
}

static void touch_again(void) {
  for (uint32_t i = 0; i < touched_count; i++)
    for (uint32_t line = touched[i].line, lines = touched[i].lines; lines; line++, lines >>= 8)
      if (!cache_holds[line]) cache_miss(line);
}

// ---- the registers of peripherals read since the anchor

static struct {
  uint32_t address, size, value;
} asked[MOST_ASKED];
static uint32_t asked_count;  // MOST_ASKED: more than can be noted

static void note_register(uint32_t address, uint32_t size, uint32_t value) {
  if (asked_count == MOST_ASKED) return;
  asked[asked_count].address = address;
  asked[asked_count].size = size;
  asked[asked_count++].value = value;
}

static bool registers_are_as_before(void) {
  steady = NEVER;
  for (uint32_t i = 0; i < asked_count; i++) {
    uint64_t until = cpu_steady_again(asked[i].address, asked[i].size, asked[i].value);
    if (until < steady) steady = until;
  }
  return steady > now;
}

// ---- the anchor

uint64_t spin_changes;
const void *spin_place;
static bool looks, knows;
static uint32_t most_passes;        // before the anchor moves
static uint32_t rest = LEAST_REST;  // cycles from a look that found nothing to the next one
static uint64_t window, gained;     // cycles after which a look is weighed, and how many of them it has skipped

void spin_disturbed(void) {
  spin_traces = false;
  spin_watches = looks && spin_place == ANYWHERE;
}

static void set_place(const void *block) {
  if (spin_place != ANYWHERE && spin_place != NOWHERE) cpu_mark(spin_place, false);
  spin_place = block;
  if (block != ANYWHERE && block != NOWHERE) cpu_mark(block, true);
}

static void set_anchor(uint32_t value, uint64_t until) {
  forget_uses();
  touched_count = asked_count = 0;
  anchor.cpu = cpu;
  anchor.block = cpu_block();
  anchor.pc = cpu_pc();
  anchor.cycle = now;
  anchor.instructions = cpu_instructions;
  anchor.missed = cache_spent;
  anchor.value = value;
  anchor.reads = anchor.differences = 0;
  steady = until;
  spin_traces = true;
}

static bool has_its_registers(void) {
  const uint64_t *then = (const uint64_t *)&anchor.cpu, *present = (const uint64_t *)&cpu;
  for (uint32_t i = 0; i < sizeof cpu / 8; i++)
    if (then[i] != present[i]) return false;
  return true;
}

static bool is_at_anchor(uint32_t value) {
  return anchor.value == value && anchor.pc == cpu_pc() && anchor.block == cpu_block() &&
         has_its_registers();
}

static uint64_t skips_until(void) { return cpu_due() < steady ? cpu_due() : steady; }

static void skip(void) {
  uint64_t turn = now - anchor.cycle, instructions = cpu_instructions - anchor.instructions;
  uint64_t limit = skips_until();
  if (limit <= now) return;
  uint64_t turns = (limit - now - 1) / turn;
  now += turns * turn;
  cpu_instructions += turns * instructions;
}

// The place of the anchor is passed again, or another one.
static void compare(uint32_t value, uint64_t until) {
  if (is_at_anchor(value)) {
    if (!spin_watches) {  // from the next block on
      spin_watches = 1;
      spin_traces = false;
    } else if (memory_is_as_before()) {
      skip();
      set_anchor(value, until);
    } else if (++anchor.differences > MOST_DIFFERENCES) set_anchor(value, until);
  } else if (++anchor.reads > MOST_READS) set_anchor(value, until);
}

void spin_look(uint32_t address, uint32_t size, uint32_t value, uint64_t until) {
  if (until < steady) steady = until;
  if (looks) {
    if (spin_traces) note_register(address, size, value);
  } else if (!spin_traces || now >= steady) set_anchor(value, until);
  else compare(value, until);
}

// ---- a turn that is known: the anchor is where it begins

static uint32_t tries;  // how many more passes of its place with other registers are let by
static struct {
  uint64_t cycles, instructions, longest;  // without misses of the cache, and with as many as there can be
  uint32_t passes;                         // of its place, in other states
} turn;

static bool is_knowable(void) {  // an interrupt that is masked now would come within the turn
  bool fits = asked_count < MOST_ASKED;
  return fits && !(cpu.primask | cpu.faultmask | cpu.basepri);
}

static void keep_turn(void) {
  knows = true;
  turn.cycles = now - anchor.cycle - (cache_spent - anchor.missed);
  turn.instructions = cpu_instructions - anchor.instructions;
  turn.longest = turn.cycles + (uint64_t)lines_touched() * cache_most_spent();
  turn.passes = anchor.reads;
  most_passes = turn.passes + LEAST_PASSES;
  most_touched = touched_count < MOST_TOUCHED / 2 ? 2 * touched_count : MOST_TOUCHED;  // the next one is much like it
  keep_what_was_set();
  spin_disturbed();
}

// Does one turn, unless it is not over before the limit.
static bool do_turn(uint64_t limit) {
  uint64_t began = now;
  bool may_be_long = now + turn.longest >= limit;
  if (may_be_long) cache_save();
  touch_again();
  if (may_be_long && now + turn.cycles >= limit) {
    cache_restore();
    now = began;
    return false;
  }
  now += turn.cycles;
  cpu_instructions += turn.instructions;
  return true;
}

static void do_turns(uint64_t times) {
  now += times * turn.cycles;
  cpu_instructions += times * turn.instructions;
}

// The cache needs some turns to be what it was. The one that it is compared with is changed after twice as many turns each
// time (Brent's way to find a cycle).
static void do_turns_with_misses(uint64_t limit) {
  uint64_t began = now;
  uint32_t turns = 0, most = 1;
  bool found = false;
  cache_note();
  while (now + turn.cycles < limit && do_turn(limit)) {
    turns++;
    if (found) continue;
    if (cache_is_as_noted()) {
      uint64_t times = (limit - now - 1) / (now - began);
      now += times * (now - began);
      cpu_instructions += times * turns * turn.instructions;
      found = true;
    } else if (turns == most) {
      cache_note();
      began = now;
      turns = 0;
      most *= 2;
    }
  }
}

static void skip_known(void) {
  uint64_t limit = skips_until(), start = now;
  if (limit > now && are_all_held()) do_turns((limit - now - 1) / turn.cycles);
  else do_turns_with_misses(limit);
  tries = LEAST_TRIES + turn.passes;
  if (now == start) return;  // values change sooner than a turn is over: the look may end
  set_again();
  gained += now - start;
}

// ---- looks

static void anchor_look(const void *block) {
  knows = false;
  set_place(block);
  set_anchor(0, NEVER);
  spin_watches = 1;
}

static void compare_look(const void *block) {
  if (is_at_anchor(0) && memory_is_as_before()) {
    if (is_knowable()) {
      keep_turn();
      skip_known();
    } else anchor_look(block);
  } else if (++anchor.reads == most_passes) {
    anchor_look(block);
    most_passes *= 2;
  }
}

static void pass_known(const void *block) {
  bool is_at_turn = has_its_registers(), is_same = is_at_turn && memory_is_as_before();
  if (is_same && registers_are_as_before()) skip_known();
  else if (is_same || --tries == 0) anchor_look(block);
}

void spin_enter(const void *block) {
  if (spin_traces && now < steady) compare_look(block);
  else if (knows) pass_known(block);
  else anchor_look(block);
}

void spin_missed(void) {
  if (!looks) spin_disturbed();
}

void spin_forget(void) {
  knows = false;
  set_place(looks ? ANYWHERE : NOWHERE);
  spin_disturbed();
}

static void plan_change(uint64_t cycles) {
  window = cycles;
  gained = 0;
  spin_changes = now + cycles;
}

static void look(uint64_t cycles) {
  looks = true;
  spin_forget();
  most_passes = LEAST_PASSES;
  most_touched = MOST_TOUCHED;
  plan_change(cycles);
}

static void rest_awhile(void) {
  looks = false;
  spin_forget();
  if (rest < MOST_REST) rest *= 2;
  plan_change(rest);
}

// Noting is slow: a look goes on as long as it skips more than half of the time. One that has found nothing may have begun
// in an interrupt, and tries again for twice as long.
void spin_change(void) {
  if (now < spin_changes) return;
  if (!looks) look(LOOK_CYCLES);
  else if (gained > window / 2) {
    rest = LEAST_REST;
    plan_change(FOUND_CYCLES);
  } else if (!gained && window < LONGEST_LOOK) look(2 * window);
  else rest_awhile();
}

void spin_power_on(void) {
  looks = false;
  spin_forget();
  spin_changes = 0;
  rest = LEAST_REST;
}
