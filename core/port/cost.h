// SPDX-License-Identifier: MIT
// What the core's work takes on a PyPortal, in virtual time. The build has the core count it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Of a 120 MHz SAMD51, ps for an instruction: 2.1 cycles of Python, for its 4 KB cache; 1.85 of
// compiling; 1.6 of drawing.
#define COST_PYTHON (17500)
#define COST_COMPILING (15417)
#define COST_DRAWING (13333)

// From the first program on, if the desk wants it.
void cost_begin(void);
bool cost_counts(void);
// Let the time pass for what was done since the last call.
void cost_charge(uint32_t picoseconds);
// What was done since the last call takes no time: a board has no desk that asks.
void cost_forget(void);
// For what the board does and the core does not.
void cost_add(uint32_t instructions, uint32_t picoseconds);
