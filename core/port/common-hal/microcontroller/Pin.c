// SPDX-License-Identifier: MIT
// Who has which pin, and what the chip does to it.

#include "shared-bindings/microcontroller/Pin.h"

#include "desk.h"

#define PINS (64)

static bool claimed[PINS], never_reset[PINS];

void pin_set(uint8_t number, pin_state_t state, uint16_t level) {
    const uint8_t told[] = {number, state, level & 0xff, level >> 8};
    desk_tell('p', told, sizeof(told));
}

void reset_all_pins(void) {
    for (uint8_t number = 0; number < PINS; number++) {
        if (!never_reset[number]) {
            reset_pin_number(number);
        }
    }
}

void reset_pin_number(uint8_t number) {
    if (number < PINS && claimed[number]) {
        claimed[number] = never_reset[number] = false;
        pin_set(number, PIN_FLOATS, 0);
    }
}

void claim_pin(const mcu_pin_obj_t *pin) {
    claimed[pin->number] = true;
}

void common_hal_never_reset_pin(const mcu_pin_obj_t *pin) {
    if (pin != NULL) {
        never_reset[pin->number] = true;
    }
}

void common_hal_reset_pin(const mcu_pin_obj_t *pin) {
    if (pin != NULL) {
        reset_pin_number(pin->number);
    }
}

bool common_hal_mcu_pin_is_free(const mcu_pin_obj_t *pin) {
    return !claimed[pin->number];
}

uint8_t common_hal_mcu_pin_number(const mcu_pin_obj_t *pin) {
    return pin->number;
}

void common_hal_mcu_pin_claim(const mcu_pin_obj_t *pin) {
    claim_pin(pin);
}

void common_hal_mcu_pin_claim_number(uint8_t number) {
    claimed[number] = true;
}

void common_hal_mcu_pin_reset_number(uint8_t number) {
    reset_pin_number(number);
}
