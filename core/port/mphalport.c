// SPDX-License-Identifier: MIT
// What the virtual machine asks of the chip.

#include "py/mphal.h"
#include "shared-bindings/microcontroller/__init__.h"

#include "desk.h"
#include "mphalport.h"

void mp_hal_delay_us(mp_uint_t delay) {
    desk_pass(delay * 1000LL);
}

void mp_hal_disable_all_interrupts(void) {
}

void mp_hal_enable_all_interrupts(void) {
}
