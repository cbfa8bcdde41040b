// SPDX-License-Identifier: MIT
#pragma once

#include "common-hal/microcontroller/Pin.h"
#include "py/obj.h"

typedef struct {
    mp_obj_base_t base;
    const mcu_pin_obj_t *pin;
    bool output;
    bool open_drain;
    bool value;
    uint8_t pull;
} digitalio_digitalinout_obj_t;
