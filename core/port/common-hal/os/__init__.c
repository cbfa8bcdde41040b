// SPDX-License-Identifier: MIT
// Chance.

#include "shared-bindings/os/__init__.h"

#include "desk.h"

bool common_hal_os_urandom(uint8_t *buffer, mp_uint_t length) {
    uint32_t wanted = length;
    desk_ask('E', &wanted, sizeof(wanted), buffer, length);
    return true;
}
