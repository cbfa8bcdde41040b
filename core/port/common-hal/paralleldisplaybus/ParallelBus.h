// SPDX-License-Identifier: MIT
#pragma once

#include "common-hal/microcontroller/Pin.h"
#include "py/obj.h"

typedef struct {
    mp_obj_base_t base;
    const mcu_pin_obj_t *pins[5];
    uint8_t data0;
    bool busy;
} paralleldisplaybus_parallelbus_obj_t;
