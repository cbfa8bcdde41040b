// SPDX-License-Identifier: MIT
// The SPI bus: what hangs on it is the desk's.

#include "shared-bindings/busio/SPI.h"

#include <string.h>

#include "py/misc.h"
#include "py/runtime.h"

#include "shared-bindings/microcontroller/Pin.h"

#include "desk.h"

// As long a piece as is sent at once.
#define PIECE (4096)
#define FREQUENCY (250000)

void common_hal_busio_spi_construct(busio_spi_obj_t *self, const mcu_pin_obj_t *clock,
    const mcu_pin_obj_t *mosi, const mcu_pin_obj_t *miso, bool half_duplex) {
    const mcu_pin_obj_t *pins[] = {clock, mosi, miso};
    for (size_t i = 0; i < MP_ARRAY_SIZE(pins); i++) {
        if (pins[i] != NULL) {
            claim_pin(pins[i]);
        }
    }
    self->clock = clock;
    self->mosi = mosi;
    self->miso = miso;
    self->locked = false;
    common_hal_busio_spi_configure(self, FREQUENCY, 0, 0, 8);
}

void common_hal_busio_spi_never_reset(busio_spi_obj_t *self) {
    common_hal_never_reset_pin(self->clock);
    common_hal_never_reset_pin(self->mosi);
    common_hal_never_reset_pin(self->miso);
}

bool common_hal_busio_spi_deinited(busio_spi_obj_t *self) {
    return self->clock == NULL;
}

void common_hal_busio_spi_deinit(busio_spi_obj_t *self) {
    common_hal_reset_pin(self->clock);
    common_hal_reset_pin(self->mosi);
    common_hal_reset_pin(self->miso);
    common_hal_busio_spi_mark_deinit(self);
}

void common_hal_busio_spi_mark_deinit(busio_spi_obj_t *self) {
    self->clock = NULL;
}

bool common_hal_busio_spi_configure(busio_spi_obj_t *self, uint32_t baudrate, uint8_t polarity,
    uint8_t phase, uint8_t bits) {
    self->frequency = baudrate;
    self->polarity = polarity;
    self->phase = phase;
    return true;
}

bool common_hal_busio_spi_try_lock(busio_spi_obj_t *self) {
    bool free = !self->locked;
    self->locked = true;
    return free;
}

bool common_hal_busio_spi_has_lock(busio_spi_obj_t *self) {
    return self->locked;
}

void common_hal_busio_spi_unlock(busio_spi_obj_t *self) {
    self->locked = false;
}

// The answer is what comes back meanwhile.
static void exchange(busio_spi_obj_t *self, const uint8_t *out, uint8_t *in, size_t length) {
    static uint8_t told[4 + PIECE];
    memcpy(told, &self->frequency, 4);
    memcpy(told + 4, out, length);
    desk_ask('P', told, 4 + length, in, in == NULL ? 0 : length);
}

bool common_hal_busio_spi_transfer(busio_spi_obj_t *self, const uint8_t *data_out, uint8_t *data_in, size_t len) {
    for (size_t at = 0; at < len; at += PIECE) {
        exchange(self, data_out + at, data_in == NULL ? NULL : data_in + at, MIN(PIECE, len - at));
    }
    return true;
}

bool common_hal_busio_spi_write(busio_spi_obj_t *self, const uint8_t *data, size_t len) {
    return common_hal_busio_spi_transfer(self, data, NULL, len);
}

bool common_hal_busio_spi_read(busio_spi_obj_t *self, uint8_t *data, size_t len, uint8_t write_value) {
    memset(data, write_value, len);
    return common_hal_busio_spi_transfer(self, data, data, len);
}

uint32_t common_hal_busio_spi_get_frequency(busio_spi_obj_t *self) {
    return self->frequency;
}

uint8_t common_hal_busio_spi_get_phase(busio_spi_obj_t *self) {
    return self->phase;
}

uint8_t common_hal_busio_spi_get_polarity(busio_spi_obj_t *self) {
    return self->polarity;
}
