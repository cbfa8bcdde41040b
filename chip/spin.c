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
// peripherals. Nothing is noted then, until the processor enters the turn's first block. When all of these have their
// values again there, after an interrupt, the turn need not be executed once more. Only the RTC's counts may be others,
// if slice.c has found what depends on them; and the cache may differ: the lines that a turn looks up are noted too, and
// looked up again for each turn that counts as done, until the cache is what it was or its misses are those of some turns
// before. The first block is then one behind the place where the turn learns of an interrupt, so that this is soon.
#include "cpu_steps.h"

enum { MOST_NOTED = 2048, MOST_READS = 24, MOST_TOUCHED = 4096, MOST_ASKED = 32 };
enum { MOST_PLACES = 100, LEAST_PASSES = 2, LEAST_TRIES = 16, RTC_COUNT = 0x40002418 };
enum { LOOK_CYCLES = 1 << 12, LONGEST_LOOK = 1 << 14, FOUND_CYCLES = 1 << 17, SLEEPERS_CYCLES = 1 << 20, LEAST_REST = 1 << 12, MOST_REST = 1 << 22 };
// A turn may pass the same place twice with other return addresses on the stack; and its first one
// overwrites what an interrupt has left there.
enum { MOST_DIFFERENCES = 1 };

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

uint32_t spin_watches;
static struct {
  struct cpu cpu;
  const void *block;
  uint64_t cycle, instructions, missed;
  uint32_t pc, value, reads, differences;
} anchor;
bool spin_traces;        // whether there is an anchor
static uint64_t steady;  // until then all that was read since the anchor keeps its value

// ---- the words of RAM used since the anchor, and what they held there. What a turn sets before it reads it may be anything
// then: an interrupt has left something there. Bytes of a word are bits here.

static struct {
  uint32_t offset, value, set_first;
} noted[MOST_NOTED];
static uint32_t noted_count;
static uint8_t used[RAM_SIZE / 4];  // bytes

static void forget_uses(void) {
  for (uint32_t i = 0; i < noted_count; i++) used[noted[i].offset / 4] = 0;
  noted_count = 0;
}

static uint32_t place_of(uint32_t offset) {
  uint32_t i = noted_count;
  while (noted[--i].offset != offset) {}
  return i;
}

void spin_use(uint32_t offset, uint32_t bytes, bool sets) {
  uint8_t *before = &used[offset / 4];
  uint32_t fresh = bytes & ~*before;
  if (!fresh) return;
  offset &= ~3u;
  if (!*before && noted_count == MOST_NOTED) {
    spin_disturbed();
    return;
  }
  if (!*before) {
    noted[noted_count].offset = offset;
    noted[noted_count].value = load32(ram + offset);
    noted[noted_count++].set_first = 0;
  }
  *before |= (uint8_t)bytes;
  if (sets) noted[place_of(offset)].set_first |= fresh;
}

static uint32_t bits_of(uint32_t bytes) { return (bytes & 1) * 0xff | (bytes >> 1 & 1) * 0xff00 | (bytes >> 2 & 1) * 0xff0000 | (bytes >> 3) * 0xff000000u; }
static uint32_t held(uint32_t i) { return load32(ram + noted[i].offset); }
static uint32_t replaced(uint32_t old, uint32_t value, uint32_t bits) { return (old & ~bits) | (value & bits); }

static bool memory_is_as_before(void) {
  for (uint32_t i = 0; i < noted_count; i++) {
    uint32_t differs = held(i) ^ noted[i].value;
    if (differs && differs & bits_of(used[noted[i].offset / 4] & ~noted[i].set_first)) return false;
  }
  return true;
}

void spin_keep(uint32_t place, uint32_t bytes, uint32_t value) {
  noted[place].value = replaced(noted[place].value, value, bits_of(bytes));
}

static void keep_what_was_set(void) {
  for (uint32_t i = 0; i < noted_count; i++) spin_keep(i, noted[i].set_first, held(i));
}

static void set_again(void) {
  for (uint32_t i = 0; i < noted_count; i++)
    if (noted[i].set_first)
      store32(ram + noted[i].offset, replaced(held(i), noted[i].value, bits_of(noted[i].set_first)));
}

void spin_hand_on(uint32_t place) { noted[place].set_first = WHOLE_WORD; }
uint32_t spin_kept(uint32_t place) { return noted[place].value; }

bool spin_finds(uint32_t offset, uint32_t bytes, uint32_t *place) {
  if (!used[offset / 4]) return false;
  *place = place_of(offset);
  return !(bytes & ~noted[*place].set_first);
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

// A turn that misses none of its lines in a set of the cache never will. So only those in the other sets are looked up again.
static uint16_t lookups[MOST_TOUCHED];  // in `touched`
static uint32_t lookup_count;

static uint64_t sets_of(uint32_t i, bool held_too) {
  uint64_t sets = 0;
  for (uint32_t line = touched[i].line, lines = touched[i].lines; lines; line++, lines >>= 8)
    if (held_too || !cache_holds[line]) sets |= cache_set(line);
  return sets;
}

static void find_lookups(void) {
  uint64_t sets = 0;
  for (uint32_t i = 0; i < touched_count; i++) sets |= sets_of(i, false);
  lookup_count = 0;
  for (uint32_t i = 0; sets && i < touched_count; i++)
    if (sets_of(i, true) & sets) lookups[lookup_count++] = (uint16_t)i;
}

static void keep_lookups(uint64_t sets) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lookup_count; i++)
    if (sets_of(lookups[i], true) & sets) lookups[kept++] = lookups[i];
  lookup_count = kept;
}

// Looks up again from the n-th lookup on what was looked up before `end`; returns the next one.
static uint32_t touch_again(uint32_t n, uint32_t end) {
  for (; n < lookup_count && lookups[n] < end; n++)
    for (uint32_t line = touched[lookups[n]].line, lines = touched[lookups[n]].lines; lines; line++, lines >>= 8)
      if (!cache_holds[line]) cache_miss(line);
  return n;
}

// ---- the registers of peripherals read since the anchor

static struct {
  uint32_t address, size, value;
  uint64_t at;  // since the turn began, without misses of the cache
  uint32_t touched;  // how many lookups of lines were before
} asked[MOST_ASKED];
static uint32_t asked_count;  // MOST_ASKED: more than can be noted

static void note_register(uint32_t address, uint32_t size, uint32_t value) {
  if (asked_count == MOST_ASKED) return;
  asked[asked_count].address = address;
  asked[asked_count].size = size;
  asked[asked_count].at = now - anchor.cycle - (cache_spent - anchor.missed);
  asked[asked_count].touched = touched_count;
  asked[asked_count++].value = value;
}

static bool is_count(uint32_t i) { return asked[i].address == RTC_COUNT && asked[i].size == 4; }

static bool registers_are_as_before(bool and_count) {
  steady = NEVER;
  for (uint32_t i = 0; i < asked_count; i++) {
    if (is_count(i) && !and_count) continue;
    uint64_t until = cpu_steady_again(asked[i].address, asked[i].size, asked[i].value);
    if (until < steady) steady = until;
  }
  return steady > now;
}

// Gives the counts that a turn reads which begins at a cycle, and until when turns may begin from whose counts the slice
// computes the same.
static void counts_at(uint64_t start, uint32_t *counts, uint64_t *until) {
  uint64_t ends;
  *until = NEVER;
  for (uint32_t i = 0; i < asked_count; i++) {
    if (!is_count(i)) continue;
    *counts++ = rtc_count_at(start + asked[i].at, slice_unread, &ends);
    if (ends - asked[i].at < *until) *until = ends - asked[i].at;
  }
}

// What the misses of a turn take, in cycles: those before each read of the count, and all.
struct misses {
  uint32_t before[MOST_COUNTS], all;
};

// Looks up the lines of a turn that begins now; the misses take their time.
static void touch_with_counts(struct misses *misses) {
  uint64_t start = now;
  uint32_t next = 0, *before = misses->before;
  for (uint32_t i = 0; i < asked_count; i++) {
    if (!is_count(i)) continue;
    next = touch_again(next, asked[i].touched);
    *before++ = (uint32_t)(now - start);
  }
  touch_again(next, touched_count);
  misses->all = (uint32_t)(now - start);
}

// Gives the counts that a turn with these misses reads.
static void counts_with(const struct misses *misses, uint64_t start, uint32_t *counts) {
  const uint32_t *before = misses->before;
  uint64_t unused;
  for (uint32_t i = 0; i < asked_count; i++)
    if (is_count(i)) *counts++ = rtc_count_at(start + asked[i].at + *before++, 0, &unused);
}

// How often the noted turn has read the count, and its first reads.
static uint32_t asked_counts(uint32_t *counts) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < asked_count; i++)
    if (is_count(i) && found++ < MOST_COUNTS) counts[found - 1] = asked[i].value;
  return found;
}

static void set_counts(const uint32_t *counts) {
  for (uint32_t i = 0; i < asked_count; i++)
    if (is_count(i)) asked[i].value = *counts++;
}

// ---- the anchor

uint64_t spin_changes;
const void *spin_place;
static bool looks, knows, has_found;
static uint32_t most_passes;        // before the anchor moves
static uint32_t rest = LEAST_REST;  // cycles from a look that found nothing to the next one
static uint64_t window, gained;     // cycles after which a look is weighed, and how many of them it has skipped

void spin_disturbed(void) {
  spin_traces = slice_follows = false;
  spin_watches = looks && (spin_place == ANYWHERE || spin_records);
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

static bool is_same_cpu(const struct cpu *other) {
  const uint64_t *then = (const uint64_t *)other, *present = (const uint64_t *)&cpu;
  for (uint32_t i = 0; i < sizeof cpu / 8; i++)
    if (then[i] != present[i]) return false;
  return true;
}

enum { FREE_NZ = SLOTS, FREE_C, FREE_V, FREE_FLOAT_FLAGS };

static bool has_its_flags(uint64_t free) {
  uint32_t compared = free >> FREE_FLOAT_FLAGS & 1 ? 0x0fffffff : ~0u;
  return (free >> FREE_NZ & 1 || anchor.cpu.nz == cpu.nz) && (free >> FREE_C & 1 || anchor.cpu.c == cpu.c) &&
         (free >> FREE_V & 1 || anchor.cpu.v == cpu.v) && !((anchor.cpu.fpscr ^ cpu.fpscr) & compared);
}

// But for those that may hold anything, as bits: slice.c.
static bool has_its_registers(uint64_t free) {
  for (uint32_t i = 0; i < SLOTS; i++)
    if (anchor.cpu.r[i] != cpu.r[i] && !(free >> i & 1)) return false;
  struct cpu then = anchor.cpu;
  memcpy(then.r, cpu.r, sizeof cpu.r);
  then.nz = cpu.nz;
  then.c = cpu.c;
  then.v = cpu.v;
  then.fpscr = cpu.fpscr;
  return has_its_flags(free) && is_same_cpu(&then);
}

static bool is_at_anchor(uint32_t value, uint64_t free) {
  return anchor.value == value && anchor.pc == cpu_pc() && anchor.block == cpu_block() &&
         has_its_registers(free);
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
  if (is_at_anchor(value, 0)) {
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

static struct {
  uint64_t cycles, instructions, longest;  // without misses of the cache, and with as many as there can be
  uint32_t passes;                         // of its place, in other states
  uint64_t free, untouched;                // registers that may hold anything when it begins, and when it ends: see slice.c
  bool has_slice;
  uint32_t reads, counts[MOST_COUNTS];     // how often it reads the RTC's count, and what, if it has a slice
  uint32_t last_counts[MOST_COUNTS];       // what the last one has read
} turn;
static uint32_t tries;    // how many more passes of its place in other states are let by, until the processor sleeps
static bool sleeps;       // the processor has slept since the present look began
static bool wants_slice;  // the turn that is noted next is to be followed
static bool may_have_slice;  // none has been found to have none at this place
static uint32_t places;      // to try in the present look, if turns that read the count have none

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
  turn.free = wants_slice ? slice_free() : 0;
  turn.untouched = wants_slice ? slice_untouched() : 0;
  turn.reads = asked_counts(turn.counts);
  turn.has_slice = wants_slice && turn.reads && turn.reads <= MOST_COUNTS && slice_end(turn.counts);
  if (wants_slice && (turn.reads ? !turn.has_slice && !slice_found_more() : !turn.free)) may_have_slice = false;
  wants_slice = false;
  anchor.cpu = cpu;
  most_passes = turn.passes + LEAST_PASSES;
  most_touched = touched_count < MOST_TOUCHED / 2 ? 2 * touched_count : MOST_TOUCHED;  // the next one is much like it
  keep_what_was_set();
  spin_disturbed();
}

static void do_turns(uint64_t times) {
  now += times * turn.cycles;
  cpu_instructions += times * turn.instructions;
}

// Does one turn, unless it is not over before the limit.
static bool do_turn(uint64_t limit) {
  uint64_t began = now;
  bool may_be_long = now + turn.longest >= limit;
  if (may_be_long) cache_save();
  cache_missed = 0;
  touch_again(0, touched_count);
  if (may_be_long && now + turn.cycles >= limit) {
    cache_restore();
    now = began;
    return false;
  }
  keep_lookups(cache_missed);
  do_turns(1);
  return true;
}

// The cache needs some turns to be what it was. The one that it is compared with is changed after twice as many turns each
// time (Brent's way to find a cycle).
static void do_turns_with_misses(uint64_t limit) {
  uint64_t began = now;
  uint32_t turns = 0, most = 1;
  bool found = false;
  cache_note();
  while (lookup_count && now + turn.cycles < limit && do_turn(limit)) {
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
  if (!lookup_count && now < limit) do_turns((limit - now - 1) / turn.cycles);
}

static void set_registers(void) {
  struct cpu before = cpu;
  cpu = anchor.cpu;
  for (uint32_t i = 0; i < SLOTS; i++)
    if (turn.untouched >> i & 1) cpu.r[i] = before.r[i];
  if (turn.untouched >> FREE_NZ & 1) cpu.nz = before.nz;
  if (turn.untouched >> FREE_C & 1) cpu.c = before.c;
  if (turn.untouched >> FREE_V & 1) cpu.v = before.v;
  if (turn.untouched >> FREE_FLOAT_FLAGS & 1) cpu.fpscr = before.fpscr;
}

static void forget_tries(void) { tries = LEAST_TRIES + turn.passes; }

void spin_slept(uint64_t cycles) {
  sleeps = true;
  spin_changes += cycles;
  forget_tries();
}

static void end_turns(void) {
  set_registers();
  set_again();
}

static void skip_known(void) {
  uint64_t start = now;
  find_lookups();
  do_turns_with_misses(skips_until());
  forget_tries();
  if (now == start) return;  // values change sooner than a turn is over: the look may end
  end_turns();
  gained += now - start;
}

// ---- turns that read the RTC's count. What such turns leave in memory is set when they are over, or something depends on it.

static bool compute_turn(const uint32_t *counts) {
  int64_t more;
  if (!slice_run(counts, &anchor.cpu, &more)) return false;
  turn.cycles += (uint64_t)more;
  turn.longest += (uint64_t)more;
  memcpy(turn.counts, counts, sizeof turn.counts);
  set_counts(counts);
  return true;
}

static bool are_counts(const uint32_t *counts, uint32_t but_lowest) {
  for (uint32_t i = 0; i < turn.reads; i++)
    if (counts[i] >> but_lowest != turn.counts[i] >> but_lowest) return false;
  return true;
}

static bool has_open_turns;

// The last turn leaves copies of its own counts.
static void end_counts(void) {
  if (!has_open_turns) return;
  has_open_turns = false;
  if (!are_counts(turn.last_counts, 0)) compute_turn(turn.last_counts);
  end_turns();
}

// Makes the known turn one that reads other counts. What only copies a count may hold another one until end_counts().
static bool take_counts(const uint32_t *counts) {
  bool are_like = are_counts(counts, slice_unread);
  if (are_like && slice_repeats(&anchor.cpu)) return true;
  end_counts();
  bool is_known = are_like && slice_begins_so() && (are_counts(counts, 0) || slice_repeats(&anchor.cpu));
  return is_known || compute_turn(counts);
}

static void open_turns(const uint32_t *last) {
  memcpy(turn.last_counts, last, sizeof turn.last_counts);
  has_open_turns = true;
}

// If a turn needs more lines than the cache holds, the misses of turns are soon those of some turns before, again and again.
// They are learnt as do_turns_with_misses() learns them, and then no line is looked up until the last turn is over.
enum { MOST_LEARNT = 64 };
static struct misses learnt[MOST_LEARNT];
static uint32_t learnt_count, most_learnt;  // since the cache was noted
static uint32_t period, phase;              // turns until they are the same again, 0 if not known; the next one of these

static void forget_misses(void) {
  learnt_count = period = phase = 0;
  most_learnt = 1;
  if (lookup_count) cache_note();
}

static void learn_misses(void) {
  keep_lookups(cache_missed);
  learnt_count++;
  if (cache_is_as_noted()) period = learnt_count;
  else if (learnt_count == most_learnt) {
    cache_note();
    learnt_count = 0;
    if (most_learnt < MOST_LEARNT) most_learnt *= 2;
  }
}

// Makes the cache what it is behind the turns that were done without looking lines up.
static void touch_what_was_learnt(void) {
  uint64_t present = now;
  if (period) cache_go_back();
  for (uint32_t i = 0; i < phase; i++) touch_again(0, touched_count);
  now = present;
}

// Whole periods of such turns that read the same counts, but for the bits that do not matter.
static void do_counting_periods(uint64_t limit) {
  uint32_t counts[MOST_COUNTS] = { 0 };
  uint64_t until, length = period * turn.cycles, longest = 0;
  counts_at(now, counts, &until);
  if (!are_counts(counts, slice_unread) || !slice_repeats(&anchor.cpu)) return;
  for (uint32_t i = 0; i < period; i++) {
    length += learnt[i].all;
    if (learnt[i].all > longest) longest = learnt[i].all;
  }
  uint64_t end = smaller(limit, until - longest), times = end > now ? (end - now - 1) / length : 0;
  if (!times) return;
  now += times * length;
  cpu_instructions += times * period * turn.instructions;
  counts_with(&learnt[period - 1], now - turn.cycles - learnt[period - 1].all, counts);
  open_turns(counts);
}

// One turn whose code the cache does not hold. Returns false if it must be executed.
static bool do_counting_turn(uint64_t limit, bool *is_another) {
  uint64_t start = now;
  uint32_t counts[MOST_COUNTS] = { 0 };
  struct misses *misses = &learnt[period ? phase : learnt_count];
  if (!period) {
    cache_save();
    cache_missed = 0;
    touch_with_counts(misses);
  }
  counts_with(misses, start, counts);
  now = start + misses->all;
  *is_another = now + turn.cycles < limit && !take_counts(counts);
  if (*is_another || now + turn.cycles >= limit) {
    if (!period) cache_restore();
    now = start;
    return false;
  }
  if (period) phase = (phase + 1) % period;
  else learn_misses();
  do_turns(1);
  open_turns(counts);
  if (period && !phase) do_counting_periods(limit);
  return true;
}

// Turns that read the same counts, but for the bits that do not matter.
static bool do_counting_turns(uint64_t limit, bool *is_another) {
  uint32_t counts[MOST_COUNTS] = { 0 };
  uint64_t until, unused;
  counts_at(now, counts, &until);
  *is_another = !take_counts(counts);
  if (*is_another || now + turn.cycles >= limit) return false;
  uint64_t most = (limit - now - 1) / turn.cycles, same = (until - now - 1) / turn.cycles + 1;
  do_turns(slice_repeats(&anchor.cpu) ? smaller(most, same) : 1);
  counts_at(now - turn.cycles, counts, &unused);
  open_turns(counts);
  return true;
}

// Turns until something is due. Returns false if the turn is another one with another count.
static bool skip_counts(void) {
  uint64_t limit = skips_until(), start = now;
  bool is_another = false;
  find_lookups();
  forget_misses();
  while (now + turn.cycles < limit &&
         (lookup_count ? do_counting_turn(limit, &is_another) : do_counting_turns(limit, &is_another))) {}
  touch_what_was_learnt();
  end_counts();
  if (now > start) forget_tries();
  gained += now - start;
  return !is_another;
}

// ---- looks

// To note is slow again, and what was skipped before does not count.
static void lose_turn(void) {
  knows = false;
  gained = 0;
  spin_changes = smaller(spin_changes, now + FOUND_CYCLES);
}

static void anchor_look(const void *block) {
  if (knows) lose_turn();
  set_place(block);
  set_anchor(0, NEVER);
  spin_watches = 1;
  if (wants_slice) slice_begin();
}

static void look_from(const void *block) {
  wants_slice = spin_records = false;
  if (block != spin_place) {
    slice_forget();
    may_have_slice = true;
  }
  anchor_look(block);
}

// The turn reads the count, but has no slice that begins here: try the next block.
static void leave_place(void) {
  if (!places) return;
  places--;
  knows = false;
  set_place(ANYWHERE);
  spin_disturbed();
}

static void compare_look(const void *block) {
  if (is_at_anchor(0, wants_slice ? slice_free() : 0) && memory_is_as_before()) {
    has_found = true;
    if (!is_knowable()) look_from(block);
    else if (may_have_slice && !wants_slice) {  // to follow steps is slow: those of a turn are
      wants_slice = true;
      anchor_look(block);
    } else {
      keep_turn();
      skip_known();
      if (turn.reads && !may_have_slice) leave_place();
    }
  } else if (++anchor.reads == most_passes) {
    look_from(block);
    most_passes *= 2;
  }
}

// ---- a better place for a known turn
//
// An interrupt often only sets a word that the turn reads later, and the turn then does what is asked for. If it comes to the
// place before that, the state differs there, and the turn after it must be executed too. So one turn is recorded that
// begins in another state, and the one behind it, which begins in the known state: from the block on where both are the
// same to their ends, the state is known already. The place moves there.

enum { MOST_BLOCKS = 1024, MOST_ATTEMPTS = 3 };
struct path {
  struct {
    const void *block;
    uint32_t registers;  // a sum of them
  } entered[MOST_BLOCKS];
  uint32_t count;
};
static struct path other, known;
static struct path *recorded;  // the one of these that is recorded
static uint32_t attempts;      // to record both, in the present look
bool spin_records;

static uint32_t sum_of_registers(void) {
  uint32_t sum = get_nzcv();
  for (uint32_t i = 0; i < PC; i++) sum = rotate_right(sum, 5) * 5 + cpu.r[i];
  return sum;
}

void spin_record(const void *block) {
  uint32_t i = recorded->count++;
  if (recorded->count == MOST_BLOCKS) spin_records = false;
  recorded->entered[i].block = block;
  recorded->entered[i].registers = sum_of_registers();
}

static void record(struct path *path) {
  recorded = path;
  path->count = 0;
  spin_records = true;
  spin_watches = 1;
}

// How many blocks both paths have in common at their ends.
static uint32_t blocks_in_common(void) {
  uint32_t count = 0;
  while (count < other.count && count < known.count &&
         other.entered[other.count - 1 - count].block == known.entered[known.count - 1 - count].block) count++;
  return count;
}

static bool is_entered_once(const void *block) {
  uint32_t times = 0;
  for (uint32_t i = 0; i < known.count; i++) times += known.entered[i].block == block;
  return times == 1;
}

static bool has_equal_registers(uint32_t left) {
  return other.entered[other.count - left].registers == known.entered[known.count - left].registers;
}

// The first of the common blocks that is entered once a turn, if possible with the same registers.
static const void *place_in_common(void) {
  const void *first = NOWHERE;
  for (uint32_t left = blocks_in_common(); left; left--) {
    const void *block = known.entered[known.count - left].block;
    if (!is_entered_once(block)) continue;
    if (has_equal_registers(left)) return block;
    if (first == NOWHERE) first = block;
  }
  return first;
}

static void move_place(void) {
  const void *block = place_in_common();
  attempts = MOST_ATTEMPTS;
  if (block == NOWHERE || block == spin_place) return;
  knows = wants_slice = false;
  may_have_slice = true;
  most_passes = LEAST_PASSES;
  slice_forget();
  set_place(block);
}

// At the place of the known turn, with its registers or others; returns whether a turn is being recorded.
static bool follow_paths(bool has_registers, bool is_same) {
  if (!has_registers) return false;
  if (!spin_records) {
    if (is_same || attempts == MOST_ATTEMPTS) return false;
    attempts++;
    record(&other);
  } else if (recorded == &known || !is_same) {
    spin_records = false;
    if (is_same) move_place();
    spin_disturbed();
  } else record(&known);
  return spin_records || !knows;
}

static void pass_known(const void *block) {
  bool has_registers = has_its_registers(turn.free), is_same = has_registers && memory_is_as_before();
  if (follow_paths(has_registers, is_same)) return;
  if (is_same && turn.has_slice && registers_are_as_before(false) && skip_counts()) return;
  if (is_same && !turn.has_slice && registers_are_as_before(true)) {
    skip_known();
    return;
  }
  if (is_same && !sleeps) tries = 1;
  if (!--tries) look_from(block);
}

void spin_enter(const void *block) {
  if (spin_traces && now < steady) compare_look(block);
  else if (knows) pass_known(block);
  else look_from(block);
}

void spin_missed(void) {
  if (!looks) spin_disturbed();
}

void spin_forget(void) {
  knows = spin_records = false;
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
  sleeps = false;
  spin_forget();
  most_passes = LEAST_PASSES;
  most_touched = MOST_TOUCHED;
  wants_slice = false;
  has_found = false;
  attempts = 0;
  places = MOST_PLACES;
  plan_change(cycles);
}

static void rest_awhile(void) {
  looks = false;
  spin_forget();
  if (rest < MOST_REST) rest *= 2;
  plan_change(rest);
}

// A program that sleeps may compute for some milliseconds before it waits again.
static uint64_t found_cycles(void) { return sleeps && knows ? SLEEPERS_CYCLES : FOUND_CYCLES; }

// Noting is slow: a look goes on as long as it skips more than an eighth of the time. One that has found nothing may have begun
// in an interrupt, and tries again for twice as long.
void spin_change(void) {
  if (now < spin_changes) return;
  if (!looks) look(LOOK_CYCLES);
  else if (gained > window / 8) {
    rest = LEAST_REST;
    plan_change(found_cycles());
  } else if (has_found) {  // a turn, but not yet all of what it depends on
    has_found = false;
    plan_change(found_cycles());
  } else if (!gained && window < LONGEST_LOOK) look(2 * window);
  else rest_awhile();
}

void spin_power_on(void) {
  looks = false;
  spin_forget();
  spin_changes = 0;
  rest = LEAST_REST;
}
