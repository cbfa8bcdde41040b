// SPDX-License-Identifier: MIT
// Tells the desk when a program of the drive starts and how it ended (--wrap=pyexec_file).

#include <string.h>

#include "py/mphal.h"
#include "shared-bindings/busdisplay/BusDisplay.h"
#include "shared-module/displayio/__init__.h"
#include "shared/runtime/pyexec.h"

#include "cost.h"
#include "desk.h"
#include "program.h"

bool program_runs;

// Some file of the drive runs, be it boot.py.
static bool file_runs;

int __real_pyexec_file(const char *filename, pyexec_result_t *result);
int __wrap_pyexec_file(const char *filename, pyexec_result_t *result);
void __real_mp_hal_delay_ms(mp_uint_t delay);
void __wrap_mp_hal_delay_ms(mp_uint_t delay);

// Before a program runs nothing is slow: there is no panel to wake, nor a power that may yet fail.
void __wrap_mp_hal_delay_ms(mp_uint_t delay) {
    if (file_runs) {
        __real_mp_hal_delay_ms(delay);
    }
}

static bool is_boot_file(const char *filename) {
    return strncmp(filename, "boot.", 5) == 0 || strncmp(filename, "safemode.", 9) == 0;
}

// The last changes of a program are shown, as they are on the board, where no more are to come.
static void show_last_changes(void) {
    primary_display_t *first = &displays[0];
    if (first->display_base.type == &busdisplay_busdisplay_type
        && common_hal_busdisplay_busdisplay_get_auto_refresh(&first->display)) {
        common_hal_busdisplay_busdisplay_refresh(&first->display, 0, 0);
    }
}

static int run(const char *filename, pyexec_result_t *result) {
    file_runs = true;
    cost_begin();
    int code = __real_pyexec_file(filename, result);
    file_runs = false;
    return code;
}

int __wrap_pyexec_file(const char *filename, pyexec_result_t *result) {
    if (is_boot_file(filename)) {
        return run(filename, result);
    }
    desk_ask('G', filename, strlen(filename), NULL, 0);
    program_runs = true;
    int code = run(filename, result);
    program_runs = false;
    uint32_t how = result->return_code;
    if (how != PYEXEC_UNHANDLED_EXCEPTION && !(how & PYEXEC_RELOAD)) {
        show_last_changes();
    }
    desk_ask('H', &how, sizeof(how), NULL, 0);
    return code;
}
