// SPDX-License-Identifier: MIT
// Charges what the core has done; what is not Python's is wrapped (--wrap).

#include "py/compile.h"
#include "shared-module/displayio/display_core.h"

#include "cost.h"
#include "desk.h"
#include "spent.h"

// In a nanosecond.
#define PS (1000)

static bool begun;

bool __real_displayio_display_core_fill_area(displayio_display_core_t *self, displayio_area_t *area,
    uint32_t *mask, uint32_t *buffer);
bool __wrap_displayio_display_core_fill_area(displayio_display_core_t *self, displayio_area_t *area,
    uint32_t *mask, uint32_t *buffer);
mp_parse_tree_t __real_mp_parse(mp_lexer_t *lexer, mp_parse_input_kind_t kind);
mp_parse_tree_t __wrap_mp_parse(mp_lexer_t *lexer, mp_parse_input_kind_t kind);
mp_obj_t __real_mp_compile(mp_parse_tree_t *tree, qstr source, bool is_repl);
mp_obj_t __wrap_mp_compile(mp_parse_tree_t *tree, qstr source, bool is_repl);

void cost_forget(void) {
    spent();
}

void cost_begin(void) {
    cost_forget();
    begun = true;
}

bool cost_counts(void) {
    return begun && desk_settings.timed;
}

void cost_charge(uint32_t picoseconds) {
    uint32_t tenths = spent();
    if (cost_counts()) {
        desk_pass((int64_t)tenths * picoseconds / (10 * PS));
    }
}

void cost_add(uint32_t instructions, uint32_t picoseconds) {
    if (cost_counts()) {
        desk_pass((int64_t)instructions * picoseconds / PS);
    }
}

bool __wrap_displayio_display_core_fill_area(displayio_display_core_t *self, displayio_area_t *area,
    uint32_t *mask, uint32_t *buffer) {
    cost_charge(COST_PYTHON);
    bool done = __real_displayio_display_core_fill_area(self, area, mask, buffer);
    cost_charge(COST_DRAWING);
    return done;
}

mp_parse_tree_t __wrap_mp_parse(mp_lexer_t *lexer, mp_parse_input_kind_t kind) {
    cost_charge(COST_PYTHON);
    mp_parse_tree_t tree = __real_mp_parse(lexer, kind);
    cost_charge(COST_COMPILING);
    return tree;
}

mp_obj_t __wrap_mp_compile(mp_parse_tree_t *tree, qstr source, bool is_repl) {
    cost_charge(COST_PYTHON);
    mp_obj_t made = __real_mp_compile(tree, source, is_repl);
    cost_charge(COST_COMPILING);
    return made;
}
