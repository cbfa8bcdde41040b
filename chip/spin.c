// SPDX-License-Identifier: MIT
// Skips the turns of a loop that only waits: for the RTC's next count, a flag that an event will set, or an interrupt.
//
// A turn that ends where it began, with the same registers, the same memory, the same cache, and nothing
// read but registers that keep their values for now, is followed by turns just like it. So as many as
// are over before the first of these values changes, and before anything else is due, count as done:
// their cycles and instructions are added. The state afterwards is the one that executing them gives.
//
// The state at a place in the code is compared with an earlier one, the anchor, while stores are noted (cpu.c), to see
// whether memory too is what it was. A place is where a register was read that keeps its value; or, for loops that read
// none, a block that the processor enters when a look begins. A look that finds no loop ends after some cycles, and the
// next one is put off for longer; one that has found a loop goes on, as interrupts come between its turns.
#include "cpu_state.h"

enum { SLOTS_OF_LOG = 1024, MOST_NOTED = 512, MOST_READS = 24 };
enum { LEAST_PASSES = 2, LOOK_CYCLES = 1 << 14, FOUND_CYCLES = 1 << 17, LEAST_REST = 1 << 12, MOST_REST = 1 << 21 };
// A turn may pass the same place twice with other return addresses on the stack; and its first one
// overwrites what an interrupt has left there.
enum { MOST_DIFFERENCES = 1 };

uint32_t spin_watches;
static struct {
  struct cpu cpu;
  const void *block;
  uint64_t cycle, instructions;
  uint32_t pc, value, reads, differences;
} anchor;
static bool anchored;
static uint64_t steady;  // until then all that was read since the anchor keeps its value

// ---- the words of RAM stored to since the anchor, and what they held there

static struct {
  uint32_t word, value;
} noted[SLOTS_OF_LOG];
static uint16_t used[MOST_NOTED];
static uint32_t noted_count;

enum { FREE = 0 };  // words are kept as their number + 1

static void forget_stores(void) {
  for (uint32_t i = 0; i < noted_count; i++) noted[used[i]].word = FREE;
  noted_count = 0;
}

void spin_stored(uint32_t offset) {
  uint32_t word = (offset >> 2) + 1, slot = word % SLOTS_OF_LOG;
  if (!anchored) return;
  while (noted[slot].word && noted[slot].word != word) slot = (slot + 1) % SLOTS_OF_LOG;
  if (noted[slot].word) return;
  if (noted_count == MOST_NOTED) {
    spin_disturbed();
    return;
  }
  noted[slot].word = word;
  noted[slot].value = load32(ram + (offset & ~3u));
  used[noted_count++] = (uint16_t)slot;
}

static bool memory_is_as_before(void) {
  for (uint32_t i = 0; i < noted_count; i++)
    if (load32(ram + 4 * (noted[used[i]].word - 1)) != noted[used[i]].value) return false;
  return true;
}

// ---- the anchor

uint64_t spin_changes;
const void *spin_place;
static bool looks;
static uint32_t most_passes;  // before the anchor moves
static uint32_t rest = LEAST_REST;  // cycles from a look that found nothing to the next one

void spin_disturbed(void) {
  anchored = false;
  spin_watches = looks;
}

static void set_anchor(uint32_t value, uint64_t until) {
  forget_stores();
  anchor.cpu = cpu;
  anchor.block = cpu_block();
  anchor.pc = cpu_pc();
  anchor.cycle = now;
  anchor.instructions = cpu_instructions;
  anchor.value = value;
  anchor.reads = anchor.differences = 0;
  steady = until;
  anchored = true;
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

static void skip(void) {
  uint64_t turn = now - anchor.cycle, instructions = cpu_instructions - anchor.instructions;
  uint64_t limit = cpu_due() < steady ? cpu_due() : steady;
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
      anchored = false;
    } else if (memory_is_as_before()) {
      skip();
      set_anchor(value, until);
    } else if (++anchor.differences > MOST_DIFFERENCES) set_anchor(value, until);
  } else if (++anchor.reads > MOST_READS) set_anchor(value, until);
}

void spin_look(uint32_t value, uint64_t until) {
  if (until < steady) steady = until;
  if (looks) return;
  if (!anchored || now >= steady) set_anchor(value, until);
  else compare(value, until);
}

// ---- looks

static void anchor_look(void) {
  set_anchor(0, NEVER);
  cache_note();
}

// A turn may pass the place often, in other states, and the cache may need several turns to be what it was. So the
// anchor is kept for twice as many passes each time (Brent's way to find a cycle).
static void compare_look(void) {
  if (is_at_anchor(0) && memory_is_as_before() && cache_is_as_noted()) {
    skip();
    most_passes = anchor.reads + LEAST_PASSES;  // as many as a turn has
    anchor_look();
    rest = LEAST_REST;
    spin_changes = now + FOUND_CYCLES;
  } else if (++anchor.reads == most_passes) {
    anchor_look();
    most_passes *= 2;
  }
}

void spin_enter(const void *block) {
  spin_place = block;
  if (anchored && now < steady) {
    compare_look();
    return;
  }
  anchor_look();
}

void spin_missed(void) {
  if (!looks) spin_disturbed();
}

void spin_change(void) {
  if (now < spin_changes) return;
  looks = !looks;
  spin_disturbed();
  spin_place = looks ? ANYWHERE : NOWHERE;
  most_passes = LEAST_PASSES;
  if (!looks && rest < MOST_REST) rest *= 2;
  spin_changes = now + (looks ? LOOK_CYCLES : rest);
}

void spin_power_on(void) {
  looks = false;
  spin_disturbed();
  spin_place = NOWHERE;
  spin_changes = 0;
  rest = LEAST_REST;
}
