// SPDX-License-Identifier: MIT
// One erase block of the chip's flash; the desk keeps it, and the power may fail while it writes.

#include "shared-bindings/nvm/ByteArray.h"

#include <string.h>

#include "desk.h"

uint32_t common_hal_nvm_bytearray_get_length(const nvm_bytearray_obj_t *self) {
    return sizeof(desk_nvm);
}

bool common_hal_nvm_bytearray_set_bytes(const nvm_bytearray_obj_t *self,
    uint32_t start_index, uint8_t *values, uint32_t len) {
    static uint8_t told[4 + sizeof(desk_nvm)];
    memcpy(told, &start_index, 4);
    memcpy(told + 4, values, len);
    memcpy(desk_nvm + start_index, values, len);
    desk_ask('N', told, 4 + len, NULL, 0);
    return true;
}

void common_hal_nvm_bytearray_get_bytes(const nvm_bytearray_obj_t *self,
    uint32_t start_index, uint32_t len, uint8_t *values) {
    memcpy(values, desk_nvm + start_index, len);
}
