// SPDX-License-Identifier: MIT
// The chip's objects, and its resets. There are no interrupts: messages come when the core asks.

#include "py/mphal.h"
#include "py/obj.h"
#include "shared-bindings/microcontroller/Processor.h"
#include "shared-bindings/microcontroller/__init__.h"
#include "shared-bindings/nvm/ByteArray.h"
#include "supervisor/filesystem.h"
#include "supervisor/port.h"
#include "supervisor/shared/safe_mode.h"

const mcu_processor_obj_t common_hal_mcu_processor_obj = { .base = { .type = &mcu_processor_type } };
const nvm_bytearray_obj_t common_hal_mcu_nvm_obj = { .base = { .type = &nvm_bytearray_type } };

void common_hal_mcu_delay_us(uint32_t delay) {
    mp_hal_delay_us(delay);
}

void common_hal_mcu_disable_interrupts(void) {
}

void common_hal_mcu_enable_interrupts(void) {
}

void common_hal_mcu_on_next_reset(mcu_runmode_t runmode) {
    if (runmode == RUNMODE_SAFE_MODE) {
        safe_mode_on_next_reset(SAFE_MODE_PROGRAMMATIC);
    }
}

void common_hal_mcu_reset(void) {
    filesystem_flush();
    reset_cpu();
}
