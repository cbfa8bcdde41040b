// SPDX-License-Identifier: MIT
// Figures of the program's heap, and the least that was free after any collection.

#include "py/gc.h"
#include "py/mpstate.h"
#include "supervisor/shared/traceback.h"

#include "desk.h"
#include "heap.h"

#define BLOCK (MICROPY_BYTES_PER_GC_BLOCK)

static uint32_t least_free = UINT32_MAX, least_block = UINT32_MAX;

void __real_gc_init(void *start, void *end);
void __wrap_gc_init(void *start, void *end);
void __real_gc_collect_end(void);
void __wrap_gc_collect_end(void);

// Used, free and largest block, in bytes; what the heap has not yet taken of the RAM counts as free.
static void measure(uint32_t figures[3]) {
    gc_info_t info;
    gc_info(&info);
    figures[0] = info.used;
    figures[1] = info.free + info.max_new_split;
    figures[2] = MAX(info.max_free * BLOCK, info.max_new_split);
}

void __wrap_gc_init(void *start, void *end) {
    least_free = least_block = UINT32_MAX;
    __real_gc_init(start, end);
}

void __wrap_gc_collect_end(void) {
    uint32_t figures[3];
    __real_gc_collect_end();
    measure(figures);
    least_free = MIN(least_free, figures[1]);
    least_block = MIN(least_block, figures[2]);
}

void heap_tell(void) {
    uint32_t figures[5] = {0};
    if (gc_alloc_possible()) {
        measure(figures);
        figures[3] = MIN(least_free, figures[1]);
        figures[4] = MIN(least_block, figures[2]);
    }
    desk_reply('h', figures, sizeof(figures));
}
