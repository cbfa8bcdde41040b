// SPDX-License-Identifier: MIT
// Colours for NeoPixels on a pin.

#include "shared-bindings/neopixel_write/__init__.h"

#include <string.h>

#include "desk.h"

// 1.25 µs a bit at 800 kHz.
#define BYTE_NS (10000)

void common_hal_neopixel_write(const digitalio_digitalinout_obj_t *gpio, uint8_t *pixels, uint32_t numBytes) {
    desk_pass((int64_t)BYTE_NS * numBytes);
    desk_tell2('x', &gpio->pin->number, 1, pixels, numBytes);
}
