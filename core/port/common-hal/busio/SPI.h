// SPDX-License-Identifier: MIT
#pragma once

#include "common-hal/microcontroller/Pin.h"
#include "py/obj.h"

typedef struct {
    mp_obj_base_t base;
    const mcu_pin_obj_t *clock, *mosi, *miso;
    uint32_t frequency;
    uint8_t polarity, phase;
    bool locked;
} busio_spi_obj_t;
