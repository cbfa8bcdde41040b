// SPDX-License-Identifier: MIT
#pragma once

#include "py/obj.h"

typedef struct {
    mp_obj_base_t base;
} nvm_bytearray_obj_t;
