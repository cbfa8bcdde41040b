// SPDX-License-Identifier: MIT
#pragma once

#include "py/obj.h"

typedef struct {
    mp_obj_base_t base;
} busio_uart_obj_t;
