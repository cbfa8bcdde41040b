// SPDX-License-Identifier: MIT
// The chip's own figures.

#include <string.h>

#include "py/runtime.h"
#include "shared-bindings/microcontroller/Processor.h"
#include "shared-bindings/microcontroller/ResetReason.h"

#include "desk.h"

#define FREQUENCY (120000000)
#define CELSIUS (25.0f)
#define VOLTS (3.3f)

float common_hal_mcu_processor_get_temperature(void) {
    return CELSIUS;
}

float common_hal_mcu_processor_get_voltage(void) {
    return VOLTS;
}

uint32_t common_hal_mcu_processor_get_frequency(void) {
    return FREQUENCY;
}

void common_hal_mcu_processor_get_uid(uint8_t raw_id[]) {
    memset(raw_id, 0, COMMON_HAL_MCU_PROCESSOR_UID_LENGTH);
}

mcu_reset_reason_t common_hal_mcu_processor_get_reset_reason(void) {
    return desk_settings.reset_reason;
}
