// SPDX-License-Identifier: MIT
#pragma once

#include "common-hal/microcontroller/Pin.h"
#include "py/obj.h"

typedef struct {
    mp_obj_base_t base;
    const mcu_pin_obj_t *left, *right;
    mp_obj_t sample;
} audioio_audioout_obj_t;

void audioout_reset(void);
