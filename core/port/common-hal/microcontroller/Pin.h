// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "py/obj.h"

// `number` is 32 × port + line: PB05 is 37.
typedef struct {
    mp_obj_base_t base;
    uint8_t number;
} mcu_pin_obj_t;

#include "pins.h"

// What the chip does to a pin.
typedef enum { PIN_LOW, PIN_HIGH, PIN_FLOATS, PIN_PULLED_UP, PIN_PULLED_DOWN, PIN_VOLTAGE } pin_state_t;

// Tell the desk; `level` 0-65535 of the supply is for PIN_VOLTAGE.
void pin_set(uint8_t number, pin_state_t state, uint16_t level);

void reset_all_pins(void);
void reset_pin_number(uint8_t number);
void claim_pin(const mcu_pin_obj_t *pin);
