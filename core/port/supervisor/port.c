// SPDX-License-Identifier: MIT
// Clock, memory and resets of the chip.

#include <stdlib.h>
#include <string.h>

#include "py/gc.h"
#include "py/mphal.h"
#include "py/mpstate.h"
#include "shared-bindings/microcontroller/__init__.h"
#include "shared-bindings/rtc/__init__.h"
#include "shared-bindings/supervisor/__init__.h"
#include "shared/runtime/gchelper.h"
#include "supervisor/background_callback.h"
#include "supervisor/filesystem.h"
#include "supervisor/port.h"
#include "supervisor/shared/reload.h"
#include "supervisor/shared/safe_mode.h"
#include "supervisor/shared/tick.h"

#include "common-hal/audioio/AudioOut.h"
#include "cost.h"
#include "desk.h"
#include "drive.h"

// A turn of a loop and a return, where the core's work is not counted.
#define TURN_NS (10000)
// A tick is 1/1024 s, a subtick 1/32768 s.
#define TICKS_A_SECOND (1024)
#define SUBTICKS (32)
#define SECOND (1000000000LL)
// The core looks at the desk at least this often.
#define LOOK_NS (10000000)
#define MOST_HEAP (1024 * 1024)
#define NEVER (INT64_MAX)

static uint32_t memory[MOST_HEAP / 4];
static uint32_t *stack_top;
static uint32_t saved_word;
static bool ticks_enabled;
static int64_t powered_ns, next_tick, looked_ns, wake_ns = NEVER;

safe_mode_t port_init(void) {
    stack_top = __builtin_frame_address(0);
    desk_ask('B', NULL, 0, NULL, 0);
    powered_ns = next_tick = looked_ns = desk_now;
    drive_format();
    desk_ask('D', NULL, 0, NULL, 0);
    drive_filled();
    return SAFE_MODE_NONE;
}

void reset_port(void) {
    audioout_reset();
    rtc_reset();
}

// The desk does not answer: it starts another core.
void reset_cpu(void) {
    desk_ask('X', NULL, 0, NULL, 0);
    abort();
}

void reset_to_bootloader(void) {
    reset_cpu();
}

uint32_t *port_stack_get_limit(void) {
    return stack_top - (CIRCUITPY_DEFAULT_STACK_SIZE + CIRCUITPY_EXCEPTION_STACK_SIZE) / sizeof(uint32_t);
}

uint32_t *port_stack_get_top(void) {
    return stack_top;
}

uint32_t *port_heap_get_bottom(void) {
    return memory;
}

uint32_t *port_heap_get_top(void) {
    return memory + MIN(desk_settings.heap, MOST_HEAP) / sizeof(uint32_t);
}

// Pointers are on the stack in memory: the build spills those in WebAssembly's locals.
MP_NOINLINE void gc_helper_collect_regs_and_stack(void) {
    void **here = __builtin_frame_address(0);
    gc_collect_root(here, stack_top - (uint32_t *)here);
}

void port_set_saved_word(uint32_t value) {
    saved_word = value;
}

uint32_t port_get_saved_word(void) {
    return saved_word;
}

static int64_t subticks_at(int64_t ns) {
    return (ns - powered_ns) * (TICKS_A_SECOND * SUBTICKS) / SECOND;
}

static int64_t time_of_tick(int64_t tick) {
    return powered_ns + (tick * SECOND + TICKS_A_SECOND - 1) / TICKS_A_SECOND;
}

uint64_t port_get_raw_ticks(uint8_t *subticks) {
    cost_charge(COST_PYTHON);
    int64_t all = subticks_at(desk_now);
    if (subticks != NULL) {
        *subticks = all % SUBTICKS;
    }
    return all / SUBTICKS;
}

void port_enable_tick(void) {
    ticks_enabled = true;
}

void port_disable_tick(void) {
    ticks_enabled = false;
}

void port_interrupt_after_ticks(uint32_t ticks) {
    wake_ns = time_of_tick(port_get_raw_ticks(NULL) + ticks);
}

void desk_pass(int64_t ns) {
    desk_now += ns;
}

void desk_listen(void) {
    looked_ns = desk_now;
    desk_ask('T', NULL, 0, NULL, 0);
}

void port_idle_until_interrupt(void) {
    if (background_callback_pending() || desk_keys()) {
        return;
    }
    int64_t until = MIN(looked_ns + LOOK_NS, wake_ns);
    if (ticks_enabled) {
        until = MIN(until, next_tick);
    }
    if (desk_now >= wake_ns) {
        wake_ns = NEVER;
    }
    desk_now = MAX(desk_now, until);
}

static void pass_turn(void) {
    if (cost_counts()) {
        cost_charge(COST_PYTHON);
    } else {
        desk_pass(TURN_NS);
    }
}

// Called at every turn of a loop and return of the program, and in the core's own loops.
void port_background_task(void) {
    pass_turn();
    if (desk_now >= next_tick) {
        next_tick = time_of_tick(port_get_raw_ticks(NULL) + 1);
        if (ticks_enabled) {
            supervisor_tick();
        }
    }
    if (desk_now - looked_ns >= LOOK_NS) {
        desk_listen();
    }
}

void port_background_tick(void) {
}

void port_start_background_tick(void) {
}

void port_finish_background_tick(void) {
}

// Which file to run, if not the first of the core's own list.
static void set_program(void) {
    size_t size = strlen(desk_program) + 1;
    if (size == 1 || next_code_configuration != NULL) {
        return;
    }
    next_code_configuration = port_malloc(sizeof(*next_code_configuration) + size, false);
    char *name = (char *)(next_code_configuration + 1);
    memcpy(name, desk_program, size);
    next_code_configuration->filename = name;
    next_code_configuration->working_directory = NULL;
    next_code_configuration->options = SUPERVISOR_NEXT_CODE_OPT_STICKY_ON_SUCCESS
        | SUPERVISOR_NEXT_CODE_OPT_STICKY_ON_ERROR | SUPERVISOR_NEXT_CODE_OPT_STICKY_ON_RELOAD;
}

// Called before boot.py. As on a board that is plugged into a computer, the program may not write.
void port_boot_info(void) {
    filesystem_set_internal_writable_by_usb(true);
    set_program();
}
