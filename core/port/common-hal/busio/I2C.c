// SPDX-License-Identifier: MIT
// The I2C bus: what hangs on it is the desk's.

#include "shared-bindings/busio/I2C.h"

#include <string.h>

#include "py/mperrno.h"
#include "py/runtime.h"

#include "shared-bindings/microcontroller/Pin.h"

#include "desk.h"

// The longest transfer.
#define MOST (4096)

void common_hal_busio_i2c_construct(busio_i2c_obj_t *self, const mcu_pin_obj_t *scl,
    const mcu_pin_obj_t *sda, uint32_t frequency, uint32_t timeout_ms) {
    claim_pin(scl);
    claim_pin(sda);
    self->scl = scl;
    self->sda = sda;
    self->locked = false;
}

void common_hal_busio_i2c_never_reset(busio_i2c_obj_t *self) {
    common_hal_never_reset_pin(self->scl);
    common_hal_never_reset_pin(self->sda);
}

bool common_hal_busio_i2c_deinited(busio_i2c_obj_t *self) {
    return self->scl == NULL;
}

void common_hal_busio_i2c_deinit(busio_i2c_obj_t *self) {
    common_hal_reset_pin(self->scl);
    common_hal_reset_pin(self->sda);
    common_hal_busio_i2c_mark_deinit(self);
}

void common_hal_busio_i2c_mark_deinit(busio_i2c_obj_t *self) {
    self->scl = self->sda = NULL;
}

bool common_hal_busio_i2c_try_lock(busio_i2c_obj_t *self) {
    bool free = !self->locked;
    self->locked = true;
    return free;
}

bool common_hal_busio_i2c_has_lock(busio_i2c_obj_t *self) {
    return self->locked;
}

void common_hal_busio_i2c_unlock(busio_i2c_obj_t *self) {
    self->locked = false;
}

// The answer's first byte is 1 if a chip acknowledged; what it sent follows.
static mp_negative_errno_t transfer(uint8_t address, const uint8_t *out, size_t out_length,
    uint8_t *in, size_t in_length) {
    static uint8_t told[4 + MOST], answer[1 + MOST];
    const uint8_t head[] = {address, in_length & 0xff, in_length >> 8, out != NULL};
    if (out_length > MOST || in_length > MOST) {
        return -MP_EINVAL;
    }
    memcpy(told, head, sizeof(head));
    memcpy(told + sizeof(head), out, out_length);
    answer[0] = 0;
    desk_ask('C', told, sizeof(head) + out_length, answer, 1 + in_length);
    memcpy(in, answer + 1, in_length);
    return answer[0] ? 0 : -MP_ENODEV;
}

bool common_hal_busio_i2c_probe(busio_i2c_obj_t *self, uint8_t addr) {
    return transfer(addr, (const uint8_t *)"", 0, NULL, 0) == 0;
}

mp_negative_errno_t common_hal_busio_i2c_write(busio_i2c_obj_t *self, uint16_t address,
    const uint8_t *data, size_t len) {
    return transfer(address, data, len, NULL, 0);
}

mp_negative_errno_t common_hal_busio_i2c_read(busio_i2c_obj_t *self, uint16_t address,
    uint8_t *data, size_t len) {
    return transfer(address, NULL, 0, data, len);
}

mp_negative_errno_t common_hal_busio_i2c_write_read(busio_i2c_obj_t *self, uint16_t address,
    uint8_t *out_data, size_t out_len, uint8_t *in_data, size_t in_len) {
    return transfer(address, out_data, out_len, in_data, in_len);
}
